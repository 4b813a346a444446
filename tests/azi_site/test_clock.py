"""The clock asks what is due, survives what fails, and gives back the time in which nobody could have answered."""

import asyncio
from collections.abc import Callable
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from azi_site import clock
from azi_site.models import ClockTick
from games import live
from tests.races import together

pytestmark = pytest.mark.django_db

NOON = 1_796_000_000_000


class Time:
    """A server's clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON
        self.shifts: list[int] = []

    def pass_ms(self, ms: int) -> None:
        self.now += ms
        clock.keep_up()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(clock, "now_ms", lambda: time.now)
    monkeypatch.setattr(live, "shift", time.shifts.append)
    return time


def stored() -> int:
    return ClockTick.objects.get().last_ms


@pytest.mark.databases
class TestGaps:
    def test_the_first_tick_of_all_moves_nothing(self, time: Time) -> None:
        time.pass_ms(0)
        assert stored() == NOON
        assert time.shifts == []

    def test_while_it_runs_it_stores_the_tick_once_a_second(self, time: Time) -> None:
        time.pass_ms(0)
        written = []
        for _ in range(12):
            time.pass_ms(250)
            written.append(stored() - NOON)
        assert sorted(set(written)) == [0, 1_000, 2_000, 3_000]
        assert time.shifts == []

    @pytest.mark.parametrize("gap", [5_001, 60_000, 86_400_000])
    def test_a_gap_is_given_back_once(self, time: Time, gap: int) -> None:
        time.pass_ms(0)
        time.pass_ms(gap)
        time.pass_ms(250)
        assert time.shifts == [gap]
        assert stored() == NOON + gap

    def test_five_seconds_are_no_gap(self, time: Time) -> None:
        time.pass_ms(0)
        time.pass_ms(5_000)
        assert time.shifts == []

    def test_a_clock_set_back_makes_nobody_wait_until_then(self, time: Time) -> None:
        time.pass_ms(0)
        time.pass_ms(-3_600_000)
        time.pass_ms(250)
        assert time.shifts == [-3_600_000]
        assert stored() == NOON - 3_600_000

    def test_a_clock_a_little_slow_changes_nothing(self, time: Time) -> None:
        time.pass_ms(0)
        time.pass_ms(-2_000)
        assert time.shifts == []
        assert stored() == NOON

    def test_deadlines_that_could_not_be_moved_are_moved_by_the_next_tick(
        self, time: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        time.pass_ms(0)

        def broken(_gap: int) -> None:
            raise RuntimeError("no")

        monkeypatch.setattr(live, "shift", broken)
        with pytest.raises(RuntimeError):
            time.pass_ms(60_000)
        assert stored() == NOON
        monkeypatch.setattr(live, "shift", time.shifts.append)
        time.pass_ms(250)
        assert time.shifts == [60_250]


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_of_eight_clocks_that_see_a_gap_one_moves_the_deadlines(time: Time) -> None:
    time.pass_ms(0)
    time.now += 60_000
    assert [outcome for outcome in together([clock.keep_up] * 8) if outcome] == []
    assert time.shifts == [60_000]


@pytest.mark.django_db(transaction=True)
class TestRunning:
    """On the loop. The pool's thread has a connection of its own, so these see only what is committed."""

    @pytest.fixture(autouse=True)
    def _pool(self) -> object:
        from games import pool

        yield
        pool.shut_down()
        connections.close_all()

    async def run(self, seconds: float) -> None:
        stop = asyncio.Event()
        running = asyncio.create_task(clock.run(stop))
        await asyncio.sleep(seconds)
        stop.set()
        await asyncio.wait_for(running, 5)

    async def test_it_asks_four_times_a_second(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[int] = []

        def due(now: int) -> list[Callable[[], None]]:
            asked.append(now)
            return []

        monkeypatch.setattr(clock, "ASKED", [due])
        await self.run(1.6)
        assert 4 <= len(asked) <= 8
        assert all(later - earlier >= 200 for earlier, later in pairwise(asked))

    async def test_what_fails_keeps_nobody_else_waiting(self, monkeypatch: pytest.MonkeyPatch) -> None:
        done: list[str] = []

        def fails(*_: object) -> list[Callable[[], None]]:
            raise RuntimeError("this one always fails")

        def due(_now: int) -> list[Callable[[], None]]:
            return [fails, lambda: done.append("table 2")]  # type: ignore[list-item]

        monkeypatch.setattr(clock, "ASKED", [fails, due])
        await self.run(0.8)
        assert len(done) >= 2

    async def test_a_database_that_is_away_stops_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[int] = []
        failures = iter([RuntimeError("away"), RuntimeError("still away")])

        def keep_up() -> None:
            for failure in failures:
                raise failure

        monkeypatch.setattr(clock, "keep_up", keep_up)
        monkeypatch.setattr(clock, "ASKED", [lambda now: asked.append(now)])
        await self.run(1.2)
        assert asked

    async def test_a_slow_look_is_never_overtaken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        import time

        inside, most = 0, 0

        def slow() -> None:
            nonlocal inside, most
            inside += 1
            most = max(most, inside)
            time.sleep(0.4)
            inside -= 1

        monkeypatch.setattr(clock, "ASKED", [lambda _now: [slow]])
        await self.run(1.3)
        assert most == 1

    async def test_a_look_with_much_to_do_is_no_outage(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Five hundred players start at once on a weak machine: whoever is busy is there."""
        time = Time()
        monkeypatch.setattr(clock, "now_ms", lambda: time.now)
        monkeypatch.setattr(live, "shift", time.shifts.append)

        def job() -> None:
            time.now += 900

        monkeypatch.setattr(clock, "ASKED", [lambda _now: [job] * 9])
        for _look in range(2):
            await clock.tick(asyncio.Event())
        assert time.shifts == []


def test_a_clock_alone_wants_redis() -> None:
    with pytest.raises(CommandError, match="REDIS_URL"):
        call_command("clock")
