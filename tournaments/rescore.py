"""The leaderboards' scores counted anew from games and tournaments: to check them, or to put them right.

A player's scores depend on no other's, so it goes by a few players at a time, each time in a short transaction, while
the worker goes on in between. The ratings in the games' results must be right (games.recount).
"""

from collections.abc import Iterator

from django.db import transaction

from accounts.models import User
from games.models import PlayerResult, Progress

from . import leaderboard, scores
from .models import Entry, Score
from .scores import Key, Sheet

PLAYERS = 25
FIELDS = (*scores.OF_GAMES, "points", "who")


def rebuild() -> int:
    """Puts every score right that is not what games and tournaments make of it; how many there were."""
    return sum(_mend(players) for players in _players())


def differences() -> Iterator[str]:
    """Whatever is not what games and tournaments make of it, a sentence each. Read it at one moment."""
    read = Progress.objects.filter(worker=leaderboard.WORKER).first()
    for players in _players():
        for (player, period, ruleset), (had, right) in _wrong(players, read.tally_no if read else 0).items():
            named = f"player {player}, {period} {ruleset or 'of all rulesets'}"
            yield f"{named}: {_values(had)} instead of {_values(right)}"


def _values(score: Score | None) -> str:
    if score is None:
        return "nothing"
    return ", ".join(f"{name} {getattr(score, name)}" for name in FIELDS)


def _players() -> Iterator[list[int]]:
    last = 0
    while found := list(User.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:PLAYERS]):
        yield found
        last = found[-1]


def _mend(players: list[int]) -> int:
    with transaction.atomic():
        wrong = _wrong(players, leaderboard.lock())
        for had, right in wrong.values():
            if had is not None and right is None:
                had.delete()
        leaderboard.write([right for _had, right in wrong.values() if right is not None], FIELDS)
    return len(wrong)


def _wrong(players: list[int], last: int) -> dict[Key, tuple[Score | None, Score | None]]:
    """Where these players' scores are something else than they should be: what they are, and should be."""
    right = _counted(players, last)
    there = {(one.player_id, one.period, one.ruleset): one for one in Score.objects.filter(player__in=players)}
    return {
        key: (there.get(key), right.get(key))
        for key in sorted(right.keys() | there.keys())
        if _facts(there.get(key)) != _facts(right.get(key))
    }


def _facts(score: Score | None) -> list[object] | None:
    return None if score is None else [getattr(score, name) for name in FIELDS]


def _counted(players: list[int], last: int) -> dict[Key, Score]:
    """What the scores of these players should be, with the games up to that number of the tally."""
    sheet = Sheet()
    for part in scores.played(PlayerResult.objects.filter(player__in=players, game__tally_no__lte=last)):
        sheet.add(part)
    for player, at, preset, points in scores.earned(Entry.objects.filter(player__in=players)):
        sheet.add_points(player, at, preset, points)
    known = User.objects.filter(pk__in=players).values_list("pk", "is_bot", "is_active", "is_guest")
    listed = {pk: scores.who(*facts) for pk, *facts in known}
    for (player, _period, _ruleset), score in sheet.scores.items():
        score.who = listed[player]
    return sheet.scores
