"""Tables of a tournament: their seats are dealt in whoever is there, the clock answers for who sits out, and between
games they are their director's."""

import pytest
from django.db import transaction

from accounts.models import User
from games import directed, live, tables
from games.models import GameRecord, Seat, Table
from games.rules import CLASSIC, Ruleset
from tests.stage import deck

from .play import (
    AZI_DECK,
    BANK,
    NOON,
    TURN,
    Decks,
    Time,
    breaches,
    no_change,
    person,
    play,
    refused,
    row,
    said,
    seat_of,
    table_of,
    view,
    wallet,
)

pytestmark = pytest.mark.django_db

STACK = 1_000
FOUR_DECK = deck(1, {2: "Ah 7d Ts 6d", 3: "Kd 8h 8s 9d", 1: "As Ks 7s Td"}, "6h")


def tournament_table(*players: User, ruleset: Ruleset = CLASSIC) -> Table:
    """A table of a tournament where these people sit from seat 1 on, each with the same stack and no chip of theirs."""
    seated = {"Evening cup, table 1": dict(enumerate(players, 1))}
    (table,) = directed.open_tables(
        seated, STACK, ruleset, seats_total=6, turn_ms=TURN, bot_level="middle", private=False, due=NOON
    )
    return table


def begin(table: Table, time: Time) -> None:
    """A game in which every seat is dealt in."""
    with transaction.atomic():
        now = directed.take(table.pk)
        directed.start(now, list(now.seats.values()), now.row.ruleset, time.now)
    directed.publish(now, time.now)


def out(table: Table, player: User) -> tuple[bool, int | None, int]:
    seat = seat_of(table, player)
    return seat.sitting_out, seat.out_since, seat.missed


class TestThree:
    """Dealt by alice on seat 1; bob on seat 2 opens, vera on seat 3 is next."""

    @pytest.fixture(autouse=True)
    def _game(self, time: Time, decks: Decks) -> None:
        decks(AZI_DECK, AZI_DECK)
        self.time = time
        self.alice, self.bob, self.vera = person("alice"), person("bob"), person("vera")
        self.table = tournament_table(self.alice, self.bob, self.vera)
        begin(self.table, time)

    def test_who_sits_out_is_dealt_in_and_folded_after_a_second(self) -> None:
        live.sit_out(self.table.pk, self.vera.pk, True)
        play(self.table, "2b20")
        assert view(self.table)["deadline"] == self.time.now + 1_000
        self.time.pass_ms(999)
        assert said(self.table)[-1] == "2b20@0"
        self.time.pass_ms(1)
        assert said(self.table)[-1] == "3f@1!"
        assert view(self.table)["deadline"] == self.time.now + TURN + BANK, "alice has all her time"
        play(self.table, "1f")
        assert Seat.objects.filter(table=self.table).count() == 3
        assert seat_of(self.table, self.vera).bank_ms == BANK
        assert breaches() == []

    def test_sitting_out_in_ones_own_turn_leaves_a_second_of_it(self) -> None:
        self.time.pass_ms(5_000)
        live.sit_out(self.table.pk, self.bob.pk, True)
        assert view(self.table)["deadline"] == row(self.table).due == self.time.now + 1_000
        self.time.pass_ms(1_000)
        assert said(self.table)[-1] == "2f@6!"

    def test_who_comes_back_in_time_has_what_was_left(self) -> None:
        """And no more: going to and fro holds nobody up."""
        asked = self.time.now
        self.time.pass_ms(5_000)
        for _again in range(3):
            live.sit_out(self.table.pk, self.bob.pk, True)
            self.time.pass_ms(900)
            live.sit_out(self.table.pk, self.bob.pk, False)
        assert view(self.table)["deadline"] == row(self.table).due == asked + TURN + BANK

    def test_a_look_in_between_gives_no_time(self) -> None:
        asked = self.time.now
        live.show_at_once(self.table.pk, self.bob.pk, False)
        play(self.table, "2f 3f")
        begin(self.table, self.time)
        self.time.pass_ms(3_000)
        live.sit_out(self.table.pk, self.bob.pk, True)
        self.time.pass_ms(500)
        play(self.table, "2L")
        assert out(self.table, self.bob) == (False, None, 0)
        assert view(self.table)["deadline"] == asked + TURN + BANK

    def test_sitting_out_at_the_end_of_ones_time_gives_none(self) -> None:
        self.time.pass_ms(TURN + BANK - 300)
        live.sit_out(self.table.pk, self.bob.pk, True)
        self.time.pass_ms(300)
        assert said(self.table)[-1] == "2f@50!"

    def test_who_answers_is_back(self) -> None:
        live.sit_out(self.table.pk, self.bob.pk, True)
        assert out(self.table, self.bob) == (True, self.time.now, 0)
        version = row(self.table).version
        play(self.table, "2b20")
        assert out(self.table, self.bob) == (False, None, 0)
        assert row(self.table).version == version + 1, "in one change with the answer"
        assert not view(self.table, self.bob)["seats"][1]["sitting_out"]
        play(self.table, "3c 1r40")
        assert view(self.table)["deadline"] == self.time.now + TURN + BANK

    def test_an_answer_that_is_refused_brings_nobody_back(self) -> None:
        live.sit_out(self.table.pk, self.bob.pk, True)
        with refused("illegal"):
            play(self.table, "2b1")
        play(self.table, "2b20")
        assert out(self.table, self.bob) == (False, None, 0)

    def test_the_answer_that_ends_the_game_brings_back_too(self) -> None:
        play(self.table, "2b20 3f")
        live.sit_out(self.table.pk, self.alice.pk, True)
        play(self.table, "1f")
        assert GameRecord.objects.count() == 1
        assert out(self.table, self.alice) == (False, None, 0)

    def test_three_missed_answers_and_the_seat_sits_out_for_good_and_is_dealt_in(self) -> None:
        Seat.objects.filter(player=self.bob).update(missed=2)
        tables.forget(self.table.pk)
        self.time.pass_ms(TURN + BANK)
        play(self.table, "3f")
        assert out(self.table, self.bob) == (True, self.time.now, 0)
        self.time.now += 24 * 3_600_000
        self.time.look()
        assert seat_of(self.table, self.bob).sitting_out, "no seat is freed, however long one is away"
        begin(self.table, self.time)
        assert view(self.table)["seats"][1]["in"]

    def test_between_games_the_clock_leaves_the_table_to_its_director(self) -> None:
        play(self.table, "2f 3f")
        assert row(self.table).due == self.time.now, "the director finds it"
        assert live.due(self.time.now + 3_600_000) == []
        with no_change():
            live.tick(self.table.pk)

    def test_nobody_leaves_sits_down_or_tops_up(self) -> None:
        ilya = person("ilya")
        with refused("forbidden"):
            live.leave(self.table.pk, self.bob.pk)
        with refused("forbidden"):
            live.sit(self.table.pk, ilya.pk, 4, 500)
        with refused("forbidden"):
            live.top_up(self.table.pk, self.bob.pk, 1_500)
        with no_change():
            live.leave(self.table.pk, ilya.pk)

    def test_who_goes_leaves_the_cash_tables_and_sits_out_of_the_tournament(self) -> None:
        felt = table_of(self.bob)
        live.leave_all(self.bob.pk)
        assert not Seat.objects.filter(table=felt).exists()
        assert wallet(self.bob) == 10_000
        assert out(self.table, self.bob) == (True, self.time.now, 0)
        with no_change():
            live.leave_all(self.bob.pk)
        self.time.pass_ms(1_000)
        assert said(self.table)[-1] == "2f@1!"

    def test_between_games_sitting_out_moves_no_time_of_the_directors(self) -> None:
        play(self.table, "2f 3f")
        Table.objects.filter(pk=self.table.pk).update(due=self.time.now + 9_000)
        tables.forget(self.table.pk)
        live.sit_out(self.table.pk, self.bob.pk, True)
        live.sit_out(self.table.pk, self.bob.pk, False)
        assert row(self.table).due == self.time.now + 9_000
        assert seat_of(self.table, self.bob).broke_since is None


class TestTogether:
    """All are asked for a discard at once."""

    @pytest.fixture(autouse=True)
    def _game(self, time: Time, decks: Decks) -> None:
        decks(FOUR_DECK)
        self.time = time
        self.alice, self.bob, self.vera = person("alice"), person("bob"), person("vera")
        self.table = tournament_table(self.alice, self.bob, self.vera, ruleset=Ruleset(cards=4))
        self.deadline = time.now + TURN

    def test_who_sits_out_is_answered_after_a_second_and_the_others_keep_their_time(self) -> None:
        live.sit_out(self.table.pk, self.vera.pk, True)
        begin(self.table, self.time)
        assert view(self.table)["deadline"] == self.deadline
        assert row(self.table).due == self.time.now + 1_000
        self.time.pass_ms(500)
        play(self.table, "2x7d")
        assert row(self.table).due == self.time.now + 500, "bob's answer gives vera no more time"
        self.time.pass_ms(500)
        assert said(self.table)[-1].startswith("3x")
        assert said(self.table)[-1].endswith("!")
        assert (view(self.table)["to_act"], view(self.table)["deadline"]) == ([1], self.deadline)
        self.time.pass_ms(TURN - 1_001)
        assert view(self.table)["to_act"] == [1]
        self.time.pass_ms(1)
        assert view(self.table)["phase"] == "bid"

    def test_sitting_out_while_asked_beside_others(self) -> None:
        begin(self.table, self.time)
        self.time.pass_ms(400)
        live.sit_out(self.table.pk, self.vera.pk, True)
        live.sit_out(self.table.pk, self.vera.pk, False)
        live.sit_out(self.table.pk, self.vera.pk, True)
        self.time.pass_ms(599)
        assert view(self.table)["to_act"] == [1, 2, 3]
        self.time.pass_ms(1)
        assert (view(self.table)["to_act"], view(self.table)["deadline"]) == ([1, 2], self.deadline)

    def test_who_came_back_while_asked_beside_others_has_the_time_of_all(self) -> None:
        live.sit_out(self.table.pk, self.vera.pk, True)
        begin(self.table, self.time)
        live.sit_out(self.table.pk, self.vera.pk, False)
        self.time.pass_ms(TURN - 1)
        assert view(self.table)["to_act"] == [1, 2, 3]
        self.time.pass_ms(1)
        assert view(self.table)["to_act"] == [2]
