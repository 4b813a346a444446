"""A stuck game is called off: stacks as at its start, the record kept as void and out of all statistics."""

import pytest
from django.test import Client

from games import live, moves, tables
from games.models import GameRecord, PlayerResult, Table
from games.refusals import Refusal

from .play import (
    AZI_DECK,
    AZI_PLAY,
    DUEL_DECK,
    Decks,
    Time,
    breaches,
    person,
    play,
    refused,
    row,
    seat_of,
    start,
    table_of,
    view,
    wallet,
)

pytestmark = pytest.mark.django_db


def stop_the_clock(table: Table, time: Time, ms: int) -> None:
    """Time goes by, and nobody looks."""
    time.now += ms


def test_stacks_are_as_at_its_start(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b100 1c 2Ah 19h")
    stop_the_clock(table, time, 200_000)
    void = live.call_off(table.pk, "the clock was broken")
    assert void.void
    assert [seat_of(table, player).stack for player in (alice, bob)] == [500, 500]
    assert set(PlayerResult.objects.values_list("net", "won")) == {(0, False)}
    assert not GameRecord.counted.exists()
    assert breaches() == []
    shown = view(table, alice)
    players = shown["result"].pop("players")
    assert [one["name"] for one in players.values()] == ["alice", "bob"]
    assert shown["result"] == {"winner": None, "how": "void", "bank": 220, "shares": {}, "net": {}}
    assert (shown["phase"], shown["to_act"], shown["legal"], shown["deadline"]) == ("over", [], [], None)
    assert [seat["stack"] for seat in shown["seats"]] == [500, 500]
    with refused("stale"):
        live.act(table.pk, alice.pk, "8s", 1)


def test_who_sat_there_without_playing_has_no_part_in_it(time: Time) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    table = table_of(alice, bob, vera)
    live.sit_out(table.pk, vera.pk, True)
    start(table, time)
    stop_the_clock(table, time, 200_000)
    live.call_off(table.pk, "stuck")
    assert set(PlayerResult.objects.values_list("player__name", flat=True)) == {"alice", "bob"}


def test_nobody_sees_more_of_a_game_that_was_called_off(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    before = view(table, alice), view(table)
    stop_the_clock(table, time, 200_000)
    live.call_off(table.pk, "stuck")
    for old, viewer in zip(before, (alice, None), strict=True):
        assert [seat["cards"] for seat in view(table, viewer)["seats"]] == [seat["cards"] for seat in old["seats"]]


def test_the_next_game_starts_by_itself(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    stop_the_clock(table, time, 200_000)
    live.call_off(table.pk, "stuck")
    start(table, time)
    assert row(table).game_no == 2
    assert breaches() == []


def test_after_azi_stacks_are_as_at_the_game_s_start_too(time: Time, decks: Decks) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    decks(AZI_DECK)
    table = table_of(alice, bob, vera)
    start(table, time)
    play(table, AZI_PLAY)
    stop_the_clock(table, time, 200_000)
    assert live.call_off(table.pk, "stuck").deals == 1
    assert [seat["stack"] for seat in view(table)["seats"]] == [500] * 3
    assert breaches() == []


@pytest.mark.parametrize("ms", [0, 59_000, 69_000])
def test_a_game_that_moves_is_not_called_off(time: Time, ms: int) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    stop_the_clock(table, time, ms)
    with refused("not_stuck"):
        live.call_off(table.pk, "I don't like it")


def test_a_table_where_nothing_runs_is_not_stuck(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    stop_the_clock(table, time, 10**6)
    with refused("not_stuck"):
        live.call_off(table.pk, "why not")


def test_a_record_that_cannot_be_read_does_not_hold_chips_for_ever(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    Table.objects.filter(pk=table.pk).update(record="azi 1\ngibberish")
    tables.forget(table.pk)
    stop_the_clock(table, time, 200_000)
    void = live.call_off(table.pk, "its record does not replay")
    assert void.record == "azi 1\ngibberish"
    assert row(table).record == ""
    live.leave(table.pk, alice.pk)
    assert wallet(alice) == 10_000


def test_a_table_that_fails_is_left_alone_for_a_while(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    monkeypatch.setattr(moves, "on_clock", None)
    time.now += 200_000
    with pytest.raises(TypeError):
        live.due(time.now)[0]()
    assert live.due(time.now) == []
    live._failing._until[table.pk] = (0.0, 1)
    assert len(live.due(time.now)) == 1


def test_one_table_that_cannot_be_read_breaks_no_page_and_keeps_nobody_from_leaving(
    time: Time, client: Client, decks: Decks
) -> None:
    alice, bob = person("alice"), person("bob")
    broken, well = table_of(alice, bob), table_of(alice, bob)
    start(broken, time)
    Table.objects.filter(pk=broken.pk).update(record="azi 1\ngibberish", bots=True)
    tables.forget(broken.pk)
    for path in ("/", "/lobby/tables/", f"/tables/{broken.public_id}/"):
        assert client.get(path).status_code == 200
    vera = person("vera")
    with refused("busy"):
        live.sit(broken.pk, vera.pk, 3, 500)
    assert client.post("/play/").status_code == 302
    with pytest.raises(Refusal, match="busy"):
        live.leave_all(alice.pk)
    assert not well.seats.filter(player=alice).exists()
    time.now += 10**6
    live.tick(broken.pk)
    assert broken.pk in live._failing
