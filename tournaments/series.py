"""Tournaments that come again and again, announced a week ahead: "every day 20:00 Asia/Almaty".

The time is that on the clocks of the place, whatever daylight saving does to them: an hour that is skipped there
starts it as much later, and of an hour that comes twice the first counts. One tournament a series and local date.
Of a series of sit & gos one is always open: when it has begun, the next one is announced.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from django.db import IntegrityError

from games import timing

from . import live
from .models import Series, Tournament

LOOK_MS = 15_000

_looked_at = 0  # when this process last looked for what is missing, ms


def starts(day: date, at: time, zone: str) -> datetime:
    """The moment at which a place's clocks show that time on that date, in UTC."""
    return datetime.combine(day, at.replace(fold=0), ZoneInfo(zone)).astimezone(UTC)


def days(series: Series, now: datetime) -> list[date]:
    """The local dates of the coming week on which it takes place and has not begun yet."""
    today = now.astimezone(ZoneInfo(series.zone)).date()
    ahead = [today + timedelta(days=day) for day in range(Series.AHEAD_DAYS + 1)]
    return [
        day for day in ahead if str(day.isoweekday()) in series.weekdays and now < starts(day, series.at, series.zone)
    ]


def due(now: int) -> list[Callable[[], None]]:
    """Four times a minute: a job for each tournament of a series that should be announced by now."""
    global _looked_at
    if abs(now - _looked_at) < LOOK_MS:
        return []
    _looked_at = now
    moment = datetime.fromtimestamp(now / 1000, UTC)
    jobs: list[Callable[[], None]] = []
    for series in Series.objects.filter(active=True):
        if series.format == Series.SIT_AND_GO:
            jobs.append(partial(open_one, series))
            continue
        known = set(Tournament.objects.filter(series=series).values_list("day", flat=True))
        jobs += [partial(announce, series, day) for day in days(series, moment) if day not in known]
    return jobs


def announce(series: Series, day: date) -> None:
    """The series' tournament of that local date; nothing where there is one already, whoever made it."""
    begins = starts(day, series.at, series.zone)
    if begins.timestamp() * 1000 <= timing.now_ms() or Tournament.objects.filter(series=series, day=day).exists():
        return
    _announce(Tournament(series=series, day=day, starts_at=int(begins.timestamp()) * 1000, **series.terms()))


def open_one(series: Series) -> None:
    """A sit & go of the series that waits for players, unless one does."""
    made = Tournament.objects.filter(series=series)
    if not made.filter(state=Tournament.ANNOUNCED).exists():
        _announce(Tournament(series=series, once=f"series:{series.pk}:{made.count()}", **series.terms()))


def _announce(tournament: Tournament) -> None:
    try:
        live.announce(tournament)
    except IntegrityError:
        pass  # another clock was first
