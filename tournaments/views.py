"""Pages: the list of tournaments, and one of them; and what its buttons do."""

import re
import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import ledger, limits
from accounts.models import User
from games import paging, timing
from games.forms import options_of
from games.refusals import Refusal
from games.rules import PRESETS
from games.visitors import purse_or_grant, somebody

from . import level_clock, listing, live, prize_list, standings, words
from . import mine as own
from .forms import FilterForm, TournamentForm
from .models import Tournament
from .passwords import opens

LONGEST_PASSWORD = 64
_SMALL_NUMBER = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/list.html", _listing(request))


@require_safe
def tournaments_news(request: HttpRequest) -> HttpResponse:
    """What of the list changes while it is open, fetched again when the bell rings."""
    return render(request, "tournaments/_list.html", _listing(request))


@require_safe
def tournament(request: HttpRequest, public_id: str) -> HttpResponse:
    return render(request, "tournaments/tournament.html", _page(request, _named(public_id)))


@require_safe
def tournament_news(request: HttpRequest, public_id: str) -> HttpResponse:
    """What of a tournament's page changes while it is open, fetched again when the bell rings."""
    return render(request, "tournaments/_news.html", _page(request, _named(public_id)))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_tournament(request: HttpRequest) -> HttpResponse:
    """A tournament of one's own."""
    user = request.user
    assert isinstance(user, User)
    highest = live.policy().highest_fee
    form = TournamentForm(request.POST if request.method == "POST" else None, highest, timing.now_ms())
    if request.method != "POST":
        return _new_page(request, form, secrets.token_hex(8))
    once = request.POST.get("once", "")[:16]
    once = once if once.isalnum() else ""  # PostgreSQL takes no NUL
    if not form.is_valid():
        return _new_page(request, form, once)
    if not limits.allow(request, "tournament"):
        return render(request, "429.html", status=429)
    try:
        made = live.announce(form.tournament(user), once)
    except Refusal as refusal:
        form.add_error(None, _with_own(refusal, user))
        return _new_page(request, form, once)
    return redirect("tournament", public_id=made.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, public_id: str) -> HttpResponse:
    """Pay the fee and be in; who is nobody yet becomes a guest with it."""
    found = _named(public_id)
    if request.method != "POST":  # the page after a wrong password, loaded again
        return redirect("tournament", public_id=found.public_id)
    password = request.POST.get("password", "").strip()[:LONGEST_PASSWORD]
    # Before the password is looked at: that takes a while, and guessing must not pay.
    if found.password and password and not limits.allow(request, "tournament_password", str(found.pk)):
        return render(request, "429.html", status=429)
    if not request.user.is_authenticated and (why_not := _why_not(request, found, password)):
        return _refused(request, found, why_not)
    user = somebody(request)
    if user is None or not limits.allow(request, "enter"):
        return render(request, "429.html", status=429)
    try:
        live.enter(found.pk, user, _number(request.POST.get("number", "")), password)
    except Refusal as refusal:
        return _refused(request, found, refusal)
    return redirect("tournament", public_id=found.public_id)


@require_POST
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    def take_back(found: Tournament, user: User) -> None:
        if live.withdraw(found.pk, user) and found.entry_fee:
            messages.success(request, _("You have withdrawn, and the entry fee is back in your wallet."))

    return _pressed(request, public_id, take_back)


@require_POST
def pause(request: HttpRequest, public_id: str) -> HttpResponse:
    """Not be seated again in an arena, or (`pause` is "no") be seated again."""
    value = request.POST.get("pause") != "no"
    return _pressed(request, public_id, lambda found, user: live.pause(found.pk, user, value))


@require_POST
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    return _pressed(request, public_id, lambda found, user: live.cancel(found.pk, "director", user))


def _pressed(request: HttpRequest, public_id: str, act: Callable[[Tournament, User], object]) -> HttpResponse:
    """What a button of the page does, and the page again, with the reason if it may not be."""
    found = _named(public_id)
    if not limits.allow(request, "enter"):
        return render(request, "429.html", status=429)
    if isinstance(request.user, User):
        try:
            act(found, request.user)
        except Refusal as refusal:
            messages.error(request, refusal.message)
    return redirect("tournament", public_id=found.public_id)


def _named(public_id: str) -> Tournament:
    found: Tournament = get_object_or_404(Tournament.objects.select_related("opened_by"), public_id=public_id)
    return found


def _number(text: str) -> int:
    """A number from a form or an address; 1 where it is none."""
    return int(text) if _SMALL_NUMBER.fullmatch(text) else 1


def _viewer(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _why_not(request: HttpRequest, found: Tournament, password: str) -> Refusal | None:
    """Why somebody who comes as a guest could not enter, so that no guest is made in vain."""
    if why_not := own.mine(found, None, ledger.GRANT).why_not:
        return why_not
    if not opens(found, password):
        return Refusal("password", _("That is not this tournament's password."))
    return None


def _refused(request: HttpRequest, found: Tournament, refusal: Refusal) -> HttpResponse:
    """The page again, with the reason where one looks."""
    if refusal.code == "password":
        return render(
            request, "tournaments/tournament.html", {**_page(request, found), "bad_password": refusal.message}
        )
    messages.error(request, refusal.message)
    return redirect("tournament", public_id=found.public_id)


def _with_own(refusal: Refusal, user: User) -> str:
    """Why one may open no further tournament, with the way to one's own."""
    own_ones = Tournament.objects.filter(opened_by=user, state__in=(Tournament.ANNOUNCED, Tournament.RUNNING))
    ways = [(reverse("tournament", args=[one.public_id]), one.name) for one in own_ones.order_by("state", "pk")]
    links = format_html_join(", ", '<a href="{}"><bdi>{}</bdi></a>', ways)
    return format_html("{} {}", refusal.message, links)


def _listing(request: HttpRequest) -> dict[str, Any]:
    viewer, purse = _viewer(request), purse_or_grant(request)
    filters = FilterForm(request.GET, auto_id="filter-%s")
    wanted = filters.wanted()
    before = paging.number(request)
    over = listing.finished(viewer, wanted, purse, before)
    more = len(over) > listing.FINISHED_PAGE
    over = over[: listing.FINISHED_PAGE]
    context = {
        "filters": filters,
        "finished": over,
        "older": over[-1].tournament.pk if more else None,
        "is_first": before is None,
        "now": timing.now_ms(),
    }
    if before is not None:
        return context
    running, soon = listing.running(viewer, wanted, purse), listing.soon(viewer, wanted, purse)
    more_soon, total = listing.more_soon(viewer, wanted, purse), listing.count(viewer)
    found = len(running) + len(soon) + more_soon
    return {**context, "running": running, "soon": soon, "more_soon": more_soon, "found": found, "total": total}


def _page(request: HttpRequest, found: Tournament) -> dict[str, Any]:
    viewer, now = _viewer(request), timing.now_ms()
    tables = standings.tables_to_watch(found) if found.state == Tournament.RUNNING else []
    return {
        "tournament": found,
        "now": now,
        "format": words.format_of(found),
        "fee": words.fee_of(found),
        "starts": listing.moment(found.starts_at),
        "ended": listing.moment(found.ended_at),
        "level": words.level_of(found, found.level),
        "clock": level_clock.clock(found, now),
        "bots_come": level_clock.bots_come(found, now),
        "next_level": level_clock.next_level(found),
        "facts": level_clock.facts(found, now) if found.state == Tournament.RUNNING else [],
        "terms": words.terms_of(found),
        "levels": list(enumerate(found.levels, start=1)),
        "prizes": prize_list.prizes_of(found),
        "standings": standings.standings(found, viewer, _number(request.GET.get("page", ""))),
        "tables": [(board, range(board.players)) for board in tables[: standings.WATCHED]],
        "more_tables": len(tables) > standings.WATCHED,
        "winners": standings.winners(found) if found.is_over and not found.is_off else [],
        "why_off": words.why_cancelled(found),
        "mine": own.mine(found, viewer, purse_or_grant(request)),
        "link": request.build_absolute_uri(f"/tournaments/{found.public_id}/"),
    }


def _new_page(request: HttpRequest, form: TournamentForm, once: str) -> HttpResponse:
    context = {
        "form": form,
        "once": once,
        "next_hour": (form.now // words.HOUR + 2) * words.HOUR,
        "presets": {name: options_of(ruleset) for name, ruleset in PRESETS.items()},
    }
    return render(request, "tournaments/new.html", context)
