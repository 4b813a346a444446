"""Levels and breaks, whatever the format."""

from . import live
from .models import HIGHEST_LEVEL
from .step import Step


def rise(step: Step) -> None:
    """The next level, with a break before it where one is due. Games that run go on at their own stakes."""
    tournament, now = step.tournament, step.now
    over = tournament.level
    tournament.level = min(over + 1, HIGHEST_LEVEL)
    tournament.break_until = None
    tournament.break_next = bool(tournament.break_every) and over % tournament.break_every == 0
    timed = tournament.is_timed and not tournament.break_next
    tournament.level_ends = now + tournament.level_ms if timed else None
    tournament.save(update_fields=["level", "break_until", "break_next", "level_ends"])
    tournament.tables.filter(closed=False).update(games_at_level=0)


def begin_break(step: Step) -> None:
    """No game runs any more: the break begins for everybody at once, and the level's time after it."""
    tournament = step.tournament
    tournament.break_next, tournament.break_until = False, step.now + tournament.break_ms
    if tournament.is_timed:
        tournament.level_ends = tournament.break_until + tournament.level_ms
    tournament.save(update_fields=["break_next", "break_until", "level_ends"])
    live.wake(tournament, step.now)
