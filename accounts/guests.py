"""People who play without having signed up, and how they do: the same row becomes a player's."""

import secrets
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts import forgetting, ledger, names
from accounts.models import User

NAME_TAKEN = _("Somebody has that name already, or one that looks like it.")

_MANNERS = (
    "Able Amber Autumn Brave Bright Brisk Calm Candid Clear Clever Cobalt Copper Crisp Daring Dawn Deft Early Easy "
    "Fair Fleet Frank Fresh Gentle Glad Golden Grand Happy Hardy Honest Indigo Ivory Jade Jolly Keen Kind Light "
    "Lively Lucky Lunar Merry Mild Misty Neat Nimble Noble Olive Patient Plain Polite Proud Quick Quiet Rapid Ready "
    "Russet Sage Silver Solar Steady Sunny Swift Tidy True Velvet Vivid Warm Winter Wise"
).split()
_CREATURES = (
    "Argali Badger Bear Bison Bustard Camel Caracal Crane Curlew Deer Dove Eagle Egret Ermine Falcon Finch Fox Gazelle "
    "Goose Goshawk Grouse Hare Hawk Heron Hoopoe Horse Ibex Jackdaw Jerboa Kestrel Kite Lark Leopard Lynx Magpie "
    "Marmot Marten Merlin Moth Oriole Otter Owl Partridge Pelican Pheasant Pigeon Pika Plover Quail Raven Robin Saiga "
    "Sable Snipe Sparrow Starling Stork Swallow Swan Swift Tern Thrush Tiger Wagtail Weasel Wolf Wren Yak"
).split()


def create() -> User:
    """A guest with a friendly name that nobody else has, the grant, and no password to sign in with.

    The caller signs them in (`django.contrib.auth.login`) and limits how many one address makes.
    """
    for attempt in range(100):
        name = _friendly_name(attempt)
        try:
            with transaction.atomic():
                guest = User(name=name, **names.keys(name), is_guest=True)
                guest.set_unusable_password()
                guest.save(force_insert=True)
                ledger.grant(guest)
        except IntegrityError:
            continue  # somebody has that name: try the next one
        return guest
    raise RuntimeError("A hundred friendly names in a row were taken.")


def refuse_taken(name: str, but: int | None = None) -> None:
    """ValidationError `name_taken` when somebody has that name or its double; `but` is the user who may keep it."""
    keys = names.keys(name)
    if User.objects.filter(Q(username=keys["username"]) | Q(look=keys["look"])).exclude(pk=but or 0).exists():
        raise ValidationError(NAME_TAKEN, code="name_taken")


def rename(user: User, name: str) -> str:
    """Gives a guest another name: the name as it is kept from now on.

    ValidationError with a stable code when that name can't be had, or nobody is a guest there (`not_a_guest`).
    """
    name = names.clean(name)
    refuse_taken(name, but=user.pk)
    if not _change(user, {"name": name, **names.keys(name)}):
        raise ValidationError(_("Only guests change their name."), code="not_a_guest")
    return name


def sign_up(guest: User, member: User) -> User:
    """Makes the guest's row a player's, with the new name, address and password: seat, chips and games stay.

    ValidationError: `name_taken`, or `not_a_guest` when the same guest has signed up meanwhile. Nothing else of the
    row is written.
    """
    fields = {field: getattr(member, field) for field in ("name", "username", "look", "email", "password")}
    if not _change(guest, {"is_guest": False, "session_seed": F("password"), **fields}):
        raise ValidationError(_("You have signed up already."), code="not_a_guest")
    return User.objects.get(pk=guest.pk)


def abandoned(before: datetime) -> QuerySet[User]:
    """Guests who have neither come nor signed in nor begun since then."""
    here = UserSession.objects.filter(user=OuterRef("pk"), last_seen_at__gte=before)
    came = User.objects.filter(is_guest=True, is_active=True, date_joined__lt=before)
    return came.filter(Q(last_login=None) | Q(last_login__lt=before)).exclude(Exists(here))


def forget(guest: User, before: datetime, where: Q) -> bool:
    """Makes a guest nobody: a name that says nothing, no session, no chips; games and books stay as they were.

    Judged anew in the database, with `where` as the caller's own condition (that they sit nowhere, say): False when
    the guest has come back, signed up, or was forgotten already.
    """
    return forgetting.forget(guest, abandoned(before).filter(where), forgetting.FORMER_GUEST)


def _change(guest: User, fields: dict[str, object]) -> bool:
    """Writes to the row while it is a guest's; False when it is none any more."""
    try:
        with transaction.atomic():
            return bool(User.objects.filter(pk=guest.pk, is_guest=True, is_active=True).update(**fields))
    except IntegrityError:
        # Somebody took the name between our question and our write.
        raise ValidationError(NAME_TAKEN, code="name_taken") from None


def _friendly_name(attempt: int) -> str:
    """Two words, and from the second attempt on a number with them: "Calm Heron", "Calm Heron 57"."""
    name = f"{secrets.choice(_MANNERS)} {secrets.choice(_CREATURES)}"
    return f"{name} {secrets.randbelow(9 * 10 ** min(attempt, 5)) + 10}" if attempt else name
