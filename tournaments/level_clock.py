"""The clock of a tournament's page: what it counts down to, and what comes next."""

from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import director, words
from .models import Tournament

LAST_HOUR_MS = words.HOUR


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
    if tournament.break_until is not None and tournament.is_break(now):
        return Clock("break", tournament.break_until, max(1, tournament.break_ms), now)
    if tournament.ends_at is not None:
        return Clock("end", tournament.ends_at, max(1, tournament.duration_ms), now)
    if tournament.level_ends is not None:
        return Clock("level", tournament.level_ends, max(1, tournament.level_ms), now)
    return None


def next_level(tournament: Tournament) -> str:
    """The stakes of the next level in words; empty where there is none."""
    if tournament.stakes(tournament.level) == tournament.stakes(tournament.level + 1):
        return ""
    return words.level_of(tournament, tournament.level + 1)


@dataclass(frozen=True)
class Fact:
    """What stands below the clock while it runs; `until` is what its words count down to, if they do, ms."""

    label: str
    words: str
    until: int | None = None


def bots_come(tournament: Tournament, now: int) -> Fact | None:
    """When bots take the free places of a sit & go; None where none ever do."""
    if tournament.state != Tournament.ANNOUNCED or tournament.format != Tournament.SIT_AND_GO or not tournament.bots:
        return None
    label = _("Bots take the free places")
    since = director.waits_since(tournament) if tournament.entries else None
    if since is None:
        seconds = director.FILL_MS // words.SECOND
        when = ngettext(
            "%(seconds)d second after the first player has registered",
            "%(seconds)d seconds after the first player has registered",
            seconds,
        )
        return Fact(label, when % {"seconds": seconds})
    at = since + director.FILL_MS
    return Fact(label, _("in %(time)s") % {"time": words.how_long(at - now)}, at) if at > now else Fact(label, _("now"))


def facts(tournament: Tournament, now: int) -> list[Fact]:
    if tournament.is_arena:
        most = tournament.counted.aggregate(most=Max("score"))["most"] or 0
        found = [Fact(_("Players"), intcomma(tournament.entries)), Fact(_("Best score"), intcomma(most))]
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
    if not every or tournament.break_next or tournament.is_break(now):
        return None
    last = -(-level // every) * every
    if tournament.level_ends is None:
        return Fact(_("Break"), _("after level %(level)d") % {"level": last})
    at = tournament.level_ends + (last - level) * tournament.level_ms
    if tournament.ends_at is not None and at >= tournament.ends_at:
        return None
    return Fact(_("Break"), _("in %(time)s") % {"time": words.how_long(at - now)}, at)
