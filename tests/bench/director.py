"""What running a tournament costs the director: per game of one table, at 10, 40 and 84 tables; to enter; to start.

All in one process on one SQLite database, the three sizes in turn; milliseconds of the processor. `a game` is the
director's share of it: the outcome booked and the next game begun, two transactions; moves are none of it.

    python -m tests.bench.director
"""

import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial

SEATS = 6
SIZES = (10, 40, 84)  # tables
GAMES = 60  # of each size
ENTERS = 30
STACK = 1_000_000  # nobody goes out


def _prepare() -> str:
    """A database of its own, and Django on it: before anything of Azi's is imported."""
    var = tempfile.mkdtemp(prefix="azi-bench-")
    os.environ |= {"AZI_VAR": var, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    os.environ.pop("DATABASE_URL", None)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    return var


def _ms(work: Callable[[], object]) -> float:
    """What it takes of the processor: others' work on this machine is no part of it."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def _announce(tables: int) -> int:
    from games import timing
    from tournaments import live
    from tournaments.models import Tournament

    return live.announce(
        Tournament(
            name=f"Bench {tables}",
            format=Tournament.FREEZEOUT,
            seats_total=SEATS,
            levels=[[10, 10]],
            stack=STACK,
            entry_fee=1,
            max_entries=1_000,
            bot_level="beginner",
            starts_at=timing.now_ms(),
        )
    ).pk


def _entering(tournament: int) -> float:
    """A person's registration, ms; they withdraw again."""
    from accounts import guests
    from tournaments import live

    times = []
    for _person in range(ENTERS):
        person = guests.create()
        times.append(_ms(partial(live.enter, tournament, person, 1)))
        live.withdraw(tournament, person)
    return statistics.median(times)


def _a_game(tournament: int, table: int) -> float:
    """The table plays its game to the end; what the director then does, ms."""
    from games import live, timing
    from games.models import Table
    from tournaments import director

    row = Table.objects.only("settled", "due", "next_at")
    while not (now := row.get(pk=table)).settled:
        timing.skip_to(now.due or 0)
        live.tick(table)
    booking = _ms(partial(director.tick_table, table, tournament))
    timing.skip_to(row.get(pk=table).next_at or 0)
    return booking + _ms(partial(director.tick_table, table, tournament))


def measure() -> None:
    """Print a line for each of the measurements."""
    from django.db.models import Max

    from games import cast, timing
    from games.models import Table
    from tournaments import director, live
    from tournaments.models import TournamentTable

    tournaments = {size: _announce(size) for size in SIZES}
    bots = cast.make_extras(max(SIZES) * SEATS)
    entering, starting = {}, {}
    for size, tournament in tournaments.items():
        for count, bot in enumerate(bots[: size * SEATS]):
            if count in (10, 500):
                entering[count] = _entering(tournament)
            live.enter_bot(tournament, bot)
        starting[size] = _ms(partial(director.tick, tournament))
    print(
        f"director, a person enters: {entering[10]:.1f} ms beside 10 entries, {entering[500]:.1f} ms beside 500 "
        f"(ratio {entering[500] / entering[10]:.2f})"
    )
    print("director, the start: " + ", ".join(f"{starting[size]:.0f} ms with {size * SEATS} entries" for size in SIZES))
    timing.skip_to(Table.objects.aggregate(last=Max("due"))["last"])
    boards = {}
    for size, tournament in tournaments.items():
        boards[size] = list(TournamentTable.objects.filter(tournament=tournament).values_list("pk", flat=True))
        for table in boards[size]:
            director.tick_table(table, tournament)
    games: dict[int, list[float]] = {size: [] for size in SIZES}
    for game in range(GAMES):
        for size, tournament in tournaments.items():
            games[size].append(_a_game(tournament, boards[size][game % len(boards[size])]))
    means = {size: statistics.median(times) for size, times in games.items()}
    told = ", ".join(f"{means[size]:.1f} ms at {size} tables" for size in SIZES)
    print(f"director, a game of one table: {told} (ratio {means[84] / means[10]:.2f}, goal at most 1.3)")


def main() -> None:
    """Measure in a database that is gone afterwards."""
    var = _prepare()
    try:
        measure()
    finally:
        shutil.rmtree(var, ignore_errors=True)


if __name__ == "__main__":
    main()
