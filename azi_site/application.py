"""The ASGI application: pages by Django, sockets by Channels."""

from importlib.util import find_spec
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.apps import apps
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import re_path


def build() -> Any:
    """Django must be set up. Sockets are accepted only from pages of our own, whole origins compared."""
    return ProtocolTypeRouter(
        {
            "http": get_asgi_application(),
            "websocket": OriginValidator(_sockets(), settings.AZI_ORIGINS),
        }
    )


def _sockets() -> Any:
    nowhere = re_path(r"", _refuse)
    if not apps.is_installed("games") or not find_spec("games.sockets") or not find_spec("games.routing"):
        return URLRouter([nowhere])
    from games.routing import websocket_urlpatterns
    from games.sockets import SessionUser

    return SessionUser(URLRouter([*websocket_urlpatterns, nowhere]))


async def _refuse(scope: Any, receive: Any, send: Any) -> None:
    # Without it the router raises, and every stray address would be a traceback in the log.
    await receive()
    await send({"type": "websocket.close", "code": 4003})
