"""Chips that an operator gives or takes: a transfer between mint and wallet like any other, with a reason beside it."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import ledger
from accounts.models import Adjustment, Transfer, User

MOST = 1_000_000  # chips in one adjustment


class Refused(Exception):
    """An adjustment that may not be made; the message says why."""


def adjust(operator: User, player: User, chips: int, reason: str, nonce: str) -> bool:
    """Books `chips` from the mint to the player's wallet, or the other way where they are negative.

    False: this form (`nonce`) has been booked already and nothing moves. Raises Refused.
    """
    if operator.pk == player.pk:
        raise Refused(_("Nobody adjusts their own chips."))
    if player.is_bot:
        raise Refused(_("A bot has no wallet."))
    reason = " ".join(reason.split())
    if not reason:
        raise Refused(_("Say why: the player sees the reason in their statement."))
    if not 0 < abs(chips) <= MOST:
        raise Refused(_("An adjustment moves 1 to %(most)d chips.") % {"most": MOST})
    wallet, mint = ledger.wallet(player), ledger.mint()
    debit, credit = (mint, wallet) if chips > 0 else (wallet, mint)
    key = f"adjust:{player.pk}:{operator.pk}:{nonce}"
    with transaction.atomic():
        try:
            booked = ledger.transfer(debit, credit, abs(chips), key)
        except ledger.InsufficientChips:
            raise Refused(_("The wallet holds fewer chips than that.")) from None
        if booked:
            Adjustment.objects.create(transfer=Transfer.objects.get(key=key), operator=operator, reason=reason)
    return booked


def reason_of(transfers: Iterable[Transfer]) -> dict[int, str]:
    """The reasons of those of these transfers that an operator made, by the transfer's id; one query for all."""
    ids = [transfer.pk for transfer in transfers]
    return dict(Adjustment.objects.filter(transfer__in=ids).values_list("transfer_id", "reason"))
