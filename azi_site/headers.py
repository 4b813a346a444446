"""The response headers that Django has no setting for."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase

_DENIED = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture",
    "geolocation", "gyroscope", "hid", "idle-detection", "magnetometer", "microphone", "midi", "payment", "serial",
    "usb", "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in _DENIED)


class PermissionsPolicyMiddleware:
    """Tells the browser that no page of ours wants any device, and that no other site may embed our answers."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if iscoroutinefunction(self):
            return self._later(request)
        response = self.get_response(request)
        assert isinstance(response, HttpResponseBase)
        return self._with_headers(response)

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        assert not isinstance(response, HttpResponseBase)
        return self._with_headers(await response)

    def _with_headers(self, response: HttpResponseBase) -> HttpResponseBase:
        response.setdefault("Permissions-Policy", PERMISSIONS_POLICY)  # type: ignore[attr-defined]
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")  # type: ignore[attr-defined]
        return response
