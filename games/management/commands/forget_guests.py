"""Guests who don't come back become nobody, and their chips go back to the mint. No row is deleted."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Exists, OuterRef, Q
from django.utils.timezone import now

from accounts import guests
from games.models import PlayerResult, Seat


class Command(BaseCommand):
    help = "Pseudonymises guests who were not here for so many days and returns their chips to the mint."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=30, help="since when nobody has seen them (default: 30)")
        parser.add_argument("--dry-run", action="store_true", help="only say how many there are")

    def handle(self, *, days: int, dry_run: bool, **options: Any) -> None:
        before = now() - timedelta(days=max(1, days))
        seats = Seat.objects.filter(player=OuterRef("pk"))
        played = PlayerResult.objects.filter(player=OuterRef("pk"), game__ended_at__gte=int(before.timestamp() * 1_000))
        idle = ~Q(Exists(seats)) & ~Q(Exists(played))
        found = guests.abandoned(before).filter(idle)
        if dry_run:
            self.stdout.write(f"{found.count()} guests would be forgotten.")
            return
        # One transaction each: a guest who comes back waits for one row, not for all.
        forgotten = sum(guests.forget(guest, before, idle) for guest in list(found))
        self.stdout.write(f"{forgotten} guests are forgotten.")
