"""Deals with their proofs for the style guide, always the same ones (docs/fairness.md)."""

import hashlib
from itertools import count
from typing import Any

from games.rules import fairness
from games.rules.cards import NAMES

TABLE, DEAL_NO, MADE = "0" * 32, 38, 1_764_460_800_000
SEATS = (1, 2, 3, 4)
DEALT = (2, 3, 4, 1)
COMMITTED = (1, 2, 3)
MINE = 2


def sample_deals() -> dict[str, Any]:
    """One in which everybody revealed; with a silent seat; without the viewer's commitment; and one called off."""
    return {
        "whole": _deal("whole 9", COMMITTED, COMMITTED),
        "silent": _deal("silent", COMMITTED, (1, 2)),
        "left": _deal("left", (1, 3), (1, 3)),
        "void": _deal("void", COMMITTED, COMMITTED, is_void=True),
    }


def _deal(name: str, committed: tuple[int, ...], revealed: tuple[int, ...], is_void: bool = False) -> dict[str, Any]:
    """Its frames' parts, how its cards lie, and the viewer's own seed."""
    numbers = count()

    def token(size: int) -> bytes:
        return hashlib.sha256(f"style guide, {name} {next(numbers)}".encode()).digest()[:size]

    seeds = {seat: token(32) for seat in SEATS}
    seats = [(seat, str(seat) * 32, _commitment(seat, seeds[seat], seat in committed)) for seat in SEATS]
    prev = token(32).hex()
    header, decks = fairness.make(TABLE, DEAL_NO, seats, prev, MADE, token)
    combination = fairness.combine(header, decks, {seat: seeds[seat] for seat in revealed})
    used = fairness.Used(header, combination, decks[combination["pick"]])
    players = len(DEALT)
    hands = {seat: list(range(place, 3 * players, players)) for place, seat in enumerate(DEALT)}
    events: list[dict[str, Any]] = [{"e": "deal", "seat": seat, "pos": pos} for seat, pos in hands.items()]
    events.append({"e": "open", **used.open(3 * players)})
    if is_void:
        events.append({"e": "void", "why": "stuck"})
    return {
        "header": header,
        "combination": combination,
        "events": events,
        "own": [used.open(pos) for pos in hands[MINE]],
        "cards": [NAMES[card] for card in used.deck],
        "opened": [used.open(pos) for pos in range(3 * players)],
        "seed": seeds[MINE].hex(),
        "record_hash": fairness.record_hash(header["header_hash"], combination["combined"], events),
        "deck_seed": decks[combination["pick"]].hex() if is_void else None,
    }


def _commitment(seat: int, seed: bytes, has_committed: bool) -> str:
    return fairness.commitment(TABLE, DEAL_NO, seat, str(seat) * 32, seed) if has_committed else fairness.ZERO
