"""What tournaments and leaderboards know of somebody, for themselves."""

from datetime import datetime
from typing import Any

from accounts.known import Known, in_batches
from accounts.models import User
from games.timing import moment

from .models import Entry, Move, Score, Tournament


def of(user: User) -> Known:
    entries = Entry.objects.filter(player=user).select_related("tournament")
    moves = Move.objects.filter(entry__player=user).select_related("tournament")
    return {
        "tournament_entries": map(_entry, in_batches(entries)),
        "moves_to_other_tables": map(_move, in_batches(moves)),
        "tournaments_opened": map(_tournament, in_batches(Tournament.objects.filter(opened_by=user))),
        "scores": map(_score, in_batches(Score.objects.filter(player=user))),
    }


def _entry(row: Entry) -> dict[str, Any]:
    return {
        **_tournament(row.tournament),
        "number": row.number,
        "entered": _time(row.created),
        "entry": row.state,
        "out": _time(row.out_at),
        "place": row.place,
        "prize": row.prize,
        "points": row.points,
        "score": row.score,
        "games": row.games,
        "games_won": row.wins,
    }


def _move(row: Move) -> dict[str, Any]:
    return {**_tournament(row.tournament), "from": row.of, "to": row.to, "why": row.why, "at": _time(row.at)}


def _tournament(row: Tournament) -> dict[str, Any]:
    return {"tournament": row.name, "tournament_id": row.public_id, "state": row.state}


def _score(row: Score) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in row._meta.fields if field.name not in ("id", "player")}


def _time(ms: int | None) -> datetime | None:
    return None if ms is None else moment(ms)
