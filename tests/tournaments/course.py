"""What the stories of tournaments are told with: a clock that only the test moves, and games that end as the story
wants them to."""

from typing import Any

import pytest

from accounts import audit as accounts_audit
from accounts.models import User
from games import live as games_live
from games import timing
from games.models import GameRecord, PlayerResult, Seat, Table
from tests.games.play import NOON as NOON
from tests.games.play import person
from tournaments import audit, director, levels, live, series
from tournaments.models import Entry, Tournament, TournamentTable

MINUTE = 60_000


class Course:
    """The clock of the site; milliseconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOON
        monkeypatch.setattr(timing, "now_ms", lambda: self.now)

    def look(self) -> None:
        """The clock looks until nothing is due any more; people at running games do nothing."""
        for _round in range(500):
            jobs = [*director.due(self.now), *series.due(self.now)]
            if not jobs:
                return
            for job in jobs:
                job()
        raise AssertionError("the clock finds something due again and again")

    def pass_ms(self, ms: int, playing: bool = False) -> None:
        """Let time go by; what falls due on the way is done at its time, the tables' games too where they play."""
        until = self.now + ms
        while True:
            self.look()
            if playing:
                for job in games_live.due(self.now):
                    job()
            tables = Table.objects.filter(due__lte=until)
            waiting = [
                *(tables if playing else tables.filter(settled=True)).values_list("due", flat=True),
                *Tournament.objects.filter(due__gt=self.now, due__lte=until).values_list("due", flat=True),
            ]
            if not waiting:
                break
            self.now = max(self.now, min(due for due in waiting if due is not None))
        self.now = until
        self.look()

    def until_games_run(self) -> None:
        self.pass_ms(8_000)

    def decide(self, board: TournamentTable, **nets: int) -> None:
        """The game that runs at this table ends like that, with 0 for everybody who isn't named; then its outcome is
        booked. Whoever gained most has won it."""
        row = Table.objects.get(pk=board.pk)
        assert row.running, "no game runs there"
        net = {name.replace("_", " "): chips for name, chips in nets.items()}
        assert sum(net.values()) == 0
        seats = {seat.player.name: seat for seat in Seat.objects.filter(table=row).select_related("player")}
        dealt = {name: seat for name, seat in seats.items() if seat.first_game <= row.game_no}
        winner = max(dealt, key=lambda name: net.get(name, 0))
        game = GameRecord.objects.create(
            public_id=row.game_id, table=row, game_no=row.game_no, record=row.record, bank=2 * max([*net.values(), 1]),
            deals=1, people=len(dealt), started_at=self.now, ended_at=self.now,
        )  # fmt: skip
        for name, seat in dealt.items():
            PlayerResult.objects.create(
                game=game,
                player=seat.player,
                seat=seat.number,
                stack=seat.stack,
                net=net.get(name, 0),
                won=name == winner,
            )
            Seat.objects.filter(pk=seat.pk).update(stack=seat.stack + net.get(name, 0))
        Table.objects.filter(pk=row.pk).update(
            settled=True, version=row.version + 1, dealer=dealt[winner].number, deadline=None, moved_at=self.now,
            due=self.now, next_at=self.now + 5_000,
        )  # fmt: skip
        self.look()


def tournament(**terms: Any) -> Tournament:
    """One that is announced: a sit & go for three at tables of three, unless the story wants another."""
    wanted: dict[str, Any] = {
        "name": "Cup",
        "seats_total": 3,
        "min_entries": 2,
        "max_entries": 3,
        "entry_fee": 100,
        "stack": 100,
        "levels": levels.schedule(10, 10),
        "prizes": Tournament.WINNER,
        **terms,
    }
    return live.announce(Tournament(**wanted))


def freezeout(starts_in: int = 5 * MINUTE, **terms: Any) -> Tournament:
    """A freezeout that starts at a time."""
    return tournament(**{"format": Tournament.FREEZEOUT, "max_entries": 100, "starts_at": NOON + starts_in, **terms})


def enter(of: Tournament, *names: str) -> list[User]:
    """New people who enter."""
    people = [person(name) for name in names]
    for one in people:
        live.enter(of.pk, one, 1)
    return people


def now(of: Tournament) -> Tournament:
    return Tournament.objects.get(pk=of.pk)


def boards(of: Tournament) -> list[TournamentTable]:
    """The open tables, by number."""
    return list(TournamentTable.objects.filter(tournament=of, closed=False).order_by("number"))


def sizes(of: Tournament) -> list[int]:
    return [board.players for board in boards(of)]


def entry(of: Tournament, name: str) -> Entry:
    """The newest entry of somebody."""
    found = Entry.objects.filter(tournament=of, player__name=name).order_by("-number").first()
    assert found is not None
    return found


def who(board: TournamentTable) -> list[str]:
    """The names at a table, by chair."""
    seats = Seat.objects.filter(table=board.pk).order_by("number")
    return list(seats.values_list("player__name", flat=True))


def places(of: Tournament) -> dict[str, int | None]:
    """Each entry's place; of somebody's second entry with a 2 behind the name."""
    entries = Entry.objects.filter(tournament=of).exclude(state=Entry.WITHDRAWN).select_related("player")
    return {entry.player.name + ("" if entry.number == 1 else f" {entry.number}"): entry.place for entry in entries}


def prizes(of: Tournament) -> dict[str, int]:
    """Who has won how many chips."""
    entries = Entry.objects.filter(tournament=of, prize__gt=0).select_related("player").order_by("place", "pk")
    return {entry.player.name: entry.prize for entry in entries}


def check_books() -> None:
    """Neither audit of chips finds anything. (The games here are decided by the story, not by their records.)"""
    assert [*accounts_audit.breaches(), *audit.breaches()] == []
