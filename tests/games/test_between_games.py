"""From one game to the next: the pause, who presses Next, who sits out, who deals and who opens."""

import pytest

from games import live
from games.models import Seat
from tests.stage import deck

from .play import (
    DUEL_DECK,
    Decks,
    Time,
    at,
    breaches,
    no_change,
    person,
    play,
    row,
    seat_of,
    start,
    table_of,
    view,
    wallet,
)

pytestmark = pytest.mark.django_db


def test_the_first_game_begins_three_seconds_after_the_second_player_sat_down(time: Time) -> None:
    table = table_of(person("alice"))
    time.pass_ms(10_000)
    assert (view(table)["phase"], view(table)["next"]) == ("waiting", None)
    live.sit(table.pk, person("bob").pk, 2, 500)
    time.look()
    assert view(table)["next"] == time.now + 3_000
    live.sit(table.pk, person("vera").pk, 3, 500)
    time.pass_ms(2_999)
    assert view(table)["phase"] == "waiting"
    time.pass_ms(1)
    assert view(table)["phase"] == "bid"
    assert view(table)["next"] is None
    assert view(table)["to_act"] != []


class TestAfterAGame:
    """Bob on seat 2 opened and folded; alice on seat 1 has won and deals again; vera on seat 3 was in."""

    @pytest.fixture(autouse=True)
    def _result(self, time: Time, decks: Decks) -> None:
        decks(*[deck(1, {2: "Ah 7d Ts", 3: "Kd 8h 8s", 1: "As Ks 7s"}, "6h")] * 3)
        self.time = time
        self.alice, self.bob, self.vera = (person(name) for name in ("alice", "bob", "vera"))
        self.table = table_of(self.alice, self.bob, self.vera)
        start(self.table, time)
        play(self.table, "2f 3f")
        time.look()

    def test_the_next_one_begins_five_seconds_after_the_last(self) -> None:
        shown = view(self.table)
        assert (shown["phase"], shown["next"], shown["to_act"]) == ("over", self.time.now + 5_000, [])
        self.time.pass_ms(4_999)
        assert view(self.table)["game_no"] == 1
        self.time.pass_ms(1)
        assert (view(self.table)["game_no"], view(self.table)["phase"]) == (2, "bid")

    def test_two_seconds_after_the_last_seated_person_says_so(self) -> None:
        self.time.pass_ms(500)
        live.ready(self.table.pk, self.alice.pk, 1)
        live.ready(self.table.pk, self.bob.pk, 1)
        assert view(self.table)["next"] == self.time.now + 4_500
        self.time.pass_ms(500)
        live.ready(self.table.pk, self.vera.pk, 1)
        assert view(self.table)["next"] == self.time.now + 2_000
        self.time.pass_ms(1_999)
        assert view(self.table)["game_no"] == 1
        self.time.pass_ms(1)
        assert view(self.table)["game_no"] == 2

    def test_it_never_makes_anybody_wait_longer(self) -> None:
        self.time.pass_ms(4_000)
        for player in (self.alice, self.bob, self.vera):
            live.ready(self.table.pk, player.pk, 1)
        assert view(self.table)["next"] == self.time.now + 1_000

    def test_said_twice_or_of_another_game_it_changes_nothing(self) -> None:
        live.ready(self.table.pk, self.alice.pk, 1)
        with no_change():
            live.ready(self.table.pk, self.alice.pk, 1)
            for game_no in (0, 2, -1, 2**53):
                live.ready(self.table.pk, self.bob.pk, game_no)

    def test_in_mid_game_it_changes_nothing(self) -> None:
        start(self.table, self.time)
        with no_change():
            live.ready(self.table.pk, self.alice.pk, 2)
            live.ready(self.table.pk, self.alice.pk, 1)
        assert not Seat.objects.filter(ready=True).exists()

    def test_it_holds_for_one_game(self) -> None:
        for player in (self.alice, self.bob, self.vera):
            live.ready(self.table.pk, player.pk, 1)
        start(self.table, self.time)
        play(self.table, "2f 3f")
        assert not Seat.objects.filter(ready=True).exists()
        live.ready(self.table.pk, self.alice.pk, 2)
        live.ready(self.table.pk, self.bob.pk, 2)
        assert view(self.table)["next"] == self.time.now + 5_000

    def test_who_sits_out_is_not_waited_for(self) -> None:
        live.sit_out(self.table.pk, self.vera.pk, True)
        live.ready(self.table.pk, self.alice.pk, 1)
        live.ready(self.table.pk, self.bob.pk, 1)
        assert view(self.table)["next"] == self.time.now + 2_000

    def test_who_came_meanwhile_is_waited_for(self) -> None:
        dana = person("dana")
        live.sit(self.table.pk, dana.pk, 4, 500)
        for player in (self.alice, self.bob, self.vera):
            live.ready(self.table.pk, player.pk, 1)
        assert view(self.table)["next"] == self.time.now + 5_000
        live.ready(self.table.pk, dana.pk, 1)
        assert view(self.table)["next"] == self.time.now + 2_000

    def test_what_is_due_before_is_not_put_off(self) -> None:
        """Vera leaves: her chips are back while the others still look at the result."""
        start(self.table, self.time)
        live.leave(self.table.pk, self.vera.pk)
        play(self.table, "2f")
        live.ready(self.table.pk, self.alice.pk, 2)
        live.ready(self.table.pk, self.bob.pk, 2)
        self.time.look()
        assert wallet(self.vera) == 10_000 - 20

    def test_who_sits_out_is_not_dealt_in_until_back(self) -> None:
        live.sit_out(self.table.pk, self.vera.pk, True)
        with no_change():
            live.sit_out(self.table.pk, self.vera.pk, True)
        now = start(self.table, self.time)
        assert now.game is not None
        assert now.game.numbers == (1, 2)
        hers = view(self.table, self.vera)
        assert (hers["my_seat"], hers["ask"], hers["seats"][2]["waiting"]) == (3, None, True)
        live.sit_out(self.table.pk, self.vera.pk, False)
        play(self.table, "2f")
        now = start(self.table, self.time)
        assert now.game is not None
        assert now.game.numbers == (1, 2, 3)

    def test_sitting_out_in_mid_game_counts_from_the_next_one_on(self) -> None:
        now = start(self.table, self.time)
        live.sit_out(self.table.pk, self.bob.pk, True)
        assert view(self.table)["to_act"] == [2]
        assert view(self.table)["deadline"] == row(self.table).due == now.row.deadline
        play(self.table, "2f 3f")
        now = start(self.table, self.time)
        assert now.game is not None
        assert now.game.numbers == (1, 3)

    def test_ten_minutes_of_sitting_out_give_the_seat_up(self) -> None:
        live.sit_out(self.table.pk, self.vera.pk, True)
        live.leave(self.table.pk, self.bob.pk)
        self.time.pass_ms(599_999)
        assert seat_of(self.table, self.vera)
        self.time.pass_ms(1)
        assert not Seat.objects.filter(player=self.vera).exists()
        assert wallet(self.vera) == 9_990
        assert breaches() == []

    def test_one_player_left_sees_the_result_to_its_end_and_then_waits(self) -> None:
        live.leave(self.table.pk, self.bob.pk)
        live.leave(self.table.pk, self.vera.pk)
        self.time.pass_ms(4_999)
        assert view(self.table)["phase"] == "over"
        self.time.pass_ms(1)
        shown = view(self.table)
        assert (shown["phase"], shown["game"], shown["next"], shown["result"]) == ("waiting", None, None, None)
        assert shown["game_no"] == 1
        live.sit(self.table.pk, self.bob.pk, 2, 500)
        start(self.table, self.time)
        assert (view(self.table)["game_no"], view(self.table)["dealer"]) == (2, 1), "who won last deals"

    def test_the_winner_deals_and_the_seat_after_opens(self) -> None:
        start(self.table, self.time)
        assert (view(self.table)["dealer"], view(self.table)["to_act"]) == (1, [2])
        play(self.table, "2b20 3r40 1f 2f")
        start(self.table, self.time)
        assert (view(self.table)["dealer"], view(self.table)["to_act"]) == (3, [1])

    def test_the_dealer_may_have_left(self) -> None:
        """The number matters: who comes next clockwise opens."""
        live.leave(self.table.pk, self.alice.pk)
        start(self.table, self.time)
        assert (view(self.table)["dealer"], view(self.table)["to_act"]) == (1, [2])


def test_the_first_dealer_is_drawn(time: Time) -> None:
    dealers = set()
    for number in range(30):
        table = table_of(person(f"alice {number}"), person(f"bob {number}"), person(f"vera {number}"))
        dealers.add(start(table, time).row.record.split("dealer ")[1][0])
    assert dealers == {"1", "2", "3"}


def test_decks_are_shuffled_and_never_the_same(time: Time) -> None:
    table = table_of(person("alice"), person("bob"))
    decks = set()
    for game in range(6):
        now = start(table, time)
        decks.add(now.row.record.split("deal ")[1].split()[0])
        assert now.row.next_deal == game + 2
        play(table, f"{now.game.to_act[0]}f")  # type: ignore[union-attr]
    assert len(decks) == 6
    assert all(len(deck) == 54 for deck in decks)


def test_the_purse_is_never_touched_by_a_game(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b490 1c 2Ah 19h 2Kh 17s")
    assert (wallet(alice), wallet(bob)) == (9_500, 9_500)
    assert (seat_of(table, alice).stack, seat_of(table, bob).stack) == (0, 1_000)
    time.look()
    assert wallet(alice) == 9_500
    assert at(table).game is not None
    assert breaches() == []
