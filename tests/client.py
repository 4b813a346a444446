"""A small client of the table's protocol: signs in as a guest, keeps the newest view and everything that was said."""

import itertools
import json
import re
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from http.cookiejar import CookieJar
from typing import Any, Self
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.handshake import Handshake

PING_S = 5.0
View = dict[str, Any]


class Visitor:
    """Somebody with a cookie jar. `play_now` makes them a guest, or whoever signed in, and seats them somewhere."""

    def __init__(self, url: str, session: str = "") -> None:
        self.url = url
        self._given = session
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))

    @property
    def cookie(self) -> str:
        """The session as a Cookie header has it."""
        if self._given:
            return f"sessionid={self._given}"
        return "; ".join(f"{one.name}={one.value}" for one in self._jar if one.name == "sessionid")

    def play_now(self) -> str:
        """The public id of the table that "Play now" leads to."""
        page = self._opener.open(f"{self.url}/").read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token, "the lobby has no form"
        form = urlencode({"csrfmiddlewaretoken": token[1]}).encode()
        with self._opener.open(f"{self.url}/play/", form) as seated:
            found = re.search(r"/tables/([0-9a-f]{32})/", seated.url)
        assert found, f"Play now leads to {seated.url}"
        return found[1]

    def at(self, table: str, handshake: Handshake | None = None) -> "Client":
        """A socket of this visitor's at a table."""
        return Client(self.url, table, self.cookie, handshake)


class Client:
    """One socket at one table, read by a thread of its own. `frames` holds every text received, `view` the newest.

    With a `handshake` it commits and reveals by itself, and checks what it is told of the deals.
    """

    def __init__(self, url: str, table: str, cookie: str = "", handshake: Handshake | None = None) -> None:
        self.url, self.table, self.cookie, self.handshake = url, table, cookie, handshake
        self.frames: list[str] = []
        self.views: list[View] = []
        self.errors: list[dict[str, Any]] = []
        self.said_bye = ""
        self.close_code: int | None = None
        self._refs = itertools.count(1)
        self._changed = threading.Condition()
        self._open = ExitStack()
        self._socket = self._open.enter_context(self._connect())
        if handshake:
            handshake.linked()
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._ping, daemon=True).start()

    def _connect(self) -> AbstractContextManager[ClientConnection]:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        where = f"{self.url.replace('http', 'ws', 1)}/ws/tables/{self.table}/"
        return connect(where, origin=self.url, additional_headers=headers, proxy=None)  # type: ignore[call-overload]

    @property
    def view(self) -> View:
        """The newest view. Raises IndexError before the first."""
        return self.views[-1]

    def send(self, **frame: object) -> str:
        """Sends a frame; the reference with which an error would answer it. Raises ConnectionClosed."""
        ref = str(next(self._refs))
        self._socket.send(json.dumps({**frame, "ref": ref}))
        return ref

    def act(self, word: str) -> str:
        """Answers the question of the newest view."""
        return self.send(type="act", do=word, ask=self.view["ask"])

    def asked(self) -> bool:
        """Whether the newest view asks this client something."""
        return self.view["ask"] is not None

    def wait(self, condition: Callable[[View], object], seconds: float = 15.0) -> View:
        """The first view from now on, or the newest, for which the condition holds."""
        with self._changed:
            held = self._changed.wait_for(lambda: self.views and (condition(self.view) or self._is_closed), seconds)
        assert held, f"waited in vain; the newest view: {self.views[-1:]}"
        assert condition(self.view), f"closed with {self.close_code}"
        return self.view

    def wait_closed(self, seconds: float = 15.0) -> int | None:
        """Waits for the end of the connection: its close code (1006: it just broke)."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._is_closed, seconds), "the socket is still open"
        return self.close_code

    @property
    def _is_closed(self) -> bool:
        return self.close_code is not None

    def close(self) -> None:
        """Hangs up."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _listen(self) -> None:
        try:
            for text in self._socket:
                with self._changed:
                    self._hear(str(text))
                    self._changed.notify_all()
        except WebSocketException:
            pass
        with self._changed:
            self.close_code = self._socket.close_code or 1006
            self._changed.notify_all()

    def _hear(self, text: str) -> None:
        self.frames.append(text)
        frame = json.loads(text)
        match frame["type"]:
            case "view" if not self.views or frame["version"] >= self.view["version"]:
                self.views.append(frame)
            case "error" if not (self.handshake and self.handshake.asked(frame["ref"])):
                self.errors.append(frame)
            case "bye":
                self.said_bye = frame["why"]
        if self.handshake:
            for answer in self.handshake.hear(frame):
                self.handshake.sent(self.send(**answer), answer)

    def _ping(self) -> None:
        while not self._is_closed:
            try:
                self.send(type="ping", version=self.view["version"] if self.views else 0)
            except ConnectionClosed:
                return
            time.sleep(PING_S)
