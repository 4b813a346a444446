"""Hints: a player's chances and what a call risks, made of what its view shows and no more."""

import math

from . import bots
from .seen import own

MYPY = False
if MYPY:
    from typing import Any

    from .playouts import Chance

    View = dict[str, Any]

SAMPLES = 120  # games played out in the head for one hint; of each card where there is a choice, half of them
PHASES = ("discard", "bid", "play")


def is_unseen(view: "View") -> bool:
    """Whether the viewer has not looked at the hand that there is to think about."""
    return _has_hand(view) and not own(view)["looked"]


def hint(view: "View", chance: "Chance") -> "View | None":
    """The chances in 100, what a call takes and wins, and what each card that may be played comes to.

    None where there is nothing to think about, or a hand not looked at.
    """
    me = own(view)
    if not _has_hand(view) or not me["looked"]:
        return None
    cards = _cards(view, chance)
    # Whoever may choose a card chooses the best.
    chances = max(cards.values(), key=_worth) if cards else bots.prospects(view, chance, SAMPLES)
    return {
        "win": _in_100(chances["win"]),
        "azi": _in_100(chances["azi"]),
        "call": _call(view, me),
        "cards": {card: _in_100(after["win"]) for card, after in cards.items()},
    }


def _has_hand(view: "View") -> bool:
    me = own(view)
    return view["phase"] in PHASES and me["in"] and len(me["cards"]) > 0


def _worth(chances: "dict[str, float]") -> "tuple[float, float]":
    return chances["win"], chances["azi"]


def _in_100(share: float) -> int:
    return round(100 * share)


def _call(view: "View", me: "View") -> "View | None":
    """A call's cost, the bank with it, and from how many wins in 100 on it pays.

    Who can't pay all of it plays for a part of the bank only (rules 9.3): then the last two are null.
    """
    cost = view["cost"].get("c")
    if cost is None:
        return None
    if me["bid"] + cost < view["level"]:
        return {"cost": cost, "bank": None, "even": None}
    bank = view["bank"] + cost
    return {"cost": cost, "bank": bank, "even": math.ceil(100 * cost / bank)}


def _cards(view: "View", chance: "Chance") -> "dict[str, dict[str, float]]":
    """The chances after each card that may be played now, where there is a choice."""
    if view["phase"] != "play" or len(view["legal"]) < 2:
        return {}
    return {card: bots.prospects(_after(view, card), chance, SAMPLES // 2) for card in sorted(view["legal"])}


def _after(view: "View", card: str) -> "View":
    """The view as it would be with this card played."""
    number = view["my_seat"]
    after = dict(view)
    after["seats"] = [_without(seat, card) if seat["seat"] == number else seat for seat in view["seats"]]
    after["trick"] = view["trick"] + [{"seat": number, "card": card}]
    after["events"] = view["events"] + [{"n": 0, "a": str(number) + card, "chips": 0}]
    return after


def _without(seat: "View", card: str) -> "View":
    """The seat as it would be without this card in its hand."""
    rest = dict(seat)
    rest["cards"] = [other for other in seat["cards"] if other != card]
    return rest
