"""The page about fair deals: what they give and what not, the statistics of all, and the heads of today's chains."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache as once
from math import floor, log10, sqrt

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.rules import fairness as scheme
from games.rules.cards import PACK

from . import deal_statistics, synthetic_deals, timing
from .deal_counts import LEAST, Counts
from .deal_statistics import DAY_MS, Figures
from .models import DealRecord, Table

KEPT_S = 60
SHOWN = 20  # heads on the page
SUSPICIOUS = 0.001
RAREST = 1_000_000


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    figures, counted = cache.get("fairness") or _counted()
    heads = _heads()
    return render(
        request,
        "games/fairness.html",
        {
            "figures": figures,
            "here": counted,
            "synthetic": _synthetic(),
            "compared": [_compared(name, counted) for name in _synthetic().p],
            "least": LEAST,
            "heads": heads[:SHOWN],
            "more_heads": max(0, len(heads) - SHOWN),
            "today": timing.moment(timing.now_ms()),
        },
    )


@require_safe
def chain_heads(request: HttpRequest) -> HttpResponse:
    """Today's chains, to be kept elsewhere: each record hash holds all deals of its table up to it."""
    day = timing.moment(_midnight()).date().isoformat()
    tables = [
        {"table_id": head.table_id, "name": head.name, "deal_no": head.deal_no, "record_hash": head.record_hash}
        for head in _heads()
    ]
    answer = JsonResponse({"scheme": scheme.SCHEME, "day": day, "tables": tables}, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="azi-heads-{day}.json"'
    return answer


# --- statistics -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counted:
    """What counts come to: p-values by name, and the picture of cards at positions; nothing for a few deals."""

    deals: int
    p: dict[str, float]
    grain: list[tuple[str, str]]


@dataclass(frozen=True)
class Mark:
    """A p-value on a line from 0 to 1, and what it means."""

    p: float

    @property
    def at(self) -> str:
        """Text: in a template a number would be written as a language does."""
        return f"{100 * self.p:.1f}%"

    @property
    def number(self) -> str:
        """To two digits that count, as the reader's language writes it."""
        if self.p < 1 / RAREST:
            return f"< {number_format(1 / RAREST, 6)}"
        places = 1 - floor(log10(self.p)) if self.p < 0.1 else 2
        return number_format(round(self.p, places), places)

    @property
    def is_suspicious(self) -> bool:
        return self.p < SUSPICIOUS

    @property
    def words(self) -> str:
        if self.p >= 0.01:
            sites = max(1, min(99, round(100 * self.p)))
            return ngettext(
                "%(sites)d of 100 fair sites would look at least this uneven.",
                "%(sites)d of 100 fair sites would look at least this uneven.",
                sites,
            ) % {"sites": sites}
        if self.p * RAREST < 1:
            return _("Not one of a million fair sites would look this uneven.")
        return _("One of %(sites)s fair sites would look at least this uneven.") % {
            "sites": number_format(_rounded(1 / self.p), force_grouping=True)
        }


@dataclass(frozen=True)
class Compared:
    """One statistic of the real deals, None for too few, beside that of the synthetic ones."""

    title: str
    what: str
    here: Mark | None
    synthetic: Mark


def _counted() -> tuple[Figures, Counted]:
    found = deal_statistics.figures(), _of(deal_statistics.shown_of(deal_statistics.kept()))
    cache.set("fairness", found, KEPT_S)
    return found


@once
def _synthetic() -> Counted:
    return _of(synthetic_deals.kept())


def _of(counts: Counts) -> Counted:
    p = {one.name: one.p for one in counts.statistics()}
    return Counted(counts.deals, p, grain(counts) if p else [])


def _compared(name: str, here: Counted) -> Compared:
    title, what = {
        "positions": (_("Cards and places"), _("How often each card lay at each place of the deck.")),
        "successors": (_("Neighbours"), _("How often each card came right after each other card.")),
        "turn_ups": (_("Trump"), _("How often each suit was turned up.")),
        "trumps": (_("Trumps in hands"), _("How many trumps each seat was dealt, approximately.")),
    }[name]
    return Compared(title, what, Mark(here.p[name]) if here.p else None, Mark(_synthetic().p[name]))


def _rounded(number: float) -> int:
    """To two digits that count."""
    return int(float(f"{number:.1e}"))


# How many standard deviations a cell is off, and the class that it is drawn with.
STEPS = ((0.5, "1"), (1.25, "2"), (2.0, "3"), (5.0, "4"))


def grain(counts: Counts) -> list[tuple[str, str]]:
    """Where cards lay more or less often than by chance: for each class the path of its cells, one unit wide each.

    Across, the cards by suit; down, the places of the deck. What is as often as it should be is left out.
    """
    mean = counts.deals / PACK
    deviation = sqrt(mean * (PACK - 1) / PACK)
    cells: dict[str, list[str]] = {}
    for at, count in enumerate(counts.positions):
        off = (count - mean) / deviation
        steps = [step for least, step in STEPS if abs(off) >= least]
        if steps:
            name = ("more" if off > 0 else "less") + steps[-1]
            cells.setdefault(name, []).append(f"M{at % PACK} {at // PACK}h1v1h-1z")
    return [(name, "".join(path)) for name, path in sorted(cells.items())]


# --- the heads of chains ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Head:
    """The last deal that is over at a public table today."""

    table_id: str
    name: str
    is_closed: bool
    deal_no: int
    record_hash: str
    made_at: datetime


def _midnight() -> int:
    """When today began, by UTC."""
    now = timing.now_ms()
    return now - now % DAY_MS


def _heads() -> list[Head]:
    """The newest first."""
    return cache.get_or_set(f"heads:{_midnight()}", _read_heads, KEPT_S) or []


def _read_heads() -> list[Head]:
    over = DealRecord.objects.exclude(record_hash="").filter(made_at__gte=_midnight()).order_by("made_at")
    # Grouped here: a database that groups by table walks through all deals that there ever were.
    last = dict(over.values_list("table", "pk").iterator())
    tables = Table.objects.filter(private=False).only("public_id", "name", "closed").in_bulk(last)
    shown = [pk for table, pk in last.items() if table in tables]
    found = DealRecord.objects.only("table", "deal_no", "record_hash", "made_at").in_bulk(shown)
    newest = sorted(found.values(), key=lambda deal: (deal.made_at, deal.pk), reverse=True)
    return [_head(tables[deal.table_id], deal) for deal in newest]


def _head(table: Table, deal: DealRecord) -> Head:
    return Head(table.public_id, table.title, table.closed, deal.deal_no, deal.record_hash, timing.moment(deal.made_at))
