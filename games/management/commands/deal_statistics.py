import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games import deal_statistics, synthetic_deals, timing
from games.deal_counts import LEAST, Counts


class Command(BaseCommand):
    help = (
        "Brings the statistics of all deals up to date, as the clock does too, and prints them. With --synthetic it"
        " counts deals instead that nobody played; games/data has what that comes to for a million."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--anew", action="store_true", help="count all decks again, from the first game on")
        parser.add_argument("--synthetic", type=int, metavar="DEALS", help="make and count so many (1000000)")
        parser.add_argument("--file", type=Path, help="where to keep those")

    def handle(self, *args: Any, anew: bool, synthetic: int | None, file: Path | None, **options: Any) -> None:
        if synthetic:
            began = time.monotonic()
            counts = synthetic_deals.count_all(synthetic)
            if file:
                synthetic_deals.write(counts, file)
            self.stdout.write(f"made in {time.monotonic() - began:.0f} s")
        else:
            if anew:
                deal_statistics.count_anew()
            deal_statistics.catch_up(timing.now_ms())
            counts = deal_statistics.counts_of(deal_statistics.kept())
        self._print(counts)

    def _print(self, counts: Counts) -> None:
        self.stdout.write(f"{counts.deals} deals")
        for one in counts.statistics():
            self.stdout.write(f"{one.name:10}  chi-square {one.value:8.1f}  of {one.freedom:3}  p = {one.p:.4g}")
        if counts.deals < LEAST:
            self.stdout.write(f"Statistics need {LEAST}.")
