"""The clock: four times a second it asks every app what is due, and it never times anybody out for our own absence.

Any number of clocks may run: what they do is guarded in the database, and each expiry takes effect once.
"""

import asyncio
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import structlog
from django.db import connection, transaction

from azi_site import forgetting
from azi_site.models import ClockTick
from games import deal_statistics, erasing, live, pool, tally
from tournaments import director, leaderboard, series

INTERVAL = 0.25  # seconds between two looks
STORED_EVERY_MS = 1_000
LONGEST_GAP_MS = 5_000  # an older tick means that nobody could have answered in time

# Of every app: what is due at a moment (the server's milliseconds), as jobs that any number of clocks may do.
ASKED: list[Callable[[int], list[Callable[[], None]]]] = [
    *(live.due, director.due, series.due),
    *(forgetting.due, erasing.due, tally.due, leaderboard.due, deal_statistics.due),
]

P = ParamSpec("P")
R = TypeVar("R")

log = structlog.get_logger("azi.clock")


async def run(stop: asyncio.Event) -> None:
    """Tick until `stop` is set. A tick that takes long delays the next one; one that fails is logged."""
    while not stop.is_set():
        began = time.monotonic()
        try:
            await tick(stop)
        except Exception:
            log.exception("the clock stumbled")
        pause = INTERVAL - (time.monotonic() - began)
        try:
            await asyncio.wait_for(stop.wait(), max(pause, 0.01))
        except TimeoutError:
            continue


async def tick(stop: asyncio.Event) -> None:
    """One look. What is due is done job by job, so that players' actions get their turns in between."""
    await pool.run(keep_up)
    kept_up = now_ms()
    for due in ASKED:
        for job in await _unless_it_fails(due, now_ms()) or ():
            if stop.is_set():
                return
            await _unless_it_fails(job)
            if now_ms() - kept_up >= STORED_EVERY_MS:  # with much to do it is no absence that this look takes long
                await pool.run(keep_up)
                kept_up = now_ms()


async def _unless_it_fails(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
    """One app, or one table, that fails does not keep the others waiting."""
    try:
        return await pool.run(call, *args, **kwargs)
    except Exception:
        log.exception("what was due failed", what=repr(call))
        return None


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def keep_up() -> None:
    """Stores that a clock is running; where none was (a restart, an outage, a jump), moves all deadlines by the gap.

    Raises when the deadlines could not be moved: then nothing may be asked what is due.
    """
    last = ClockTick.objects.filter(pk=1).values_list("last_ms", flat=True).first()
    # Read after the tick: a thread that waited for the database in between must not seem to live in the past.
    now = now_ms()
    if last is None:
        ClockTick.objects.bulk_create([ClockTick(pk=1, last_ms=now)], ignore_conflicts=True)
        return
    gap = now - last
    if abs(gap) > LONGEST_GAP_MS:
        # Forward, everybody gets the time that they missed; backward, nobody waits until the old time comes again.
        with transaction.atomic():
            if _store(last, now):
                director.shift(gap)  # first: a tournament is locked before its tables
                live.shift(gap)
                log.warning("deadlines moved", gap_ms=gap)
    elif gap >= STORED_EVERY_MS:
        _store(last, now)


def _store(last: int, now: int) -> bool:
    """Guarded by what was read, so that of several clocks that saw a gap only one moves the deadlines."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE azi_site_clocktick SET last_ms = %s WHERE id = 1 AND last_ms = %s", [now, last])
        return bool(cursor.rowcount)
