"""What the tests run in the browser's MicroPython, beside the rules: it reads /given.json and prints its answers."""

# mypy: ignore-errors
import json

from rules import bots, hints, practice, record
from rules.chance import Chance
from rules.playouts import takes
from rules.reader import read_all

assert practice


def given():
    with open("/given.json") as file:
        return json.load(file)


def read():
    """What each record comes to, or what is wrong with it, as the replay command says it."""
    for text in given():
        print(json.dumps([_said(found) for found in read_all(text.encode())]))


def _said(found):
    if isinstance(found, record.RecordError):
        return {"error": found.message, "line": found.line, "column": found.column}
    return [record.summary(found.game), record.write(found), record.mask(found, None)]


def choose():
    """A bot's choice, or a hint, for each view."""
    for view, level, style, seed in given():
        if level == "hint":
            print(json.dumps(hints.hint(view, Chance(seed))))
        else:
            print(json.dumps(bots.choose(view, Chance(seed), level, style)))


def numbers():
    """Chance, and how likely cards take tricks, to the last bit."""
    chance = Chance(*given())
    print(json.dumps([_exact(chance.random()) for _ in range(1000)]))
    for turn_up in range(27):
        print(json.dumps([[_exact(share) for share in takes(turn_up, players)] for players in range(2, 7)]))


def _exact(value):
    """Whole numbers, for MicroPython writes the last digits of a fraction as it likes."""
    high = int(value * 1073741824)
    return [high, int((value * 1073741824 - high) * 1073741824)]
