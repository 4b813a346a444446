"""Levels: round numbers that grow, and their text form."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments import levels

amounts = st.integers(1, levels.LARGEST)


def antes(schedule: list[tuple[int, int]]) -> list[int]:
    return [ante for ante, _ in schedule]


def test_a_schedule_from_ten() -> None:
    assert antes(levels.schedule(10, 12)) == [10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400]


def test_a_schedule_from_one_skips_what_is_no_whole_chip() -> None:
    assert antes(levels.schedule(1, 10)) == [1, 2, 3, 4, 6, 8, 10, 15, 20, 30]


def test_a_schedule_from_any_number_goes_on_in_round_ones() -> None:
    assert antes(levels.schedule(25, 5)) == [25, 40, 60, 80, 100]
    assert antes(levels.schedule(7, 4)) == [7, 10, 15, 20]


def test_the_smallest_bet_of_a_schedule_is_the_ante() -> None:
    assert levels.schedule(10, 2) == [(10, 10), (15, 15)]


def test_a_schedule_has_twenty_levels() -> None:
    assert len(levels.schedule(10)) == 20


def test_a_schedule_ends_where_the_numbers_do() -> None:
    assert antes(levels.schedule(levels.LARGEST // 2)) == [5 * 10**11, 8 * 10**11, 10**12]
    assert antes(levels.schedule(levels.LARGEST)) == [10**12]


@pytest.mark.parametrize("first", [0, -10, levels.LARGEST + 1])
def test_a_schedule_from_nothing_or_beyond_is_refused(first: int) -> None:
    with pytest.raises(ValueError, match="from 1 to"):
        levels.schedule(first)


@given(amounts, st.integers(1, levels.MOST))
def test_each_level_is_about_half_as_much_again(first: int, number: int) -> None:
    schedule = antes(levels.schedule(first, number))
    assert schedule[0] == first
    assert len(schedule) <= number
    assert max(schedule) <= levels.LARGEST
    for ante, following in pairwise(schedule):
        assert 1.25 * ante <= following <= 2 * ante


@given(st.integers(1, 10**9))
def test_up_to_a_thousand_million_no_schedule_is_cut_short(first: int) -> None:
    assert len(levels.schedule(first)) == 20


def test_levels_are_read_as_written() -> None:
    assert levels.parse("10 15 20/40") == [(10, 10), (15, 15), (20, 40)]


def test_a_bet_like_the_ante_goes_without_saying() -> None:
    assert levels.write([(10, 10), (20, 40)]) == "10 20/40"
    assert levels.write(levels.parse(" 10/10\n20/20 ")) == "10 20"


def test_levels_kept_as_lists_are_written_too() -> None:
    assert levels.write([[10, 10], [20, 40]]) == "10 20/40"


def test_a_level_may_stay_as_it_was() -> None:
    assert levels.parse("10 10 10/20") == [(10, 10), (10, 10), (10, 20)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "at least one level"),
        ("  \n", "at least one level"),
        ("10 " * 101, "at most 100 levels"),
        ("10, 20", "“10,” is not a level"),
        ("ten", "“ten” is not a level"),
        ("10/", "“10/” is not a level"),
        ("/10", "“/10” is not a level"),
        ("10/20/30", "“10/20/30” is not a level"),
        ("-10", "“-10” is not a level"),
        ("1e3", "“1e3” is not a level"),
        ("١٠", "is not a level"),
        ("²", "is not a level"),
        ("0", "from 1 to 1000000000000 chips, not 0"),
        ("10/0", "from 1 to"),
        (str(levels.LARGEST + 1), "from 1 to"),
        ("9" * 10_000, "from 1 to"),
        ("20 10", "lower than the one before"),
        ("20/20 10/30", "lower than the one before"),
        ("20/40 30/30", "lower than the one before"),
    ],
)
def test_what_can_be_no_levels_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as refused:
        levels.parse(text)
    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 150


def test_leading_noughts_mean_nothing() -> None:
    assert levels.parse("0" * 20 + "10") == [(10, 10)]


@given(st.lists(st.tuples(amounts, amounts), min_size=1, max_size=levels.MOST))
def test_what_is_written_is_read_again(given: list[tuple[int, int]]) -> None:
    by_ante, by_bet = sorted(ante for ante, _ in given), sorted(bet for _, bet in given)
    growing = list(zip(by_ante, by_bet, strict=True))
    assert levels.parse(levels.write(growing)) == growing


@given(st.text(alphabet="0123456789/ x,\n", max_size=30))
def test_any_text_is_levels_or_a_sentence(text: str) -> None:
    try:
        read = levels.parse(text)
    except ValueError as refused:
        said = str(refused)
    else:
        said = "Fine."
        assert levels.parse(levels.write(read)) == read
    assert said.endswith(".")
