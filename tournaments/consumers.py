"""The tournaments' sockets: the list's bell, one tournament's news, and the call to one's table. docs/protocol.md."""

import asyncio
import json
import logging

from django.utils.translation import override, pgettext

from games import bell, pool, timing
from games.consumers import RingConsumer, background, check_soon
from games.gathering import Gathering
from games.sockets import NOT_HERE, SIGN_IN, Scope, Send, Socket

from . import news
from .models import Tournament
from .news import Facts, News

log = logging.getLogger(__name__)

EVERY_S = 0.5  # between two news of a tournament: a change is told well within a second
REPAIR_S = 10  # a ring may be lost


def _text(facts: object) -> str:
    return json.dumps(facts, separators=(",", ":"))


class TournamentsConsumer(RingConsumer):
    TOPIC = "tournaments"


class TournamentConsumer(Socket):
    """A page that shows one tournament, or a table of it."""

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(scope, send)
        self.public_id: str = scope["url_route"]["kwargs"]["public_id"]
        self.tournament_id: int | None = None
        self._shown = ""

    @property
    def topic(self) -> str:
        return f"tournament:{self.tournament_id}"

    async def opened(self) -> bool:
        found = await pool.run(_find, self.public_id)
        if found is None:
            self.hang_up(NOT_HERE, "no such tournament")
            return False
        self.tournament_id = found
        bell.listen(self.topic, self)
        if self.user_id is not None:
            bell.listen(f"user:{self.user_id}", self)
        background()
        desk_of(found)
        self.look_again()
        return True

    def closed(self) -> None:
        bell.forget(self.topic, self)
        bell.forget(f"user:{self.user_id}", self)
        if self.tournament_id is not None and not bell.listeners(self.topic):
            _close_desk(self.tournament_id)

    def ring(self, topic: str, version: int) -> None:
        if topic != self.topic:
            check_soon(self)
        if self.tournament_id is not None:
            desk_of(self.tournament_id).stale.set()

    def newest(self) -> list[str]:
        desk = _desks.get(self.tournament_id or 0)
        if desk is None or desk.news is None:
            return []
        shown = f'{desk.public},"me":{_text(desk.news.players.get(self.user_id or 0))}}}'
        if shown == self._shown:
            return []
        self._shown = shown
        return [f'{{"type":"news","server_ms":{timing.now_ms()},{shown}']


class MeConsumer(Socket):
    """Any page of somebody who has entered a tournament: calls them to their table."""

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(scope, send)
        self._called: str | None = None

    async def opened(self) -> bool:
        if self.user_id is None:
            self.hang_up(SIGN_IN, "signed out")
            return False
        bell.listen(f"user:{self.user_id}", self)
        background()
        _calls.add(self)
        return True

    def closed(self) -> None:
        bell.forget(f"user:{self.user_id}", self)

    def ring(self, topic: str, version: int) -> None:
        check_soon(self)
        _calls.add(self)

    def call(self, tables: list[Facts]) -> None:
        """Tell it, unless that has been told."""
        with override(self.language):
            tables = [{**table, "name": pgettext("a tournament", str(table["name"]))} for table in tables]
        if self._called != (called := _text(tables)):
            self._called = called
            self.say(type="call", tables=tables)


# --- what a process does for all its sockets --------------------------------------------------------------------------


class Desk:
    """One tournament's news in this process, made once for all who listen here, whenever it has rung."""

    def __init__(self, tournament_id: int) -> None:
        self.tournament_id = tournament_id
        self.news: News | None = None
        self.public = ""  # the public facts as the beginning of a frame's text
        self.stale = asyncio.Event()
        self.stale.set()
        self.task = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self.stale.wait(), REPAIR_S)
            except TimeoutError:
                pass
            self.stale.clear()
            try:
                await self._make()
            except Exception:
                log.exception("tournament %s: no news could be made", self.tournament_id)
            await asyncio.sleep(EVERY_S)

    async def _make(self) -> None:
        self.news = await pool.run(news.of, self.tournament_id)
        self.public = _text(self.news.public)[1:-1]
        for listener in bell.listeners(f"tournament:{self.tournament_id}"):
            if isinstance(listener, TournamentConsumer):
                listener.look_again()


_desks: dict[int, Desk] = {}


def desk_of(tournament_id: int) -> Desk:
    """The desk of a tournament to which somebody listens."""
    desk = _desks.get(tournament_id)
    if desk is None or desk.task.done():
        desk = _desks[tournament_id] = Desk(tournament_id)
    return desk


def _close_desk(tournament_id: int) -> None:
    desk = _desks.pop(tournament_id, None)
    if desk:
        desk.task.cancel()


async def _tell(pages: list[MeConsumer]) -> None:
    tables = await pool.run(news.calls, list({page.user_id for page in pages if page.user_id is not None}))
    for page in pages:
        page.call(tables.get(page.user_id or 0, []))


_calls = Gathering(_tell)


def _find(public_id: str) -> int | None:
    return Tournament.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
