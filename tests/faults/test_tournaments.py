"""Whole tournaments whose process is killed again and again: each goes on where it was, and every chip and every prize
is where it belongs, once."""

import json
import random
import secrets
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests import postgres
from tests.client import Visitor
from tests.faults.players import Player
from tests.serving import FILE, ROOT, Site

KILLS = 10
FREEZEOUT = ("--players", "60", "--re-entries", "1")
ARENA = ("--players", "30", "--format", "arena", "--minutes", "15")
# What each has done at least when its prizes are due: entries and finished games.
LENGTHS = {FREEZEOUT: 60 + 200, ARENA: 30 + 60}
PATIENCE_S = 300.0


@pytest.fixture(params=["sqlite", "postgresql"])
def home(request: pytest.FixtureRequest) -> Iterator[Site]:
    """A prepared database of either kind; nothing runs there yet."""
    environment = {}
    if request.param == "postgresql":
        host, name = request.getfixturevalue("postgresql"), f"azi_{secrets.token_hex(4)}"
        with psycopg.connect(host=host, user=postgres.USER, dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        environment = {"DATABASE_URL": f"postgresql://{postgres.USER}@/{name}?host={host}"}
    site = Site(**environment)
    try:
        yield site.prepare()
    finally:
        site.close()


def ask(site: Site, sql: str) -> Any:
    """The answer to a question of one number or word, whatever runs there."""
    if url := site.environment.get("DATABASE_URL"):
        with psycopg.connect(url) as connection:
            row = connection.execute(sql.encode()).fetchone()
    else:
        reader = sqlite3.connect(f"file:{site.var / FILE}?mode=ro", uri=True, timeout=30)
        try:
            row = reader.execute(sql).fetchone()
        finally:
            reader.close()
    return row[0] if row else None


def done(site: Site) -> int:
    """Entries and finished games so far."""
    found = ask(site, "SELECT (SELECT count(*) FROM tournaments_entry) + (SELECT count(*) FROM games_gamerecord)")
    return int(found)


def state(site: Site) -> str:
    return str(ask(site, "SELECT state FROM tournaments_tournament"))


def rehearse(site: Site, *arguments: str) -> subprocess.Popen[str]:
    with (site.var / "log").open("a") as log:
        command = [sys.executable, "manage.py", "rehearse", "--resume", *arguments]
        return subprocess.Popen(command, cwd=ROOT, env=site.environment, stdout=log, stderr=log, text=True)


def outcome(site: Site) -> dict[str, Any]:
    """What the books say of the only tournament there is."""
    shown = site.manage("shell", "-v", "0", "-c", _OUTCOME)
    found: dict[str, Any] = json.loads(shown.strip().splitlines()[-1])
    return found


_OUTCOME = """
import json
from django.db.models import Sum
from accounts.models import LedgerAccount, Transfer
from games.models import Seat, Table
from tournaments import ending
from tournaments.models import Entry, Tournament

cup = Tournament.objects.get()
entries = Entry.objects.exclude(state=Entry.WITHDRAWN)
won = {f"{cup.pool_code}:prize:{one.player_id}:{one.number}": one.prize for one in entries if one.prize}
paid = dict(Transfer.objects.filter(key__contains=":prize:").values_list("key", "amount"))
print(json.dumps({
    "state": cup.state,
    "ledger": LedgerAccount.objects.aggregate(sum=Sum("balance"))["sum"],
    "in its pool": LedgerAccount.objects.get(code=f"pool:{cup.pool_code}").balance,
    "fees": Transfer.objects.filter(key__contains=":entry:").count(),
    "entries": entries.count(),
    "prizes": sum(paid.values()),
    "pool": ending.pool(cup),
    "paid as won": won == paid,
    "without a place": entries.filter(place=None).count(),
    "seats": Seat.objects.filter(table__of_tournament__tournament=cup).count(),
    "open tables": Table.objects.filter(of_tournament__tournament=cup, closed=False).count(),
}))
"""


def check_outcome(site: Site) -> None:
    found = outcome(site)
    assert found == {
        **found,
        "state": "finished",
        "ledger": 0,
        "in its pool": 0,
        "fees": found["entries"],
        "prizes": found["pool"],
        "paid as won": True,
        "without a place": 0,
        "seats": 0,
        "open tables": 0,
    }
    site.manage("audit")


@pytest.mark.parametrize("arguments", [FREEZEOUT, ARENA], ids=["freezeout", "arena"])
def test_a_tournament_survives_ten_kills(arguments: tuple[str, ...], home: Site) -> None:
    chance = random.Random()
    for point in sorted(chance.sample(range(LENGTHS[arguments]), KILLS)):
        process = rehearse(home, *arguments)
        deadline = time.monotonic() + PATIENCE_S
        while done(home) < point:
            assert process.poll() is None, f"it ended before it was killed:\n{home.log}"
            assert time.monotonic() < deadline, f"it stands still:\n{home.log}"
            time.sleep(0.02)
        time.sleep(chance.uniform(0, 0.1))
        process.kill()
        process.wait()
        home.manage("audit")
    assert rehearse(home, *arguments).wait(PATIENCE_S) == 0, home.log
    assert home.log.rstrip().endswith("audit: clean")
    assert "Traceback" not in home.log
    check_outcome(home)


def test_a_sit_and_go_of_people_and_bots_survives_its_server(home: Site) -> None:
    shown = home.manage("shell", "-v", "0", "-c", _SIT_AND_GO)
    sessions = json.loads(shown.strip().splitlines()[-1])
    home.start()
    until(lambda: ask(home, "SELECT count(*) FROM games_seat WHERE stack = 60") == 6, "it does not start")
    table = ask(home, "SELECT public_id FROM games_table WHERE stakes = 'tournament'")
    players = [Player(Visitor(home.url, one), table, random.Random(one)) for one in sessions]
    for player in players:
        player.start()
    try:
        for _kill in range(2):
            games = ask(home, "SELECT count(*) FROM games_gamerecord")
            until(lambda: done_games(home) > games or state(home) == "finished", "no game ends")  # noqa: B023
            home.kill()
            home.manage("audit")
            home.start()
        until(lambda: state(home) == "finished", "it does not end")
        until(lambda: ask(home, _OPEN_TABLES) == 0, "its table stays open")
    finally:
        for player in players:
            player.stop()
    assert any(player.steps for player in players)
    assert "Traceback" not in home.log
    check_outcome(home)


def done_games(site: Site) -> int:
    return int(ask(site, "SELECT count(*) FROM games_gamerecord"))


_OPEN_TABLES = "SELECT count(*) FROM games_table WHERE stakes = 'tournament' AND NOT closed"

_SIT_AND_GO = """
import json
from django.test import Client
from accounts import guests
from games import cast
from tournaments import levels, live
from tournaments.models import Tournament

cup = live.announce(Tournament(
    name="Cup", seats_total=6, max_entries=6, entry_fee=100, stack=60, level_games=1, levels=levels.schedule(10, 10),
    prizes=Tournament.TOP15, bots=True, bot_level="beginner",
))
sessions = []
for _person in range(2):
    user = guests.create()
    live.enter(cup.pk, user, 1)
    visitor = Client()
    visitor.force_login(user)
    sessions.append(visitor.cookies["sessionid"].value)
for bot in cast.make_extras(4):
    live.enter_bot(cup.pk, bot)
print(json.dumps(sessions))
"""


def until(condition: Any, what: str, seconds: float = 120) -> None:
    """Waits for something that other processes bring about."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)
