"""Everything that the site knows of somebody, for themselves, as one file of JSON: each app says what it knows."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts import known as of_accounts
from accounts import limits
from accounts.models import User
from games import downloads
from games import known as of_games
from tournaments import known as of_tournaments

ROWS = 50  # sent at once


def is_member(request: HttpRequest) -> bool:
    """A guest has nothing to show again that it is them: the session is all there is."""
    return isinstance(request.user, User) and not request.user.is_guest


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
@reauthentication_required(enabled=is_member)
def my_data(request: HttpRequest) -> HttpResponseBase:
    """The page that says what is in it, and the file itself, sent while it is read."""
    user = request.user
    assert isinstance(user, User)
    if request.method != "POST":
        return render(request, "account/my_data.html")
    if not limits.allow(request, "my_data"):
        return render(request, "429.html", status=429)
    return downloads.send(request, "data", "azi-data.json", "application/json", partial(_next, pieces(user)))


def _next(text: Iterator[str], _end: object) -> tuple[str, object]:
    piece = next(text, "")
    return piece, piece or None


def pieces(user: User) -> Iterator[str]:
    """The file, some rows at a time."""
    yield f'{{\n"made": {_text(now())}'
    for known in (of_accounts.of, of_games.of, of_tournaments.of):
        for word, value in known(user).items():
            yield f",\n{_text(word)}: "
            yield from [_text(value)] if isinstance(value, dict) else _list(iter(value))
    yield "\n}\n"


def _list(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    before = "["
    while batch := list(islice(rows, ROWS)):
        yield before + ",".join(f"\n  {_text(row)}" for row in batch)
        before = ","
    yield "[]" if before == "[" else "\n]"


def _text(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
