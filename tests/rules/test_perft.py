"""How many games follow from a few fixed deals: counts that change when any rule does."""

import pytest

from games.rules import Game, Ruleset
from games.rules.cards import PACK
from tests.rules.oracle import count_plays
from tests.rules.tables import AZI_HANDS, AZI_TURN_UP, stacked

Moves = list[tuple[int, str]]


def perft(ruleset: Ruleset, stacks: dict[int, int], deck: list[int], moves: Moves, depth: int) -> int:
    """The number of sequences of so many actions from here; a game that ends or waits for a deck counts once."""
    game = Game(ruleset, stacks, dealer=6)
    game.deal(deck)
    for seat, word in moves:
        game.apply(seat, word)
    if depth == 0 or game.phase in ("deal", "over"):
        return 1
    ways = 0
    for seat in game.numbers:
        for word in game.legal_actions(seat):
            for action in _actions(word):
                ways += perft(ruleset, stacks, deck, [*moves, (seat, action)], depth - 1)
    return ways


def _actions(word: str) -> list[str]:
    """Every action that a legal word stands for."""
    if ".." not in word:
        return [word]
    low, high = word[1:].split("..")
    return [f"{word[0]}{value}" for value in range(int(low), int(high) + 1)]


@pytest.mark.parametrize(
    ("ruleset", "stacks", "counts"),
    [
        (Ruleset(blind=False, ante=1, bet=1), {1: 4, 2: 4}, [4, 10, 20, 45, 92, 179]),
        (Ruleset(blind=True, ante=1, bet=2), {1: 4, 2: 3, 3: 4}, [9, 54, 253, 930, 2753]),
        (Ruleset(cards=4, blind=True, ante=1, bet=1), {1: 3, 4: 3}, [4, 18, 70, 314, 946, 2008]),
        (Ruleset(blind=False, raises=1, azi="replay", ante=1, bet=1), {1: 3, 2: 3, 3: 3}, [3, 8, 18, 39, 99, 225]),
    ],
)
def test_counts(ruleset: Ruleset, stacks: dict[int, int], counts: list[int]) -> None:
    deck = list(range(PACK))[::-1]
    assert [perft(ruleset, stacks, deck, [], depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("hands", "turn_up"),
    [
        (AZI_HANDS, AZI_TURN_UP),
        (("Ah 6h 7s", "Kh 9d 8s", "Jd Qd As"), "Th"),
        (("6h Kh 7s", "9h 9d 8s", "Jh Qd As"), "Ah"),
        (("6d 7d 8d", "9s Ts Js", "7h 8h 9h"), "As"),
        (("6d 7h 8s", "9d 9h 9s"), "Ad"),
    ],
)
def test_plays_are_counted_as_a_naive_reading_counts_them(hands: tuple[str, ...], turn_up: str) -> None:
    ruleset = Ruleset(blind=False, ante=1, bet=1)
    stacks = dict.fromkeys(range(1, len(hands) + 1), 1)  # the antes take all, so play begins at once
    deck = stacked(hands, turn_up)
    for depth in range(1, 3 * len(hands) + 1):
        naive = count_plays([hand.split() for hand in hands], 0, turn_up, depth)
        assert perft(ruleset, stacks, deck, [], depth) == naive, depth
