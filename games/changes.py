"""How a table is changed: by short transactions of one function each, guarded by the table's version.

A change is judged against the table at a version (`tables.take`), written by an UPDATE that names that version, and
tried again from the start when somebody was first. What a change breaks on its way is dropped with the table's copy,
so no half-made game is ever kept. The doorbell rings after the commit.
"""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _

from games.rules.record import RecordError

from . import bell, tables, timing
from .models import Seat, Table
from .refusals import Refusal
from .tables import TableAt

TRIES = 8


class Outdated(Exception):
    """Somebody else has changed the table since the version that we judged."""


def make(table_id: int, change: Callable[[TableAt], bool]) -> None:
    """Make a change to the newest version of a table, draw it and ring. `change` says whether it changed anything."""
    for _attempt in range(TRIES):
        at, cached = _take(table_id)
        seated = len(at.seats)
        try:
            changed = change(at)
        except Outdated:
            continue
        except Refusal:
            if tables.version(table_id) != at.row.version:
                continue  # refused for what is no longer so
            tables.put(at)
            raise
        if not changed and cached and tables.version(table_id) != at.row.version:
            continue
        if changed:
            tables.draw(at, timing.now_ms())
        tables.put(at)
        if changed:
            bell.ring(f"table:{table_id}", at.row.version)
            news = len(at.seats) != seated or not at.row.running or at.row.moved_at == at.row.started_at
            if news and at.row.stakes == Table.CASH:  # the lobby lists no others
                bell.ring("lobby")
        return
    raise Refusal("busy", _("The table is busy. Please try again."))


def _take(table_id: int) -> tuple[TableAt, bool]:
    try:
        return tables.take(table_id)
    except RecordError as error:
        # Nobody's page, seat or sign-in may break on one table that does: an operator calls its game off.
        raise Refusal("busy", _("This table is out of order. Somebody who runs the site has to look at it.")) from error


def save(at: TableAt, **fields: object) -> None:
    """Write to the table's row and raise its version, if it still is the one we judged.

    Chips are moved before this and seats are written after it: two that lock in another order deadlock on PostgreSQL.
    """
    row = at.row
    saved = Table.objects.filter(pk=row.pk, version=row.version).update(version=row.version + 1, **fields)
    if not saved:
        raise Outdated
    for name, value in {"version": row.version + 1, **fields}.items():
        setattr(row, name, value)


def seat_of(at: TableAt, user_id: int) -> Seat:
    seat = at.seat_of(user_id)
    if seat is None:
        raise Refusal("not_seated", _("You have no seat at this table."))
    return seat


def save_seat(at: TableAt, seat: Seat, due: int | None = None, **fields: object) -> bool:
    """Write to a seat under the table's version, optionally waking the clock."""
    with transaction.atomic():
        save(at, **({} if due is None else {"due": due}))
        Seat.objects.filter(pk=seat.pk).update(**fields)
    for name, value in fields.items():
        setattr(seat, name, value)
    return True
