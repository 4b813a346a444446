"""What this app knows of somebody, for themselves: plain values under plain words, long lists read as they are sent."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model, QuerySet

from accounts.models import Relation, User

Known = dict[str, dict[str, Any] | Iterable[dict[str, Any]]]
M = TypeVar("M", bound=Model)

BATCH = 200


def of(user: User) -> Known:
    """Never what signs somebody in (hashes, secrets, keys of sessions), nor who follows or blocks them."""
    return {
        "account": _account(user),
        "email_addresses": map(_address, in_batches(EmailAddress.objects.filter(user=user))),
        "devices": map(_device, in_batches(UserSession.objects.filter(user=user))),
        "second_factors": map(_factor, in_batches(Authenticator.objects.filter(user=user))),
        "players_followed_or_blocked": map(
            _relation, in_batches(Relation.objects.filter(player=user).select_related("other"))
        ),
    }


def in_batches(rows: QuerySet[M], size: int = BATCH) -> Iterator[M]:
    """These rows by id, with no query open in between: whoever reads slowly keeps nothing from anybody."""
    last: int | None = 0
    while last is not None:
        batch = list(rows.filter(pk__gt=last).order_by("pk")[:size])
        yield from batch
        last = batch[-1].pk if len(batch) == size else None


def _account(user: User) -> dict[str, Any]:
    return {
        "name": user.name,
        "public_id": user.public_id,
        "guest": user.is_guest,
        "staff": user.is_staff,
        "since": user.date_joined,
        "last_signed_in": user.last_login,
        "language": user.language,
        "letters_on_cards": user.card_letters,
        "games_seen_by": user.games_seen_by,
    }


def _address(row: EmailAddress) -> dict[str, Any]:
    return {"address": row.email, "confirmed": row.verified, "primary": row.primary}


def _device(row: UserSession) -> dict[str, Any]:
    return {
        "address": row.ip,
        "browser": row.user_agent,
        "signed_in": row.created_at,
        "last_here": row.last_seen_at,
    }


def _factor(row: Authenticator) -> dict[str, Any]:
    named = {"name": str(row)} if row.type == Authenticator.Type.WEBAUTHN else {}
    return {"kind": row.type, **named, "since": row.created_at, "last_used": row.last_used_at}


def _relation(row: Relation) -> dict[str, Any]:
    return {"player": row.other.name, "kind": row.kind, "since": row.created}
