"""Between two games: who goes, who tops up, which bots come, when the next game starts, when a table closes."""

from collections.abc import Callable
from functools import partial

from . import cast, changes, dealing, presence, seats
from .models import Seat, Table
from .tables import TableAt

FIRST_GAME_MS = 3_000  # from the second player's sitting down to the first game
OUT_MS = 600_000  # sitting out that long gives the seat up
EMPTY_MS = 120_000  # a table that people opened closes when none of them has sat there for so long
LOOK_MS = 60_000  # how often a table at rest is looked at for who has gone
BOTS_FOR_ONE = 3  # bots that keep a person company who sits alone


def step(at: TableAt, now: int) -> bool:
    """One step towards the next game, or rest."""
    row = at.row
    if row.stakes != Table.CASH:
        return False
    for seat in at.seats.values():
        if _must_go(row, seat, now):
            return seats.free(at, seat, due=now)
        if seat.top_up_to is not None:
            return seats.raise_stack(at, seat, now)
        if seat.broke_since is not None and not seat.sitting_out and seat.broke_since + Seat.BROKE_MS <= now:
            return _put_out(at, seat, now)
    if bots_step := _next_bot_step(at, now):
        return bots_step()
    players = [seat for seat in at.seats.values() if _plays_next(row, seat)]
    if len(players) < 2 or all(seat.player.is_bot for seat in players):
        return _rest(at, now)
    if row.next_at is None:
        changes.save(at, next_at=now + FIRST_GAME_MS, due=now + FIRST_GAME_MS)
    elif now < row.next_at:
        changes.save(at, due=row.next_at)
    else:
        start_game(at, players, now)
    return True


def _plays_next(row: Table, seat: Seat) -> bool:
    return not seat.leaving and not seat.sitting_out and seat.stack >= row.ante


def _must_go(row: Table, seat: Seat, now: int) -> bool:
    if seat.player.is_bot and seat.stack < row.ante:
        return True
    return seat.leaving or (seat.out_since is not None and seat.out_since + OUT_MS <= now)


def _put_out(at: TableAt, seat: Seat, now: int) -> bool:
    return changes.save_seat(at, seat, now, sitting_out=True, out_since=now, broke_since=None)


def _rest(at: TableAt, now: int) -> bool:
    """Too few players: the last result stays until its time is over, then the table waits, or closes."""
    row = at.row
    if row.record and row.next_at is not None and now < row.next_at:
        changes.save(at, due=row.next_at)
        return True
    people = [seat for seat in at.seats.values() if not seat.player.is_bot]
    for seat in people:
        if not seat.sitting_out and presence.is_away(row.pk, seat.player_id, now):
            return _put_out(at, seat, now)
    at.game = at.deal = None
    at_rest = {"record": "", "game_id": "", "next_at": None}
    if people:
        changes.save(at, **at_rest, due=min(_wakes_at(seat, now) for seat in people))
    else:
        changes.save(at, **at_rest, **_empty(row, now))
    return True


def _wakes_at(seat: Seat, now: int) -> int:
    """When the clock must look after a sitter at rest, whatever they do."""
    if seat.out_since is not None:
        return seat.out_since + OUT_MS
    return now + LOOK_MS if seat.broke_since is None else seat.broke_since + Seat.BROKE_MS


def _empty(row: Table, now: int) -> dict[str, object]:
    """A table without people: the house's waits for some, another closes in the end."""
    since = row.empty_since or now
    if row.house:
        return {"due": None}
    if since + EMPTY_MS > now:
        return {"due": since + EMPTY_MS, "empty_since": since}
    return {"due": None, "closed": True}


def start_game(at: TableAt, players: list[Seat], now: int) -> None:
    """The next game, with the first step towards its first deal."""
    dealing.begin(at, players, now)
    dealing.go_on(at, now)


# --- bots -------------------------------------------------------------------------------------------------------------


def _next_bot_step(at: TableAt, now: int) -> Callable[[], bool] | None:
    """A bot to come or to go before the next game, if the company is not what it should be."""
    here = [seat for seat in at.seats.values() if seat.player.is_bot]
    wanted = _bots_wanted(at, len(here))
    if len(here) > wanted:
        return partial(seats.free, at, here[-1], due=now)
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
    seats.take(at, bot, cast.chance.choice(free), row.ante * cast.chance.randint(60, 140))
    row.due = now
    return True
