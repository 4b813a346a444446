"""Page: the leaderboards."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from games import profiles, ratings, timing
from games.lobby import PRESET_NAMES
from games.models import Rating

from . import periods
from .boards import BOARDS, RULESETS, Board, Wanted

BOARD_NAMES = {
    "rating": gettext_lazy("Rating"),
    "chips": gettext_lazy("Chips won"),
    "points": gettext_lazy("Tournament points"),
    "bank": gettext_lazy("Biggest bank"),
    "run": gettext_lazy("Longest winning run"),
}
UNITS = {
    "rating": gettext_lazy("Rating"),
    "chips": gettext_lazy("Chips"),
    "points": gettext_lazy("Points"),
    "bank": gettext_lazy("Bank"),
    "run": pgettext_lazy("games won in a row", "Run"),
}
PERIOD_NAMES = {
    "week": gettext_lazy("This week"),
    "month": gettext_lazy("This month"),
    "season": gettext_lazy("This season"),
    "all": gettext_lazy("All time"),
    "last_week": gettext_lazy("Last week"),
    "last_season": gettext_lazy("Last season"),
}
OWN_TITLES = {
    "week": gettext_lazy("Your week"),
    "month": gettext_lazy("Your month"),
    "season": gettext_lazy("Your season"),
    "all": gettext_lazy("You, of all time"),
    "last_week": gettext_lazy("Your last week"),
    "last_season": gettext_lazy("Your last season"),
}
PAST = ("last_week", "last_season")


class Choice(NamedTuple):
    name: Any
    query: str
    is_current: bool


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    viewer = request.user if isinstance(request.user, User) else None
    wanted = Wanted.of(request.GET.dict(), viewer is not None)
    day = periods.day_of(timing.now_ms())
    board = Board(wanted, day, viewer)
    context = {
        "wanted": wanted,
        "board": board,
        "title": BOARD_NAMES[wanted.board],
        "unit": UNITS[wanted.board],
        "period": PERIOD_NAMES[wanted.period],
        "span": periods.span(wanted.period, day),
        "is_past": wanted.period in PAST,
        "ruleset": rulesets()[wanted.ruleset],
        "own_title": OWN_TITLES[wanted.period],
        **_choices(wanted, viewer),
        **_own_rating(wanted, viewer),
    }
    return render(request, "tournaments/leaderboard.html", context)


def rulesets() -> dict[str, Any]:
    return {"": _("All rules"), **PRESET_NAMES}


def _choices(wanted: Wanted, viewer: User | None) -> dict[str, Any]:
    """What leads to other boards: each changes one thing and keeps the others."""

    def among(field: str, names: Iterable[tuple[Any, Any]]) -> list[Choice]:
        now = getattr(wanted, field)
        return [Choice(name, replace(wanted, **{field: value}).query, value == now) for value, name in names]

    named = rulesets()
    ruleset = named[wanted.ruleset] if wanted.ruleset else ""
    bots = _("With bots") if wanted.bots else ""
    followed = _("Followed") if wanted.followed else ""
    narrowed = [word for word in (ruleset, bots, followed) if word]  # what is chosen under "More", which is closed
    return {
        "boards": among("board", [(key, BOARD_NAMES[key]) for key in BOARDS]),
        "periods": among("period", PERIOD_NAMES.items()),
        "by_ruleset": among("ruleset", [(key, named[key]) for key in RULESETS]),
        "by_kind": among("bots", [(False, _("People only")), (True, _("With bots"))]),
        "follows": Choice(_("Followed"), replace(wanted, followed=not wanted.followed).query, wanted.followed)
        if viewer
        else None,
        "is_more": bool(narrowed),
        "narrowed": " · ".join(map(str, narrowed)),
    }


def _own_rating(wanted: Wanted, viewer: User | None) -> dict[str, Any]:
    """The viewer's rating by these rules now, and how many of the games are lacking that it is ranked after."""
    mine = Rating.objects.filter(player=viewer, ruleset=wanted.ruleset).first() if viewer else None
    games = mine.games if mine else 0
    provisional = ratings.is_provisional(games)
    return {
        "own_rating": profiles.shown(mine),
        "own_games": games,
        "ranked_after": ratings.PROVISIONAL,
        "is_provisional": provisional,
    }
