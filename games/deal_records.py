"""Proofs of fair deals, read back (docs/fairness.md, step 7): whole records as one viewer may have them, and the chain.

What of the used deck a viewer may have is what `games.rules.record.mask` leaves them of the game's own record.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from games.rules import fairness, record
from games.rules.cards import MASKED

from . import history
from .models import DealRecord, GameRecord, Table
from .timing import moment

CHAIN = 100  # deals in one answer

OPENING = ("pos", "leaf", "card", "salt")


@dataclass(frozen=True)
class KnownDeal:
    """One deal of a finished game, for the viewer in `seat`, or with None for the public.

    `seen`: the positions of the deck whose cards they may have.
    """

    row: DealRecord
    seat: int | None
    seen: frozenset[int]

    @cached_property
    def header(self) -> dict[str, Any]:
        return _read(self.row.header)

    @cached_property
    def combination(self) -> dict[str, Any]:
        """Empty for a deal that was called off before its seeds were combined."""
        return _read(self.row.combination)

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        return list(json.loads(self.row.events or "[]"))

    @cached_property
    def openings(self) -> list[dict[str, Any]]:
        """The turn-up and the seat's own cards; once the secret is erased, those of them that everybody was shown."""
        if not self.combination:
            return []
        if self.row.secret:
            used = fairness.Used(self.header, self.combination, self.row.seeds[0])
            return [used.open(pos) for pos in sorted(self.seen)]
        shown = (event for event in self.events if event["e"] == "open" and event["pos"] in self.seen)
        return [{part: event[part] for part in OPENING} for event in shown]

    @property
    def is_erased(self) -> bool:
        """Whether nobody can open its cards any more."""
        return bool(self.combination) and not self.row.secret

    @property
    def record(self) -> dict[str, Any]:
        """What `fairness.verify` reads. The used deck's seed is in it only if the deal was called off: that one's is
        nobody's secret any more."""
        whole = {**self.header, **self.combination, "openings": self.openings, "events": self.events}
        if self.row.void and self.combination and self.row.secret:
            whole["deck_seed"] = self.row.seeds[0].hex()
        return {**whole, "record_hash": self.row.record_hash}

    # What its page says of it.

    @property
    def prev(self) -> str:
        return str(self.header["prev"])

    @property
    def number_before(self) -> int:
        return self.row.deal_no - 1

    @property
    def number_after(self) -> int:
        return self.row.deal_no + 1

    @property
    def made(self) -> datetime:
        return moment(self.row.made_at)

    @property
    def is_first(self) -> bool:
        return self.prev == fairness.ZERO

    @property
    def why_void(self) -> str:
        """In the code's word; empty for a deal that was played."""
        return next((str(event["why"]) for event in self.events if event["e"] == "void"), "")

    @property
    def own(self) -> list[int]:
        """The positions of the viewer's own cards."""
        dealt = (event for event in self.events if event["e"] == "deal" and event["seat"] == self.seat)
        return [pos for event in dealt for pos in event["pos"]]

    @property
    def own_opened(self) -> int:
        """How many of them are opened here."""
        return len({opening["pos"] for opening in self.openings}.intersection(self.own))

    @property
    def own_seen(self) -> int:
        """How many of them the viewer has looked at."""
        return len(self.seen.intersection(self.own))


def deals_of(game: GameRecord, seat: int | None) -> list[KnownDeal]:
    """The deals of a finished game that have a record, in their order."""
    rows = DealRecord.objects.filter(table=game.table_id, game=game.public_id).exclude(record_hash="")
    found = list(rows.order_by("deal_no"))
    seen = _seen(game, seat) if found else []
    return [KnownDeal(row, seat, seen[row.deal - 1] if row.deal <= len(seen) else frozenset()) for row in found]


def count_of(game: GameRecord) -> int:
    """How many of the game's deals have a record."""
    return DealRecord.objects.filter(table=game.table_id, game=game.public_id).exclude(record_hash="").count()


def _seen(game: GameRecord, seat: int | None) -> list[frozenset[int]]:
    """For each deck of the game's record the positions that this viewer may know; none where it can't be read."""
    try:
        masked = history.masked(game, seat)
    except record.RecordError:
        return []
    return [frozenset(pos for pos, word in enumerate(deck) if word != MASKED) for deck in decks_of(masked)]


def decks_of(text: str) -> list[list[str]]:
    """The cards of each deal of a game's record, in dealing order, as its words."""
    decks = (line[5:].strip() for line in text.split("\n") if line.startswith("deal "))
    return [[deck[at : at + 2] for at in range(0, len(deck), 2)] for deck in decks]


# --- the chain of a table ---------------------------------------------------------------------------------------------


def chain(table: Table, after: int) -> dict[str, Any]:
    """What binds the table's deals after that number to one another: as many as there are, at most CHAIN."""
    rows = DealRecord.objects.filter(table=table, deal_no__gt=after).exclude(record_hash="").order_by("deal_no")
    found = list(rows.values_list("header", "combination", "events", "record_hash", "void")[: CHAIN + 1])
    return {"deals": [_link(*row) for row in found[:CHAIN]], "more": len(found) > CHAIN}


def _link(header: str, combination: str, events: str, record_hash: str, void: bool) -> dict[str, Any]:
    return {
        **_read(header),
        "combined": _read(combination).get("combined", fairness.ZERO),
        "events_hash": hashlib.sha256(fairness.canon(json.loads(events))).hexdigest(),
        "record_hash": record_hash,
        "void": void,
    }


def neighbours(deals: list[KnownDeal]) -> tuple[DealRecord | None, DealRecord | None]:
    """The table's deals right before and after these."""
    rows = [deal.row for deal in deals]
    before, after = rows[0].deal_no - 1, rows[-1].deal_no + 1
    beside = DealRecord.objects.filter(table=rows[0].table_id, deal_no__in=(before, after))
    found = {row.deal_no: row for row in beside.only("deal_no", "game", "header", "record_hash")}
    return found.get(before), found.get(after)


def prev_of(row: DealRecord) -> str:
    """The record that its header continues."""
    return str(_read(row.header)["prev"])


def _read(text: str) -> dict[str, Any]:
    return dict(json.loads(text)) if text else {}
