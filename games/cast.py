"""The bots: users of a fixed cast, who can't sign in and own no wallet."""

import secrets

from django.db import IntegrityError, transaction

from accounts import names
from accounts.models import User
from games.rules import bots

NAMES = (
    "Aru", "Bota", "Chyngyz", "Dana", "Erzhan", "Farida", "Gulnar", "Ilyas",
    "Jamilya", "Kanat", "Leyla", "Marat", "Nurlan", "Raushan", "Sanzhar", "Togzhan",
)  # fmt: skip

chance = secrets.SystemRandom()  # what bots choose and when, which seats they take


def a_bot_beside(taken: list[int]) -> User:
    """Some bot that isn't one of those users: of the cast, which six seats never use up, else one beside it."""
    # Somebody else may be making the cast just now: then it is not yet whole.
    beside = _others(taken) or (make_cast() and _others(taken))
    return secrets.choice(beside or [bot for bot in make_extras(len(taken)) if bot.pk not in taken])


def _others(taken: list[int]) -> list[User]:
    return list(User.objects.filter(is_bot=True, name__in=NAMES).exclude(pk__in=taken))


def make_cast() -> list[User]:
    """Have every bot of the cast in the database, each under a name of its own. Made again: only looked up."""
    for name in NAMES:
        _make(name)
    return list(User.objects.filter(is_bot=True))


def make_extras(count: int) -> list[User]:
    """So many bots beside the cast, for tournaments that need more than any table. Made again: only looked up."""
    known = [f"{NAMES[at % len(NAMES)]} {at // len(NAMES) + 2}" for at in range(count)]
    here = set(User.objects.filter(is_bot=True, name__in=known).values_list("name", flat=True))
    for name in known:
        if name not in here:
            _make(name)
    return list(User.objects.filter(is_bot=True, name__in=known).order_by("pk"))


def _make(name: str) -> None:
    bot = User(name=name, **names.keys(name), is_bot=True, is_active=False)
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            bot.save(force_insert=True)
    except IntegrityError:
        pass  # it is there, or a person has taken that name: the cast is large enough without it


def style(bot: User) -> str:
    """How this bot plays, always the same way whatever the level of its table: a name of games.rules.bots.STYLES."""
    return sorted(bots.STYLES)[bot.pk % len(bots.STYLES)]
