"""One transaction of the director: the tournament locked, its tables taken as they are needed, everybody told after."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import QuerySet

from games import bell, directed, timing
from games.tables import TableAt

from . import live
from .models import Entry, Tournament, TournamentTable

NAME_PART = 34  # letters of the tournament's name in the names of its tables


class Step:
    """What one transaction works on. The lock on the tournament puts all of its director's work in one order, so
    that several of its tables may be locked within it in any order."""

    def __init__(self, tournament: Tournament, now: int) -> None:
        self.tournament = tournament
        self.now = now
        self._tables: dict[int, TableAt] = {}
        self._versions: dict[int, int] = {}  # as they were when taken
        self._called: set[int] = set()

    def table(self, board: TournamentTable) -> TableAt:
        """The table, locked."""
        if board.pk not in self._tables:
            at = self._tables[board.pk] = directed.take(board.pk)
            self._versions[board.pk] = at.row.version
        return self._tables[board.pk]

    def sizes(self) -> dict[int, int]:
        """How many of its players are in at each of the tournament's open tables, by number."""
        return dict(self.tournament.tables.filter(closed=False).values_list("number", "players"))

    def board(self, number: int) -> TournamentTable:
        """The tournament's table of that number."""
        return self.tournament.tables.get(number=number)

    def open(self, drawn: list[dict[int, Entry]], arrive_ms: int) -> list[TournamentTable]:
        """New tables with these entries in their chairs; the first game begins when they have had time to come."""
        tournament = self.tournament
        numbers = range(tournament.tables_ever + 1, tournament.tables_ever + len(drawn) + 1)
        seated = {
            f"{tournament.name[:NAME_PART]} #{number}": chairs for number, chairs in zip(numbers, drawn, strict=True)
        }
        made = directed.open_tables(
            {name: {chair: entry.player for chair, entry in chairs.items()} for name, chairs in seated.items()},
            tournament.stack,
            tournament.ruleset(tournament.level),
            seats_total=tournament.seats_total,
            turn_ms=tournament.turn_ms,
            bot_level=tournament.bot_level,
            private=tournament.private,
            due=self.now + arrive_ms,
        )
        boards = TournamentTable.objects.bulk_create(
            TournamentTable(
                tournament=tournament, table=table, number=number, players=len(chairs), round=tournament.round
            )
            for table, number, chairs in zip(made, numbers, drawn, strict=True)
        )
        for board, chairs in zip(boards, drawn, strict=True):
            self.seated(board, list(chairs.values()))
        tournament.tables_ever += len(made)
        tournament.tables_open += len(made)
        tournament.save(update_fields=["tables_ever", "tables_open"])
        return boards

    def seated(self, board: TournamentTable, entries: list[Entry]) -> None:
        """These have a chair at that table now."""
        for entry in entries:
            entry.table, entry.free_since = board, None
            self.call(entry.player_id)
        Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(table=board, free_since=None)

    def close(self, board: TournamentTable) -> None:
        """A table of the tournament is over."""
        at = self.table(board)
        for seat in at.seats.values():
            self.call(seat.player_id)
        directed.close(at)
        board.closed, board.held, board.players = True, False, 0
        board.save(update_fields=["closed", "held", "players"])
        self.tournament.tables_open -= 1
        self.tournament.save(update_fields=["tables_open"])

    def look_at(self, due: int | None) -> None:
        """When the clock must look at the tournament next, ms."""
        self.tournament.due = due
        self.tournament.save(update_fields=["due"])

    def wake_held(self) -> None:
        """Something has changed: every table that waits looks again."""
        self._wake(self.tournament.tables.filter(closed=False, held=True))

    def wake_all(self) -> None:
        """Have the clock look at every table of the tournament where no game runs."""
        self._wake(self.tournament.tables.filter(closed=False))

    def _wake(self, boards: QuerySet[TournamentTable]) -> None:
        ids = list(boards.values_list("pk", flat=True))
        self.tournament.tables.filter(pk__in=ids).update(held=False)
        directed.wake([pk for pk in ids if pk not in self._tables], self.now)
        for at in [self._tables[pk] for pk in ids if pk in self._tables]:
            if at.row.settled and not at.row.closed:
                directed.rest(at, self.now, at.row.next_at)

    def call(self, user_id: int) -> None:
        """This player has a seat somewhere else now, or none."""
        self._called.add(user_id)

    def tell(self) -> None:
        """After the commit."""
        for pk, at in self._tables.items():
            if at.row.version != self._versions[pk]:
                directed.publish(at, self.now)
        for user_id in self._called:
            bell.ring(f"user:{user_id}")
        bell.ring(f"tournament:{self.tournament.pk}")


@contextmanager
def step(tournament_id: int) -> Iterator[Step]:
    """A transaction with the tournament locked. What it changed is told after the commit, and only then."""
    with transaction.atomic():
        made = Step(live.lock(tournament_id), timing.now_ms())
        yield made
    made.tell()
