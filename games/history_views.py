"""Pages: a player's games, one game step by step, its record."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from games.rules import record

from . import history, paging, visibility
from .history import Played
from .lobby import in_words
from .models import GameRecord

# Whose cards a page shows depends on who asks, and a shared computer keeps pages: nobody keeps these.
_personal = cache_control(private=True, no_store=True)


@require_safe
@_personal
def my_games(request: HttpRequest) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        return render(request, "games/my_games_of_nobody.html")
    found = history.games_of(user, paging.number(request), history.PAGE + 1)
    context = {
        "rows": [_row(played, user) for played in found[: history.PAGE]],
        "older": found[history.PAGE - 1].row.pk if len(found) > history.PAGE else None,
        "is_first": "before" not in request.GET,
    }
    return render(request, "games/my_games.html", context)


def _row(played: Played, user: User) -> dict[str, Any]:
    others = [result.player.name for result in played.results if result.player_id != user.pk]
    return {"played": played, "mine": played.result_of(user), "others": others, "rules": in_words(played.ruleset)}


@require_safe
@_personal
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    row, seat = _visible(request, public_id)
    played = history.played(row)
    before, after = history.neighbours(row)
    context = {
        "played": played,
        "game": row,
        "table": row.table,
        "rules": in_words(played.ruleset),
        "mine": seat,
        "text": history.masked(row, seat) if played.game else "",
        "before": before,
        "after": after,
    }
    return render(request, "games/game.html", context)


@require_safe
@_personal
def game_views(request: HttpRequest, public_id: str) -> JsonResponse:
    """What the replay draws: the table's view after each deal and action, as this visitor may see it."""
    row, seat = _visible(request, public_id)
    try:
        return JsonResponse({"views": history.views(row, seat)})
    except record.RecordError as error:
        raise Http404 from error


@require_safe
@_personal
def game_record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record as text, masked for this visitor, to keep."""
    row, seat = _visible(request, public_id)
    try:
        text = history.masked(row, seat)
    except record.RecordError as error:
        raise Http404 from error
    name = f'attachment; filename="azi-{row.public_id}.azi"'
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


def _visible(request: HttpRequest, public_id: str) -> tuple[GameRecord, int | None]:
    """The finished game and the visitor's seat in it. One that they may not see is as if it were not there."""
    row = history.find(public_id)
    if row is None or not visibility.may_see(request, row):
        raise Http404
    user = request.user if isinstance(request.user, User) else None
    return row, next((one.seat for one in row.results.all() if user and one.player_id == user.pk), None)
