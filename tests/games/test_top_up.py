"""Topping up: a larger stack from the next game on, and the offer to whom has less than an ante."""

import pytest
from django.db import transaction

from accounts import ledger
from accounts.models import Transfer, User
from games import live, presence, tables
from games.models import Seat, Table

from .play import (
    DUEL_DECK,
    Decks,
    Time,
    at,
    breaches,
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


def broke(time: Time, decks: Decks, bots: bool = False) -> tuple[Table, User]:
    """Alice, at seat 1, has lost all but five chips of a game against bob."""
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob, buy_in=(200, 500), bots=bots)
    start(table, time)
    play(table, "2b185 1c 2Ah 19h 2Kh 17s")
    return table, alice


def test_the_stack_is_raised_when_the_next_game_starts(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob, buy_in=300)
    start(table, time)
    live.top_up(table.pk, alice.pk, 700)
    assert view(table, alice)["mine"]["top_up_to"] == 700
    assert (seat_of(table, alice).stack, wallet(alice)) == (300, 9_700)
    play(table, "2f")
    start(table, time)
    assert at(table).game.seats[1].start == 700  # type: ignore[union-attr]
    assert wallet(alice) == 9_310  # 310 after the won ante
    assert view(table, alice)["mine"]["top_up_to"] is None
    assert breaches() == []


def test_only_its_sitter_sees_a_wish(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob, buy_in=300)
    start(table, time)
    before = view(table, bob), view(table)
    live.top_up(table.pk, alice.pk, 700)
    version = row(table).version
    assert [{**old, "version": version} for old in before] == [view(table, bob), view(table)]


def test_a_top_up_reaches_as_far_as_the_wallet(time: Time) -> None:
    alice, bob = person("alice", chips=350), person("bob")
    table = table_of(alice, bob, buy_in=300)
    live.top_up(table.pk, alice.pk, 2_000)
    start(table, time)
    assert (at(table).game.seats[1].start, wallet(alice)) == (350, 0)  # type: ignore[union-attr]
    assert breaches() == []


def test_a_top_up_that_the_stack_has_outgrown_moves_nothing(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob, buy_in=300)
    start(table, time)
    live.top_up(table.pk, bob.pk, 301)
    play(table, "2b100 1c 2Ah 19h 2Kh 17s")
    start(table, time)
    assert at(table).game.seats[2].start == 410  # type: ignore[union-attr]
    assert not Transfer.objects.filter(key__contains=":top_up:").exists()
    assert seat_of(table, bob).top_up_to is None


def test_asking_for_what_one_has_takes_the_wish_back(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob, buy_in=300)
    start(table, time)
    live.top_up(table.pk, alice.pk, 700)
    live.top_up(table.pk, alice.pk, 290)
    assert seat_of(table, alice).top_up_to is None
    with no_change():
        live.top_up(table.pk, alice.pk, 290)


@pytest.mark.parametrize("to", [-1, 0, 9, 2_001, 2**53])
def test_a_stack_has_its_limits(time: Time, to: int) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    with refused("limits"):
        live.top_up(table.pk, alice.pk, to)


def test_who_has_no_seat_or_no_chips_tops_nothing_up(time: Time) -> None:
    alice, bob, vera = person("alice", chips=300), person("bob"), person("vera")
    table = table_of(alice, bob, buy_in=300)
    with refused("funds"):
        live.top_up(table.pk, alice.pk, 700)
    with refused("not_seated"):
        live.top_up(table.pk, vera.pk, 700)


def test_twice_at_once_is_once(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice, buy_in=300)
    live.top_up(table.pk, alice.pk, 700)
    with no_change():
        live.top_up(table.pk, alice.pk, 700)
    time.look()
    time.look()
    assert (seat_of(table, alice).stack, wallet(alice)) == (700, 9_300)
    assert Transfer.objects.filter(key__contains=":top_up:").count() == 1
    assert breaches() == []


def test_who_has_less_than_an_ante_is_offered_a_top_up_for_a_minute(time: Time, decks: Decks) -> None:
    table, alice = broke(time, decks)
    settled = time.now
    assert view(table, alice)["mine"]["broke_until"] == settled + 60_000
    time.pass_ms(59_000)
    assert (row(table).running, seat_of(table, alice).sitting_out) == (False, False)
    live.top_up(table.pk, alice.pk, 400)
    time.look()
    assert (seat_of(table, alice).stack, seat_of(table, alice).broke_since) == (400, None)
    start(table, time)
    assert at(table).game.seats[1].start == 400  # type: ignore[union-attr]
    assert breaches() == []


def test_who_takes_no_top_up_sits_out_and_is_freed_in_the_end(time: Time, decks: Decks) -> None:
    table, alice = broke(time, decks)
    presence.saw(table.pk, seat_of(table, alice).player_id, time.now + 10**7)
    time.pass_ms(60_000)
    assert (seat_of(table, alice).sitting_out, view(table, alice)["mine"]["broke_until"]) == (True, None)
    time.pass_ms(600_000)
    assert not Seat.objects.filter(player=alice).exists()
    assert wallet(alice) == 9_805
    assert breaches() == []


def test_who_comes_back_with_too_few_chips_is_offered_again(time: Time, decks: Decks) -> None:
    table, alice = broke(time, decks)
    time.pass_ms(70_000)
    live.sit_out(table.pk, alice.pk, False)
    assert view(table, alice)["mine"]["broke_until"] == time.now + 60_000


def test_others_play_on_while_one_is_broke(time: Time, decks: Decks) -> None:
    table, alice = broke(time, decks)
    vera = person("vera")
    live.sit(table.pk, vera.pk, 3, 500)
    start(table, time)
    assert sorted(at(table).game.seats) == [2, 3]  # type: ignore[union-attr]
    waiting = next(seat for seat in view(table, alice)["seats"] if seat["seat"] == 1)
    assert waiting["waiting"]


def test_bots_wait_for_a_broke_person_and_play_no_game_of_their_own(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice, bots=True, buy_in=200)
    time.look()
    Seat.objects.filter(player=alice).update(stack=0, broke_since=time.now)
    with transaction.atomic():
        ledger.transfer(ledger.escrow(table.escrow_code), ledger.wallet(alice), 200, "lost")
    tables.forget(table.pk)
    time.pass_ms(50_000)
    assert row(table).game_no == 0
    assert Seat.objects.filter(player__is_bot=True).exists()
    time.pass_ms(20_000)
    assert not Seat.objects.filter(player__is_bot=True).exists()
    assert breaches() == []
