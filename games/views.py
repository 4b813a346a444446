"""Pages: the lobby, a table, the rules; and "Play now"."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts import guests, ledger, limits
from accounts.models import User

from . import lobby as lobby_list
from .models import Table
from .refusals import Refusal


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    return render(request, "games/lobby.html", {"rows": lobby_list.rows(), "purse": purse_of(request)})


@require_safe
def lobby_tables(request: HttpRequest) -> HttpResponse:
    """The lobby's list alone, fetched again when the bell rings."""
    return render(request, "games/_tables.html", {"rows": lobby_list.rows()})


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    found = get_object_or_404(Table, public_id=public_id)
    return render(request, "games/table.html", {"table": found, "purse": purse_of(request)})


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Seat whoever asks at a good table, as a guest where nobody is signed in."""
    user = request.user
    if not isinstance(user, User):
        if not limits.allow(request, "guest"):
            return render(request, "429.html", status=429)
        user = guests.create()
        login(request, user)
    try:
        found = lobby_list.play_now(user)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("lobby")
    return redirect("table", public_id=found.public_id)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html")


def purse_of(request: HttpRequest) -> int | None:
    """The chips in the visitor's wallet; None for a stranger."""
    return ledger.balance(ledger.wallet(request.user)) if isinstance(request.user, User) else None
