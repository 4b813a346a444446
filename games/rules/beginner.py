"""A bot that plays like somebody who learnt the rules this evening: it counts trumps and aces, likes to see how things
end, and knows no odds.
"""

from .cards import ACE, BY_NAME, NAMES, RANK, SUIT
from .seen import Seen, bounds, own, raises_made

MYPY = False
if MYPY:
    from typing import Any

    from .playouts import Chance
    from .styles import Style

HIGH_TRUMP = 16  # the power of a Queen of trumps
CURIOSITY = 0.25  # how often it calls or bets on nothing
THIRST = 0.4  # how often it buys in at Azi when that is cheap


def choose(view: "dict[str, Any]", rng: "Chance", style: "Style") -> str:
    """A legal action of a seat that is asked."""
    if view["phase"] == "azi":
        return _join_or_pass(view, rng)
    seen = Seen(view, heeds_bids=False)
    if "L" in view["legal"] and not (_is_cheap(seen) and rng.random() < style.blind / 2):
        return "L"
    if view["phase"] == "discard":
        return _discard(seen)
    return _bid(seen, rng, style) if view["phase"] == "bid" else _play(seen)


def _play(seen: Seen) -> str:
    """Its highest card if that takes the trick as it lies, else its lowest."""
    by_power = sorted([(seen.power[BY_NAME[name]], name) for name in seen.view["legal"]])
    lowest: str = by_power[0][1]
    highest: str = by_power[-1][1]
    return highest if seen.taking([BY_NAME[highest]]) else lowest


def _discard(seen: Seen) -> str:
    """The weakest card goes, a plain one before a trump."""
    return "x" + NAMES[min(seen.hand, key=lambda card: seen.power[card])] if seen.looked else "x"


def _join_or_pass(view: "dict[str, Any]", rng: "Chance") -> str:
    """It would like to go on, but not for half of its chips."""
    return "j" if view["cost"]["j"] * 3 <= own(view)["stack"] and rng.random() < THIRST else "p"


def _is_cheap(seen: Seen) -> bool:
    """Whether staying costs little of its stack."""
    return bool(seen.view["cost"].get("c", 0) * 20 <= seen.seats[0]["stack"])


def _points(seen: Seen) -> int:
    """One for a trump or an ace, two for a high trump: 0 to 6."""
    points = 0
    for card in seen.hand:
        is_trump = SUIT[card] == SUIT[seen.turn_up]
        points += 2 if is_trump and seen.power[card] >= HIGH_TRUMP else 1 if is_trump or RANK[card] == ACE else 0
    return points


def _bid(seen: Seen, rng: "Chance", style: "Style") -> str:
    """Raise what looks strong, call what looks like something, and now and then what doesn't."""
    view = seen.view
    points = _points(seen) if seen.looked else 1
    able = bounds(view)
    curious = rng.random() < CURIOSITY
    if able and points >= 4 - style.drive and raises_made(view) < 2 and rng.random() < 0.7:
        return _raise_to(view, able, points, rng)
    if "c" in view["legal"]:
        # Two high trumps for all it has, else a twelfth of the stack for each point.
        most = seen.seats[0]["stack"] * (12 if points > 3 else points) // 12
        return "c" if view["cost"]["c"] <= most or (curious and _is_cheap(seen)) else "f"
    if able and (points or curious):
        return able[0] + str(able[1])
    return "f"


def _raise_to(view: "dict[str, Any]", able: "tuple[str, int, int]", points: int, rng: "Chance") -> str:
    """A few steps more, the better the hand the more."""
    word, low, high = able
    return word + str(min(high, low + view["ruleset"]["bet"] * int(rng.random() * 2 * points)))
