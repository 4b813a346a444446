"""Giving a seat up: at once between games; in a game the seat answers by itself until it is over."""

import pytest

from games import live
from games.models import PlayerResult, Seat
from games.rules import Ruleset
from tests.stage import deck

from .play import (
    AZI_DECK,
    AZI_PLAY,
    DUEL_DECK,
    Decks,
    Time,
    breaches,
    long_ago,
    no_change,
    person,
    play,
    refused,
    row,
    said,
    seat_of,
    start,
    table_of,
    view,
    wallet,
)

pytestmark = pytest.mark.django_db


def test_between_games_the_chips_come_back_at_once(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice)
    live.leave(table.pk, alice.pk)
    assert not Seat.objects.exists()
    assert wallet(alice) == 10_000
    assert view(table)["seats"] == []
    assert breaches() == []


def test_leaving_twice_or_without_a_seat_changes_nothing(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice)
    with no_change():
        live.leave(table.pk, bob.pk)
    live.leave(table.pk, alice.pk)
    with no_change():
        live.leave(table.pk, alice.pk)


def test_who_is_asked_folds_at_once_and_goes_when_the_game_is_over(time: Time, decks: Decks) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    decks(AZI_DECK)
    table = table_of(alice, bob, vera)
    start(table, time)
    live.leave(table.pk, bob.pk)
    assert said(table)[3:] == ["2f@0!"]
    assert view(table)["to_act"] == [3]
    assert [seat["leaving"] for seat in view(table)["seats"]] == [False, True, False]
    time.pass_ms(1_000)
    assert seat_of(table, bob).leaving, "the seat is freed when the game is over, not before"
    with no_change():
        live.leave(table.pk, bob.pk)
        live.sit(table.pk, bob.pk, 5, 500)
    play(table, "3f")
    time.look()
    assert [seat.player for seat in Seat.objects.all()] == [alice, vera]
    assert wallet(bob) == 9_990
    assert breaches() == []


def test_who_is_not_asked_answers_as_soon_as_asked(time: Time, decks: Decks) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    decks(AZI_DECK)
    table = table_of(alice, bob, vera)
    start(table, time)
    live.leave(table.pk, vera.pk)
    before = row(table)
    assert view(table)["to_act"] == [2]
    assert said(table)[3:] == []
    time.pass_ms(2_000)
    play(table, "2b20")
    assert said(table)[3:] == ["2b20@2", "3f@0!"]
    assert view(table)["to_act"] == [1]
    assert before.version + 1 == row(table).version, "an answer and what follows from it are one version"


def test_a_leaver_still_wins_with_the_weakest_cards(time: Time, decks: Decks) -> None:
    """Bob leaves with the two highest trumps in hand: his seat plays them because it has nothing weaker to follow."""
    alice, bob = person("alice"), person("bob")
    decks(deck(1, {2: "Ah Kh Qh", 1: "9h 8s 7s"}, "6h"))
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c")
    live.leave(table.pk, bob.pk)
    assert said(table)[-1] == "2Qh@0!"
    play(table, "19h")
    assert said(table)[-1] == "2Kh@0!"
    play(table, "17s")
    time.look()
    assert view(table)["result"]["winner"] == 2
    assert wallet(bob) == 10_030
    assert seat_of(table, alice).stack == 470
    assert breaches() == []


def test_a_leaver_discards_unseen_and_does_not_buy_in(time: Time, decks: Decks) -> None:
    alice, bob, vera, dana = person("alice"), person("bob"), person("vera"), person("dana")
    hands = {2: "Ah 7d Ts 6d", 3: "Kd 8h 8s 9d", 4: "6s 9s Js 7h", 1: "As Ks 7s Td"}
    decks(deck(1, hands, "6h"))
    table = table_of(alice, bob, vera, dana, ruleset=Ruleset(cards=4))
    live.show_at_once(table.pk, dana.pk, False)
    start(table, time)
    live.leave(table.pk, dana.pk)
    assert said(table)[3:] == ["4x@0!"]
    play(table, "2x6d 3x9d 1xTd 2b20 3c")
    assert said(table)[-1] == "4f@0!"
    play(table, "1c 2Ah 38h 17s 27d 3Kd 1Ks 38s 1As 2Ts")
    # All others take one trick: Azi. Dana's seat, which folded, is asked for the bank, and passes.
    assert said(table)[-1] == "4p@0!"
    assert view(table)["phase"] == "shuffle"
    assert breaches() == []


def test_who_leaves_at_azi_passes_and_who_has_won_a_trick_plays_on(time: Time, decks: Decks) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    decks(AZI_DECK)
    table = table_of(alice, bob, vera)
    start(table, time)
    play(table, AZI_PLAY)
    assert view(table)["phase"] == "shuffle"
    before = row(table)
    live.leave(table.pk, bob.pk)
    after = row(table)
    assert (after.next_at, after.due) == (before.next_at, before.due)
    time.pass_ms(3_000)
    assert view(table)["deal"] == 2
    assert said(table)[-1] == "2f@0!"
    assert view(table)["to_act"] == [3]


def test_who_leaves_when_the_next_deal_is_overdue_does_not_stop_it(time: Time, decks: Decks) -> None:
    """The three seconds are over, and the clock has not come by yet."""
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    decks(AZI_DECK)
    table = table_of(alice, bob, vera)
    start(table, time)
    play(table, AZI_PLAY)
    time.now += 3_100
    live.leave(table.pk, bob.pk)
    assert row(table).due is not None
    time.look()
    assert (view(table)["deal"], view(table)["to_act"]) == (2, [3])


def test_all_people_leave_and_the_game_still_ends(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c")
    live.leave(table.pk, alice.pk)
    live.leave(table.pk, bob.pk)
    time.pass_ms(60_000)
    assert not Seat.objects.exists()
    assert (row(table).record, row(table).closed) == ("", False)
    assert wallet(alice) + wallet(bob) == 20_000
    assert breaches() == []


def test_a_sitter_who_is_not_in_the_game_leaves_at_once(time: Time) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    table = table_of(alice, bob)
    start(table, time)
    live.sit(table.pk, vera.pk, 3, 500)
    before = row(table)
    live.leave(table.pk, vera.pk)
    assert wallet(vera) == 10_000
    assert (row(table).due, row(table).deadline) == (before.due, before.deadline)


def test_the_result_shows_who_played_and_has_left(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    opener = start(table, time).game.to_act[0]  # type: ignore[union-attr]
    leaver = alice if opener == 1 else bob
    live.leave(table.pk, leaver.pk)
    time.look()
    shown = view(table)
    assert shown["phase"] == "over"
    assert [seat["name"] for seat in shown["seats"]] == [(bob if leaver == alice else alice).name]
    assert shown["result"]["players"][str(opener)] == {
        "player": leaver.public_id,
        "name": leaver.name,
        "bot": False,
        "in": False,
        "tricks": 0,
        "last": "f",
    }
    assert PlayerResult.objects.filter(player=leaver).get().net == -10


def test_a_newcomer_is_not_taken_for_who_sat_there_before(time: Time) -> None:
    """Between a game's end and the next one's start the result is still shown, with a new sitter on an old number."""
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    table = table_of(alice, bob)
    opener = start(table, time).game.to_act[0]  # type: ignore[union-attr]
    live.leave(table.pk, (alice if opener == 1 else bob).pk)
    time.look()
    live.sit(table.pk, vera.pk, opener, 500)
    shown = view(table, vera)
    mine = next(seat for seat in shown["seats"] if seat["seat"] == opener)
    assert (mine["name"], mine["waiting"], mine["cards"], mine["stack"]) == ("vera", True, [], 500)
    assert len(shown["seats"]) == 2
    played = {number: one["name"] for number, one in shown["result"]["players"].items()}
    assert played == {"1": "alice", "2": "bob"}, "the result is theirs who played"
    live.leave(table.pk, vera.pk)
    assert wallet(vera) == 10_000


def test_who_comes_back_within_half_an_hour_brings_the_same_stack_or_more(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    live.leave(table.pk, alice.pk)
    assert live.buy_in_range(table, alice.pk) == (500, 2_000)
    with refused("limits"):
        live.sit(table.pk, alice.pk, 1, 499)
    live.sit(table.pk, alice.pk, 1, 500)
    live.leave(table.pk, alice.pk)
    live.sit(table.pk, alice.pk, 1, 700)
    assert (seat_of(table, alice).stack, wallet(alice)) == (700, 9_300)
    assert breaches() == []


def test_a_stack_over_the_limit_may_come_back(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob, buy_in=2_000)
    start(table, time)
    play(table, "2b1990 1c 2Ah 19h 2Kh 17s")
    live.leave(table.pk, bob.pk)
    assert live.buy_in_range(table, bob.pk) == (4_000, 4_000)
    for buy_in in (2_000, 3_999, 4_001):
        with refused("limits"):
            live.sit(table.pk, bob.pk, 2, buy_in)
    live.sit(table.pk, bob.pk, 2, 4_000)
    assert breaches() == []


def test_who_came_back_and_lost_all_may_begin_again(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(bob, alice, buy_in=500)
    live.leave(table.pk, bob.pk)
    live.sit(table.pk, bob.pk, 1, 500)
    start(table, time)
    play(table, "2b490 1c 2Ah 19h 2Kh 17s")
    live.leave(table.pk, bob.pk)
    assert seat_of(table, alice).stack == 1_000
    assert live.buy_in_range(table, bob.pk) == (200, 2_000)


def test_after_half_an_hour_who_comes_back_is_new(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    live.leave(table.pk, alice.pk)
    long_ago(alice, minutes=31)
    live.sit(table.pk, alice.pk, 1, 300)
    assert (seat_of(table, alice).stack, wallet(alice)) == (300, 9_700)


def test_the_next_table_does_not_ask_what_one_left_elsewhere(time: Time) -> None:
    alice = person("alice")
    live.leave(table_of(alice, buy_in=2_000).pk, alice.pk)
    assert live.buy_in_range(table_of(), alice.pk) == (200, 2_000)
