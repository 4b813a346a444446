"""Arena: whoever is free is seated, games start from equal stacks, their winners get points, until time is over."""

import secrets

from games import directed
from games.models import GameRecord, PlayerResult
from games.tables import TableAt

from . import ending, live, points, seating, timetable
from .models import Entry, TournamentTable
from .step import Step

next_level = timetable.rise

WAIT_MS = 4_000  # for more players to be free, when fewer than a full table are
ARRIVE_MS = 4_000

chance = secrets.SystemRandom()


def look(step: Step) -> None:
    """Seat whoever is free, or end it when its time is over and the last game with it."""
    tournament, now = step.tournament, step.now
    assert tournament.ends_at is not None
    if now >= tournament.ends_at:
        if not _anybody_plays(step):
            ending.finish_arena(step)
    elif tournament.break_next:
        if not _anybody_plays(step):
            timetable.begin_break(step)
    elif not tournament.is_break(now):
        _seat_the_free(step)


def _anybody_plays(step: Step) -> bool:
    return step.tournament.tables.filter(players__gt=0).exists()


def due(step: Step) -> int | None:
    """When the arena must be looked at again, ms."""
    tournament, now = step.tournament, step.now
    assert tournament.ends_at is not None
    if now >= tournament.ends_at:
        return None  # a table whose last game is over wakes it
    if tournament.break_next:
        return tournament.ends_at  # likewise
    if tournament.break_until is not None and tournament.is_break(now):
        return min(tournament.ends_at, tournament.break_until)
    free = _free(step)
    enough = 1 if tournament.seats_total == 2 or not _anybody_plays(step) else 2
    waits = [free[0].free_since or now] if len(free) > enough else []  # else whoever is free next wakes it
    return min([tournament.ends_at, *(max(now, since + WAIT_MS) for since in waits)])


def _seat_the_free(step: Step) -> None:
    tournament = step.tournament
    free = _free(step)
    if len(free) < 2 or not _is_worth_it(step, free):
        return
    if len(free) == 2 < tournament.seats_total and _anybody_plays(step):
        return  # two alone could play into each other's hands, again and again: they wait for company
    chance.shuffle(free)
    # At tables of two one of an odd number is left over, and first in line next time.
    groups = [group for group in seating.groups(free, tournament.seats_total) if len(group) > 1]
    idle = list(tournament.tables.filter(closed=False, players=0, held=True).order_by("number")[: len(groups)])
    for board, group in zip(idle, groups, strict=False):
        _seat(step, board, group)
    if new := groups[len(idle) :]:
        step.open([seating.draw(group, tournament.seats_total, chance.shuffle)[0] for group in new], ARRIVE_MS)


def _is_worth_it(step: Step, free: list[Entry]) -> bool:
    """A full table at once; fewer when the first has waited, or nobody plays who could be free soon."""
    if len(free) >= step.tournament.seats_total or step.now >= (free[0].free_since or 0) + WAIT_MS:
        return True
    return not _anybody_plays(step)


def _free(step: Step) -> list[Entry]:
    """Who may be seated, the longest free first."""
    free = Entry.objects.filter(
        tournament=step.tournament, state=Entry.IN, paused=False, table=None, free_since__isnull=False
    )
    return list(free.select_related("player").order_by("free_since", "pk"))


def _seat(step: Step, board: TournamentTable, group: list[Entry]) -> None:
    at = step.table(board)
    chairs = seating.draw(group, step.tournament.seats_total, chance.shuffle)[0]
    for number, entry in chairs.items():
        directed.seat(at, entry.player, number, step.tournament.stack)
    directed.rest(at, step.now + ARRIVE_MS, step.now + ARRIVE_MS)
    board.players, board.held = len(group), False
    board.save(update_fields=["players", "held"])
    step.seated(board, group)


def go_on(step: Step, board: TournamentTable, at: TableAt) -> None:
    """What a table does when a result has been read: its players are free, or, newly seated, they play."""
    if not at.seats or _has_played(at) or _too_late(step):
        _free_everybody(step, board, at)
    else:
        directed.start(at, list(at.seats.values()), step.tournament.ruleset(step.tournament.level), step.now)


def _has_played(at: TableAt) -> bool:
    """Whether those who sit there have played their game."""
    return any(seat.first_game <= at.row.game_no for seat in at.seats.values())


def _too_late(step: Step) -> bool:
    ends_at = step.tournament.ends_at
    return ends_at is not None and step.now >= ends_at


def _free_everybody(step: Step, board: TournamentTable, at: TableAt) -> None:
    """Whoever sat out is paused until they come back."""
    absent = {seat.player_id for seat in at.seats.values() if seat.sitting_out}
    directed.free(at, list(at.seats.values()))
    directed.rest(at, None)
    entries = list(Entry.objects.filter(table=board))
    for entry in entries:
        entry.table = None
        entry.paused = entry.paused or entry.player_id in absent
        entry.free_since = None if entry.paused else step.now
        step.call(entry.player_id)
    Entry.objects.bulk_update(entries, ["table", "paused", "free_since"])
    board.players, board.held = 0, True
    board.save(update_fields=["players", "held"])
    live.wake(step.tournament, step.now)


def book(step: Step, board: TournamentTable, at: TableAt) -> None:
    """Points for whoever won the bank; a game that was called off counts for nobody."""
    row = at.row
    game = GameRecord.objects.get(table=row, game_no=row.game_no)
    results = {result.player_id: result for result in PlayerResult.objects.filter(game=game)}
    entries = list(Entry.objects.filter(table=board))
    for entry in entries:
        result = results.get(entry.player_id)
        if result is None or game.void:
            continue
        entry.games += 1
        if result.won:
            entry.score += points.for_bank(game.bank, row.ante, len(results), entry.streak)
            entry.wins += 1
        entry.streak = entry.streak + 1 if result.won else 0
    Entry.objects.bulk_update(entries, ["games", "score", "wins", "streak"])
    board.booked = row.game_no
    board.save(update_fields=["booked"])
    directed.rest(at, row.next_at, row.next_at)
