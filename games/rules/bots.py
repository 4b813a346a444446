"""Bots: players of three levels and three styles, who see only a view (what `view` gives a seat)."""

from .beginner import choose as _beginner
from .best import choose as _best
from .middle import choose as _middle
from .playouts import AZI, play_out
from .seen import Seen, own
from .styles import STYLES

MYPY = False
if MYPY:
    from typing import Any

    from .playouts import Chance

LEVELS = {"beginner": _beginner, "middle": _middle, "best": _best}

__all__ = ["LEVELS", "STYLES", "choose", "prospects"]


def choose(view: "dict[str, Any]", rng: "Chance", level: str = "middle", style: str = "tight") -> str:
    """A legal action of `view["my_seat"]`, which is asked something or may look; its only chance is `rng`."""
    if view["my_seat"] not in view["to_act"]:
        return "L"
    return LEVELS[level](view, rng, STYLES[style])


def prospects(view: "dict[str, Any]", rng: "Chance", samples: int = 200) -> "dict[str, float]":
    """The chances, 0 to 1, of a viewer who sees its cards, from the discards to the play.

    To `win` the bank by two tricks if everybody still in stays, and to end in `azi` with a trick of its own. The
    others' hands are thought of as they may be after what they have bid and played.
    """
    won = azi = 0
    if own(view)["in"]:
        seen = Seen(view)
        for _ in range(samples):
            hands = seen.hands(rng)
            if len(hands[0]) + len(seen.played[0]) == 4:
                hands[0].remove(seen.weakest(hands[0]))
            tricks = list(seen.tricks)
            winner = play_out(hands, seen.leader, seen.turn_up, tricks, seen.trick)
            won += winner == 0
            azi += winner == AZI and tricks[0] > 0
    return {"win": won / samples, "azi": azi / samples}
