"""Every write to a table: short transactions of one function each, guarded by the table's version.

A change is judged against the table at a version (`tables.take`), written by an UPDATE that names that version, and
tried again from the start when somebody was first. What a change breaks on its way is dropped with the table's copy,
so no half-made game is ever kept. The doorbell rings after the commit.
"""

import logging
import secrets
import time
from collections.abc import Callable
from functools import partial

from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts import ledger
from accounts.models import User
from games.rules import CLASSIC, Game, IllegalAction, MalformedAction, Ruleset, bots, record
from games.rules.view import view as game_view

from . import bell, cast, deck, presence, tables
from .models import GameRecord, PlayerResult, Seat, Table
from .refusals import Refusal, refused
from .tables import TableAt
from .timing import Timing

log = logging.getLogger(__name__)

TRIES = 8
TABLES_AT_ONCE = 4
FIRST_GAME_MS = 3_000  # from the second player's sitting down to the first game
NEXT_GAME_MS, READY_MS = 5_000, 2_000
NEXT_DEAL_MS = 3_000  # Azi: time to see the last trick
BANK_BACK_MS = 5_000
BOT_MS = (400, 1_600)
BOT_ALONE_MS = 150  # when no person can still act
MISSED_IN_A_ROW = 3
OUT_MS = 600_000  # sitting out that long gives the seat up
BOTS_FOR_ONE = 3  # bots that keep a person company who sits alone

# What of a table's row a deal may change, a game's first one too; a move in mid-game writes less (_Move._append).
DEALT = (
    *("game_no", "game_id", "settled", "started_at", "record", "next_deal"),
    *("due", "deadline", "next_at", "moved_at"),
)

_chance = secrets.SystemRandom()


class Outdated(Exception):
    """Somebody else has changed the table since the version that we judged."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def open_table(name: str, ante: int, ruleset: Ruleset = CLASSIC, *, house: bool = False, seats_total: int = 6) -> Table:
    """A new cash table of that ruleset with its own ante; the smallest bet is the ante."""
    table = Table.objects.create(
        name=name,
        house=house,
        seats_total=seats_total,
        cards=ruleset.cards,
        blind=ruleset.blind,
        raises=ruleset.raises,
        azi=ruleset.azi,
        ante=ante,
        bet=ante,
    )
    bell.ring("lobby")
    return table


# --- what players ask for ---------------------------------------------------------------------------------------------


def act(table_id: int, user_id: int, do: str, ask: int | None) -> None:
    """Answer the question `ask` with an action word of rules 11, or look (`L`, which needs no question)."""
    _write(table_id, partial(_act, user_id=user_id, do=do, ask=ask))


def sit(table_id: int, user_id: int, number: int, buy_in: int) -> None:
    """Take a seat with chips from the wallet; when already seated here nothing changes."""
    _write(table_id, partial(_sit, user=User.objects.get(pk=user_id), number=number, buy_in=buy_in))


def leave(table_id: int, user_id: int) -> None:
    """Give the seat up: now, or when the running game is over, answering at once until then."""
    _write(table_id, partial(_leave, user_id=user_id))


def sit_out(table_id: int, user_id: int, value: bool) -> None:
    """Not be dealt in from the next game on, or be dealt in again."""
    _write(table_id, partial(_sit_out, user_id=user_id, value=value))


def show_at_once(table_id: int, user_id: int, value: bool) -> None:
    """Whether this player's cards are looked at whenever they are dealt."""
    _write(table_id, partial(_show_at_once, user_id=user_id, value=value))


def ready(table_id: int, user_id: int, game_no: int) -> None:
    """Done with the result of that game: the next one starts soon after the last person says so."""
    _write(table_id, partial(_ready, user_id=user_id, game_no=game_no))


# --- what the clock asks for ------------------------------------------------------------------------------------------


def due(now: int) -> list[Callable[[], None]]:
    """A job for each table whose time has come."""
    ids = Table.objects.filter(due__lte=now).order_by("due").values_list("pk", flat=True)[:500]
    return [partial(tick, table_id) for table_id in ids]


def tick(table_id: int) -> None:
    """Do the next thing that is due at a table, if any still is."""
    try:
        _write(table_id, partial(_tick, now=now_ms()))
    except Refusal as refusal:
        log.warning("table %s: the clock was refused: %s", table_id, refusal.code)


def shift(gap_ms: int) -> None:
    """Push all times on after an outage, so that it times nobody out. Called inside the clock's transaction."""
    Table.objects.filter(due__isnull=False).update(
        due=F("due") + gap_ms,
        deadline=F("deadline") + gap_ms,
        next_at=F("next_at") + gap_ms,
        moved_at=F("moved_at") + gap_ms,
        version=F("version") + 1,
    )
    Seat.objects.filter(out_since__isnull=False).update(out_since=F("out_since") + gap_ms)


# --- how a change is made ---------------------------------------------------------------------------------------------


def _write(table_id: int, change: Callable[[TableAt], bool]) -> None:
    """Make a change to the newest version of a table, draw it and ring. `change` says whether it changed anything."""
    for _attempt in range(TRIES):
        at, cached = tables.take(table_id)
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
            tables.draw(at, now_ms())
        tables.put(at)
        if changed:
            bell.ring(f"table:{table_id}", at.row.version)
            if len(at.seats) != seated or not at.row.running or at.row.moved_at == at.row.started_at:
                bell.ring("lobby")
        return
    raise Refusal("busy", _("The table is busy. Please try again."))


def _save(at: TableAt, **fields: object) -> None:
    """Write to the table's row and raise its version, if it still is the one we judged.

    Chips are moved before this and seats are written after it: two that lock in another order deadlock on PostgreSQL.
    """
    row = at.row
    saved = Table.objects.filter(pk=row.pk, version=row.version).update(version=row.version + 1, **fields)
    if not saved:
        raise Outdated
    for name, value in {"version": row.version + 1, **fields}.items():
        setattr(row, name, value)


def _seat_of(at: TableAt, user_id: int) -> Seat:
    seat = at.seat_of(user_id)
    if seat is None:
        raise Refusal("not_seated", _("You have no seat at this table."))
    return seat


def _save_seat(at: TableAt, seat: Seat, due: int | None = None, **fields: object) -> bool:
    """Write to a seat under the table's version, optionally waking the clock."""
    with transaction.atomic():
        _save(at, **({} if due is None else {"due": due}))
        Seat.objects.filter(pk=seat.pk).update(**fields)
    for name, value in fields.items():
        setattr(seat, name, value)
    return True


# --- answers ----------------------------------------------------------------------------------------------------------


def _act(at: TableAt, user_id: int, do: str, ask: int | None) -> bool:
    seat = _seat_of(at, user_id)
    playing = at.row.running and at.in_game(seat)
    if do != "L":
        current = at.ask(seat.number) if playing else None
        if current != ask:  # also when the game is over by now, so that a second click is no error of the player's
            raise Refusal("stale", _("The table has moved on."))
        if current is None:
            raise Refusal("not_asked", _("It is not your turn."))
    if not playing:
        raise Refusal("not_asked", _("You are not in a running game."))
    now = now_ms()
    move = _Move(at, now)
    try:
        move.make(seat.number, do)
    except MalformedAction:
        raise Refusal("malformed", _("That is not an action.")) from None
    except IllegalAction as illegal:
        raise refused(illegal) from None
    move.save()
    return True


class _Move:
    """Actions that are written to a running game together: an answer and what follows from it by itself."""

    def __init__(self, at: TableAt, now: int) -> None:
        assert at.game is not None
        self.at = at
        self.game: Game = at.game
        self.now = now
        self.text = ""
        self.phase = self.game.phase
        self.asked_anew = False

    def make(self, number: int, word: str, by_clock: bool = False) -> None:
        """Apply one action. Raises IllegalAction or MalformedAction and leaves no trace."""
        self.game.apply(number, word)
        row = self.at.row
        tenths = max(0, (self.now - row.moved_at) // 100)
        row.moved_at = self.now
        self.at.timing.note(number, word, tenths, by_clock)
        self.text += " " + record.word(number, word, tenths, by_clock)
        if word != "L":
            self.asked_anew = True

    def deal(self, cards: list[int]) -> None:
        """A new deal of this game, looked at by those who want to see their cards at once."""
        row = self.at.row
        self.game.deal(cards)
        self.at.timing.deal()
        self.text += record.deal_line(cards)
        row.moved_at = self.now
        row.next_deal += 1
        self.asked_anew = True
        for number in self.game.numbers:
            seat = self.at.seats[number]
            if seat.show_at_once and not seat.player.is_bot and "L" in self.game.legal_actions(number):
                self.make(number, "L")

    def save(self) -> None:
        """Let those who are leaving answer, then write all of it, with the settlement if the game is over."""
        self._let_leavers_answer()
        row, game = self.at.row, self.game
        row.record += self.text
        if game.is_over:
            _settle(self.at, self.now)
            return
        if self.asked_anew:
            self._ask()
        elif game.phase != "deal" and row.due is not None and row.due <= self.now:
            row.due = self._bots_due()  # a bot has looked, and takes its time to answer
        if game.phase == "deal" or self.text.startswith("\n"):
            _save(self.at, **{name: getattr(row, name) for name in DEALT})
        else:
            self._append()

    def _append(self) -> None:
        """The one statement of a move in mid-game. `||`, because `+` would add numbers on SQLite."""
        row = self.at.row
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_table SET record = record || %s, version = version + 1, due = %s, deadline = %s,"
                " moved_at = %s WHERE id = %s AND version = %s",
                (self.text, row.due, row.deadline, row.moved_at, row.pk, row.version),
            )
            if cursor.rowcount != 1:
                raise Outdated
        row.version += 1

    def _let_leavers_answer(self) -> None:
        while leavers := [n for n in self.game.to_act if self.at.seats[n].leaving]:
            self.make(leavers[0], self.game.default_action(leavers[0]), by_clock=True)

    def _ask(self) -> None:
        """Set the times for what the table waits for now. Others' answers move no deadline where all are asked."""
        row, game = self.at.row, self.game
        if game.phase == "deal":
            row.deadline = None
            row.next_at = row.due = self.now + NEXT_DEAL_MS
            return
        row.next_at = None
        deadline = row.deadline
        if deadline is None or game.phase != self.phase or game.phase in ("bid", "play"):
            deadline = self.now + row.turn_ms
            if game.phase in ("bid", "play"):
                deadline += self.at.bank_ms(self.at.seats[game.to_act[0]])
        row.deadline = deadline
        row.due = self._bots_due()

    def _bots_due(self) -> int | None:
        """When the clock must look: at a bot's answer, after a time that tells nothing, or at the people's deadline."""
        seats, deadline = self.at.seats, self.at.row.deadline
        asked = self.game.to_act
        if deadline is None or not any(seats[n].player.is_bot for n in asked):
            return deadline
        people = [n for n in self.game.numbers if _may_answer(seats[n])]
        watched = any(self.game.seats[n].in_ or n in asked for n in people)  # asked: folded, at Azi
        return min(deadline, self.now + (_chance.randint(*BOT_MS) if watched else BOT_ALONE_MS))


def _may_answer(seat: Seat) -> bool:
    return not seat.player.is_bot and not seat.leaving


# --- the clock --------------------------------------------------------------------------------------------------------


def _tick(at: TableAt, now: int) -> bool:
    if at.row.due is None or at.row.due > now:
        return False
    return _tick_game(at, now) if at.row.running else _between_games(at, now)


def _tick_game(at: TableAt, now: int) -> bool:
    assert at.game is not None
    game, row = at.game, at.row
    move = _Move(at, now)
    bots_asked = [n for n in game.to_act if at.seats[n].player.is_bot]
    time_is_up = row.deadline is not None and now >= row.deadline
    late = [n for n in game.to_act if n not in bots_asked] if time_is_up else []
    if game.phase == "deal":
        move.deal(deck.shuffled(row.next_deal))
    elif late:
        for number in late:
            move.make(number, game.default_action(number), by_clock=True)
    elif bots_asked:
        number = bots_asked[0]
        temper = cast.temper(at.seats[number].player)
        move.make(number, bots.choose(game_view(game, number), _chance, strategy=temper))
    move.save()
    return True


def _settle(at: TableAt, now: int) -> None:
    """The game is over: stacks, results and the finished record in one transaction; the rest is due at once."""
    game, row = at.game, at.row
    assert game is not None
    assert game.net is not None
    text = row.record + "\n" + record.result_line(game)
    for number, stack in game.stacks.items():
        seat = at.seats[number]
        seat.stack = stack
        seat.bank_ms = min(Seat.BANK_MS, at.bank_ms(seat) + BANK_BACK_MS)
        seat.missed = min(at.timing.missed_in_a_row(number, seat.missed), MISSED_IN_A_ROW)
        if seat.missed == MISSED_IN_A_ROW and not seat.sitting_out and row.stakes == Table.CASH:
            seat.sitting_out, seat.out_since, seat.missed = True, now, 0
    with transaction.atomic():
        _save(
            at,
            record=text,
            settled=True,
            dealer=game.winner,
            deadline=None,
            moved_at=now,
            next_deal=row.next_deal,
            next_at=now + NEXT_GAME_MS,
            due=now,
        )
        players = [at.seats[number] for number in game.numbers]
        Seat.objects.bulk_update(players, ["stack", "bank_ms", "missed", "sitting_out", "out_since"])
        finished = GameRecord.objects.create(
            public_id=row.game_id,
            table=row,
            game_no=row.game_no,
            record=text,
            bank=sum(game.shares.values()),
            deals=game.deals,
            people=sum(not seat.player.is_bot for seat in players),
            started_at=row.started_at or now,
            ended_at=now,
        )
        PlayerResult.objects.bulk_create(
            PlayerResult(
                game=finished,
                player=seat.player,
                seat=seat.number,
                stack=seat.stack - game.net[seat.number],
                net=game.net[seat.number],
                won=seat.number == game.winner,
            )
            for seat in players
        )
    at.timing = Timing(row.turn_ms)


# --- between games ----------------------------------------------------------------------------------------------------


def _between_games(at: TableAt, now: int) -> bool:
    """One step towards the next game: a seat freed, a bot come or gone, the start, or rest."""
    row = at.row
    if row.stakes != Table.CASH:
        return False
    for seat in at.seats.values():
        if _must_go(row, seat, now):
            return _free(at, seat, due=now)
    if step := _next_bot_step(at, now):
        return step()
    players = [seat for seat in at.seats.values() if _plays_next(row, seat)]
    if len(players) < 2:
        return _rest(at, now)
    if row.next_at is None:
        _save(at, next_at=now + FIRST_GAME_MS, due=now + FIRST_GAME_MS)
    elif now < row.next_at:
        _save(at, due=row.next_at)
    else:
        _start_game(at, players, now)
    return True


def _plays_next(row: Table, seat: Seat) -> bool:
    return not seat.leaving and not seat.sitting_out and seat.stack >= row.ante


def _must_go(row: Table, seat: Seat, now: int) -> bool:
    return seat.leaving or seat.stack < row.ante or (seat.out_since is not None and seat.out_since + OUT_MS <= now)


def _rest(at: TableAt, now: int) -> bool:
    """Too few players: the last result stays until its time is over, then the table waits."""
    row = at.row
    if row.record and row.next_at is not None and now < row.next_at:
        _save(at, due=row.next_at)
        return True
    out = [seat.out_since + OUT_MS for seat in at.seats.values() if seat.out_since is not None]
    _save(at, record="", game_id="", next_at=None, due=min(out, default=None))
    at.game = None
    return True


def _start_game(at: TableAt, players: list[Seat], now: int) -> None:
    """A game of its own number and id, with its first deal."""
    row = at.row
    dealer = row.dealer or deck.first_dealer([seat.number for seat in players])
    at.game = Game(row.ruleset, {seat.number: seat.stack for seat in players}, dealer)
    at.timing = Timing(row.turn_ms)
    row.record = record.head(row.ruleset, [(s.number, s.stack, s.player.name) for s in players], dealer)
    row.game_no += 1
    row.game_id = secrets.token_hex(16)
    row.settled, row.started_at = False, now
    move = _Move(at, now)
    move.deal(deck.shuffled(row.next_deal))
    for seat in at.seats.values():
        seat.ready = False
    with transaction.atomic():
        move.save()
        Seat.objects.filter(table=row, ready=True).update(ready=False)


# --- seats ------------------------------------------------------------------------------------------------------------


def _sit(at: TableAt, user: User, number: int, buy_in: int) -> bool:
    row = at.row
    if at.seat_of(user.pk):
        return False
    if row.closed or row.stakes != Table.CASH:
        raise Refusal("forbidden", _("Nobody can sit down at this table."))
    if len(at.seats) >= row.seats_total:
        raise Refusal("table_full", _("All seats at this table are taken."))
    if not 1 <= number <= row.seats_total or number in at.seats:
        raise Refusal("seat_taken", _("This seat is taken. Please choose another one."))
    low, high = row.buy_in
    if not low <= buy_in <= high:
        raise Refusal("limits", _("Sit down with %(low)d to %(high)d chips.") % {"low": low, "high": high})
    _take_seat(at, user, number, buy_in)
    presence.saw(row.pk, user.pk, now_ms())
    return True


def _take_seat(at: TableAt, user: User, number: int, buy_in: int) -> None:
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
        if not user.is_bot and Seat.objects.filter(player=user).count() >= TABLES_AT_ONCE:
            raise Refusal("too_many_tables", _("You already play at four tables."))
        _save(at, due=row.due if row.running else now_ms())
        at.seats[number] = Seat.objects.create(
            table=row, number=number, player=user, stack=buy_in, first_game=row.game_no + 1
        )


def _leave(at: TableAt, user_id: int) -> bool:
    seat = at.seat_of(user_id)
    if seat is None or seat.leaving:
        return False
    if not at.row.running or not at.in_game(seat):
        return _free(at, seat, due=None if at.row.running else now_ms())
    seat.leaving = True
    with transaction.atomic():
        _Move(at, now_ms()).save()
        Seat.objects.filter(pk=seat.pk).update(leaving=True)  # a table before its seats: see _save
    return True


def _free(at: TableAt, seat: Seat, due: int | None) -> bool:
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
        _save(at, **({} if due is None else {"due": due}))
        Seat.objects.filter(pk=seat.pk).delete()
    del at.seats[seat.number]
    return True


def _sit_out(at: TableAt, user_id: int, value: bool) -> bool:
    seat = _seat_of(at, user_id)
    if seat.sitting_out == value:
        return False
    now = now_ms()
    wake = None if at.row.running else now
    return _save_seat(at, seat, wake, sitting_out=value, out_since=now if value else None, missed=0)


def _show_at_once(at: TableAt, user_id: int, value: bool) -> bool:
    seat = _seat_of(at, user_id)
    return seat.show_at_once != value and _save_seat(at, seat, show_at_once=value)


def _ready(at: TableAt, user_id: int, game_no: int) -> bool:
    seat = _seat_of(at, user_id)
    row = at.row
    if seat.ready or row.running or not row.record or game_no != row.game_no:
        return False
    people = [other for other in at.seats.values() if _may_answer(other) and not other.sitting_out]
    wake = None
    if row.next_at is not None and all(other.ready or other is seat for other in people):
        row.next_at = min(row.next_at, now_ms() + READY_MS)
        wake = row.next_at
    with transaction.atomic():
        # Something may be due before, such as a leaver's seat to be freed.
        _save(at, **({} if wake is None else {"next_at": wake, "due": min(row.due or wake, wake)}))
        Seat.objects.filter(pk=seat.pk).update(ready=True)
    seat.ready = True
    return True


# --- bots -------------------------------------------------------------------------------------------------------------


def _next_bot_step(at: TableAt, now: int) -> Callable[[], bool] | None:
    """A bot to come or to go before the next game, if the company is not what it should be."""
    here = [seat for seat in at.seats.values() if seat.player.is_bot]
    wanted = _bots_wanted(at, len(here))
    if len(here) > wanted:
        return partial(_free, at, here[-1], due=now)
    if len(here) < wanted:
        return partial(_seat_bot, at, now)
    return None


def _bots_wanted(at: TableAt, here: int) -> int:
    """Bots keep a person company who sits alone; one goes for each person who came; one seat stays free for people."""
    row = at.row
    people = sum(not s.player.is_bot and not s.leaving and not s.sitting_out for s in at.seats.values())
    if not row.bots or people == 0:
        return 0
    seated = sum(not s.player.is_bot for s in at.seats.values())
    wanted = min(BOTS_FOR_ONE + 1 - people, row.seats_total - seated - 1)
    if people == 1:
        return max(wanted, min(1, row.seats_total - seated))
    return max(0, min(wanted, here))


def _seat_bot(at: TableAt, now: int) -> bool:
    row = at.row
    free = [number for number in range(1, row.seats_total + 1) if number not in at.seats]
    bot = cast.a_bot_beside([seat.player_id for seat in at.seats.values()])
    _take_seat(at, bot, _chance.choice(free), row.ante * _chance.randint(60, 140))
    row.due = now
    return True
