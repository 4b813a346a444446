"""Points of an arena's games and of finished tournaments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments import points


@pytest.mark.parametrize(
    ("bank", "won"),
    [(40, 2), (199, 2), (200, 3), (399, 3), (400, 4), (10_000, 4)],
)
def test_a_bigger_bank_is_worth_more(bank: int, won: int) -> None:
    """Four players, an ante of 10: a big bank has 5 antes a player, a very big one 10."""
    assert points.for_bank(bank, ante=10, players=4, streak=0) == won


def test_how_big_counts_in_antes_and_players() -> None:
    assert points.for_bank(200, ante=20, players=4, streak=0) == 2
    assert points.for_bank(200, ante=10, players=6, streak=0) == 2
    assert points.for_bank(200, ante=10, players=2, streak=0) == 4


@pytest.mark.parametrize(("streak", "won"), [(0, 2), (1, 2), (2, 4), (3, 4), (20, 4)])
def test_points_are_doubled_from_the_third_win_in_a_row_on(streak: int, won: int) -> None:
    assert points.for_bank(40, ante=10, players=4, streak=streak) == won


def test_a_very_big_bank_in_a_streak_is_worth_eight() -> None:
    assert points.for_bank(400, ante=10, players=4, streak=2) == 8


@pytest.mark.parametrize(
    ("place", "entries", "won"),
    [(1, 6, 24), (2, 6, 12), (6, 6, 4), (1, 100, 100), (3, 100, 33), (1, 500, 223), (500, 500, 1), (1, 1, 10)],
)
def test_a_place_is_worth_ten_times_the_square_root_of_the_field_divided_by_it(
    place: int, entries: int, won: int
) -> None:
    assert points.for_place(place, entries) == won


@given(st.integers(1, 2000), st.integers(1, 2000))
def test_points_grow_with_the_field_and_fall_with_the_place(place: int, entries: int) -> None:
    won = points.for_place(place, entries)
    assert points.for_place(place, entries + 1) >= won >= points.for_place(place + 1, entries) >= 1


@given(st.integers(2, 2000))
def test_the_winner_has_more_than_the_second(entries: int) -> None:
    assert points.for_place(1, entries) > points.for_place(2, entries)


@given(st.integers(1, 500))
def test_four_times_the_field_doubles_what_the_winner_has(entries: int) -> None:
    assert abs(points.for_place(1, 4 * entries) - 2 * points.for_place(1, entries)) <= 1
