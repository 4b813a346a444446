"""Whoever looks at a page or presses a button there, signed in or not."""

from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from django.contrib.auth import login
from django.http import HttpRequest
from django.urls import Resolver404, resolve

from accounts import guests, ledger, limits
from accounts.models import User

PLAYING = {"lobby", "table", "play_now"}  # where "Play now" leads anyway


def somebody(request: HttpRequest) -> User | None:
    """Whoever is signed in, else a new guest, signed in from now on; None when one address makes too many."""
    if isinstance(request.user, User):
        return request.user
    if not limits.allow(request, "guest"):
        return None
    guest = guests.create()
    login(request, guest)
    return guest


def purse_of(request: HttpRequest) -> int | None:
    """The chips in the visitor's wallet; None for a stranger."""
    return ledger.balance(ledger.wallet(request.user)) if isinstance(request.user, User) else None


def purse_or_grant(request: HttpRequest) -> int:
    """What the visitor has, or would begin with."""
    purse = purse_of(request)
    return ledger.GRANT if purse is None else purse


def on_the_way(request: HttpRequest) -> str:
    """The page of this site that the visitor wanted when they were asked who they are; empty where it was to play."""
    wanted = request.POST.get("next", "")
    if not get_adapter(request).is_safe_url(wanted):
        return ""
    try:
        return "" if resolve(urlsplit(wanted).path).url_name in PLAYING else wanted
    except Resolver404:
        return ""
