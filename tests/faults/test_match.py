"""Each level of the bots beats the one below it, and the best beats who calls everything or raises any trump."""

import multiprocessing
from collections.abc import Iterator
from functools import partial
from multiprocessing.pool import Pool

import pytest

from games.rules import PRESETS, match

# How many duplicate deals make an interval clearly of one sign; two seats need the most, for they play for the least.
PAIRS = {
    ("middle", "beginner"): {2: 2500, 3: 600, 4: 200, 6: 150},
    ("best", "middle"): {2: 1500, 3: 700, 4: 400, 6: 900},
    ("best", "always-call"): {2: 150, 3: 100, 4: 150, 6: 100},
    ("best", "raise-any-trump"): {2: 1000, 3: 150, 4: 80, 6: 60},
}
MATCHES = [(*pair, seats, deals) for pair, counts in PAIRS.items() for seats, deals in counts.items()]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with multiprocessing.get_context("spawn").Pool() as workers:
        yield workers


@pytest.mark.parametrize("ruleset", PRESETS)
@pytest.mark.parametrize(("one", "others", "seats", "deals"), MATCHES)
def test_the_better_gains(pool: Pool, one: str, others: str, seats: int, deals: int, ruleset: str) -> None:
    play = partial(match.gain, PRESETS[ruleset], seats, one, others)
    mean, reach = match.interval(pool.map(play, range(deals), chunksize=4))
    assert mean > reach, f"{mean:+.2f} ± {reach:.2f} chips a game"
