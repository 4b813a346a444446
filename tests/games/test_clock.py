"""Time at the table: the turn, the bank, what the clock answers, and what it does after an outage."""

import pytest

from games import live, tables
from games.models import Seat, Table
from games.refusals import Refusal
from games.rules import Ruleset, record
from tests.stage import deck

from .play import (
    AZI_DECK,
    AZI_PLAY,
    BANK,
    DUEL_DECK,
    TURN,
    Decks,
    Time,
    at,
    breaches,
    no_change,
    person,
    play,
    row,
    said,
    seat_of,
    start,
    table_of,
    view,
)

pytestmark = pytest.mark.django_db

FOUR = Ruleset(cards=4)
FOUR_DECK = deck(1, {2: "Ah 7d Ts 6d", 3: "Kd 8h 8s 9d", 1: "As Ks 7s Td"}, "6h")


class TestDuel:
    """Bob, on seat 2, opens; alice, on seat 1, has dealt."""

    @pytest.fixture(autouse=True)
    def _game(self, time: Time, decks: Decks) -> None:
        decks(DUEL_DECK, DUEL_DECK, DUEL_DECK)
        self.time = time
        self.alice, self.bob = person("alice"), person("bob")
        self.table = table_of(self.alice, self.bob, looking=False)
        start(self.table, time)

    def test_a_turn_has_twenty_seconds_and_thirty_of_the_bank(self) -> None:
        assert view(self.table)["deadline"] == self.time.now + TURN + BANK
        self.time.pass_ms(TURN + BANK - 1)
        assert said(self.table) == []
        self.time.pass_ms(1)
        assert said(self.table) == ["2f@50!"]

    def test_within_the_turn_the_bank_is_not_touched(self) -> None:
        self.time.pass_ms(TURN)
        play(self.table, "2b20")
        assert view(self.table)["seats"][1]["bank_ms"] == BANK

    def test_what_a_turn_takes_longer_is_taken_from_the_bank_and_shown_at_once(self) -> None:
        self.time.pass_ms(27_500)
        play(self.table, "2b20")
        assert said(self.table) == ["2b20@27.5"]
        assert [seat["bank_ms"] for seat in view(self.table)["seats"]] == [BANK, 22_500]
        assert seat_of(self.table, self.bob).bank_ms == BANK, "booked when the game settles"

    def test_the_next_turn_has_what_is_left_of_the_bank(self) -> None:
        self.time.pass_ms(27_500)
        play(self.table, "2b20 1r40")
        assert view(self.table)["deadline"] == self.time.now + TURN + 22_500
        self.time.pass_ms(30_000)
        play(self.table, "2r60 1r80")
        assert view(self.table)["deadline"] == self.time.now + TURN + 12_500

    def test_five_seconds_come_back_after_the_game(self) -> None:
        self.time.pass_ms(27_500)
        play(self.table, "2f")
        assert seat_of(self.table, self.bob).bank_ms == 27_500
        assert seat_of(self.table, self.alice).bank_ms == BANK, "never more than a full bank"
        start(self.table, self.time)
        assert view(self.table)["seats"][1]["bank_ms"] == 27_500

    def test_an_empty_bank_leaves_the_turn_alone(self) -> None:
        Seat.objects.filter(player=self.bob).update(bank_ms=4_000)
        tables.forget(self.table.pk)
        self.time.pass_ms(24_000)
        play(self.table, "2b20 1r40")
        assert view(self.table)["deadline"] == self.time.now + TURN
        self.time.pass_ms(TURN)
        assert said(self.table)[-1] == "2f@20!"
        assert seat_of(self.table, self.bob).bank_ms == 5_000

    def test_looks_move_no_deadline_and_their_time_counts_for_the_turn(self) -> None:
        deadline = view(self.table)["deadline"]
        self.time.pass_ms(15_000)
        play(self.table, "2L 1L")
        assert view(self.table)["deadline"] == deadline
        assert row(self.table).due == deadline
        self.time.pass_ms(10_000)
        play(self.table, "2b20")
        assert said(self.table) == ["2L@15", "1L@0", "2b20@10"]
        assert view(self.table)["seats"][1]["bank_ms"] == BANK - 5_000

    def test_an_answer_after_the_deadline_counts_if_the_clock_has_not_acted(self) -> None:
        self.time.now += TURN + BANK + 999
        play(self.table, "2b20")
        assert said(self.table) == ["2b20@50.9"]
        assert view(self.table)["to_act"] == [1]
        with no_change():
            live.tick(self.table.pk)

    def test_an_answer_after_the_clock_has_acted_is_stale(self) -> None:
        ask = view(self.table, self.bob)["ask"]
        self.time.pass_ms(TURN + BANK)
        with pytest.raises(Refusal, match="stale"):
            live.act(self.table.pk, self.bob.pk, "b20", ask)

    def test_looks_of_the_clock_too_early_or_twice_change_nothing(self) -> None:
        self.time.now += 10_000
        with no_change():
            live.tick(self.table.pk)
        assert live.due(self.time.now) == []
        self.time.pass_ms(TURN + BANK)
        self.time.look()
        with no_change():
            live.tick(self.table.pk)

    def test_three_missed_answers_in_a_row_and_the_seat_sits_out(self) -> None:
        """Over games: bob opens each time, for alice wins each time and deals."""
        counts = []
        for _game in range(3):
            start(self.table, self.time)
            self.time.pass_ms(TURN + BANK)
            counts.append((seat_of(self.table, self.bob).missed, seat_of(self.table, self.bob).sitting_out))
        assert counts == [(1, False), (2, False), (0, True)]

    def test_an_answer_in_between_starts_the_count_anew(self) -> None:
        Seat.objects.filter(player=self.bob).update(missed=2)
        tables.forget(self.table.pk)
        play(self.table, "2b20 1r40")
        self.time.pass_ms(TURN + BANK)
        seat = seat_of(self.table, self.bob)
        assert (seat.missed, seat.sitting_out) == (1, False)

    def test_a_third_miss_sits_the_seat_out_of_the_next_game(self) -> None:
        Seat.objects.filter(player=self.bob).update(missed=2)
        tables.forget(self.table.pk)
        self.time.pass_ms(TURN + BANK)
        seat = seat_of(self.table, self.bob)
        assert (seat.sitting_out, seat.missed, seat.out_since) == (True, 0, self.time.now)
        assert view(self.table)["seats"][1]["sitting_out"] is True
        self.time.pass_ms(60_000)
        assert view(self.table)["phase"] == "waiting"
        live.sit_out(self.table.pk, self.bob.pk, False)
        start(self.table, self.time)

    def test_an_outage_pushes_all_times_on_and_costs_nobody_anything(self) -> None:
        before, ask = row(self.table), view(self.table, self.bob)["ask"]
        self.time.pass_ms(5_000)
        self.time.now += 600_000
        live.shift(600_000)
        after = row(self.table)
        assert after.deadline == (before.deadline or 0) + 600_000
        assert after.due == (before.due or 0) + 600_000
        assert after.version == before.version + 1, "so that every page hears of its new time"
        with no_change():
            live.tick(self.table.pk)  # with the copy of before the outage in memory
        live.act(self.table.pk, self.bob.pk, "b20", ask)
        assert said(self.table) == ["2b20@5"]
        assert view(self.table)["seats"][1]["bank_ms"] == BANK


def test_answers_missed_in_one_game_count_one_by_one(time: Time, decks: Decks) -> None:
    """Bob's time runs out at each of his two cards, and did in the game before."""
    alice, bob = person("alice"), person("bob")
    decks(deck(1, {2: "7d 8d 9d", 1: "Ah Kh Qh"}, "6h"))
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c")
    Seat.objects.filter(player=bob).update(missed=1)
    tables.forget(table.pk)
    time.pass_ms(TURN + BANK)
    play(table, "1Ah")
    assert view(table)["to_act"] == [1], "seat 1 takes the trick"
    play(table, "1Kh")
    assert said(table)[-3:] == ["27d@50!", "1Ah@0", "1Kh@0"]
    time.pass_ms(TURN + BANK)
    assert view(table)["phase"] == "over"
    assert seat_of(table, bob).sitting_out
    assert not seat_of(table, alice).sitting_out


def test_the_clock_plays_the_weakest_card(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c")
    time.pass_ms(TURN + BANK)
    assert said(table)[-1] == "27d@50!"
    time.pass_ms(TURN + BANK)
    assert said(table)[-1] == "19h@50!", "no diamond, so the trump"


class TestAskedTogether:
    """Where all are asked at once there is no bank, and nobody's answer moves the others' deadline."""

    @pytest.fixture(autouse=True)
    def _people(self, time: Time) -> None:
        self.time = time
        self.people = [person(name) for name in ("alice", "bob", "vera")]

    def test_the_discard(self, decks: Decks) -> None:
        decks(FOUR_DECK)
        table = table_of(*self.people, ruleset=FOUR, looking=False)
        start(table, self.time)
        began = self.time.now
        assert view(table)["deadline"] == began + TURN
        self.time.pass_ms(8_000)
        play(table, "3L 3x8s")
        self.time.pass_ms(8_000)
        play(table, "1L")
        assert view(table)["deadline"] == row(table).due == began + TURN
        self.time.pass_ms(TURN - 16_000)
        assert said(table)[-2:] == ["1xTd@4!", "2x@0!"]
        assert view(table)["to_act"] == [2]
        assert view(table)["deadline"] == began + TURN + TURN + BANK
        assert [seat["bank_ms"] for seat in view(table)["seats"]] == [BANK] * 3

    def test_the_discard_costs_no_bank_however_long_it_took(self, decks: Decks) -> None:
        decks(FOUR_DECK)
        table = table_of(*self.people, ruleset=FOUR)
        start(table, self.time)
        self.time.now += TURN + 900  # the clock comes a little late
        live.tick(table.pk)
        assert said(table)[3:] == ["1xTd@20.9!", "2x6d@0!", "3x9d@0!"]
        self.time.pass_ms(TURN)
        play(table, "2b20")
        assert [seat["bank_ms"] for seat in view(table)["seats"]] == [BANK] * 3

    def test_azi(self, decks: Decks) -> None:
        dana, emil = person("dana"), person("emil")
        hands = {2: "Ah 7d Ts", 3: "Kd 8h 8s", 4: "6s 9s Js", 5: "6d 8d 9d", 1: "As Ks 7s"}
        decks(deck(1, hands, "6h"))
        table = table_of(*self.people, dana, emil)
        start(table, self.time)
        play(table, "2b20 3c 4f 5f 1c 2Ah 38h 17s 27d 3Kd 1Ks 38s 1As 2Ts")
        began = self.time.now
        assert view(table)["to_act"] == [4, 5]
        assert view(table)["deadline"] == began + TURN
        self.time.pass_ms(12_000)
        play(table, "5j")
        assert view(table)["deadline"] == row(table).due == began + TURN
        self.time.pass_ms(TURN - 12_000)
        assert said(table)[-1] == "4p@8!"
        assert (view(table)["phase"], view(table)["deadline"]) == ("shuffle", None)
        assert view(table)["next"] == self.time.now + 3_000
        self.time.pass_ms(3_000)
        assert view(table)["deadline"] == self.time.now + TURN + BANK
        assert [seat["bank_ms"] for seat in view(table)["seats"]] == [BANK] * 5


def test_a_new_deal_starts_the_time_anew(time: Time, decks: Decks) -> None:
    """The three seconds before it, and the clock's delay, are nobody's."""
    decks(AZI_DECK)
    table = table_of(*[person(name) for name in ("alice", "bob", "vera")], looking=False)
    start(table, time)
    play(table, AZI_PLAY)
    time.now += 19_000
    live.tick(table.pk)
    assert view(table)["deadline"] == time.now + TURN + BANK
    time.pass_ms(TURN)
    play(table, "2b20")
    assert said(table)[-1] == "2b20@20"
    assert view(table)["seats"][1]["bank_ms"] == BANK


def test_times_are_read_from_the_record_alone(time: Time, decks: Decks) -> None:
    """`@` and `!` say it all: a process that has just started shows the same banks as one that was there."""
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    for word in ("2b20", "1r40", "2r60", "1r80"):
        time.pass_ms(23_400)
        play(table, word)
    assert [seat["bank_ms"] for seat in view(table)["seats"]] == [23_200, 23_200]
    moves = record.read(row(table).record).moves
    assert [move.tenths for move in moves if move.action != "L"] == [234] * 4


def test_an_outage_frees_nobody_who_sits_out(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice)
    live.sit_out(table.pk, alice.pk, True)
    time.pass_ms(60_000)
    time.now += 3_600_000
    live.shift(3_600_000)
    time.look()
    live.sit(table.pk, person("bob").pk, 2, 500)  # so that the clock looks at the table again
    time.look()
    assert seat_of(table, alice)
    live.leave(table.pk, at(table).seats[2].player_id)
    time.pass_ms(539_999)
    assert seat_of(table, alice)
    time.pass_ms(1)
    assert not Seat.objects.exists()
    assert breaches() == []


def test_a_house_table_without_people_is_never_due(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice)
    Table.objects.filter(pk=table.pk).update(house=True)
    tables.forget(table.pk)
    live.leave(table.pk, alice.pk)
    time.pass_ms(100_000)
    assert row(table).due is None
    assert at(table).game is None


def test_a_table_at_rest_is_looked_at_once_a_minute(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice)
    time.look()
    assert row(table).due == time.now + 60_000
