"""Reading a table: the table at one version, its game replayed and cached, and what each viewer may know, as bytes."""

import json
import logging
import threading
from collections import OrderedDict
from typing import Any

from django.conf import settings

from accounts.models import User
from games.rules import Game, Ruleset, record
from games.rules.view import options
from games.rules.view import view as game_view

from . import bell, presence, proofs
from .models import PlayerResult, Seat, Table
from .proofs import Deal, Proof
from .timing import Timing

log = logging.getLogger(__name__)

CACHED = 2_000  # tables whose replayed game is kept in this process


class TableAt:
    """A table as of one version: its row, its seats by number, its game that runs or has just ended, timing and deal.

    Whoever takes one out of the cache owns it until it is put back, so a game is never changed and read at once.
    """

    __slots__ = ("deal", "game", "row", "seats", "timing")

    def __init__(
        self, row: Table, seats: dict[int, Seat], game: Game | None, timing: Timing, deal: Deal | None = None
    ) -> None:
        self.row = row
        self.seats = seats
        self.game = game
        self.timing = timing
        self.deal = deal  # the latest of this game, where it has a proof

    def seat_of(self, user_id: int | None) -> Seat | None:
        """The seat that this user sits in."""
        for seat in self.seats.values():
            if seat.player_id == user_id:
                return seat
        return None

    def in_game(self, seat: Seat) -> bool:
        """Whether this sitter was dealt into the game on the table (its number alone could be a predecessor's)."""
        return self.game is not None and seat.number in self.game.seats and seat.first_game <= self.row.game_no

    def stack(self, seat: Seat) -> int:
        """The chips in front of the seat now."""
        if self.game is not None and self.row.running and self.in_game(seat):
            return self.game.stacks[seat.number]
        return seat.stack

    def bank_ms(self, seat: Seat) -> int:
        """What is left of the seat's time bank, ms."""
        return max(0, seat.bank_ms - self.timing.used.get(seat.number, 0))

    def ask(self, number: int) -> int | None:
        """The number of the question that the seat is asked now, unlike any other of this table; None when none is."""
        asked_at = self.game.asked_at(number) if self.game else None
        return None if asked_at is None else self.row.game_no * 100_000 + asked_at


_cache: OrderedDict[int, TableAt] = OrderedDict()
_drawn: dict[int, tuple[int, dict[int | None, bytes]]] = {}
_proofs: dict[int, Proof] = {}
_company: dict[int, tuple[tuple[int, ...], int]] = {}
_watching: dict[int, int] = {}  # pages open here of people and strangers without a seat, as of the last sweep
_newer = threading.Lock()  # between two threads that have drawn the same table


def load(table_id: int) -> TableAt:
    """Read a table and its seats at one version. Raises Table.DoesNotExist, and RecordError where none can."""
    while True:
        row = Table.objects.get(pk=table_id)
        seats = _seats_of(row)
        if version(table_id) == row.version:
            return _replayed(row, seats)


def at_version(row: Table) -> TableAt:
    """The table as of this row, which the caller has read and locked. Raises RecordError."""
    at = _cache.pop(row.pk, None)
    return at if at and at.row.version == row.version else _replayed(row, _seats_of(row))


def _seats_of(row: Table) -> dict[int, Seat]:
    return {seat.number: seat for seat in Seat.objects.filter(table=row.pk).select_related("player")}


def _replayed(row: Table, seats: dict[int, Seat]) -> TableAt:
    try:
        game, timing, moves = replay(row)
    except record.RecordError as error:
        log.error("table %s: its record does not replay: line %s, column %s", row.pk, error.line, error.column)
        raise
    return TableAt(row, seats, game, timing, proofs.latest(row, game, moves))


def replay(row: Table) -> tuple[Game | None, Timing, list[record.Move]]:
    """The game on the table, its timing and its moves, from the record alone."""
    timing = Timing(row.turn_ms)
    if not row.record:
        return None, timing, []
    read = record.read(row.record)
    deal = 0
    for move in read.moves:
        if move.deal != deal:
            timing.deal()
            deal = move.deal
        timing.note(move.seat, move.action, move.tenths, move.by_clock)
    if row.settled:
        timing = Timing(row.turn_ms)  # booked on the seats already
    return read.game, timing, read.moves


def version(table_id: int) -> int | None:
    """The table's version in the database now."""
    return Table.objects.filter(pk=table_id).values_list("version", flat=True).first()


def take(table_id: int) -> tuple[TableAt, bool]:
    """The table for the caller alone, and whether it came from the cache and so may be behind."""
    at = _cache.pop(table_id, None)
    return (at, True) if at else (load(table_id), False)


def put(at: TableAt) -> None:
    """Give the table back for others to take."""
    _cache[at.row.pk] = at
    while len(_cache) > CACHED:
        _cache.popitem(last=False)


def current(table_id: int) -> TableAt:
    """The table at the newest version, for the caller alone."""
    at, cached = take(table_id)
    return load(table_id) if cached and version(table_id) != at.row.version else at


def draw(at: TableAt, now: int) -> None:
    """Build the frame of everybody who listens in this process: once a seat, and once for all who have none."""
    frames: dict[int | None, bytes] = {}
    public = None
    company = _company_of(at, now)
    proof = _proof_of(at)
    for viewer in listening(at.row.pk):
        seat = at.seat_of(viewer) if viewer is not None else None
        if seat:
            frames[viewer] = frame(at, seat, now)
        else:
            public = frames[viewer] = public or frame(at, None, now)
    with _newer:
        if _drawn.get(at.row.pk, (0,))[0] > at.row.version:
            return  # another thread has drawn a newer one meanwhile
        _drawn[at.row.pk] = (at.row.version, frames)
        _company[at.row.pk] = company
        if proof is not None:
            _proofs[at.row.pk] = proof
        else:
            _proofs.pop(at.row.pk, None)


def _proof_of(at: TableAt) -> Proof | None:
    if at.deal is None:
        is_test = bool(settings.AZI_STACKED_DECKS) and at.game is not None
        return proofs.nothing_to_prove(at.row.next_deal - 1) if is_test else None
    return proofs.proof_of(at.deal, at.game, {n: seat.player_id for n, seat in at.seats.items() if at.in_game(seat)})


def proof(table_id: int) -> Proof | None:
    """What the table's latest deal can prove, as it was last drawn in this process."""
    return _proofs.get(table_id)


def redraw(table_id: int, now: int) -> bool:
    """Draw the newest version, whoever wrote it. True: somebody who has been shown a frame is to see another.

    Raises Table.DoesNotExist.
    """
    _version, before = _drawn.get(table_id, (0, {}))
    at = current(table_id)
    draw(at, now)
    put(at)
    _version, after = _drawn.get(table_id, (0, {}))
    return any(after.get(viewer) != body for viewer, body in before.items())


def behind(now: int) -> list[int]:
    """Tables that somebody listens to here and whose drawing is no longer true: a lost ring, or somebody's absence."""
    ids = [int(topic.partition(":")[2]) for topic in bell.topics("table:")]
    presence.refresh(ids, now)
    for table_id in set(_drawn) - set(ids):
        _drawn.pop(table_id, None)
        _proofs.pop(table_id, None)
        _company.pop(table_id, None)
        _watching.pop(table_id, None)
    newest = Table.objects.filter(pk__in=ids).values_list("pk", "version")
    return [pk for pk, version in newest if _drawn.get(pk, (0,))[0] != version or _company_changed(pk, now)]


def online(at: TableAt, now: int) -> tuple[int, ...]:
    """The users seated at the table whose pages are heard from."""
    return tuple(s.player_id for s in at.seats.values() if presence.is_online(at.row.pk, s.player_id, now))


def _company_of(at: TableAt, now: int) -> tuple[tuple[int, ...], int]:
    """Who is there, and how many watch: what a drawing shows beside the table's version."""
    return online(at, now), _watching.get(at.row.pk, 0)


def _company_changed(table_id: int, now: int) -> bool:
    """Whether a drawing shows other company than there is. Counts who watches: only here, for whoever opened and
    closed a page again and again could else have everybody's page drawn anew each time."""
    at = _cache.get(table_id)
    if at is None:
        return False
    pages = bell.listeners(f"table:{table_id}")
    _watching[table_id] = sum(page.user_id is None or at.seat_of(page.user_id) is None for page in pages)
    return _company.get(table_id) != _company_of(at, now)


def frame(at: TableAt, seat: Seat | None, now: int) -> bytes:
    """One view as it goes over the wire."""
    return json.dumps(view(at, seat, now), separators=(",", ":")).encode()


def is_shown(table_id: int, viewer: int | None) -> bool:
    """Whether what this process has drawn for a viewer is of the newest version."""
    newest = drawn(table_id, viewer)
    return newest is not None and newest[0] == version(table_id)


def drawn(table_id: int, viewer: int | None) -> tuple[int, bytes] | None:
    """The newest frame that this process has drawn for a viewer, with its version."""
    version, frames = _drawn.get(table_id, (0, {}))
    body = frames.get(viewer)
    return None if body is None else (version, body)


def view(at: TableAt, seat: Seat | None, now: int) -> dict[str, Any]:
    """All that the sitter of `seat` (None: a spectator) may know of the table: the protocol's `view`."""
    row, game = at.row, at.game
    playing = seat.number if seat and at.in_game(seat) else None
    part: dict[str, Any] = _NO_GAME
    if game:
        part = game_view(game, playing)
        if game.deals == 0 and row.dealer is None:
            part["dealer"] = None  # still to be drawn
        if row.settled and not game.is_over:
            part = called_off(part, game)
        if part["result"]:
            part = name_players(part, _players(at, game))
    return {
        **frame_of(row, row.ruleset),
        "version": row.version,
        "watching": _watching.get(row.pk, 0),
        "game": row.game_id if game else None,
        "game_no": row.game_no,
        "next_deal": row.next_deal,
        **part,
        "phase": phase_of(part),
        "my_seat": seat.number if seat else None,
        "mine": _mine(seat) if seat else None,
        "seats": _seats(at, part["seats"], now),
        "deadline": row.deadline if part["to_act"] else None,
        "next": row.next_at,
        "ask": at.ask(playing) if playing else None,
    }


def frame_of(row: Table, rules: Ruleset) -> dict[str, Any]:
    """What of a view is the table's, whatever is played there; `rules` are those that the game is played by."""
    return {
        "type": "view",
        "table": row.public_id,
        "epoch": settings.AZI_EPOCH,
        "name": row.name,
        "private": row.private,
        "ruleset": options(rules),
        "seats_total": row.seats_total,
        "buy_in": list(row.buy_in) if row.stakes == Table.CASH else [0, 0],
        "stakes": row.stakes,
        "turn_ms": row.turn_ms,
        "bots": row.bots,
        "bot_level": row.bot_level if row.bots else None,
    }


def phase_of(part: dict[str, Any]) -> str:
    """The protocol's phase of a game's part: while the rules wait for a deck, it is shuffled."""
    return "shuffle" if part["phase"] == "deal" else str(part["phase"])


_NO_GAME: dict[str, Any] = {
    "deal": 0,
    "phase": "waiting",
    "dealer": None,
    "turn_up": None,
    "six_up": False,
    "bank": 0,
    "level": 0,
    "leader": None,
    "seats": [],
    "trick": [],
    "last_trick": [],
    "to_act": [],
    "legal": [],
    "cost": {},
    "events": [],
    "result": None,
}


def _mine(seat: Seat) -> dict[str, Any]:
    """What only the sitter needs to know of the seat."""
    return {
        "show_at_once": seat.show_at_once,
        "top_up_to": seat.top_up_to,
        "broke_until": None if seat.broke_since is None or seat.sitting_out else seat.broke_since + Seat.BROKE_MS,
    }


def called_off(part: dict[str, Any], game: Game) -> dict[str, Any]:
    """The view of a game that an operator ended: nothing is asked any more, and nobody has won or lost."""
    stacks = [{**seat, "stack": game.seats[seat["seat"]].start} for seat in part["seats"]]
    result = {"winner": None, "how": "void", "bank": part["bank"], "shares": {}, "net": {}}
    return {**part, "phase": "over", "seats": stacks, "to_act": [], "legal": [], "cost": {}, "result": result}


_NOT_IN = {"in": False, "looked": False, "bid": 0, "paid": 0, "cards": [], "tricks": 0, "last": None}


def _seats(at: TableAt, dealt: list[dict[str, Any]], now: int) -> list[dict[str, Any]]:
    in_game = {part["seat"]: part for part in dealt}
    seats = []
    for number, seat in sorted(at.seats.items()):
        part = in_game.get(number) if at.in_game(seat) else None
        seats.append(
            {
                "seat": number,
                "player": seat.player.public_id,
                "name": seat.player.name,
                "bot": seat.player.is_bot,
                "online": seat.player.is_bot or presence.is_online(at.row.pk, seat.player_id, now),
                "sitting_out": seat.sitting_out,
                "waiting": part is None,
                "leaving": seat.leaving,
                "bank_ms": at.bank_ms(seat),
                **(part or _NOT_IN),
                "stack": at.stack(seat),  # a game that is over doesn't know of a top-up since
            }
        )
    return seats


def name_players(part: dict[str, Any], players: dict[int, User]) -> dict[str, Any]:
    """A game's part whose result says who played it: once it is over, others may sit in their seats."""
    if part["result"] is None:
        return part
    named = {
        str(one["seat"]): {
            "player": players[one["seat"]].public_id,
            "name": players[one["seat"]].name,
            "bot": players[one["seat"]].is_bot,
            **{fact: one[fact] for fact in ("in", "tricks", "last")},
        }
        for one in part["seats"]
        if one["seat"] in players
    }
    return {**part, "result": {**part["result"], "players": named}}


def _players(at: TableAt, game: Game) -> dict[int, User]:
    """Who played the game on the table, by seat, also who has given up the seat."""
    players = {number: seat.player for number, seat in at.seats.items() if at.in_game(seat)}
    gone = [number for number in game.numbers if number not in players]
    if gone:
        results = PlayerResult.objects.filter(game__public_id=at.row.game_id, seat__in=gone).select_related("player")
        players |= {result.seat: result.player for result in results}
    return players


def listening(table_id: int) -> set[int | None]:
    """For whom frames of this table are wanted in this process."""
    return {listener.user_id for listener in bell.listeners(f"table:{table_id}")}


def closed(table_ids: list[int]) -> list[int]:
    """Those of these tables that are closed for good."""
    return list(Table.objects.filter(pk__in=table_ids, closed=True).values_list("pk", flat=True))


def forget(table_id: int) -> None:
    """Drop what this process keeps of a table."""
    _cache.pop(table_id, None)
    _drawn.pop(table_id, None)
    _proofs.pop(table_id, None)
    _company.pop(table_id, None)
    _watching.pop(table_id, None)
