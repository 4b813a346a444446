"""Who somebody is, and the chips that are theirs."""

import secrets
from collections.abc import Iterable
from typing import Any, NoReturn

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import names

_SESSIONS = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"  # as Django salts it


def new_public_id() -> str:
    """32 random lower-case hex characters: an id that may be shown and cannot be counted or guessed."""
    return secrets.token_hex(16)


class AziUserManager(UserManager["User"]):
    """Makes users from a display name; `username` is only what that name is compared by."""

    def _create_user_object(self, username: str, email: str | None, password: str | None, **fields: Any) -> "User":
        fields.setdefault("name", " ".join(username.split()))
        fields.setdefault("look", names.look(fields["name"]))
        return super()._create_user_object(names.key(username), email, password, **fields)  # type: ignore[misc]


class GamesSeenBy(models.TextChoices):
    EVERYBODY = "all", _("everybody")
    FOLLOWED = "followed", _("players whom I follow")
    NOBODY = "nobody", _("only me")


class User(AbstractUser):
    """A person, a guest or a bot.

    `name` is shown everywhere; `username` is its key and `look` its look (accounts.names), so the database itself
    keeps names apart, and a person signs in by their name however they write it. `language` and `card_letters` (J Q K A
    as which language writes them) are their choice; empty, the browser's and the language's.
    """

    username = models.CharField(_("name, as compared"), max_length=names.LONGEST_KEY, unique=True, editable=False)
    look = models.CharField(_("name, as it looks"), max_length=names.LONGEST_KEY, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=names.LONGEST)
    public_id = models.CharField(_("public id"), max_length=32, unique=True, default=new_public_id, editable=False)
    session_seed = models.CharField(max_length=128, blank=True, default="", db_default="", editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("bot"), default=False)
    language = models.CharField(_("language"), max_length=5, blank=True, default="", db_default="")
    card_letters = models.CharField(_("letters on cards"), max_length=2, blank=True, default="", db_default="")
    games_seen_by = models.CharField(
        _("who sees my games"), max_length=8, choices=GamesSeenBy, default=GamesSeenBy.EVERYBODY, db_default="all"
    )

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects = AziUserManager()  # type: ignore[misc]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.CheckConstraint(condition=~models.Q(is_bot=True, is_guest=True), name="user_bot_or_guest")
        ]

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def set_password(self, raw_password: str | None) -> None:
        """A new password ends all sessions, also those that a guest began."""
        super().set_password(raw_password)
        self.session_seed = ""

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is not None and "password" in update_fields:
            update_fields = {*update_fields, "session_seed"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session must know to go on: of the password, or of what a guest had in its place.

        So a guest who signs up stays signed in at every moment, in every window: Django ends a session as soon as
        anybody sees it beside another password.
        """
        known = self.session_seed or self.password
        return salted_hmac(_SESSIONS, known, secret=secret, algorithm="sha256").hexdigest()


class Relation(models.Model):
    """How one player stands to another: follows them, or has blocked them."""

    class Kind(models.TextChoices):
        FOLLOWS = "follows", _("follows")
        BLOCKS = "blocks", _("blocks")

    player = models.ForeignKey(User, models.CASCADE, related_name="relations", verbose_name=_("player"))
    other = models.ForeignKey(User, models.CASCADE, related_name="related", verbose_name=_("other player"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    created = models.DateTimeField(_("created"), db_default=Now())

    class Meta:
        verbose_name = _("relation")
        verbose_name_plural = _("relations")
        constraints = [
            models.UniqueConstraint(fields=("player", "other"), name="relation_once"),
            models.CheckConstraint(condition=~models.Q(player=models.F("other")), name="relation_to_another"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} {self.other_id}"


class Forgotten(models.Model):
    """Somebody who is nobody any more (accounts.forgetting), while their name may still stand in records of games.

    `done_to` is the id of the last of their games whose record is without it.
    """

    player = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="+")
    done_to = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.done_to}"


class Immutable(TypeError):
    """Somebody tried to change or delete what is booked."""


class LedgerAccount(models.Model):
    """Where chips are booked. `balance` is what the transfers sum up to; only accounts.ledger changes it."""

    class Kind(models.TextChoices):
        WALLET = "wallet", _("wallet")
        ESCROW = "escrow", _("escrow")
        POOL = "pool", _("pool")
        MINT = "mint", _("mint")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    code = models.CharField(_("code"), max_length=80, unique=True)
    owner = models.OneToOneField(
        User, models.PROTECT, null=True, blank=True, related_name="wallet", verbose_name=_("owner")
    )
    balance = models.BigIntegerField(_("balance"), default=0, db_default=0)

    class Meta:
        verbose_name = _("ledger account")
        verbose_name_plural = _("ledger accounts")
        constraints = [
            models.CheckConstraint(condition=models.Q(balance__gte=0) | models.Q(kind="mint"), name="ledger_no_debt"),
            models.CheckConstraint(
                condition=models.Q(kind="wallet", owner__isnull=False)
                | ~models.Q(kind="wallet") & models.Q(owner=None),
                name="ledger_wallets_are_owned",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="mint", code="mint") | ~models.Q(kind="mint") & ~models.Q(code="mint"),
                name="ledger_one_mint",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class TransferQuerySet(models.QuerySet["Transfer"]):
    """Reads only: what is booked stays booked."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise Immutable("A transfer is never changed: book another one.")

    def delete(self) -> NoReturn:
        raise Immutable("A transfer is never deleted: book another one.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Immutable("A transfer is never changed: book another one.")

    def bulk_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Immutable("Transfers are booked by accounts.ledger.transfer alone.")

    # Django reads these marks: no templates or related managers may call them.
    update.alters_data = True  # type: ignore[attr-defined]
    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]


class Transfer(models.Model):
    """One movement of chips: they leave `debit` and arrive at `credit`. Never changed, never deleted.

    `key` is made of facts ("table:7:seat:3:sit:12"), so the same movement cannot be booked twice.
    """

    debit = models.ForeignKey(LedgerAccount, models.PROTECT, related_name="debits", verbose_name=_("from"))
    credit = models.ForeignKey(LedgerAccount, models.PROTECT, related_name="credits", verbose_name=_("to"))
    amount = models.BigIntegerField(_("amount"))
    key = models.CharField(_("key"), max_length=120, unique=True)
    created = models.DateTimeField(_("created"), db_default=Now())

    objects = models.Manager.from_queryset(TransferQuerySet)()

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        base_manager_name = "objects"
        constraints = [
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="transfer_moves_chips"),
            models.CheckConstraint(condition=~models.Q(debit=models.F("credit")), name="transfer_between_two"),
        ]
        # A statement pages through one account's transfers, newest first, and sums the newer ones.
        indexes = [
            models.Index(fields=("debit", "id", "amount"), name="transfer_out_by_age"),
            models.Index(fields=("credit", "id", "amount"), name="transfer_in_by_age"),
        ]

    def __str__(self) -> str:
        return self.key

    def save(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Immutable("Transfers are booked by accounts.ledger.transfer alone.")

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Immutable("A transfer is never deleted: book another one.")


class Adjustment(models.Model):
    """Why an operator gave chips to somebody or took some. Its transfer is the fact; this row is the reason for it."""

    transfer = models.OneToOneField(
        Transfer, models.PROTECT, primary_key=True, related_name="adjustment", verbose_name=_("transfer")
    )
    operator = models.ForeignKey(User, models.PROTECT, related_name="+", verbose_name=_("operator"))
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        default_permissions = ("add", "view")
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="adjustment_has_a_reason")]

    def __str__(self) -> str:
        return self.reason
