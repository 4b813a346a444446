"""What signing in, up and out means for tables: accounts may not know that there are any."""

import logging
from collections.abc import Callable, Iterable

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django import forms
from django.http import HttpRequest

from accounts.adapter import AccountAdapter
from accounts.doors import guest_of
from accounts.models import User

from . import bell, live
from .refusals import Refusal

log = logging.getLogger(__name__)


class SigningIn(AccountAdapter):
    """A guest who becomes another person leaves every seat, which nobody could play any more; the chips stay theirs.

    A seat in a tournament can't be left: it sits out, and the clock folds for it. A prize goes to the guest's wallet.
    """

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        user = super().save_user(request, user, form, commit)
        if commit and guest_of(request):
            unless_busy(live.renamed, user.pk)
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        guest = guest_of(request)
        super().login(request, user)
        if guest is not None and guest.pk != user.pk:
            unless_busy(live.leave_all, guest.pk)

    def logout(self, request: HttpRequest) -> None:
        user = request.user if isinstance(request.user, User) else None
        super().logout(request)
        if user is not None:
            bell.ring(f"user:{user.pk}")
            if user.is_guest:
                unless_busy(live.leave_all, user.pk)

    def set_password(self, user: User, password: str) -> None:
        super().set_password(user, password)
        bell.ring(f"user:{user.pk}")


class Devices(DefaultUserSessionsAdapter):
    """Sessions that end close their tables' pages at once."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        sessions = list(sessions)
        super().end_sessions(sessions)
        for user_id in {session.user_id for session in sessions}:
            bell.ring(f"user:{user_id}")


def unless_busy(change: Callable[[int], None], user_id: int) -> None:
    """A table too busy for it is no reason not to let somebody in: the clock frees the seat in time.

    Whatever goes wrong there: an error here would cost a guest the session, the only key to their chips.
    """
    try:
        change(user_id)
    except Refusal as refusal:
        log.warning("user %s: a table could not follow: %s", user_id, refusal.code)
    except Exception:
        log.exception("user %s: a table could not follow", user_id)
