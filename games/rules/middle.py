"""A bot that plays out in its head what may happen and knows odds, but takes every hidden hand for as likely."""

from .cards import NAMES
from .playouts import best_card, comes_to, total
from .seen import Seen, bounds, own, raises_made

MYPY = False
if MYPY:
    from typing import Any

    from .playouts import Chance
    from .styles import Style

WORLDS = 16  # deals thought of for one decision
AZI_WITH_A_TRICK = 0.3  # of the bank
BLUFF = 0.04


def choose(view: "dict[str, Any]", rng: "Chance", style: "Style") -> str:
    """A legal action of a seat that is asked."""
    if view["phase"] == "azi":
        return _join_or_pass(view, rng, style)
    seen = Seen(view, heeds_bids=False)
    if "L" in view["legal"] and not _plays_blind(seen, rng, style):
        return "L"
    if view["phase"] == "discard":
        return _discard(seen)
    return _bid(seen, rng, style) if view["phase"] == "bid" else best_card(seen, WORLDS, _azi_share, rng)


def _azi_share(has_trick: bool) -> float:
    return AZI_WITH_A_TRICK if has_trick else 0.0


def _discard(seen: Seen) -> str:
    """The card that takes tricks least; one that has not looked can't choose."""
    return "x" + NAMES[seen.weakest(seen.hand)] if seen.looked else "x"


def _join_or_pass(view: "dict[str, Any]", rng: "Chance", style: "Style") -> str:
    """A quarter of the bank is about what a joiner can hope for, which is seldom worth the price: the bold do it."""
    price = view["cost"]["j"]
    stack = own(view)["stack"]
    fair = price / (view["bank"] + price) - 0.25
    return "j" if rng.random() < 0.5 * style.drive * (1 - price / (stack + 1)) * (1 - 2 * fair) else "p"


def _plays_blind(seen: Seen, rng: "Chance", style: "Style") -> bool:
    """Blind play is for whoever likes it, as long as it is cheap."""
    if seen.view["phase"] == "discard":
        return rng.random() < style.blind / 2
    price = seen.view["cost"].get("c", 0)
    return bool(price * 8 <= seen.seats[0]["stack"]) and rng.random() < style.blind


def _bid(seen: Seen, rng: "Chance", style: "Style") -> str:
    """Raise what is better than its share, call what is worth its price, fold the rest, and bluff now and then."""
    view = seen.view
    fair = 1 / len(seen.seats)
    share = _share(seen, rng) if seen.looked else fair
    able = bounds(view)
    raised = raises_made(view)
    wanted = fair + (1 - fair) * (0.5 - 0.3 * style.drive) + 0.12 * raised
    if not seen.looked:
        wanted = fair if view["level"] == 0 or rng.random() < style.drive / 2 else 1
    if able and raised < 4 and (share >= wanted or rng.random() < BLUFF * style.drive / (1 + raised)):
        return _raise_to(view, able, share, style, rng)
    if "c" in view["legal"]:
        price = view["cost"]["c"]
        if share * (1 - 0.4 * style.caution) >= price / (view["bank"] + price):
            return "c"
    elif able and share >= fair * (0.7 + 0.5 * style.caution):
        return able[0] + str(able[1])
    return "f"


def _share(seen: Seen, rng: "Chance") -> float:
    """The share of the bank that this hand is worth, less for everyone who has looked and then bet."""
    share = total([comes_to(seen, seen.hands(rng), _azi_share) for _ in range(WORLDS)]) / WORLDS
    shown = [seat for seat in seen.seats[1:] if seat["looked"] and (seat["last"] or "-")[0] in "br"]
    return share * (1 - 0.12 * len(shown))


def _raise_to(view: "dict[str, Any]", able: "tuple[str, int, int]", share: float, style: "Style", rng: "Chance") -> str:
    """A value of the range: a part of the bank by strength and drive, in whole steps, seldom all."""
    word, low, high = able
    step = max(1, low - view["level"])
    extra = view["bank"] * (0.2 + 0.6 * rng.random()) * (0.3 + style.drive) * share
    value = low + int(extra) // step * step
    if share < 0.75:
        value = min(value, low + (high - low) // 4)
    return word + str(max(low, min(value, high)))
