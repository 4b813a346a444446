"""The server that the live benchmark measures: the site as `manage.py serve` runs it, and beside it a bare consumer.

    python -m tests.bench.live_server TABLES [SEATS] [prepared]

makes that many tables of four people, or as many as told, in a new database, prints `{"port", "tables": [[public id,
[session, …]], …]}` as a line of JSON, and serves on one core until it is told to stop. Of `prepared` decks there is
nothing to prove.

Limits and pauses that protect people would bound the measurement, so they are lifted here, and here only.
"""

import json
import os
import random
import re
import sys
from typing import Any, ClassVar

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from accounts import guests  # noqa: E402
from accounts.models import User  # noqa: E402
from azi_site import application  # noqa: E402
from azi_site.server import Server  # noqa: E402
from games import between, live, moves, sockets, tables  # noqa: E402
from games.models import Seat, Table  # noqa: E402
from games.rules import cards  # noqa: E402

SEATS = 4
STACK = 1_000_000
LIMITLESS = 10**9
BARE = re.compile(r"/bare/(\d+)/")
VIEW_BYTES = 2_200  # what a view of a four-seat game weighs in mid-game


class Bare(AsyncWebsocketConsumer):
    """What a good engineer writes first: a registry in the process, one raw UPDATE, a send to everybody there."""

    here: ClassVar[dict[int, set["Bare"]]] = {}

    async def connect(self) -> None:
        self.group = int(BARE.fullmatch(self.scope["path"])[1])  # type: ignore[index]
        self.here.setdefault(self.group, set()).add(self)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        self.here[self.group].discard(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        frame = json.loads(text_data or "{}")
        version = await database_sync_to_async(_append)(self.group, frame["do"])
        text = json.dumps({"type": "view", "version": version, "filling": "x" * VIEW_BYTES})
        for consumer in list(self.here[self.group]):
            await consumer.send(text_data=text)


def _append(group: int, word: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE bare SET record = substr(record, 1, 600) || %s, version = version + 1 WHERE id = %s"
            " RETURNING version",
            (word, group),
        )
        return int(cursor.fetchone()[0])


def prepare(how_many: int, seats: int = SEATS) -> list[list[Any]]:
    """Tables with so many people each, and their sessions."""
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bare (id integer PRIMARY KEY, version integer, record text)")
        cursor.executemany("INSERT INTO bare VALUES (%s, 0, '')", [(number,) for number in range(how_many)])
    return [_table(number, seats) for number in range(how_many)]


def _table(number: int, seats: int) -> list[Any]:
    table = live.open_table(f"Bench {number}", 10)
    Table.objects.filter(pk=table.pk).update(bots=False)
    sessions = []
    for seat in range(1, seats + 1):
        user = guests.create()
        live.sit(table.pk, user.pk, seat, 20 * table.ante)
        sessions.append(_session(user))
    # Deep stacks, so that the bidding goes on: no wallet could pay them, and nothing here looks at the books.
    Seat.objects.filter(table=table).update(stack=STACK)
    tables.forget(table.pk)
    return [table.public_id, sessions]


def _session(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def with_bare(site: Any) -> Any:
    bare = Bare.as_asgi()

    async def route(scope: Any, receive: Any, send: Any) -> None:
        is_bare = scope["type"] == "websocket" and BARE.fullmatch(scope["path"])
        await (bare if is_bare else site)(scope, receive, send)

    return route


def main() -> None:
    made = prepare(*map(int, sys.argv[1:3]))
    if "prepared" in sys.argv[3:]:
        chance = random.Random(1)
        settings.AZI_STACKED_DECKS = ["".join(chance.sample(cards.NAMES, 27)) for _deck in range(100)] * 10_000
    between.FIRST_GAME_MS = moves.NEXT_GAME_MS = moves.NEXT_DEAL_MS = 0
    sockets.FRAMES_A_SECOND = sockets.BURST = LIMITLESS
    server = Server(with_bare(application.build()), "127.0.0.1", settings.PORT)
    print(json.dumps({"port": settings.PORT, "tables": made}), flush=True)
    server.run()


if __name__ == "__main__":
    main()
