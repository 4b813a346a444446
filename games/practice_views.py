"""Practice without a network: what its pages load."""

import hashlib
import json
from functools import cache
from typing import Any

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts import card_letters
from games.rules import PRESETS, bundle

from .cast import NAMES
from .forms import options_of
from .practice_forms import PracticeForm

# The rules run as a program of WebAssembly, which counts as evaluating: nowhere else on the site is that allowed.
_runs_rules = csp_update({"script-src": ["'wasm-unsafe-eval'"], "worker-src": ["'self'"]})


@cache
def _rules() -> bytes:
    return json.dumps(bundle.sources(), ensure_ascii=False).encode()


@cache
def _rules_version() -> str:
    return hashlib.sha256(_rules()).hexdigest()[:12]


def rules_address() -> str:
    return reverse("practice_rules", args=[_rules_version()])


@require_safe
def practice_rules(request: HttpRequest, version: str) -> HttpResponse:
    """The rules' own files. A page of another release gets those of today, and does not keep them."""
    kept = "public, max-age=31536000, immutable" if version == _rules_version() else "no-cache"
    request.session.accessed = False  # else it would vary with the cookie, and be fetched anew after signing in
    return HttpResponse(_rules(), content_type="application/json", headers={"Cache-Control": kept})


@_runs_rules
@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """Where one practises: the home, and the felt in its place."""
    return _page(request, "games/practice.html", form=PracticeForm(), for_all="page")


@_runs_rules
@require_safe
def practice_game(request: HttpRequest) -> HttpResponse:
    """A kept game, step by step: the address's #… says which, so the page is the same for all."""
    return _page(request, "games/practice_game.html")


def _page(request: HttpRequest, template: str, **more: Any) -> HttpResponse:
    """The same for everybody who reads the language: made without the request, it can't hold anything of its sender."""
    letters = card_letters.usual()
    context = {
        "card_letters": letters,
        "courts": card_letters.LETTERS[letters],
        "cast": NAMES,
        "rules_address": rules_address(),
        "presets": {name: options_of(ruleset) for name, ruleset in PRESETS.items()},
        **more,
    }
    request.session.accessed = False  # who asked makes no difference
    return HttpResponse(render_to_string(template, context), headers={"Cache-Control": "no-cache"})
