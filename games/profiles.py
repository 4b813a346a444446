"""What a player's profile shows: ratings and results as the tally has them, the newest public games, where they are.

A few questions to the database each, however many games somebody has played.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import Http404
from django.utils.translation import ngettext

from accounts import names
from accounts.models import User

from . import figures, presence, ratings, timing
from .lobby import PRESET_NAMES
from .models import GameRecord, PlayerResult, Rating, Seat, Table, Totals

RECENT, LOOKED_THROUGH = 10, 500  # games shown, and how many of the newest are looked through for public ones
POINTS, DRAWN = 100, 5_000  # of the rating's line, and the rated games that it is of


def called(name: str) -> User:
    """The player of that name, however it is written. Raises Http404 where there is none, or none any more."""
    if len(name) > names.LONGEST_KEY or "\0" in name:  # PostgreSQL takes no NUL
        raise Http404
    player = User.objects.filter(username=names.key(name), is_active=True).first()
    if player is None:
        raise Http404
    return player


def initials(name: str) -> str:
    """As at the table: the first letters of the first two words, or the first two of one."""
    parts = [part for part in re.split(r"[\s\-_.]+", name) if part]
    return (parts[0][0] + parts[1][0] if len(parts) > 1 else name[:2]).upper()


def dye(player_id: int) -> int:
    """Which of the six colours of avatars somebody has on pages."""
    return player_id % 6 + 1


# --- ratings ----------------------------------------------------------------------------------------------------------


def rated(player: User) -> dict[str, Rating]:
    """The player's ratings by ruleset; "" is over all of them."""
    return {one.ruleset: one for one in Rating.objects.filter(player=player)}


def shown(rating: Rating | None) -> str:
    """A rating as people see it, with a question mark while it is of few games; empty where there is none."""
    if rating is None:
        return ""
    return f"{intcomma(ratings.shown(rating.mu))}{'?' if ratings.is_provisional(rating.games) else ''}"


@dataclass(frozen=True)
class Line:
    """How a rating went: what it was after every so many of the newest `games` rated ones, oldest first."""

    ratings: list[int]
    games: int

    @property
    def first(self) -> int:
        return self.ratings[0]

    @property
    def last(self) -> int:
        return self.ratings[-1]

    @property
    def highest(self) -> int:
        return max(self.ratings)

    @property
    def lowest(self) -> int:
        return min(self.ratings)

    @property
    def points(self) -> str:
        return figures.points(self.ratings)


def line(player: User) -> Line | None:
    """The history of the player's rating; None before the second rated game.

    An index holds these numbers alone: to read thousands takes less time than to have the database choose a hundred.
    """
    rated = PlayerResult.objects.filter(player=player, rating__isnull=False).order_by("-game")
    newest = [rating for rating in rated.values_list("rating", flat=True)[:DRAWN] if rating is not None]
    if len(newest) < 2:
        return None
    return Line(newest[:: -(-len(newest) // POINTS)][::-1], len(newest))


# --- results ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """The player's games of one kind, and the rating by them alone as people see it."""

    label: str
    games: int
    won: int
    rating: str = ""

    @property
    def percent(self) -> int:
        return figures.percent(self.won, self.games)


@dataclass(frozen=True)
class Results:
    """What the player did in all counted games. Chips and the biggest bank are of cash tables."""

    games: int
    won: int
    azi: int
    chips: int
    biggest_bank: int
    biddings: int
    bids_won: int
    bets: int
    blind_bets: int
    by_ruleset: list[Part]
    by_seats: list[Part]

    @property
    def won_percent(self) -> int:
        return figures.percent(self.won, self.games)

    @property
    def azi_percent(self) -> int:
        return figures.percent(self.azi, self.games)

    @property
    def bids_won_percent(self) -> int:
        return figures.percent(self.bids_won, self.biddings)

    @property
    def blind_percent(self) -> int:
        return figures.percent(self.blind_bets, self.bets)


def results(player: User, by_ruleset: dict[str, Rating]) -> Results | None:
    """The player's results at public tables; None before the first counted game."""
    rows = list(Totals.objects.filter(player=player, games__gt=0))
    if not rows:
        return None
    summed = ("games", "won", "azi", "chips", "biddings", "bids_won", "bets", "blind_bets")
    return Results(
        **{field: sum(getattr(row, field) for row in rows) for field in summed},
        biggest_bank=max(row.biggest_bank for row in rows),
        by_ruleset=[
            Part(str(label), *_games_of(row for row in rows if row.ruleset == ruleset), shown(by_ruleset.get(ruleset)))
            for ruleset, label in PRESET_NAMES.items()
            if any(row.ruleset == ruleset for row in rows)
        ],
        by_seats=[
            Part(_players(seats), *_games_of(row for row in rows if row.seats == seats))
            for seats in sorted({row.seats for row in rows})
        ],
    )


def _games_of(rows: Iterable[Totals]) -> tuple[int, int]:
    rows = list(rows)
    return sum(row.games for row in rows), sum(row.won for row in rows)


def _players(seats: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", seats) % {"count": seats}


@dataclass(frozen=True)
class Recent:
    """A game that the player has played, and what it brought them."""

    game: GameRecord
    net: int

    @property
    def ended(self) -> datetime:
        return timing.moment(self.game.ended_at)


def recent(player: User) -> list[Recent]:
    """The newest games at public tables, newest first.

    Games of private tables are left out, shared ones too: only who has such a game's link may see it.
    """
    mine = PlayerResult.objects.filter(player=player).order_by("-game")
    oldest = mine.values_list("game", flat=True)[LOOKED_THROUGH : LOOKED_THROUGH + 1].first()
    public = mine.filter(game__gt=oldest or 0, void=False, game__table__private=False)
    found = public.select_related("game__table").defer("game__record", "game__table__record")[:RECENT]
    return [Recent(result.game, result.net) for result in found]


# --- where they are ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Whereabouts:
    online: bool
    table: Table | None  # a public one


NOWHERE = Whereabouts(False, None)


def whereabouts(player: User) -> Whereabouts:
    """Whether the player is here now, and the public table where they play; who sits out plays nowhere."""
    if not player.is_bot and not User.objects.filter(presence.here_lately(timing.now_ms()), pk=player.pk).exists():
        return NOWHERE
    seats = Seat.objects.filter(player=player, leaving=False, sitting_out=False)
    public = seats.filter(table__private=False, table__closed=False)
    seat = public.select_related("table").defer("table__record").order_by("pk").first()
    return Whereabouts(not player.is_bot or seat is not None, seat.table if seat else None)
