import multiprocessing
import time
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules import PRESETS, match

SEATS = (2, 3, 4, 6)


class Command(BaseCommand):
    help = (
        "Plays two kinds of players against each other by the rules alone, on duplicate deals: one of the first kind"
        " has every seat in turn, with the same cards, at a table of the second. Prints the chips a game that the first"
        f" gains, with its 95 % interval, at an ante of 10 and {match.STACK} antes each."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--levels", required=True, metavar="ONE,OTHERS", help=f"two of {', '.join(match.PLAYERS)}")
        parser.add_argument("--deals", type=int, default=2000, help="how many sets of duplicate deals (2000)")
        parser.add_argument("--seats", default=",".join(map(str, SEATS)), help="seats at the table (2,3,4,6)")
        parser.add_argument("--ruleset", default="both", help=f"both, or one of {', '.join(PRESETS)} (both)")
        parser.add_argument("--seed", type=int, default=1, help="of the cards and of all chance (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        one, others = _levels(options["levels"])
        rulesets = _rulesets(options["ruleset"])
        seats = _seats(options["seats"])
        deals = options["deals"]
        if deals < 2:
            raise CommandError("An interval needs at least 2 deals.")
        self.stdout.write(f"chips a game that {one} gains from {others}, ante 10, {deals} duplicate deals")
        with multiprocessing.Pool() as pool:
            for ruleset in rulesets:
                for count in seats:
                    began = time.monotonic()
                    play = partial(match.gain, PRESETS[ruleset], count, one, others, seed=options["seed"])
                    mean, reach = match.interval(pool.map(play, range(deals), chunksize=4))
                    took = time.monotonic() - began
                    self.stdout.write(f"{ruleset:10}  {count} seats  {mean:+8.2f} ± {reach:.2f}  ({took:.0f} s)")


def _levels(text: str) -> tuple[str, str]:
    names = text.split(",")
    if len(names) != 2:
        raise CommandError("--levels takes two kinds of players, such as best,middle.")
    for name in names:
        if name not in match.PLAYERS:
            raise CommandError(f"There is no player “{name}”: {', '.join(match.PLAYERS)} are there.")
    return names[0], names[1]


def _rulesets(name: str) -> list[str]:
    if name == "both":
        return list(PRESETS)
    if name not in PRESETS:
        raise CommandError(f"There is no ruleset “{name}”: both, {', '.join(PRESETS)} are there.")
    return [name]


def _seats(text: str) -> list[int]:
    counts = text.split(",")
    if any(count not in ("2", "3", "4", "5", "6") for count in counts):
        raise CommandError("--seats takes numbers from 2 to 6, such as 2,3,4,6.")
    return [int(count) for count in counts]
