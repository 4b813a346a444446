"""Who finished where: falls in the same game, shared places, an arena's ranking."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.floor import Floor
from tournaments import places

chances = st.integers(0, 2**48).map(random.Random)


def test_the_larger_stack_at_the_start_falls_later() -> None:
    assert places.falls({"alice": 300, "bob": 50, "vera": 120}) == [["bob"], ["vera"], ["alice"]]


def test_equal_stacks_fall_together() -> None:
    assert places.falls({"alice": 50, "bob": 300, "vera": 50}) == [["alice", "vera"], ["bob"]]


def test_nobody_falls() -> None:
    assert places.falls({}) == []


def test_the_first_to_fall_is_last() -> None:
    assert places.place(entries=6, fallen=1) == 6


def test_the_last_one_standing_is_first() -> None:
    assert places.place(entries=6, fallen=6) == 1


def test_those_who_fall_together_share_the_better_place() -> None:
    """Of four, Dana went out before; Bob and Vera then fell with equal stacks: both are second, nobody is third."""
    assert places.place(entries=4, fallen=1) == 4
    assert places.place(entries=4, fallen=3) == 2


@pytest.mark.parametrize(
    ("scores", "ranked"),
    [([], []), ([7], [1]), ([3, 9, 9, 12], [4, 2, 2, 1]), ([0, 0, 0], [1, 1, 1]), ([5, 4, 4, 3], [1, 2, 2, 4])],
)
def test_equal_points_share_a_place(scores: list[int], ranked: list[int]) -> None:
    assert places.ranking(scores) == ranked


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 30), max_size=300))
def test_a_place_is_one_more_than_those_with_more_points(scores: list[int]) -> None:
    assert places.ranking(scores) == [1 + sum(other > score for other in scores) for score in scores]


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.integers(), st.integers(1, 8), max_size=40))
def test_everybody_falls_once_smallest_first(stacks: dict[int, int]) -> None:
    groups = places.falls(stacks)
    assert sorted(player for group in groups for player in group) == sorted(stacks)
    assert [[stacks[player] for player in group] for group in groups] == [
        [stack] * list(stacks.values()).count(stack) for stack in sorted(set(stacks.values()))
    ]


@settings(max_examples=30, deadline=None)
@given(st.one_of(st.integers(2, 30), st.integers(2, 1000)), st.integers(2, 6), chances)
@example(1000, 6, random.Random(1))
def test_places_follow_the_rounds_survived_then_the_stacks(entries: int, seats: int, rng: random.Random) -> None:
    """A whole tournament: a place is one more than those who lasted longer, so 1, 2, 2, 4 and no other gaps."""
    floor = Floor(entries, seats, rng)
    for _ in floor.rounds_to_the_end():
        pass
    winner = next(iter(floor.stacks))
    lasted = floor.lasted | {winner: (floor.rounds + 1, 0)}
    ranks = {time: rank for rank, time in reversed(list(enumerate(sorted(lasted.values(), reverse=True), start=1)))}
    assert floor.places() == {player: ranks[time] for player, time in lasted.items()}
    assert floor.places()[winner] == 1
