"""The ASGI application: pages by Django, sockets by Channels."""

from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import re_path

from azi_site import health
from games import routing as games_routing
from games.sockets import Crowds, SessionUser
from tournaments import routing as tournaments_routing


class WholeOriginValidator(OriginValidator):
    """Compares the Origin header as a whole, as browsers write it: its base class parses it, and raises on nonsense."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        sent = [value.decode("latin1") for name, value in scope["headers"] if name == b"origin"]
        welcome = len(sent) == 1 and sent[0] in self.allowed_origins and not health.draining
        await (self.application if welcome else refuse)(scope, receive, send)


async def refuse(scope: Any, receive: Any, send: Any) -> None:
    """Answers a socket's handshake with 403."""
    await receive()
    await send({"type": "websocket.close"})


def at_the_root(application: Any) -> Any:
    """The site is at the root of its origin. Daphne lets a header of the client's say otherwise, and believes it."""

    async def rooted(scope: Any, receive: Any, send: Any) -> None:
        await application({**scope, "root_path": ""} if "root_path" in scope else scope, receive, send)

    return rooted


def build() -> Any:
    """Django must be set up. Sockets are accepted only from pages of our own, and not while the server is stopping."""
    # Without the last one the router raises, and every stray address would be a traceback in the log.
    routes = [
        *games_routing.websocket_urlpatterns,
        *tournaments_routing.websocket_urlpatterns,
        re_path(r"", refuse),  # type: ignore[arg-type]
    ]
    return at_the_root(
        ProtocolTypeRouter(
            {
                "http": get_asgi_application(),
                "websocket": WholeOriginValidator(
                    Crowds(SessionUser(URLRouter(routes))), frozenset(settings.AZI_ORIGINS)
                ),
            }
        )
    )
