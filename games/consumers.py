"""The sockets: frames in, to games.live; the doorbell in, a view out. Protocol: docs/protocol.md."""

import asyncio
import logging
import time
from collections import deque
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from games.rules.record import RecordError

from . import advice, bell, frames, live, pool, presence, tables, timing
from .gathering import Gathering
from .models import Table
from .proofs import Told
from .refusals import Refusal
from .sockets import DONE, LATER, NOT_HERE, SIGN_IN, SILENT_S, TOO_MANY, TOO_MUCH, Scope, Send, Socket, signed_out

log = logging.getLogger(__name__)

PROTOCOL = 1
SOCKETS_A_PLAYER = 3
UNREAD_FRAMES, UNREAD_S = 50, 15
HINT_EVERY_S = 1.0
SWEEP_S, SAVE_PRESENCE_S = 5, 10


class TableConsumer(Socket):
    """One open table page."""

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(scope, send)
        self.public_id: str = scope["url_route"]["kwargs"]["public_id"]
        self.table_id: int | None = None
        self._shown: bytes | None = None
        self._told = Told()
        self._newest_sent = 0
        self._next_hint = 0.0
        self._unread: deque[tuple[int, float]] = deque()

    @property
    def topic(self) -> str:
        return f"table:{self.table_id}"

    async def opened(self) -> bool:
        found = await pool.run(_find_table, self.public_id)
        if found is None:
            self.hang_up(NOT_HERE, "no such table")
            return False
        self.table_id, is_closed = found
        user = self.user
        you = {"id": user.public_id, "name": user.name, "guest": user.is_guest} if user else None
        self.say(type="hello", protocol=PROTOCOL, you=you, server_ms=timing.now_ms())
        bell.listen(self.topic, self)
        if self.user_id is not None:
            bell.listen(f"user:{self.user_id}", self)
        self._keep_to_three()
        self._here()
        background()
        await show(self.table_id)
        self.look_again()
        if is_closed:
            self.hang_up(DONE, "closed")
        elif tables.drawn(self.table_id, self.user_id) is None:
            self.hang_up(LATER, "out of order")
        return True

    def closed(self) -> None:
        bell.forget(self.topic, self)
        bell.forget(f"user:{self.user_id}", self)

    def ring(self, topic: str, version: int) -> None:
        """The table has changed: show it if this process has drawn it, else have it drawn first.

        Of its user: a session may have ended, and this one with it.
        """
        if topic != self.topic:
            check_soon(self)
            return
        newest = tables.drawn(self.table_id or 0, self.user_id)
        if newest is None or newest[0] < version:
            draw_soon(self.table_id or 0)
        else:
            self.look_again()

    def newest(self) -> list[str]:
        frames = self._view()
        if self._shown is None:  # nothing has been drawn for this page yet
            return frames
        return [*frames, *self._told.frames(tables.proof(self.table_id or 0), self.user_id)]

    def _view(self) -> list[str]:
        newest = tables.drawn(self.table_id or 0, self.user_id)
        if newest is None or newest[1] == self._shown:
            return []
        version, self._shown = newest
        self._newest_sent = version
        self._unread.append((version, time.monotonic()))
        if len(self._unread) > UNREAD_FRAMES or time.monotonic() - self._unread[0][1] > UNREAD_S:
            self.hang_up(TOO_MUCH, "unread")
        return [self._shown.decode()]

    async def received(self, text: str) -> None:
        with override(self.language):
            await self._receive(text)

    async def _receive(self, text: str) -> None:
        try:
            frame = frames.parse(text)
        except frames.Malformed as malformed:
            self._refuse(malformed.ref, "malformed", _("That message could not be read."))
            return
        ref = frame.get("ref")
        if self.user_id is None and frame["type"] not in ("ping", "view"):
            self._refuse(ref, "signed_out", _("Sign in or play as a guest to take part."))
            return
        try:
            await self._answer(frame)
        except Refusal as refusal:
            self._refuse(ref, refusal.code, refusal.message)
            if refusal.code == "stale":
                await show(self.table_id or 0)  # another process may have moved on, and its ring not yet have come
                self._show_whole()
        except Exception:
            log.exception("table %s: frame %s failed", self.table_id, frame["type"])
            self._refuse(ref, "busy", _("That did not work. Please try again."))

    async def _answer(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "ping":
                self._ping(frame["version"])
            case "view":
                if not await pool.run(tables.is_shown, self.table_id or 0, self.user_id):
                    await show(self.table_id or 0)
                self._show_whole()
            case "hint":
                await self._hint(frame.get("ref"))
            case "commit":
                await self._handshake(live.commit, frame["deal_no"], frame["commit"])
            case "reveal":
                await self._handshake(live.reveal, frame["deal_no"], frame["r"], frame["next"])
            case kind:
                await pool.run(_spoken, self.language, WRITES[kind], self.table_id, self.user_id, frame)
                # Whatever was asked for may hold already: then nothing rings, and the asker sees how things stand.
                self.look_again()

    async def _handshake(self, call: Any, *args: object) -> None:
        stands = await pool.run(_spoken, self.language, call, self.table_id, self.user_id, *args)
        if stands is not None:
            self.say(type="shuffle", step="commit", **stands)

    async def _hint(self, ref: object) -> None:
        """One at a time, because a socket's frames are: whoever asks again waits in line, and not for ever more."""
        if time.monotonic() < self._next_hint:
            raise Refusal("rate", _("Too fast. Please wait a moment."))
        self._next_hint = time.monotonic() + HINT_EVERY_S
        view, ask, seed = await pool.run(_spoken, self.language, advice.standing, self.table_id, self.user_id)
        hint = await pool.think(_spoken, self.language, advice.hint, view, seed)
        self.say(type="hint", ref=ref, ask=ask, **hint)

    def _ping(self, version: int | None) -> None:
        self._here()
        if version is not None and version <= self._newest_sent:  # else it was never sent, and nobody has read it
            while self._unread and self._unread[0][0] <= version:
                self._unread.popleft()
        newest = tables.drawn(self.table_id or 0, self.user_id)
        self.say(type="pong", version=newest[0] if newest else None, server_ms=timing.now_ms())
        if newest and version is not None and version < newest[0]:
            self._show_whole()

    def _show_whole(self) -> None:
        self._shown = None
        self.look_again()

    def _here(self) -> None:
        if self.user_id is not None and self.table_id is not None:
            presence.saw(self.table_id, self.user_id, timing.now_ms())

    def _keep_to_three(self) -> None:
        if self.user_id is None:
            return
        same = [s for s in bell.listeners(self.topic) if isinstance(s, TableConsumer) and s.user_id == self.user_id]
        for oldest in sorted(same, key=lambda s: s.since)[:-SOCKETS_A_PLAYER]:
            oldest.hang_up(TOO_MANY, "too many pages")

    def over_rate(self, text: str) -> None:
        with override(self.language):
            self._refuse(frames.ref_of(text), "rate", _("Too fast. Please wait a moment."))

    def _refuse(self, ref: object, code: str, message: str) -> None:
        self.say(type="error", ref=ref, code=code, message=message)


def _spoken(language: str, call: Any, *args: Any) -> Any:
    """Call a function on a pool's thread; what it refuses is said in that language."""
    with override(language):
        return call(*args)


def _act(table_id: int, user_id: int, frame: dict[str, Any]) -> None:
    live.act(table_id, user_id, frame["do"], frame["ask"])


def _sit(table_id: int, user_id: int, frame: dict[str, Any]) -> None:
    live.sit(table_id, user_id, frame["seat"], frame["buy_in"])


def _leave(table_id: int, user_id: int, frame: dict[str, Any]) -> None:
    live.leave(table_id, user_id)


def _sit_out(table_id: int, user_id: int, frame: dict[str, Any]) -> None:
    live.sit_out(table_id, user_id, frame["value"])


def _top_up(table_id: int, user_id: int, frame: dict[str, Any]) -> None:
    live.top_up(table_id, user_id, frame["to"])


def _show_at_once(table_id: int, user_id: int, frame: dict[str, Any]) -> None:
    live.show_at_once(table_id, user_id, frame["value"])


def _next(table_id: int, user_id: int, frame: dict[str, Any]) -> None:
    live.ready(table_id, user_id, frame["game_no"])


WRITES = {
    "act": _act,
    "sit": _sit,
    "leave": _leave,
    "sit_out": _sit_out,
    "top_up": _top_up,
    "show_at_once": _show_at_once,
    "next": _next,
}


class RingConsumer(Socket):
    """A page with a list: told to look again when its topic rings, at most once a second."""

    EVERY_S = 1.0
    TOPIC: str

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(scope, send)
        self._rung = False

    async def opened(self) -> bool:
        bell.listen(self.TOPIC, self)
        background()
        return True

    def closed(self) -> None:
        bell.forget(self.TOPIC, self)

    def ring(self, topic: str, version: int) -> None:
        if not self._rung:
            self._rung = True
            asyncio.get_running_loop().call_later(self.EVERY_S, self._tell)

    def _tell(self) -> None:
        self._rung = False
        self.say(type="ring")


class LobbyConsumer(RingConsumer):
    TOPIC = "lobby"


# --- what a process does for all its sockets --------------------------------------------------------------------------

_drawing: dict[int, asyncio.Task[None]] = {}
_background: set[asyncio.Task[None]] = set()


async def show(table_id: int) -> None:
    """Have the newest version drawn for everybody who listens here.

    Whoever asked may have uncovered what others were not told: somebody who came, or a version whose ring was lost.
    """
    try:
        changed = await pool.run(tables.redraw, table_id, timing.now_ms())
    except (Table.DoesNotExist, RecordError):
        return
    if changed:
        _look_again(table_id)


def _look_again(table_id: int) -> None:
    for listener in bell.listeners(f"table:{table_id}"):
        if isinstance(listener, TableConsumer):
            listener.look_again()


def draw_soon(table_id: int) -> None:
    """Draw a table that another process changed, once however many listeners ask, and show it to all of them."""
    if table_id not in _drawing:
        task = asyncio.create_task(_draw_and_show(table_id))
        _drawing[table_id] = task
        task.add_done_callback(partial(_drawn_now, table_id))


async def _draw_and_show(table_id: int) -> None:
    await show(table_id)
    _look_again(table_id)


def _drawn_now(table_id: int, task: asyncio.Task[None]) -> None:
    _drawing.pop(table_id, None)
    if not task.cancelled() and task.exception():
        log.error("table %s could not be drawn", table_id, exc_info=task.exception())


def background() -> None:
    """Start this process's chores with its first socket."""
    if not any(not task.done() and task.get_loop() is asyncio.get_running_loop() for task in _background):
        _background.clear()
        for chore, every in ((sweep, SWEEP_S), (save_presence, SAVE_PRESENCE_S)):
            _background.add(asyncio.create_task(_repeat(chore, every)))


async def _repeat(chore: Any, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        try:
            await chore()
        except Exception:
            log.exception("%s failed", chore.__name__)


async def sweep() -> None:
    """Repair lost rings: draw what differs from the database. Close who is signed out, silent or at a closed table."""
    for table_id in await pool.run(tables.behind, timing.now_ms()):
        draw_soon(table_id)
    limit = time.monotonic() - SILENT_S
    here = [
        page for topic in bell.topics("table:") for page in bell.listeners(topic) if isinstance(page, TableConsumer)
    ]
    for page in here:
        if page.heard < limit:
            page.hang_up(LATER, "silent")
    closed = set(await pool.run(tables.closed, list({page.table_id for page in here if page.table_id})))
    for page in here:
        if page.table_id in closed:
            page.hang_up(DONE, "closed")
    personal = {page for topic in bell.topics("user:") for page in bell.listeners(topic) if isinstance(page, Socket)}
    await _check(list(personal))


async def _check(pages: list[Socket]) -> None:
    for gone in await pool.run(signed_out, pages):
        gone.hang_up(SIGN_IN, "signed out")


_checks = Gathering(_check)


def check_soon(page: Socket) -> None:
    """Close a page if its session is over. Each page that shows what is only its user's asks when that user's topic
    rings; the sweep looks after those that listen to it."""
    _checks.add(page)


async def save_presence() -> None:
    await pool.run(presence.save)
    outside = {page.user_id for page in Socket.open if page.user_id and not isinstance(page, TableConsumer)}
    await pool.run(presence.save_outside, outside, timing.now_ms())
    await pool.run(presence.forget_before, timing.now_ms() - 10 * presence.ONLINE_MS)


def _find_table(public_id: str) -> tuple[int, bool] | None:
    """The table's number, and whether it is closed for good."""
    return Table.objects.filter(public_id=public_id).values_list("pk", "closed").first()
