"""Tournaments that come again: announced a week ahead, at the time of a place's clocks whatever these do."""

from datetime import UTC, date, datetime, time
from itertools import pairwise

import pytest
from django.core.management import call_command

from accounts import ledger
from tournaments import levels
from tournaments import series as series_of
from tournaments.models import Series, Tournament

from .course import NOON, Course, enter

pytestmark = pytest.mark.django_db(transaction=True)

DAY_MS = 86_400_000


def a_series(**terms: object) -> Series:
    wanted: dict[str, object] = {
        "name": "Evening cup",
        "format": Tournament.FREEZEOUT,
        "levels": levels.schedule(10),
        "at": time(20, 0),
        "zone": "Asia/Almaty",
        **terms,
    }
    return Series.objects.create(**wanted)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("day", "at", "zone", "moment"),
    [
        (date(2026, 12, 1), time(20, 0), "Asia/Almaty", utc(2026, 12, 1, 15)),
        (date(2026, 10, 24), time(20, 0), "Europe/Paris", utc(2026, 10, 24, 18)),  # the last day of summer time
        (date(2026, 10, 25), time(20, 0), "Europe/Paris", utc(2026, 10, 25, 19)),  # the same clocks, an hour later
        (date(2027, 3, 27), time(20, 0), "Europe/Paris", utc(2027, 3, 27, 19)),
        (date(2027, 3, 28), time(20, 0), "Europe/Paris", utc(2027, 3, 28, 18)),
        (date(2027, 3, 28), time(2, 30), "Europe/Paris", utc(2027, 3, 28, 1, 30)),  # skipped there: 3:30
        (date(2026, 10, 25), time(2, 30), "Europe/Paris", utc(2026, 10, 25, 0, 30)),  # comes twice: the first
    ],
)
def test_the_moment_follows_the_clocks_of_the_place(day: date, at: time, zone: str, moment: datetime) -> None:
    assert series_of.starts(day, at, zone) == moment


def test_a_week_is_announced_once(course: Course) -> None:
    every = a_series()
    course.look()
    announced = Tournament.objects.filter(series=every)
    assert announced.count() in (7, 8)  # today's too, where its time has not come
    starts = sorted(announced.values_list("starts_at", flat=True), key=lambda at: at or 0)
    assert {(later or 0) - (earlier or 0) for earlier, later in pairwise(starts)} == {DAY_MS}
    before = announced.count()
    course.pass_ms(3_600_000)
    assert announced.count() == before


def test_each_day_brings_one_more(course: Course) -> None:
    every = a_series(min_entries=2)
    course.look()
    before = Tournament.objects.filter(series=every).count()
    course.now += DAY_MS
    course.look()
    assert Tournament.objects.filter(series=every).count() == before + 1


def test_only_on_its_weekdays(course: Course) -> None:
    a_series(weekdays="67")
    course.look()
    days = Tournament.objects.values_list("day", flat=True)
    assert {day.isoweekday() for day in days if day} == {6, 7}


def test_one_that_is_not_active_brings_nothing(course: Course) -> None:
    a_series(active=False)
    course.look()
    assert not Tournament.objects.exists()


def test_it_has_the_terms_of_the_series_and_what_the_house_adds(course: Course) -> None:
    every = a_series(entry_fee=250, added=1_000, seats_total=4, late_levels=3, weekdays="3")
    course.look()
    cup = Tournament.objects.get()
    every.refresh_from_db()
    assert cup.terms() == every.terms()
    assert ledger.balance(ledger.pool(cup.pool_code)) == 1_000


def test_two_clocks_announce_it_once(course: Course) -> None:
    every = a_series()
    day = series_of.days(every, datetime.fromtimestamp(NOON / 1000, UTC))[0]
    series_of.announce(every, day)
    series_of.announce(every, day)
    assert Tournament.objects.count() == 1


def test_of_a_series_of_sit_and_gos_one_is_always_open(course: Course) -> None:
    every = a_series(format=Tournament.SIT_AND_GO, seats_total=2, max_entries=2)
    course.look()
    first = Tournament.objects.get(series=every)
    enter(first, "alice", "bob")
    course.pass_ms(1_000)
    series_of.open_one(every)
    series_of.open_one(every)
    states = Tournament.objects.filter(series=every).order_by("pk").values_list("state", flat=True)
    assert list(states) == [Tournament.RUNNING, Tournament.ANNOUNCED]


def test_the_house_brings_its_series_once(course: Course) -> None:
    call_command("announce_house_tournaments")
    made = Series.objects.count()
    assert made > 2
    Series.objects.filter(format=Tournament.ARENA).update(active=False)
    call_command("announce_house_tournaments")
    assert Series.objects.count() == made
    for series in Series.objects.all():
        series.full_clean()
    course.look()
    assert Tournament.objects.filter(series__format=Tournament.FREEZEOUT).count() >= 7
