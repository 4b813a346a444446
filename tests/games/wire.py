"""An open page as the server's ASGI application sees it: frames in, frames out, a close code. On the test's loop."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self

from django.conf import settings
from django.test import Client

from accounts.models import User
from tests.staff import sign_in_with_two_factors

PATIENCE = 10.0  # seconds that something which must come may take on a busy machine
Frame = dict[str, Any]


def cookie_of(user: User) -> str:
    """A session of this user's, as a Cookie header has it. Not on the loop."""
    visitor = Client()
    if user.is_staff:
        sign_in_with_two_factors(visitor, user)
    else:
        visitor.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={visitor.cookies[settings.SESSION_COOKIE_NAME].value}"


class Page:
    """One websocket, from its handshake to its close."""

    def __init__(self, application: Any, path: str, session: str = "", **headers: str) -> None:
        self.texts: list[str] = []
        self.close_code: int | None = None
        self.accepted = False
        self._to_app: asyncio.Queue[Frame] = asyncio.Queue()
        self._news = asyncio.Condition()
        self._refs = 0
        sent = {"origin": settings.AZI_ORIGINS[0], **headers}
        if session:
            sent["cookie"] = session
        scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "subprotocols": [],
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in sent.items()],
        }
        self._to_app.put_nowait({"type": "websocket.connect"})
        self._app = asyncio.create_task(application(scope, self._to_app.get, self._hear))

    @property
    def frames(self) -> list[Frame]:
        """All that came, oldest first."""
        return [json.loads(text) for text in self.texts]

    def of(self, kind: str) -> list[Frame]:
        return [frame for frame in self.frames if frame["type"] == kind]

    @property
    def view(self) -> Frame:
        """The newest view."""
        return self.of("view")[-1]

    async def _hear(self, message: Frame) -> None:
        async with self._news:
            match message["type"]:
                case "websocket.accept":
                    self.accepted = True
                case "websocket.send":
                    assert self.close_code is None, "a frame after the close"
                    self.texts.append(message["text"])
                case "websocket.close":
                    self.close_code = message.get("code", 1000)
                    self._to_app.put_nowait({"type": "websocket.disconnect", "code": self.close_code})
            self._news.notify_all()

    def send_text(self, text: str) -> None:
        self._to_app.put_nowait({"type": "websocket.receive", "text": text})

    def send_bytes(self, data: bytes) -> None:
        self._to_app.put_nowait({"type": "websocket.receive", "bytes": data})

    def send(self, **frame: object) -> str:
        """Sends a frame with a reference of its own, and returns that."""
        self._refs += 1
        self.send_text(json.dumps({**frame, "ref": str(self._refs)}))
        return str(self._refs)

    async def until(self, condition: Callable[[Self], object]) -> Self:
        """Waits until that is so."""
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(lambda: condition(self)), PATIENCE)
        return self

    async def error(self, ref: str) -> Frame:
        """The error that answers that frame."""
        await self.until(lambda page: any(frame.get("ref") == ref for frame in page.of("error")))
        return next(frame for frame in self.of("error") if frame["ref"] == ref)

    async def many(self, kind: str, number: int) -> Self:
        """Waits for that many frames of that kind, counted from the first one on."""
        return await self.until(lambda page: len(page.of(kind)) >= number)

    async def version(self, at_least: int) -> Frame:
        """The first view of that version or a newer one."""
        await self.until(lambda page: page.of("view") and page.view["version"] >= at_least)
        return self.view

    async def settled(self) -> Self:
        """All frames sent so far are answered, and what there was to show is shown: two pongs later."""
        for _turn in range(2):
            before = len(self.of("pong"))
            self.send_text('{"type":"ping"}')
            await self.many("pong", before + 1)
        return self

    async def closed(self) -> int:
        """Waits for the server to close: the code."""
        await self.until(lambda page: page.close_code is not None)
        await asyncio.wait_for(self._app, PATIENCE)
        assert self.close_code is not None
        return self.close_code

    async def leave(self) -> None:
        """The browser goes away."""
        self._to_app.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self._app, PATIENCE)
