"""A tournament's table at the same address as any other: the page knows its tournament, and leads back to it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from games import views, visibility

from . import news
from .models import Tournament, TournamentTable


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    board = _board(public_id)
    if board is None:
        return views.table(request, public_id)
    visibility.note_link(request, board.table)
    if board.closed or board.table.closed:
        return _closed(request, board)
    return render(request, "tournaments/table.html", {"table": board.table, "tournament": board.tournament})


def _board(public_id: str) -> TournamentTable | None:
    return TournamentTable.objects.filter(table__public_id=public_id).select_related("table", "tournament").first()


def _closed(request: HttpRequest, board: TournamentTable) -> HttpResponse:
    """Who played there goes to where they play now, everybody else to a table to watch; when there is none they are
    told where the tournament is."""
    if isinstance(request.user, User):
        for call in news.calls([request.user.pk])[request.user.pk]:
            if call["tournament"] == board.tournament.public_id:
                return redirect(call["href"])
    if board.tournament.state == Tournament.RUNNING:
        running = board.tournament.tables.filter(closed=False, table__closed=False, players__gt=0).order_by("number")
        if found := running.values_list("table__public_id", flat=True).first():
            return redirect("table", found)
    return render(
        request, "tournaments/table_closed.html", {"table": board.table, "tournament": board.tournament}, status=410
    )
