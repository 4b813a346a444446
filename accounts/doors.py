"""Who comes through allauth's doors. To allauth a guest is signed in; to us a guest is on the way to being somebody."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from accounts.models import User

View = Callable[..., HttpResponseBase]

# Where one comes in: signing in and up, and links out of letters.
ENTRANCES = {
    "account_login",
    "account_signup",
    "account_inactive",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "account_confirm_email",
    "account_email_verification_sent",
    "account_confirm_login_code",
    "mfa_authenticate",
    "mfa_login_webauthn",
    "mfa_trust",
}


def open_to_guests(view: View) -> View:
    """A guest enters as a stranger would, and is `request.guest`: signed in as before unless they become another."""

    @wraps(view)
    def as_a_stranger(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return as_a_stranger


def guest_of(request: HttpRequest) -> User | None:
    """The guest who has come in as a stranger, if it is one."""
    return getattr(request, "guest", None)


def for_members(view: View) -> View:
    """A guest has nothing to keep here yet (a password, say, would be lost with the session): they sign up first."""

    @wraps(view)
    def unless_a_guest(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect(f"{reverse('account_signup')}?{urlencode({'next': request.path})}")
        return view(request, *args, **kwargs)

    return unless_a_guest


def door(name: str | None, view: View) -> View:
    """The view of that URL name as people get to it."""
    if name == "account_logout":
        return view
    return open_to_guests(view) if name in ENTRANCES else for_members(view)
