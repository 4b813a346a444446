"""The levels of a tournament: an ante and a smallest bet each, in chips, and their text form ("10 15 20/40")."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

LARGEST = 10**12  # chips: far above any stack, far below what a record holds
MOST = 100  # levels

_ROUND = (10, 15, 20, 30, 40, 60, 80)  # and these times ten, times a hundred …


def schedule(first: int, levels: int = 20) -> list[tuple[int, int]]:
    """(ante, smallest bet) of each level from this first ante on: round numbers, each about half as much again.

    There are fewer levels where the next one would be above LARGEST. Raises ValueError for a first ante that can't be.
    """
    if not 1 <= first <= LARGEST:
        raise ValueError(_range("The first ante", first))
    antes = [first]
    while len(antes) < levels and _next(antes[-1]) <= LARGEST:
        antes.append(_next(antes[-1]))
    return [(ante, ante) for ante in antes]


def parse(text: str) -> list[tuple[int, int]]:
    """The levels written in this text: antes, with "/bet" where the smallest bet is another than the ante.

    Raises ValueError, with a sentence for who typed it.
    """
    words = text.split()
    if not words:
        raise ValueError("Give at least one level.")
    if len(words) > MOST:
        raise ValueError(f"There can be at most {MOST} levels.")
    levels = [_level(word) for word in words]
    for (ante, bet), (next_ante, next_bet) in pairwise(levels):
        if next_ante < ante or next_bet < bet:
            raise ValueError("A level can't be lower than the one before it.")
    return levels


def write(levels: Iterable[Sequence[int]]) -> str:
    """The text that parse() reads these levels from."""
    return " ".join([str(ante) if ante == bet else f"{ante}/{bet}" for ante, bet in levels])


def _next(ante: int) -> int:
    """The first round number that is at least a quarter more."""
    tens = 1
    while True:
        for number in _ROUND:
            value = number * tens // 10
            if 4 * value >= 5 * ante:
                return value
        tens *= 10


def _level(word: str) -> tuple[int, int]:
    ante, slash, bet = word.partition("/")
    return _chips(ante, word), _chips(bet if slash else ante, word)


def _chips(digits: str, word: str) -> int:
    if not (digits.isascii() and digits.isdecimal()):
        raise ValueError(
            f"“{word[:20]}” is not a level. Write 20, or 20/40 where the ante is 20 and the smallest bet 40."
        )
    chips = int(digits.lstrip("0")[:14] or "0")  # int() refuses thousands of digits; 14 are too many chips already
    if not 1 <= chips <= LARGEST:
        raise ValueError(_range("An ante or a bet", digits[:20]))
    return chips


def _range(what: str, given: object) -> str:
    return f"{what} is from 1 to {LARGEST} chips, not {given}."
