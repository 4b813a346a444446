from datetime import time
from typing import Any

from django.core.management.base import BaseCommand

from tournaments import levels
from tournaments.models import Series

MINUTE = 60_000
ALMATY = "Asia/Almaty"

HOUSE: tuple[dict[str, Any], ...] = (
    {
        "name": "Six-seat sit & go",
        "format": Series.SIT_AND_GO,
        "seats_total": 6,
        "min_entries": 6,
        "max_entries": 6,
        "entry_fee": 100,
        "stack": 500,
        "level_ms": 2 * MINUTE,
        "prizes": Series.CUSTOM,
        "percentages": [65, 35],
        "at": time(0, 0),
    },
    {
        "name": "Heads-up sit & go",
        "format": Series.SIT_AND_GO,
        "seats_total": 2,
        "max_entries": 2,
        "entry_fee": 50,
        "stack": 500,
        "level_ms": 2 * MINUTE,
        "prizes": Series.WINNER,
        "at": time(0, 0),
    },
    {
        "name": "Daily cup",
        "format": Series.FREEZEOUT,
        "seats_total": 6,
        "min_entries": 6,
        "max_entries": 500,
        "entry_fee": 200,
        "added": 2_000,
        "stack": 1_000,
        "level_ms": 5 * MINUTE,
        "late_levels": 4,
        "re_entries": 1,
        "break_every": 6,
        "prizes": Series.TOP15,
        "at": time(20, 0),
    },
    {
        "name": "Daily arena",
        "format": Series.ARENA,
        "seats_total": 6,
        "min_entries": 6,
        "max_entries": 500,
        "entry_fee": 0,
        "added": 1_000,
        "stack": 500,
        "level_ms": 24 * 60 * MINUTE,  # one ante all the time
        "duration_ms": 45 * MINUTE,
        "prizes": Series.TOP15,
        "at": time(13, 0),
    },
)


class Command(BaseCommand):
    help = "On a new site: a cup, an arena and sit & gos that come again and again, with bots until people come."

    def handle(self, *args: Any, **options: Any) -> None:
        if Series.objects.exists():
            return  # the staff's business since then
        for terms in HOUSE:
            Series.objects.create(**terms, levels=levels.schedule(10, 16), bots=True, turn_ms=15_000, zone=ALMATY)
