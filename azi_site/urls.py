from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import JavaScriptCatalog

from azi_site import health

# The admin is signed in to like everything else, with the same rate limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = "Azi"

handler400 = "azi_site.errors.bad_request"

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/live", health.live, name="health_live"),
    path("health/ready", health.ready, name="health_ready"),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="jsi18n"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]
