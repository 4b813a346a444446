"""The lists of tournaments: those that run, those to come, those that are over."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games import timing
from games.lobby import in_words

from . import ending, words
from .models import Entry, Tournament

EACH_SERIES = 2  # of those to come, the next ones; and those that the viewer is in
LISTED = 60  # tournaments that run, and as many that are to come
FINISHED_PAGE = 20


def moment(ms: int | None) -> datetime | None:
    return timing.moment(ms) if ms is not None else None


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
    def comes_again(self) -> str:
        """On which days, of one that comes again and again at its time."""
        series = self.tournament.series
        return words.weekdays_of(series.weekdays) if series and self.tournament.starts_at else ""

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
    def places(self) -> list[bool]:
        """The places of one small enough to be drawn, those that are taken first."""
        taken, most = self.tournament.entries, self.tournament.max_entries
        return [True] * taken + [False] * (most - taken) if most <= 12 else []


def running(viewer: User | None, wanted: Mapping[str, Any], purse: int) -> list[Row]:
    found = _fitting(viewer, wanted, purse).filter(state=Tournament.RUNNING)
    return _rows(found.order_by("-started_at", "-pk")[:LISTED], viewer)


def soon(viewer: User | None, wanted: Mapping[str, Any], purse: int, most: int = LISTED) -> list[Row]:
    """Those that somebody may fill at once come first, then the next to start; of each series the next ones only, until
    somebody wants to see all.
    """
    found = _fitting(viewer, wanted, purse).filter(state=Tournament.ANNOUNCED)
    if not wanted.get("all"):
        found = _next_of_each_series(found, viewer)
    return _rows(found.order_by(F("starts_at").asc(nulls_first=True), "-entries", "pk")[:most], viewer)


def more_soon(viewer: User | None, wanted: Mapping[str, Any], purse: int) -> int:
    """How many further ones of the series are to come than `soon` shows."""
    found = _fitting(viewer, wanted, purse).filter(state=Tournament.ANNOUNCED)
    return 0 if wanted.get("all") else found.count() - _next_of_each_series(found, viewer).count()


def _next_of_each_series(found: QuerySet[Tournament], viewer: User | None) -> QuerySet[Tournament]:
    order = Window(RowNumber(), partition_by="series", order_by=("starts_at", "pk"))
    mine = Entry.objects.filter(player=viewer).exclude(state=Entry.WITHDRAWN).values("tournament")
    return found.annotate(nth=order).filter(Q(series=None) | Q(nth__lte=EACH_SERIES) | Q(pk__in=mine))


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
    tournaments = list(found.select_related("series"))
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
