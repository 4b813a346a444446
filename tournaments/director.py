"""What runs tournaments: jobs that the clock finds due, never a process that must stay alive.

Each job is one short transaction with the tournament locked (step.py), and leaves behind in the database when the
next one is due. Whoever is killed at any moment, the next clock goes on from what is committed.
"""

import logging
from collections.abc import Callable
from functools import partial
from types import ModuleType

from django.db.models import F

from accounts.models import User
from games import bell, cast, directed, timing
from games.failing import Failing
from games.models import Table
from games.refusals import Refusal
from games.tables import TableAt

from . import arena, knockout, live
from .models import Entry, Tournament, TournamentTable
from .step import Step, step

log = logging.getLogger(__name__)

FILL_MS = 20_000  # a sit & go waits so long for people before bots come
IDLE_MS = 24 * 3_600_000  # a sit & go that does not fill is called off
FAILURES = 10  # in a row, and a tournament that can't go on is called off

_failing: Failing[tuple[str, int]] = Failing()  # tournaments, and tables of theirs


def due(now: int, of: int | None = None) -> list[Callable[[], None]]:
    """A job for each tournament, and each table of one at rest, whose time has come; or for one tournament alone."""
    tournaments = Tournament.objects.filter(due__lte=now).order_by("due")
    at_rest = Table.objects.filter(stakes=Table.TOURNAMENT, settled=True, closed=False, due__lte=now).order_by("due")
    if of is not None:
        tournaments, at_rest = tournaments.filter(pk=of), at_rest.filter(of_tournament__tournament=of)
    boards = at_rest.values_list("pk", "of_tournament__tournament")[:500]
    failing = _failing.left_alone()
    return [
        *(partial(tick, pk) for pk in tournaments.values_list("pk", flat=True)[:100] if ("it", pk) not in failing),
        *(partial(tick_table, pk, board) for pk, board in boards if board and ("table", pk) not in failing),
    ]


def shift(gap_ms: int) -> None:
    """Push the times of what goes on, or waits to be full, by the gap. What starts by the clock on the wall stays."""
    over = (Tournament.FINISHED, Tournament.CANCELLED)
    ours = Tournament.objects.exclude(state__in=over).exclude(state=Tournament.ANNOUNCED, starts_at__isnull=False)
    waiting = Entry.objects.filter(tournament__in=ours)
    waiting.filter(tournament__state=Tournament.ANNOUNCED).update(created=F("created") + gap_ms)
    waiting.filter(free_since__isnull=False).update(free_since=F("free_since") + gap_ms)
    ours.filter(state=Tournament.ANNOUNCED).update(created=F("created") + gap_ms)
    ours.update(
        due=F("due") + gap_ms,
        level_ends=F("level_ends") + gap_ms,
        break_until=F("break_until") + gap_ms,
        ends_at=F("ends_at") + gap_ms,
    )


def tick(tournament_id: int) -> None:
    """Do the next thing that is due for a tournament, if any still is."""
    now = timing.now_ms()
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.due is not None and tournament.due <= now:
        _guarded("it", tournament_id, tournament_id, partial(WORK[tournament.state], tournament))


def tick_table(table_id: int, tournament_id: int) -> None:
    """Do the next thing that is due at a table at rest, if any still is."""
    _guarded("table", table_id, tournament_id, partial(_between, table_id, tournament_id))


def _between(table_id: int, tournament_id: int) -> None:
    with step(tournament_id) as one:
        board = TournamentTable.objects.get(pk=table_id)
        at = one.table(board)
        if not at.row.closed and at.row.settled and at.row.due is not None and at.row.due <= one.now:
            _next_of(one, board, at)


def _next_of(one: Step, board: TournamentTable, at: TableAt) -> None:
    """The next thing that a table at rest has to do."""
    row = at.row
    played = _played(one.tournament)
    if row.game_no > board.booked:
        played.book(one, board, at)
    elif row.next_at is not None and one.now < row.next_at:
        directed.rest(at, row.next_at, row.next_at)
    elif one.tournament.is_over:
        one.close(board)
    else:
        played.go_on(one, board, at)


def _played(tournament: Tournament) -> ModuleType:
    """How its format is played."""
    return arena if tournament.is_arena else knockout


# --- by state ---------------------------------------------------------------------------------------------------------


def _announced(tournament: Tournament) -> None:
    if tournament.format == Tournament.SIT_AND_GO:
        _fill_or_start(tournament)
    elif tournament.entries >= tournament.min_entries:
        _start(tournament.pk)
    elif tournament.bots and waits_since(tournament) is not None and (bot := _a_bot_for(tournament)):
        _bring(bot, tournament)  # bots make up the number for people, not for each other
    else:
        live.cancel(tournament.pk, "few")


def _fill_or_start(tournament: Tournament) -> None:
    """A sit & go starts when it is full. Bots take the places that are left when somebody has waited for people."""
    now = timing.now_ms()
    entered = Entry.objects.filter(tournament=tournament, state=Entry.IN)
    first = waits_since(tournament)
    if tournament.entries >= tournament.max_entries:
        _start(tournament.pk)
    elif first is None and (bot := entered.select_related("player").first()):
        live.withdraw(tournament.pk, bot.player)
    elif now >= tournament.created + IDLE_MS:
        live.cancel(tournament.pk, "few")
    elif first is None or not tournament.bots:
        _sleep(tournament, tournament.created + IDLE_MS)
    elif now < first + FILL_MS:
        _sleep(tournament, first + FILL_MS)
    elif filler := _a_bot_for(tournament):
        _bring(filler, tournament)


def waits_since(tournament: Tournament) -> int | None:
    """When the first of the people who wait for its start entered, ms; None while nobody does."""
    people = Entry.objects.filter(tournament=tournament, state=Entry.IN, player__is_bot=False).order_by("created")
    return people.values_list("created", flat=True).first()


def _sleep(tournament: Tournament, until: int | None) -> None:
    """Nothing to do before that time, unless somebody came meanwhile."""
    with step(tournament.pk) as one:
        if one.tournament.entries == tournament.entries:
            one.look_at(until)


def _a_bot_for(tournament: Tournament) -> User | None:
    taken = Entry.objects.filter(tournament=tournament, state=Entry.IN).values_list("player", flat=True)
    return cast.a_bot_beside(list(taken)) if tournament.entries < tournament.max_entries else None


def _bring(bot: User, tournament: Tournament) -> None:
    try:
        live.enter_bot(tournament.pk, bot)
    except Refusal as refusal:  # another clock, or a person, was first
        log.info("tournament %s: no bot: %s", tournament.pk, refusal.code)


def _start(tournament_id: int) -> None:
    with step(tournament_id) as one:
        tournament, now = one.tournament, one.now
        needed = (
            tournament.max_entries if tournament.format == Tournament.SIT_AND_GO else max(2, tournament.min_entries)
        )
        if tournament.state != Tournament.ANNOUNCED or tournament.entries < needed:
            return  # somebody has withdrawn just now
        tournament.state, tournament.started_at, tournament.level = Tournament.RUNNING, now, 1
        tournament.level_ends = now + tournament.level_ms if tournament.is_timed else None
        tournament.entries_closed = not tournament.is_arena and tournament.late_levels == 0
        tournament.ends_at = now + tournament.duration_ms if tournament.is_arena else None
        tournament.save()
        entered = Entry.objects.filter(tournament=tournament, state=Entry.IN)
        if tournament.is_arena:
            entered.filter(paused=False).update(free_since=now)
        else:
            knockout.begin(one)
        _look_again(one)
    bell.ring("tournaments")


def _running(tournament: Tournament) -> None:
    with step(tournament.pk) as one:
        current, now = one.tournament, one.now
        if current.state != Tournament.RUNNING:
            return
        if current.level_ends is not None and now >= current.level_ends:
            _played(current).next_level(one)
        if current.state == Tournament.RUNNING:
            (arena.look if current.is_arena else knockout.seat_late)(one)
        if current.state == Tournament.RUNNING:
            _look_again(one)


def _look_again(one: Step) -> None:
    tournament = one.tournament
    times = [tournament.level_ends, arena.due(one) if tournament.is_arena else None]
    one.look_at(min((at for at in times if at is not None), default=None))


def _paying(tournament: Tournament) -> None:
    if not live.pay_prizes(tournament.pk):
        _end(tournament.pk, Tournament.FINISHED)


def _refunding(tournament: Tournament) -> None:
    if not live.give_fees_back(tournament.pk):
        live.take_added_back(tournament)
        _end(tournament.pk, Tournament.CANCELLED)


def _end(tournament_id: int, state: str) -> None:
    with step(tournament_id) as one:
        one.tournament.state, one.tournament.due = state, None
        one.tournament.save(update_fields=["state", "due"])
        one.wake_all()  # its tables close
    bell.ring("tournaments")


def _nothing(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(due=None)


WORK: dict[str, Callable[[Tournament], None]] = {
    Tournament.ANNOUNCED: _announced,
    Tournament.RUNNING: _running,
    Tournament.PAYING: _paying,
    Tournament.REFUNDING: _refunding,
    Tournament.FINISHED: _nothing,
    Tournament.CANCELLED: _nothing,
}


# --- failures ---------------------------------------------------------------------------------------------------------


def _guarded(kind: str, pk: int, tournament_id: int, work: Callable[[], None]) -> None:
    """What fails is left alone for a while, each time for longer; what fails for good is called off."""
    try:
        work()
    except Exception:
        if _failing.add((kind, pk)) >= FAILURES and live.cancel(tournament_id, "error"):
            log.error("tournament %s: called off, its director has failed %s times", tournament_id, FAILURES)
        raise
    _failing.forget((kind, pk))
