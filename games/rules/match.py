"""Matches of one kind of player against another, on duplicate deals: the cards are the same for both, so that what is
left is how they are played.
"""

import math
import random
import statistics
from functools import partial

from . import beginner, bots
from .cards import PACK
from .game import Game
from .ruleset import Ruleset
from .seen import bounds, own
from .view import view

MYPY = False
if MYPY:
    from collections.abc import Callable
    from typing import Any

    Player = Callable[[dict[str, Any], random.Random, str], str]  # a view, chance and a style make an action

STACK = 100  # antes that everybody begins each game with
STYLES = sorted(bots.STYLES)


def _bot(shown: "dict[str, Any]", rng: random.Random, style: str, level: str) -> str:
    return bots.choose(shown, rng, level, style)


def always_call(shown: "dict[str, Any]", rng: random.Random, style: str) -> str:
    """Looks, bets the least, calls everything, and plays its cards as a beginner does."""
    legal = shown["legal"]
    if shown["phase"] == "bid":
        return "L" if "L" in legal else "c" if "c" in legal else _least(legal)
    return _otherwise(shown, rng)


def raise_any_trump(shown: "dict[str, Any]", rng: random.Random, style: str) -> str:
    """Looks, raises by the bank as often as it may with any trump, and folds without."""
    legal = shown["legal"]
    if shown["phase"] != "bid":
        return _otherwise(shown, rng)
    if "L" in legal:
        return "L"
    trump = shown["turn_up"][1]
    if all(card[1] != trump for card in own(shown)["cards"]):
        return "f"
    able = bounds(shown)
    if able is None:
        return "c" if "c" in legal else "f"
    word, low, high = able
    return word + str(max(low, min(high, shown["level"] + shown["bank"])))


def _otherwise(shown: "dict[str, Any]", rng: random.Random) -> str:
    """Outside the bidding both do as a beginner would, and join no Azi."""
    return "p" if shown["phase"] == "azi" else beginner.choose(shown, rng, bots.STYLES["tight"])


def _least(legal: "list[str]") -> str:
    """The smallest bet, or a fold where none may be made."""
    return next((word.split("..")[0] for word in legal if ".." in word), "f")


PLAYERS: "dict[str, Player]" = {
    **{level: partial(_bot, level=level) for level in bots.LEVELS},
    "always-call": always_call,
    "raise-any-trump": raise_any_trump,
}


def gain(ruleset: Ruleset, seats: int, one: str, others: str, number: int, seed: int = 1) -> float:
    """Chips a game that a player `one` gains from a table of `others`, who has every seat in turn with the same cards.

    `number` is that of the cards.
    """
    games = [_net(ruleset, seats, one, others, place, f"{seed}/{number}") for place in range(1, seats + 1)]
    return sum(games) / seats


def _net(ruleset: Ruleset, seats: int, one: str, others: str, place: int, cards: str) -> int:
    """What `one` gains in one game, on this seat; seat 1 opens, and the styles go round."""
    decks, rng = random.Random(cards), random.Random(f"{cards}/{place}")
    game = Game(ruleset, dict.fromkeys(range(1, seats + 1), STACK * ruleset.ante), dealer=seats)
    styles = rng.sample(STYLES, len(STYLES)) * 2
    while not game.is_over:
        if game.phase == "deal":
            game.deal(decks.sample(range(PACK), PACK))
            continue
        seat = game.to_act[0]
        player = PLAYERS[one if seat == place else others]
        game.apply(seat, player(view(game, seat), rng, styles[seat - 1]))
    return (game.net or {})[place]


def interval(gains: "list[float]") -> "tuple[float, float]":
    """Their mean, and how far the 95 % interval reaches to either side."""
    return statistics.fmean(gains), 1.96 * statistics.stdev(gains) / math.sqrt(len(gains))
