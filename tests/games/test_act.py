"""Answers: who may give them, to which question, and what every refusal leaves behind: nothing."""

import pytest

from games import live, tables
from games.models import GameRecord, PlayerResult, Seat
from games.refusals import Refusal
from games.rules import THREE_BIDS, Ruleset, record
from tests.stage import deck

from .finished import member
from .play import (
    AZI_DECK,
    AZI_PLAY,
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
    said,
    seat_of,
    start,
    table_of,
    view,
)

pytestmark = pytest.mark.django_db


def test_a_game_runs_to_its_settlement(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), member("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1r40 2c 19h 2Ah 2Kh 17s")
    after = row(table)
    assert after.settled
    finished = GameRecord.objects.get()
    assert finished.record == after.record
    assert record.read(finished.record).has_result
    assert (finished.bank, finished.deals, finished.people, finished.game_no) == (100, 1, 2, 1)
    assert finished.members == 1
    assert finished.public_id == after.game_id
    assert after.dealer == 2
    assert (seat_of(table, alice).stack, seat_of(table, bob).stack) == (450, 550)
    results = {result.player: (result.seat, result.stack, result.net, result.won) for result in finished.results.all()}
    assert results == {alice: (1, 500, -50, False), bob: (2, 500, 50, True)}
    shown = view(table)["result"]
    assert {number: one["player"] for number, one in shown.pop("players").items()} == {
        "1": alice.public_id,
        "2": bob.public_id,
    }
    assert shown == {
        "winner": 2,
        "how": "tricks",
        "bank": 100,
        "shares": {"2": 100},
        "net": {"1": -50, "2": 50},
    }
    assert breaches() == []


def test_who_has_no_seat_is_refused_everything(time: Time, decks: Decks) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    ask = start(table, time).ask(2)
    with refused("not_seated"):
        live.act(table.pk, vera.pk, "b20", ask)
    with refused("not_seated"):
        live.sit_out(table.pk, vera.pk, True)
    with refused("not_seated"):
        live.show_at_once(table.pk, vera.pk, False)
    with refused("not_seated"):
        live.ready(table.pk, vera.pk, 1)


class TestRefused:
    """Bob is asked to open; alice is not."""

    @pytest.fixture(autouse=True)
    def _game(self, time: Time, decks: Decks) -> None:
        decks(DUEL_DECK)
        self.alice, self.bob = person("alice"), person("bob")
        self.table = table_of(self.alice, self.bob)
        self.ask = start(self.table, time).ask(2)

    def test_an_answer_out_of_turn(self) -> None:
        with refused("not_asked"):
            live.act(self.table.pk, self.alice.pk, "b20", None)

    def test_an_answer_to_anothers_question(self) -> None:
        with refused("stale"):
            live.act(self.table.pk, self.alice.pk, "b20", self.ask)

    @pytest.mark.parametrize("ask", [None, 0, 1, -5, 2**53, 999_999])
    def test_an_answer_to_another_question(self, ask: int | None) -> None:
        with refused("stale"):
            live.act(self.table.pk, self.bob.pk, "b20", ask)

    @pytest.mark.parametrize(
        "word", ["b9", "b491", "r20", "c", "Ah", "x", "xAh", "j", "p", "L", "b0", "b1000000000000000"]
    )
    def test_what_the_rules_forbid(self, word: str) -> None:
        with refused("illegal"):
            live.act(self.table.pk, self.bob.pk, word, self.ask)

    @pytest.mark.parametrize(
        "word", ["", " ", "b", "b020", "b-5", "b20 ", " b20", "b２0", "b20@7", "b20!", "2b20", "b20 1c", "b20\n1c",
                 "f\n", "F", "Zz", "1h", "10h", "f;", "b1000000000000001", "r" * 3000, "\x00", "x..", "b20..980"]
    )  # fmt: skip
    def test_what_is_no_action(self, word: str) -> None:
        code = "illegal" if word == "x.." else "malformed"
        with refused(code):
            live.act(self.table.pk, self.bob.pk, word, self.ask)

    def test_a_look_at_cards_that_were_looked_at(self) -> None:
        with refused("illegal"):
            live.act(self.table.pk, self.bob.pk, "L", self.ask)
        with refused("illegal"):
            live.act(self.table.pk, self.alice.pk, "L", None)

    def test_the_next_answer_after_a_refusal_counts(self) -> None:
        with refused("illegal"):
            live.act(self.table.pk, self.bob.pk, "c", self.ask)
        live.act(self.table.pk, self.bob.pk, "b20", self.ask)
        assert said(self.table)[2:] == ["2b20@0"]

    def test_an_answer_when_the_game_is_over(self) -> None:
        live.act(self.table.pk, self.bob.pk, "f", self.ask)
        with refused("stale"):
            live.act(self.table.pk, self.bob.pk, "f", self.ask)
        with refused("not_asked"):
            live.act(self.table.pk, self.bob.pk, "f", None)
        with refused("not_asked"):
            live.act(self.table.pk, self.alice.pk, "L", None)

    def test_a_frame_sent_ten_times_acts_once(self) -> None:
        live.act(self.table.pk, self.bob.pk, "b20", self.ask)
        for _time in range(9):
            with refused("stale"):
                live.act(self.table.pk, self.bob.pk, "b20", self.ask)
        assert said(self.table)[2:] == ["2b20@0"]


def test_a_card_that_may_not_be_played_says_why(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(deck(1, {2: "Ah Kh 7d", 1: "9h 8d 7s"}, "6h"))
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c 2Ah")
    for card, why in (("8d", "hearts"), ("Ks", "Ks")):
        with pytest.raises(Refusal, match="illegal") as refusal:
            live.act(table.pk, alice.pk, card, at(table).ask(1))
        assert why in refusal.value.message


def test_no_answer_is_asked_for_between_two_deals(time: Time, decks: Decks) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    decks(AZI_DECK)
    table = table_of(alice, bob, vera)
    start(table, time)
    play(table, AZI_PLAY)
    shown = view(table, alice)
    assert (shown["phase"], shown["to_act"], shown["ask"], shown["legal"], shown["deadline"]) == (
        "shuffle", [], None, [], None,
    )  # fmt: skip
    with refused("not_asked"):
        live.act(table.pk, bob.pk, "b20", None)
    with refused("illegal"):
        live.act(table.pk, bob.pk, "L", None)


def test_nobody_acts_before_the_first_game(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice)
    with refused("not_asked"):
        live.act(table.pk, alice.pk, "f", None)
    with refused("stale"):
        live.act(table.pk, alice.pk, "f", 100_003)


# --- the ask ----------------------------------------------------------------------------------------------------------


def test_the_ask_is_the_viewers_own(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    assert view(table, bob)["ask"] == at(table).ask(2)
    assert view(table, alice)["ask"] is None
    assert view(table)["ask"] is None


def test_a_look_changes_the_price_and_so_the_ask(time: Time, decks: Decks) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    decks(AZI_DECK)
    table = table_of(alice, bob, vera, looking=False)
    start(table, time)
    play(table, "2b40")
    blind = view(table, vera)
    assert blind["cost"]["c"] == 20
    play(table, "3L")
    looked = view(table, vera)
    assert looked["cost"]["c"] == 40
    assert looked["ask"] != blind["ask"]
    with refused("stale"):
        live.act(table.pk, vera.pk, "c", blind["ask"])


def test_anothers_look_and_all_that_concerns_seats_move_no_ask(time: Time, decks: Decks) -> None:
    alice, bob, vera, dana = person("alice"), person("bob"), person("vera"), person("dana")
    decks(AZI_DECK)
    table = table_of(alice, bob, vera, looking=False)
    start(table, time)
    before = view(table, bob)
    play(table, "1L 3L")
    live.sit(table.pk, dana.pk, 4, 500)
    live.sit_out(table.pk, vera.pk, True)
    live.show_at_once(table.pk, alice.pk, True)
    live.leave(table.pk, vera.pk)
    live.leave(table.pk, dana.pk)
    live.shift(60_000)
    tables.forget(table.pk)
    after = view(table, bob)
    assert after["version"] > before["version"] + 5
    assert (after["ask"], after["legal"], after["cost"]) == (before["ask"], before["legal"], before["cost"])
    live.act(table.pk, bob.pk, "b20", before["ask"])


def test_the_same_question_again_has_another_ask(time: Time, decks: Decks) -> None:
    """Bob is asked to call 20 more twice; an answer to the first time is no answer to the second."""
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1r40")
    first = view(table, bob)
    play(table, "2r60 1r80")
    second = view(table, bob)
    assert first["cost"]["c"] == second["cost"]["c"] == 20
    with refused("stale"):
        live.act(table.pk, bob.pk, "c", first["ask"])


def test_an_ask_of_the_last_game_is_no_ask_of_this_one(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK, DUEL_DECK)
    table = table_of(alice, bob)
    asks = [start(table, time).ask(2)]
    play(table, "2b20 1f")  # bob wins, deals, and alice opens
    start(table, time)
    play(table, "1f")
    asks.append(start(table, time).ask(1))
    assert len(set(asks)) == 2
    with refused("stale"):
        live.act(table.pk, alice.pk, "b20", asks[0])


# --- looking ----------------------------------------------------------------------------------------------------------


def test_cards_are_looked_at_by_themselves_unless_told_not_to(time: Time, decks: Decks) -> None:
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    decks(AZI_DECK, AZI_DECK)
    table = table_of(alice, bob, vera)
    assert Seat.objects.filter(show_at_once=True).count() == 3
    live.show_at_once(table.pk, bob.pk, False)
    start(table, time)
    assert said(table) == ["1L@0", "3L@0"]
    assert view(table, bob)["seats"][1]["cards"] == ["??", "??", "??"]
    assert view(table, alice)["seats"][0]["cards"] == ["As", "Ks", "7s"]
    live.show_at_once(table.pk, bob.pk, True)
    assert view(table, bob)["seats"][1]["looked"] is False, "whenever they are dealt, so from the next deal on"
    with no_change():
        live.show_at_once(table.pk, bob.pk, True)
    play(table, AZI_PLAY)
    time.pass_ms(3_000)
    assert said(table)[-3:] == ["1L@0", "2L@0", "3L@0"]


def test_a_look_needs_no_ask_and_takes_no_turn(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob, looking=False)
    start(table, time)
    live.act(table.pk, alice.pk, "L", None)
    live.act(table.pk, bob.pk, "L", at(table).ask(2))
    assert said(table) == ["1L@0", "2L@0"]
    assert view(table)["to_act"] == [2]
    assert view(table, bob)["seats"][1]["cards"] == ["Ah", "Kh", "7d"]


def test_at_a_table_without_blind_betting_there_is_nothing_to_look_at(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK)
    table = table_of(alice, bob, ruleset=THREE_BIDS)
    start(table, time)
    assert said(table) == []
    assert view(table, bob)["seats"][1]["cards"] == ["Ah", "Kh", "7d"]
    with refused("illegal"):
        live.act(table.pk, bob.pk, "L", None)


def test_another_seats_discard_is_always_x(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    decks(deck(1, {2: "Ah Kh 7d 6d", 1: "9h 8s 7s 6s"}, "6h"))
    table = table_of(alice, bob, ruleset=Ruleset(cards=4))
    start(table, time)
    play(table, "2x6d")
    for viewer in (alice, bob, None):
        shown = view(table, viewer)
        assert [event["a"] for event in shown["events"]][-1] == "2x"
        assert shown["seats"][1]["last"] == "x"


def test_results_are_booked_once_a_game(time: Time, decks: Decks) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    for game in range(1, 4):
        opener = start(table, time).game.to_act[0]  # type: ignore[union-attr]
        play(table, f"{opener}f")
        assert PlayerResult.objects.count() == 2 * game
        time.look()
    assert list(GameRecord.objects.order_by("pk").values_list("game_no", flat=True)) == [1, 2, 3]
    assert len(set(GameRecord.objects.values_list("public_id", flat=True))) == 3
