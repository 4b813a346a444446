"""Who sits where: the draw, tables that break up, players who move."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.floor import STACK, Floor
from tournaments import seating

entries = st.one_of(st.integers(2, 30), st.integers(2, 1000))
seats = st.integers(2, 6)
chances = st.integers(0, 2**48).map(random.Random)


def as_it_is(drawn: list[object]) -> None:
    """A shuffle that leaves everything in its order."""


@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [(1, 6, [1]), (6, 6, [6]), (7, 6, [4, 3]), (13, 6, [5, 4, 4]), (500, 6, [6] * 80 + [5] * 4), (3, 2, [2, 1])],
)
def test_everybody_is_spread_over_as_few_tables_as_hold_them(players: int, seats: int, sizes: list[int]) -> None:
    assert seating.tables_needed(players, seats) == len(sizes)
    assert seating.spread(players, len(sizes)) == sizes


def test_no_players_need_no_table() -> None:
    assert seating.tables_needed(0, 6) == 0
    assert seating.spread(0, 0) == seating.draw([], 6, as_it_is) == seating.groups([], 6) == []


def test_players_and_chairs_are_drawn() -> None:
    """With a shuffle that turns everything round, the last comes first, and sits on the highest seat."""
    assert seating.draw(["alice", "bob", "vera"], 2, list.reverse) == [{1: "bob", 2: "vera"}, {2: "alice"}]


def test_the_draw_leaves_the_list_it_was_given() -> None:
    players = ["alice", "bob", "vera"]
    seating.draw(players, 6, list.reverse)
    assert players == ["alice", "bob", "vera"]


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 1000), seats, chances)
def test_every_player_draws_one_chair(players: int, seats: int, rng: random.Random) -> None:
    drawn = seating.draw(list(range(players)), seats, rng.shuffle)
    assert sorted(player for table in drawn for player in table.values()) == list(range(players))
    assert [len(table) for table in drawn] == seating.spread(players, seating.tables_needed(players, seats))
    assert all(set(table) <= set(range(1, seats + 1)) for table in drawn)


def test_any_chair_may_be_drawn_by_anybody() -> None:
    rng = random.Random(5)
    seen = {(seat, player) for _ in range(300) for seat, player in seating.draw([1, 2], 6, rng.shuffle)[0].items()}
    assert len(seen) == 12


def test_whoever_is_free_is_seated_in_order() -> None:
    assert seating.groups(list("abcdefg"), 6) == [list("abcd"), list("efg")]
    assert seating.groups(["a"], 6) == [["a"]]


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 1000), seats)
def test_nobody_free_is_left_alone_but_the_last(players: int, seats: int) -> None:
    groups = seating.groups(list(range(players)), seats)
    assert [player for group in groups for player in group] == list(range(players))
    assert max(len(group) for group in groups) <= seats
    alone = [group for group in groups if len(group) == 1]
    assert alone == ([[players - 1]] if players == 1 or (seats == 2 and players % 2) else [])


@pytest.mark.parametrize(
    ("sizes", "broken"),
    [
        ({1: 6, 2: 6, 3: 1}, set()),
        ({1: 5, 2: 6, 3: 1}, {3}),
        ({4: 2, 9: 2, 7: 1}, {7, 9}),  # the highest numbers, not the smallest tables
        ({1: 6}, set()),
        ({1: 1}, set()),
        ({3: 3, 5: 3}, {5}),
        ({3: 4, 5: 3}, set()),
    ],
)
def test_the_tables_with_the_highest_numbers_are_broken_up_when_the_others_hold_everybody(
    sizes: dict[int, int], broken: set[int]
) -> None:
    assert seating.breaking(sizes, 6) == broken
    assert seating.staying(sizes, 6) == {number: size for number, size in sizes.items() if number not in broken}


@pytest.mark.parametrize(
    ("sizes", "number"),
    [({1: 4, 2: 3, 3: 5}, 2), ({3: 4, 2: 4, 1: 5}, 2), ({1: 6, 2: 6}, None), ({1: 6, 2: 5}, 2), ({}, None)],
)
def test_the_roomiest_table_has_the_fewest_players_then_the_lowest_number(
    sizes: dict[int, int], number: int | None
) -> None:
    assert seating.roomiest(sizes, 6) == number


@pytest.mark.parametrize(
    ("sizes", "of", "other"),
    [
        ({1: 5, 2: 3}, 1, 2),
        ({1: 5, 2: 4}, 1, None),
        ({1: 5, 2: 3}, 2, None),
        ({1: 6, 2: 4, 3: 4}, 1, 2),
        ({1: 6, 2: 4, 3: 3}, 1, 3),
        ({1: 5, 2: 4, 3: 3}, 2, None),
        ({1: 6}, 1, None),
    ],
)
def test_a_table_gives_a_player_to_one_with_at_least_two_fewer(
    sizes: dict[int, int], of: int, other: int | None
) -> None:
    assert seating.destination(sizes, 6, of) == other


@pytest.mark.parametrize(
    ("taken", "dealer", "seat"),
    [([1, 3, 5], 1, 3), ([1, 3, 5], 5, 1), ([1, 3, 5], 4, 5), ([2, 4], None, 2), ([4], 4, 4), ([2, 6], 6, 2)],
)
def test_the_next_to_open_sits_after_the_dealer(taken: list[int], dealer: int | None, seat: int) -> None:
    assert seating.next_to_open(taken, dealer, 6) == seat


def test_nobody_opens_at_an_empty_table() -> None:
    with pytest.raises(ValueError):
        seating.next_to_open([], 1, 6)


@pytest.mark.parametrize(
    ("taken", "dealer", "seat"),
    [([1, 3, 5], 1, 2), ([1, 3, 5], 5, 6), ([1, 2, 6], 6, 3), ([1, 3], None, 2), ([], 3, 4), ([1, 2, 4, 5, 6], 3, 3)],
)
def test_a_newcomer_sits_in_the_first_free_chair_after_the_dealer(
    taken: list[int], dealer: int | None, seat: int
) -> None:
    assert seating.chair(taken, dealer, 6) == seat


def test_a_full_table_has_no_chair() -> None:
    with pytest.raises(ValueError, match="taken"):
        seating.chair(range(1, 7), 3, 6)


@settings(max_examples=100, deadline=None)
@given(st.sets(st.integers(1, 6), min_size=1), st.none() | st.integers(1, 6), seats)
def test_going_round_from_the_dealer_meets_them_first(taken: set[int], dealer: int | None, seats: int) -> None:
    """Said again by walking from chair to chair."""
    taken = {min(seat, seats) for seat in taken}
    dealer = dealer and min(dealer, seats)
    round_the_table = [(dealer or 0) % seats + 1]
    while len(round_the_table) < seats:
        round_the_table.append(round_the_table[-1] % seats + 1)
    assert seating.next_to_open(taken, dealer, seats) == next(seat for seat in round_the_table if seat in taken)
    if len(taken) < seats:
        assert seating.chair(taken, dealer, seats) == next(seat for seat in round_the_table if seat not in taken)


def in_order(floor: Floor) -> None:
    """Whatever happens: no chip is lost, everybody still in has one chair, and no table is over-full."""
    assert sum(floor.stacks.values()) == floor.entries * STACK
    assert sorted(player for table in floor.tables.values() for player in table.values()) == sorted(floor.stacks)
    assert max(floor.sizes().values()) <= floor.seats


def at_rest(floor: Floor) -> None:
    """Once every table has come to rest: as few as hold everybody, and at most one apart."""
    floor.settle()
    sizes = floor.sizes().values()
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) == seating.tables_needed(len(floor.stacks), floor.seats)
    in_order(floor)


@settings(max_examples=25, deadline=None)
@given(entries, seats, chances)
@example(1000, 2, random.Random(1))
@example(1000, 6, random.Random(1))
def test_tables_stay_level_whoever_goes_out(entries: int, seats: int, rng: random.Random) -> None:
    floor = Floor(entries, seats, rng)
    at_rest(floor)
    for _ in floor.rounds_to_the_end():
        in_order(floor)
        if rng.random() < 0.02:
            at_rest(floor)
    at_rest(floor)
    assert list(floor.sizes().values()) == [1]


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 100), seats, st.integers(1, 40), chances)
def test_tables_stay_level_when_people_enter_late(entries: int, seats: int, late: int, rng: random.Random) -> None:
    floor = Floor(entries, seats, rng)
    for _ in floor.rounds_to_the_end():
        if late and rng.random() < 0.5:
            floor.enter_late()
            late -= 1
        in_order(floor)
        if rng.random() < 0.1:
            at_rest(floor)
    at_rest(floor)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=60), chances)
def test_tables_come_to_rest_from_any_sizes(sizes: list[int], rng: random.Random) -> None:
    floor = Floor(sum(sizes), 6, rng)
    people = iter(range(sum(sizes)))
    floor.tables = {
        number: {seat: next(people) for seat in range(1, size + 1)} for number, size in enumerate(sizes, start=1)
    }
    floor.dealers = {number: rng.choice([None, *range(1, 7)]) for number in floor.tables}
    at_rest(floor)
