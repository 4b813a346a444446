"""What must hold of tables and games at every commit."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Sum

from accounts.models import LedgerAccount
from games.rules import record

from .models import GameRecord, Table


def breaches() -> list[str]:
    """Every breach as a sentence; none on a healthy site. Reads all finished games."""
    with transaction.atomic():
        return [*_escrows(), *_running_games(), *_finished_games()]


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
