"""What of a tournament is told while it is open somewhere: facts for everybody, and each player's own.

Read in two or three statements for all who listen, because a large field listens all at once.
"""

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Max
from django.urls import reverse

from . import ending, places, prizes
from .models import Entry, Tournament

Facts = dict[str, Any]


class News(NamedTuple):
    """`players` holds what is each one's own, by the user's number."""

    public: Facts
    players: dict[int, Facts]


class Row(NamedTuple):
    """What of an entry is needed here; much less than a model of it costs, for a thousand of them."""

    player: int
    state: str
    stack: int
    score: int
    paused: bool
    fallen: int | None
    place: int | None
    prize: int
    number: int
    table: str | None
    table_number: int | None


FIELDS = ("player", "state", "stack", "score", "paused", "fallen", "place", "prize", "number",
          "table__table__public_id", "table__number")  # fmt: skip


def of(tournament_id: int) -> News:
    """The newest. Raises Tournament.DoesNotExist."""
    tournament = Tournament.objects.get(pk=tournament_id)
    entries = tournament.counted.order_by("pk")
    rows = [Row(*values) for values in entries.values_list(*FIELDS)]
    return News(_public(tournament), _players(tournament, rows))


# --- for everybody ----------------------------------------------------------------------------------------------------


def _public(tournament: Tournament) -> Facts:
    ante, bet = tournament.stakes(tournament.level)
    next_ante, _bet = tournament.stakes(tournament.level + 1)
    runs = tournament.state == Tournament.RUNNING
    chips = tournament.entries * tournament.stack
    return {
        "tournament": tournament.public_id,
        "format": tournament.format,
        "state": tournament.state,
        "why": tournament.why,
        "starts_at": tournament.starts_at,
        "levels": len(tournament.levels),
        "level": tournament.level,
        "ante": ante,
        "bet": bet,
        "next_ante": next_ante,
        "level_ends": tournament.level_ends,
        "level_ms": tournament.level_ms if tournament.is_timed else None,
        "level_games_left": _games_left(tournament) if runs else None,
        "break_next": tournament.break_next,
        "break_until": tournament.break_until,
        "next_break": _next_break(tournament) if runs else None,
        "ends_at": tournament.ends_at,
        "entries": tournament.entries,
        "max_entries": tournament.max_entries,
        "left": tournament.left,
        "open": tournament.is_open,
        "tables": tournament.tables_open,
        "average": None if tournament.is_arena or not tournament.left else chips // tournament.left,
        "hand_for_hand": tournament.hand_for_hand,
        "final_table": tournament.final_table,
        "paid_places": ending.paid_places(tournament),
        "next": _next(tournament),
    }


def _games_left(tournament: Tournament) -> int | None:
    """Where games are counted: until one table has played so many more, the level goes on."""
    if tournament.is_timed or tournament.level_games is None:
        return None
    played = tournament.tables.filter(closed=False).aggregate(most=Max("games_at_level"))["most"] or 0
    return max(0, tournament.level_games - played)


def _next_break(tournament: Tournament) -> int | None:
    """When the next break begins, ms; where games are counted nobody can say."""
    if not tournament.break_every or tournament.level_ends is None:
        return None
    return tournament.level_ends + -tournament.level % tournament.break_every * tournament.level_ms


def _next(tournament: Tournament) -> str | None:
    """The page of the sit & go of the same series that waits for players."""
    if tournament.format != Tournament.SIT_AND_GO or tournament.series_id is None:
        return None
    waits = Tournament.objects.filter(series=tournament.series_id, state=Tournament.ANNOUNCED).exclude(pk=tournament.pk)
    found = waits.values_list("public_id", flat=True).first()
    return None if found is None else _path("tournament", found)


# --- each player's own ------------------------------------------------------------------------------------------------


def _players(tournament: Tournament, rows: list[Row]) -> dict[int, Facts]:
    standing = _standing(tournament, rows)
    sharing = Counter(standing)
    chips = _prizes(tournament, rows)
    outs: dict[int, int] = {}
    players: dict[int, Facts] = {}
    for index, row in enumerate(rows):  # of several entries the last counts
        if row.state == Entry.OUT:
            outs[row.player] = outs.get(row.player, 0) + 1
        again = row.number + 1 if _may_enter_again(tournament, outs.get(row.player, 0)) else None
        players[row.player] = _own(tournament, row, standing[index], sharing[standing[index]] > 1, chips[index], again)
    return players


def _own(
    tournament: Tournament, row: Row, place: int | None, tied: bool, prize: int | None, again: int | None
) -> Facts:
    plays = row.state == Entry.IN and tournament.state == Tournament.RUNNING
    known = tournament.entries_closed or tournament.state in (Tournament.PAYING, Tournament.FINISHED)
    over = {
        "place": place,
        "final": known,
        "tied": tied,
        "prize": prize,
        "may_enter_again": again is not None,
        "next_entry": again,
    }
    ended = row.state == Entry.OUT or tournament.state in (Tournament.PAYING, Tournament.FINISHED)
    return {
        "state": row.state,
        "place": place,
        "stack": None if tournament.is_arena else row.stack,
        "score": row.score if tournament.is_arena else None,
        "table": row.table if plays else None,
        "number": row.table_number if plays else None,
        "paused": row.paused,
        "prize": prize,
        "out": over if ended else None,
    }


def _may_enter_again(tournament: Tournament, outs: int) -> bool:
    room = tournament.is_open and tournament.entries < tournament.max_entries
    return room and 0 < outs <= tournament.re_entries


def _standing(tournament: Tournament, rows: list[Row]) -> list[int | None]:
    """The place of each entry as things stand: of those who are out, what they fell to; None while that is open."""
    if tournament.is_arena:
        ranked: list[int | None] = list(places.ranking([row.score for row in rows]))
    else:
        stacks = [row.stack if row.state == Entry.IN else -1 for row in rows]
        by_stack = places.ranking(stacks)
        ranked = [
            by_stack[index] if row.state == Entry.IN else _fell_to(tournament, row) for index, row in enumerate(rows)
        ]
    return [row.place or place for row, place in zip(rows, ranked, strict=True)]


def _fell_to(tournament: Tournament, row: Row) -> int | None:
    return None if row.fallen is None else places.place(tournament.entries, row.fallen)


def _prizes(tournament: Tournament, rows: list[Row]) -> list[int | None]:
    """What each has won. Who is out of a knock-out that goes on knows it as soon as nobody can enter any more."""
    if tournament.state in (Tournament.PAYING, Tournament.FINISHED):
        return [row.prize for row in rows]
    unknown: list[int | None] = [None] * len(rows)
    if tournament.is_arena or not tournament.entries_closed or not ending.pool(tournament):
        return unknown
    weights = prizes.weights(tournament.prizes, tournament.entries, tournament.percentages)
    won = prizes.amounts(ending.pool(tournament), weights)
    fell = [None if row.state == Entry.IN else _fell_to(tournament, row) for row in rows]
    try:
        shares = prizes.shared(won, [place or 1 for place in fell])
    except ValueError:
        return unknown  # somebody went out between the two statements: there is more news already
    return [share if place else None for share, place in zip(shares, fell, strict=True)]


# --- where somebody plays ---------------------------------------------------------------------------------------------


def calls(users: list[int]) -> dict[int, list[Facts]]:
    """By user: the tournaments' tables where a chair is theirs now."""
    found = Entry.objects.filter(
        player__in=users, state=Entry.IN, table__isnull=False, tournament__state=Tournament.RUNNING
    )
    seats = found.order_by("pk").values_list(
        "player", "tournament__public_id", "tournament__name", "table__table__public_id", "table__number"
    )
    tables: dict[int, list[Facts]] = {user: [] for user in users}
    for user, tournament, name, table, number in seats:
        href, page = _path("table", table), _path("tournament", tournament)
        tables[user].append({"href": href, "page": page, "tournament": tournament, "name": name, "table": number})
    return tables


@lru_cache(maxsize=2_000)
def _path(name: str, public_id: str) -> str:
    """Reversing an address takes longer than all the rest, and a whole field is called at once."""
    return reverse(name, args=[public_id])


def has_live_entry(user_id: int) -> bool:
    """Whether this user may be called to a table before long."""
    going_on = (Tournament.ANNOUNCED, Tournament.RUNNING)
    return Entry.objects.filter(player=user_id, state=Entry.IN, tournament__state__in=going_on).exists()
