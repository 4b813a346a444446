"""Every write to a table, for whoever asks: players' frames, pages, the clock, operators.

Each is one short transaction, guarded by the table's version (changes.py), in one of three files: the running game's
moves, the seats, and what happens between games.
"""

import logging
from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts import ledger
from accounts.models import LedgerAccount, User
from games.rules import CLASSIC, Game, Ruleset
from games.rules.record import Move, RecordError

from . import bell, between, changes, dealing, moves, proofs, seats, tables, timing
from .changes import make
from .failing import Failing
from .models import DealRecord, GameRecord, PlayerResult, Seat, Table
from .refusals import Refusal
from .tables import TableAt

log = logging.getLogger(__name__)

TABLES_OF_ONES_OWN = 4
STUCK_TURNS = 3  # nothing for so many turn times
STUCK = "stuck"  # why its deal is void

buy_in_range = seats.buy_in_range


def open_table(
    name: str,
    ante: int,
    ruleset: Ruleset = CLASSIC,
    *,
    bet: int | None = None,
    house: bool = False,
    seats_total: int = 6,
    turn_ms: int = 20_000,
    bots: bool = True,
    bot_level: str = "middle",
    private: bool = False,
    opened_by: User | None = None,
    once: str = "",
) -> Table:
    """A new cash table of that ruleset with its own ante and smallest bet (the ante unless told).

    A table that isn't the house's closes when no people have sat at it for a while. Raises Refusal when this person
    has opened as many tables as one may. `once` names a form of this person's: sent again, it leads to its table.
    """
    now = timing.now_ms()
    with transaction.atomic():
        key = f"{opened_by.pk}:{once}" if opened_by is not None and once else None
        if opened_by is not None:
            LedgerAccount.objects.select_for_update().get(pk=ledger.wallet(opened_by).pk)  # as for a player's sits
            if key and (opened := Table.objects.filter(once=key).first()):
                return opened
            _check_opener(opened_by)
        table = Table.objects.create(
            name=name,
            house=house,
            opened_by=opened_by,
            once=key,
            private=private,
            bots=bots,
            bot_level=bot_level,
            seats_total=seats_total,
            turn_ms=turn_ms,
            cards=ruleset.cards,
            blind=ruleset.blind,
            raises=ruleset.raises,
            azi=ruleset.azi,
            ante=ante,
            bet=ante if bet is None else bet,
            empty_since=None if house else now,
            due=None if house else now,
        )
    bell.ring("lobby")
    return table


def _check_opener(user: User) -> None:
    if Table.objects.filter(opened_by=user, closed=False).count() >= TABLES_OF_ONES_OWN:
        raise Refusal("too_many_tables", _("Four tables that you opened are still open. Let one of them close first."))


# --- what players ask for ---------------------------------------------------------------------------------------------


def act(table_id: int, user_id: int, do: str, ask: int | None) -> None:
    """Answer the question `ask` with an action word of rules 11, or look (`L`, which needs no question)."""
    make(table_id, partial(moves.act, user_id=user_id, do=do, ask=ask))


def sit(table_id: int, user_id: int, number: int, buy_in: int, check: seats.Check = lambda _at: None) -> None:
    """Take a seat with chips from the wallet; when already seated here nothing changes. `check` may refuse the company
    there."""
    user = User.objects.get(pk=user_id)
    make(table_id, partial(seats.sit, user=user, number=number, buy_in=buy_in, check=check))


def leave(table_id: int, user_id: int) -> None:
    """Give the seat up: now, or when the running game is over, answering at once until then."""
    make(table_id, partial(seats.leave, user_id=user_id))


def leave_all(user_id: int) -> None:
    """Give up every seat of a player who goes; in a tournament it is theirs to the end, and the clock answers for it.

    Raises the first Refusal, after it has tried them all.
    """
    refusals = []
    for table_id, stakes in Seat.objects.filter(player=user_id).values_list("table", "table__stakes"):
        try:
            if stakes == Table.TOURNAMENT:
                sit_out(table_id, user_id, True)
            else:
                leave(table_id, user_id)
        except Refusal as refusal:
            if refusal.code != "not_seated":  # gone from there meanwhile
                refusals.append(refusal)
    if refusals:
        raise refusals[0]


def top_up(table_id: int, user_id: int, to: int) -> None:
    """A stack of `to` chips from the next game's start on, as far as the wallet and the table's limit reach."""
    make(table_id, partial(seats.top_up, user_id=user_id, to=to))


def sit_out(table_id: int, user_id: int, value: bool) -> None:
    """Not be dealt in from the next game on, or be dealt in again; in a tournament, have the clock answer at once."""
    make(table_id, partial(seats.sit_out, user_id=user_id, value=value))


def show_at_once(table_id: int, user_id: int, value: bool) -> None:
    """Whether this player's cards are looked at whenever they are dealt."""
    make(table_id, partial(seats.show_at_once, user_id=user_id, value=value))


def ready(table_id: int, user_id: int, game_no: int) -> None:
    """Done with the result of that game: the next one starts soon after the last person says so."""
    make(table_id, partial(seats.ready, user_id=user_id, game_no=game_no))


commit = dealing.commit
reveal = dealing.reveal


def renamed(user_id: int) -> None:
    """A player's name has changed: show it at every table where they sit."""
    player = User.objects.get(pk=user_id)
    for table_id in Seat.objects.filter(player=user_id).values_list("table", flat=True):
        make(table_id, partial(seats.renamed, player=player))


def rewrite(table_id: int, game: str, words: Callable[[str], str]) -> None:
    """The record of that game otherwise, where the table still shows it: a name in it has changed."""
    make(table_id, partial(_rewrite, game=game, words=words))


def _rewrite(at: TableAt, game: str, words: Callable[[str], str]) -> bool:
    if at.row.game_id != game or at.row.running or words(at.row.record) == at.row.record:
        return False
    changes.save(at, record=words(at.row.record))
    return True


# --- what the clock asks for ------------------------------------------------------------------------------------------

_failing: Failing[int] = Failing()  # tables


def due(now: int) -> list[Callable[[], None]]:
    """A job for each table whose time has come; between its games a tournament table is its director's."""
    ours = Table.objects.exclude(stakes=Table.TOURNAMENT, settled=True)
    found = ours.filter(due__lte=now).exclude(pk__in=_failing.left_alone()).order_by("due")
    return [partial(tick, table_id) for table_id in found.values_list("pk", flat=True)[:500]]


def tick(table_id: int) -> None:
    """Do the next thing that is due at a table, if any still is. One that fails is left alone for a while."""
    try:
        make(table_id, partial(_tick, now=timing.now_ms()))
        _failing.forget(table_id)
    except Refusal as refusal:
        _failing.add(table_id)
        log.warning("table %s: the clock was refused: %s", table_id, refusal.code)
    except Exception:
        _failing.add(table_id)
        raise


def shift(gap_ms: int) -> None:
    """Push all times on after an outage, so that it times nobody out. Called inside the clock's transaction."""
    Table.objects.filter(due__isnull=False).update(
        due=F("due") + gap_ms,
        deadline=F("deadline") + gap_ms,
        next_at=F("next_at") + gap_ms,
        moved_at=F("moved_at") + gap_ms,
        empty_since=F("empty_since") + gap_ms,
        version=F("version") + 1,
    )
    Seat.objects.filter(out_since__isnull=False).update(out_since=F("out_since") + gap_ms)
    Seat.objects.filter(broke_since__isnull=False).update(broke_since=F("broke_since") + gap_ms)


def _tick(at: TableAt, now: int) -> bool:
    if at.row.due is None or at.row.due > now:
        return False
    if dealing.is_due(at):
        dealing.go_on(at, now)
        return True
    return moves.on_clock(at, now) if at.row.running else between.step(at, now)


# --- what operators ask for -------------------------------------------------------------------------------------------


def set_bot_level(table_id: int, level: str) -> None:
    """How well the bots of this table play from now on."""
    make(table_id, partial(_set_bot_level, level=level))


def _set_bot_level(at: TableAt, level: str) -> bool:
    if at.row.bot_level == level:
        return False
    changes.save(at, bot_level=level)
    return True


def is_stuck(table: Table, now: int) -> bool:
    """Whether a game runs there in which nothing has happened for three turn times, though something was due."""
    quiet_ms = STUCK_TURNS * table.turn_ms
    overdue = table.due is None or table.due + table.turn_ms < now
    return table.running and overdue and now - table.moved_at >= quiet_ms


def call_off(table_id: int, why: str) -> GameRecord:
    """End a stuck game as void: every stack as at its start. Raises Refusal("not_stuck") while it is not.

    It needs no record that replays, for that may be what the game is stuck on.
    """
    now = timing.now_ms()
    tables.forget(table_id)
    row = Table.objects.get(pk=table_id)
    if not is_stuck(row, now):
        raise Refusal("not_stuck", _("This game isn't stuck: it moved less than three turn times ago."))
    game, moves_made = _game_of(row)
    players = _players(row, game)
    ended: dict[str, object] = {
        "settled": True,
        "deadline": None,
        "next_at": now + moves.NEXT_GAME_MS,
        "due": now,
        "moved_at": now,
    }
    if game is None:
        ended |= {"record": "", "game_id": ""}
    with transaction.atomic():
        guard = Table.objects.filter(pk=row.pk, version=row.version, settled=False)
        if not guard.update(version=row.version + 1, **ended):
            raise Refusal("not_stuck", _("This game has just moved on."))
        _call_deal_off(row, game, moves_made)
        void = GameRecord.objects.create(
            public_id=row.game_id,
            table=row,
            game_no=row.game_no,
            record=row.record,
            bank=0,
            deals=row.record.count("\ndeal "),
            people=sum(not seat.player.is_bot for seat in players),
            members=sum(not seat.player.is_bot and not seat.player.is_guest for seat in players),
            seats=len(players),
            ruleset=row.ruleset.preset,
            ante=row.ante,
            started_at=row.started_at or now,
            ended_at=now,
            void=True,
        )
        PlayerResult.objects.bulk_create(
            PlayerResult(
                game=void, player=seat.player, seat=seat.number, stack=seat.stack, net=0, won=False, **void.facts
            )
            for seat in players
        )
    log.warning("table %s: game %s is called off: %s", table_id, void.public_id, why)
    _failing.forget(table_id)
    bell.ring(f"table:{table_id}", row.version + 1)
    bell.ring("lobby")
    return void


def _players(row: Table, game: Game | None) -> list[Seat]:
    """The seats that play the running game; where its record can't be read, those that may have been dealt in."""
    seats = [seat for seat in row.seats.select_related("player") if seat.first_game <= row.game_no]
    return [seat for seat in seats if game is None or seat.number in game.seats]


def _game_of(row: Table) -> tuple[Game | None, list[Move]]:
    try:
        game, _timing, moves_made = tables.replay(row)
    except RecordError:
        return None, []
    return game, moves_made


def _call_deal_off(row: Table, game: Game | None, moves_made: list[Move]) -> None:
    """The record of the deal ends here too, and shows what its deck was. Of a game that doesn't replay it holds no
    actions."""
    kept = DealRecord.objects.filter(table=row.pk, game=row.game_id, record_hash="").first()
    if kept is not None:
        deal = proofs.restored(kept, game, moves_made)
        deal.close(why=STUCK)
        proofs.keep(row, deal, void=True)
