"""What a leaderboard shows: the first fifty of a slice, and the viewer's own row wherever it is.

Each board has an index (period, ruleset, number, who, player), in which the best are found and the better ones counted.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.core.cache import cache
from django.db.models import F, QuerySet
from django.utils.functional import cached_property

from accounts import relations
from accounts.models import User
from games.profiles import dye, initials
from games.rules import OWN, PRESETS

from . import periods
from .models import Score

LISTED = 50
COUNT_KEPT_S = 60
PODIUM = 3

# The number that each board goes by, and the least of it that is listed (None: whoever has one).
BOARDS: dict[str, tuple[str, int | None]] = {
    "rating": ("rating", None),
    "chips": ("chips", None),
    "points": ("points", 1),
    "bank": ("bank", 1),
    "run": ("longest_run", 1),
}
RULESETS = ("", *PRESETS, OWN)


@dataclass(frozen=True)
class Wanted:
    """Which board somebody wants to see, as the address has it."""

    board: str = "rating"
    period: str = "week"
    ruleset: str = ""
    bots: bool = False
    followed: bool = False

    @classmethod
    def of(cls, query: Mapping[str, str], signed_in: bool) -> "Wanted":
        """What the address says, where it says something that there is."""
        usual = cls()
        return cls(
            board=_among(query.get("board"), BOARDS, usual.board),
            period=_among(query.get("period"), periods.NAMES, usual.period),
            ruleset=_among(query.get("ruleset"), RULESETS, usual.ruleset),
            bots=query.get("bots") == "yes",
            followed=signed_in and query.get("followed") == "yes",
        )

    @property
    def query(self) -> str:
        """The address's part behind "?", without what goes without saying."""
        usual = Wanted()
        said = {name: getattr(self, name) for name in vars(usual) if getattr(self, name) != getattr(usual, name)}
        return urlencode({name: "yes" if value is True else value for name, value in said.items()})

    @property
    def field(self) -> str:
        return BOARDS[self.board][0]


def _among(said: str | None, choices: Collection[str], usual: str) -> str:
    return said if said is not None and said in choices else usual


@dataclass(frozen=True)
class Row:
    """A player on a board, and their place there. The viewer may have no place, as a guest, and no number either."""

    score: Score
    place: int | None
    number: int | None
    is_me: bool

    @property
    def dye(self) -> str:
        return str(dye(self.score.player_id))

    @property
    def initials(self) -> str:
        return initials(self.score.player.name)


class Board:
    """One slice of one board, as on that day, for this viewer."""

    def __init__(self, wanted: Wanted, day: date, viewer: User | None) -> None:
        self.wanted = wanted
        self.viewer = viewer
        self.period = periods.NAMES[wanted.period](day)

    @cached_property
    def rows(self) -> list[Row]:
        """The first fifty, equals with equal places: 1, 2, 2, 4."""
        shown = ("games", self.wanted.field, "player__name", "player__is_active", "player__is_bot")
        rows: list[Row] = []
        for nth, score in enumerate(self.best.select_related("player").only(*shown)[:LISTED], 1):
            number = getattr(score, self.wanted.field)
            place = rows[-1].place if rows and rows[-1].number == number else nth
            rows.append(self._row(score, place))
        return rows

    @cached_property
    def own(self) -> Score | None:
        """The viewer's score in this slice, ranked or not."""
        if self.viewer is None:
            return None
        mine = Score.objects.filter(player=self.viewer, period=self.period, ruleset=self.wanted.ruleset)
        return mine.select_related("player").first()

    @cached_property
    def far(self) -> Row | None:
        """The viewer's row where it is none of the first fifty."""
        if self.own is None or any(row.is_me for row in self.rows):
            return None
        if not self._has_number(self.own):
            return Row(self.own, None, None, is_me=True)
        return self._row(self.own, None if self.own.player.is_guest else self.place(self.own))

    def place(self, score: Score) -> int:
        """One more than have a better number. Counting a hundred thousand takes a while: it is kept for a minute."""
        counted = cache.get_or_set(self._key(score), lambda: self.better(score).count(), COUNT_KEPT_S)
        return (counted or 0) + 1

    def _key(self, score: Score) -> str:
        wanted, mine = self.wanted, self.viewer.pk if self.wanted.followed and self.viewer else ""
        number = getattr(score, wanted.field)
        return f"better:{wanted.board}:{self.period}:{wanted.ruleset}:{wanted.bots}:{mine}:{number}"

    @property
    def best(self) -> QuerySet[Score]:
        """In the order of the board's index."""
        return self._listed.order_by(F(self.wanted.field).desc(), "who", "player_id")

    def better(self, score: Score) -> QuerySet[Score]:
        return self._listed.filter(**{f"{self.wanted.field}__gt": getattr(score, self.wanted.field)})

    @property
    def _listed(self) -> QuerySet[Score]:
        found = listed(self.wanted.board, self.period, self.wanted.ruleset, self.wanted.bots)
        if self.wanted.followed and self.viewer:
            followed = list(relations.to_others(self.viewer, relations.FOLLOWS).values_list("pk", flat=True))
            found = found.filter(player__in=[*followed, self.viewer.pk])
        return found

    def _has_number(self, score: Score) -> bool:
        number, least = getattr(score, self.wanted.field), BOARDS[self.wanted.board][1]
        return number is not None and (least is None or number >= least)

    def _row(self, score: Score, place: int | None) -> Row:
        is_me = self.viewer is not None and score.player_id == self.viewer.pk
        return Row(score, place, getattr(score, self.wanted.field), is_me)


def listed(board: str, period: str, ruleset: str, bots: bool) -> QuerySet[Score]:
    """Who is on a board."""
    field, least = BOARDS[board]
    found = Score.objects.filter(period=period, ruleset=ruleset)
    found = found.filter(**({f"{field}__isnull": False} if least is None else {f"{field}__gte": least}))
    # As a range: SQLite does not see that an index is in order behind a column that is only one value.
    return found.filter(who__lte=Score.BOT if bots else Score.PERSON)


def podium(player: User, period: str) -> list[tuple[str, int]]:
    """The boards over all rulesets on which this person has one of the first three places in a period, and which."""
    mine = Score.objects.filter(player=player, period=period, ruleset="", who=Score.PERSON).first()
    if mine is None:
        return []
    places = {}
    for board, (field, least) in BOARDS.items():
        number = getattr(mine, field)
        if number is None or (least is not None and number < least):
            continue
        better = listed(board, period, "", bots=False).filter(**{f"{field}__gt": number}).values("player")[:PODIUM]
        places[board] = better.count() + 1
    return [(board, place) for board, place in places.items() if place <= PODIUM]
