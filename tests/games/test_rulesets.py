"""Whole games of each ruleset through the live layer: both kinds of Azi, four cards, three bids, blind bets."""

import random

import pytest

from accounts.models import User
from games import live, tables
from games.models import GameRecord, Seat, Table
from games.rules import CLASSIC, THREE_BIDS, Ruleset, record
from tests.stage import deck

from .play import (
    AZI_DECK,
    AZI_PLAY,
    DUEL_DECK,
    Decks,
    Time,
    at,
    breaches,
    person,
    play,
    refused,
    row,
    said,
    seat_of,
    start,
    table_of,
    view,
    walk,
)

pytestmark = pytest.mark.django_db

FOUR_HANDS = {2: "Ah 7d Ts", 3: "Kd 8h 8s", 4: "6s 9s Js", 1: "As Ks 7s"}
AZI_OF_THREE = "2b20 3c 4f 1c 2Ah 38h 17s 27d 3Kd 1Ks 38s 1As 2Ts"


def people() -> list[User]:
    return [person(name) for name in ("alice", "bob", "vera", "dana")]


def test_azi_with_a_buy_in(time: Time, decks: Decks) -> None:
    """Dana folded: she joins for the whole bank. There is no new ante, and the bank grows by what she paid."""
    second = deck(1, {2: "Ah Kh 7d", 3: "Kd 8h 8s", 4: "6s 9s Js", 1: "As Ks 7s"}, "6h")
    decks(deck(1, FOUR_HANDS, "6h"), second)
    alice, bob, vera, dana = people()
    table = table_of(alice, bob, vera, dana)
    start(table, time)
    play(table, AZI_OF_THREE)
    shown = view(table, dana)
    assert (shown["phase"], shown["bank"], shown["to_act"]) == ("azi", 100, [4])
    assert (shown["legal"], shown["cost"]) == (["j", "p"], {"j": 100})
    assert view(table, bob)["ask"] is None
    with refused("illegal"):
        live.act(table.pk, dana.pk, "c", shown["ask"])
    play(table, "4j")
    between = view(table, dana)
    assert (between["phase"], between["bank"], between["deal"], between["next"]) == (
        "shuffle", 200, 1, time.now + 3_000,
    )  # fmt: skip
    assert [card["card"] for card in between["last_trick"]] == ["8s", "As", "Ts"]
    time.pass_ms(3_000)
    fresh = view(table, bob)
    assert (fresh["phase"], fresh["deal"], fresh["bank"], fresh["dealer"], fresh["to_act"]) == ("bid", 2, 200, 1, [2])
    assert [seat["in"] for seat in fresh["seats"]] == [True] * 4
    assert (fresh["events"][0]["a"], fresh["last_trick"]) == ("1L", [])
    play(table, "2b20 3f 4f 1f")
    assert (seat_of(table, bob).stack, seat_of(table, dana).stack) == (500 - 30 + 200, 500 - 110)
    assert GameRecord.objects.get().deals == 2
    assert row(table).next_deal == 3
    assert breaches() == []


def test_who_passes_at_azi_watches_the_new_deal(time: Time, decks: Decks) -> None:
    decks(deck(1, FOUR_HANDS, "6h"), AZI_DECK)
    table = table_of(*people())
    start(table, time)
    play(table, f"{AZI_OF_THREE} 4p")
    time.pass_ms(3_000)
    shown = view(table)
    assert [(seat["seat"], seat["in"], seat["waiting"]) for seat in shown["seats"]] == [
        (1, True, False),
        (2, True, False),
        (3, True, False),
        (4, False, False),
    ]
    assert [len(seat["cards"]) for seat in shown["seats"]] == [3, 3, 3, 0]
    play(table, "2f 3f")
    assert seat_of(table, Seat.objects.get(number=4).player).stack == 490
    assert breaches() == []


def test_azi_replayed_by_everybody(time: Time, decks: Decks) -> None:
    decks(deck(1, FOUR_HANDS, "6h"), deck(1, FOUR_HANDS, "6h"))
    table = table_of(*people(), ruleset=THREE_BIDS)
    start(table, time)
    play(table, AZI_OF_THREE)
    assert (view(table)["phase"], view(table)["to_act"], view(table)["bank"]) == ("shuffle", [], 100)
    time.pass_ms(2_999)
    assert view(table)["deal"] == 1
    time.pass_ms(1)
    shown = view(table)
    assert (shown["deal"], shown["bank"], [seat["in"] for seat in shown["seats"]]) == (2, 140, [True] * 4)
    play(table, "2f 3f 4f")
    assert seat_of(table, Seat.objects.get(number=1).player).stack == 500 - 30 - 10 + 140
    assert breaches() == []


def test_azi_can_follow_azi(time: Time, decks: Decks) -> None:
    decks(AZI_DECK, AZI_DECK, AZI_DECK, DUEL_DECK)
    table = table_of(*people()[:3])
    start(table, time)
    for deal in (1, 2, 3):
        assert view(table)["deal"] == deal
        play(table, AZI_PLAY)
        time.pass_ms(3_000)
    assert view(table)["bank"] == 30 + 3 * 60
    assert row(table).record.count("deal ") == 4
    asks = {view(table, seat.player)["ask"] for seat in Seat.objects.all()} - {None}
    assert len(asks) == 1
    play(table, "2f 3f")
    assert GameRecord.objects.get().deals == 4
    assert breaches() == []


def test_a_short_stack_is_in_for_what_it_has_and_the_bank_is_shared(time: Time, decks: Decks) -> None:
    decks(deck(1, {2: "7d 8d 9d", 3: "6s 9s Js", 1: "Ah Kh Qh"}, "6h"))
    table = table_of(*people()[:3], buy_in=(200, 2_000, 2_000))
    start(table, time)
    play(table, "2b1000 3c 1c")
    assert [seat["stack"] for seat in view(table)["seats"]] == [0, 990, 990]
    play(table, "27d 36s 1Ah 1Kh 28d 39s")
    shown = view(table)["result"]
    # Stakes are 200 of 1,010: of the 2,220 paid in, alice wins floor(2220 x 200 / 1010).
    assert (shown["winner"], shown["shares"]["1"]) == (1, 439)
    assert sum(shown["shares"].values()) == 2_220
    assert seat_of(table, Seat.objects.get(number=1).player).stack == 439
    assert breaches() == []


def test_a_blind_bet_costs_half_and_counts_in_full(time: Time, decks: Decks) -> None:
    decks(AZI_DECK)
    alice, bob, vera, _dana = people()
    table = table_of(alice, bob, vera, looking=False)
    start(table, time)
    mine = view(table, bob)
    assert mine["legal"] == ["L", "b10..980", "f"]
    assert mine["cost"] == {"b10": 5, "b980": 490}
    play(table, "2b40")
    assert (view(table)["level"], view(table)["seats"][1]["stack"]) == (40, 470)
    play(table, "3L 3c 1c")
    assert [seat["stack"] for seat in view(table)["seats"]] == [470, 470, 450]
    assert [seat["looked"] for seat in view(table)["seats"]] == [True] * 3, "when cards are played everybody looks"
    assert view(table, bob)["seats"][1]["cards"] == ["Ah", "7d", "Ts"]


def test_three_bids_a_seat_a_deal(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob, _vera, _dana = people()
    table = table_of(alice, bob, ruleset=THREE_BIDS)
    start(table, time)
    play(table, "2b10 1r20 2r30 1r40 2r50 1r60")
    assert view(table, bob)["legal"] == ["c", "f"]
    with refused("illegal"):
        live.act(table.pk, bob.pk, "r70", at(table).ask(2))
    play(table, "2c")
    assert view(table)["phase"] == "play"


def test_four_cards_and_a_discard_in_any_order(time: Time, decks: Decks) -> None:
    hands = {2: "Ah 7d Ts 6d", 3: "Kd 8h 8s 9d", 1: "As Ks 7s Td"}
    decks(deck(1, hands, "6h"))
    alice, bob, vera, _dana = people()
    table = table_of(alice, bob, vera, ruleset=Ruleset(cards=4), looking=False)
    start(table, time)
    assert (view(table)["phase"], view(table)["to_act"]) == ("discard", [1, 2, 3])
    asks = {player.name: view(table, player)["ask"] for player in (alice, bob, vera)}
    assert None not in asks.values()
    assert view(table, vera)["legal"] == ["L", "x"]
    play(table, "3x")
    assert view(table, bob)["ask"] == asks["bob"], "another's answer is not this one's question"
    with refused("illegal"):
        live.act(table.pk, bob.pk, "x6d", asks["bob"])
    play(table, "1L 1xTd")
    with refused("stale"):
        live.act(table.pk, alice.pk, "xTd", asks["alice"])
    play(table, "2x")
    assert (view(table)["phase"], view(table)["to_act"]) == ("bid", [2])
    play(table, "2L")
    assert view(table, bob)["seats"][1]["cards"] == ["Ah", "7d", "Ts"], "the last card dealt went unseen"
    play(table, "2b20 3c 1c 2Ah 38h 17s 27d 3Kd 1Ks 38s 1As 2Ts")
    assert view(table)["phase"] == "shuffle"
    assert breaches() == []


def test_a_game_that_begins_with_nothing_to_bid_is_played_at_once(time: Time, decks: Decks) -> None:
    """All but one seat have no chips after the ante: nobody bids, the one with chips leads (rules 6.7)."""
    decks(deck(1, {2: "Ah Kh 7d", 1: "9h 8s 7s"}, "6h"))
    alice, bob, _vera, _dana = people()
    table = table_of(alice, bob)
    live.leave(table.pk, alice.pk)
    Seat.objects.filter(player=bob).update(stack=10)
    live.sit(table.pk, alice.pk, 1, 500)
    tables.forget(table.pk)
    start(table, time)
    assert (view(table)["phase"], view(table)["to_act"]) == ("play", [1])


VARIANTS = {
    "classic": CLASSIC,
    "three bids": THREE_BIDS,
    "four blind": Ruleset(cards=4, blind=True, azi="buyin"),
    "four replay": Ruleset(cards=4, blind=False, raises=2, azi="replay"),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_of_random_people(variant: str, time: Time) -> None:
    """After each step a process that has just started shows the same to everybody as the one that was there."""
    rng = random.Random(variant)
    everybody = people()
    table = table_of(*everybody, ruleset=VARIANTS[variant], buy_in=(200, 300, 2_000, 1_000), looking=rng.random() < 0.5)
    for _game in range(4):
        start(table, time)
        for _happened in walk(table, rng, time):
            kept = tables.current(table.pk)
            fresh = at(table)
            for number in (None, *fresh.seats):
                seats = (kept.seats[number], fresh.seats[number]) if number else (None, None)
                frames = [tables.frame(at_, seat, time.now) for at_, seat in zip((kept, fresh), seats, strict=True)]
                assert frames[0] == frames[1]
            tables.put(kept)
        play_again(table, everybody)
        assert breaches() == []
    assert GameRecord.objects.count() == 4
    for finished in GameRecord.objects.all():
        assert record.read(finished.record).game.net == {r.seat: r.net for r in finished.results.all()}


def play_again(table: Table, everybody: list[User]) -> None:
    """Whoever has left sits down again, and whoever has lost all tops up: decks are real, so all but one may have."""
    for player in everybody:
        seat = Seat.objects.filter(table=table, player=player).first()
        if seat is None:
            live.sit(table.pk, player.pk, _free(table), 500)
        elif seat.stack < table.ante:
            live.top_up(table.pk, player.pk, 500)


def _free(table: Table) -> int:
    return next(number for number in range(1, 7) if not Seat.objects.filter(table=table, number=number).exists())


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_ask_changes_exactly_when_the_question_or_the_price_does(variant: str, time: Time) -> None:
    """In random games: an answered ask never comes back, others' doings move none, an own look does with its price."""
    rng = random.Random(f"ask {variant}")
    everybody = people()
    table = table_of(*everybody, ruleset=VARIANTS[variant], looking=False)
    answered: set[tuple[int, int]] = set()
    moves_of_others = own_looks = 0
    for _game in range(3):
        start(table, time)
        before = {number: _question(table, number) for number in at(table).seats}
        for happened in walk(table, rng, time, looks=0.4):
            now = {number: _question(table, number) for number in at(table).seats}
            for number, (ask, question) in now.items():
                asked_before, question_before = before.get(number, (None, None))
                if happened == f"{number}L":
                    own_looks += ask is not None
                    assert (ask != asked_before) >= (question != question_before)
                elif happened.startswith(str(number)):
                    assert asked_before is not None
                    answered.add((number, asked_before))
                elif asked_before is not None and happened != "tick":
                    moves_of_others += 1
                    assert (ask, question) == (asked_before, question_before)
                assert ask is None or (number, ask) not in answered
            before = now
        play_again(table, everybody)
    assert moves_of_others or variant == "three bids", "there, one seat is asked at a time and nobody looks"
    assert own_looks or not VARIANTS[variant].blind


def _question(table: Table, number: int) -> tuple[int | None, object]:
    """The seat's ask, and what it may answer at what price."""
    now = at(table)
    shown = tables.view(now, now.seats[number], 0)
    return shown["ask"], ([word for word in shown["legal"] if word != "L"], shown["cost"])


def test_said_and_shown_agree(time: Time, decks: Decks) -> None:
    """Every action in the record is an event of the view in the same words, but for the time and others' discards."""
    decks(AZI_DECK)
    table = table_of(*people()[:3])
    start(table, time)
    play(table, AZI_PLAY)
    events = [event["a"] for event in view(table)["events"]]
    assert events == [word.split("@")[0] for word in said(table)]
    assert [event["n"] for event in view(table)["events"]] == list(range(1, len(events) + 1))
