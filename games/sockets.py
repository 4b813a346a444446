"""What every websocket of ours has: who is behind it, a bounded inbox, a rate, one writer, and a goodbye."""

import asyncio
import ipaddress
import json
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.http import HttpRequest, parse_cookie
from django.utils.timezone import now

from accounts.languages import language_of
from accounts.models import User

from . import pool

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

DONE, SIGN_IN, NOT_HERE, TOO_MUCH, TOO_MANY, RESTART, LATER = 1000, 4001, 4003, 4008, 4009, 4012, 4013
FRAMES_A_SECOND, BURST = 10, 20
INBOX = 32
REFUSED = 40  # frames over the rate before the socket goes
SILENT_S = 120
AN_ADDRESS = 300  # sockets that one address may hold open: a mobile network puts many people behind one


class Crowds:
    """ASGI middleware: at most so many sockets of this process from one address of the internet; 4013 to more.

    Addresses that no stranger can have (this machine, a proxy beside it, a network of one's own) aren't counted.
    """

    def __init__(self, app: Application) -> None:
        self.app = app
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if address is None:
            await self.app(scope, receive, send)
        elif self.open[address] >= AN_ADDRESS:
            await turn_away(receive, send)
        else:
            self.open[address] += 1
            try:
                await self.app(scope, receive, send)
            finally:
                self.open[address] -= 1
                if not self.open[address]:
                    del self.open[address]


def address_of(scope: Scope) -> str | None:
    """Where on the internet a connection comes from; of IPv6 the network, which is one household's.

    X-Forwarded-For counts only as far as proxies of ours wrote it: what stands before is the client's own words.
    """
    said = scope["client"][0] if scope.get("client") else ""
    proxies: int = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    forwarded = b",".join(value for name, value in scope.get("headers", ()) if name == b"x-forwarded-for")
    hops = forwarded.decode("latin-1").split(",")
    if 0 < proxies <= len(hops):
        said = hops[-proxies].strip()
    try:
        address = ipaddress.ip_address(said)
    except ValueError:
        return None
    if not address.is_global:
        return None
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


async def turn_away(receive: Receive, send: Send) -> None:
    """Accept, because only an open socket can be told why, and say: try later."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": '{"type":"bye","why":"too many from here"}'})
    await send({"type": "websocket.close", "code": LATER})


class SessionUser:
    """ASGI middleware: `scope["user"]`, the signed-in user or None, with `scope["session"]`, and `scope["language"]`.

    Read on our own pool.
    """

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HttpRequest()
        headers = dict(scope.get("headers", ()))
        request.COOKIES = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
        request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
        user = await pool.run(user_of, request)
        session = request.COOKIES[settings.SESSION_COOKIE_NAME] if user else None
        await self.app(
            {**scope, "user": user, "session": session, "language": language_of(request, user)}, receive, send
        )


def user_of(request: HttpRequest) -> User | None:
    """Whose session the request's cookie names, if it is one and its user may still sign in."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(request)
    return user if isinstance(user, User) and user.is_active else None


def signed_out(sockets: "Sequence[Socket]") -> "list[Socket]":
    """Those of these whose session is over by now: signed out, password changed, or blocked. Asked once for all."""
    sockets = [socket for socket in sockets if socket.user is not None]
    if not sockets:
        return []
    open_ = Session.objects.filter(session_key__in={socket.session for socket in sockets}, expire_date__gt=now())
    sessions = set(open_.values_list("session_key", flat=True))
    active = User.objects.filter(pk__in={socket.user_id for socket in sockets}, is_active=True)
    passwords = dict(active.values_list("pk", "password"))
    return [
        socket
        for socket in sockets
        if socket.session not in sessions
        or socket.user is None
        or (passwords.get(socket.user.pk) != socket.user.password and not _goes_on(socket))
    ]


def _goes_on(socket: "Socket") -> bool:
    """Whether the session outlives a new password, as a guest's does who signs up in it."""
    request = HttpRequest()
    request.COOKIES = {settings.SESSION_COOKIE_NAME: socket.session or ""}
    user = user_of(request)
    if user is None or user.pk != socket.user_id:
        return False
    socket.user = user
    return True


class Rate:
    """A bucket of tokens: so many a second, so many at once."""

    __slots__ = ("_at", "_tokens")

    def __init__(self) -> None:
        self._tokens = float(BURST)
        self._at = time.monotonic()

    def allows(self) -> bool:
        """Take a token, if there is one."""
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._at) * FRAMES_A_SECOND)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Socket:
    """One websocket. A plain ASGI application: Channels' own consumers await a thread shared by all for every frame.

    Subclasses say what to do when it opens (`opened`), with a frame that has come (`received`), when there may be
    something new to show (`newest`), and when it is gone (`closed`).
    """

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.user: User | None = scope["user"]
        self.user_id: int | None = self.user.pk if self.user else None
        self.session: str | None = scope["session"]
        self.language: str = scope["language"]
        self.since = self.heard = time.monotonic()
        self._send = send
        self._rate = Rate()
        self._over_rate = 0
        self._inbox: deque[str] = deque()
        self._outbox: deque[str] = deque()
        self._wake = asyncio.Event()
        self._goodbye: tuple[int, str] | None = None
        self._gone = asyncio.Event()
        self._working = False
        self._tasks: set[asyncio.Task[None]] = set()

    open: ClassVar[set["Socket"]] = set()  # in this process

    @classmethod
    def as_asgi(cls) -> Application:
        """The application that makes one of these for each connection."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await cls(scope, send)._run(receive)

        return application

    async def opened(self) -> bool:
        """After the accept. False: the socket has been told to close."""
        return True

    async def received(self, text: str) -> None:
        """One frame within the limits, one after another."""

    def newest(self) -> list[str]:
        """The frames that are to be shown now and have not been sent yet."""
        return []

    def closed(self) -> None:
        """The connection is gone."""

    def say(self, **frame: object) -> None:
        """Queue a small frame."""
        self._outbox.append(json.dumps(frame, separators=(",", ":")))
        self._wake.set()

    def look_again(self) -> None:
        """There may be something new to show."""
        self._wake.set()

    def hang_up(self, code: int, why: str) -> None:
        """Say `bye` and close, after what is queued; the first reason stands."""
        if self._goodbye is None:
            self._goodbye = (code, why)
        self._wake.set()

    async def close(self, code: int, why: str) -> None:
        """Hang up and wait until that is said."""
        self.hang_up(code, why)
        await asyncio.wait_for(self._gone.wait(), 2)

    async def _run(self, receive: Receive) -> None:
        await receive()  # websocket.connect
        await self._send({"type": "websocket.accept"})
        writer = asyncio.create_task(self._write())
        self.open.add(self)
        try:
            if await self.opened():
                await self._read(receive)
            else:
                await writer
        finally:
            self.open.discard(self)
            self._gone.set()
            writer.cancel()
            self.closed()

    async def _read(self, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            self.heard = time.monotonic()
            if self._goodbye is None:
                self._take(message.get("text"))

    def _take(self, text: str | None) -> None:
        if not self._rate.allows():
            self._over_rate += 1
            self.over_rate(text or "")
            if self._over_rate > REFUSED:
                self.hang_up(TOO_MUCH, "rate")
            return
        if len(self._inbox) >= INBOX:
            self.hang_up(TOO_MUCH, "inbox")
            return
        self._over_rate = max(0, self._over_rate - 1)
        self._inbox.append(text or "")
        if not self._working:
            self._working = True
            task = asyncio.create_task(self._work())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def over_rate(self, text: str) -> None:
        """A frame came too fast and was dropped."""

    async def _work(self) -> None:
        try:
            while self._inbox and self._goodbye is None:
                await self.received(self._inbox.popleft())
        finally:
            self._working = False

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                await self._send({"type": "websocket.send", "text": self._outbox.popleft()})
            for shown in self.newest():
                await self._send({"type": "websocket.send", "text": shown})
            if self._goodbye is not None:
                await self._say_goodbye(*self._goodbye)
                return

    async def _say_goodbye(self, code: int, why: str) -> None:
        bye = json.dumps({"type": "bye", "why": why}, separators=(",", ":"))
        await self._send({"type": "websocket.send", "text": bye})
        await self._send({"type": "websocket.close", "code": code})
        self._gone.set()
