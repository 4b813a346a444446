"""Chance from a seed: the same for ever, other for other seeds, and even enough for bots."""

import itertools

from games.rules.chance import Chance

SEEDS = 4000


def test_the_same_seed_gives_the_same_chances() -> None:
    chance, again = Chance(7, 2), Chance(7, 2)
    first = [chance.random() for _ in range(4)]
    assert first == [again.random() for _ in range(4)]
    # As published: whoever changes these changes what practice's bots do in every kept game that is dealt again.
    assert first == [0.3828144252948585, 0.6602569344089551, 0.06944803842486966, 0.4122441923435574]


def test_every_number_counts_and_their_order() -> None:
    numbers = [(), (0,), (1,), (0, 0), (0, 1), (1, 0), (2**31,), (2**53,), (2**53, 2**53)]
    seeds = [(seed, *more) for seed in (0, 1, 2**31, 2**32, 2**53) for more in numbers]
    assert len({Chance(*seed).random() for seed in seeds}) == len(seeds)


def test_chances_lie_between_nothing_and_one() -> None:
    for seed in range(50):
        chance = Chance(seed)
        assert all(0 < chance.random() < 1 for _ in range(200))


def test_chances_are_even_along_one_seed_and_across_seeds() -> None:
    chance = Chance(1)
    along = [chance.random() for _ in range(SEEDS)]
    for values in (along, *([_nth(Chance(seed), n) for seed in range(SEEDS)] for n in (1, 2, 5))):
        assert _chi_squared(values) < 50  # of 20 places; 43.8 is passed once in a thousand times
        follow = sum((one - 0.5) * (other - 0.5) for one, other in itertools.pairwise(values)) / SEEDS * 12
        assert abs(follow) < 4 / SEEDS**0.5


def _nth(chance: Chance, n: int) -> float:
    return [chance.random() for _ in range(n)][-1]


def _chi_squared(values: list[float], places: int = 20) -> float:
    counts = [0] * places
    for value in values:
        counts[int(value * places)] += 1
    even = len(values) / places
    return sum((count - even) ** 2 for count in counts) / even
