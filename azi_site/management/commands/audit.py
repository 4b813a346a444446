from typing import Any

from django.core.management.base import BaseCommand, CommandError

from azi_site import audit


class Command(BaseCommand):
    help = "Recomputes what must always be true of chips, tables and names; exits 1 and says what is not."

    def handle(self, *args: Any, **options: Any) -> None:
        found = audit.breaches()
        for breach in found:
            self.stdout.write(breach)
        if found:
            raise CommandError(f"{len(found)} breaches")
        self.stdout.write("audit: clean")
