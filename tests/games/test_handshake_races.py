"""The handshake with several at once, on both databases: one header, one deal, each seed counted or refused."""

import json
import random
import threading
import time as wall
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games import directed, live, tables
from games.models import Commitment, DealRecord, Seat, Table
from games.refusals import Refusal
from games.rules import fairness
from tests.races import together

from .play import AZI_DECK, AZI_PLAY, Decks, Time, person, play, row, start, table_of, view
from .test_dealing import Browser, record_of, table_for
from .test_races import _clean_books, _do_something, _memory, _patient, outcomes_of  # noqa: F401 -- fixtures
from .test_tournament_tables import tournament_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]

Call = Callable[[], object]
NAMES = ("alice", "bob", "vera", "dana", "emil", "olga")


def company(number: int) -> tuple[Table, list[Browser]]:
    return table_for(*[person(name) for name in NAMES[:number]])


def committed(number: int, time: Time) -> tuple[Table, list[Browser]]:
    """That many have committed to the first deal, and its header stands."""
    table, browsers = company(number)
    for browser in browsers:
        browser.commit()
    start(table, time)
    assert view(table)["phase"] == "shuffle"
    return table, browsers


def until_due(table: Table, time: Time) -> None:
    """The first game is due in this moment."""
    while row(table).next_at is None:
        live.tick(table.pk)
    time.now = row(table).next_at or 0


def outcome_of(call: Call) -> object:
    """What it gives, or the code of a refusal."""
    try:
        return call()
    except Refusal as refusal:
        return refusal.code


def at_once(calls: list[Call], rng: random.Random | None = None) -> list[Any]:
    """What each gave or was refused with, in their order; they begin together, in any order."""
    order = list(range(len(calls)))
    (rng or random.Random(1)).shuffle(order)
    given = dict(zip(order, together([partial(outcome_of, calls[at]) for at in order]), strict=True))
    for outcome in given.values():
        if isinstance(outcome, Exception):
            raise outcome
    return [given[at] for at in range(len(calls))]


def counted(table: Table, deal_no: int = 1) -> list[int]:
    """The seats whose seeds are in the deal."""
    combination = json.loads(DealRecord.objects.get(table=table, deal_no=deal_no).combination)
    return [one["seat"] for one in combination["reveals"] if one["seed"] is not None]


def deals_in(table: Table) -> int:
    return row(table).record.count("\ndeal ")


def check_chain(*felts: Table) -> None:
    """Every deal that is over verifies and continues the one before it."""
    for table in felts:
        numbers = DealRecord.objects.filter(table=table).exclude(record_hash="").order_by("deal_no")
        whole = [record_of(table, number) for number in numbers.values_list("deal_no", flat=True)]
        for one in whole:
            fairness.verify(one)
        fairness.verify_chain(whole)


def test_six_reveal_at_once_and_the_cards_come_once(time: Time) -> None:
    table, browsers = committed(6, time)
    assert outcomes_of([browser.reveal for browser in browsers]) == {"done": 6}
    kept = DealRecord.objects.get()
    assert (kept.committed, kept.silent, counted(table)) == (6, 0, [1, 2, 3, 4, 5, 6])
    assert (view(table)["phase"], deals_in(table)) == ("bid", 1)


def test_one_player_s_tabs_reveal_at_once(time: Time) -> None:
    table, (alice, bob) = committed(2, time)
    outcomes = outcomes_of([*[alice.reveal] * 4, *[bob.reveal] * 4])
    assert set(outcomes) <= {"done", "late"}
    assert outcomes["done"] >= 2
    assert (counted(table), deals_in(table)) == ([1, 2], 1)


@pytest.mark.parametrize("loop", range(2))
def test_a_commitment_that_is_said_to_stand_is_in_the_header(loop: int, time: Time) -> None:
    """Everybody's two tabs commit in the moment in which two clocks make the header."""
    table, browsers = company(5)
    until_due(table, time)
    commits = [
        partial(live.commit, table.pk, browser.user.pk, 1, browser.commitment(1) if tab else "ab" * 32)
        for browser in browsers
        for tab in range(2)
    ]
    outcomes = at_once([*commits, *[partial(live.tick, table.pk)] * 2], random.Random(loop))
    header = json.loads(DealRecord.objects.get().header)
    bound = {seat["seat"]: seat["commit"] for seat in header["seats"]}
    stand = {(one["seat"], one["commit"]) for one in outcomes if isinstance(one, dict)}
    assert stand == {(seat, commit) for seat, commit in bound.items() if commit != fairness.ZERO}
    assert {one for one in outcomes if isinstance(one, str)} <= {"stale"}
    assert DealRecord.objects.get().committed == len(stand)
    assert deals_in(table) == (0 if stand else 1)


def test_a_commitment_in_the_middle_of_making_the_header_is_not_left_out(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock has looked for commitments, and makes eight decks: one comes, and is said to stand."""
    table, (alice, _bob) = company(2)
    until_due(table, time)
    made: list[object] = []
    real = fairness.make

    def make(*args: Any, **kwargs: Any) -> Any:
        if not made:
            made.extend(together([partial(live.commit, table.pk, alice.user.pk, 1, alice.commitment(1))]))
        return real(*args, **kwargs)

    monkeypatch.setattr(fairness, "make", make)
    live.tick(table.pk)
    assert isinstance(made[0], dict)
    assert json.loads(DealRecord.objects.get().header)["seats"][0]["commit"] == made[0]["commit"]
    assert view(table)["phase"] == "shuffle"


def test_a_header_in_the_middle_of_a_commitment_waits_for_it(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alice has been found to be in time, and is about to be written down: the clock comes."""
    table, (alice, _bob) = company(2)
    until_due(table, time)
    looked = threading.Event()
    real = QuerySet.create

    def create(self: Any, *args: Any, **kwargs: Any) -> Any:
        if self.model is Commitment:
            looked.set()
            wall.sleep(0.3)
        return real(self, *args, **kwargs)

    def clock() -> None:
        assert looked.wait(10)
        live.tick(table.pk)

    commit = partial(live.commit, table.pk, alice.user.pk, 1, alice.commitment(1))
    with monkeypatch.context() as patch:
        patch.setattr(QuerySet, "create", create)
        stands, _ticked = at_once([commit, clock])
    assert json.loads(DealRecord.objects.get().header)["seats"][0]["commit"] == stands["commit"]


def test_a_reveal_in_the_middle_of_dealing_out_is_counted_or_refused(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock has looked for reveals, and combines: one comes."""
    table, (alice, bob, _vera) = committed(3, time)
    bob.reveal()
    time.now += 2_000
    came: list[object] = []
    real = fairness.combine

    def combine(*args: Any, **kwargs: Any) -> Any:
        if not came:
            came.extend(together([partial(outcome_of, alice.reveal)]))
        return real(*args, **kwargs)

    monkeypatch.setattr(fairness, "combine", combine)
    live.tick(table.pk)
    assert came == [None]
    assert (counted(table), DealRecord.objects.get().silent) == ([1, 2], 1)


def test_eight_clocks_make_one_header_and_deal_once(time: Time) -> None:
    table, browsers = company(3)
    for browser in browsers:
        browser.commit()
    until_due(table, time)
    outcomes_of([partial(live.tick, table.pk)] * 8)
    header = DealRecord.objects.get().header
    assert (row(table).next_deal, view(table)["phase"]) == (2, "shuffle")
    time.now += 2_000
    outcomes_of([partial(live.tick, table.pk)] * 8)
    assert DealRecord.objects.get().header == header
    assert (DealRecord.objects.get().silent, deals_in(table), row(table).next_deal) == (3, 1, 2)


@pytest.mark.parametrize("loop", range(2))
def test_each_reveal_at_the_end_of_the_two_seconds_is_counted_or_refused(loop: int, time: Time) -> None:
    table, browsers = committed(5, time)
    time.now += 2_000
    calls: list[Call] = [browser.reveal for browser in browsers]
    outcomes = at_once([*calls, *[partial(live.tick, table.pk)] * 2], random.Random(loop))[:5]
    assert set(outcomes) <= {None, "late"}
    assert counted(table) == [seat for seat, outcome in enumerate(outcomes, 1) if outcome is None]
    assert (DealRecord.objects.get().silent, deals_in(table)) == (outcomes.count("late"), 1)


@pytest.mark.parametrize("loop", range(2))
def test_coming_and_going_while_all_reveal(loop: int, time: Time) -> None:
    table, browsers = committed(4, time)
    alice, bob, vera, dana = [browser.user for browser in browsers]
    newcomers = [person("emil"), person("olga")]
    calls: list[Call] = [
        *[browser.reveal for browser in browsers],
        partial(live.leave, table.pk, dana.pk),
        partial(live.sit_out, table.pk, vera.pk, True),
        partial(live.show_at_once, table.pk, bob.pk, False),
        *[partial(live.sit, table.pk, user.pk, 5, 500) for user in newcomers],
        partial(live.tick, table.pk),
    ]
    outcomes = at_once(calls, random.Random(loop))
    assert sorted(map(str, outcomes)) == ["None"] * 9 + ["seat_taken"]
    assert (counted(table), deals_in(table)) == ([1, 2, 3, 4], 1)
    assert sorted(json.loads(DealRecord.objects.get().header)["seats"][at]["seat"] for at in range(4)) == [1, 2, 3, 4]
    time.pass_ms(200_000)
    assert not Seat.objects.filter(player=dana).exists()
    assert alice.pk
    check_chain(table)


@pytest.mark.parametrize("loop", range(2))
def test_a_game_is_called_off_while_all_reveal(loop: int, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the cards or after them, but its record says which, and holds."""
    monkeypatch.setattr(live, "is_stuck", lambda table, now: True)
    table, browsers = committed(3, time)
    time.now += 2_000 * (loop % 2)
    calls: list[Call] = [
        *[browser.reveal for browser in browsers],
        *[partial(live.call_off, table.pk, "for the test")] * 2,
        partial(live.tick, table.pk),
    ]
    outcomes = at_once(calls, random.Random(loop))
    assert {one for one in outcomes if isinstance(one, str)} <= {"late", "not_stuck"}
    if row(table).running:  # both were told that it had just moved on
        live.call_off(table.pk, "for the test")
    kept = DealRecord.objects.get()
    assert kept.void
    assert bool(kept.secret) == bool(kept.combination)
    assert [seat.stack for seat in Seat.objects.all()] == [500] * 3
    check_chain(table)


def test_azis_second_deal_is_made_once_and_not_before_its_time(time: Time, decks: Decks) -> None:
    decks(AZI_DECK)
    table, browsers = company(3)
    start(table, time)
    play(table, AZI_PLAY)
    assert (view(table)["phase"], row(table).next_deal) == ("shuffle", 2)
    time.now += 1_000
    ticks: list[Call] = [partial(live.tick, table.pk)] * 3
    commits: list[Call] = [
        partial(live.commit, table.pk, browser.user.pk, 2, browser.commitment(2)) for browser in browsers
    ]
    outcomes = at_once([*commits, *ticks])[:3]
    standing = [browser for browser, outcome in zip(browsers, outcomes, strict=True) if isinstance(outcome, dict)]
    assert DealRecord.objects.get().committed == len(standing)
    at_once([*[browser.reveal for browser in standing], *ticks])
    assert deals_in(table) == 1, "the last trick is still looked at"
    time.now = row(table).due or 0
    at_once([*[browser.reveal for browser in standing], *ticks])
    assert (deals_in(table), row(table).next_deal) == (2, 3)
    assert len(counted(table, 2)) == len(standing)
    assert view(table)["phase"] == "bid"


def test_at_a_table_of_a_tournament_too(time: Time) -> None:
    people = [person(name) for name in NAMES]
    table = tournament_table(*people)
    browsers = [Browser(table, player) for player in people]
    with transaction.atomic():
        now = directed.take(table.pk)
        directed.start(now, list(now.seats.values()), now.row.ruleset, time.now)
    directed.publish(now, time.now)
    commits: list[Call] = [
        partial(live.commit, table.pk, browser.user.pk, 1, browser.commitment(1)) for browser in browsers
    ]
    outcomes = at_once([*commits, *[partial(live.tick, table.pk)] * 2])[:6]
    standing = [browser for browser, outcome in zip(browsers, outcomes, strict=True) if isinstance(outcome, dict)]
    assert DealRecord.objects.get().committed == len(standing)
    time.now += 2_000
    absent = partial(live.sit_out, table.pk, people[0].pk, True)
    outcomes = at_once([*[one.reveal for one in standing], absent, *[partial(live.tick, table.pk)] * 2])
    assert set(outcomes) <= {None, "late"}
    assert len(counted(table)) == outcomes[: len(standing)].count(None)
    assert deals_in(table) == 1
    while row(table).running:
        time.now = max(time.now, row(table).due or 0)
        live.tick(table.pk)
    check_chain(table)


@pytest.mark.parametrize("seed", range(2))
def test_a_storm_of_everything(seed: int, time: Time) -> None:
    """Eight threads commit, reveal, sit, leave, answer and tick at random at one table; every deal's record holds."""
    table = table_of(bots=True)
    people = [person(name) for name in NAMES]
    browsers = [Browser(table, player) for player in people]
    refusals: set[str] = set()

    def rage(thread: int) -> None:
        rng = random.Random(100 * seed + thread)
        for _step in range(20):
            time.now += rng.choice((0, 100, 700))
            browser = rng.choice(browsers)
            try:
                _take_part(browser, rng)
            except Refusal as refusal:
                refusals.add(refusal.code)
            except Seat.DoesNotExist:
                pass

    def _take_part(browser: Browser, rng: random.Random) -> None:
        if (what := rng.random()) < 0.3:
            browser.commit()
        elif what < 0.6 and row(table).next_deal - 1 in browser.seeds:
            browser.reveal()
        else:
            _do_something(table, browser.user, rng)

    for outcome in together([partial(rage, thread) for thread in range(8)]):
        if isinstance(outcome, Exception):
            raise outcome
    assert refusals <= {
        *("not_seated", "not_asked", "stale", "illegal", "seat_taken", "table_full", "limits", "rate", "late"),
    }
    tables.forget(table.pk)
    for player in people:
        live.leave(table.pk, player.pk)
    time.pass_ms(300_000)
    assert not Seat.objects.exists()
    check_chain(table)


def test_a_player_of_two_tables_reveals_at_both_while_both_deal(time: Time) -> None:
    """Neither waits for the other's rows."""
    felts: list[tuple[Table, list[Browser]]] = []
    people: list[User] = [person(name) for name in NAMES[:3]]
    for _felt in range(2):
        table, browsers = table_for(*people)
        for browser in browsers:
            browser.commit()
        start(table, time)
        felts.append((table, browsers))
    time.now += 2_000
    calls: list[Call] = [browser.reveal for _table, browsers in felts for browser in browsers]
    calls += [partial(live.tick, table.pk) for table, _browsers in felts]
    assert set(at_once(calls)) <= {None, "late"}
    assert [deals_in(table) for table, _browsers in felts] == [1, 1]
