"""Scores in memory: what rated games and finished tournaments make of them, a game or an entry at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from games import ratings
from games.models import PlayerResult, Table

from . import periods
from .models import Entry, Score, Tournament

OF_GAMES = ("games", "won", "azi", "rating", "chips", "bank", "run", "longest_run")

Key = tuple[int, str, str]  # player, period, ruleset

_PLAYED = (
    *("player", "player__is_bot", "player__is_active", "player__is_guest", "game__ended_at", "game__ruleset"),
    *("game__table__stakes", "game__bank", "game__deals", "net", "won", "rating", "ruleset_rating"),
)


@dataclass(frozen=True)
class Played:
    """What somebody's part in a rated game was."""

    player: int
    is_bot: bool
    is_active: bool
    is_guest: bool
    ended_at: int
    ruleset: str
    stakes: str
    bank: int
    deals: int
    net: int
    won: bool
    rating: int | None
    ruleset_rating: int | None


def played(results: QuerySet[PlayerResult]) -> Iterator[Played]:
    """These results, in the order of the tally; those of the games that it has rated."""
    rated = results.filter(rating__isnull=False).order_by("game__tally_no", "seat").values_list(*_PLAYED)
    return (Played(*row) for row in rated.iterator(chunk_size=2_000))


def earned(entries: QuerySet[Entry]) -> Iterator[tuple[int, int, str, int]]:
    """Player, when, ruleset and points of these entries, as far as they are in the leaderboards."""
    counted = entries.filter(
        tournament__scored=True, tournament__private=False, tournament__state=Tournament.FINISHED, points__gt=0
    ).exclude(state=Entry.WITHDRAWN)
    for entry in counted.select_related("tournament").order_by("pk"):
        of = entry.tournament
        yield entry.player_id, of.ended_at or of.created, of.ruleset(1).preset, entry.points


def who(is_bot: bool, is_active: bool, is_guest: bool) -> int:
    """Bots can't sign in either."""
    return Score.BOT if is_bot else Score.PERSON if is_active and not is_guest else Score.UNLISTED


class Sheet:
    """Scores by player, period and ruleset."""

    def __init__(self) -> None:
        self.scores: dict[Key, Score] = {}

    def at(self, player: int, period: str, ruleset: str) -> Score:
        key = (player, period, ruleset)
        if key not in self.scores:
            self.scores[key] = Score(player_id=player, period=period, ruleset=ruleset)
        return self.scores[key]

    def add(self, one: Played) -> None:
        """One more rated game of somebody, who stays listed or not: leaderboard.relist changes that, all at once."""
        first = self.scores.get((one.player, periods.ALL, ""))
        listed = first.who if first else who(one.is_bot, one.is_active, one.is_guest)
        for ruleset, rating in (("", one.rating), (one.ruleset, one.ruleset_rating)):
            games = self.at(one.player, periods.ALL, ruleset).games + 1
            shown = None if ratings.is_provisional(games) else rating
            for period in periods.of(one.ended_at):
                score = self.at(one.player, period, ruleset)
                score.who = listed
                _add(score, one, shown)

    def add_points(self, player: int, at: int, preset: str, points: int) -> None:
        for ruleset in ("", preset):
            for period in periods.of(at):
                self.at(player, period, ruleset).points += points


def _add(score: Score, one: Played, rating: int | None) -> None:
    score.games += 1
    score.won += one.won
    score.azi += one.deals > 1
    score.rating = rating
    score.run = score.run + 1 if one.won else 0
    score.longest_run = max(score.longest_run, score.run)
    if one.stakes != Table.CASH:
        return
    score.chips = (score.chips or 0) + one.net
    if one.won:
        score.bank = max(score.bank, one.bank)
