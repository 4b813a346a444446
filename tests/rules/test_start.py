"""How a game and a deal start (rules 3 to 5)."""

import pytest

from games.rules import CLASSIC, THREE_BIDS, Game, IllegalAction, Ruleset
from games.rules.cards import NAMES
from tests.rules.tables import ALICE, BLIND, BOB, FOUR, PLAIN, VERA, anything, dealt, play, stacked, start

DECK = list(range(27))


def test_the_two_descriptions_are_presets() -> None:
    assert str(CLASSIC) == "cards=3 blind=yes raises=- azi=buyin ante=10 bet=10"
    assert str(THREE_BIDS) == "cards=3 blind=no raises=3 azi=replay ante=10 bet=10"
    assert Ruleset() == CLASSIC != THREE_BIDS
    assert hash(Ruleset()) == hash(CLASSIC)


@pytest.mark.parametrize(
    "options",
    [
        {"cards": 5},
        {"cards": "3"},
        {"cards": True},
        {"blind": "yes"},
        {"blind": 1},
        {"raises": 0},
        {"raises": True},
        {"raises": "-"},
        {"azi": "buy-in"},
        {"ante": 0},
        {"ante": 2.5},
        {"ante": 10**15 + 1},
        {"bet": 0},
        {"bet": None},
    ],
)
def test_a_ruleset_is_checked(options: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Ruleset(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stacks", "dealer"),
    [
        ({1: 500}, 1),
        ({1: 500, 2: 0}, 1),
        ({1: 500, 2: -5}, 1),
        ({1: 500, 2: 5.0}, 1),
        ({1: 500, 2: 10**15 + 1}, 1),
        ({0: 500, 2: 500}, 1),
        ({1: 500, 7: 500}, 1),
        ({1: 500, 2: 500}, 0),
        ({1: 500, 2: 500}, 7),
    ],
)
def test_two_to_six_seats_with_chips_and_a_dealer(stacks: dict[int, int], dealer: int) -> None:
    with pytest.raises(ValueError):
        Game(PLAIN, stacks, dealer)


@pytest.mark.parametrize(
    "deck", [DECK[:26], [*DECK, 0], [*DECK[:26], 0], [*DECK[:26], 27], [*DECK[:26], -2], [*DECK[:6], -1, *DECK[7:]]]
)
def test_a_deck_is_27_different_cards_with_a_turn_up(deck: list[int]) -> None:
    game = start(PLAIN, 500, 500)
    with pytest.raises(ValueError):
        game.deal(deck)
    assert (game.phase, game.deals, game.bank) == ("deal", 0, 0)


def test_antes_are_paid_when_the_cards_go_out() -> None:
    game = start(PLAIN, 500, 7)
    assert (game.bank, game.phase, game.to_act) == (0, "deal", ())
    game.deal(DECK)
    assert (game.bank, game.stacks) == (17, {ALICE: 490, BOB: 0})


def test_cards_go_out_one_at_a_time_clockwise_from_the_seat_after_the_dealer() -> None:
    game = Game(PLAIN, {1: 500, 3: 500, 5: 500}, dealer=3)
    game.deal(DECK)
    hands = {number: [NAMES[card] for card in game.seats[number].cards] for number in game.numbers}
    assert hands == {5: ["6h", "9h", "Qh"], 1: ["7h", "Th", "Kh"], 3: ["8h", "Jh", "Ah"]}
    assert game.turn_up == 9
    assert [seat.number for seat in game.dealt] == [5, 1, 3]


def test_the_dealers_number_may_be_of_an_empty_seat() -> None:
    game = Game(PLAIN, {1: 500, 3: 500}, dealer=2)
    game.deal(DECK)
    assert game.to_act == (3,)


def test_after_six_comes_one() -> None:
    game = Game(PLAIN, {1: 500, 3: 500}, dealer=6)
    game.deal(DECK)
    assert game.to_act == (1,)


def test_no_second_deal_before_azi() -> None:
    game = anything(PLAIN)
    with pytest.raises(IllegalAction, match="No new deal is due"):
        game.deal(DECK)
    play(game, "1f")
    with pytest.raises(IllegalAction, match="The game is over"):
        game.deal(DECK)


def test_the_dealt_deck_stays_the_callers() -> None:
    game = start(PLAIN, 500, 500)
    deck = stacked(("Ah Kh Qh", "Ad Kd Qd"), "6h")
    before = list(deck)
    game.deal(deck)
    play(game, "1b10 2c 1Ah")
    assert deck == before


# Looking (rules 5.2)


def test_without_blind_play_every_seat_has_looked_from_the_start() -> None:
    game = anything(PLAIN)
    assert [game.seats[number].looked for number in game.numbers] == [True, True]
    with pytest.raises(IllegalAction, match="looked at your cards already"):
        game.apply(ALICE, "L")


def test_a_seat_may_look_in_turn_or_not_once() -> None:
    game = anything(BLIND, 3)
    play(game, "3L 1L")
    with pytest.raises(IllegalAction, match="looked at your cards already"):
        game.apply(VERA, "L")
    assert [game.legal_actions(number)[:1] for number in game.numbers] == [("b10..490",), ("L",), ()]


def test_a_folded_seat_cannot_look() -> None:
    game = play(anything(BLIND, 3), "1f")
    with pytest.raises(IllegalAction, match="cannot look"):
        game.apply(ALICE, "L")


def test_a_seat_without_chips_may_look_while_the_others_bid() -> None:
    game = anything(BLIND, stacks=(500, 500, 5))
    play(game, "1b20")
    assert game.legal_actions(VERA) == ("L",)
    play(game, "3L")
    assert game.seats[VERA].looked


def test_when_cards_are_to_be_played_every_seat_still_in_looks() -> None:
    game = play(anything(BLIND, 3), "1b20 2f 3c")
    assert [game.seats[number].looked for number in game.numbers] == [True, False, True]
    with pytest.raises(IllegalAction, match="cannot look"):
        game.apply(BOB, "L")


def test_looking_is_no_answer() -> None:
    game = play(anything(BLIND), "1L")
    assert game.to_act == (ALICE,)


# Four cards (rules 5.3)

HANDS = ("Ah 7d 6s 8d", "Ad Kd Qh Th", "As Ks 7s 6d")


def test_every_seat_discards_before_the_bidding_in_any_order() -> None:
    game = dealt(FOUR, *HANDS, turn_up="6h")
    assert (game.phase, game.to_act) == ("discard", (1, 2, 3))
    play(game, "3x6d 1x8d")
    assert (game.to_act, game.legal_actions(BOB)) == ((2,), ("xAd", "xKd", "xQh", "xTh"))
    play(game, "2xTh")
    assert (game.phase, game.to_act) == ("bid", (1,))
    assert [game.seats[number].cards for number in game.numbers] == [[8, 10, 18], [17, 16, 6], [26, 25, 19]]


def test_a_seat_that_has_not_looked_discards_its_last_card_unseen() -> None:
    game = dealt(Ruleset(cards=4), *HANDS, turn_up="6h")
    assert game.legal_actions(ALICE) == ("L", "x")
    with pytest.raises(IllegalAction, match="only the last one can go, unseen"):
        game.apply(ALICE, "x8d")
    play(game, "1x")
    assert [NAMES[card] for card in game.seats[ALICE].cards] == ["Ah", "7d", "6s"]
    assert game.legal_actions(ALICE) == ("L",)


def test_a_seat_that_has_looked_names_the_card() -> None:
    game = play(dealt(Ruleset(cards=4), *HANDS, turn_up="6h"), "1L")
    with pytest.raises(IllegalAction, match="name the one that you discard"):
        game.apply(ALICE, "x")
    with pytest.raises(IllegalAction, match="Your hand is known"):
        game.apply(ALICE, "x..")
    with pytest.raises(IllegalAction, match="You do not hold Ad"):
        game.apply(ALICE, "xAd")
    play(game, "1x7d")


def test_nobody_discards_twice_or_bids_meanwhile() -> None:
    game = dealt(FOUR, *HANDS, turn_up="6h")
    with pytest.raises(IllegalAction, match="First every player discards"):
        game.apply(ALICE, "b20")
    play(game, "1x8d")
    with pytest.raises(IllegalAction, match="not your turn"):
        game.apply(ALICE, "x7d")


def test_seats_without_chips_discard_too() -> None:
    game = dealt(FOUR, *HANDS, turn_up="6h", stacks=(500, 500, 5))
    assert game.to_act == (1, 2, 3)


def test_others_never_learn_a_discard() -> None:
    game = play(dealt(FOUR, *HANDS, turn_up="6h"), "1x8d")
    assert game.events == [(1, "1x", 0)]
