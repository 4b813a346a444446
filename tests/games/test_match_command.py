"""`manage.py match` prints a line for each number of seats and ruleset, and says what is wrong with its arguments."""

import io
import re

import pytest
from django.core.management import CommandError, call_command


def said(**options: object) -> str:
    out = io.StringIO()
    call_command("match", stdout=out, **{"levels": "always-call,raise-any-trump", "deals": 4, **options})
    return out.getvalue()


def test_a_line_for_each_number_of_seats_and_ruleset() -> None:
    head, *lines = said(seats="2,3").splitlines()
    assert "always-call gains from raise-any-trump" in head
    assert [line[:19] for line in lines] == [
        "classic     2 seats", "classic     3 seats", "three_bids  2 seats", "three_bids  3 seats"
    ]  # fmt: skip
    assert all(re.search(r"[+-]\d+\.\d\d ± \d+\.\d\d  \(\d+ s\)$", line) for line in lines)


def test_the_same_seed_plays_the_same_match() -> None:
    def figures(seed: int) -> list[str]:
        return re.findall(r"[+-]\d+\.\d\d ± \d+\.\d\d", said(seats="3", ruleset="classic", seed=seed))

    assert figures(5) == figures(5) != figures(6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"levels": "best"}, "two kinds of players"),
        ({"levels": "best,worst"}, "no player “worst”"),
        ({"ruleset": "poker"}, "no ruleset “poker”"),
        ({"seats": "2,7"}, "numbers from 2 to 6"),
        ({"deals": 1}, "at least 2 deals"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(options: dict[str, object], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        said(**options)
