"""Tables of a tournament: their seats are dealt in whoever is there, the clock answers for who sits out, and between
games they are their director's."""

import html
import random

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from accounts import ledger
from accounts.models import User
from games import bell, cast, directed, live, statement, tables
from games.models import GameRecord, Seat, Table
from games.rules import CLASSIC, Ruleset
from tests.stage import deck

from .play import (
    AZI_DECK,
    BANK,
    DUEL_DECK,
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
    start,
    table_of,
    view,
    wallet,
)
from .test_forget_guests import away, forgotten
from .test_signing_in import guest_and_browser, sign_in, sign_up

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
    """A game in which every seat is dealt in, with its cards."""
    with transaction.atomic():
        now = directed.take(table.pk)
        directed.start(now, list(now.seats.values()), now.row.ruleset, time.now)
    directed.publish(now, time.now)
    live.tick(table.pk)


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

    def test_ready_people_cut_the_pause_short_and_no_break(self) -> None:
        play(self.table, "2f 3f")
        for player in (self.alice, self.bob, self.vera):
            live.ready(self.table.pk, player.pk, 1)
        assert row(self.table).next_at == self.time.now + 2_000
        begin(self.table, self.time)
        play(self.table, "2f 3f")
        after_break = self.time.now + 300_000
        Table.objects.filter(pk=self.table.pk).update(due=after_break, next_at=after_break)
        tables.forget(self.table.pk)
        for player in (self.alice, self.bob, self.vera):
            live.ready(self.table.pk, player.pk, 2)
        assert (row(self.table).due, row(self.table).next_at) == (after_break, after_break)

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


def test_bots_hurry_when_the_people_sit_out(time: Time, decks: Decks, monkeypatch: pytest.MonkeyPatch) -> None:
    decks(AZI_DECK)
    monkeypatch.setattr(cast, "chance", random.Random(7))
    alice = person("alice")
    bot = cast.a_bot_beside([])
    table = tournament_table(alice, bot, cast.a_bot_beside([bot.pk]))
    live.sit_out(table.pk, alice.pk, True)
    begin(table, time)
    assert row(table).due == time.now + 300
    live.sit_out(table.pk, alice.pk, False)
    time.pass_ms(300)
    assert (row(table).due or 0) >= time.now + 400, "she is back, and may want to see it"


def test_who_was_moved_to_another_table_meanwhile_goes_all_the_same(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = person("alice"), person("bob")
    table, felt = tournament_table(alice, bob), table_of(alice)
    sit_out = live.sit_out

    def late(table_id: int, user_id: int, value: bool) -> None:
        Seat.objects.filter(table=table_id, player=user_id).delete()
        sit_out(table_id, user_id, value)

    monkeypatch.setattr(live, "sit_out", late)
    live.leave_all(alice.pk)
    assert not Seat.objects.filter(table__in=(table, felt), player=alice).exists()


def test_seats_in_tournaments_take_none_of_the_four_cash_tables(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    for _tournament in range(4):
        tournament_table(alice, bob)
    assert table_of(alice).seats.count() == 1


def test_the_lobby_hears_nothing_of_a_tournaments_tables(
    time: Time, decks: Decks, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks(DUEL_DECK)
    rung: list[str] = []
    monkeypatch.setattr(bell, "ring", lambda topic, *_version: rung.append(topic))
    alice, bob = person("alice"), person("bob")
    table = tournament_table(alice, bob)
    begin(table, time)
    play(table, "2f")
    assert set(rung) == {f"table:{table.pk}"}


def test_a_view_offers_nothing_to_sit_down_with(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = tournament_table(alice, bob)
    shown = view(table, alice)
    assert (shown["stakes"], shown["buy_in"], shown["name"]) == ("tournament", [0, 0], "Evening cup, table 1")
    Seat.objects.filter(player=alice).update(stack=0)
    tables.forget(table.pk)
    assert view(table, alice)["mine"]["broke_until"] is None


def test_a_game_that_breaks_the_player_asks_for_no_top_up(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = tournament_table(alice, bob)
    begin(table, time)
    play(table, "2b990 1c 2Ah 19h 2Kh 17s")
    assert (seat_of(table, alice).stack, seat_of(table, bob).stack) == (0, 2 * STACK)
    assert seat_of(table, alice).broke_since is None
    assert breaches() == []


# --- pages and accounts -----------------------------------------------------------------------------------------------


def test_games_of_a_tournament_are_marked(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table, felt = tournament_table(alice, bob), table_of(alice, bob)
    begin(table, time)
    play(table, "2f")
    browser = Client()
    browser.force_login(alice)
    mine = browser.get("/games/").content.decode()
    assert mine.count(">Tournament</span>") == 1
    assert "Evening cup, table 1" in mine
    game = browser.get(f"/games/{GameRecord.objects.get(table=table).public_id}/").content.decode()
    assert "in the tournament's own chips" in html.unescape(game)
    start(felt, time)
    play(felt, "2f")
    game = browser.get(f"/games/{GameRecord.objects.get(table=felt).public_id}/").content.decode()
    assert ">Tournament</span>" not in game
    assert browser.get("/games/").content.decode().count(">Tournament</span>") == 1


@pytest.mark.databases
def test_a_guest_is_not_forgotten_while_a_tournament_has_their_chips_or_a_seat(time: Time) -> None:
    alice, bob, vera = (away(person(name)) for name in ("alice", "bob", "vera"))
    pool = ledger.pool("tournament:4")
    ledger.transfer(ledger.wallet(alice), pool, 100, f"tournament:4:entry:{alice.pk}:1")
    table = tournament_table(bob)
    call_command("forget_guests")
    assert [forgotten(guest) for guest in (alice, bob, vera)] == [False, False, True]
    ledger.transfer(pool, ledger.wallet(alice), 100, f"tournament:4:prize:{alice.pk}:1")
    Seat.objects.filter(table=table).delete()
    call_command("forget_guests")
    assert [forgotten(guest) for guest in (alice, bob)] == [True, True]
    assert breaches() == []


def test_signing_in_as_somebody_else_the_guests_seat_sits_out(time: Time) -> None:
    guest, browser = guest_and_browser()
    sign_up(Client())
    assert "in a tournament" not in browser.get("/accounts/login/").content.decode()
    table = tournament_table(guest, person("bob"))
    assert "Its place in a tournament stays behind too" in browser.get("/accounts/login/").content.decode()
    sign_in(browser)
    assert out(table, guest) == (True, time.now, 0)
    assert seat_of(table, guest).stack == STACK
    assert breaches() == []


def test_a_guest_who_signs_out_is_told_what_becomes_of_the_tournament(time: Time) -> None:
    guest, browser = guest_and_browser()
    table = tournament_table(guest, person("bob"))
    assert "Nor to its place in a tournament" in browser.get("/accounts/logout/").content.decode()
    browser.post("/accounts/logout/")
    assert out(table, guest) == (True, time.now, 0)


def test_the_statement_names_fees_and_prizes(time: Time) -> None:
    alice = person("alice")
    wallet_of, pool = ledger.wallet(alice), ledger.pool("tournament:4")
    ledger.transfer(wallet_of, pool, 100, f"tournament:4:entry:{alice.pk}:1")
    ledger.transfer(pool, wallet_of, 60, f"tournament:4:prize:{alice.pk}:1")
    ledger.transfer(pool, wallet_of, 40, f"tournament:4:refund:{alice.pk}:1")
    told = [line.plain for line in statement.lines(wallet_of)[:3]]
    assert told == ["Entry fee given back", "Prize of a tournament", "Entry fee of a tournament"]
