"""What a profile, a page of the games, says of last season's leaderboards."""

from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _

from accounts.models import User
from games import timing
from tournaments import boards, periods

register = template.Library()


@dataclass(frozen=True)
class Badge:
    place: int
    words: str
    query: str  # of the leaderboard's address


@register.inclusion_tag("tournaments/_podium.html")
def podium(player: User) -> dict[str, list[Badge]]:
    """The first three places that this player had on last season's leaderboards."""
    season = periods.last_season(periods.day_of(timing.now_ms()))
    return {"badges": [_badge(board, place, season) for board, place in boards.podium(player, season)]}


def _badge(board: str, place: int, season: str) -> Badge:
    year, number = season.split("-Q")
    words = _sentence(board) % {"place": place, "season": number, "year": year}
    return Badge(place, words, boards.Wanted(board, "last_season").query)


def _sentence(board: str) -> str:
    return {
        "rating": _("No. %(place)s by rating, season %(season)s of %(year)s"),
        "chips": _("No. %(place)s by chips won, season %(season)s of %(year)s"),
        "points": _("No. %(place)s by tournament points, season %(season)s of %(year)s"),
        "bank": _("No. %(place)s by the biggest bank, season %(season)s of %(year)s"),
        "run": _("No. %(place)s by the longest winning run, season %(season)s of %(year)s"),
    }[board]
