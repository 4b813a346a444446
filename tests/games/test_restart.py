"""A process that dies at any moment loses nothing: the table is its row, and the record is the game."""

import random
from collections.abc import Callable

import pytest

from games import bell, live, presence, tables
from games.models import Commitment, DealRecord, GameRecord, Seat, Table
from games.refusals import Refusal
from games.rules import Ruleset, fairness
from games.tables import TableAt

from .play import (
    AZI_DECK,
    AZI_PLAY,
    DUEL_DECK,
    Decks,
    Time,
    at,
    breaches,
    everything,
    no_change,
    person,
    play,
    row,
    start,
    table_of,
    view,
    walk,
)
from .test_dealing import record_of, table_for

pytestmark = pytest.mark.django_db


def restart() -> None:
    """What a new process remembers."""
    for memory in (tables._cache, tables._drawn, tables._company, presence._seen, presence._unsaved, bell._listeners):
        memory.clear()


def test_at_every_point_of_a_game_people_find_what_they_left(time: Time, decks: Decks) -> None:
    decks(AZI_DECK, DUEL_DECK)
    people = [person(name) for name in ("alice", "bob", "vera")]
    table = table_of(*people, looking=False)
    start(table, time)
    for word in ("2L", *AZI_PLAY.split()):
        time.pass_ms(1_300)
        before = [view(table, player, time.now) for player in (*people, None)]
        restart()
        after = [view(table, player, time.now) for player in (*people, None)]
        for shown in (*before, *after):
            for seat in shown["seats"]:
                seat.pop("online")  # heard from again soon
        assert after == before
        play(table, word)
    restart()
    time.pass_ms(3_000)
    assert view(table)["deal"] == 2
    assert breaches() == []


def test_a_restart_between_games_starts_the_next_one_in_time(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2f")
    restart()
    time.pass_ms(4_999)
    assert view(table)["phase"] == "over"
    restart()
    time.pass_ms(1)
    assert (view(table)["game_no"], view(table)["phase"]) == (2, "bid")


class Dies(Exception):
    """The process is killed."""


def _dying(after: int) -> Callable[[], None]:
    left = [after]

    def die() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Dies

    return die


@pytest.mark.parametrize("after", range(6))
def test_a_settlement_happens_whole_or_not_at_all(
    after: int, time: Time, decks: Decks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process dies before the n-th thing that settling writes."""
    decks(DUEL_DECK)
    table = table_of(person("alice"), person("bob"))
    start(table, time)
    play(table, "2b20 1c 2Ah 19h 2Kh")
    ask = at(table).ask(1)
    before = everything()
    die = _dying(after)
    with monkeypatch.context() as patch:
        _die_before_each_statement(patch, die)
        try:
            live.act(table.pk, at(table).seats[1].player_id, "7s", ask)
        except Dies:
            pass
        else:
            assert row(table).settled
            assert GameRecord.objects.count() == 1
            return
    assert everything() == before
    restart()
    play(table, "17s")
    assert row(table).settled
    assert breaches() == []


def _die_before_each_statement(patch: pytest.MonkeyPatch, die: Callable[[], None]) -> None:
    from django.db.models import QuerySet

    for name in ("update", "create", "bulk_create", "bulk_update"):
        real = getattr(QuerySet, name)

        def dying(self: object, *args: object, _real: Callable[..., object] = real, **kwargs: object) -> object:
            die()
            return _real(self, *args, **kwargs)

        patch.setattr(QuerySet, name, dying)


@pytest.mark.parametrize("after", range(5))
@pytest.mark.parametrize("what", ["sit", "leave", "start", "act"])
def test_whatever_fails_halfway_leaves_nothing_half_done(
    what: str, after: int, time: Time, decks: Decks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing half done stays in memory either: the next try finds the table as it was."""
    decks(DUEL_DECK)
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    table = table_of(alice, bob)
    if what in ("act", "leave"):
        start(table, time)
    doing: dict[str, Callable[[], object]] = {
        "sit": lambda: live.sit(table.pk, vera.pk, 3, 500),
        "leave": lambda: live.leave(table.pk, bob.pk),
        "start": lambda: start(table, time),
        "act": lambda: play(table, "2f"),
    }
    live.show_at_once(table.pk, alice.pk, False)  # so that the table is in memory
    before = everything()
    died = False
    with monkeypatch.context() as patch:
        _die_before_each_statement(patch, _dying(after))
        try:
            doing[what]()
        except Dies:
            died = True
    if died and what != "start":
        assert everything() == before
    kept, fresh = tables.current(table.pk), at(table)
    frames = [tables.frame(both, None, time.now) for both in (kept, fresh)]
    assert frames[0] == frames[1]
    tables.put(kept)
    if died:
        doing[what]()
    assert breaches() == []


@pytest.mark.parametrize("after", range(4))
@pytest.mark.parametrize("what", ["header", "cards"])
def test_a_header_and_its_cards_are_stored_whole_or_not_at_all(
    what: str, after: int, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What dies on the way leaves the handshake where it was, with all that was committed and revealed."""
    table, browsers = table_for(person("alice"), person("bob"))
    for browser in browsers:
        browser.commit()
    if what == "cards":
        start(table, time)
        browsers[0].reveal()
    else:
        time.pass_ms(2_999)
        time.now += 1
    before = _handshakes()
    died = False
    with monkeypatch.context() as patch:
        _die_before_each_statement(patch, _dying(after))
        if what == "cards":
            time.now += 2_000
        try:
            live.tick(table.pk)
        except Dies:
            died = True
    assert (_handshakes() == before) == died
    restart()
    live._failing.clear()
    live.tick(table.pk)
    kept = DealRecord.objects.get()
    assert (bool(kept.combination), kept.committed) == (what == "cards", 2)
    if what == "header":
        for browser in browsers:
            browser.reveal()
        assert DealRecord.objects.get().header == kept.header
    assert view(table)["phase"] == "bid"
    assert DealRecord.objects.get().silent == (1 if what == "cards" else 0)
    play(table, f"{view(table)['to_act'][0]}f")
    fairness.verify(record_of(table))
    assert breaches() == []


def _handshakes() -> list[object]:
    kinds = (Commitment, DealRecord)
    return [everything(), *[list(kind.objects.order_by("pk").values_list()) for kind in kinds]]


def test_an_outage_takes_nobodys_two_seconds(time: Time) -> None:
    """The clock moves all times on after it, that of the reveals too."""
    table, browsers = table_for(person("alice"), person("bob"))
    for browser in browsers:
        browser.commit()
    start(table, time)
    time.pass_ms(500)
    restart()
    time.now += 60_000
    live.shift(60_000)
    time.look()
    assert view(table)["phase"] == "shuffle"
    browsers[0].reveal()
    time.pass_ms(1_499)
    assert view(table)["phase"] == "shuffle"
    time.pass_ms(1)
    assert (view(table)["phase"], DealRecord.objects.get().silent) == ("bid", 1)


def test_an_action_is_committed_before_anybody_is_told(
    time: Time, decks: Decks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the bell rings, another process already reads the version that it names."""
    rung: list[tuple[str, int, int | None]] = []
    decks(DUEL_DECK)
    table = table_of(person("alice"), person("bob"))

    def ring(topic: str, version: int = 0) -> None:
        rung.append((topic, version, tables.version(table.pk)))

    monkeypatch.setattr(bell, "ring", ring)
    start(table, time)
    play(table, "2b20 1c 2Ah 19h 2Kh 17s")
    mine = [(version, stored) for topic, version, stored in rung if topic == f"table:{table.pk}"]
    assert len(mine) >= 8
    assert all(version == stored for version, stored in mine)


def test_what_failed_rings_nobody(time: Time, decks: Decks, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[str] = []
    decks(DUEL_DECK)
    table = table_of(person("alice"), person("bob"))
    start(table, time)
    monkeypatch.setattr(bell, "ring", lambda topic, version=0: rung.append(topic))
    for word in ("2c", "1b20", "2zz"):
        with pytest.raises(Refusal):
            play(table, word)
    with no_change():
        live.sit_out(table.pk, at(table).seats[1].player_id, False)
    assert rung == []


def test_processes_that_take_turns_never_act_on_an_old_table(time: Time) -> None:
    """Two processes with a memory each, as behind a proxy: every other request goes to the other one."""
    rng = random.Random("two processes")
    table = table_of(*[person(name) for name in ("alice", "bob", "vera")], ruleset=Ruleset(cards=4), looking=False)
    memories: list[dict[int, TableAt]] = [{}, {}]

    def swap() -> None:
        memories[0], memories[1] = memories[1], dict(tables._cache)
        tables._cache.clear()
        tables._cache.update(memories[0])

    start(table, time)
    for _happened in walk(table, rng, time):
        swap()
    for _second in range(20):
        time.pass_ms(1_000)
        swap()
    assert GameRecord.objects.count() >= 1
    assert breaches() == []


def test_the_memory_is_bounded(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "CACHED", 3)
    everywhere = [table_of(person(f"alice {number}")) for number in range(6)]
    assert list(tables._cache) == [table.pk for table in everywhere[-3:]]


def test_a_table_that_is_gone_is_said_to_be(time: Time) -> None:
    with pytest.raises(Table.DoesNotExist):
        live.act(999, 1, "f", 1)
    assert not Seat.objects.exists()
