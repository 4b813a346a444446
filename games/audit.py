"""What must hold of tables, games and deals at every commit."""

import json
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Sum

from accounts.models import LedgerAccount
from games.rules import cards, fairness, record

from . import deal_records
from .models import DealRecord, GameRecord, Table

DEALS = 500  # read at once


def breaches() -> list[str]:
    """Every breach as a sentence; none on a healthy site. Reads all finished games and deals."""
    with transaction.atomic():
        return [*_escrows(), *_running_games(), *_finished_games(), *_chains(), *_proofs()]


def _escrows() -> Iterator[str]:
    """At every commit a cash table's escrow is the sum of its seats' stacks."""
    booked = dict(LedgerAccount.objects.filter(kind="escrow").values_list("code", "balance"))
    for table in Table.objects.annotate(stacks=Sum("seats__stack")):
        if table.stakes != Table.CASH:
            continue
        escrow = booked.pop(f"escrow:{table.escrow_code}", 0)
        if escrow != (table.stacks or 0):
            yield f"table {table.pk}: {escrow} chips in escrow, {table.stacks or 0} in front of its seats"
    for code, balance in booked.items():
        if balance:
            yield f"{code}: {balance} chips for no table"


def _running_games() -> Iterator[str]:
    """A running game replays, and began with the stacks of the seats that play it."""
    for table in Table.objects.exclude(record="").prefetch_related("seats"):
        try:
            game = record.read(table.record).game
        except record.RecordError as error:
            yield f"table {table.pk}: its record does not replay (line {error.line}, column {error.column})"
            continue
        if table.settled:
            continue
        stacks = {seat.number: seat.stack for seat in table.seats.all() if seat.first_game <= table.game_no}
        for number, stack in [(n, s.start) for n, s in game.seats.items()]:
            if stacks.get(number) != stack:
                yield f"table {table.pk}: seat {number} began with {stack} chips, the seat has {stacks.get(number)}"


def _finished_games() -> Iterator[str]:
    """A finished game replays to the results that are booked, which sum to nothing; one seat has won it."""
    for finished in GameRecord.objects.prefetch_related("results").iterator(chunk_size=500):
        results = {result.seat: result.net for result in finished.results.all()}
        winners = sum(result.won for result in finished.results.all())
        if finished.void:
            if any(results.values()) or winners:
                yield f"game {finished.pk}: it was called off, and somebody won or lost"
            continue
        try:
            game = record.read(finished.record).game
        except record.RecordError as error:
            yield f"game {finished.pk}: its record does not replay (line {error.line}, column {error.column})"
            continue
        if game.net != results:
            yield f"game {finished.pk}: its record and its results differ"
        if sum(results.values()):
            yield f"game {finished.pk}: its results don't sum to 0"
        if winners != 1:
            yield f"game {finished.pk}: {winners} winners"


def _chains() -> Iterator[str]:
    """A table's deals are numbered one by one, and each header continues the record of the deal before it."""
    table, number, head = 0, 0, fairness.ZERO
    rows = DealRecord.objects.order_by("table", "deal_no").values_list("table", "deal_no", "header", "record_hash")
    for of, deal_no, header, record_hash in rows.iterator(chunk_size=DEALS):
        if of != table:
            table, head = of, fairness.ZERO
        else:
            yield from _missing(table, number, deal_no)
            if not head:
                yield f"table {table}: deal {deal_no} was made before deal {number} was over"
        if head and json.loads(header)["prev"] != head:
            yield f"table {table}: deal {deal_no} does not continue the record of the deal before it"
        number, head = deal_no, record_hash
    numbered = Table.objects.filter(deals__isnull=False).annotate(last=Max("deals__deal_no")).order_by("pk")
    for table, last, next_deal in numbered.values_list("pk", "last", "next_deal"):
        yield from _missing(table, last, next_deal)


def _missing(table: int, number: int, following: int) -> Iterator[str]:
    """A deal that was called off keeps its record too, so none goes missing; but the decks of tests have none."""
    gap = following - number - 1
    if gap > 0 and not settings.AZI_STACKED_DECKS:
        which = f"deal {number + 1} is" if gap == 1 else f"deals {number + 1} to {following - 1} are"
        yield f"table {table}: {which} missing"


def _proofs() -> Iterator[str]:
    """The record of a deal that is over has its hash; while its secret is there, the game was played with its deck."""
    over = DealRecord.objects.exclude(record_hash="").order_by("pk")
    deals = list(over[:DEALS])
    while deals:
        played = _decks_played([deal.game for deal in deals if deal.secret])
        for deal in deals:
            yield from _proof(deal, played)
        deals = list(over.filter(pk__gt=deals[-1].pk)[:DEALS])


def _proof(deal: DealRecord, played: dict[str, list[list[str]]]) -> Iterator[str]:
    header, events = json.loads(deal.header), json.loads(deal.events)
    combination: dict[str, Any] = json.loads(deal.combination or "{}")
    combined = combination.get("combined", fairness.ZERO)
    if fairness.record_hash(header["header_hash"], combined, events) != deal.record_hash:
        yield f"deal {deal.pk}: its record does not have its hash"
    if combination and deal.void and not deal.secret:
        yield f"deal {deal.pk}: it was called off, and the seed of its deck is gone"
    decks = played.get(deal.game, [])
    if combination and deal.secret and deal.deal <= len(decks):
        deck = fairness.Used(header, combination, deal.seeds[0]).deck
        if [cards.NAMES[card] for card in deck] != decks[deal.deal - 1]:
            yield f"deal {deal.pk}: its game was played with another deck"


def _decks_played(games: list[str]) -> dict[str, list[list[str]]]:
    """The decks of these games that are over, as their records have them."""
    texts = GameRecord.objects.filter(public_id__in=games).values_list("public_id", "record")
    return {public_id: deal_records.decks_of(text) for public_id, text in texts}
