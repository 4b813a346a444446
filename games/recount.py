"""Ratings and totals counted anew from the games, in the order of the tally: to check them, or to put them right.

Memory grows with the players, not with the games. The worker may go on meanwhile.
"""

import logging
from collections.abc import Iterator
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import Max

from . import tally
from .book import TOTALS, Book, Finished, RatingKey, TotalsKey, finished
from .models import GameRecord, PlayerResult, Progress, Rating, Totals

log = logging.getLogger(__name__)

CHUNK = 300  # games read at a time
TRIES = 5  # to compare while nobody waits, before the worker has to


def rebuild() -> int:
    """Puts every number right that is not what the games make of it; how many there were."""
    book, at, mended = Book(), 0, 0
    for attempt in count():
        read = tally.progress(tally.WORKER)
        mended += _count_on(book, at, read.tally_no)
        at = read.tally_no
        wrong = _wrong(book) if attempt < TRIES else None
        with transaction.atomic():
            if tally.move_on(read, read.tally_no):
                return mended + _mend(book, wrong if wrong is not None else _wrong(book))
    raise AssertionError


def differences() -> Iterator[str]:
    """Whatever is not what the games make of it, a sentence each. Read it at one moment (azi_site.audit.snapshot)."""
    read = Progress.objects.filter(worker=tally.WORKER).first() or Progress(worker=tally.WORKER)
    tallied = GameRecord.objects.filter(tally_no__isnull=False)
    if (tallied.count(), tallied.aggregate(last=Max("tally_no"))["last"] or 0) != (read.tally_no, read.tally_no):
        yield f"{tallied.count()} games have a number, the last one given was {read.tally_no}"
    book = Book()
    for game in _games(0, read.tally_no):
        for pk, shown, was in _results(book, game):
            yield f"game {game.pk}: its result {pk} has the ratings {was} instead of {shown}"
    ratings, totals = _wrong(book)
    for rating_key, had in ratings.items():
        yield f"player {rating_key[0]}: rating {_named(rating_key[1:], had, book.ratings.get(rating_key))}"
    for key, sums in totals.items():
        yield f"player {key[0]}: totals {_named(key[1:], sums, book.totals.get(key))}"


def _named(of: tuple[Any, ...], had: object, right: object) -> str:
    where = " ".join(str(one) for one in of if one != "") or "of all rulesets"
    return f"({where}): {had or 'nothing'} instead of {right or 'nothing'}"


def _games(after: int, until: int) -> Iterator[Finished]:
    """In the order of the tally."""
    numbered = GameRecord.objects.order_by("tally_no").values_list("pk", "tally_no")
    while found := list(numbered.filter(tally_no__gt=after, tally_no__lte=until)[:CHUNK]):
        yield from finished(pk for pk, _number in found)
        after = found[-1][1] or until


def _results(book: Book, game: Finished) -> list[tuple[int, Any, Any]]:
    """What this game's results should have, where they don't, and what they have."""
    try:
        shown = book.add(game)
    except Exception:
        log.exception("game %s can't be counted", game.pk)
        return []
    return [(one.pk, shown[one.pk], one.shown) for one in game.results if shown[one.pk] != one.shown]


def _count_on(book: Book, after: int, until: int) -> int:
    """Nobody else writes to results of games that are tallied."""
    mended = 0
    for game in _games(after, until):
        for pk, (rating, ruleset_rating), _was in _results(book, game):
            mended += PlayerResult.objects.filter(pk=pk).update(rating=rating, ruleset_rating=ruleset_rating)
    return mended


Wrong = tuple[dict[RatingKey, Any], dict[TotalsKey, Any]]  # what the database has there, None where nothing


def _wrong(book: Book) -> Wrong:
    """Where the database has something else than the book."""
    ratings: dict[RatingKey, Any] = {}
    seen: set[Any] = set()
    rows = Rating.objects.values_list("player", "ruleset", "mu", "sigma", "games")
    for player, ruleset, *numbers in rows.iterator(chunk_size=2_000):
        seen.add((player, ruleset))
        if book.ratings.get((player, ruleset)) != tuple(numbers):
            ratings[player, ruleset] = tuple(numbers)
    ratings |= dict.fromkeys(book.ratings.keys() - seen)
    totals: dict[TotalsKey, Any] = {}
    seen = set()
    sums = Totals.objects.values_list("player", "ruleset", "seats", *TOTALS)
    for player, ruleset, seats, *numbers in sums.iterator(chunk_size=2_000):
        seen.add((player, ruleset, seats))
        if book.totals.get((player, ruleset, seats)) != numbers:
            totals[player, ruleset, seats] = numbers
    totals |= dict.fromkeys(book.totals.keys() - seen)
    return ratings, totals


def _mend(book: Book, wrong: Wrong) -> int:
    ratings, totals = wrong
    for player, ruleset in ratings.keys() - book.ratings.keys():
        Rating.objects.filter(player=player, ruleset=ruleset).delete()
    for player, ruleset, seats in totals.keys() - book.totals.keys():
        Totals.objects.filter(player=player, ruleset=ruleset, seats=seats).delete()
    tally.write_ratings(book, ratings.keys() & book.ratings.keys())
    tally.write_totals(book, totals.keys() & book.totals.keys())
    return len(ratings) + len(totals)
