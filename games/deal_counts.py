"""What many shuffled decks come to: counts of cards, and how likely a fair shuffle is to be at least as uneven.

Every statistic is Pearson's chi-square, brought to where its distribution is known:

- A deck has each card once, so the 27 × 27 counts of cards at positions depend on one another. Their sum times 26/27
  has the distribution of chi-square with 26² degrees of freedom.
- Which card follows which: 27 × 26 counts, of which each deck gives 26. With the deck's end as a card of its own a deck
  is a random circle of 28, in which each card has one that follows and one that is followed; that leaves 701 degrees of
  freedom. The part of the counts that says how often two cards stand side by side has another variance than the part
  that says in which order, and each is divided by its own.
- The suits of turn-ups are independent: one a deal, 2 degrees of freedom.
- Trumps in a hand: of the 26 cards that are not turned up eight are trumps, so a hand's number is hypergeometric. Each
  seat's hands are independent of one another; hands of one deal share the eight, and that they are added up as if they
  didn't makes this one p-value approximate: the variance of the sum is at most some three percent larger.

All hold for many deals; from LEAST on they are shown.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import comb
from threading import Lock
from typing import Any

from games.rules.cards import PACK

LEAST = 500  # deals
SEATS = 6
TRUMPS = 8  # in the 26 cards that are dealt or stay undealt
HANDS = (3, 4)  # cards
SHOWN = 3  # so many trumps, and more, are counted together
LEAST_EXPECTED = 5  # hands: a seat that has fewer of a kind to expect is left out


@dataclass(frozen=True)
class Statistic:
    """Chi-square with its degrees of freedom."""

    name: str
    value: float
    freedom: int

    @property
    def p(self) -> float:
        """How likely it is that a fair shuffle is at least as uneven."""
        return upper_tail(self.value, self.freedom)


def _zeros(*sizes: int) -> Any:
    first, *others = sizes
    return [_zeros(*others) if others else 0 for _each in range(first)]


@dataclass
class Counts:
    """`positions[27 * p + c]`: decks with card c at position p. `successors[27 * a + b]`: with b right after a.

    `turn_ups` by suit; `trumps` by cards in the hand (3, 4), seat (1 to 6), and how many of them were trumps.
    """

    deals: int = 0
    positions: list[int] = field(default_factory=lambda: _zeros(PACK * PACK))
    successors: list[int] = field(default_factory=lambda: _zeros(PACK * PACK))
    turn_ups: list[int] = field(default_factory=lambda: _zeros(3))
    trumps: list[list[list[int]]] = field(default_factory=lambda: _zeros(len(HANDS), SEATS, SHOWN + 1))

    def add(self, deck: Sequence[int], seats: Sequence[int], cards: int) -> None:
        """One deal: the deck, the seats in the order in which they are dealt to, and how many cards each gets."""
        self.deals += 1
        for place, card in zip(range(0, PACK * PACK, PACK), deck, strict=True):
            self.positions[place + card] += 1
        for card, after in pairwise(deck):
            self.successors[PACK * card + after] += 1
        dealt = len(seats) * cards
        trump = deck[dealt] // 9
        self.turn_ups[trump] += 1
        hands = self.trumps[HANDS.index(cards)]
        for first, seat in enumerate(seats):
            held = sum([card // 9 == trump for card in deck[first : dealt : len(seats)]])
            hands[seat - 1][min(held, SHOWN)] += 1

    def merge(self, other: "Counts") -> None:
        self.deals += other.deals
        for mine, theirs in zip(self._lists(), other._lists(), strict=True):
            mine[:] = [one + another for one, another in zip(mine, theirs, strict=True)]

    def _lists(self) -> list[list[int]]:
        return [self.positions, self.successors, self.turn_ups, *(seat for hands in self.trumps for seat in hands)]

    def json(self) -> dict[str, Any]:
        return asdict(self)

    def statistics(self) -> list[Statistic]:
        """None of them for fewer deals than they need."""
        if self.deals < LEAST:
            return []
        return [self._positions(), self._successors(), self._turn_ups(), self._trumps()]

    def _positions(self) -> Statistic:
        freedom = (PACK - 1) ** 2
        return Statistic("positions", (PACK - 1) / PACK * uneven(self.positions, self.deals / PACK), freedom)

    def _successors(self) -> Statistic:
        size = PACK + 1
        rows = _circle(self.successors, self.deals)
        mean = self.deals / PACK
        pairs = [(rows[a][b] - mean, rows[b][a] - mean) for a in range(size) for b in range(a)]
        beside = sum((one + other) ** 2 for one, other in pairs) / 2
        order = sum((one - other) ** 2 for one, other in pairs) / 2
        value = (PACK * beside + PACK * (PACK - 1) / size * order) / self.deals
        return Statistic("successors", value, size * size - 3 * size + 1)

    def _turn_ups(self) -> Statistic:
        return Statistic("turn_ups", uneven(self.turn_ups, self.deals / 3), 2)

    def _trumps(self) -> Statistic:
        value, freedom = 0.0, 0
        for cards, seats in zip(HANDS, self.trumps, strict=True):
            for seat in seats:
                expected = [sum(seat) * chance for chance in chances(cards)]
                if min(expected) >= LEAST_EXPECTED:
                    value += sum((had - due) ** 2 / due for had, due in zip(seat, expected, strict=True))
                    freedom += SHOWN
        return Statistic("trumps", value, max(freedom, 1))


def uneven(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 for count in counts) / expected


def _circle(successors: list[int], deals: int) -> list[list[int]]:
    """The counts with the deck's end as the 28th card, so that every card is followed by one in each deck."""
    rows = [successors[at : at + PACK] for at in range(0, PACK * PACK, PACK)]
    first = [deals - sum(row[card] for row in rows) for card in range(PACK)]
    return [*([*row, deals - sum(row)] for row in rows), [*first, 0]]


def chances(cards: int) -> list[float]:
    """That a hand of so many cards has no trump, one, two, or more."""
    of = [comb(TRUMPS, held) * comb(26 - TRUMPS, cards - held) / comb(26, cards) for held in range(cards + 1)]
    return [*of[:SHOWN], sum(of[SHOWN:])]


_one_at_a_time = Lock()  # mpmath's precision is the whole process's


def upper_tail(value: float, freedom: int) -> float:
    """The chance that chi-square with these degrees of freedom is at least this."""
    import mpmath  # not at the top: the server's start does without it

    with _one_at_a_time:
        return float(mpmath.gammainc(freedom / 2, value / 2, regularized=True))
