"""What the places of a tournament win, as its page lists them: prizes grow with the entries."""

from dataclasses import dataclass
from itertools import groupby

from . import prizes
from .models import Tournament

FIRST_PRIZES = 3


@dataclass(frozen=True)
class Prize:
    """What each place from one to the other wins."""

    first: int
    last: int
    chips: int

    @property
    def places(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True)
class Prizes:
    """As they are with so many entries."""

    pool: int
    entries: int
    amounts: list[int]

    @property
    def first(self) -> list[Prize]:
        """The best places, one by one; where all win the same, as one."""
        if len(set(self.amounts)) == 1:
            return [Prize(1, len(self.amounts), self.amounts[0])]
        return [Prize(place, place, chips) for place, chips in enumerate(self.amounts[:FIRST_PRIZES], start=1)]

    @property
    def others(self) -> list[Prize]:
        """The places after these, equal ones together."""
        if len(set(self.amounts)) == 1:
            return []
        rest = [(place, chips) for place, chips in enumerate(self.amounts, start=1) if place > FIRST_PRIZES]
        grouped = [list(equal) for _chips, equal in groupby(rest, key=lambda one: one[1])]
        return [Prize(equal[0][0], equal[-1][0], equal[0][1]) for equal in grouped]

    @property
    def others_together(self) -> int:
        return sum(self.amounts[FIRST_PRIZES:])

    @property
    def paid(self) -> int:
        return len(self.amounts)


def prizes_of(tournament: Tournament) -> Prizes:
    """With the entries there are; before the start, with as many as it needs at least."""
    entries = tournament.entries
    if tournament.state == Tournament.ANNOUNCED:
        entries = max(entries, tournament.min_entries)
    pool = tournament.pool(entries)
    if not pool or not entries:
        return Prizes(0, entries, [])
    return Prizes(
        pool, entries, prizes.amounts(pool, prizes.weights(tournament.prizes, entries, tournament.percentages))
    )
