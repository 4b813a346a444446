"""Whatever a view showed is still there after the server was killed or restarted, and the games go on."""

import json
import random
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from games.rules import record
from tests import postgres
from tests.client import Visitor
from tests.faults.players import Player
from tests.serving import Site
from tests.stage import set_stage

KILLS = 5
KILLS_IN_HANDSHAKES = 12
TABLES = 3
GOES_ON_S = 5.0  # from the moment the server is ready again


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    """A site on either database."""
    if request.param == "sqlite":
        with Site() as site:
            yield site
    else:
        yield request.getfixturevalue("site_on_postgresql")


@pytest.fixture
def site_on_postgresql(postgresql: str) -> Iterator[Site]:
    """A site on a database of its own in the tests' PostgreSQL."""
    name = f"azi_{secrets.token_hex(4)}"
    with psycopg.connect(host=postgresql, user=postgres.USER, dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    with Site(DATABASE_URL=f"postgresql://{postgres.USER}@/{name}?host={postgresql}") as site:
        yield site


@contextmanager
def company(site: Site, tables: int = TABLES, bots: bool = True) -> Iterator[list[Player]]:
    """Two people a table who play with bots: one sits there, bots come, the other one takes a seat as they play."""
    players = []
    for number in range(tables):
        people = (f"Alice{number}", f"Bob{number}")
        stage = set_stage(site, *people, name=f"Felt {number}", bots=bots, seated=1)
        for name in people:
            players.append(Player(Visitor(site.url, stage.sessions[name]), stage.table, random.Random(name)))
    for player in players:
        player.start()
    try:
        yield players
    finally:
        for player in players:
            player.stop()


def until(condition: Callable[[], object], seconds: float, what: str) -> None:
    """Waits for something that threads bring about."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def until_all_play(players: list[Player]) -> None:
    """Waits until everybody has seen something new, and somebody's game is under way."""
    before = [player.steps for player in players]

    def everybody_moved() -> bool:
        return all(player.steps >= steps + 3 for player, steps in zip(players, before, strict=True))

    until(everybody_moved, 60, "a table stands still")
    until(lambda: sum(player.is_mid_game() for player in players) > len(players) // 2, 60, "no game is under way")


def records(site: Site) -> dict[str, str]:
    """The text of every game in the database, running ones too, by the game's public id."""
    shown = site.manage("shell", "-v", "0", "-c", _RECORDS)
    found: dict[str, str] = json.loads(shown.strip().splitlines()[-1])
    return found


_RECORDS = """
import json
from games.models import GameRecord, Table
found = dict(GameRecord.objects.values_list("public_id", "record"))
found |= dict(Table.objects.exclude(record="").values_list("game_id", "record"))
print(json.dumps(found))
"""


def check_nothing_is_lost(site: Site, players: list[Player]) -> None:
    """Every event and every result that anybody was shown stands in the database."""
    games = {game: record.read(text).game for game, text in records(site).items()}
    for player in players:
        for game, events in list(player.shown.items()):
            kept = {number: word for number, word, _chips in games[game].events}
            assert events == {number: kept.get(number) for number in events}
        for game, net in list(player.results.items()):
            assert games[game].is_over
            assert {int(seat): chips for seat, chips in net.items()} == games[game].net


def deals(site: Site) -> dict[str, dict[int, tuple[str, str]]]:
    """The hashes of header and record of every deal in the database, by table and number."""
    shown = site.manage("shell", "-v", "0", "-c", _DEALS)
    found: dict[str, dict[int, tuple[str, str]]] = {}
    for table, deal_no, header_hash, record_hash in json.loads(shown.strip().splitlines()[-1]):
        found.setdefault(table, {})[deal_no] = (header_hash, record_hash)
    return found


_DEALS = """
import json
from games.models import DealRecord
found = DealRecord.objects.values_list("table__public_id", "deal_no", "header", "record_hash")
print(json.dumps([[table, deal, json.loads(header)["header_hash"], over] for table, deal, header, over in found]))
"""


def check_deals(site: Site, players: list[Player]) -> None:
    """No header that anybody was shown is gone or another one, and what was told of each deal holds."""
    kept = deals(site)
    for player in players:
        handshake = player.handshake
        assert handshake.faults == []
        for deal_no, told in list(handshake.records.items()):
            header_hash, record_hash = kept[player.table][deal_no]
            assert told["header_hash"] == header_hash
            assert told.get("record_hash", record_hash) == record_hash


def check_audit(site: Site) -> None:
    """No chip is lost or made (a breach exits 1)."""
    site.manage("audit")


def views_of(player: Player) -> tuple[Any, ...]:
    """What must move for a table to be alive."""
    return player.steps, len(player.results)


def test_what_was_shown_survives_a_kill(site: Site) -> None:
    with company(site) as players:
        for _kill in range(KILLS):
            until_all_play(players)
            site.kill()
            check_nothing_is_lost(site, players)
            check_audit(site)
            stood = {player: views_of(player) for player in players if player.is_mid_game()}
            site.start()
            began = time.monotonic()
            for player, before in stood.items():
                until(lambda: views_of(player) != before, GOES_ON_S, "a game does not go on")  # noqa: B023
            assert time.monotonic() - began < GOES_ON_S
        until_all_play(players)
    check_nothing_is_lost(site, players)
    check_deals(site, players)
    check_audit(site)
    for player in players:
        assert player.versions == sorted(player.versions), "a table went back in time"
        assert len(player.closes) >= KILLS
    assert "Traceback" not in site.log


def test_a_header_is_the_same_after_a_kill(site: Site) -> None:
    """Killed again and again between header and cards: the clock goes on with it, and no seed is shown under two.

    One of two at each table never reveals, so that the others are waited for.
    """
    chance = random.Random("when")
    with company(site, bots=False) as players:
        for player in players[1::2]:
            player.handshake.reveals = False
        for kill in range(KILLS_IN_HANDSHAKES):
            until(lambda: any(player.is_waiting_for_cards() for player in players), 60, "no header comes")
            time.sleep(chance.choice((0, 0, chance.random())))
            site.kill()
            over = {one: len(one.handshake.verified) for one in players if one.is_waiting_for_cards()}
            if kill % 4 == 0:
                check_deals(site, players)
                check_audit(site)
            site.start()
            for player, before in over.items():
                until(lambda: len(player.handshake.verified) > before, 60, "a deal does not go on")  # noqa: B023
    check_deals(site, players)
    check_nothing_is_lost(site, players)
    check_audit(site)
    for player in players:
        assert player.handshake.verified
    assert any(player.handshake.counted for player in players[::2])
    assert not any(player.handshake.counted for player in players[1::2])
    assert "Traceback" not in site.log


def test_a_told_server_says_goodbye_and_loses_nothing(site: Site) -> None:
    with company(site, 1) as players:
        until_all_play(players)
        assert site.stop(signal.SIGTERM) == 0
        until(lambda: all(player.closes for player in players), 10, "a socket was not closed")
        assert {code for player in players for code in player.closes} == {4012}
        check_nothing_is_lost(site, players)
        check_audit(site)
        site.start()
        until_all_play(players)
    assert "Traceback" not in site.log


def test_a_database_that_restarts_costs_at_most_one_error(site_on_postgresql: Site, postgresql: str) -> None:
    site = site_on_postgresql
    with company(site, 1) as players:
        until_all_play(players)
        postgres.restart(postgresql)
        until_all_play(players)
        postgres.restart(postgresql)
        until_all_play(players)
        for player in players:
            assert player.refusals("busy") <= 2, "more than one error a restart"
            assert not player.closes, "a socket was closed"
    check_nothing_is_lost(site, players)
    check_audit(site)
