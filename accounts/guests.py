"""People who play without having signed up."""

import secrets

from django.db import IntegrityError, transaction

from accounts import ledger, names
from accounts.models import User

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
                guest = User(name=name, username=names.key(name), is_guest=True)
                guest.set_unusable_password()
                guest.save(force_insert=True)
                ledger.grant(guest)
        except IntegrityError:
            continue  # somebody has that name: try the next one
        return guest
    raise RuntimeError("A hundred friendly names in a row were taken.")


def _friendly_name(attempt: int) -> str:
    """Two words, and from the second attempt on a number with them: "Calm Heron", "Calm Heron 57"."""
    name = f"{secrets.choice(_MANNERS)} {secrets.choice(_CREATURES)}"
    return f"{name} {secrets.randbelow(9 * 10 ** min(attempt, 5)) + 10}" if attempt else name
