"""A player's games as files: a table for spreadsheets, and their records as text."""

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import User
from games.rules import record

from . import history, statement
from .history import Played
from .models import GameRecord

ROWS = 150  # of the table that are read at once: some 40 ms
RECORDS = 50  # each takes some ms to read and to mask

COLUMNS = (
    *("time", "table", "game_no", "rules", "ante", "chips", "seat", "with", "stack", "net", "won", "called_off"),
    *("bank", "deals", "seconds", "id"),
)


def csv_part(user: User, wanted: Q, before: int | None) -> tuple[str, int | None]:
    """The games before the one with that id (None: the newest) as CSV, and where it ends; None once it is over."""
    games = history.games_of(user, before, ROWS, wanted)
    text = statement.csv_rows(_csv_of(game, user) for game in games)
    return (text if before else statement.csv_head(COLUMNS) + text), _end(games, ROWS)


def _csv_of(played: Played, user: User) -> Iterable[object]:
    """A game under COLUMNS."""
    row, mine = played.row, played.result_of(user)
    assert mine is not None
    others = [result.player.name for result in played.results if result.player_id != user.pk]
    return (
        *(played.ended.isoformat(timespec="seconds"), row.table.name, row.game_no, row.ruleset, row.ante),
        *("tournament" if played.in_tournament else "cash", mine.seat, ", ".join(others), mine.stack, mine.net),
        *("yes" if mine.won else "no", "yes" if row.void else "no", row.bank, row.deals),
        *(int(played.lasted.total_seconds()), row.public_id),
    )


def records_part(user: User, wanted: Q, before: int | None) -> tuple[str, int | None]:
    """The same games' records, each masked as this player may have it."""
    games = history.games_of(user, before, RECORDS, wanted)
    records = dict(GameRecord.objects.filter(pk__in=[game.row.pk for game in games]).values_list("pk", "record"))
    for game in games:
        game.row.record = records[game.row.pk]
    return "".join(_record_of(game, user) for game in games), _end(games, RECORDS)


def _end(games: list[Played], size: int) -> int | None:
    return games[-1].row.pk if len(games) == size else None


def _record_of(game: Played, user: User) -> str:
    mine = game.result_of(user)
    what = f"game {game.row.public_id}, {game.ended.isoformat(timespec='seconds')}"
    try:
        return f"; {what}\n{history.masked(game.row, mine.seat if mine else None)}\n"
    except record.RecordError:
        return f"; {what}: its record can't be read any more\n\n"
