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
        " counts deals instead that nobody played, and writes the file that the page compares the real ones with."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--anew", action="store_true", help="count all decks again, from the first game on")
        parser.add_argument("--synthetic", type=int, metavar="DEALS", help="make and count so many (1000000)")
        parser.add_argument("--file", type=Path, default=synthetic_deals.FILE, help="where to write those")

    def handle(self, *args: Any, anew: bool, synthetic: int | None, file: Path, **options: Any) -> None:
        if synthetic:
            began = time.monotonic()
            counts = synthetic_deals.count_all(synthetic)
            synthetic_deals.write(counts, file)
            self.stdout.write(f"{file}: made in {time.monotonic() - began:.0f} s")
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
