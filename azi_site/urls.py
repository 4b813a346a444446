from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from accounts import staff
from azi_site import deletion, favicon, health, manifest, my_data, offline, styleguide, words

# The admin is signed in to like everything else, with the same rate limits, and with a second factor.
admin.site.login = staff.door  # type: ignore[method-assign]
admin.site.has_permission = staff.may_enter  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = "Azi"

handler400 = "azi_site.errors.bad_request"

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/live", health.live, name="health_live"),
    path("health/ready", health.ready, name="health_ready"),
    path("favicon.ico", favicon.favicon, name="favicon"),
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("offline/", offline.offline, name="offline"),
    path("jsi18n/<slug:language>/<slug:version>/", words.words, name="words"),
    path("account/data/", my_data.my_data, name="my_data"),
    path("account/delete/", deletion.delete_account, name="delete_account"),
    path("", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
]
