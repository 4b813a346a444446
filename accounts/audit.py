"""Whether the books are right: everything recomputed from the transfers, nothing believed."""

from collections.abc import Iterator

from django.db.models import BigIntegerField, Count, F, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from accounts import ledger, names
from accounts.models import LedgerAccount, Transfer, User


def breaches() -> list[str]:
    """What is wrong, a sentence each; empty when all is well. Wants one snapshot: play in between would look wrong."""
    return [*_balances(), *_zero_sum(), *_grants(), *_adjustments(), *_owners(), *_names()]


def _balances() -> Iterator[str]:
    booked = LedgerAccount.objects.annotate(booked=_sum("credit") - _sum("debit"))
    for account in booked.exclude(balance=F("booked")):
        yield f"{account.code} says {account.balance} chips, its transfers say {account.booked}"
    for debtor in LedgerAccount.objects.filter(~Q(kind="mint"), balance__lt=0):
        yield f"{debtor.code} owes {-debtor.balance} chips"


def _sum(side: str) -> Coalesce:
    total = Transfer.objects.filter(**{side: OuterRef("pk")}).order_by().values(side).annotate(sum=Sum("amount"))
    return Coalesce(Subquery(total.values("sum")), Value(0), output_field=BigIntegerField())


def _zero_sum() -> Iterator[str]:
    total = LedgerAccount.objects.aggregate(sum=Sum("balance"))["sum"] or 0
    if total:
        yield f"all balances sum to {total} chips instead of 0"


def _grants() -> Iterator[str]:
    """Once a person, of the right size, from the mint to the wallet its key names."""
    grants = Transfer.objects.filter(key__startswith="grant:").select_related("debit", "credit")
    for grant in grants.iterator():
        person = grant.key.removeprefix("grant:")
        right = ("mint", f"wallet:{person}", ledger.GRANT)
        if (grant.debit.code, grant.credit.code, grant.amount) != right:
            yield f"{grant.key} moved {grant.amount} chips from {grant.debit.code} to {grant.credit.code}"
    for wallet in LedgerAccount.objects.filter(kind="wallet").annotate(
        grants=Count("credits", filter=Q(credits__key__startswith="grant:"))
    ):
        if wallet.grants != 1:
            yield f"{wallet.code} was granted chips {wallet.grants} times instead of once"


def _adjustments() -> Iterator[str]:
    """What an operator booked says why, and nothing else does."""
    for silent in Transfer.objects.filter(key__startswith="adjust:", adjustment=None):
        yield f"{silent.key} is an adjustment without a reason"
    for stray in Transfer.objects.filter(adjustment__isnull=False).exclude(key__startswith="adjust:"):
        yield f"{stray.key} has a reason as if an operator had booked it"


def _owners() -> Iterator[str]:
    for wallet in LedgerAccount.objects.filter(kind="wallet").select_related("owner"):
        if wallet.owner is None or wallet.code != f"wallet:{wallet.owner.pk}":
            yield f"{wallet.code} belongs to {wallet.owner}"
        elif wallet.owner.is_bot:
            yield f"{wallet.code} belongs to the bot {wallet.owner}"
    for transfer in Transfer.objects.filter(debit__kind="wallet", credit__kind="wallet"):
        yield f"{transfer.key} passed chips from one player to another"


def _names() -> Iterator[str]:
    for user in User.objects.only("pk", "name", "username", "look").iterator():
        wanted = names.keys(user.name)
        if (user.username, user.look) != (wanted["username"], wanted["look"]):
            yield f"user {user.pk} is shown as {user.name!r} but compared as {user.username!r}, {user.look!r}"
