"""Five hundred players at eighty-four tables: what concerns somebody is on their page within a second."""

import asyncio
import json
import time
from typing import Any

from tests.faults.field import Member, now_ms
from tests.serving import Site

PLAYERS, PEOPLE = 500, 200
LEVEL_MS = 8_000
LEVELS = 5  # changes that are waited for
WITHIN_MS = 1_000

_FIELD = f"""
import json
from django.test import Client
from accounts import guests
from games import cast, timing
from tournaments import levels, live
from tournaments.models import Tournament

cup = live.announce(Tournament(
    name="Field", format=Tournament.FREEZEOUT, seats_total=6, max_entries={PLAYERS}, min_entries={PLAYERS},
    entry_fee=100, stack=30, level_ms={LEVEL_MS}, levels=levels.schedule(10, 20), bot_level="beginner",
    starts_at=timing.now_ms() + 3_600_000,
))
people = {{}}
for _person in range({PEOPLE}):
    user = guests.create()
    live.enter(cup.pk, user, 1)
    visitor = Client()
    visitor.force_login(user)
    people[user.pk] = visitor.cookies["sessionid"].value
for bot in cast.make_extras({PLAYERS - PEOPLE}):
    live.enter_bot(cup.pk, bot)
print(json.dumps([cup.public_id, people]))
"""
_NOW = """
from games import timing
from tournaments.models import Tournament
Tournament.objects.update(starts_at=timing.now_ms(), due=timing.now_ms())
"""
_MOVES = """
import json
from tournaments.models import Move
moves = Move.objects.filter(entry__player__is_bot=False)
print(json.dumps(list(moves.values_list("at", "entry__player", "to"))))
"""


def python(site: Site, script: str) -> Any:
    shown = site.manage("shell", "-v", "0", "-c", script).strip().splitlines()
    return json.loads(shown[-1]) if shown else None


async def play(site: Site, tournament: str, sessions: list[str]) -> tuple[list[Member], int]:
    """Everybody comes, the tournament starts, and so many levels go by; who they are, and until when they looked."""
    members = [Member(site.url, tournament, session) for session in sessions]
    tasks = [asyncio.create_task(member.run()) for member in members]
    await asyncio.sleep(5)
    await asyncio.to_thread(python, site, _NOW)
    deadline = time.monotonic() + 30 + LEVELS * LEVEL_MS / 1000
    while not all(len(member.levels) > LEVELS for member in members):
        assert time.monotonic() < deadline, f"levels seen: {sorted(len(member.levels) for member in members)}"
        await asyncio.sleep(0.1)
    ended = now_ms()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return members, ended


def level_delays(members: list[Member]) -> list[int]:
    """How long after the beginning of each level each page was told, ms; the first level is the start."""
    told = [(level, ends, at) for member in members for (level, ends), at in member.levels.items()]
    return [at - (ends - LEVEL_MS) for level, ends, at in told if level > 1]


def move_delays(members: dict[int, Member], moves: list[tuple[int, int, int]]) -> list[int]:
    """How long after each move the moved one's page was told, ms."""
    delays = []
    for at, player, to in moves:
        told = [when for when, number in members[player].tables if number == to and when >= at]
        assert told, f"player {player} was never told of table {to}"
        delays.append(told[0] - at)
    return delays


def test_a_level_and_a_move_reach_every_page_within_a_second() -> None:
    with Site() as site:
        tournament, people = python(site, _FIELD)
        members, ended = asyncio.run(play(site, tournament, list(people.values())))
        moves = [move for move in python(site, _MOVES) if move[0] < ended - WITHIN_MS]
        told_levels = level_delays(members)
        told_moves = move_delays(dict(zip(map(int, people), members, strict=True)), moves)
        print(f"a level: at most {max(told_levels)} ms; {len(moves)} moves of people: {sorted(told_moves)} ms")
        assert len(told_levels) >= LEVELS * PEOPLE
        assert max(told_levels) <= WITHIN_MS
        assert moves, "nobody was moved"
        assert max(told_moves) <= WITHIN_MS
        assert not any(member.lost for member in members)
        assert "Traceback" not in site.log
        site.manage("audit")
