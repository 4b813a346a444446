"""Records with random damage: always an answer, and errors that point at a word."""

import random

import pytest

from games.rules import record
from games.rules.reader import read_all
from tests.rules.test_vectors import ERRORS, NAMED, RANDOM

TEXTS = [case["agn"] for case in [*NAMED.values(), *ERRORS.values(), *RANDOM]]
PIECES = [
    *" \t\n\r;@!.-+=0123456789LxbrcfjpTJQKAhds",
    "azi 1\n",
    "..",
    "\xa0",
    "é",
    "🂡",
    "\x00",
    "\ufeff",
    "٣",
    "\u2028",
]
PIECES += [
    "deal ",
    "result ",
    "seat ",
    "dealer ",
    "rules ",
    "1f",
    "2c",
    "x..",
    "10h",
    "1000000000000001",
    "\r\n",
    "9" * 30,
]


def damaged(rng: random.Random) -> str:
    """A record, or two, with some places cut, doubled, moved or replaced."""
    text = "".join(rng.choices(TEXTS, k=rng.choice([1, 1, 2])))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice([0, 0, 1, 1, 2, 8, 60]))
        text = text[:at] + rng.choice([rng.choice(PIECES), "", text[at:to] * 2]) + text[to:]
    if rng.random() < 0.3:
        lines = text.split("\n")
        rng.shuffle(lines) if rng.random() < 0.2 else lines.pop(rng.randrange(len(lines)))
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("seed", range(40))
def test_damage_is_answered_by_records_and_places(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        text = damaged(rng)
        lines = text.split("\n")
        last = 0
        for found in read_all(text.encode()):
            if isinstance(found, record.Record):
                again = record.read(record.write(found))
                assert record.summary(again.game) == record.summary(found.game)
                continue
            assert last < found.line <= len(lines)
            last = found.line
            line = lines[found.line - 1].removesuffix("\r")
            assert 1 <= found.column <= len(line) + 1
            before, here = line[: found.column - 1], line[found.column - 1 :]
            at_a_word = before[-1:] in ("", " ", "\t") and here[:1] not in ("", " ", "\t", ";")
            after_the_last_word = before[-1:] not in ("", " ", "\t") and here.lstrip(" \t")[:1] in ("", ";")
            in_a_deck = before.lstrip(" \t").startswith("deal")
            assert at_a_word or after_the_last_word or in_a_deck, (line, found.column, found.message)


@pytest.mark.parametrize("seed", range(10))
def test_damaged_bytes_are_answered_too(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        data = bytearray(damaged(rng).encode())
        for _ in range(rng.randint(1, 3)):
            data.insert(rng.randrange(len(data) + 1), rng.randrange(256))
        for found in read_all(bytes(data)):
            assert isinstance(found, record.Record) or found.column >= 1
