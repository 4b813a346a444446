"""Finished games, read back: who played and won what, and step by step what one viewer may see of each.

A replay is made from the record as masked for its viewer, so a card that they may not know isn't even in memory.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from accounts.models import User
from games.rules import Game, Ruleset, record
from games.rules.view import view as game_view

from .models import GameRecord, PlayerResult, Table
from .tables import called_off, frame_of, name_players, phase_of
from .timing import moment

PAGE = 25
KNOWN_RULES = frozenset({1})  # versions of the rules; games.rules replays all of them


@dataclass(frozen=True)
class Played:
    """A finished game and its players by seat. `game` is None where its record isn't read, or can't be any more."""

    row: GameRecord
    results: list[PlayerResult]
    game: Game | None

    @property
    def ruleset(self) -> Ruleset:
        """The rules that it was played by; where its record isn't read, the table's, whose stakes may be others now."""
        return self.game.ruleset if self.game else self.row.table.ruleset

    @property
    def winner(self) -> PlayerResult | None:
        return next((result for result in self.results if result.won), None)

    @property
    def share(self) -> int:
        """What the winner took of the bank."""
        return self.game.shares.get(self.game.winner or 0, 0) if self.game else self.row.bank

    @property
    def is_azi(self) -> bool:
        return self.row.deals > 1

    @property
    def in_tournament(self) -> bool:
        """Whether its chips are a tournament's own, of no wallet."""
        return self.row.table.stakes == Table.TOURNAMENT

    @property
    def times_azi(self) -> int:
        return self.row.deals - 1

    @property
    def ended(self) -> datetime:
        return moment(self.row.ended_at)

    @property
    def lasted(self) -> timedelta:
        return timedelta(seconds=max(0, self.row.ended_at - self.row.started_at) // 1000)

    def result_of(self, user: User | None) -> PlayerResult | None:
        """What this user won or lost in it; None for whoever did not play."""
        return next((result for result in self.results if user and result.player_id == user.pk), None)


_results = PlayerResult.objects.select_related("player").order_by("seat")
_RESULTS = Prefetch("results", _results)
_OF_A_ROW = ("game", "player", "seat", "stack", "net", "won", "player__name", "player__is_bot")
_RESULTS_OF_A_ROW = Prefetch("results", _results.only(*_OF_A_ROW))


def find(public_id: str) -> GameRecord | None:
    """A finished game with its players. One that still runs is none yet."""
    return GameRecord.objects.select_related("table").prefetch_related(_RESULTS).filter(public_id=public_id).first()


def played(row: GameRecord) -> Played:
    """A finished game as the rules read its record."""
    try:
        game = _read(row).game
    except record.RecordError:
        game = None
    return Played(row, list(row.results.all()), game)


def _read(row: GameRecord) -> record.Record:
    """The record, which is replayed by the rules that it was played by. Raises RecordError, also where nobody knows
    these."""
    if row.rules_version not in KNOWN_RULES:
        raise record.RecordError(f"the rules of version {row.rules_version} are not known", 1, 1)
    return record.read(row.record)


def results_of(user: User, wanted: Q | None = None) -> QuerySet[PlayerResult]:
    """This player's results, those that are wanted: conditions of what the index `result_of_player_with_facts` has."""
    return PlayerResult.objects.filter(wanted or Q(), player=user)


def games_of(user: User, before: int | None = None, size: int = PAGE, wanted: Q | None = None) -> list[Played]:
    """The newest of these games of this player, or the newest before the one with that id, newest first.

    A row of a list needs no record, and reading one takes longer than all the rest: these are without.
    """
    ids = results_of(user, wanted).order_by("-game")
    if before is not None:
        ids = ids.filter(game__lt=before)
    rows = GameRecord.objects.select_related("table").prefetch_related(_RESULTS_OF_A_ROW)
    rows = rows.defer("record", "table__record")
    found = rows.in_bulk(list(ids.values_list("game_id", flat=True)[:size]))
    return [Played(found[pk], list(found[pk].results.all()), None) for pk in sorted(found, reverse=True)]


def neighbours(row: GameRecord) -> tuple[str | None, str | None]:
    """The games before and after this one at its table."""
    others: QuerySet[GameRecord] = GameRecord.objects.filter(table=row.table_id)
    ids = others.values_list("public_id", flat=True)
    before = ids.filter(game_no__lt=row.game_no).order_by("-game_no").first()
    return before, ids.filter(game_no__gt=row.game_no).order_by("game_no").first()


# --- what a viewer may see --------------------------------------------------------------------------------------------


def masked(row: GameRecord, seat: int | None) -> str:
    """The record as this seat, or with None the public, may have it. Raises RecordError."""
    return record.mask(_read(row), seat)


def views(row: GameRecord, seat: int | None, knows_table: bool = True) -> list[dict[str, Any]]:
    """The table as this seat, or with None a spectator, saw it after each deal and action. Raises RecordError.

    Each is a whole `view` of the protocol, its version the number of the step. Who came by a shared game's link learns
    nothing of its table.
    """
    known = record.read(masked(row, seat))
    people = {result.seat: _person(result) for result in row.results.all()}
    outer = {**_outer(row, known.game.ruleset), "mine": _NOTHING_TO_SET if seat else None}
    if not knows_table:
        outer |= _SOME_TABLE
    players = {result.seat: result.player for result in row.results.all()}
    made = []
    for step, bare in enumerate(parts(known, seat, row.void), 1):
        part = name_players(bare, players)
        seats = [{**people.get(one["seat"], _NOBODY), **one} for one in part["seats"]]
        made.append({**outer, **part, "version": step, "phase": phase_of(part), "seats": seats})
    return made


def waits(row: GameRecord) -> list[int | None]:
    """How many ms passed before each action of the game as it was played, None for other steps. Raises RecordError."""
    known = _read(row)
    made: list[int | None] = []
    for deal in range(1, len(known.decks) + 1):
        made += [None, *(100 * (move.tenths or 0) for move in known.moves if move.deal == deal)]
    return [*made, None] if row.void else made


def parts(known: record.Record, seat: int | None, void: bool) -> Iterator[dict[str, Any]]:
    """The game's part of each view: what the rules say."""
    game = record.restart(known.game)
    part = game_view(game, seat)  # of a game that was called off before its cards went out there is no more
    for game in record.steps(known):
        part = game_view(game, seat)
        yield part
    if void:
        yield called_off(part, game)


def _outer(row: GameRecord, rules: Ruleset) -> dict[str, Any]:
    """What of a view is the same at every step."""
    return {
        **frame_of(row.table, rules),
        "watching": 0,
        "game": row.public_id,
        "game_no": row.game_no,
        "next_deal": None,
        "deadline": None,
        "next": None,
        "ask": None,
    }


def _person(result: PlayerResult) -> dict[str, Any]:
    return {**_NOBODY, "player": result.player.public_id, "name": result.player.name, "bot": result.player.is_bot}


_SOME_TABLE: dict[str, Any] = {
    "table": "",
    "name": "",
    "buy_in": [0, 0],
    "turn_ms": 0,
    "bots": False,
    "bot_level": None,
    "game_no": 0,
}
_NOTHING_TO_SET: dict[str, Any] = {"show_at_once": True, "top_up_to": None, "broke_until": None}
_NOBODY: dict[str, Any] = {
    "player": "",
    "name": "",
    "bot": False,
    "online": True,
    "sitting_out": False,
    "waiting": False,
    "leaving": False,
    "bank_ms": 0,
}
