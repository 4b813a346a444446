"""What every page needs to know of the visitor's tournaments."""

from collections.abc import Callable

from django.http import HttpRequest

from accounts.models import User

from . import news


def called(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    """`awaits_call`: whether the visitor may be called to a tournament's table while this page is open. Asked only by
    pages that show it."""
    user = getattr(request, "user", None)

    def awaits_call() -> bool:
        return isinstance(user, User) and news.has_live_entry(user.pk)

    return {"awaits_call": awaits_call}
