"""What a tournament's director does to its tables: opens them, seats and moves players, starts games, closes them.

All of it happens inside the director's transaction, with the table's row locked (`take`), and is shown to everybody
after the commit (`publish`). Stacks here are a tournament's own chips: none of them is in the ledger.
"""

from collections.abc import Mapping, Sequence

from django.db.models import F

from accounts.models import User
from games.rules import Ruleset

from . import bell, changes, dealing, moves, tables
from .models import Seat, Table
from .tables import TableAt


def open_tables(
    seated: Mapping[str, Mapping[int, User]],
    stack: int,
    ruleset: Ruleset,
    *,
    seats_total: int,
    turn_ms: int,
    bot_level: str,
    private: bool,
    due: int,
) -> list[Table]:
    """New tables, by name, with everybody in their chair; the director is asked about each at `due` (ms)."""
    made = [
        Table(
            name=name,
            stakes=Table.TOURNAMENT,
            private=private,
            bots=False,
            bot_level=bot_level,
            seats_total=seats_total,
            turn_ms=turn_ms,
            cards=ruleset.cards,
            blind=ruleset.blind,
            raises=ruleset.raises,
            azi=ruleset.azi,
            ante=ruleset.ante,
            bet=ruleset.bet,
            next_at=due,
            due=due,
        )
        for name in seated
    ]
    Table.objects.bulk_create(made)
    Seat.objects.bulk_create(
        Seat(table=table, number=number, player=player, stack=stack, first_game=1)
        for table in made
        for number, player in seated[table.name].items()
    )
    return made


def take(table_id: int) -> TableAt:
    """The table at its newest version, locked until the transaction ends."""
    return tables.at_version(Table.objects.select_for_update().get(pk=table_id))


def seat(at: TableAt, player: User, number: int, stack: int) -> None:
    """A newcomer, dealt in from the next game on."""
    changes.save(at)
    at.seats[number] = Seat.objects.create(
        table=at.row, number=number, player=player, stack=stack, first_game=at.row.game_no + 1
    )


def move(of: TableAt, to: TableAt, chair: Seat, number: int) -> None:
    """Somebody between two games goes to that chair of another table, and takes along all that is theirs."""
    changes.save(of)
    changes.save(to)
    del of.seats[chair.number]
    chair.table, chair.number, chair.first_game, chair.ready = to.row, number, to.row.game_no + 1, False
    chair.save(update_fields=["table", "number", "first_game", "ready"])
    to.seats[number] = chair


def redraw(to: TableAt, chairs: Mapping[int, Seat], of: Sequence[TableAt]) -> None:
    """Everybody of these tables at one of them, in those chairs, with all that is theirs."""
    for at in of:
        changes.save(at)
        at.seats.clear()
    Seat.objects.filter(table__in=[at.row for at in of]).delete()
    for number, chair in chairs.items():
        chair.pk, chair.table, chair.number = None, to.row, number
        chair.first_game, chair.ready = to.row.game_no + 1, False
    to.seats.update(chairs)
    Seat.objects.bulk_create(chairs.values())


def free(at: TableAt, chairs: list[Seat]) -> None:
    """Empty these chairs."""
    changes.save(at)
    Seat.objects.filter(pk__in=[chair.pk for chair in chairs]).delete()
    for chair in chairs:
        del at.seats[chair.number]


def rest(at: TableAt, due: int | None, next_at: int | None = None) -> None:
    """No game for now: the director is asked again at `due` (ms; None: not before it asks by itself), and players
    are told that the next game begins at `next_at`."""
    changes.save(at, due=due, next_at=next_at)


def start(at: TableAt, players: list[Seat], ruleset: Ruleset, now: int) -> None:
    """The next game, at that level's stakes."""
    if (at.row.ante, at.row.bet) != (ruleset.ante, ruleset.bet):
        changes.save(at, ante=ruleset.ante, bet=ruleset.bet)
    dealing.begin(at, players, now)
    at.row.due = now
    moves.save_dealt(at)  # the clock makes the header, outside the director's transaction


def close(at: TableAt) -> None:
    """Empty the table for good."""
    changes.save(at, due=None, next_at=None, deadline=None, closed=True)
    Seat.objects.filter(table=at.row).delete()
    at.seats.clear()


def wake(table_ids: list[int], due: int) -> None:
    """Have the director asked about these tables at that time, wherever no game runs."""
    Table.objects.filter(pk__in=table_ids, settled=True, closed=False).update(due=due, version=F("version") + 1)


def publish(at: TableAt, now: int) -> None:
    """After the commit: keep the table as it is now, draw it and ring."""
    tables.draw(at, now)
    tables.put(at)
    bell.ring(f"table:{at.row.pk}", at.row.version)
