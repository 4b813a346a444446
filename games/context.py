"""What every page's header shows besides the visitor's name."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from accounts.models import LedgerAccount, User


def purse(request: HttpRequest) -> dict[str, Callable[[], int | None]]:
    """`purse`: the chips in the visitor's wallet, asked for once, and only by a page that shows them."""

    @cache
    def chips() -> int | None:
        user = getattr(request, "user", None)
        if not isinstance(user, User):
            return None
        return LedgerAccount.objects.filter(owner=user).values_list("balance", flat=True).first() or 0

    return {"purse": chips}
