"""Guests who don't come back become nobody, and their chips go back to the mint. No row is deleted."""

import logging
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Exists, OuterRef, Q
from django.utils.timezone import now

from accounts import guests
from games.at_stake import in_tournaments
from games.models import PlayerResult, Seat

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Pseudonymises guests who were not here for so many days and returns their chips to the mint."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=30, help="since when nobody has seen them (default: 30)")
        parser.add_argument("--dry-run", action="store_true", help="only say how many there are")

    def handle(self, *, days: int, dry_run: bool, **options: Any) -> None:
        before = now() - timedelta(days=max(1, days))
        seats = Seat.objects.filter(player=OuterRef("pk"))
        played = PlayerResult.objects.filter(player=OuterRef("pk"), game__ended_at__gte=int(before.timestamp() * 1_000))
        idle = ~Q(Exists(seats)) & ~Q(Exists(played)) & ~in_tournaments(OuterRef("pk"))
        found = guests.abandoned(before).filter(idle)
        if dry_run:
            self.stdout.write(f"{found.count()} guests would be forgotten.")
            return
        forgotten = failed = 0
        # One transaction each: a guest who comes back waits for one row, not for all.
        for guest in list(found):
            try:
                forgotten += guests.forget(guest, before, idle)
            except Exception:
                failed += 1  # and on to the others, tomorrow too
                log.exception("user %s could not be forgotten", guest.pk)
        self.stdout.write(f"{forgotten} guests are forgotten.")
        if failed:
            raise CommandError(f"{failed} guests could not be forgotten: the log says why.")
