"""Who stands where in a tournament: a page of it, and the viewer's own row wherever it is."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.profiles import dye, initials

from . import ending, places
from .models import Entry, Tournament, TournamentTable

PAGE = 50  # entries
BEFORE = 12  # of them before the start, when the prizes and the terms matter more
WATCHED = 24  # tables to watch


@dataclass(frozen=True)
class Standing:
    """An entry in the standings. `rank` is None while a place is not known; `note` is about the viewer's own."""

    entry: Entry
    rank: int | None
    is_me: bool
    is_cut: bool = False
    note: str = ""
    nth: int = 1  # of this player's entries, those apart that were withdrawn

    @property
    def dye(self) -> int:
        """Which of the six felts the patch beside the name is of: always the same for a player."""
        return dye(self.entry.player_id)

    @property
    def initials(self) -> str:
        return initials(self.entry.player.name)


@dataclass(frozen=True)
class Standings:
    rows: list[Standing]
    page: int
    pages: int
    paid: int

    @property
    def shows_tables(self) -> bool:
        return any(row.entry.table_id is not None and row.entry.state == Entry.IN for row in self.rows)


def standings(tournament: Tournament, viewer: User | None, page: int = 1) -> Standings:
    """A page of them, best first, and the viewer's own entry wherever it stands."""
    size = min(PAGE, BEFORE) if tournament.state == Tournament.ANNOUNCED else PAGE
    pages = max(1, -(-tournament.entries // size))
    page = min(page, pages)
    start = (page - 1) * size
    entries = list(_in_order(tournament)[start : start + size])
    ranks = _ranks(tournament, entries, start)
    shown = list(zip(entries, ranks, strict=True))
    mine = _own(tournament, viewer, entries)
    if mine is not None:
        above = bool(shown) and start > 0 and _is_better(mine, shown[0])
        shown.insert(0 if above else len(shown), mine)
    paid = ending.paid_places(tournament) if tournament.state != Tournament.ANNOUNCED else 0
    return Standings(_marked(tournament, shown, viewer, paid), page, pages, paid)


def _in_order(tournament: Tournament) -> QuerySet[Entry]:
    shown = tournament.counted.select_related("player", "table__table").defer("table__table__record")
    if tournament.state == Tournament.ANNOUNCED:
        return shown.order_by("pk")
    if tournament.is_over:
        return shown.order_by(F("place").asc(nulls_last=True), "pk")
    if tournament.is_arena:
        return shown.order_by("-score", "pk")
    # "in" comes before "out"; of those who are out, whose place waits for the round's end come first.
    return shown.order_by("state", "-stack", F("fallen").desc(nulls_first=True), "pk")


def _ranks(tournament: Tournament, entries: list[Entry], start: int) -> list[int | None]:
    """Ranks of entries that follow one another from that position on; equal ones share."""
    ranks: list[int | None] = []
    for index, entry in enumerate(entries):
        before = entries[index - 1] if index else None
        if before is not None and _worth(tournament, before) == _worth(tournament, entry):
            ranks.append(ranks[-1])
        elif index == 0 and start > 0:
            ranks.append(_rank(tournament, entry))
        else:
            ranks.append(_rank_at(tournament, entry, start + index + 1))
    return ranks


def _rank_at(tournament: Tournament, entry: Entry, position: int) -> int | None:
    """The rank of the first of equals, at this position."""
    if tournament.state == Tournament.ANNOUNCED:
        return position
    if tournament.is_over:
        return entry.place
    if not tournament.is_arena and entry.state == Entry.OUT:
        return None if entry.fallen is None else places.place(tournament.entries, entry.fallen)
    return position


def _rank(tournament: Tournament, entry: Entry) -> int | None:
    better = tournament.counted
    if tournament.state == Tournament.ANNOUNCED:
        better = better.filter(pk__lt=entry.pk)
    elif tournament.is_arena:
        better = better.filter(score__gt=entry.score)
    else:
        better = better.filter(state=Entry.IN, stack__gt=entry.stack)
    return _rank_at(tournament, entry, better.count() + 1)


def _worth(tournament: Tournament, entry: Entry) -> tuple[Any, ...]:
    """What two that share a rank have in common."""
    if tournament.state == Tournament.ANNOUNCED:
        return (entry.pk,)
    if tournament.is_over:
        return (entry.place,)
    if tournament.is_arena:
        return (entry.score,)
    return entry.state, entry.stack, entry.fallen


def _own(tournament: Tournament, viewer: User | None, shown: list[Entry]) -> tuple[Entry, int | None] | None:
    """The viewer's best entry with its rank, if none of theirs is among these."""
    if viewer is None or any(entry.player_id == viewer.pk for entry in shown):
        return None
    entry = _in_order(tournament).filter(player=viewer).first()
    return None if entry is None else (entry, _rank(tournament, entry))


def _is_better(one: tuple[Entry, int | None], other: tuple[Entry, int | None]) -> bool:
    return one[1] is not None and (other[1] is None or one[1] < other[1])


def _marked(
    tournament: Tournament, shown: list[tuple[Entry, int | None]], viewer: User | None, paid: int
) -> list[Standing]:
    """With the line below which nothing is won, and how far the viewer is from it."""
    rows: list[Standing] = []
    withdrawn = _withdrawn(tournament, [entry.player_id for entry, _rank in shown if entry.number > 1])
    in_the_prizes = True
    for entry, rank in shown:
        below = bool(paid) and rank is not None and rank > paid
        is_me = viewer is not None and entry.player_id == viewer.pk
        note = _note(rank, paid) if is_me and entry.state == Entry.IN and tournament.state == "running" else ""
        nth = entry.number - withdrawn[entry.player_id]  # nobody withdraws an entry after one that stood
        rows.append(Standing(entry, rank, is_me, below and in_the_prizes and bool(rows), note, nth))
        in_the_prizes = in_the_prizes and not below
    return rows


def _withdrawn(tournament: Tournament, players: list[int]) -> Counter[int]:
    """How many entries each of these players has withdrawn."""
    if not players:
        return Counter()
    taken_back = Entry.objects.filter(tournament=tournament, player__in=players, state=Entry.WITHDRAWN)
    return Counter(taken_back.values_list("player", flat=True))


def _note(rank: int | None, paid: int) -> str:
    if not paid or rank is None:
        return ""
    if rank <= paid:
        return _("in the prizes as it stands")
    short = ngettext("%(places)d place short of the prizes", "%(places)d places short of the prizes", rank - paid)
    return short % {"places": rank - paid}


def tables_to_watch(tournament: Tournament) -> list[TournamentTable]:
    """Its tables where somebody sits, one more than are shown where there are more."""
    playing = tournament.tables.filter(closed=False, players__gt=0).order_by("number")
    return list(playing.select_related("table").defer("table__record")[: WATCHED + 1])


def winners(tournament: Tournament) -> list[Entry]:
    """Who has the first place of one that is over; several where they share it."""
    return list(tournament.counted.filter(place=1).select_related("player").order_by("pk")[:4])
