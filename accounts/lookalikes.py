"""What Unicode says about characters: which look alike, and which script each is written in (UTS 39)."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_DATA = Path(__file__).parent / "data"

# Scripts that are written together in one text, as UTS 39 (5.1) has them.
_TOGETHER = {
    "Hani": {"Jpan", "Hanb", "Kore"},
    "Hira": {"Jpan"},
    "Kana": {"Jpan"},
    "Hang": {"Kore"},
    "Bopo": {"Hanb"},
}
_WITH_LATIN = {"Jpan", "Hanb", "Kore"}


def skeleton(text: str) -> str:
    """What the text looks like: two texts of one skeleton can hardly be told apart (UTS 39, 4). Not to be shown."""
    prototypes = _prototypes()
    seen = "".join(prototypes.get(character, character) for character in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", seen)


def keeps_to_one_script(text: str) -> bool:
    """Whether a text is "highly restrictive" (UTS 39, 5.2): one script, or Latin beside Chinese, Japanese or Korean.

    Digits, spaces, punctuation and combining marks go with every script.
    """
    found = [each for each in map(scripts, text) if each]
    others = [each for each in found if "Latn" not in each]
    return not found or bool(set.intersection(*found)) or bool(others and set.intersection(*others) & _WITH_LATIN)


def scripts(character: str) -> set[str]:
    """The scripts that a character belongs to, with those written together; empty when it goes with all."""
    starts, ranges = _ranges()
    at = bisect_right(starts, ord(character)) - 1
    if at < 0 or ord(character) > ranges[at][0]:
        return set()
    names = ranges[at][1]
    return names.union(*(_TOGETHER.get(name, ()) for name in names))


@cache
def _prototypes() -> dict[str, str]:
    return {_character(source): "".join(map(_character, target)) for source, *target in _lines("confusables.txt")}


@cache
def _ranges() -> tuple[list[int], list[tuple[int, set[str]]]]:
    lines = list(_lines("scripts.txt"))
    return [int(first, 16) for first, *_ in lines], [(int(last, 16), set(names)) for _, last, *names in lines]


def _lines(name: str) -> Iterator[list[str]]:
    with (_DATA / name).open() as file:
        yield from (line.split() for line in file if not line.startswith("#"))


def _character(code: str) -> str:
    return chr(int(code, 16))
