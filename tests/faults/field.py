"""The people of a large field: each has a page of the tournament and one of their table, answers whatever is asked,
goes to the new table when moved, and remembers when they were told what."""

import asyncio
import json
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PING_S = 5.0
ACK_EVERY = 20  # views left unread for long close a socket


def now_ms() -> int:
    return time.time_ns() // 1_000_000


async def open_socket(url: str, path: str, session: str) -> ClientConnection:
    return await connect(
        url.replace("http", "ws", 1) + path,
        origin=url,  # type: ignore[arg-type]
        additional_headers={"Cookie": f"sessionid={session}"},
        compression=None,
        proxy=None,
        max_queue=None,
        ping_interval=None,
    )


class Member:
    """One person of the field. `levels` and `tables`: when this page was first told of each, ms."""

    def __init__(self, url: str, tournament: str, session: str) -> None:
        self.url, self.tournament, self.session = url, tournament, session
        self.levels: dict[tuple[int, int], int] = {}  # by level and its end
        self.tables: list[tuple[int, int]] = []  # (when, the table's number)
        self.views = 0
        self.lost = 0
        self._table: str | None = None
        self._playing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Read the tournament's news until cancelled."""
        try:
            socket = await open_socket(self.url, f"/ws/tournaments/{self.tournament}/", self.session)
            try:
                pinging = asyncio.create_task(_ping(socket))
                async for frame in socket:
                    self._hear(json.loads(frame))
                pinging.cancel()
                self.lost += 1
            finally:
                await socket.close()
        finally:
            if self._playing:
                self._playing.cancel()

    def _hear(self, frame: dict[str, Any]) -> None:
        if frame["type"] != "news" or frame["state"] != "running":
            return
        if frame["level_ends"] is not None:
            self.levels.setdefault((frame["level"], frame["level_ends"]), now_ms())
        me = frame["me"]
        table = me["table"] if me else None
        if table == self._table:
            return
        self._table = table
        if self._playing:
            self._playing.cancel()
            self._playing = None
        if table:
            self.tables.append((now_ms(), me["number"]))
            self._playing = asyncio.create_task(self._play(table))

    async def _play(self, table: str) -> None:
        socket = await open_socket(self.url, f"/ws/tables/{table}/", self.session)
        try:
            version = unread = 0
            pinging = asyncio.create_task(_ping(socket, lambda: version))
            async for frame in socket:
                view = json.loads(frame)
                if view["type"] != "view":
                    continue
                self.views += 1
                version, unread = view["version"], unread + 1
                if unread >= ACK_EVERY:
                    unread = 0
                    await socket.send(json.dumps({"type": "ping", "version": version}))
                if view["ask"] is not None:
                    await socket.send(json.dumps({"type": "act", "do": _answer(view["legal"]), "ask": view["ask"]}))
            pinging.cancel()
        except WebSocketException:
            pass
        finally:
            await socket.close()


def _answer(legal: list[str]) -> str:
    """Boldly, so that somebody goes out: the most that may be bet, else a call, else anything."""
    for letter in "rbc":
        for word in legal:
            if word[0] == letter:
                return word[0] + word.partition("..")[2] if ".." in word else word
    return next((word for word in legal if word != "L"), "L").partition("..")[0]


async def _ping(socket: ClientConnection, version: Any = lambda: 0) -> None:
    try:
        while True:
            await socket.send(json.dumps({"type": "ping", "version": version()}))
            await asyncio.sleep(PING_S)
    except WebSocketException:
        pass
