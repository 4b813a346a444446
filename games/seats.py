"""Sitting down and getting up, and what a sitter asks for beside the game. Each is judged at a version (changes.py)."""

from collections.abc import Callable
from datetime import timedelta

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import ledger
from accounts.models import Transfer, User

from . import changes, moves, presence, tables, timing
from .changes import Outdated
from .models import Seat, Table
from .refusals import Refusal
from .tables import TableAt

TABLES_AT_ONCE = 4
SITS_A_MINUTE = 10
AWAY_MINUTES = 30  # who comes back within that time brings at least what they left with
READY_MS = 2_000

Check = Callable[[TableAt], None]


def buy_in_range(row: Table, user_id: int) -> tuple[int, int]:
    """The least and the most chips with which this person may sit down here now."""
    low, high = row.buy_in
    left = _left_with(row, user_id)
    return max(low, left), max(high, left)


def sit(at: TableAt, user: User, number: int, buy_in: int, check: Check) -> bool:
    """Take a free seat with chips from the wallet; when seated here already nothing changes.

    `check` may raise a Refusal of who sits there: it is judged at the version at which the seat is taken.
    """
    row = at.row
    if at.seat_of(user.pk):
        return False
    if row.closed:
        raise Refusal("closing", _("This table is closed. Please choose another one."))
    if row.stakes != Table.CASH:
        raise Refusal("forbidden", _("Nobody can sit down at this table."))
    if len(at.seats) >= row.seats_total:
        raise Refusal("table_full", _("All seats at this table are taken."))
    if not 1 <= number <= row.seats_total or number in at.seats:
        raise Refusal("seat_taken", _("This seat is taken. Please choose another one."))
    _check_buy_in(row, user, buy_in)
    check(at)
    presence.sat_down(row.pk, user.pk, timing.now_ms())  # first: after the seat is theirs nothing may fail any more
    take(at, user, number, buy_in)
    return True


def take(at: TableAt, user: User, number: int, buy_in: int) -> None:
    """Chips into the escrow and the seat, in one transaction: the wallet first, whose lock orders a player's sits."""
    row = at.row
    purse = ledger.mint() if user.is_bot else ledger.wallet(user)
    with transaction.atomic():
        key = f"{row.escrow_code}:seat:{number}:sit:{row.version}"
        try:
            booked = ledger.transfer(purse, ledger.escrow(row.escrow_code), buy_in, key)
        except ledger.InsufficientChips:
            raise Refusal("funds", _("You don't have enough chips in your wallet.")) from None
        if not booked:
            raise Outdated
        if not user.is_bot:
            _check_sitter(user)
        now = timing.now_ms()
        wake = {"due": row.due if row.running else now}
        changes.save(at, **wake, **({} if user.is_bot else {"empty_since": None}))
        at.seats[number] = Seat.objects.create(
            table=row, number=number, player=user, stack=buy_in, first_game=row.game_no + 1
        )


def leave(at: TableAt, user_id: int) -> bool:
    """Give the seat up: now, or when the running game is over, answering at once until then."""
    seat = at.seat_of(user_id)
    if seat is None or seat.leaving:
        return False
    if at.row.stakes != Table.CASH:
        raise Refusal(
            "forbidden",
            _("In a tournament your seat stays yours. Sit out instead: the clock folds for you until you are back."),
        )
    if not at.row.running or not at.in_game(seat):
        return free(at, seat, due=None if at.row.running else timing.now_ms())
    seat.leaving = True
    with transaction.atomic():
        moves.Move(at, timing.now_ms()).save()
        Seat.objects.filter(pk=seat.pk).update(leaving=True)  # a table before its seats: see changes.save
    return True


def free(at: TableAt, seat: Seat, due: int | None) -> bool:
    """Give the seat's chips back to where they came from, and empty it."""
    row = at.row
    purse = ledger.mint() if seat.player.is_bot else ledger.wallet(seat.player)
    with transaction.atomic():
        if seat.stack:
            key = f"{row.escrow_code}:seat:{seat.number}:leave:{row.version}"
            try:
                booked = ledger.transfer(ledger.escrow(row.escrow_code), purse, seat.stack, key)
            except ledger.InsufficientChips:
                if tables.version(row.pk) == row.version:
                    raise
                raise Outdated from None  # somebody has freed this seat already
            if not booked:
                raise Outdated
        changes.save(at, **({} if due is None else {"due": due}))
        Seat.objects.filter(pk=seat.pk).delete()
    del at.seats[seat.number]
    return True


def top_up(at: TableAt, user_id: int, to: int) -> bool:
    """Wish for a stack of `to` chips at the next game's start; a wish that the stack fulfils already takes one back."""
    seat = changes.seat_of(at, user_id)
    row = at.row
    if row.stakes != Table.CASH:
        raise Refusal("forbidden", _("Stacks at this table can't be topped up."))
    _low, high = row.buy_in
    if not row.ante <= to <= high:
        raise Refusal("limits", _("Top up to %(low)s to %(high)s chips.") % _limits(row.ante, high))
    wish = to if to > at.stack(seat) else None
    if wish is not None and ledger.balance(ledger.wallet(seat.player)) == 0:
        raise Refusal("funds", _("You have no chips left in your wallet."))
    if seat.top_up_to == wish:
        return False
    wake = None if row.running else timing.now_ms()
    return changes.save_seat(at, seat, wake, top_up_to=wish)


def raise_stack(at: TableAt, seat: Seat, now: int) -> bool:
    """Fulfil the wish for a larger stack, as far as the wallet and the table's limit reach."""
    row = at.row
    purse = ledger.wallet(seat.player)
    with transaction.atomic():
        missing = min(seat.top_up_to or 0, row.buy_in[1]) - seat.stack
        amount = max(0, min(missing, ledger.balance(purse)))
        if amount:
            key = f"{row.escrow_code}:seat:{seat.number}:top_up:{row.version}"
            try:
                booked = ledger.transfer(purse, ledger.escrow(row.escrow_code), amount, key)
            except ledger.InsufficientChips:
                raise Outdated from None  # spent elsewhere since we looked: raise it by what is left
            if not booked:
                raise Outdated
        stack = seat.stack + amount
        broke_since = seat.broke_since if stack < row.ante else None
        return changes.save_seat(at, seat, now, stack=stack, top_up_to=None, broke_since=broke_since)


def sit_out(at: TableAt, user_id: int, value: bool) -> bool:
    """Not be dealt in from the next game on, or be dealt in again."""
    seat = changes.seat_of(at, user_id)
    if seat.sitting_out == value:
        return False
    now = timing.now_ms()
    if at.row.stakes == Table.TOURNAMENT:
        return _be_absent(at, seat, now, value)
    wake = None if at.row.running else now
    broke_since = now if not value and at.stack(seat) < at.row.ante and not _is_playing(at, seat) else None
    return changes.save_seat(
        at, seat, wake, sitting_out=value, out_since=now if value else None, missed=0, broke_since=broke_since
    )


def _be_absent(at: TableAt, seat: Seat, now: int, value: bool) -> bool:
    """In a tournament who sits out is dealt in all the same, and the clock answers, from the present question on."""
    row = at.row
    seat.sitting_out, seat.out_since, seat.missed = value, now if value else None, 0
    if _is_playing(at, seat):
        moves.Move(at, now).time_anew(seat)
    with transaction.atomic():
        changes.save(at, deadline=row.deadline, due=row.due)
        Seat.objects.filter(pk=seat.pk).update(sitting_out=value, out_since=seat.out_since, missed=0)
    return True


def show_at_once(at: TableAt, user_id: int, value: bool) -> bool:
    """Whether this player's cards are looked at whenever they are dealt."""
    seat = changes.seat_of(at, user_id)
    return seat.show_at_once != value and changes.save_seat(at, seat, show_at_once=value)


def ready(at: TableAt, user_id: int, game_no: int) -> bool:
    """Done with the result of that game: the next one starts soon after the last person says so."""
    seat = changes.seat_of(at, user_id)
    row = at.row
    if seat.ready or row.running or not row.record or game_no != row.game_no:
        return False
    people = [other for other in at.seats.values() if moves.may_answer(other) and not other.sitting_out]
    wake = None
    if row.next_at is not None and _may_hurry(row) and all(other.ready or other is seat for other in people):
        row.next_at = min(row.next_at, timing.now_ms() + READY_MS)
        wake = row.next_at
    with transaction.atomic():
        # Something may be due before, such as a leaver's seat to be freed.
        changes.save(at, **({} if wake is None else {"next_at": wake, "due": min(row.due or wake, wake)}))
        Seat.objects.filter(pk=seat.pk).update(ready=True)
    seat.ready = True
    return True


def _may_hurry(row: Table) -> bool:
    """In a tournament only the pause for the result may be cut short: other waits are its breaks."""
    return row.stakes == Table.CASH or (row.next_at or 0) <= row.moved_at + moves.NEXT_GAME_MS


def renamed(at: TableAt, player: User) -> bool:
    """A player has another name: the same seat, drawn anew."""
    seat = at.seat_of(player.pk)
    if seat is None:
        return False
    changes.save(at)
    seat.player = player
    return True


def _is_playing(at: TableAt, seat: Seat) -> bool:
    return at.row.running and at.in_game(seat)


def _check_buy_in(row: Table, user: User, buy_in: int) -> None:
    low, high = buy_in_range(row, user.pk)
    if low <= buy_in <= high:
        return
    if low > row.buy_in[0]:
        message = ngettext(
            "You left this table with %(stack)s chip: within %(minutes)d minutes, come back with as many.",
            "You left this table with %(stack)s chips: within %(minutes)d minutes, come back with as many.",
            low,
        )
        raise Refusal("limits", message % {"stack": intcomma(low), "minutes": AWAY_MINUTES})
    raise Refusal("limits", _("Sit down with %(low)s to %(high)s chips.") % _limits(low, high))


def _limits(low: int, high: int) -> dict[str, str]:
    return {"low": intcomma(low), "high": intcomma(high)}


def _left_with(row: Table, user_id: int) -> int:
    """The stack with which this person left the table lately, as the ledger has it: winnings stay within reach.

    Who has come back since has brought it, and who then left with nothing has nothing to bring.
    """
    wallet, escrow = f"wallet:{user_id}", f"escrow:{row.escrow_code}"
    between = Q(debit__code=escrow, credit__code=wallet) | Q(debit__code=wallet, credit__code=escrow)
    lately = Transfer.objects.filter(between, created__gte=Now() - timedelta(minutes=AWAY_MINUTES)).order_by("-pk")
    amount, to = lately.values_list("amount", "credit__code").first() or (0, wallet)
    return amount if to == wallet else 0


def _check_sitter(user: User) -> None:
    """Not at too many tables, and not up and down all the time. Called under the wallet's lock."""
    if Seat.objects.filter(player=user, table__stakes=Table.CASH).count() >= TABLES_AT_ONCE:
        raise Refusal("too_many_tables", _("You already play at four tables."))
    lately = Transfer.objects.filter(
        debit__code=f"wallet:{user.pk}", key__contains=":sit:", created__gte=Now() - timedelta(minutes=1)
    )
    if lately.count() > SITS_A_MINUTE:
        raise Refusal("rate", _("You sit down and get up too often. Please wait a minute."))
