"""Pages: whether a game's deals were fair, with their records, and the chain of a table's deals."""

import re
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from games.rules import fairness

from . import deal_records, visibility
from .deal_records import KnownDeal
from .history_views import seen_by, title_of
from .models import DealRecord, GameRecord, PlayerResult, Table

_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)

# Whose cards are opened depends on who asks: nobody keeps these.
_personal = cache_control(private=True, no_store=True)


@require_safe
@_personal
def game_fair(request: HttpRequest, public_id: str) -> HttpResponse:
    """The proof of a finished game's deals, which the page itself checks.

    A header names its table, and the link of a private one is all that keeps it: with whom only the game was shared
    is told so, and finds no record.
    """
    seen = seen_by(request, public_id)
    deals = deal_records.deals_of(seen.row, seen.seat) if seen.knows_table else []
    before, after = deal_records.neighbours(deals) if deals else (None, None)
    context = {
        "seen": seen,
        "game": seen.row,
        "title": title_of(seen),
        "deals": _shown(deals, _pages(before, after), list(seen.row.results.all())),
        "before": before.record_hash if before else "",
        "after": deal_records.prev_of(after) if after else "",
        "as": "?as=public" if seen.as_public else "",
        "file": _file(seen.row),
    }
    return render(request, "games/fair.html", context)


@require_safe
@_personal
def game_deals(request: HttpRequest, public_id: str) -> JsonResponse:
    """The whole records of a finished game's deals, with the openings that this visitor may have."""
    seen = seen_by(request, public_id)
    if not seen.knows_table:
        raise Http404
    records = [deal.record for deal in deal_records.deals_of(seen.row, seen.seat)]
    name = f'attachment; filename="{_file(seen.row)}"'
    return JsonResponse(records, safe=False, headers={"Content-Disposition": name})


@require_safe
@_personal
def table_deals(request: HttpRequest, public_id: str) -> JsonResponse:
    """The chain of a table's deals that are over, after `?after=`, for whoever missed some."""
    table = Table.objects.filter(public_id=public_id).defer("record").first()
    if table is None or not visibility.may_see_games(request, table):
        raise Http404
    after = request.GET.get("after", "0")
    if not _NUMBER.fullmatch(after):
        return JsonResponse({"code": "malformed", "message": _("That is no number of a deal.")}, status=400)
    return JsonResponse(deal_records.chain(table, int(after)))


# --- what the page says of a deal -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DealtIn:
    """A seat in a deal's header. `state`: whether its seed counted, or why not."""

    number: int
    player: User | None
    is_mine: bool
    state: str


@dataclass(frozen=True)
class Shown:
    """A deal, its seats, and where the deals before and after it are to be seen."""

    deal: KnownDeal
    seats: list[DealtIn]
    before: str | None
    after: str | None


def _shown(deals: list[KnownDeal], beside: dict[int, str], results: list[PlayerResult]) -> list[Shown]:
    where = {deal.row.deal_no: f"#deal-{deal.row.deal_no}" for deal in deals} | beside
    players = {result.player.public_id: result.player for result in results}
    return [
        Shown(deal, _dealt_in(deal, players), where.get(deal.row.deal_no - 1), where.get(deal.row.deal_no + 1))
        for deal in deals
    ]


def _pages(*rows: DealRecord | None) -> dict[int, str]:
    """Where these deals are to be seen, by their numbers: those whose games are over."""
    wanted = [row for row in rows if row]
    finished = GameRecord.objects.filter(public_id__in=[row.game for row in wanted])
    over = set(finished.values_list("public_id", flat=True))
    return {
        row.deal_no: f"{reverse('game_fair', args=[row.game])}#deal-{row.deal_no}" for row in wanted if row.game in over
    }


def _dealt_in(deal: KnownDeal, players: dict[str, User]) -> list[DealtIn]:
    seeds = {one["seat"]: one["seed"] for one in deal.combination.get("reveals", ())}
    dealt_in = []
    for seat in deal.header["seats"]:
        player = players.get(seat["user"])
        if seat["commit"] != fairness.ZERO:
            state = ("counted" if seeds[seat["seat"]] else "silent") if seeds else "committed"
        else:
            state = "bot" if player and player.is_bot else "absent"
        dealt_in.append(DealtIn(seat["seat"], player, seat["seat"] == deal.seat, state))
    return dealt_in


def _file(game: GameRecord) -> str:
    return f"azi-fair-{game.public_id[:8]}.json"
