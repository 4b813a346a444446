"""What finished games make of their players, in memory: ratings, and what somebody did in all their games.

The worker opens it at what the database has of a few players, whoever counts anew begins with an empty one; either way
the same games in the same order make the same numbers, to the last bit.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from . import biddings, ratings
from .biddings import Bidding
from .models import GameRecord, PlayerResult, Table
from .ratings import Estimate

log = logging.getLogger(__name__)

TOTALS = ("games", "won", "azi", "chips", "biggest_bank", "biddings", "bids_won", "bets", "blind_bets")

OF_A_PAIR = 10  # rated games a day, so that two who help each other get nowhere quickly
DAY_MS = 86_400_000

RatingKey = tuple[int, str]  # player and ruleset, "" for all
TotalsKey = tuple[int, str, int]  # player, ruleset, seats
Pair = tuple[int, int, int]  # two people who play with nobody but bots, and the day by UTC
Shown = tuple[int | None, int | None]  # the rating over all rulesets and that of the game's, as people see them


class Unreadable(ValueError):
    """A game that no number can be made of: its results are no game's."""


@dataclass(frozen=True)
class Result:
    pk: int
    player: int
    is_bot: bool
    seat: int
    net: int
    won: bool
    shown: Shown  # as the database has it


@dataclass(frozen=True)
class Finished:
    """A finished game as far as it counts."""

    pk: int
    record: str
    ruleset: str
    seats: int
    bank: int
    deals: int
    is_cash: bool
    is_counted: bool  # at a public table, and won by somebody
    is_rated: bool  # and with at least two people in it who have signed up
    is_of_two: bool  # with no other people in it
    ended_at: int
    results: list[Result]

    @property
    def pair(self) -> Pair | None:
        """Whose games of that day are counted, where this one would be rated."""
        if not (self.is_rated and self.is_of_two):
            return None
        one, other = sorted(result.player for result in self.results if not result.is_bot)
        return one, other, self.ended_at // DAY_MS

    @property
    def rating_keys(self) -> list[RatingKey]:
        return [(one.player, ruleset) for ruleset in ("", self.ruleset) for one in self.results]

    @property
    def totals_keys(self) -> list[TotalsKey]:
        return [(one.player, self.ruleset, self.seats) for one in self.results]


_GAME = (
    *("pk", "record", "ruleset", "seats", "people", "members", "bank", "deals", "ended_at"),
    *("void", "table__private", "table__stakes"),
)
_RESULT = ("game", "pk", "player", "player__is_bot", "seat", "net", "won", "rating", "ruleset_rating")


def finished(ids: Iterable[int]) -> list[Finished]:
    """These games, in this order."""
    wanted = list(ids)
    results: dict[int, list[Result]] = {pk: [] for pk in wanted}
    found = PlayerResult.objects.filter(game__in=wanted).order_by("game", "seat").values_list(*_RESULT)
    for game, pk, player, is_bot, seat, net, won, rating, ruleset_rating in found:
        results[game].append(Result(pk, player, is_bot, seat, net, won, (rating, ruleset_rating)))
    games = {}
    rows = GameRecord.objects.filter(pk__in=wanted).values_list(*_GAME)
    for pk, text, ruleset, seats, people, members, bank, deals, ended_at, void, private, stakes in rows:
        counted = not void and not private
        rated = counted and members >= 2
        games[pk] = Finished(
            *(pk, text, ruleset, seats, bank, deals, stakes == Table.CASH, counted, rated, people == 2, ended_at),
            results[pk],
        )
    return [games[pk] for pk in wanted]


class Book:
    """Ratings as mu, sigma and games; totals in the order of TOTALS; how many rated games pairs have had."""

    def __init__(self) -> None:
        self.ratings: dict[RatingKey, tuple[float, float, int]] = {}
        self.totals: dict[TotalsKey, list[int]] = {}
        self.pairs: Counter[Pair] = Counter()

    def add(self, game: Finished) -> dict[int, Shown]:
        """One more game; what its results' ratings are after it, by the result's id. What raises changes nothing."""
        if not game.is_counted:
            return {one.pk: (None, None) for one in game.results}
        if sum(one.won for one in game.results) != 1 or len(game.results) < 2:
            raise Unreadable(f"game {game.pk} has not one winner")
        bids = _biddings(game)
        pair = game.pair
        is_rated = game.is_rated and (pair is None or self.pairs[pair] < OF_A_PAIR)
        rated = self._rated(game) if is_rated else {}
        self.ratings.update(rated)
        if is_rated and pair is not None:
            self.pairs[pair] += 1
        for one in game.results:
            self._sum_up(game, one, bids.get(one.seat, Bidding()))
        if not is_rated:
            return {one.pk: (None, None) for one in game.results}
        return {
            one.pk: (ratings.shown(rated[one.player, ""][0]), ratings.shown(rated[one.player, game.ruleset][0]))
            for one in game.results
        }

    def _rated(self, game: Finished) -> dict[RatingKey, tuple[float, float, int]]:
        players = [one.player for one in game.results]
        winner = next(place for place, one in enumerate(game.results) if one.won)
        new = {}
        for ruleset in ("", game.ruleset):
            before = [self.ratings.get((player, ruleset), (*ratings.NEW, 0)) for player in players]
            estimates: list[Estimate] = ratings.after([(mu, sigma) for mu, sigma, _games in before], winner)
            for player, (mu, sigma), (_mu, _sigma, games) in zip(players, estimates, before, strict=True):
                new[player, ruleset] = (mu, sigma, games + 1)
        return new

    def _sum_up(self, game: Finished, one: Result, bids: Bidding) -> None:
        totals = self.totals.setdefault((one.player, game.ruleset, game.seats), [0] * len(TOTALS))
        added = (
            *(1, int(one.won), int(game.deals > 1), one.net if game.is_cash else 0, 0),
            *(bids.biddings, bids.bids_won, bids.bets, bids.blind_bets),
        )
        for place, more in enumerate(added):
            totals[place] += more
        if one.won and game.is_cash:
            biggest = TOTALS.index("biggest_bank")
            totals[biggest] = max(totals[biggest], game.bank)


def _biddings(game: Finished) -> dict[int, Bidding]:
    """Nothing where the record can't be read, whatever the reason: one game keeps no others waiting for it."""
    try:
        return biddings.of(game.record)
    except Exception:
        log.warning("game %s: its record can't be read, its biddings are not counted", game.pk, exc_info=True)
        return {}
