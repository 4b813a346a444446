"""The response headers that Django has no setting for."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

_DENIED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "idle-detection", "magnetometer",
    "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in _DENIED)


# Every page says who is signed in. Kept, it would be shown to whoever uses the browser next.
CACHE_CONTROL = "private, no-store"


class PermissionsPolicyMiddleware:
    """Tells the browser that no page of ours wants any device, that no other site may embed our answers, and that
    nobody keeps them but where they say so themselves, as static files do."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if iscoroutinefunction(self.get_response):
            return self._later(request)
        return _with_headers(request, self.get_response(request))

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        return _with_headers(request, await self.get_response(request))


def _with_headers(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if not request.path.startswith(settings.STATIC_URL):  # a script has its page's; with each of fifty, 12 kB
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.setdefault("Cache-Control", CACHE_CONTROL)
    return response
