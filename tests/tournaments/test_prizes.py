"""What each place wins: structures, odd chips, shared places."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments import places, prizes

FEE = 100

pools = st.integers(0, 10**9)
fields = st.integers(1, 1000)


@st.composite
def percentages(draw: st.DrawFn) -> list[int]:
    """Any custom percentages that check() lets pass."""
    left, parts = 100, []
    while left:
        parts.append(draw(st.integers(1, left)))
        left -= parts[-1]
    return sorted(parts, reverse=True)


@st.composite
def fallen(draw: st.DrawFn, most: int = 60) -> list[int]:
    """The places of a whole field with any ties, in the order of entry."""
    return places.ranking(draw(st.lists(st.integers(0, 20), min_size=1, max_size=most)))


@pytest.mark.parametrize("good", [[100], [50, 30, 20], [1] * 100, [34, 33, 33]])
def test_percentages_that_sum_to_100(good: list[int]) -> None:
    prizes.check(good)


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ([], "at least one"),
        ([50, 30], "add up to 100, not 80"),
        ([60, 50], "add up to 100, not 110"),
        ([100, 0], "at least 1"),
        ([120, -20], "at least 1"),
        ([30, 70], "worse place"),
        ([1] * 101, "add up to 100, not 101"),
    ],
)
def test_other_percentages_are_refused(bad: list[int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        prizes.check(bad)


def test_the_winner_takes_all() -> None:
    assert prizes.weights("winner", 40) == [prizes.weights("winner", 1)[0]]


@pytest.mark.parametrize(
    ("entries", "paid"), [(1, 1), (2, 1), (6, 1), (7, 2), (20, 3), (21, 4), (100, 15), (101, 16), (1000, 150)]
)
def test_the_best_15_percent_are_paid_rounded_up(entries: int, paid: int) -> None:
    assert len(prizes.weights("top15", entries)) == paid


def test_each_place_of_the_best_15_percent_wins_more_than_the_next() -> None:
    weights = prizes.weights("top15", 1000)
    assert weights == sorted(set(weights), reverse=True)


def test_the_second_wins_about_half_as_much_as_the_first() -> None:
    first, second, third = prizes.amounts(2000, prizes.weights("top15", 20))
    assert (first, second, third) == (1091, 545, 364)


def test_the_last_paid_place_of_the_best_15_percent_gets_its_fee_back() -> None:
    for entries in range(1, 1001):
        assert prizes.amounts(entries * FEE, prizes.weights("top15", entries))[-1] >= FEE, entries


@pytest.mark.parametrize(("entries", "paid"), [(1, 1), (2, 1), (3, 1), (6, 3), (7, 3), (1000, 500)])
def test_half_of_the_field_doubles_up_rounded_down(entries: int, paid: int) -> None:
    amounts = prizes.amounts(entries * FEE, prizes.weights("double", entries))
    assert len(amounts) == paid
    assert max(amounts) - min(amounts) <= 1


def test_an_even_field_doubles_up_to_twice_the_fee() -> None:
    assert prizes.amounts(6 * FEE, prizes.weights("double", 6)) == [2 * FEE] * 3


def test_custom_percentages_are_the_weights() -> None:
    assert prizes.weights("custom", 10, [50, 30, 20]) == [50, 30, 20]


def test_with_fewer_entries_than_percentages_the_first_ones_share_the_pool() -> None:
    assert prizes.weights("custom", 2, [50, 30, 20]) == [50, 30]
    assert prizes.amounts(200, [50, 30]) == [125, 75]


def test_without_entries_nothing_is_paid() -> None:
    assert [prizes.weights(structure, 0, [100]) for structure in prizes.STRUCTURES] == [[]] * 4
    assert prizes.amounts(0, []) == prizes.amounts(500, []) == prizes.shared([], []) == []


def test_an_unknown_structure_is_refused() -> None:
    with pytest.raises(ValueError, match="'satellite'"):
        prizes.weights("satellite", 10)


def test_101_chips_by_50_30_20() -> None:
    """50.5, 30.3 and 20.2: the odd chip goes to the largest remainder."""
    assert prizes.amounts(101, [50, 30, 20]) == [51, 30, 20]


def test_the_better_place_has_the_odd_chip_of_equal_remainders() -> None:
    assert prizes.amounts(101, [50, 50]) == [51, 50]
    assert prizes.amounts(3, [1, 1, 1, 1]) == [1, 1, 1, 0]


def test_a_larger_remainder_comes_before_a_better_place() -> None:
    """Of 7 chips: 3.5, 1.75 and 1.75."""
    assert prizes.amounts(7, [50, 25, 25]) == [3, 2, 2]


def test_everybody_gets_what_their_place_does() -> None:
    assert prizes.shared([50, 30, 20], [4, 1, 3, 2]) == [0, 50, 20, 30]


def test_tied_places_share_what_they_get_together() -> None:
    assert prizes.shared([50, 30, 20], [2, 1, 2, 4]) == [25, 50, 25, 0]


def test_a_tie_over_the_edge_of_the_prizes_shares_the_last_of_them() -> None:
    assert prizes.shared([60, 40], [1, 2, 2, 2]) == [60, 14, 13, 13]


def test_odd_chips_go_one_each_in_the_order_of_entry() -> None:
    assert prizes.shared([50, 30, 21], [2, 4, 1, 2]) == [26, 0, 50, 25]
    assert prizes.shared([3, 2], [1, 1, 1]) == [2, 2, 1]


@pytest.mark.parametrize("wrong", [[1, 1, 2], [2, 3], [1, 2, 2, 3], [1, 3], [0, 1]])
def test_places_that_no_field_can_have_are_refused(wrong: list[int]) -> None:
    with pytest.raises(ValueError, match="can't follow"):
        prizes.shared([10], wrong)


def test_more_prizes_than_entries_are_refused() -> None:
    with pytest.raises(ValueError, match="3 places are paid"):
        prizes.shared([50, 30, 20], [1, 2])


@settings(max_examples=150, deadline=None)
@given(pools, fields, st.sampled_from(prizes.STRUCTURES), percentages())
def test_prizes_sum_to_the_pool_and_never_rise_with_a_worse_place(
    pool: int, entries: int, structure: str, custom: list[int]
) -> None:
    prizes.check(custom)
    amounts = prizes.amounts(pool, prizes.weights(structure, entries, custom))
    assert sum(amounts) == pool
    assert 1 <= len(amounts) <= entries
    assert amounts == sorted(amounts, reverse=True)


@settings(max_examples=150, deadline=None)
@given(pools, st.lists(st.integers(1, 10**6), min_size=1, max_size=150))
def test_no_amount_is_a_chip_away_from_its_part(pool: int, weights: list[int]) -> None:
    amounts = prizes.amounts(pool, weights)
    assert sum(amounts) == pool
    total = sum(weights)
    assert all(abs(chips * total - pool * weight) < total for chips, weight in zip(amounts, weights, strict=True))


@settings(max_examples=150, deadline=None)
@given(pools, fallen(), st.sampled_from(prizes.STRUCTURES), percentages())
def test_shared_prizes_sum_to_the_pool_whoever_ties(
    pool: int, fallen: list[int], structure: str, custom: list[int]
) -> None:
    amounts = prizes.amounts(pool, prizes.weights(structure, len(fallen), custom))
    shared = prizes.shared(amounts, fallen)
    assert sum(shared) == pool
    assert len(shared) == len(fallen)
    for place in set(fallen):
        tied = [chips for chips, one in zip(shared, fallen, strict=True) if one == place]
        assert tied == sorted(tied, reverse=True), "odd chips go in the order of entry"
        assert max(tied) - min(tied) <= 1
        assert sum(tied) == sum(amounts[place - 1 : place - 1 + len(tied)])


@settings(max_examples=50, deadline=None)
@given(pools, fallen(most=1000))
def test_any_size_of_field_is_paid_to_the_chip(pool: int, fallen: list[int]) -> None:
    amounts = prizes.amounts(pool, prizes.weights("top15", len(fallen)))
    assert sum(prizes.shared(amounts, fallen)) == pool
