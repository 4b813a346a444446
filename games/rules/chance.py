"""Chance from a seed, the same under every Python: for bots and hints, which need no more than that. No card that is
dealt comes from it.
"""

_ALL = (1 << 64) - 1


class Chance:
    """L'Ecuyer's two generators in one (1988), in doubles, where each of their products is exact."""

    __slots__ = ("_one", "_other")

    def __init__(self, seed: int, *more: int) -> None:
        """Numbers from 0 on; whoever gives another number, or the same in another order, gets other chances."""
        mixed = 0
        for number in (seed,) + more:
            mixed = _mix(mixed ^ number)
        self._one = 1.0 + mixed % 2147483562
        self._other = 1.0 + _mix(mixed) % 2147483398

    def random(self) -> float:
        """Between 0 and 1, without either."""
        self._one = one = 40014.0 * self._one % 2147483563.0
        self._other = other = 40692.0 * self._other % 2147483399.0
        between = one - other
        return (between if between > 0 else between + 2147483562.0) / 2147483563.0


def _mix(number: int) -> int:
    """Numbers that are alike become 64 bits that are not (splitmix64)."""
    number = (number + 0x9E3779B97F4A7C15) & _ALL
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _ALL
    return number ^ (number >> 31)
