"""What tables, games and the ledger know of somebody, for themselves: of finished games what they may see of each."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from accounts import ledger
from accounts.known import Known, in_batches
from accounts.models import LedgerAccount, User
from games.rules import record

from . import history, statement
from .models import Commitment, PlayerResult, Presence, Rating, Seat, SeenOutside, Table, Totals
from .timing import moment

GAMES, LINES = 50, 200  # read at once: each game is replayed


def of(user: User) -> Known:
    """Of a game that still runs nothing but that they sit there: its record is in no answer of this module."""
    wallet = ledger.wallet(user)
    return {
        "wallet": {"chips": ledger.balance(wallet)},
        "transfers": map(_transfer, _lines(wallet)),
        "seats": map(_seat, in_batches(Seat.objects.filter(player=user).select_related("table").defer(*_RUNNING))),
        "pages_of_tables": map(
            _presence, in_batches(Presence.objects.filter(player=user).select_related("table").defer(*_RUNNING))
        ),
        "commitments_to_deals": map(
            _commitment, in_batches(Commitment.objects.filter(player=user).select_related("table").defer(*_RUNNING))
        ),
        "other_pages": map(_seen_outside, SeenOutside.objects.filter(player=user)),
        "tables_opened": map(_table, in_batches(Table.objects.filter(opened_by=user).defer("record"))),
        "games": map(_game, in_batches(_results(user), GAMES)),
        "ratings": map(_rating, in_batches(Rating.objects.filter(player=user))),
        "totals": map(_totals, in_batches(Totals.objects.filter(player=user))),
    }


_RUNNING = ("table__record",)


def _results(user: User) -> Any:
    return PlayerResult.objects.filter(player=user).select_related("game__table").defer("game__table__record")


def _lines(wallet: LedgerAccount) -> Iterator[statement.Line]:
    """The whole statement, newest first."""
    batch = statement.lines(wallet, size=LINES)
    while batch:
        yield from batch
        batch = statement.lines_after(batch[-1], wallet, LINES)


def _transfer(line: statement.Line) -> dict[str, Any]:
    return dict(zip(statement.COLUMNS, statement.csv_of(line), strict=True))


def _seat(row: Seat) -> dict[str, Any]:
    return {
        "table": row.table.name,
        "table_id": row.table.public_id,
        "stakes": row.table.stakes,
        "seat": row.number,
        "stack_before_the_game": row.stack,
        "sits_out": row.sitting_out,
        "shows_cards_at_once": row.show_at_once,
    }


def _presence(row: Presence) -> dict[str, Any]:
    return {"table": row.table.name, "last_heard_from": moment(row.seen_at)}


def _commitment(row: Commitment) -> dict[str, Any]:
    """Until the next deal; what somebody's browser has committed to, only it knows."""
    return {"table": row.table.name, "deal": row.deal_no, "commitment": row.commit}


def _seen_outside(row: SeenOutside) -> dict[str, Any]:
    return {"last_heard_from": moment(row.seen_at)}


def _table(row: Table) -> dict[str, Any]:
    return {"name": row.name, "table_id": row.public_id, "private": row.private, "closed": row.closed}


def _game(row: PlayerResult) -> dict[str, Any]:
    game = row.game
    return {
        "game": game.public_id,
        "table": game.table.name,
        "stakes": game.table.stakes,
        "began": moment(game.started_at),
        "ended": moment(game.ended_at),
        "ante": game.ante,
        "seat": row.seat,
        "stack": row.stack,
        "won_or_lost": row.net,
        "won": row.won,
        "bank": game.bank,
        "deals": game.deals,
        "players": game.seats,
        "called_off": game.void,
        "shared": game.shared,
        "rating_after": row.rating,
        "record": _masked(row),
        "proofs_of_its_deals": reverse("game_deals", args=[game.public_id]),
    }


def _masked(row: PlayerResult) -> str | None:
    """As its page shows it to them; None where it can't be read any more."""
    try:
        return history.masked(row.game, row.seat)
    except record.RecordError:
        return None


def _rating(row: Rating) -> dict[str, Any]:
    return {"ruleset": row.ruleset or "all", "mu": row.mu, "sigma": row.sigma, "games": row.games}


def _totals(row: Totals) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in row._meta.fields if field.name not in ("id", "player")}
