"""The style guide: every part of the pages in every state, for staff. The felt's states are the table's real page."""

from csp.decorators import csp_replace, csp_update
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from accounts import staff

from .sample_deals import sample_deals

# What the table's page asks of a table. There is none: games/sample_wire.js speaks for it.
SAMPLE = {"public_id": "0" * 32, "title": "Steppe 12", "private": False}


@require_safe
def styleguide(request: HttpRequest) -> HttpResponseBase:
    """All parts, and the felt's states one at a time; with `?state=` one of these alone, as a whole page."""
    if not staff.may_enter(request):
        raise Http404
    return _state(request) if "state" in request.GET else _guide(request)


@csp_update({"frame-src": ["'self'"]})
def _guide(request: HttpRequest) -> HttpResponse:
    wrong = SampleForm({"name": "Ә", "password": ""}, auto_id="wrong-%s")
    forms_ = {"form": SampleForm(auto_id="right-%s"), "wrong": wrong}
    return render(request, "styleguide.html", {**forms_, "rows": ROWS})


@csp_replace({"frame-ancestors": ["'self'"]})
@xframe_options_sameorigin
def _state(request: HttpRequest) -> HttpResponse:
    """The page knows no purse, or it would be counted anew: the state brings its own."""
    stranger = request.GET["state"] == "stranger"
    visitor = AnonymousUser() if stranger else {"is_authenticated": True, "is_guest": True}
    context = {"table": SAMPLE, "user": visitor, "purse": None, "deals": sample_deals()}
    return render(request, "styleguide_state.html", context)


class SampleForm(forms.Form):
    """Fields as the site's forms draw them."""

    name = forms.CharField(label="Name at the table", min_length=2, help_text="2 to 24 letters.")
    password = forms.CharField(label="Password", widget=forms.PasswordInput)
    stakes = forms.ChoiceField(label="Stakes", choices=[("", "Any"), ("low", "Low")], required=False)
    remember = forms.BooleanField(label="Remember me", required=False, initial=True)


def _row(name: str, number: int, **facts: object) -> dict[str, object]:
    table = {"public_id": f"{number:032}", "name": name, "ante": 10, "bet": 10, "buy_in": (200, 2_000), "bots": True}
    places = ["person", "person", "bot", "bot", "", ""]
    return {
        "table": table,
        "ruleset_words": "three cards, blind bets",
        "seats_words": "4 of 6 seats taken: 2 people, 2 bots",
        "places": places,
        "taken": 4,
        "people": [{"public_id": "1", "name": "Айгерім Жұмабек"}, {"public_id": "2", "name": "Marc"}],
        "bots": [{"name": "Kunak"}, {"name": "Batyr"}],
        **facts,
    }


ROWS = [
    _row("Steppe 12", 1, mine=True, bank=480, games=23, average_bank=310),
    _row("Ала-Тоо, неспешный стол", 2, games=1, average_bank=90),
    _row("Большой шаңырақ, ночной стол", 3, is_too_dear=True, bank=1_250_000),
    _row("Tumar", 4, is_full=True, places=["person"] * 6, seats_words="6 of 6 seats taken: 6 people"),
    _row("Көктем", 5, places=[""] * 6, seats_words="0 of 6 seats taken", taken=0, people=[], bots=[]),
]
