"""Time zones by the names that browsers and people give them ("Asia/Almaty"), and moments on their clocks."""

from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

UTC_ZONE = ZoneInfo("UTC")


def named(name: str) -> ZoneInfo | None:
    """The zone of that name; None where there is none."""
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):  # unknown, no name at all, the name of a folder
        return None


def on_clocks(local: datetime, zone: ZoneInfo) -> int | None:
    """The ms at which that zone's clocks show this time (naive), the first where they do twice; None where they never
    do, because they are put forward over it."""
    try:
        moment = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
        shown = moment.astimezone(zone).replace(tzinfo=None)
    except (OverflowError, ValueError):  # before the year 1, after the year 9999
        return None
    return int(moment.timestamp() * 1_000) if shown == local.replace(fold=0) else None


@cache
def choices() -> list[tuple[str, str]]:
    """The zones that are places, and UTC, for a form."""
    places = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return [(zone, zone) for zone in ("UTC", *places)]
