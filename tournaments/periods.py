"""The periods of the leaderboards, all of UTC: everything, weeks from Monday, months, seasons of three months."""

from datetime import UTC, date, datetime, timedelta

ALL = "all"


def day_of(ms: int) -> date:
    return datetime.fromtimestamp(ms / 1000, UTC).date()


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
