"""Several at once, on SQLite and PostgreSQL: one entry, one fee, one prize, one way back, and no chip is lost."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest

from accounts import ledger
from accounts.models import Transfer, User
from games import audit as games_audit
from games import cast, changes
from games import live as games_live
from games.models import Table
from games.refusals import Refusal
from tests.games.play import person, wallet
from tests.races import together
from tournaments import director, ending, live, series
from tournaments.models import Entry, Tournament
from tournaments.step import step

from .course import MINUTE, Course, boards, check_books, enter, freezeout, now, sizes, tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]

FEE = 100
PATIENCE_S = 30.0


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """More at once than a table ever sees: nobody shall be told that it is busy."""
    monkeypatch.setattr(changes, "TRIES", 100)


@pytest.fixture(autouse=True)
def _clean_books() -> Iterator[None]:
    yield
    check_books()


def outcomes_of(calls: Sequence[Callable[[], object]]) -> Counter[str]:
    """How often all went well, and with which codes the others were refused. Anything else is an error."""
    said = []
    for outcome in together(calls):
        if isinstance(outcome, Refusal):
            said.append(outcome.code)
        elif isinstance(outcome, Exception):
            raise outcome
        else:
            said.append("done")
    return Counter(said)


def keys(of: Tournament, what: str) -> list[str]:
    """The transfers into or out of its pool of that kind."""
    return list(Transfer.objects.filter(key__startswith=f"{of.pool_code}:{what}:").values_list("key", flat=True))


def clocks(course: Course, of: Tournament, how_many: int = 2) -> None:
    """So many clocks tick until the tournament is over and its tables are closed; where nothing is due, time passes."""
    until = time.monotonic() + PATIENCE_S
    lock = threading.Lock()

    def clock() -> None:
        while time.monotonic() < until:
            jobs = [job for due in (games_live.due, director.due, series.due) for job in due(course.now)]
            for job in jobs:
                job()
            if not jobs:
                with lock:
                    following = _next_due(of)
                    if following is None:
                        return
                    course.now = max(course.now, following)
        raise AssertionError(f"{now(of).state} at level {now(of).level} after {PATIENCE_S} s")

    assert outcomes_of([clock] * how_many) == {"done": how_many}


def _next_due(of: Tournament) -> int | None:
    tables = Table.objects.filter(of_tournament__tournament=of, closed=False, due__isnull=False)
    times = [now(of).due, *tables.values_list("due", flat=True)]
    return min((due for due in times if due is not None), default=None)


def check_paid_once(of: Tournament) -> None:
    """Finished, nothing left in the pool, each prize under a key of its own."""
    assert games_audit.breaches() == []
    assert now(of).state == Tournament.FINISHED
    assert ledger.balance(ledger.pool(of.pool_code)) == 0
    won = Entry.objects.filter(tournament=of, prize__gt=0)
    assert sorted(keys(of, "prize")) == sorted(f"{of.pool_code}:prize:{one.player_id}:{one.number}" for one in won)


# --- in and out -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fee", [FEE, 0])
def test_the_last_place_wanted_by_eight_is_taken_by_one(fee: int, course: Course) -> None:
    """Where a fee moves, the pool puts them in order too; where none does, the tournament's row alone."""
    cup = tournament(entry_fee=fee)
    enter(cup, "alice", "bob")
    eight = [person(f"player {number}") for number in range(8)]
    assert outcomes_of([partial(live.enter, cup.pk, one, 1) for one in eight]) == {"done": 1, "full": 7}
    assert sorted(wallet(one) for one in eight) == [ledger.GRANT - fee] + [ledger.GRANT] * 7
    assert (now(cup).entries, len(keys(cup, "entry"))) == (3, 3 if fee else 0)


def test_a_double_click_and_two_devices_enter_once(course: Course) -> None:
    cup, alice = freezeout(), person("alice")
    assert outcomes_of([partial(live.enter, cup.pk, alice, 1)] * 8) == {"done": 8}
    assert (now(cup).entries, wallet(alice)) == (1, ledger.GRANT - FEE)


def test_a_purse_for_one_fee_enters_one_of_four_tournaments(course: Course) -> None:
    cups, alice = [freezeout() for _cup in range(4)], person("alice", chips=150)
    assert outcomes_of([partial(live.enter, cup.pk, alice, 1) for cup in cups]) == {"done": 1, "funds": 3}
    assert (Entry.objects.count(), wallet(alice)) == (1, 50)


def test_withdrawing_eight_times_pays_back_once(course: Course) -> None:
    cup = freezeout()
    alice, _bob = enter(cup, "alice", "bob")
    assert outcomes_of([partial(live.withdraw, cup.pk, alice)] * 8) == {"done": 8}
    assert (now(cup).entries, wallet(alice), len(keys(cup, "refund"))) == (1, ledger.GRANT, 1)


def test_a_bot_that_eight_clocks_send_away_goes_once(course: Course) -> None:
    cup = tournament(bots=True, max_entries=6)
    enter(cup, "alice", "bob")
    bot = cast.a_bot_beside([])
    live.enter_bot(cup.pk, bot)
    assert outcomes_of([partial(live.withdraw, cup.pk, bot)] * 8) == {"done": 8}
    assert (now(cup).entries, len(keys(cup, "refund"))) == (2, 1)


def test_withdrawing_and_entering_anew_in_the_same_moment(course: Course) -> None:
    cup = freezeout()
    (alice,) = enter(cup, "alice")
    calls: list[Callable[[], object]] = [
        *[partial(live.withdraw, cup.pk, alice)] * 4,
        *[partial(live.enter, cup.pk, alice, 2)] * 4,
    ]
    outcomes_of(calls)
    here = Entry.objects.filter(state=Entry.IN).count()
    assert wallet(alice) == ledger.GRANT - FEE * here
    assert now(cup).entries == here


@pytest.mark.parametrize("loop", range(3))
def test_entering_withdrawing_and_the_start_at_the_same_moment(loop: int, course: Course) -> None:
    cup = freezeout(max_entries=5)
    alice, bob, *_others = enter(cup, "alice", "bob", "vera", "dana")
    late = [person(f"late {number}") for number in range(2)]
    course.now += 5 * MINUTE
    calls: list[Callable[[], object]] = [
        *[partial(live.enter, cup.pk, one, 1) for one in late],
        partial(live.withdraw, cup.pk, alice),
        partial(live.withdraw, cup.pk, bob),
        *[partial(director.tick, cup.pk)] * 3,
    ]
    random.Random(loop).shuffle(calls)
    outcomes = outcomes_of(calls)
    assert set(outcomes) <= {"done", "closed", "full", "started"}
    assert now(cup).state == Tournament.RUNNING
    assert sum(sizes(cup)) == now(cup).entries == len(keys(cup, "entry")) - len(keys(cup, "refund"))
    for one in (alice, bob, *late):
        inside = Entry.objects.filter(player=one, state=Entry.IN).exists()
        assert wallet(one) == ledger.GRANT - FEE * inside


def test_who_is_out_and_enters_again_eight_times_has_one_more_entry(course: Course) -> None:
    cup = freezeout(late_levels=1, re_entries=1, level_ms=10 * MINUTE)
    _alice, bob, _dana = enter(cup, "alice", "bob", "dana")
    course.pass_ms(5 * MINUTE)
    course.until_games_run()
    course.decide(boards(cup)[0], alice=100, bob=-100)
    calls: list[Callable[[], object]] = [
        *[partial(live.enter, cup.pk, bob, 2)] * 6,
        *[partial(director.tick, cup.pk)] * 2,
    ]
    assert outcomes_of(calls) == {"done": 8}
    assert (now(cup).entries, wallet(bob)) == (4, ledger.GRANT - 2 * FEE)
    course.look()
    assert sizes(cup) == [3]


def test_a_form_sent_eight_times_announces_one(course: Course) -> None:
    alice = person("alice")

    def announce() -> int:
        cup = Tournament(name="Cup", opened_by=alice, levels=[[10, 10]], added=50)
        return live.announce(cup, once="a form's number").pk

    assert set(together([announce] * 8)) == {Tournament.objects.get().pk}


# --- called off -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loop", range(2))
def test_called_off_while_people_enter_and_withdraw(loop: int, course: Course) -> None:
    cup = freezeout(added=50)
    alice, *_others = enter(cup, "alice", "bob")
    others = [person(f"player {number}") for number in range(4)]
    calls: list[Callable[[], object]] = [
        *[partial(live.enter, cup.pk, one, 1) for one in others],
        *[partial(live.cancel, cup.pk, "director")] * 2,
        partial(live.withdraw, cup.pk, alice),
        partial(director.tick, cup.pk),
    ]
    random.Random(loop).shuffle(calls)
    assert set(outcomes_of(calls)) <= {"done", "closed", "started"}
    clocks(course, cup)
    assert now(cup).state == Tournament.CANCELLED
    assert {wallet(one) for one in User.objects.filter(is_bot=False)} == {ledger.GRANT}
    assert ledger.balance(ledger.pool(cup.pool_code)) == 0


def test_called_off_while_its_tables_play_and_people_come_late(course: Course) -> None:
    cup = freezeout(late_levels=5, stack=1_000)
    enter(cup, *(f"player {number}" for number in range(5)))
    late = [person(f"late {number}") for number in range(2)]
    course.pass_ms(5 * MINUTE + 6_000)
    course.now += 60_000
    calls: list[Callable[[], object]] = [
        *[partial(games_live.tick, board.pk) for board in boards(cup)],
        *[partial(live.enter, cup.pk, one, 1) for one in late],
        *[partial(live.cancel, cup.pk, "director")] * 2,
        *[partial(director.tick, cup.pk)] * 2,
    ]
    random.Random(5).shuffle(calls)
    assert set(outcomes_of(calls)) <= {"done", "closed"}
    clocks(course, cup)
    assert now(cup).state == Tournament.CANCELLED
    assert {wallet(one) for one in User.objects.filter(is_bot=False)} == {ledger.GRANT}
    assert boards(cup) == []


def test_a_clock_that_saw_too_few_calls_off_nothing_that_has_begun_since(course: Course) -> None:
    cup = freezeout()
    enter(cup, "alice")
    course.now += 5 * MINUTE
    long_ago = now(cup)
    enter(cup, "bob")
    director.tick(cup.pk)
    assert now(cup).state == Tournament.RUNNING
    director.WORK[Tournament.ANNOUNCED](long_ago)
    assert now(cup).state == Tournament.RUNNING


# --- two clocks -------------------------------------------------------------------------------------------------------


def test_prizes_are_paid_once_by_eight_clocks(course: Course) -> None:
    cup = tournament(max_entries=8, seats_total=4, prizes=Tournament.DOUBLE)
    people = enter(cup, *(f"player {number}" for number in range(8)))
    director.tick(cup.pk)
    with step(cup.pk) as one:
        ending.finish(one)
    while now(cup).state != Tournament.FINISHED:
        assert outcomes_of([partial(director.tick, cup.pk)] * 8) == {"done": 8}
    check_paid_once(cup)
    assert {wallet(one) for one in people} == {ledger.GRANT}


def test_prizes_go_on_where_a_clock_died(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = tournament(max_entries=8, seats_total=4, prizes=Tournament.CUSTOM, percentages=[40, 30, 20, 10])
    enter(cup, *(f"player {number}" for number in range(8)))
    director.tick(cup.pk)
    with step(cup.pk) as one:
        ending.finish(one)
    transfer, left = ledger.transfer, iter(range(3))

    def die(*facts: object) -> bool:
        next(left)  # StopIteration when there is none
        return transfer(*facts)  # type: ignore[arg-type]

    with monkeypatch.context() as dying, pytest.raises(StopIteration):
        dying.setattr(ledger, "transfer", die)
        director.tick(cup.pk)
    assert len(keys(cup, "prize")) == 3
    clocks(course, cup)
    check_paid_once(cup)


def test_two_clocks_fill_a_sit_and_go_with_bots_and_play_it_to_the_prize(course: Course) -> None:
    cup = tournament(seats_total=6, max_entries=6, bots=True, level_games=1, bot_level="beginner", stack=60)
    enter(cup, "alice")
    clocks(course, cup)
    check_paid_once(cup)
    assert now(cup).entries == 6
    assert Entry.objects.filter(place=1).count() == 1


def test_two_clocks_run_two_tables_of_a_freezeout_to_the_prize(course: Course) -> None:
    cup = freezeout(seats_total=3, level_games=1, bot_level="beginner", stack=60, prizes=Tournament.TOP15)
    for bot in cast.make_extras(6):
        live.enter_bot(cup.pk, bot)
    clocks(course, cup)
    check_paid_once(cup)
    assert Entry.objects.filter(place=1).count() == 1


def test_two_clocks_run_an_arena_whose_players_pause_and_come_back(course: Course) -> None:
    cup = freezeout(format=Tournament.ARENA, duration_ms=20_000, stack=60, bot_level="beginner")
    bots = cast.make_extras(5)
    for bot in bots:
        live.enter_bot(cup.pk, bot)
    course.now += 5 * MINUTE

    def restless() -> None:
        rng = random.Random(3)
        for _time in range(20):
            live.pause(cup.pk, rng.choice(bots), rng.random() < 0.4)
        for bot in bots:
            live.pause(cup.pk, bot, False)

    outcomes_of([partial(clocks, course, cup, 1), restless, partial(director.tick, cup.pk)])
    clocks(course, cup)
    check_paid_once(cup)
