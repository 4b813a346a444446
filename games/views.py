"""Pages: the lobby, a table of one's own, a table, the rules; and "Play now" and "Sit"."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import ledger
from accounts.models import User
from games.rules import PRESETS

from . import followed, live, visibility, visitors
from . import lobby as lobby_list
from . import play_now as seating
from .forms import FilterForm, OpenTableForm, options_of
from .models import GameRecord, Table
from .refusals import Refusal
from .visitors import purse_of, purse_or_grant, somebody

LAST_GAMES = 5
SHOWN = 50  # tables in the lobby, until somebody wants to see all


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    return render(request, "games/lobby.html", _listing(request))


@require_safe
def lobby_tables(request: HttpRequest) -> HttpResponse:
    """What of the lobby changes while it is open, fetched again when the bell rings."""
    return render(request, "games/_news.html", _listing(request))


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    found = get_object_or_404(Table, public_id=public_id)
    visibility.note_link(request, found)
    if found.closed:
        # Gone, not merely empty: it never opens again. Its games stay where they are.
        games = GameRecord.counted.filter(table=found).order_by("-ended_at").defer("record")[:LAST_GAMES]
        return render(request, "games/closed.html", {"table": found, "games": games}, status=410)
    return render(request, "games/table.html", {"table": found})


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Seat whoever asks, as a guest where nobody is signed in: at the table that they name, else at a good one. Who was
    on the way to a page of another kind goes on there.
    """
    if on_the_way := visitors.on_the_way(request):
        return redirect(on_the_way) if somebody(request) else render(request, "429.html", status=429)
    wanted = _wanted_table(request)
    try:
        if wanted and not request.user.is_authenticated and (why_not := seating.why_not(wanted)):
            raise why_not
        user = somebody(request)
        if user is None:
            return render(request, "429.html", status=429)
        found = seating.at(wanted, user) if wanted else seating.anywhere(user)
    except Refusal as refusal:
        messages.error(request, _about(wanted, refusal) if wanted else refusal.message)
        return redirect("lobby")
    return redirect("table", public_id=found.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """A table of one's own; who is nobody yet becomes a guest with it."""
    if request.method != "POST":
        ante = seating.fitting_ante(purse_or_grant(request))
        return _open_table_page(request, OpenTableForm(ante=ante), secrets.token_hex(8))
    once = request.POST.get("once", "")[:16]
    once = once if once.isalnum() else ""  # PostgreSQL takes no NUL
    form = OpenTableForm(request.POST)
    if not form.is_valid():
        return _open_table_page(request, form, once)
    user = somebody(request)
    if user is None:
        return render(request, "429.html", status=429)
    try:
        opened = _open(form, user, once)
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return _open_table_page(request, form, once)
    return redirect("table", public_id=opened.public_id)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html")


def _listing(request: HttpRequest) -> dict[str, Any]:
    """What the lobby's list is drawn from: one's own tables, and of the others those that the filter lets through."""
    viewer = request.user if isinstance(request.user, User) else None
    purse = purse_of(request)
    filters = FilterForm(request.GET, auto_id="filter-%s")
    wanted = filters.wanted()
    rows = lobby_list.rows(viewer, ledger.GRANT if purse is None else purse)
    others = [row for row in rows if not row.mine]
    found = [row for row in others if lobby_list.fits(row, wanted)]
    return {
        "purse": purse,
        "filters": filters,
        "mine": [row for row in rows if row.mine],
        "rows": found if wanted["all"] else found[:SHOWN],
        "found": len(found),
        "total": len(others),
        "playing": sum(row.playing for row in rows if not row.table.private),
        "followed": followed.online(viewer, rows) if viewer else [],
    }


def _wanted_table(request: HttpRequest) -> Table | None:
    asked = request.POST.get("table", "")
    if not asked:
        return None
    # PostgreSQL takes no NUL, and no id holds anything but letters and digits.
    return get_object_or_404(Table, public_id=asked if asked.isalnum() else "")


def _about(table: Table, refusal: Refusal) -> str:
    """A refusal at a table that was asked for by name, with the way there."""
    where = reverse("table", kwargs={"public_id": table.public_id})
    watch = "" if table.closed else format_html(' <a href="{}">{}</a>', where, _("Watch this table"))
    return format_html("<bdi>{}</bdi>: {}{}", table.name, refusal.message, watch)


def _open(form: OpenTableForm, user: User, once: str) -> Table:
    wanted = form.cleaned_data
    ruleset = form.ruleset
    return live.open_table(
        wanted["name"] or seating.some_name(),
        ruleset.ante,
        ruleset,
        bet=ruleset.bet,
        seats_total=wanted["seats_total"],
        turn_ms=wanted["turn_seconds"] * 1000,
        bots=bool(wanted["bots"]),
        bot_level=wanted["bots"] or "middle",
        private=wanted["private"],
        opened_by=user,
        once=once,
    )


def _open_table_page(request: HttpRequest, form: OpenTableForm, once: str) -> HttpResponse:
    purse = purse_or_grant(request)
    context = {
        "form": form,
        "once": once,
        "chips": purse,
        "dearest": purse // 20,
        "presets": {name: options_of(ruleset) for name, ruleset in PRESETS.items()},
    }
    return render(request, "games/open_table.html", context)
