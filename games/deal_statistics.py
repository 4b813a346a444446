"""What all deals with a record come to (docs/fairness.md), kept up by one worker: each game once, in the tally's order.

The decks are those of the finished games' records; a deck without a DealRecord (of a test) counts in nothing. How many
deals there were, and who committed, is summed up by the hour once they are a day old: nothing of them changes then.
"""

import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet, Sum

from games.rules import cards

from . import tally
from .deal_counts import LEAST, Counts
from .models import DealRecord, DealStatistics, GameRecord, Progress

log = logging.getLogger(__name__)

WORKER = "deals"
GAMES, JOBS = 15, 6  # games a job, jobs a look of the clock
LOOK_MS = 60_000
HOUR_MS, DAY_MS = 3_600_000, 86_400_000

_next_look = 0


def due(now: int) -> list[Callable[[], None]]:
    """As many jobs as there is work for, once a minute; while more is waiting, at every look."""
    global _next_look
    if now < _next_look:
        return []
    waiting = -(-_waiting() // GAMES)
    jobs: list[Callable[[], None]] = [count_some] * min(waiting, JOBS)
    if _oldest(now) is not None:
        jobs += [partial(sum_up, now)] * JOBS
    if waiting <= JOBS:
        _next_look = now + LOOK_MS
    return jobs


def catch_up(now: int) -> None:
    """All that is due, at once."""
    while _waiting():
        count_some()
    while _oldest(now) is not None:
        sum_up(now)


def count_anew() -> None:
    """Forget all counts of decks: the worker begins with the first game again. What is shown stays until it is through:
    the same deals counted to another one would tell those in between."""
    read = tally.progress(WORKER)
    with transaction.atomic():
        if tally.move_on(read, 0):
            DealStatistics.objects.filter(pk=1).update(counts={})


def kept() -> DealStatistics:
    return DealStatistics.objects.filter(pk=1).first() or DealStatistics(pk=1)


def counts_of(row: DealStatistics) -> Counts:
    return Counts(**row.counts)


def shown_of(row: DealStatistics) -> Counts:
    """What anybody may see: from one time to the next so many deals are added that no card of any of them is told.

    Before the first time, only how many there are.
    """
    return Counts(**(row.shown or {"deals": row.counts.get("deals", 0)}))


# --- decks ------------------------------------------------------------------------------------------------------------


def _waiting() -> int:
    """How many games have been tallied since."""
    done = dict(Progress.objects.filter(worker__in=(tally.WORKER, WORKER)).values_list("worker", "tally_no"))
    return max(0, done.get(tally.WORKER, 0) - done.get(WORKER, 0))


def count_some() -> None:
    """The decks of the next games, if nobody else has counted them meanwhile."""
    read = tally.progress(WORKER)
    games = GameRecord.objects.filter(tally_no__gt=read.tally_no).order_by("tally_no")[:GAMES]
    found = list(games.values_list("tally_no", "public_id", "record"))
    if not found:
        return
    deals = list(_deals({game: text for _number, game, text in found}))
    with transaction.atomic():
        if not tally.move_on(read, found[-1][0] or 0):
            return
        row = kept()
        counts = counts_of(row)
        for deal in deals:
            counts.add(*deal)
        row.counts = counts.json()
        if counts.deals >= row.shown.get("deals", 0) + LEAST:
            row.shown = row.counts
        row.save()


Deal = tuple[list[int], list[int], int]  # the deck, the seats as they are dealt to, how many cards each gets


def _deals(texts: dict[str, str]) -> Iterator[Deal]:
    """The deals of these games that were made from all seeds, called off or not."""
    made = DealRecord.objects.filter(game__in=texts).exclude(combination="")
    for game, number, header in made.values_list("game", "deal", "header"):
        try:
            yield _deal(texts[game], number, json.loads(header))
        except Exception:
            log.exception("deal %s of game %s can't be counted", number, game)


_HEAD = re.compile(r"^rules cards=([34]) .*^dealer ([0-9]+)\n", re.MULTILINE | re.DOTALL)
_DECK = re.compile(r"^deal ([2-9TJQKAhds]{54})\n", re.MULTILINE)


def _deal(text: str, number: int, header: dict[str, list[dict[str, int]]]) -> Deal:
    """Deal `number` of the game with this record, which is not replayed: who is in it stands in its header."""
    head = _HEAD.search(text)
    if head is None:
        raise ValueError("the record has no head")
    word = _DECK.findall(text)[number - 1]
    deck = [cards.BY_NAME[word[at : at + 2]] for at in range(0, len(word), 2)]
    dealer = int(head[2])
    seats = sorted((seat["seat"] for seat in header["seats"]), key=lambda seat: (seat <= dealer, seat))
    return deck, seats, int(head[1])


# --- how many ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """Deals that are over, the commitments in them, and of those the ones that were not revealed; deals called off."""

    over: int
    committed: int
    silent: int
    void: int


def figures() -> Figures:
    """Of all deals until now."""
    row = kept()
    since = _summed(_over().filter(made_at__gte=row.summed_to))
    return Figures(*(getattr(row, each.name) + getattr(since, each.name) for each in fields(Figures)))


def sum_up(now: int) -> None:
    """The next hour in which deals were made, if it is a day ago."""
    row, oldest = kept(), _oldest(now)
    if oldest is None:
        return
    until = min(oldest - oldest % HOUR_MS + HOUR_MS, now - DAY_MS)
    found = _summed(_over().filter(made_at__gte=row.summed_to, made_at__lt=until))
    DealStatistics.objects.bulk_create([DealStatistics(pk=1)], ignore_conflicts=True)
    sums = {each.name: F(each.name) + getattr(found, each.name) for each in fields(Figures)}
    DealStatistics.objects.filter(pk=1, summed_to=row.summed_to).update(summed_to=until, **sums)


def _over() -> QuerySet[DealRecord]:
    return DealRecord.objects.exclude(record_hash="")


def _oldest(now: int) -> int | None:
    """When the first deal was made that is to be summed up and a day old."""
    summed_to = DealStatistics.objects.filter(pk=1).values_list("summed_to", flat=True).first() or 0
    waiting = _over().filter(made_at__gte=summed_to, made_at__lt=now - DAY_MS).order_by("made_at")
    return waiting.values_list("made_at", flat=True).first()


def _summed(deals: QuerySet[DealRecord]) -> Figures:
    sums = deals.aggregate(
        over=Count("made_at"),
        committed=Sum("committed", default=0),
        silent=Sum("silent", default=0),
        void=Count("made_at", Q(void=True)),
    )
    return Figures(**sums)
