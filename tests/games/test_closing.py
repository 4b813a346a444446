"""Tables that people opened close themselves; nobody's absence keeps one open, and the house's stay."""

import pytest

from games import live, presence, tables
from games.models import Seat

from .play import Time, breaches, person, refused, row, table_of, wallet

pytestmark = pytest.mark.django_db


def test_a_table_closes_two_minutes_after_its_last_person_left(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice, bots=True)
    time.pass_ms(1_000)
    live.leave(table.pk, alice.pk)
    time.pass_ms(119_000)
    assert not row(table).closed
    time.pass_ms(60_000)
    assert row(table).closed
    assert row(table).due is None
    assert not Seat.objects.exists()
    with refused("closing"):
        live.sit(table.pk, alice.pk, 1, 500)
    assert breaches() == []


def test_a_table_where_nobody_ever_sat_closes_too(time: Time) -> None:
    table = live.open_table("Felt", 10, opened_by=person("alice"))
    time.pass_ms(121_000)
    assert row(table).closed


def test_who_sits_down_in_time_keeps_it_open(time: Time) -> None:
    alice = person("alice")
    table = table_of()
    time.pass_ms(100_000)
    live.sit(table.pk, alice.pk, 1, 500)
    presence.saw(table.pk, alice.pk, time.now + 10**7)
    time.pass_ms(900_000)
    assert (row(table).closed, row(table).empty_since) == (False, None)


def test_the_house_s_tables_stay(time: Time) -> None:
    alice = person("alice")
    table = live.open_table("House", 10, house=True)
    live.sit(table.pk, alice.pk, 1, 500)
    live.leave(table.pk, alice.pk)
    time.pass_ms(10**7)
    assert not row(table).closed


def test_a_person_who_waits_alone_and_goes_away_loses_the_seat_in_the_end(time: Time) -> None:
    """Nobody is there to ask them anything, so that no missed answer would tell."""
    alice = person("alice")
    table = table_of(alice)
    time.pass_ms(50_000)
    assert not Seat.objects.get().sitting_out
    time.pass_ms(80_000)
    assert Seat.objects.get().sitting_out
    time.pass_ms(600_000)
    assert not Seat.objects.exists()
    assert wallet(alice) == 10_000
    time.pass_ms(180_000)
    assert row(table).closed
    assert breaches() == []


def test_a_process_that_has_just_begun_holds_nobody_s_silence_against_them(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = person("alice")
    table_of(alice)
    time.pass_ms(50_000)
    presence._seen.clear()
    monkeypatch.setattr(presence, "_since", time.now)
    time.pass_ms(50_000)
    assert not Seat.objects.get().sitting_out


def test_who_sat_down_through_another_process_is_not_taken_for_gone(time: Time) -> None:
    """This process has heard nothing of them yet; the other one has written it down."""
    alice = person("alice")
    table_of(alice)
    presence._seen.clear()
    presence._unsaved.clear()
    time.look()
    assert not Seat.objects.get().sitting_out


def test_four_tables_of_one_s_own_are_enough(time: Time) -> None:
    alice = person("alice")
    for number in range(4):
        live.open_table(f"Felt {number}", 10, opened_by=alice)
    with refused("too_many_tables"):
        live.open_table("One more", 10, opened_by=alice)
    live.open_table("Bob's", 10, opened_by=person("bob"))
    time.pass_ms(130_000)
    live.open_table("One more", 10, opened_by=alice)


def test_a_new_name_is_shown_at_every_table_where_one_sits(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    felts = [table_of(alice, bob), table_of(bob, alice)]
    for felt in felts:
        tables.put(tables.current(felt.pk))
    alice.name = "Alisa"
    alice.save(update_fields=["name"])
    before = [row(felt).version for felt in felts]
    live.renamed(alice.pk)
    for felt, version in zip(felts, before, strict=True):
        at = tables.current(felt.pk)
        assert at.row.version == version + 1
        assert {seat.player.name for seat in at.seats.values()} == {"Alisa", "bob"}


def test_who_signs_in_as_somebody_else_leaves_every_seat(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table_of(alice, bob)
    table_of(alice)
    live.leave_all(alice.pk)
    assert list(Seat.objects.values_list("player", flat=True)) == [bob.pk]
    assert wallet(alice) == 10_000
    assert breaches() == []
