""" "Play now": a seat at the best open table for a purse, or at the table that was asked for."""

import secrets
from functools import partial

from django.utils.translation import gettext as _

from accounts import ledger, relations
from accounts.models import User

from . import live, lobby, timing
from .models import Seat, Table
from .refusals import Refusal
from .seats import Check
from .tables import TableAt

BUY_IN_ANTES = 50  # what "Play now" sits down with, as far as the wallet reaches
CALM = 10  # and it prefers stakes of which the wallet pays that many such buy-ins
JUST_BEGUN_MS = 20_000  # a game younger than that is a longer wait than a fresh table's three seconds
TABLES_TRIED = 4  # each asks the database a few things; a fresh table is as good
USUAL_ANTE = 10

# For tables that nobody has named: places between the Caspian and the Altai.
PLACES = (
    "Aksu", "Altai", "Arasan", "Balkhash", "Bura", "Charyn", "Chüy", "Ile", "Jeti-Ögüz", "Kegen", "Kochkor",
    "Kölsay", "Kurgaldjin", "Mangystau", "Merke", "Naryn", "Saryarqa", "Semey", "Song-Köl", "Talas", "Tarbagatai",
    "Tekes", "Ustyurt", "Zaysan",
)  # fmt: skip


def anywhere(user: User) -> Table:
    """Seat this player at the best open table for their wallet; where they sit already, that one. Raises Refusal."""
    if seated := where_seated(user):
        return seated
    purse = ledger.balance(ledger.wallet(user))
    apart = relations.blocked_with(user.pk)
    rows = [row for row in lobby.rows(user, purse) if apart.isdisjoint(person.pk for person in row.people)]
    company = partial(_keep_apart, user)
    for row in by_preference(rows)[:TABLES_TRIED]:
        try:
            return at(row.table, user, company)
        except Refusal as refusal:
            if refusal.code not in ("table_full", "busy", "funds", "limits", "forbidden", "closing"):
                raise
    ante = fitting_ante(purse)
    if purse < Table(ante=ante).buy_in[0]:  # else whoever is broke would leave an empty table behind at every press
        raise Refusal("funds", _("You don't have enough chips in your wallet."))
    return at(live.open_table(some_name(), ante), user, company)


def where_seated(user: User) -> Table | None:
    """The cash table where this player has sat longest and stays, if they sit anywhere."""
    here = Seat.objects.filter(player=user, leaving=False, table__stakes=Table.CASH)
    seat = here.select_related("table").defer("table__record").order_by("pk").first()
    return seat.table if seat else None


def at(table: Table, user: User, check: Check = lambda _at: None) -> Table:
    """Seat this player anywhere at that table; where they sit there already, nothing changes. Raises Refusal.

    Who asks for a table by name sits down with anybody: `check` is for seats that nobody chose.
    """
    seats = dict(Seat.objects.filter(table=table).values_list("number", "player"))
    if user.pk in seats.values():
        return table
    low, high = live.buy_in_range(table, user.pk)
    purse = ledger.balance(ledger.wallet(user))
    buy_in = max(low, min(high, BUY_IN_ANTES * table.ante, purse))
    # Somebody may be quicker: the next free seat then, and at last the refusal of a table that is full.
    for number in [number for number in range(1, table.seats_total + 1) if number not in seats] or [1]:
        try:
            live.sit(table.pk, user.pk, number, buy_in, check)
            return table
        except Refusal as refusal:
            if refusal.code != "seat_taken":
                raise
    raise Refusal("table_full", _("All seats at this table are taken."))


def by_preference(rows: list[lobby.Row]) -> list[lobby.Row]:
    """Where one soon plays; there stakes at which the purse lasts, then company, then the largest stakes.

    Where no stakes last, the smallest. A game that has just begun keeps a newcomer waiting longer than a fresh table.
    """
    now = timing.now_ms()
    return sorted((row for row in rows if _is_open(row, now)), key=_preference)


def fitting_ante(purse: int) -> int:
    """The usual ante, or the one at which this purse can just sit down."""
    return max(1, min(USUAL_ANTE, purse // 20))


def why_not(table: Table) -> Refusal | None:
    """Why somebody who comes as a guest would not get a seat there, so that no guest is made in vain."""
    if table.closed:
        return Refusal("closing", _("This table is closed."))
    if Seat.objects.filter(table=table).count() >= table.seats_total:
        return Refusal("table_full", _("All seats at this table are taken."))
    if table.buy_in[0] > ledger.GRANT:
        return Refusal("funds", _("A new player has too few chips for this table."))
    return None


def some_name() -> str:
    """A name for a table that nobody has named."""
    return f"{secrets.choice(PLACES)} {secrets.randbelow(90) + 10}"


def _keep_apart(user: User, now: TableAt) -> None:
    """Players of whom one has blocked the other are seated together by their own choice alone."""
    if relations.blocked_between(user.pk, [seat.player_id for seat in now.seats.values()]):
        raise Refusal("busy", _("The table is busy. Please try again."))


def _is_open(row: lobby.Row, now: int) -> bool:
    table = row.table
    just_begun = table.running and now - (table.started_at or 0) < JUST_BEGUN_MS
    # Beside a newcomer one place must be a bot's, or free for one: who sits out keeps theirs and plays no game.
    is_company = row.playing > 0 or (table.bots and table.seats_total - len(row.people) >= 2)
    return is_company and not (table.private or row.is_full or row.is_too_dear or just_begun)


def _preference(row: lobby.Row) -> tuple[bool, bool, bool, int]:
    ante = row.table.ante
    strains = CALM * BUY_IN_ANTES * ante > row.purse
    return strains, row.playing == 0, row.table.running, ante if strains else -ante
