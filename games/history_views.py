"""Pages: a player's games with what they come to, one game step by step, its record, sharing it."""

from dataclasses import dataclass
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST, require_safe

from accounts.models import User
from games.rules import record

from . import deal_records, downloads, history, history_files, history_sums, paging, visibility
from .history import Played
from .history_form import HistoryFilter
from .lobby import in_words
from .models import GameRecord, PlayerResult

SUMS_KEPT_S = 10

# Whose cards a page shows depends on who asks, and a shared computer keeps pages: nobody keeps these.
_personal = cache_control(private=True, no_store=True)


@require_safe
@_personal
def my_games(request: HttpRequest) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        return render(request, "games/my_games_of_nobody.html")
    filters = HistoryFilter(request.GET, user)
    wanted = filters.conditions
    found = history.games_of(user, paging.number(request), history.PAGE + 1, wanted)
    is_first = "before" not in request.GET
    context = {
        "filters": filters,
        "rows": [_row(played, user) for played in found[: history.PAGE]],
        "older": found[history.PAGE - 1].row.pk if len(found) > history.PAGE else None,
        "is_first": is_first,
        "kept": filters.query,
        **(_sums(user, filters, found[0].row.pk) if found and is_first else {}),
    }
    return render(request, "games/my_games.html", context)


def _sums(user: User, filters: HistoryFilter, newest: int) -> dict[str, Any]:
    """What takes a walk through all that the filter finds: on the first of its pages alone.

    Kept for a moment, one for each player, so that opening the page again and again walks but once.
    """
    key, what = f"my_games:{user.pk}", (filters.query, newest)
    made_of, sums = cache.get(key, (None, {}))
    if made_of != what:
        sums = _walked(history.results_of(user, filters.conditions))
        cache.set(key, (what, sums), SUMS_KEPT_S)
    return sums


def _walked(results: QuerySet[PlayerResult]) -> dict[str, Any]:
    sums = history_sums.sums(results)
    return {"sums": sums, "chart": history_sums.chart(results, sums.cash_games)}


def _row(played: Played, user: User) -> dict[str, Any]:
    others = [result.player.name for result in played.results if result.player_id != user.pk]
    return {"played": played, "mine": played.result_of(user), "others": others, "rules": in_words(played.ruleset)}


@require_GET
@_personal
def my_games_csv(request: HttpRequest) -> HttpResponseBase:
    """All games that the filter finds, for a spreadsheet."""
    user = request.user
    if not isinstance(user, User):
        return redirect("my_games")
    wanted = HistoryFilter(request.GET, user).conditions
    part = history_files.csv_part
    return downloads.send(request, "games", "azi-games.csv", "text/csv", lambda end: part(user, wanted, end))


@require_GET
@_personal
def my_records(request: HttpRequest) -> HttpResponseBase:
    """Their records in one text, each masked for who asks."""
    user = request.user
    if not isinstance(user, User):
        return redirect("my_games")
    wanted = HistoryFilter(request.GET, user).conditions
    part = history_files.records_part
    return downloads.send(request, "games", "azi-games.azi", "text/plain", lambda end: part(user, wanted, end))


# --- one game ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """A finished game as this visitor sees it: from `seat`, or with None as the public does.

    `own_seat` is where they played, if they did. `knows_table`: they may know where it is, and its other games.
    """

    row: GameRecord
    seat: int | None
    own_seat: int | None
    knows_table: bool

    @property
    def as_public(self) -> bool:
        """Whether a player of the game looks at it as everybody does."""
        return self.own_seat is not None and self.seat is None

    @property
    def is_public(self) -> bool:
        return self.row.shared or not self.row.table.private


@require_safe
@_personal
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    seen = seen_by(request, public_id)
    row, seat = seen.row, seen.seat
    played = history.played(row)
    before, after = history.neighbours(row) if seen.knows_table else (None, None)
    context = {
        "seen": seen,
        "played": played,
        "game": row,
        "table": row.table,
        "title": title_of(seen),
        "rules": in_words(played.ruleset),
        "mine": seat,
        "told": _told(played),
        "as": "?as=public" if seen.as_public else "",
        "text": history.masked(row, seat) if played.game else "",
        "before": before,
        "after": after,
        "proved": deal_records.count_of(row),
    }
    return render(request, "games/game.html", context)


def title_of(seen: Seen) -> str:
    if not seen.knows_table:
        return _("A game at a private table")
    words = _("%(table)s, game %(number)s")
    return words % {"table": seen.row.table.title, "number": intcomma(seen.row.game_no)}


def _told(played: Played) -> str:
    """The game in a sentence, for who is sent its link."""
    if played.row.void or not played.winner:
        return _("A game of Azi that was called off, step by step.")
    words = ngettext(
        "%(who)s won %(chips)s in a game of Azi with %(players)d player. Look at it step by step.",
        "%(who)s won %(chips)s in a game of Azi with %(players)d players. Look at it step by step.",
        len(played.results),
    )
    chips = intcomma(played.share)
    return words % {"who": played.winner.player.name, "chips": chips, "players": len(played.results)}


@require_safe
@_personal
def game_views(request: HttpRequest, public_id: str) -> JsonResponse:
    """What the replay draws: the table's view after each deal and action, as this visitor may see it, and how long the
    game waited for it."""
    seen = seen_by(request, public_id)
    try:
        views = history.views(seen.row, seen.seat, seen.knows_table)
        return JsonResponse({"views": views, "waits": history.waits(seen.row)})
    except record.RecordError as error:
        raise Http404 from error


@require_safe
@_personal
def game_record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record as text, masked for this visitor, to keep."""
    seen = seen_by(request, public_id)
    try:
        text = history.masked(seen.row, seen.seat)
    except record.RecordError as error:
        raise Http404 from error
    name = f'attachment; filename="azi-{seen.row.public_id}.azi"'
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


@require_POST
@_personal
def share_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """A player of a private table's game lets everybody see it who has its link, or no longer."""
    seen = seen_by(request, public_id)
    if not isinstance(request.user, User) or seen.own_seat is None:
        raise Http404
    visibility.share(seen.row, request.user, request.POST.get("shared") == "yes")
    return redirect(reverse("game", args=[public_id]) + "#share")


def seen_by(request: HttpRequest, public_id: str) -> Seen:
    """The finished game as the visitor sees it. One that they may not see is as if it were not there."""
    row = history.find(public_id)
    if row is None or not visibility.may_see(request, row):
        raise Http404
    user = request.user if isinstance(request.user, User) else None
    own_seat = next((one.seat for one in row.results.all() if user and one.player_id == user.pk), None)
    if request.GET.get("as") == "public":
        return Seen(row, None, own_seat, not row.table.private)
    return Seen(row, own_seat, own_seat, visibility.may_see_games(request, row.table))
