"""What pages show of the visitor besides the name: chips and a seat."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from accounts.doors import guest_of
from accounts.models import LedgerAccount, User

from . import play_now
from .at_stake import plays_in_a_tournament
from .models import Table
from .wallet import Holdings, holdings


def visitor(request: HttpRequest) -> dict[str, Callable[[], object]]:
    """`purse`, the chips in the visitor's wallet; `holdings`, all their chips; `seated_at`, the cash table where they
    sit; `in_tournament`, whether they play in one.

    Each is asked for once, and only by a page that shows it.
    """
    user = guest_of(request) or getattr(request, "user", None)

    @cache
    def chips() -> int | None:
        if not isinstance(user, User):
            return None
        return LedgerAccount.objects.filter(owner=user).values_list("balance", flat=True).first() or 0

    @cache
    def held() -> Holdings | None:
        return holdings(user) if isinstance(user, User) else None

    @cache
    def table() -> Table | None:
        return play_now.where_seated(user) if isinstance(user, User) else None

    def tournament() -> bool:
        return isinstance(user, User) and plays_in_a_tournament(user)

    return {"purse": chips, "holdings": held, "seated_at": table, "in_tournament": tournament}
