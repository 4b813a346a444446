"""Ratings are of results alone: who won, against whom."""

import random

import pytest

from games import ratings

SIZES = range(2, 7)


@pytest.mark.parametrize("players", SIZES)
def test_who_wins_among_equals_gains_what_the_others_lose_alike(players: int) -> None:
    after = ratings.after([ratings.NEW] * players, 1)
    gains = [mu - ratings.NEW[0] for mu, _sigma in after]
    assert gains[1] > 0
    losses = gains[:1] + gains[2:]
    assert losses == pytest.approx([-gains[1] / (players - 1)] * (players - 1))
    assert all(sigma < ratings.NEW[1] for _mu, sigma in after), "each game tells something of everybody"


@pytest.mark.parametrize("players", SIZES)
def test_to_beat_better_ones_is_worth_more(players: int) -> None:
    better = ratings.after([(25.0, 4.0)] + [(32.0, 4.0)] * (players - 1), 0)[0][0]
    worse = ratings.after([(25.0, 4.0)] + [(18.0, 4.0)] * (players - 1), 0)[0][0]
    assert better > worse > 25.0


def test_who_sits_where_does_not_matter() -> None:
    first, second, third = (27.0, 3.0), (22.0, 5.0), (31.0, 2.0)
    one = ratings.after([first, second, third], 0)
    other = ratings.after([third, first, second], 1)
    for here, there in zip(one, [other[1], other[2], other[0]], strict=True):
        assert here == pytest.approx(there)


def test_the_same_games_make_the_same_ratings_to_the_last_bit() -> None:
    def season() -> list[ratings.Estimate]:
        rng = random.Random(6)
        players = [ratings.NEW] * 12
        for _game in range(200):
            seated = rng.sample(range(12), rng.randint(2, 6))
            new = ratings.after([players[at] for at in seated], rng.randrange(len(seated)))
            for at, estimate in zip(seated, new, strict=True):
                players[at] = estimate
        return players

    assert season() == season()


def test_over_many_games_the_mean_stays_and_skill_comes_out() -> None:
    rng = random.Random(1)
    skill = [index / 10 for index in range(20)]
    players = [ratings.NEW] * 20
    for _game in range(1_500):
        seated = rng.sample(range(20), rng.randint(2, 6))
        won = rng.choices(range(len(seated)), [2.0 ** skill[at] for at in seated])[0]
        for at, new in zip(seated, ratings.after([players[at] for at in seated], won), strict=True):
            players[at] = new
    numbers = [ratings.shown(mu) for mu, _sigma in players]
    assert abs(sum(numbers) / 20 - 1500) < 25
    assert sum(numbers[15:]) / 5 > sum(numbers[:5]) / 5 + 150


def test_everybody_begins_at_1500_and_is_provisional_for_thirty_games() -> None:
    assert ratings.shown(ratings.NEW[0]) == 1500
    assert ratings.shown(26.0) == 1540
    assert ratings.is_provisional(29)
    assert not ratings.is_provisional(30)
