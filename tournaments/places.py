"""Who finished where in a tournament. Nothing here touches a database.

1. Who goes out earlier places lower. Of those who go out in the same game (hand for hand: in the same round of games,
   at whichever table), who had the larger stack at its start places higher; equal stacks share a place.
2. Those who share a place have the better of their places, and the places below it stay empty: 1, 2, 2, 4.
3. In an arena more points place higher; equal points share a place.
"""

from itertools import groupby
from typing import TypeVar

T = TypeVar("T")


def falls(stacks: dict[T, int]) -> list[list[T]]:
    """Who went out together, given their stacks at the start: in the order they fell, equals together (rule 1)."""
    order = sorted(stacks, key=lambda player: stacks[player])
    return [list(equals) for _, equals in groupby(order, key=lambda player: stacks[player])]


def place(entries: int, fallen: int) -> int:
    """The place of one who fell when `fallen` entries were out, its own and those tied with it included (rule 2)."""
    return entries - fallen + 1


def ranking(scores: list[int]) -> list[int]:
    """The place of each score, in the order given; the highest is first (rules 2, 3)."""
    places: dict[int, int] = {}
    for position, score in enumerate(sorted(scores, reverse=True), start=1):
        places.setdefault(score, position)
    return [places[score] for score in scores]
