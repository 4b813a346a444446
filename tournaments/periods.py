"""The periods of the leaderboards, all of UTC: everything, weeks from Monday, months, seasons of three months."""

from datetime import date, timedelta

from games.timing import moment

ALL = "all"


def day_of(ms: int) -> date:
    return moment(ms).date()


def of(ms: int) -> list[str]:
    """Those that a moment belongs to."""
    day = day_of(ms)
    return [ALL, week(day), month(day), season(day)]


def week(day: date) -> str:
    """By ISO 8601: the days around New Year belong to the week's year."""
    year, number, _weekday = day.isocalendar()
    return f"{year}-W{number:02}"


def month(day: date) -> str:
    return f"{day.year}-{day.month:02}"


def season(day: date) -> str:
    return f"{day.year}-Q{_quarter(day)}"


def last_week(day: date) -> str:
    return week(day - timedelta(days=7))


def last_season(day: date) -> str:
    return season(date(day.year, 3 * _quarter(day) - 2, 1) - timedelta(days=1))


def _quarter(day: date) -> int:
    return (day.month + 2) // 3


# What one chooses among, by the day it is.
NAMES = {
    "week": week,
    "month": month,
    "season": season,
    "all": lambda _day: ALL,
    "last_week": last_week,
    "last_season": last_season,
}


def span(name: str, day: date) -> tuple[date, date] | None:
    """The first and the last day of the period of that name; None for everything."""
    if name == "week":
        first = day - timedelta(days=day.weekday())
        return first, first + timedelta(days=6)
    if name == "last_week":
        return span("week", day - timedelta(days=7))
    if name == "month":
        return day.replace(day=1), _month_later(day.replace(day=1), 1) - timedelta(days=1)
    if name == "season":
        first = date(day.year, 3 * _quarter(day) - 2, 1)
        return first, _month_later(first, 3) - timedelta(days=1)
    if name == "last_season":
        return span("season", date(day.year, 3 * _quarter(day) - 2, 1) - timedelta(days=1))
    return None


def _month_later(first: date, months: int) -> date:
    return date(first.year + (first.month + months > 12), (first.month + months - 1) % 12 + 1, 1)
