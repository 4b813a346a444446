"""The style guide: every part of the pages in every state, for staff. The felt's states are the table's real page."""

from csp.decorators import csp_replace, csp_update
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from accounts import staff

# What the table's page asks of a table. There is none: games/sample_wire.js speaks for it.
SAMPLE = {"public_id": "0" * 32, "name": "Steppe 12", "private": False}


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """All parts, and the felt's states one at a time; with `?state=` one of these alone, as a whole page."""
    if not staff.may_enter(request):
        raise Http404
    return _state(request) if "state" in request.GET else _guide(request)


@csp_update({"frame-src": ["'self'"]})
def _guide(request: HttpRequest) -> HttpResponse:
    return render(request, "styleguide.html")


@csp_replace({"frame-ancestors": ["'self'"]})
@xframe_options_sameorigin
def _state(request: HttpRequest) -> HttpResponse:
    """The page knows no purse, or it would be counted anew: the state brings its own."""
    stranger = request.GET["state"] == "stranger"
    visitor = AnonymousUser() if stranger else {"is_authenticated": True, "is_guest": True}
    return render(request, "styleguide_state.html", {"table": SAMPLE, "user": visitor, "purse": None})
