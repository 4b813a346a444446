"""The words of the record read as actions (rules 11): `L` `xTh` `x` `b20` `r60` `c` `f` `Th` `j` `p`."""

from .cards import BY_NAME, HIDDEN, MASKED
from .refusals import MalformedAction
from .ruleset import LARGEST

LOOK = "L"
DISCARD = "x"
BET = "b"
RAISE = "r"
CALL = "c"
FOLD = "f"
PLAY = "t"
JOIN = "j"
PASS = "p"  # noqa: S105 - a word of the game

UNSEEN = -2  # what `x` discards: the last card dealt, unseen; `x..` discards a HIDDEN card

_DIGITS = "0123456789"
_WORDS = {"L": (LOOK, 0), "c": (CALL, 0), "f": (FOLD, 0), "j": (JOIN, 0), "p": (PASS, 0)}
_WORDS[DISCARD] = (DISCARD, UNSEEN)
_WORDS[DISCARD + MASKED] = (DISCARD, HIDDEN)
for _name in BY_NAME:
    _WORDS[_name] = (PLAY, BY_NAME[_name])
    _WORDS[DISCARD + _name] = (DISCARD, BY_NAME[_name])


def number(text: str) -> int:
    """A number as the record writes it: ASCII digits, no leading zero, at most 10^15; -1 if this is none."""
    if not text or len(text) > 16 or text.strip(_DIGITS) or (text[0] == "0" and len(text) > 1):
        return -1
    value = int(text)
    return value if value <= LARGEST else -1


def parse(word: str) -> tuple[str, int]:
    """The action's kind and its card or value (0 where it has none). Raises MalformedAction."""
    action = _WORDS.get(word)
    if action is not None:
        return action
    kind = word[:1]
    if kind == BET or kind == RAISE:
        value = number(word[1:])
        if value >= 0:
            return kind, value
    raise MalformedAction(word)
