"""Several at once, on SQLite and PostgreSQL: each thing happens once, nobody is paid twice, and no chip is lost.

Every story is told twice: by threads that share a process's memory, and by threads that share only the database.
"""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from django.db.models import QuerySet

from accounts.models import Transfer, User
from games import changes, live, presence, seats, tables
from games.models import GameRecord, PlayerResult, Presence, Seat, Table
from games.refusals import Refusal
from games.rules import record
from tests.races import together

from .play import (
    AZI_DECK,
    DUEL_DECK,
    Decks,
    Time,
    at,
    bound,
    breaches,
    person,
    play,
    row,
    said,
    start,
    table_of,
    view,
    wallet,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]


@pytest.fixture(autouse=True, params=["one process", "many processes"])
def _memory(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "many processes":
        monkeypatch.setattr(tables, "put", lambda at: None)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight at once are more than a table ever sees: nobody shall be told that it is busy."""
    monkeypatch.setattr(changes, "TRIES", 100)


@pytest.fixture(autouse=True)
def _clean_books() -> Iterator[None]:
    yield
    assert breaches() == []


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


def test_the_same_answer_by_eight_is_given_once(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    ask = start(table, time).ask(2)
    version = row(table).version
    assert outcomes_of([partial(live.act, table.pk, bob.pk, "b20", ask)] * 8) == {"done": 1, "stale": 7}
    assert said(table)[2:] == ["2b20@0"]
    assert row(table).version == version + 1
    assert at(table).game.stacks == {1: 490, 2: 470}  # type: ignore[union-attr]


def test_of_eight_different_answers_one_counts(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    ask = start(table, time).ask(2)
    words = ["b20", "b30", "b40", "b50", "b60", "b70", "b80", "f"]
    assert outcomes_of([partial(live.act, table.pk, bob.pk, word, ask) for word in words])["done"] == 1
    assert len(said(table)) == 3


def test_an_answer_and_the_clock_at_the_same_moment(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    ask = start(table, time).ask(2)
    time.now += 50_000
    outcomes_of([partial(live.act, table.pk, bob.pk, "b20", ask), *[partial(live.tick, table.pk)] * 7])
    first = said(table)[2]
    assert first in ("2b20@50", "2f@50!")
    assert len(said(table)) == 3
    assert (GameRecord.objects.count() == 1) == (first == "2f@50!")


def test_the_last_answer_by_eight_settles_once(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c 2Ah 19h 2Kh")
    ask = at(table).ask(1)
    assert outcomes_of([partial(live.act, table.pk, alice.pk, "7s", ask)] * 8) == {"done": 1, "stale": 7}
    assert GameRecord.objects.count() == 1
    assert PlayerResult.objects.count() == 2
    assert sum(Seat.objects.values_list("stack", flat=True)) == 1_000


def test_eight_clocks_start_one_game(time: Time) -> None:
    table = table_of(person("alice"), person("bob"))
    for _round in range(4):
        time.now += 10_000
        outcomes_of([partial(live.tick, table.pk)] * 8)
    after = row(table)
    assert (after.game_no, after.running) == (1, True)
    assert after.record.count("deal ") == 1


def test_eight_clocks_bring_three_bots(time: Time) -> None:
    table = table_of(person("alice"), bots=True)
    for _round in range(6):
        outcomes_of([partial(live.tick, table.pk)] * 8)
    assert Seat.objects.filter(player__is_bot=True).count() == 3
    assert len(set(Seat.objects.values_list("player", flat=True))) == 4


def test_the_last_seat_wanted_by_eight_is_taken_by_one(time: Time) -> None:
    table = table_of(person("alice"), seats_total=2)
    eight = [person(f"player {number}") for number in range(8)]
    outcomes = outcomes_of([partial(live.sit, table.pk, player.pk, 2, 500) for player in eight])
    assert outcomes["done"] == 1
    assert outcomes["table_full"] + outcomes["seat_taken"] == 7
    assert sorted(wallet(player) for player in eight) == [9_500] + [10_000] * 7
    assert Transfer.objects.filter(key__contains=":seat:2:").count() == 1


def test_six_seats_wanted_by_eight_who_don_t_mind_where(time: Time) -> None:
    table = table_of()
    eight = [person(f"player {number}") for number in range(8)]

    def anywhere(player: User) -> None:
        for number in range(1, 7):
            try:
                live.sit(table.pk, player.pk, number, 500)
            except Refusal as refusal:
                if refusal.code != "seat_taken":
                    raise
            else:
                return
        raise Refusal("table_full", "Each seat was taken when asked for.")

    assert outcomes_of([partial(anywhere, player) for player in eight]) == {"done": 6, "table_full": 2}
    assert Seat.objects.filter(table=table).count() == 6


def test_one_player_sits_down_eight_times_and_sits_once(time: Time) -> None:
    alice = person("alice")
    table = table_of()
    assert outcomes_of([partial(live.sit, table.pk, alice.pk, 1 + number % 6, 500) for number in range(8)]) == {
        "done": 8
    }
    assert Seat.objects.count() == 1
    assert wallet(alice) == 9_500


def test_who_brings_all_they_have_and_says_so_eight_times_sits_once(time: Time) -> None:
    """The second to eighth time the wallet is empty, but that is no reason: they sit here already."""
    alice = person("alice", chips=500)
    table = table_of()
    assert outcomes_of([partial(live.sit, table.pk, alice.pk, 1, 500)] * 8) == {"done": 8}
    assert (Seat.objects.count(), wallet(alice)) == (1, 0)


def test_a_seat_that_is_freed_twice_is_paid_once_whatever_else_happens_to_the_table(time: Time) -> None:
    """Judged by a table of long ago: the seat is gone, and its chips with it."""
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob, buy_in=(2_000, 200))
    long_ago = at(table)
    live.sit_out(table.pk, bob.pk, True)
    live.leave(table.pk, alice.pk)
    with pytest.raises(changes.Outdated):
        seats.leave(long_ago, alice.pk)
    assert wallet(alice) == 10_000


def test_a_purse_for_one_buys_one_of_twenty_seats(time: Time) -> None:
    alice = person("alice", chips=600)
    felts = [table_of() for _table in range(20)]
    outcomes = outcomes_of([partial(live.sit, table.pk, alice.pk, 1, 500) for table in felts])
    assert outcomes == {"done": 1, "funds": 19}
    assert wallet(alice) == 100
    assert Seat.objects.count() == 1


def test_four_tables_at_most_however_many_at_once(time: Time) -> None:
    alice = person("alice")
    felts = [table_of() for _table in range(8)]
    outcomes = outcomes_of([partial(live.sit, table.pk, alice.pk, 1, 500) for table in felts])
    assert outcomes == {"done": 4, "too_many_tables": 4}
    assert wallet(alice) == 8_000


def test_leaving_eight_times_pays_once(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice, person("bob"))
    assert outcomes_of([partial(live.leave, table.pk, alice.pk)] * 8) == {"done": 8}
    assert wallet(alice) == 10_000
    assert Transfer.objects.filter(key__contains=":leave:").count() == 1


@pytest.mark.parametrize("loop", range(2))
def test_everybody_leaves_while_the_game_settles(loop: int, time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c 2Ah 19h 2Kh")
    ask = at(table).ask(1)
    time.now += 1_000
    calls: list[Callable[[], object]] = [
        partial(live.act, table.pk, alice.pk, "7s", ask),
        *[partial(live.leave, table.pk, alice.pk)] * 2,
        *[partial(live.leave, table.pk, bob.pk)] * 2,
        *[partial(live.tick, table.pk)] * 3,
    ]
    random.Random(loop).shuffle(calls)
    outcomes = outcomes_of(calls)
    assert outcomes["done"] >= 7, "at most the answer comes too late"
    time.pass_ms(30_000)
    assert not Seat.objects.exists()
    assert (wallet(alice), wallet(bob)) == (9_970, 10_030)
    assert GameRecord.objects.count() == 1


@pytest.mark.parametrize("loop", range(2))
def test_everybody_says_next_while_the_next_game_begins(loop: int, time: Time, decks: Decks) -> None:
    people = [person(name) for name in ("alice", "bob", "vera", "dana")]
    table = table_of(*people)
    start(table, time)
    for _fold in range(3):
        play(table, f"{view(table)['to_act'][0]}f")
    time.look()
    time.now += 5_000
    calls: list[Callable[[], object]] = [
        *[partial(live.ready, table.pk, player.pk, 1) for player in people],
        *[partial(live.tick, table.pk)] * 4,
    ]
    random.Random(loop).shuffle(calls)
    assert outcomes_of(calls) == {"done": 8}
    assert (row(table).game_no, row(table).running) == (2, True)
    for _fold in range(3):
        play(table, f"{view(table)['to_act'][0]}f")
    assert not Seat.objects.filter(ready=True).exists(), "for the third one nobody is ready yet"


def test_presence_is_written_in_one_order(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """So two processes that hear of the same players never wait for each other's rows."""
    table = table_of()
    people = [person(f"player {number}") for number in range(20)]
    for player in random.Random(1).sample(people, 20):
        presence.saw(table.pk, player.pk, time.now)
    written: list[int] = []
    real = QuerySet.bulk_create

    def bulk_create(self: Any, rows: Any, *args: Any, **kwargs: Any) -> Any:
        written.extend(row.player_id for row in rows)
        return real(self, rows, *args, **kwargs)

    monkeypatch.setattr(QuerySet, "bulk_create", bulk_create)
    presence.save()
    assert written == [player.pk for player in people]
    assert Presence.objects.count() == 20


def test_leaving_and_sitting_down_in_the_same_moment(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice)
    calls: list[Callable[[], object]] = [
        *[partial(live.leave, table.pk, alice.pk)] * 4,
        *[partial(live.sit, table.pk, bob.pk, 1, 300)] * 4,
    ]
    outcomes_of(calls)
    assert wallet(alice) == 10_000
    assert wallet(bob) in (9_700, 10_000)
    assert Seat.objects.filter(player=alice).count() == 0


def test_two_at_two_tables_cross_each_other(time: Time) -> None:
    """Alice leaves the first and sits at the second while bob does the opposite: neither waits for the other."""
    alice, bob = person("alice"), person("bob")
    first, second = table_of(alice), table_of(bob)

    def move(player: User, here: Table, there: Table, number: int) -> None:
        for _time in range(5):
            live.leave(here.pk, player.pk)
            live.sit(there.pk, player.pk, number, 500)
            here, there = there, here

    assert outcomes_of([partial(move, alice, first, second, 3), partial(move, bob, second, first, 4)]) == {"done": 2}
    assert Seat.objects.count() == 2
    assert (wallet(alice), wallet(bob)) == (9_500, 9_500)


def test_discards_and_looks_of_all_at_once(time: Time, decks: Decks) -> None:
    """Everybody is asked together: every answer counts, in some order."""
    from games.rules import Ruleset

    people = [person(name) for name in ("alice", "bob", "vera", "dana", "emil", "olga")]
    table = table_of(*people, ruleset=Ruleset(cards=4), looking=False)
    now = start(table, time)
    calls: list[Callable[[], object]] = []
    for number, player in enumerate(people, 1):
        calls.append(partial(live.act, table.pk, player.pk, "x", now.ask(number)))
    assert outcomes_of(calls) == {"done": 6}
    assert view(table)["phase"] == "bid"
    calls = [partial(live.act, table.pk, player.pk, "L", None) for player in people]
    assert outcomes_of([*calls, *calls[:2]]) == {"done": 6, "illegal": 2}
    assert Counter(word.split("@")[0][1:] for word in said(table)) == {"x": 6, "L": 6}


@pytest.mark.parametrize("seed", range(2))
def test_a_storm(seed: int, time: Time) -> None:
    """Eight threads sit, leave, answer, look, sit out and tick at random at two tables; the clock runs on."""
    felts = [table_of(bots=True), table_of(seats_total=3)]
    people = [person(f"player {number}") for number in range(6)]
    lock = threading.Lock()
    refusals: set[str] = set()

    def rage(thread: int) -> None:
        rng = random.Random(100 * seed + thread)
        for _step in range(25):
            table, player = rng.choice(felts), rng.choice(people)
            with lock:
                time.now += rng.choice((0, 300, 2_000))
            try:
                _do_something(table, player, rng)
            except Refusal as refusal:
                refusals.add(refusal.code)

    for outcome in together([partial(rage, thread) for thread in range(8)]):
        if isinstance(outcome, Exception):
            raise outcome
    assert refusals <= {"not_seated", "not_asked", "stale", "illegal", "seat_taken", "table_full", "limits", "rate"}
    assert breaches() == []
    for table in felts:
        tables.forget(table.pk)
        for player in people:
            live.leave(table.pk, player.pk)
    time.pass_ms(900_000)
    assert list(Seat.objects.values()) == []
    assert sum(wallet(player) for player in people) + _won_by_bots() == 60_000
    for finished in GameRecord.objects.all():
        assert record.read(finished.record).has_result


def _won_by_bots() -> int:
    return sum(PlayerResult.objects.filter(player__is_bot=True).values_list("net", flat=True))


def _do_something(table: Table, player: User, rng: random.Random) -> None:
    what = rng.random()
    if what < 0.45:
        _answer(table, rng)
    elif what < 0.6:
        live.tick(table.pk)
    elif what < 0.75:
        live.sit(table.pk, player.pk, rng.randint(1, 6), 500)
    elif what < 0.82:
        live.leave(table.pk, player.pk)
    elif what < 0.88:
        live.sit_out(table.pk, player.pk, rng.random() < 0.3)
    elif what < 0.94:
        live.show_at_once(table.pk, player.pk, rng.random() < 0.5)
    else:
        live.ready(table.pk, player.pk, row(table).game_no)


def _answer(table: Table, rng: random.Random) -> None:
    """Whoever is asked answers something legal of a moment ago."""
    now = at(table)
    if now.game is None or not now.row.running or not now.game.to_act:
        return live.tick(table.pk)
    number = rng.choice(now.game.to_act)
    if now.seats[number].player.is_bot:
        return live.tick(table.pk)
    word = bound(rng.choice(now.game.legal_actions(number)), rng)
    return live.act(table.pk, now.seats[number].player_id, word, now.ask(number))


def test_azi_is_decided_by_all_at_once(time: Time, decks: Decks) -> None:
    from tests.stage import deck

    hands = {2: "Ah 7d Ts", 3: "Kd 8h 8s", 4: "6s 9s Js", 5: "6d 8d 9d", 1: "As Ks 7s"}
    decks(deck(1, hands, "6h"), AZI_DECK)
    people = [person(name) for name in ("alice", "bob", "vera", "dana", "emil")]
    table = table_of(*people)
    start(table, time)
    play(table, "2b20 3c 4f 5f 1c 2Ah 38h 17s 27d 3Kd 1Ks 38s 1As 2Ts")
    now = at(table)
    calls: list[Callable[[], object]] = [
        *[partial(live.act, table.pk, people[3].pk, "j", now.ask(4))] * 4,
        *[partial(live.act, table.pk, people[4].pk, "j", now.ask(5))] * 4,
    ]
    assert outcomes_of(calls) == {"done": 2, "stale": 6}
    assert view(table)["bank"] == 110 * 3
    assert view(table)["phase"] == "shuffle"


def test_eight_devices_open_four_tables_of_one_s_own(time: Time) -> None:
    alice = person("alice")
    open_one = partial(live.open_table, "Felt", 10, opened_by=alice)
    assert outcomes_of([open_one] * 8) == {"done": 4, "too_many_tables": 4}
    assert Table.objects.filter(opened_by=alice).count() == 4


def test_eight_operators_call_a_game_off_once(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    time.now += 200_000
    assert outcomes_of([partial(live.call_off, table.pk, "stuck")] * 8) == {"done": 1, "not_stuck": 7}
    assert GameRecord.objects.count() == 1
    assert [seat.stack for seat in Seat.objects.all()] == [500, 500]


def test_a_game_moves_on_or_is_called_off_but_not_both(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    ask = start(table, time).ask(2)
    time.now += 200_000
    calls: list[Callable[[], object]] = [partial(live.call_off, table.pk, "stuck")] * 2
    outcomes = outcomes_of([*calls, partial(live.act, table.pk, bob.pk, "f", ask), partial(live.tick, table.pk)])
    finished = GameRecord.objects.get()
    assert sum(seat.stack for seat in Seat.objects.all()) == 1_000
    if finished.void:
        assert [seat.stack for seat in Seat.objects.all()] == [500, 500]
    else:
        assert outcomes["not_stuck"] == 2


def test_wishes_for_more_are_paid_once_and_as_far_as_the_wallet_reaches(time: Time) -> None:
    """At two tables at once, while the clock looks: together they raise by what the wallet holds."""
    alice = person("alice", chips=1_100)
    felts = [table_of(alice, buy_in=500), table_of(alice, buy_in=500)]
    for felt in felts:
        live.top_up(felt.pk, alice.pk, 600)
    outcomes_of([partial(live.tick, felt.pk) for felt in felts] * 4)
    for felt in felts:
        live.tick(felt.pk)
    assert wallet(alice) == 0
    assert sum(Seat.objects.values_list("stack", flat=True)) == 1_100
    assert Transfer.objects.filter(key__contains=":top_up:").count() == 1
