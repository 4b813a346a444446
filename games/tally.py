"""The worker that makes ratings and totals of finished games: each game once, in an order that is kept for ever.

Settling a game only leaves it untallied. Here the untallied ones get their numbers 1, 2, 3 … by id, a few in a job: it
reads and reckons first, and writes in one short transaction that is guarded by the version that it read. Of two workers
the second throws its work away. A game that fails (its results have no winner, say) is logged, left alone for a while
each time longer, and gets its number when it can be reckoned; those after it go on without it. What failed together is
tried one by one.
"""

import logging
from collections.abc import Callable, Collection, Iterable
from itertools import takewhile

from django.db import transaction

from .book import DAY_MS, TOTALS, Book, Finished, Pair, RatingKey, Shown, TotalsKey, finished
from .failing import Failing
from .models import GameRecord, PlayerResult, Progress, Rating, Totals

log = logging.getLogger(__name__)

WORKER = "tally"
GAMES, JOBS = 6, 12  # games a job, jobs a look of the clock

_failing: Failing[int] = Failing()  # games


def due(now: int) -> list[Callable[[], None]]:
    """As many jobs as there is work for."""
    waiting = len(_waiting(GAMES * JOBS))
    return [tally] * -(-waiting // GAMES)


def tally() -> None:
    """Give the next games their numbers, with all that follows from them."""
    read = progress(WORKER)
    ids = _waiting(GAMES)
    # What has failed is taken alone.
    ids = list(takewhile(lambda pk: pk not in _failing, ids)) or ids[:1]
    if not ids:
        return
    try:
        games = finished(ids)
        book = open_book(games)
        shown: dict[int, Shown] = {}
        done = [game for game in games if _added(book, game, shown)]
        if done:
            _write(read, done, book, shown)
    except Exception:
        for pk in ids:
            _failing.add(pk)
        raise
    for game in done:
        _failing.forget(game.pk)


def _waiting(most: int) -> list[int]:
    waiting = GameRecord.objects.filter(tally_no=None).exclude(pk__in=_failing.left_alone()).order_by("pk")
    return list(waiting.values_list("pk", flat=True)[:most])


def _added(book: Book, game: Finished, shown: dict[int, Shown]) -> bool:
    try:
        shown.update(book.add(game))
    except Exception:
        times = _failing.add(game.pk)
        log.exception("game %s can't be tallied (tried %s times)", game.pk, times)
        return False
    return True


def _write(read: Progress, games: list[Finished], book: Book, shown: dict[int, Shown]) -> None:
    with transaction.atomic():
        if not move_on(read, read.tally_no + len(games)):
            return  # another worker was first
        GameRecord.objects.bulk_update(
            [GameRecord(pk=game.pk, tally_no=read.tally_no + nth) for nth, game in enumerate(games, 1)], ["tally_no"]
        )
        write_results(shown)
        rated = [game for game in games if any(shown[one.pk][0] is not None for one in game.results)]
        write_ratings(book, {key for game in rated for key in game.rating_keys})
        write_totals(book, {key for game in games if game.is_counted for key in game.totals_keys})


# --- how far a worker has come ----------------------------------------------------------------------------------------


def progress(worker: str) -> Progress:
    """Read before anything that a write guarded by it depends on."""
    found = Progress.objects.filter(worker=worker).first()
    if found is None:
        Progress.objects.bulk_create([Progress(worker=worker)], ignore_conflicts=True)
        found = Progress.objects.get(worker=worker)
    return found


def move_on(read: Progress, tally_no: int) -> bool:
    """Lets this worker write, if nobody has since it read; the row is locked until its transaction ends."""
    row = Progress.objects.filter(worker=read.worker, version=read.version)
    return bool(row.update(version=read.version + 1, tally_no=tally_no))


# --- the book and the database ----------------------------------------------------------------------------------------


def open_book(games: Collection[Finished]) -> Book:
    """What the database has of the players of these games."""
    book = Book()
    counted = [game for game in games if game.is_counted]
    players = {one.player for game in counted for one in game.results}
    rulesets = {game.ruleset for game in counted}
    for player, ruleset, mu, sigma, count in Rating.objects.filter(
        player__in=players, ruleset__in=("", *rulesets)
    ).values_list("player", "ruleset", "mu", "sigma", "games"):
        book.ratings[player, ruleset] = (mu, sigma, count)
    for player, ruleset, seats, *sums in Totals.objects.filter(player__in=players, ruleset__in=rulesets).values_list(
        "player", "ruleset", "seats", *TOTALS
    ):
        book.totals[player, ruleset, seats] = list(sums)
    _count_pairs(book, {game.pair for game in games if game.pair})
    return book


def _count_pairs(book: Book, pairs: set[Pair]) -> None:
    """How many rated games these two have had on that day."""
    if not pairs:
        return
    days = [day for _one, _other, day in pairs]
    ones = {one for one, _other, _day in pairs}
    of_one = PlayerResult.objects.filter(
        player__in=ones,
        ended_at__gte=min(days) * DAY_MS,
        ended_at__lt=(max(days) + 1) * DAY_MS,
    )
    games = {(game, player): at // DAY_MS for game, player, at in of_one.values_list("game", "player", "ended_at")}
    of_other = PlayerResult.objects.filter(
        game__in={game for game, _player in games},
        player__in={other for _one, other, _day in pairs},
        rating__isnull=False,
        game__people=2,
    )
    for game, other in of_other.values_list("game", "player"):
        book.pairs.update((one, other, games[game, one]) for one in ones if one != other and (game, one) in games)


def write_results(shown: dict[int, Shown]) -> None:
    """The ratings after their games; where there are none there is nothing to write."""
    rows = [
        PlayerResult(pk=pk, rating=one, ruleset_rating=other) for pk, (one, other) in shown.items() if one is not None
    ]
    PlayerResult.objects.bulk_update(rows, ["rating", "ruleset_rating"], batch_size=200)


def write_ratings(book: Book, keys: Iterable[RatingKey]) -> None:
    fields = ("mu", "sigma", "games")
    rows = [
        Rating(player_id=player, ruleset=ruleset, **dict(zip(fields, book.ratings[player, ruleset], strict=True)))
        for player, ruleset in sorted(keys)
    ]
    Rating.objects.bulk_create(
        rows, 500, update_conflicts=True, unique_fields=["player", "ruleset"], update_fields=fields
    )


def write_totals(book: Book, keys: Iterable[TotalsKey]) -> None:
    rows = [
        Totals(
            player_id=player,
            ruleset=ruleset,
            seats=seats,
            **dict(zip(TOTALS, book.totals[player, ruleset, seats], strict=True)),
        )
        for player, ruleset, seats in sorted(keys)
    ]
    Totals.objects.bulk_create(
        rows, 300, update_conflicts=True, unique_fields=["player", "ruleset", "seats"], update_fields=TOTALS
    )
