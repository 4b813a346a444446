"""Deals that are over, and games that were played with them: what their proofs are tested with."""

import json
import random
from typing import Any

from accounts.models import User
from games.models import DealRecord, GameRecord, Table
from games.rules import CLASSIC, Ruleset, fairness

from .play import NOON, Time, start, table_of, walk


def a_deal(table: Table, deal_no: int = 1, prev: str = fairness.ZERO, **fields: Any) -> DealRecord:
    """A deal of nobody's game, which is over; seat 1 has revealed its seed, seat 2 has none."""
    seed = bytes(32)
    commit = fairness.commitment(table.public_id, deal_no, 1, "ab" * 16, seed)
    seats = [(1, "ab" * 16, commit), (2, "cd" * 16, fairness.ZERO)]
    header, seeds = fairness.make(table.public_id, deal_no, seats, prev, NOON)
    combination = fairness.combine(header, seeds, {1: seed})
    used = fairness.Used(header, combination, seeds[combination["pick"]])
    events = [
        {"e": "deal", "seat": 2, "pos": [0, 2, 4]},
        {"e": "deal", "seat": 1, "pos": [1, 3, 5]},
        {"e": "open", **used.open(6)},
        {"e": "act", "a": "2f"},
    ]
    return DealRecord.objects.create(
        table=table, deal_no=deal_no, **{
            "game": f"{deal_no:032x}", "deal": 1, "made_at": NOON,
            "header": json.dumps(header), "combination": json.dumps(combination), "committed": 1,
            "events": fairness.canon(events).decode(), "secret": seeds[combination["pick"]].hex(),
            "record_hash": fairness.record_hash(header["header_hash"], combination["combined"], events), **fields,
        },
    )  # fmt: skip


def a_chain(table: Table, length: int) -> list[DealRecord]:
    deals: list[DealRecord] = []
    for deal_no in range(1, length + 1):
        deals.append(a_deal(table, deal_no, deals[-1].record_hash if deals else fairness.ZERO))
    return deals


def a_game(time: Time, *people: User, ruleset: Ruleset = CLASSIC, seed: int = 1, looking: bool = True) -> GameRecord:
    """A whole game of these people with a fair deck, at a table of its own."""
    table = table_of(*people, ruleset=ruleset, looking=looking)
    return next_game(table, time, seed)


def next_game(table: Table, time: Time, seed: int = 1) -> GameRecord:
    start(table, time)
    for _step in walk(table, random.Random(seed), time):
        pass
    return GameRecord.objects.filter(table=table).prefetch_related("results").latest("game_no")
