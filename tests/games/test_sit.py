"""Sitting down: chips from the wallet into the table's escrow, once, and every reason why not."""

import pytest

from accounts import ledger
from accounts.models import Transfer
from games import live
from games.models import Seat, Table

from .play import (
    Time,
    breaches,
    long_ago,
    no_change,
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


def test_chips_go_from_the_wallet_to_the_table(time: Time) -> None:
    alice = person("alice")
    table = table_of()
    live.sit(table.pk, alice.pk, 3, 700)
    seat = seat_of(table, alice)
    assert (seat.number, seat.stack) == (3, 700)
    assert wallet(alice) == 9_300
    assert ledger.balance(ledger.escrow(f"table:{table.pk}")) == 700
    assert Transfer.objects.filter(key__startswith=f"table:{table.pk}:seat:3:sit:").count() == 1
    assert breaches() == []


def test_who_sits_here_already_sits_where_they_sat(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice)
    with no_change():
        live.sit(table.pk, alice.pk, 1, 500)
        live.sit(table.pk, alice.pk, 4, 900)
        live.sit(table.pk, alice.pk, 99, -1)


@pytest.mark.parametrize("buy_in", [200, 2_000])
def test_twenty_to_two_hundred_antes_may_be_brought(time: Time, buy_in: int) -> None:
    alice = person("alice")
    table = table_of()
    live.sit(table.pk, alice.pk, 1, buy_in)
    assert seat_of(table, alice).stack == buy_in


@pytest.mark.parametrize("buy_in", [199, 2_001, 0, -500, 2**53])
def test_less_and_more_are_refused(time: Time, buy_in: int) -> None:
    alice = person("alice")
    table = table_of()
    with refused("limits"):
        live.sit(table.pk, alice.pk, 1, buy_in)


def test_the_limits_follow_the_ante(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(ante=25)
    assert view(table)["buy_in"] == [500, 5_000]
    with refused("limits"):
        live.sit(table.pk, alice.pk, 1, 499)
    live.sit(table.pk, alice.pk, 1, 500)
    live.sit(table.pk, bob.pk, 2, 5_000)


def test_a_taken_seat_is_refused(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice)
    with refused("seat_taken"):
        live.sit(table.pk, bob.pk, 1, 500)


@pytest.mark.parametrize("number", [0, -1, 5, 7, 2**53])
def test_a_seat_that_the_table_has_not_is_refused(time: Time, number: int) -> None:
    bob = person("bob")
    table = table_of(person("alice"), seats_total=4)
    with refused("seat_taken"):
        live.sit(table.pk, bob.pk, number, 500)


def test_a_full_table_is_refused(time: Time) -> None:
    vera = person("vera")
    table = table_of(person("alice"), person("bob"), seats_total=2)
    with refused("table_full"):
        live.sit(table.pk, vera.pk, 2, 500)
    with refused("table_full"):
        live.sit(table.pk, vera.pk, 3, 500)


def test_a_purse_that_is_too_small_is_refused(time: Time) -> None:
    alice = person("alice", chips=499)
    table = table_of()
    with refused("funds"):
        live.sit(table.pk, alice.pk, 1, 500)
    live.sit(table.pk, alice.pk, 1, 499)
    assert wallet(alice) == 0


def test_a_fifth_table_is_refused(time: Time) -> None:
    alice = person("alice")
    for _table in range(4):
        table_of(alice)
    fifth = table_of()
    with refused("too_many_tables"):
        live.sit(fifth.pk, alice.pk, 1, 500)
    first = Table.objects.earliest("pk")
    live.leave(first.pk, alice.pk)
    live.sit(fifth.pk, alice.pk, 1, 500)
    assert breaches() == []


@pytest.mark.parametrize(("field", "code"), [({"closed": True}, "closing"), ({"stakes": "tournament"}, "forbidden")])
def test_nobody_sits_down_at_a_closed_or_a_tournament_table(time: Time, field: dict[str, object], code: str) -> None:
    alice = person("alice")
    table = table_of()
    Table.objects.filter(pk=table.pk).update(**field)
    with refused(code):
        live.sit(table.pk, alice.pk, 1, 500)


def test_eleven_times_a_minute_is_enough(time: Time) -> None:
    alice = person("alice")
    table = table_of()
    for _time in range(10):
        live.sit(table.pk, alice.pk, 1, 500)
        live.leave(table.pk, alice.pk)
    with refused("rate"):
        live.sit(table.pk, alice.pk, 1, 500)
    long_ago(alice, minutes=1)
    live.sit(table.pk, alice.pk, 1, 500)
    assert breaches() == []


def test_who_sits_down_in_mid_game_plays_from_the_next_one_on(time: Time) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    table = table_of(alice, bob)
    start(table, time)
    live.sit(table.pk, vera.pk, 3, 500)
    assert [seat["waiting"] for seat in view(table)["seats"]] == [False, False, True]
    hers = view(table, vera)
    assert (hers["my_seat"], hers["ask"], hers["legal"]) == (3, None, [])
    assert hers["seats"][2]["cards"] == []
    with refused("not_asked"):
        live.act(table.pk, vera.pk, "L", None)
    opener = view(table)["to_act"][0]
    play(table, f"{opener}f")
    start(table, time)
    assert [seat["waiting"] for seat in view(table)["seats"]] == [False, False, False]
    assert breaches() == []


def test_sitting_down_in_mid_game_moves_no_time(time: Time) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    table = table_of(alice, bob)
    start(table, time)
    before = row(table)
    time.pass_ms(3_000)
    live.sit(table.pk, vera.pk, 3, 500)
    after = row(table)
    assert (after.due, after.deadline, after.record) == (before.due, before.deadline, before.record)
    assert after.version == before.version + 1


def test_every_sit_raises_the_version_and_starts_with_a_full_bank(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of()
    versions = [row(table).version]
    for number, player in enumerate((alice, bob), 1):
        live.sit(table.pk, player.pk, number, 500)
        versions.append(row(table).version)
    assert versions == [1, 2, 3]
    assert [seat["bank_ms"] for seat in view(table)["seats"]] == [30_000, 30_000]


def test_the_database_refuses_one_seat_for_two_and_two_for_one(time: Time) -> None:
    """Constraints first, code second."""
    from django.db import IntegrityError, transaction

    alice, bob = person("alice"), person("bob")
    table = table_of(alice)
    for number, player in ((1, bob), (2, alice), (7, bob)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.create(table=table, number=number, player=player, stack=500, first_game=1)
