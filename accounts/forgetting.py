"""Players and guests who become nobody: a name that says nothing, no way in, no chips; games and books stay.

What must go at once goes in one transaction, so that no half of it is ever kept. Their name may still stand in the
records of their games: while there is a row of Forgotten, the clock takes it out of there (games.forgetting).
"""

import re
import secrets

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts import ledger, names
from accounts.models import Adjustment, Forgotten, GamesSeenBy, LedgerAccount, Relation, User

LONGEST_REASON = Adjustment._meta.get_field("reason").max_length

FORMER_PLAYER, FORMER_GUEST = "Former player", "Former guest"


def forget(player: User, among: QuerySet[User], former: str = FORMER_PLAYER) -> bool:
    """Makes a person nobody, who is called `former` and a random number from then on.

    Judged anew in the database: False when they are not `among` these (who sit nowhere, say), or were forgotten
    already.
    """
    with transaction.atomic():
        # The wallet first, as whoever sits down takes it: then one of the two sees what the other has done.
        wallet = LedgerAccount.objects.select_for_update().get(pk=ledger.wallet(player).pk)
        name = _name_of(player)
        if not _call_nobody(among.filter(pk=player.pk, is_active=True, is_bot=False), former):
            return False
        if wallet.balance:
            ledger.transfer(wallet, ledger.mint(), wallet.balance, f"forgotten:{player.pk}")
        Forgotten.objects.create(player=player)
        leave_no_trace(player)
        _call_by_new_name(player, name, wallet)
    return True


def leave_no_trace(player: User) -> None:
    """Deletes whatever says who somebody was, where they were and whom they knew. Twice is as good as once."""
    sessions = UserSession.objects.filter(user=player)
    Session.objects.filter(pk__in=sessions.values("session_key")).delete()
    sessions.delete()
    EmailAddress.objects.filter(user=player).delete()
    Authenticator.objects.filter(user=player).delete()
    Relation.objects.filter(Q(player=player) | Q(other=player)).delete()
    _noted_of(player).update(object_repr=_name_of(player))


def _name_of(player: User) -> str:
    return User.objects.values_list("name", flat=True).get(pk=player.pk)


def _noted_of(row: User | LedgerAccount) -> QuerySet[LogEntry]:
    """The operators' log of it."""
    return LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk))


def _call_by_new_name(player: User, before: str, wallet: LedgerAccount) -> None:
    """In what operators wrote when they gave this player chips or took some, which the log repeats."""
    name, word = _name_of(player), re.compile(rf"(?<!\w){re.escape(before)}(?!\w)", re.IGNORECASE)
    for adjusted in Adjustment.objects.filter(Q(transfer__debit=wallet) | Q(transfer__credit=wallet)):
        adjusted.reason = word.sub(name, adjusted.reason)[:LONGEST_REASON]
        adjusted.save(update_fields=["reason"])
    for noted in _noted_of(wallet):
        noted.change_message = word.sub(name, noted.change_message)
        noted.save(update_fields=["change_message"])


def _call_nobody(player: QuerySet[User], former: str) -> bool:
    """A random name, since who foresaw it could take it first; False when there is no such player."""
    for _attempt in range(10):
        name = f"{former} {secrets.token_hex(5)}"
        nothing = {
            "is_active": False,
            "password": make_password(None),
            "session_seed": "",
            "email": "",
            "last_login": None,
            "language": "",
            "card_letters": "",
            "games_seen_by": GamesSeenBy.EVERYBODY,
        }
        try:
            with transaction.atomic():
                return bool(player.update(name=name, **names.keys(name), **nothing))
        except IntegrityError:
            continue
    raise RuntimeError("Ten random names in a row were taken.")
