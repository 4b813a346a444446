"""The rules of Azi: plain Python, standard library only, no clock and no chance of its own.

    game = Game(Ruleset(), {1: 500, 2: 500, 4: 35}, dealer=4)
    game.deal(deck)                 # 27 cards in dealing order: chance comes in from outside
    game.apply(1, "b40")            # the record's words are the engine's actions
    game.legal_actions(2)           # ('L', 'c', 'f', 'r50..980')

`view` says what one seat may know, `record` writes and reads a game as text, `bots` play from a view.
The modules that offline practice runs under MicroPython keep to what it has: tests/rules/test_micropython.py.
"""

from .game import Game
from .refusals import IllegalAction, MalformedAction
from .ruleset import CLASSIC, OWN, PRESETS, THREE_BIDS, Ruleset

__all__ = ["CLASSIC", "OWN", "PRESETS", "THREE_BIDS", "Game", "IllegalAction", "MalformedAction", "Ruleset"]
