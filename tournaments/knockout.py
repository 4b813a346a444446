"""Sit & go and freezeout: who sits where, who is out at which place, and what a table does between two games.

A table at rest does one thing at a time, each in a transaction of its own: book the game that is over, wait, break up,
give somebody up, begin the next game. Where to and who goes is decided by pure functions (seating.py, places.py).
"""

import secrets

from django.db import connection
from django.db.models import F

from accounts.models import User
from games import directed
from games.models import PlayerResult, Seat
from games.tables import TableAt

from . import ending, places, seating, timetable
from .models import Entry, Move, Tournament, TournamentTable
from .step import Step

ARRIVE_MS = 5_000  # from a seat at a new table to its first game: time to come there
CHAIR_MS = 3_000  # from a newcomer's arrival to the next game of a table that waited for one

chance = secrets.SystemRandom()


# --- seats ------------------------------------------------------------------------------------------------------------


def begin(step: Step) -> None:
    """Draw everybody's seat and open the tables."""
    tournament = step.tournament
    entries = list(Entry.objects.filter(tournament=tournament, state=Entry.IN).select_related("player"))
    drawn = seating.draw(entries, tournament.seats_total, chance.shuffle)
    step.open(drawn, ARRIVE_MS)
    if _is_bubble(tournament):
        _begin_hand_for_hand(tournament)


def seat_late(step: Step) -> None:
    """Everybody who entered after the start and has no chair yet gets one, at a new table where all are taken."""
    late = Entry.objects.filter(tournament=step.tournament, state=Entry.IN, table=None)
    for entry in late.select_related("player").order_by("pk"):
        number = seating.roomiest(step.sizes(), step.tournament.seats_total)
        if number is None:
            step.open([{1: entry}], ARRIVE_MS)
            continue
        board = step.board(number)
        at = step.table(board)
        directed.seat(at, entry.player, _chair(at, entry.player), entry.stack)
        _came(step, board, at, entry)


def _chair(at: TableAt, player: User) -> int:
    """A free chair for them. Who is out may look at the result from theirs, unless it is in the way."""
    is_full = len(at.seats) >= at.row.seats_total
    gone = [seat for seat in at.seats.values() if seat.stack == 0 and not at.row.running]
    if in_the_way := [seat for seat in gone if is_full or seat.player_id == player.pk]:
        directed.free(at, in_the_way)
    return seating.chair(at.seats, at.row.dealer, at.row.seats_total)


def _came(step: Step, board: TournamentTable, at: TableAt, entry: Entry) -> None:
    """An entry has a chair at this table now: what waited for company goes on."""
    step.seated(board, [entry])
    board.players += 1
    if board.held:
        board.held = False
        directed.rest(at, step.now + CHAIR_MS, step.now + CHAIR_MS)
    board.save(update_fields=["players", "held"])


# --- a table between two games ----------------------------------------------------------------------------------------


def go_on(step: Step, board: TournamentTable, at: TableAt) -> None:
    """What a table does when a result has been read: wait, break up, give somebody up, or play."""
    tournament = step.tournament
    if tournament.is_break(step.now):
        directed.rest(at, tournament.break_until, tournament.break_until)
        return
    if gone := [seat for seat in at.seats.values() if seat.stack == 0]:
        directed.free(at, gone)
    sizes = seating.staying(step.sizes(), tournament.seats_total)
    if _waits_for_all(tournament, board):
        _hold(step, board, at)
    elif board.number not in sizes:
        _break_up(step, board, at, sizes)
    elif (to := seating.destination(sizes, tournament.seats_total, board.number)) is not None:
        goes = seating.next_to_open(at.seats, at.row.dealer, tournament.seats_total)
        _move(step, board, at, at.seats[goes], step.board(to), Move.BALANCES)
        directed.rest(at, step.now)
    elif len(at.seats) < 2:
        _hold(step, board, at)
    else:
        board.round = tournament.round
        board.save(update_fields=["round"])
        directed.start(at, list(at.seats.values()), tournament.ruleset(tournament.level), step.now)


def _break_up(step: Step, board: TournamentTable, at: TableAt, others: dict[int, int]) -> None:
    """Everybody goes to the roomiest of the tables that stay, the next to open first."""
    while at.seats:
        to = seating.roomiest(others, step.tournament.seats_total)
        assert to is not None  # those that stay hold everybody
        others[to] += 1
        goes = seating.next_to_open(at.seats, at.row.dealer, step.tournament.seats_total)
        _move(step, board, at, at.seats[goes], step.board(to), Move.BREAKS)
    step.close(board)


def _move(step: Step, of: TournamentTable, at: TableAt, seat: Seat, to: TournamentTable, why: str) -> None:
    target = step.table(to)
    entry = Entry.objects.get(tournament=step.tournament, player=seat.player_id, state=Entry.IN)
    directed.move(at, target, seat, _chair(target, seat.player))
    of.players -= 1
    of.save(update_fields=["players"])
    _came(step, to, target, entry)
    Move.objects.create(tournament=step.tournament, entry=entry, of=of.number, to=to.number, why=why, at=step.now)


# --- waiting for one another ------------------------------------------------------------------------------------------


def _waits_for_final(tournament: Tournament) -> bool:
    """Whether all who are left fit at one table and nobody can come any more."""
    return tournament.entries_closed and tournament.tables_open > 1 and tournament.left <= tournament.seats_total


def _waits_for_all(tournament: Tournament, board: TournamentTable) -> bool:
    """Whether this table plays no further game until all are at rest."""
    played = tournament.hand_for_hand and board.round >= tournament.round
    return played or tournament.break_next or _waits_for_final(tournament)


def _hold(step: Step, board: TournamentTable, at: TableAt) -> None:
    """Wait for the others, or for company. Who comes last sends all of them on."""
    board.held = True
    board.save(update_fields=["held"])
    directed.rest(at, None)
    tournament = step.tournament
    all_here = not tournament.tables.filter(closed=False, held=False).exists()
    if all_here and (tournament.hand_for_hand or tournament.break_next or _waits_for_final(tournament)):
        _release(step)


def _release(step: Step) -> None:
    """All tables are at rest: the round's places are given, and the break, the next round or the final table begins."""
    tournament = step.tournament
    _give_places_of_round(step)
    if ending.is_decided(tournament):
        ending.finish(step)
        return
    if tournament.break_next:
        timetable.begin_break(step)
    if _waits_for_final(tournament):
        _draw_final(step)
        return
    tournament.hand_for_hand = _is_bubble(tournament)
    tournament.round += 1
    tournament.save(update_fields=["hand_for_hand", "round"])
    step.wake_held()


def _draw_final(step: Step) -> None:
    """All who are left, drawn anew at the table with the lowest number; the other tables close."""
    tournament = step.tournament
    boards = [step.board(number) for number in sorted(step.sizes())]
    entries = list(Entry.objects.filter(tournament=tournament, state=Entry.IN).select_related("table"))
    seats = {seat.player_id: seat for board in boards for seat in step.table(board).seats.values()}
    first = boards[0]
    final = step.table(first)
    chairs = seating.draw(entries, tournament.seats_total, chance.shuffle)[0]
    directed.redraw(
        final, {number: seats[entry.player_id] for number, entry in chairs.items()}, [step.table(b) for b in boards]
    )
    for entry in entries:
        assert entry.table is not None
        if entry.table.pk != first.pk:
            Move.objects.create(
                tournament=tournament, entry=entry, of=entry.table.number, to=first.number, why=Move.FINAL, at=step.now
            )
        entry.table = first
        step.call(entry.player_id)
    Entry.objects.bulk_update(entries, ["table"])
    for board in boards[1:]:
        step.close(board)
    first.players, first.held = len(entries), False
    first.save(update_fields=["players", "held"])
    tournament.hand_for_hand, tournament.final_table = False, True
    tournament.save(update_fields=["hand_for_hand", "final_table"])
    directed.rest(final, step.now + ARRIVE_MS, step.now + ARRIVE_MS)


# --- what a game has decided ------------------------------------------------------------------------------------------


def book(step: Step, board: TournamentTable, at: TableAt) -> None:
    """The stacks after the game that is over, and the places of those who are out."""
    tournament, row = step.tournament, at.row
    results = {
        result.player_id: result for result in PlayerResult.objects.filter(game__table=row, game__game_no=row.game_no)
    }
    entries = list(Entry.objects.filter(table=board, state=Entry.IN))
    broke: dict[Entry, int] = {}
    for entry in entries:
        if (result := results.get(entry.player_id)) is None:
            continue  # came while the game ran
        entry.stack = result.stack + result.net
        entry.games += 1
        entry.wins += result.won
        if entry.stack == 0:
            broke[entry] = result.stack
    _save_booked(entries)
    board.booked = row.game_no
    # A game that began at an earlier level doesn't count for this one.
    board.games_at_level += (row.ante, row.bet) == tournament.stakes(tournament.level)
    if not tournament.is_over:
        board.players -= len(broke)
    board.save(update_fields=["booked", "games_at_level", "players"])
    directed.rest(at, row.next_at, row.next_at)
    if tournament.is_over:
        return
    if broke:
        _out(step, broke)
    is_decided = tournament.state != Tournament.RUNNING
    if tournament.level_games and board.games_at_level >= tournament.level_games and not is_decided:
        next_level(step)


def _save_booked(entries: list[Entry]) -> None:
    """Every game of every table comes here: the ORM's bulk_update would cost as much as all the rest of a booking."""
    rows = [(entry.stack, entry.games, entry.wins, entry.pk) for entry in entries]
    with connection.cursor() as cursor:
        cursor.executemany("UPDATE tournaments_entry SET stack = %s, games = %s, wins = %s WHERE id = %s", rows)


def _out(step: Step, broke: dict[Entry, int]) -> None:
    """These are out. Hand for hand, what place that is shows when the round is over."""
    tournament = step.tournament
    fallen_before = tournament.fallen
    tournament.fallen += len(broke)
    tournament.save(update_fields=["fallen"])
    for entry, stack in broke.items():
        entry.state, entry.out_stack, entry.out_at = Entry.OUT, stack, step.now
        entry.out_round = tournament.round if tournament.hand_for_hand else None
        step.call(entry.player_id)
    Entry.objects.bulk_update(broke, ["state", "out_stack", "out_at", "out_round"])
    if not tournament.hand_for_hand:
        _give_places(tournament, broke, fallen_before)
        if ending.is_decided(tournament):
            ending.finish(step)
            return
        if _is_bubble(tournament):
            _begin_hand_for_hand(tournament)
    step.wake_held()


def _give_places(tournament: Tournament, broke: dict[Entry, int], fallen: int) -> None:
    for group in places.falls(broke):
        fallen += len(group)
        for entry in group:
            entry.fallen, entry.out_round = fallen, None
            if tournament.entries_closed:
                entry.place = places.place(tournament.entries, fallen)
    Entry.objects.bulk_update(broke, ["fallen", "out_round", "place"])


def _give_places_of_round(step: Step) -> None:
    tournament = step.tournament
    waiting = Entry.objects.filter(tournament=tournament, out_round__isnull=False)
    broke = {entry: entry.out_stack or 0 for entry in waiting}
    _give_places(tournament, broke, tournament.fallen - len(broke))


def _is_bubble(tournament: Tournament) -> bool:
    """Whether the next one out is the last without a prize, with several tables still playing."""
    paid = ending.paid_places(tournament)
    return tournament.entries_closed and tournament.tables_open > 1 and 0 < paid == tournament.left - 1


def _begin_hand_for_hand(tournament: Tournament) -> None:
    """The games that run now are the first round."""
    tournament.hand_for_hand = True
    tournament.round += 1
    tournament.save(update_fields=["hand_for_hand", "round"])
    tournament.tables.filter(closed=False).update(round=tournament.round)


# --- who may still come -----------------------------------------------------------------------------------------------


def next_level(step: Step) -> None:
    """The next level; with the last one for late entries over, nobody can enter any more."""
    over = step.tournament.level
    timetable.rise(step)
    if over >= step.tournament.late_levels and not step.tournament.entries_closed:
        close_entries(step)


def close_entries(step: Step) -> None:
    """Nobody can enter any more: now the places of those who are out are known."""
    tournament = step.tournament
    tournament.entries_closed = True
    tournament.save(update_fields=["entries_closed"])
    fallen = Entry.objects.filter(tournament=tournament, fallen__isnull=False)
    fallen.update(place=tournament.entries - F("fallen") + 1)
    if ending.is_decided(tournament):
        ending.finish(step)
    elif _is_bubble(tournament):
        _begin_hand_for_hand(tournament)
    step.wake_held()
