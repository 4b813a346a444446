"""The worker that keeps the scores of the leaderboards: it follows the tally, game by game, and adds the points of each
public tournament that is over, once. It sees who is to be listed, too: whoever is blocked or signs up is found soon.

All are guarded by its row of games.models.Progress: whoever writes locks it first, and who read before somebody else
wrote throws the work away. What fails is logged and left alone for a while; a game that has failed alone ten times is
passed over, and `manage.py tally check` names what it lacks.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.db import connection, transaction
from django.db.models import F, OuterRef, Subquery

from accounts.models import User
from games import tally
from games.failing import Failing
from games.models import GameRecord, PlayerResult, Progress

from . import periods
from .models import Score, Tournament
from .scores import OF_GAMES, Sheet, played, who

log = logging.getLogger(__name__)

WORKER = "leaderboard"
GAMES, JOBS = 5, 12  # games a job, jobs a look of the clock
TOURNAMENTS = 3  # a look
FAILURES = 10
PLAYERS = 1_000  # a job, when it is seen who is to be listed
PASS_MS = 60_000  # from one time that all players are looked through to the next

_failing: Failing[str] = Failing()  # "games", or a tournament
_GAMES = "games"


@dataclass
class _Looking:
    """How far this process has looked through the players, and when it began with them."""

    after: int = 0
    began: int = -PASS_MS


_looking = _Looking()


def due(now: int) -> list[Callable[[], None]]:
    """As many jobs as there is work for."""
    left_alone = _failing.left_alone()
    over = Tournament.objects.filter(scored=False, state__in=(Tournament.FINISHED, Tournament.CANCELLED))
    ended = over.order_by("pk").values_list("pk", flat=True)[: TOURNAMENTS + len(left_alone)]
    return [
        *([partial(relist, now)] if _looking.after or not 0 <= now - _looking.began < PASS_MS else []),
        *[follow] * (0 if _GAMES in left_alone else min(JOBS, -(-_behind() // GAMES))),
        *[partial(score, pk) for pk in ended if str(pk) not in left_alone],
    ]


def _behind() -> int:
    """How many games are tallied that are not in the scores."""
    done = dict(Progress.objects.filter(worker__in=(tally.WORKER, WORKER)).values_list("worker", "tally_no"))
    return done.get(tally.WORKER, 0) - done.get(WORKER, 0)


# --- games ------------------------------------------------------------------------------------------------------------


def follow() -> None:
    """Add the next tallied games to the scores of who played them. After a failure, one alone."""
    read = tally.progress(WORKER)
    last = read.tally_no + (1 if _GAMES in _failing else GAMES)
    games = GameRecord.objects.filter(tally_no__gt=read.tally_no, tally_no__lte=last)
    numbers = list(games.order_by("tally_no").values_list("tally_no", flat=True))
    if not numbers or numbers[-1] is None:
        return
    try:
        _add(read, numbers[-1])
    except Exception:
        if _failing.add(_GAMES) <= FAILURES:
            raise
        log.exception("the game with the tally's number %s is passed over: no leaderboard has it", read.tally_no + 1)
        tally.move_on(read, read.tally_no + 1)
    _failing.forget(_GAMES)


def _add(read: Progress, last: int) -> None:
    results = PlayerResult.objects.filter(game__tally_no__gt=read.tally_no, game__tally_no__lte=last)
    parts = list(played(results))
    sheet = Sheet()
    wanted = {period for part in parts for period in periods.of(part.ended_at)}
    rulesets = {"", *(part.ruleset for part in parts)}
    there = Score.objects.filter(player__in={part.player for part in parts}, period__in=wanted, ruleset__in=rulesets)
    for score in there:
        sheet.scores[score.player_id, score.period, score.ruleset] = score
    touched = {
        (part.player, period, ruleset)
        for part in parts
        for period in periods.of(part.ended_at)
        for ruleset in ("", part.ruleset)
    }
    for part in parts:
        sheet.add(part)
    with transaction.atomic():
        if tally.move_on(read, last):
            write([sheet.scores[key] for key in sorted(touched)], OF_GAMES)


def write(scores: list[Score], fields: tuple[str, ...]) -> None:
    """These fields of these scores, whether their rows are there yet or not."""
    rows = [Score(**{field.attname: getattr(score, field.attname) for field in _FIELDS}) for score in scores]
    Score.objects.bulk_create(
        rows, 200, update_conflicts=True, unique_fields=["player", "period", "ruleset"], update_fields=fields
    )


_FIELDS = [field for field in Score._meta.concrete_fields if not field.primary_key]


# --- who is listed ----------------------------------------------------------------------------------------------------


def relist(now: int) -> None:
    """See of the next players whether they are listed as they should be. All scores of one say the same."""
    if not _looking.after:
        _looking.began = now
    after, _looking.after = _looking.after, 0  # if this fails it begins anew, a minute later
    of_all = Score.objects.filter(player=OuterRef("pk"), period=periods.ALL, ruleset="").values("who")
    facts = ("is_bot", "is_active", "is_guest")
    players = User.objects.filter(pk__gt=after).order_by("pk").annotate(listed=Subquery(of_all))
    last = after
    for last, listed, *about in players.values_list("pk", "listed", *facts)[:PLAYERS]:
        if listed is not None and listed != who(*about):
            _relist(last)
    if last > after:
        _looking.after = last


def _relist(player: int) -> None:
    with transaction.atomic():
        lock()
        facts = User.objects.values_list("is_bot", "is_active", "is_guest").get(pk=player)
        Score.objects.filter(player=player).update(who=who(*facts))


# --- tournaments ------------------------------------------------------------------------------------------------------

_POINTS = """
    INSERT INTO tournaments_score (player_id, period, ruleset, who, points, games, won, azi, bank, run, longest_run)
    SELECT entry.player_id, %s, %s,
           COALESCE(
               (SELECT who FROM tournaments_score
                WHERE player_id = entry.player_id AND period = 'all' AND ruleset = ''),
               CASE WHEN accounts_user.is_bot THEN 1
                    WHEN accounts_user.is_active AND NOT accounts_user.is_guest THEN 0 ELSE 2 END
           ),
           SUM(entry.points), 0, 0, 0, 0, 0, 0
    FROM tournaments_entry entry JOIN accounts_user ON accounts_user.id = entry.player_id
    WHERE entry.tournament_id = %s AND entry.points > 0 AND entry.state <> 'withdrawn'
    GROUP BY entry.player_id, accounts_user.is_bot, accounts_user.is_active, accounts_user.is_guest
    ORDER BY entry.player_id
    ON CONFLICT (player_id, period, ruleset)
    DO UPDATE SET points = tournaments_score.points + excluded.points
"""


def score(tournament_id: int) -> None:
    """Add the points of a tournament that is over to everybody's, once; private and cancelled ones have none."""
    try:
        _score(Tournament.objects.get(pk=tournament_id))
    except Exception:
        _failing.add(str(tournament_id))
        raise
    _failing.forget(str(tournament_id))


def _score(tournament: Tournament) -> None:
    with transaction.atomic():
        lock()
        if not Tournament.objects.filter(pk=tournament.pk, scored=False).update(scored=True):
            return  # another worker was first
        if tournament.private or tournament.state != Tournament.FINISHED:
            return
        with connection.cursor() as cursor:
            for ruleset in ("", tournament.ruleset(1).preset):
                for period in periods.of(tournament.ended_at or tournament.created):
                    cursor.execute(_POINTS, [period, ruleset, tournament.pk])


def lock() -> int:
    """Makes all others who write scores wait until this transaction ends; the number of the last game in them."""
    tally.progress(WORKER)
    Progress.objects.filter(worker=WORKER).update(version=F("version") + 1)
    return Progress.objects.values_list("tally_no", flat=True).get(worker=WORKER)
