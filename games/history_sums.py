"""What a player's games come to: totals of all that a filter finds, and how their chips went over them.

Called-off games count in none of it. Chips are those of cash tables; a tournament's own are no wallet's.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from . import figures
from .models import GameRecord, PlayerResult
from .timing import moment

POINTS = 120

_CASH = Q(cash=True)


@dataclass(frozen=True)
class Sums:
    """Counts of games that somebody won, chips, and the public ids of the `best` and the `worst` game."""

    games: int
    won_games: int
    azi_games: int
    called_off: int
    cash_games: int
    cash_net: int
    biggest_bank: int
    best_net: int
    worst_net: int
    best: str
    worst: str

    @property
    def in_tournaments(self) -> int:
        return self.games - self.cash_games

    @property
    def won_percent(self) -> int:
        return figures.percent(self.won_games, self.games)

    @property
    def azi_percent(self) -> int:
        return figures.percent(self.azi_games, self.games)


def sums(results: QuerySet[PlayerResult]) -> Sums:
    """The totals of these results of one player."""
    counted = results.filter(void=False)
    found = results.aggregate(
        games=Count("game", Q(void=False)),
        won_games=Count("game", Q(won=True)),
        azi_games=Count("game", Q(deals__gt=1, void=False)),
        called_off=Count("game", Q(void=True)),
        cash_games=Count("game", Q(_CASH, void=False)),
        cash_net=Sum("net", filter=_CASH, default=0),
        biggest_bank=Max("bank", filter=Q(_CASH, won=True), default=0),
        best_net=Max("net", filter=Q(_CASH, void=False), default=0),
        worst_net=Min("net", filter=Q(_CASH, void=False), default=0),
    )

    # Found in the index first: joined, PostgreSQL may walk through the games of all.
    best, worst = (
        counted.filter(_CASH, net=net).order_by("-game").values_list("game_id", flat=True).first() or 0
        for net in (found["best_net"], found["worst_net"])
    )
    ids = dict(GameRecord.objects.filter(pk__in=(best, worst)).values_list("pk", "public_id"))
    return Sums(**found, best=ids.get(best, ""), worst=ids.get(worst, ""))


# --- the chart --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chart:
    """Chips won and lost since the first of these games: the sum after every so many games, from 0 on."""

    sums: list[int]
    games: int
    first: datetime
    last: datetime

    @property
    def highest(self) -> int:
        return max(self.sums)

    @property
    def lowest(self) -> int:
        return min(self.sums)

    @property
    def end(self) -> int:
        return self.sums[-1]

    # Numbers of the drawing are text: in a template they would be written as people of a language write theirs.

    @property
    def zero(self) -> str:
        """Where on the chart nothing is won or lost, from its top."""
        return str(figures.down(0, self.sums))

    @property
    def over(self) -> str:
        """How high the part above that is, with the chart's margin of 4."""
        return str(round(figures.down(0, self.sums) + 4, 1))

    @property
    def under(self) -> str:
        """And the part below."""
        return str(round(figures.HIGH - figures.down(0, self.sums) + 4, 1))

    @property
    def line(self) -> str:
        """The points of the line."""
        return figures.points(self.sums)

    @property
    def area(self) -> str:
        """And of what lies between it and nothing won."""
        return f"0,{self.zero} {self.line} {figures.WIDE},{self.zero}"


def chart(results: QuerySet[PlayerResult], games: int) -> Chart | None:
    """How the chips of these results of one player went; None for fewer than two games. `games` is how many there are.

    The database walks through the player's results as their index has them and hands out one sum a point.
    """
    if games < 2:
        return None
    points = min(games, POINTS - 1)
    rows = results.filter(_CASH, void=False).order_by().values_list("game", "net", "ended_at")
    sql, values = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(_BUCKETS.format(rows=sql), (*values, points, games))
        found = cursor.fetchall()
    heights = [0]
    for _bucket, net, _first, _last in found:
        heights.append(heights[-1] + int(net))
    return Chart(heights, games, moment(int(found[0][2])), moment(int(found[-1][3])))


# The bucket of the oldest is 0.
_BUCKETS = """
    WITH result (game_id, net, ended_at) AS ({rows})
    SELECT bucket, SUM(net), MIN(ended_at), MAX(ended_at) FROM (
        SELECT net, ended_at, (ROW_NUMBER() OVER (ORDER BY game_id) - 1) * %s / %s AS bucket FROM result
    ) AS bucketed GROUP BY bucket ORDER BY bucket
"""
