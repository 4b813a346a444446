"""What each place of a tournament wins, to the chip. Nothing here touches a database.

1. Structures: `winner` takes all; `top15` pays the best 15 % of the entries, rounded up, place i about 1/i of what the
   winner gets; `double` pays half of the field, rounded down, the same to each; `custom` has percentages of its own,
   and with fewer entries than percentages the first ones share the pool in proportion. At least one place is paid.
2. The pool is split in proportion to the weights of the paid places. Odd chips go one each to the largest remainders,
   among equals to the better place. Nothing is left over.
3. Those who share a place share evenly what their places get together; odd chips go one each in the order of entry.
"""

from collections import defaultdict
from collections.abc import Sequence

STRUCTURES = ("winner", "top15", "double", "custom")

_FIRST = 1_000_000  # the winner's weight on the curve: large enough for every place of a big field to weigh its own


def check(percentages: Sequence[int]) -> None:
    """Raise ValueError, with a sentence for who typed them, unless these can be custom percentages."""
    if not percentages:
        raise ValueError("Give at least one percentage.")
    if min(percentages) < 1:
        raise ValueError("Every percentage must be at least 1.")
    if sum(percentages) != 100:
        raise ValueError(f"The percentages must add up to 100, not {sum(percentages)}.")
    if list(percentages) != sorted(percentages, reverse=True):
        raise ValueError("A worse place can't win more than a better one.")


def weights(structure: str, entries: int, custom: Sequence[int] = ()) -> list[int]:
    """The weight of each paid place, from the first (rule 1); none without entries. `custom` has passed check()."""
    if structure not in STRUCTURES:
        raise ValueError(f"There is no prize structure {structure!r}.")
    if structure == "custom":
        return list(custom[:entries])
    return [_FIRST // (place if structure == "top15" else 1) for place in range(1, _paid(structure, entries) + 1)]


def amounts(pool: int, weights: list[int]) -> list[int]:
    """The chips of each paid place, from the first; together exactly the pool (rule 2). No paid places: none."""
    total = sum(weights)
    parts = [pool * weight // total for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: -(pool * weights[index] % total))
    for index in by_remainder[: pool - sum(parts)]:
        parts[index] += 1
    return parts


def shared(amounts: list[int], places: list[int]) -> list[int]:
    """The prize of each entry, in the order of entry, given everybody's place; together exactly the amounts (rule 3).

    Raises ValueError unless the places are those of a whole field, with room for every amount.
    """
    prizes = [0] * len(places)
    taken = 0
    for place, tied in sorted(_by_place(places).items()):
        if place != taken + 1:
            raise ValueError(f"Place {place} can't follow {taken} better ones.")
        chips, odd = divmod(sum(amounts[taken : taken + len(tied)]), len(tied))
        for turn, entry in enumerate(tied):
            prizes[entry] = chips + (turn < odd)
        taken += len(tied)
    if taken < len(amounts):
        raise ValueError(f"{len(amounts)} places are paid, but only {taken} entries have one.")
    return prizes


def _paid(structure: str, entries: int) -> int:
    """How many places are paid (rule 1)."""
    paid = {"winner": 1, "top15": -(-entries * 15 // 100), "double": entries // 2}[structure]
    return min(max(paid, 1), entries)


def _by_place(places: list[int]) -> dict[int, list[int]]:
    """The indexes of the entries that have each place, in the order of entry."""
    tied: dict[int, list[int]] = defaultdict(list)
    for entry, place in enumerate(places):
        tied[place].append(entry)
    return tied
