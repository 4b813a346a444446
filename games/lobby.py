"""What the lobby shows, and which table suits whoever just wants to play."""

from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from accounts import ledger
from accounts.models import User

from . import live, tables
from .models import Seat, Table
from .refusals import Refusal

BUY_IN_ANTES = 50  # what "Play now" sits down with, as far as the wallet reaches
CALM = 10  # and it prefers stakes of which the wallet pays that many such buy-ins


@dataclass(frozen=True)
class Row:
    """A table in the lobby's list. `bank` in chips, `seats` the names of who sits there."""

    table: Table
    seats: list[str]
    people: int
    bank: int

    @property
    def taken(self) -> int:
        return len(self.seats)

    @property
    def is_full(self) -> bool:
        return self.taken >= self.table.seats_total

    @property
    def ruleset_words(self) -> str:
        return in_words(self.table)


def rows() -> list[Row]:
    """The open tables, the livelier first, then by stakes."""
    listed = [_row(table) for table in _open_tables()]
    return sorted(listed, key=lambda row: (-min(row.people, 1), row.is_full, row.table.ante, row.table.pk))


def in_words(table: Table) -> str:
    """The ruleset in a line for people."""
    words = [_("three cards") if table.cards == 3 else _("four cards, one discarded")]
    if table.blind:
        words.append(_("blind betting"))
    if table.raises is not None:
        words.append(_("at most %(raises)d bets a player") % {"raises": table.raises})
    words.append(_("buy in at Azi") if table.azi == "buyin" else _("everybody replays Azi"))
    return ", ".join(words)


def play_now(user: User) -> Table:
    """Seat this player at the best open table for their wallet; where they sit already, that one. Raises Refusal."""
    seated = Table.objects.filter(seats__player=user, seats__leaving=False, stakes=Table.CASH).order_by("pk").first()
    if seated:
        return seated
    purse = ledger.balance(ledger.wallet(user))
    for row in _by_preference(purse):
        if _sit_somewhere(row.table, user, purse):
            return row.table
    ante = _fitting_ante(purse)
    if purse < Table(ante=ante).buy_in[0]:  # else whoever is broke would leave an empty table behind at every press
        raise Refusal("funds", _("You don't have enough chips in your wallet."))
    fresh = live.open_table(_("Fresh felt"), ante)
    if not _sit_somewhere(fresh, user, purse):
        raise Refusal("funds", _("You don't have enough chips in your wallet."))
    return fresh


def _by_preference(purse: int) -> list[Row]:
    """Stakes at which the wallet lasts, there company first, then the largest; where none last, the smallest."""
    fitting = [row for row in rows() if row.table.buy_in[0] <= purse and not row.is_full and row.table.bots]
    return sorted(fitting, key=lambda row: _preference(row, purse))


def _preference(row: Row, purse: int) -> tuple[bool, bool, int]:
    ante = row.table.ante
    strains = CALM * BUY_IN_ANTES * ante > purse
    return strains, row.people == 0, ante if strains else -ante


def _sit_somewhere(table: Table, user: User, purse: int) -> bool:
    low, high = table.buy_in
    buy_in = max(low, min(high, BUY_IN_ANTES * table.ante, purse))
    for _attempt in range(3):
        taken = set(Seat.objects.filter(table=table).values_list("number", flat=True))
        free = [number for number in range(1, table.seats_total + 1) if number not in taken]
        if not free:
            return False
        try:
            live.sit(table.pk, user.pk, free[0], buy_in)
        except Refusal as refusal:
            if refusal.code == "seat_taken":
                continue
            if refusal.code in ("table_full", "busy", "funds", "limits", "forbidden"):
                return False
            raise
        return True
    return False


def _fitting_ante(purse: int) -> int:
    return max(1, min(10, purse // 20))


def _open_tables() -> list[Table]:
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return list(Table.objects.filter(closed=False, private=False, stakes=Table.CASH).prefetch_related(seats))


def _row(table: Table) -> Row:
    seats = list(table.seats.all())
    game, _timing = tables.replay(table) if table.running else (None, None)
    return Row(
        table=table,
        seats=[seat.player.name for seat in seats],
        people=sum(not seat.player.is_bot for seat in seats),
        bank=game.bank if game else 0,
    )
