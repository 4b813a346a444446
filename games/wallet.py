"""A player's chips: where they are, and the refill for whoever has few left."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import ledger
from accounts.models import LedgerAccount, Transfer, User

from .models import Seat, Table
from .refusals import Refusal

REFILL_BELOW, REFILL_TO = 2_000, 5_000


@dataclass(frozen=True)
class Holdings:
    """All chips of one player: the wallet's, and those in front of their seats at cash tables."""

    purse: int
    seats: list[Seat]

    @property
    def at_tables(self) -> int:
        return sum(seat.stack for seat in self.seats)

    @property
    def total(self) -> int:
        return self.purse + self.at_tables


@dataclass(frozen=True)
class Refill:
    """What a player may have today: the chips that would come (0: none), and whether today's have come already."""

    chips: int
    taken: bool


def holdings(user: User) -> Holdings:
    """Where this player's chips are now. What a running game has taken or given is counted when it is over."""
    seats = Seat.objects.filter(player=user, table__stakes=Table.CASH).select_related("table").order_by("pk")
    return Holdings(ledger.balance(ledger.wallet(user)), list(seats))


def refill_for(user: User, held: Holdings) -> Refill:
    """What a refill would bring this player, who holds these chips."""
    taken = Transfer.objects.filter(key=_key(user)).exists()
    return Refill(REFILL_TO - held.total if held.total < REFILL_BELOW and not taken else 0, taken)


def refill(user: User) -> int:
    """Give whoever has fewer than REFILL_BELOW chips in all as many as make REFILL_TO, once a day of UTC.

    Returns the chips that came. Raises Refusal, and then nothing has moved.
    """
    with transaction.atomic():
        wallet = ledger.wallet(user)
        # Whoever sits down, leaves or refills takes the wallet first: while it is ours no chips are under way between
        # it and a table. (On SQLite the transaction itself is the lock.)
        LedgerAccount.objects.select_for_update().get(pk=wallet.pk)
        if not User.objects.filter(pk=user.pk, is_active=True).exists():
            raise Refusal("forbidden", _("This account is no longer there."))  # deleted in another window
        offer = refill_for(user, holdings(user))
        if offer.taken:
            raise Refusal("refilled", _("You have had today's refill. The next one is possible from midnight UTC."))
        if not offer.chips:
            raise Refusal(
                "enough",
                _("A refill is for whoever has fewer than %(few)s chips in all, those at tables included.")
                % {"few": intcomma(REFILL_BELOW)},
            )
        ledger.transfer(ledger.mint(), wallet, offer.chips, _key(user))
    return offer.chips


def today() -> date:
    return datetime.now(UTC).date()


def tomorrow() -> datetime:
    """When the next day of refills begins."""
    return datetime.combine(today() + timedelta(days=1), time.min, UTC)


def _key(user: User) -> str:
    return f"refill:{user.pk}:{today().isoformat()}"
