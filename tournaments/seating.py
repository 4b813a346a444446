"""Who sits where in a tournament: the draw, breaking tables up, keeping them level. Nothing here touches a database.

Tables are numbered from 1, seats at a table from 1 to `seats`, clockwise. The written rules:

1. As few tables as hold everybody, their sizes at most one apart. Players and chairs are drawn.
2. When fewer tables would hold everybody, those with the highest numbers are broken up, each after its game. Its
   players go to the roomiest of the tables that stay.
3. A table with at least two players more than another gives one to the roomiest table: the fewest players with a
   free chair, the lowest number among equals. Who moves is the one next to open, the first seat after the dealer.
4. A newcomer sits in the first free chair after the dealer.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def tables_needed(players: int, seats: int) -> int:
    """The fewest tables that hold so many players (rule 1)."""
    return -(-players // seats)


def spread(players: int, tables: int) -> list[int]:
    """How many players each table gets: the larger first, at most one apart (rule 1)."""
    return [(players + tables - 1 - index) // tables for index in range(tables)]


def draw(players: list[T], seats: int, shuffle: Callable[[list[Any]], None]) -> list[dict[int, T]]:
    """A drawn chair for everybody: for each table, who has which seat (rule 1). `shuffle` changes a list in place."""
    drawn = players.copy()
    shuffle(drawn)
    return [_chairs(group, seats, shuffle) for group in groups(drawn, seats)]


def groups(players: list[T], seats: int) -> list[list[T]]:
    """Whoever is free, in this order, a group a table, sized as rule 1 says (an arena seats people so).

    Nobody is alone but an only player, and the last of an odd number at tables of two.
    """
    waiting = iter(players)
    sizes = spread(len(players), tables_needed(len(players), seats))
    return [[next(waiting) for _ in range(size)] for size in sizes]


def breaking(sizes: dict[int, int], seats: int) -> set[int]:
    """The numbers of the tables that are too many, given the players at each (rule 2)."""
    return set(sorted(sizes)[tables_needed(sum(sizes.values()), seats) :])


def staying(sizes: dict[int, int], seats: int) -> dict[int, int]:
    """The other tables: where those of a broken one go, and which are kept level."""
    too_many = breaking(sizes, seats)
    return {number: size for number, size in sizes.items() if number not in too_many}


def roomiest(sizes: dict[int, int], seats: int) -> int | None:
    """The number of the table that takes the next newcomer; None: all are full (rule 3)."""
    free = [number for number, size in sizes.items() if size < seats]
    return min(free, key=lambda number: (sizes[number], number), default=None)


def destination(sizes: dict[int, int], seats: int, of: int) -> int | None:
    """The number of the table to which table `of` must give a player; None: it keeps them all (rule 3)."""
    other = roomiest(sizes, seats)
    return other if other is not None and sizes[of] - sizes[other] >= 2 else None


def next_to_open(taken: Iterable[int], dealer: int | None, seats: int) -> int:
    """The seat whose player moves when this table gives somebody up (rule 3); nobody has dealt yet: the lowest.

    Raises ValueError when no seat is taken.
    """
    return min(taken, key=lambda seat: _steps(dealer, seat, seats))


def chair(taken: Iterable[int], dealer: int | None, seats: int) -> int:
    """The seat of a newcomer (rule 4); nobody has dealt yet: the lowest free. Raises ValueError when all are taken."""
    free = set(range(1, seats + 1)) - set(taken)
    if not free:
        raise ValueError("Every chair at this table is taken.")
    return min(free, key=lambda seat: _steps(dealer, seat, seats))


def _chairs(group: list[T], seats: int, shuffle: Callable[[list[Any]], None]) -> dict[int, T]:
    numbers = list(range(1, seats + 1))
    shuffle(numbers)
    return dict(sorted(zip(numbers, group, strict=False), key=lambda taken: taken[0]))


def _steps(dealer: int | None, seat: int, seats: int) -> int:
    """How many seats lie between the dealer and this one, clockwise; the dealer's own comes last."""
    return (seat - 1 - (dealer or 0)) % seats
