"""A whole tournament played by bots through the same code as any other, as fast as the machine can.

Its time is its own: where nothing is due, the next moment at which something is comes at once (timing.skip_to). All it
knows is in the database, so one that was killed goes on where it was.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial

from django.db.models import Max

from games import cast, timing
from games import live as tables_live
from games.models import Table

from . import director, levels, live
from .models import Entry, Tournament

MARK = "rehearsal:"
MAX, REAL = "max", "real"
SPEEDS = (MAX, REAL)


def begin(players: int, kind: str, seats: int, re_entries: int, minutes: int) -> Tournament:
    """Announce a private tournament for that many bots. It has no opener: the house's."""
    now = timing.now_ms()
    return live.announce(
        Tournament(
            name=f"Rehearsal {kind}",
            format=kind,
            private=True,
            seats_total=seats,
            levels=levels.schedule(10, 20),
            level_games=None if kind == Tournament.ARENA else 5,
            stack=1_000,
            entry_fee=100,
            min_entries=players,
            max_entries=players * (1 + re_entries),
            late_levels=8 if re_entries else 0,
            re_entries=re_entries,
            duration_ms=minutes * 60_000,
            bot_level="beginner",
            once=f"{MARK}{now}",
            starts_at=None if kind == Tournament.SIT_AND_GO else now + 3_600_000,
        )
    )


def unfinished() -> Tournament | None:
    """The newest rehearsal that was cut short."""
    over = (Tournament.FINISHED, Tournament.CANCELLED)
    return Tournament.objects.filter(once__startswith=MARK).exclude(state__in=over).order_by("-pk").first()


class Rehearsal:
    """One rehearsal, and what it took."""

    def __init__(self, tournament: Tournament, speed: str) -> None:
        self.tournament = tournament
        self.speed = speed
        self.jobs: dict[str, int] = defaultdict(int)
        self.seconds: dict[str, float] = defaultdict(float)
        self.longest: dict[str, float] = defaultdict(float)

    def run(self, players: int) -> None:
        """To the last prize. Raises RuntimeError when nothing is due and it is not over."""
        self._catch_up()
        self._fill(players)
        while jobs := self._next():
            for kind, job in jobs:
                self._do(kind, job)
            if any(kind == "director" for kind, _job in jobs):
                self._enter_again()
        if self._state() not in (Tournament.FINISHED, Tournament.CANCELLED):
            raise RuntimeError(f"tournament {self.tournament.pk}: nothing is due, and it is not over")

    def _state(self) -> str:
        return Tournament.objects.values_list("state", flat=True).get(pk=self.tournament.pk)

    def _catch_up(self) -> None:
        """One that was cut short had its own time: on from there."""
        ours = Table.objects.filter(of_tournament__tournament=self.tournament)
        timing.skip_to(ours.aggregate(last=Max("moved_at"))["last"] or 0)

    def _fill(self, players: int) -> None:
        """Everybody enters; then it starts."""
        if self._state() != Tournament.ANNOUNCED:
            return
        entered = set(Entry.objects.filter(tournament=self.tournament).values_list("player", flat=True))
        for bot in cast.make_extras(players):
            if bot.pk not in entered:
                live.enter_bot(self.tournament.pk, bot)
        if self.tournament.starts_at is not None:
            timing.skip_to(self.tournament.starts_at)

    def _next(self) -> list[tuple[str, Callable[[], None]]]:
        """What is due next, once its time has come; nothing when nothing ever will be."""
        pk = self.tournament.pk
        ours = Table.objects.filter(of_tournament__tournament=pk, closed=False, due__isnull=False)
        tables = list(ours.order_by("due").values_list("due", "pk", "settled"))
        own = Tournament.objects.values_list("due", flat=True).get(pk=pk)
        times = [due for due in (own, *(due for due, _pk, _settled in tables[:1])) if due is not None]
        if not times:
            return []
        self._pass_until(min(times))
        now = timing.now_ms()
        jobs: list[tuple[str, Callable[[], None]]] = []
        if own is not None and own <= now:
            jobs.append(("director", partial(director.tick, pk)))
        for due, table, settled in tables:
            if due is not None and due <= now:
                work = partial(director.tick_table, table, pk) if settled else partial(tables_live.tick, table)
                jobs.append(("director" if settled else "games", work))
        return jobs

    def _pass_until(self, due: int) -> None:
        if self.speed == MAX:
            timing.skip_to(due)
        else:
            time.sleep(max(0.0, (due - timing.now_ms()) / 1000))

    def _do(self, kind: str, job: Callable[[], None]) -> None:
        began = time.perf_counter()
        job()
        took = time.perf_counter() - began
        self.jobs[kind] += 1
        self.seconds[kind] += took
        self.longest[kind] = max(self.longest[kind], took)

    def _enter_again(self) -> None:
        """Whoever is out and may do so."""
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        if not tournament.re_entries or not tournament.is_open or tournament.level == 0:
            return
        out = Entry.objects.filter(tournament=tournament, state=Entry.OUT, number__lte=tournament.re_entries)
        again = Entry.objects.filter(tournament=tournament, number__gt=1).values_list("player", "number")
        known = set(again)
        for entry in out.select_related("player"):
            if (entry.player_id, entry.number + 1) not in known:
                live.enter_bot(tournament.pk, entry.player)
