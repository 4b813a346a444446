"""A deal that can be checked beside a plain shuffle, and beside the bare hashing that the scheme asks for."""

import hmac
import secrets
import statistics
import time
from collections.abc import Callable
from hashlib import sha256

from games.rules import fairness

REPEATS = 9
DEALS = 40
TABLE = "ab" * 16
SEATS = {seat: f"{seat:032x}" for seat in (1, 2, 4, 5)}
OWN = {seat: secrets.token_bytes(32) for seat in SEATS}
GOAL_MS = 3.0


def make() -> tuple[dict[str, object], list[bytes]]:
    """A header and its secrets, four seats having committed."""
    seats = [(seat, user, fairness.commitment(TABLE, 1, seat, user, OWN[seat])) for seat, user in SEATS.items()]
    return fairness.make(TABLE, 1, seats, fairness.ZERO, 1_764_460_800_000)


def shuffle() -> None:
    """What a deal costs that nobody can check."""
    secrets.SystemRandom().shuffle(list(range(fairness.CARDS)))


def bare_hashing() -> None:
    """The HMACs and hashes of `make` alone, on as many bytes: a deck has four blocks of chance and 27 salts."""
    for _ in range(fairness.DECKS):
        seed = secrets.token_bytes(32)
        for _ in range(4):
            hmac.digest(seed, bytes(20), "sha256")
        for _ in range(fairness.CARDS):
            sha256(bytes(67) + hmac.digest(seed, bytes(17), "sha256")).digest()
        sha256(bytes(898)).digest()


def milliseconds(works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """What one of each takes, the median of repeats that take turns, so that a busy moment hits all alike."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(REPEATS):
        for name, work in works.items():
            begin = time.perf_counter()
            for _ in range(DEALS):
                work()
            found[name].append((time.perf_counter() - begin) / DEALS * 1000)
    return {name: statistics.median(measured) for name, measured in found.items()}


def main() -> None:
    """Print milliseconds of each, and how making stands to the goal."""
    header, seeds = make()
    combination = fairness.combine(header, seeds, OWN)
    used = fairness.Used(header, combination, seeds[combination["pick"]])
    record = _record(header, combination, used)
    found = milliseconds(
        {
            "making a deal, four seats": make,
            "the bare hashing in it": bare_hashing,
            "a plain shuffle of 27": shuffle,
            "combining the seeds": lambda: fairness.combine(header, seeds, OWN),
            "opening a card": lambda: used.open(0),
            "verifying the dealt cards": lambda: fairness.verify(record),
        }
    )
    print(f"milliseconds, medians of {REPEATS} repeats in turn")
    for name, taken in found.items():
        print(f"{taken:10.3f}  {name}")
    making, bare, plain = list(found.values())[:3]
    print(f"{making / bare:10.2f}  times the bare hashing")
    print(f"{making / plain:10.0f}  times a plain shuffle")
    print(f"{making / GOAL_MS:10.2f}  of the goal of {GOAL_MS:g} ms a deal")


def _record(header: dict[str, object], combination: dict[str, object], used: fairness.Used) -> dict[str, object]:
    """Four hands of three cards and the turn-up."""
    events: list[dict[str, object]] = [
        {"e": "deal", "seat": seat, "pos": list(range(place, 12, 4))} for place, seat in enumerate(SEATS)
    ]
    events.append({"e": "open", **used.open(12)})
    digest = fairness.record_hash(str(header["header_hash"]), str(combination["combined"]), events)
    return {**header, **combination, "openings": [], "events": events, "record_hash": digest}


if __name__ == "__main__":
    main()
