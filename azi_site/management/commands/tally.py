from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from azi_site.audit import snapshot
from games import recount
from tournaments import rescore


class Command(BaseCommand):
    help = "Counts ratings, totals and leaderboards anew from all games, to check them or to put them right."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=["check", "rebuild"])

    def handle(self, *, what: str, **options: Any) -> None:
        if what == "rebuild":
            mended = recount.rebuild() + rescore.rebuild()  # the scores are made of the ratings
            self.stdout.write(f"tally: {mended} numbers put right")
            return
        found = 0
        with snapshot():
            for difference in chain(recount.differences(), rescore.differences()):
                self.stdout.write(difference)
                found += 1
        if found:
            raise CommandError(f"{found} differences; manage.py tally rebuild puts them right.")
        self.stdout.write("tally: clean")
