"""Practice without a network: what its pages load."""

import hashlib
import json
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.rules import bundle


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
