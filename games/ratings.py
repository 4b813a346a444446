"""How well somebody plays: openskill's Plackett-Luce of who won a game, and the number that people see.

Results count, not chips: the winner is first and all others share the second place. A game is rated that was at a
public table, was not called off, and had at least two people in it who had signed up when it ended: guests cost
nothing, so they alone give nobody a rating. Of the games of the same two people and no others the first ten of a day
are rated.
"""

from collections.abc import Sequence

from openskill.models import PlackettLuce

PROVISIONAL = 30  # rated games until a rating is one to be ranked by

_model = PlackettLuce()

Estimate = tuple[float, float]  # mu and sigma
NEW: Estimate = (_model.mu, _model.sigma)


def after(before: Sequence[Estimate], winner: int) -> list[Estimate]:
    """What the players of a game are worth after it, in their order; `winner` is the place of who won in that order."""
    players = [[_model.rating(mu, sigma)] for mu, sigma in before]
    ranks = [1.0 if place == winner else 2.0 for place in range(len(players))]
    return [(player.mu, player.sigma) for (player,) in _model.rate(players, ranks=ranks)]


def shown(mu: float) -> int:
    """The number that people see: everybody begins at 1500."""
    return round(1500 + 40 * (mu - NEW[0]))


def is_provisional(games: int) -> bool:
    """Whether so few rated games say too little to be ranked by: the number has a question mark."""
    return games < PROVISIONAL
