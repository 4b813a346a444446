"""The same counts of deals that nobody played, shuffled by the very code that shuffles the real ones.

Their seeds are made of a text and a number, so that anybody makes the same deals again and gets the file in data/.
"""

import json
import multiprocessing
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from games.rules import fairness, hashes

from .deal_counts import Counts

FILE = Path(__file__).parent / "data" / "synthetic_deals.json"
TEXT = "azi synthetic deal"
CHUNK = 10_000
MADE = (
    "Deal n, from 0 on: the deck's seed is SHA-256 of 'azi synthetic deal n deck', the combined seed SHA-256 of"
    " 'azi synthetic deal n cut', by azi-fair/1; 2 + n % 5 seats with 3 cards each, after a dealer 1 + n // 5 % seats."
    " manage.py deal_statistics --synthetic makes this file anew."
)


def deck(number: int) -> list[int]:
    """The cards of that deal in dealing order."""
    used, combined = (sha256(f"{TEXT} {number} {use}".encode()).digest() for use in ("deck", "cut"))
    return fairness.Used({}, {"cut": hashes.cut_of(combined)}, used).deck


def seats(number: int) -> list[int]:
    """Who plays it, in the order in which they are dealt to."""
    players = 2 + number % 5
    dealer = 1 + number // 5 % players
    return [*range(dealer + 1, players + 1), *range(1, dealer + 1)]


def count(numbers: Iterable[int]) -> Counts:
    counts = Counts()
    for number in numbers:
        counts.add(deck(number), seats(number), 3)
    return counts


def count_all(deals: int) -> Counts:
    """The first so many, by all cores."""
    chunks = [range(at, min(at + CHUNK, deals)) for at in range(0, deals, CHUNK)]
    counts = Counts()
    with multiprocessing.Pool() as pool:
        for part in pool.imap_unordered(count, chunks):
            counts.merge(part)
    return counts


def write(counts: Counts, path: Path = FILE) -> None:
    path.parent.mkdir(exist_ok=True)
    made = {"scheme": fairness.SCHEME, "made": MADE, **counts.json()}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in made.items())
    path.write_text(f"{{\n{lines}\n}}\n")


def read(path: Path = FILE) -> Counts:
    known = json.loads(path.read_text())
    return Counts(**{name: value for name, value in known.items() if name not in ("scheme", "made")})


@cache
def kept() -> Counts:
    """Those of the file."""
    return read()
