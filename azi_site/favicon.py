"""The icon at the address where browsers look when a page, such as the admin's, names none."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    return redirect(static("icon.svg"))
