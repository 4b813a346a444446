"""What pages show of tournaments: the lists, who stands where, what is to be won, and what the viewer may do. Only
reads, and never more rows than a page shows.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import F, Max, Q, QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import timing
from games.lobby import in_words
from games.refusals import Refusal

from . import ending, live, places, prizes, words
from .models import Entry, Tournament, TournamentTable

PAGE = 50  # entries
LISTED = 60  # tournaments that run, and as many that are to come
FINISHED_PAGE = 20
WATCHED = 24  # tables to watch
FIRST_PRIZES = 3
LAST_HOUR_MS = words.HOUR


def moment(ms: int | None) -> datetime | None:
    return datetime.fromtimestamp(ms / 1_000, UTC) if ms is not None else None


# --- the lists --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A tournament in a list; `entered` is whether the viewer is in, `winners` are those of a finished one."""

    tournament: Tournament
    entered: bool
    winners: list[str]
    now: int

    @property
    def format(self) -> str:
        return words.format_of(self.tournament)

    @property
    def rules(self) -> str:
        return in_words(self.tournament.ruleset(1))

    @property
    def fee(self) -> str:
        return words.fee_of(self.tournament)

    @property
    def starts(self) -> datetime | None:
        return moment(self.tournament.starts_at)

    @property
    def ended(self) -> datetime | None:
        return moment(self.tournament.ended_at)

    @property
    def ends(self) -> int | None:
        """When an arena is over, ms."""
        return self.tournament.ends_at

    @property
    def starts_in(self) -> str:
        return words.how_long((self.tournament.starts_at or self.now) - self.now)

    @property
    def ends_in(self) -> str:
        return words.how_long((self.tournament.ends_at or self.now) - self.now)

    @property
    def pool(self) -> int:
        return ending.pool(self.tournament)

    @property
    def is_cancelled(self) -> bool:
        return self.tournament.state in (Tournament.REFUNDING, Tournament.CANCELLED)

    @property
    def places(self) -> list[bool]:
        """The places of one small enough to be drawn, those that are taken first."""
        taken, most = self.tournament.entries, self.tournament.max_entries
        return [True] * taken + [False] * (most - taken) if most <= 12 else []


def running(viewer: User | None, wanted: Mapping[str, Any], purse: int) -> list[Row]:
    found = _fitting(viewer, wanted, purse).filter(state=Tournament.RUNNING)
    return _rows(found.order_by("-started_at", "-pk")[:LISTED], viewer)


def soon(viewer: User | None, wanted: Mapping[str, Any], purse: int, most: int = LISTED) -> list[Row]:
    """Those that somebody may fill at once come first, then the next to start."""
    found = _fitting(viewer, wanted, purse).filter(state=Tournament.ANNOUNCED)
    return _rows(found.order_by(F("starts_at").asc(nulls_first=True), "-entries", "pk")[:most], viewer)


def finished(viewer: User | None, wanted: Mapping[str, Any], purse: int, before: int | None) -> list[Row]:
    """The newest that are over, or the newest before the one with that id; one more than a page where there are."""
    found = _fitting(viewer, wanted, purse).exclude(state__in=(Tournament.ANNOUNCED, Tournament.RUNNING))
    if before is not None:
        found = found.filter(pk__lt=before)
    return _rows(found.order_by("-pk")[: FINISHED_PAGE + 1], viewer)


def count(viewer: User | None) -> int:
    """How many there are that run or are to come, whatever the filter says."""
    return _shown_to(viewer).filter(state__in=(Tournament.ANNOUNCED, Tournament.RUNNING)).count()


def _shown_to(viewer: User | None) -> QuerySet[Tournament]:
    """Private ones are listed only to who entered or opened them."""
    if viewer is None:
        return Tournament.objects.filter(private=False)
    entered = Entry.objects.filter(player=viewer).exclude(state=Entry.WITHDRAWN).values("tournament")
    return Tournament.objects.filter(Q(private=False) | Q(opened_by=viewer) | Q(pk__in=entered))


def _fitting(viewer: User | None, wanted: Mapping[str, Any], purse: int) -> QuerySet[Tournament]:
    """What the filter asks for: the cleaned data of forms.FilterForm, where "" is anything."""
    found = _shown_to(viewer)
    if formats := wanted.get("format"):
        found = found.filter(format__in=formats)
    if wanted.get("purse"):
        found = found.filter(entry_fee__lte=purse)
    if cards := wanted.get("cards"):
        found = found.filter(cards=int(cards))
    if blind := wanted.get("blind"):
        found = found.filter(blind=blind == "yes")
    if raises := wanted.get("raises"):
        found = found.filter(raises__isnull=raises == "free")
    if azi := wanted.get("azi"):
        found = found.filter(azi=azi)
    if bots := wanted.get("bots"):
        found = found.filter(bots=bots == "yes")
    return found


def _rows(found: QuerySet[Tournament], viewer: User | None) -> list[Row]:
    tournaments = list(found)
    ids = [tournament.pk for tournament in tournaments]
    mine = Entry.objects.filter(tournament__in=ids, player=viewer).exclude(state=Entry.WITHDRAWN) if viewer else None
    entered = set(mine.values_list("tournament", flat=True)) if mine is not None else set()
    winners: dict[int, list[str]] = {}
    over = [tournament.pk for tournament in tournaments if tournament.is_over]
    first = Entry.objects.filter(tournament__in=over, place=1).order_by("pk")
    for pk, name in first.values_list("tournament", "player__name") if over else ():
        winners.setdefault(pk, []).append(name)
    now = timing.now_ms()
    return [Row(one, one.pk in entered, winners.get(one.pk, []), now) for one in tournaments]


# --- who stands where -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """An entry in the standings. `rank` is None while a place is not known; `note` is about the viewer's own."""

    entry: Entry
    rank: int | None
    is_me: bool
    is_cut: bool = False
    note: str = ""

    @property
    def dye(self) -> int:
        """Which of the six felts the patch beside the name is of: always the same for a player."""
        return self.entry.player_id % 6 + 1

    @property
    def initials(self) -> str:
        """As at the table: the first letters of the first two words, or the first two of one."""
        name = self.entry.player.name
        parts = [part for part in re.split(r"[\s\-_.]+", name) if part]
        return (parts[0][0] + parts[1][0] if len(parts) > 1 else name[:2]).upper()


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
    pages = max(1, -(-tournament.entries // PAGE))
    page = min(page, pages)
    start = (page - 1) * PAGE
    entries = list(_in_order(tournament)[start : start + PAGE])
    ranks = _ranks(tournament, entries, start)
    shown = list(zip(entries, ranks, strict=True))
    mine = _own(tournament, viewer, entries)
    if mine is not None:
        above = bool(shown) and start > 0 and _is_better(mine, shown[0])
        shown.insert(0 if above else len(shown), mine)
    paid = ending.paid_places(tournament) if tournament.state != Tournament.ANNOUNCED else 0
    return Standings(_marked(tournament, shown, viewer, paid), page, pages, paid)


def _counted(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament).exclude(state=Entry.WITHDRAWN)


def _in_order(tournament: Tournament) -> QuerySet[Entry]:
    shown = _counted(tournament).select_related("player", "table__table").defer("table__table__record")
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
    better = _counted(tournament)
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
    in_the_prizes = True
    for entry, rank in shown:
        below = bool(paid) and rank is not None and rank > paid
        is_me = viewer is not None and entry.player_id == viewer.pk
        note = _note(rank, paid) if is_me and entry.state == Entry.IN and tournament.state == "running" else ""
        rows.append(Standing(entry, rank, is_me, below and in_the_prizes and bool(rows), note))
        in_the_prizes = in_the_prizes and not below
    return rows


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
    return list(_counted(tournament).filter(place=1).select_related("player").order_by("pk")[:4])


# --- what is to be won ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prize:
    """What each place from one to the other wins."""

    first: int
    last: int
    chips: int

    @property
    def places(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True)
class Prizes:
    """As they are with so many entries."""

    pool: int
    entries: int
    amounts: list[int]

    @property
    def first(self) -> list[Prize]:
        """The best places, one by one; where all win the same, as one."""
        if len(set(self.amounts)) == 1:
            return [Prize(1, len(self.amounts), self.amounts[0])]
        return [Prize(place, place, chips) for place, chips in enumerate(self.amounts[:FIRST_PRIZES], start=1)]

    @property
    def others(self) -> list[Prize]:
        """The places after these, equal ones together."""
        if len(set(self.amounts)) == 1:
            return []
        rest = [(place, chips) for place, chips in enumerate(self.amounts, start=1) if place > FIRST_PRIZES]
        grouped = [list(equal) for _chips, equal in groupby(rest, key=lambda one: one[1])]
        return [Prize(equal[0][0], equal[-1][0], equal[0][1]) for equal in grouped]

    @property
    def others_together(self) -> int:
        return sum(self.amounts[FIRST_PRIZES:])

    @property
    def paid(self) -> int:
        return len(self.amounts)


def prizes_of(tournament: Tournament) -> Prizes:
    """With the entries there are; before the start, with as many as it needs at least."""
    entries = tournament.entries
    if tournament.state == Tournament.ANNOUNCED:
        entries = max(entries, tournament.min_entries)
    pool = entries * tournament.entry_fee + tournament.added
    if not pool or not entries:
        return Prizes(0, entries, [])
    return Prizes(
        pool, entries, prizes.amounts(pool, prizes.weights(tournament.prizes, entries, tournament.percentages))
    )


# --- its clock --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clock:
    """What the big clock counts down to: the start, the level's end, the break's, the arena's. Times are ms."""

    what: str
    until: int
    total: int
    now: int

    @property
    def left(self) -> int:
        return max(0, self.until - self.now)

    @property
    def stitches(self) -> int:
        """How long the line of 30 stitches is that are left, in the units of its drawing."""
        return max(0, 8 * min(30, -(-self.left * 30 // self.total)) - 3)

    @property
    def face(self) -> str:
        """ "04:12", "1:04:12"; days and hours in words."""
        seconds = -(-self.left // 1_000)
        if seconds >= 86_400:
            return words.how_long(self.left)
        hours, minutes, rest = seconds // 3_600, seconds % 3_600 // 60, seconds % 60
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def clock(tournament: Tournament, now: int) -> Clock | None:
    if tournament.state == Tournament.ANNOUNCED:
        return Clock("start", tournament.starts_at, LAST_HOUR_MS, now) if tournament.starts_at is not None else None
    if tournament.state != Tournament.RUNNING:
        return None
    if tournament.break_until is not None and now < tournament.break_until:
        return Clock("break", tournament.break_until, max(1, tournament.break_ms), now)
    if tournament.ends_at is not None:
        return Clock("end", tournament.ends_at, max(1, tournament.duration_ms), now)
    if tournament.level_ends is not None:
        return Clock("level", tournament.level_ends, max(1, tournament.level_ms), now)
    return None


def next_level(tournament: Tournament) -> str:
    """The stakes of the next level in words; empty where there is none."""
    if tournament.level >= len(tournament.levels):
        return ""
    return words.level_of(tournament, tournament.level + 1)


@dataclass(frozen=True)
class Fact:
    """What stands below the clock while it runs; `until` is what its words count down to, if they do, ms."""

    label: str
    words: str
    until: int | None = None


def facts(tournament: Tournament, now: int) -> list[Fact]:
    if tournament.is_arena:
        most = _counted(tournament).aggregate(most=Max("score"))["most"] or 0
        found = [Fact(_("Players"), intcomma(tournament.entries)), Fact(_("Most points"), intcomma(most))]
        ends = tournament.level_ends
        if ends is not None and tournament.level < len(tournament.levels) and ends < (tournament.ends_at or ends):
            found.append(Fact(_("Next level"), _("in %(time)s") % {"time": words.how_long(ends - now)}, ends))
    else:
        left, entries = intcomma(tournament.left), intcomma(tournament.entries)
        average = tournament.entries * tournament.stack // max(1, tournament.left)
        found = [
            Fact(_("In play"), _("%(left)s of %(entries)s") % {"left": left, "entries": entries}),
            Fact(_("Average stack"), intcomma(average)),
        ]
    pause = next_break(tournament, now)
    return [*found, pause] if pause else found


def next_break(tournament: Tournament, now: int) -> Fact | None:
    """When the next break is, if there is one."""
    every, level = tournament.break_every, tournament.level
    if not every or (tournament.break_until is not None and now < tournament.break_until):
        return None
    last = -(-level // every) * every
    if tournament.level_ends is None:
        return Fact(_("Break"), _("after level %(level)d") % {"level": last})
    at = tournament.level_ends + (last - level) * tournament.level_ms
    if tournament.ends_at is not None and at >= tournament.ends_at:
        return None
    return Fact(_("Break"), _("in %(time)s") % {"time": words.how_long(at - now)}, at)


# --- the viewer's own -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mine:
    """What the viewer has to do with a tournament, and may do next. `entries` are all of theirs, withdrawn ones too."""

    tournament: Tournament
    entries: list[Entry]
    is_opener: bool
    is_staff: bool
    purse: int

    @cached_property
    def entry(self) -> Entry | None:
        """The one that is in, else the last that went out."""
        counted = [entry for entry in self.entries if entry.state != Entry.WITHDRAWN]
        return next((entry for entry in counted if entry.state == Entry.IN), counted[-1] if counted else None)

    @property
    def is_in(self) -> bool:
        return self.entry is not None and self.entry.state == Entry.IN

    @property
    def is_out(self) -> bool:
        return self.entry is not None and self.entry.state == Entry.OUT

    @property
    def number(self) -> int:
        """Of the entry that would be the next."""
        return len(self.entries) + 1

    @property
    def place(self) -> int | None:
        """Of who is out; while others may still enter it is what it is so far."""
        entry = self.entry
        if entry is None or entry.place is not None or entry.fallen is None:
            return entry.place if entry else None
        return places.place(self.tournament.entries, entry.fallen)

    @property
    def table(self) -> TournamentTable | None:
        running = self.tournament.state == Tournament.RUNNING and self.is_in
        return self.entry.table if running and self.entry is not None else None

    @property
    def may_withdraw(self) -> bool:
        return self.is_in and self.tournament.state == Tournament.ANNOUNCED

    @property
    def may_pause(self) -> bool:
        """In an arena, whether it has begun or not."""
        return self.is_in and self.tournament.is_arena and self.tournament.state == Tournament.RUNNING

    @property
    def may_cancel(self) -> bool:
        if self.is_staff:
            return not self.tournament.is_over
        return self.is_opener and self.tournament.state == Tournament.ANNOUNCED

    @property
    def needs_password(self) -> bool:
        return bool(self.tournament.password) and not self.entries and not self.is_opener

    @cached_property
    def why_not(self) -> Refusal | None:
        """Why the viewer can't enter now, if so; the password apart."""
        try:
            live.check_entering(self.tournament, self.entries)
        except Refusal as refusal:
            return refusal
        if self.tournament.entry_fee > self.purse:
            return Refusal("funds", _("You don't have enough chips in your wallet for the entry fee."))
        return None

    @property
    def may_enter(self) -> bool:
        return not self.is_in and self.why_not is None


def mine(tournament: Tournament, viewer: User | None, purse: int) -> Mine:
    """`purse` is what the viewer has, or would begin with."""
    if viewer is None:
        return Mine(tournament, [], False, False, purse)
    own = Entry.objects.filter(tournament=tournament, player=viewer).order_by("number")
    entries = list(own.select_related("table__table").defer("table__table__record"))
    return Mine(tournament, entries, tournament.opened_by_id == viewer.pk, viewer.is_staff, purse)
