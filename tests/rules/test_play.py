"""The play of the cards (rules 2 and 7)."""

import pytest

from games.rules import Game, IllegalAction
from tests.rules.tables import ALICE, BOB, FOUR, PLAIN, VERA, dealt, play


def refused(game: Game, seat: int, word: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.apply(seat, word)
    return refusal.value.message


def two(alice: str, bob: str, turn_up: str) -> Game:
    """Alice has bet and leads, Bob has called."""
    return play(dealt(PLAIN, alice, bob, turn_up=turn_up), "1b20 2c")


def test_the_leader_plays_any_card() -> None:
    game = two("As Kh 6d", "7s Ah Qh", "6h")
    assert game.legal_actions(ALICE) == ("6d", "As", "Kh")


def test_a_player_must_follow_suit_even_when_lower_and_even_holding_trumps() -> None:
    game = play(two("As Kh 6s", "7s Ah Qh", "6h"), "1As")
    assert game.legal_actions(BOB) == ("7s",)
    assert refused(game, BOB, "Ah") == "You must follow spades."


def test_a_void_player_must_trump() -> None:
    game = play(two("As Kd 6s", "7d Ah Qh", "6h"), "1As")
    assert game.legal_actions(BOB) == ("Ah", "Qh")
    assert refused(game, BOB, "7d") == "You have no spades: you must play a trump, hearts."


def test_a_player_void_in_both_plays_any_card() -> None:
    game = play(two("As Kd 6s", "7d Ad Qd", "6h"), "1As")
    assert game.legal_actions(BOB) == ("7d", "Ad", "Qd")


def test_there_is_no_duty_to_beat() -> None:
    game = play(two("Ts Kd 6d", "7s As 7d", "6h"), "1Ts")
    assert game.legal_actions(BOB) == ("7s", "As")


def test_a_trump_led_is_followed_by_trumps() -> None:
    game = play(two("Kh Kd 6s", "7h As 7d", "6h"), "1Kh")
    assert refused(game, BOB, "As") == "You must follow hearts."


def test_nobody_plays_a_card_that_is_not_there() -> None:
    game = two("Ts Kd 6d", "7s As 7d", "6h")
    assert refused(game, ALICE, "Ah") == "You do not hold Ah."
    play(game, "1Ts 27s")
    assert refused(game, ALICE, "Ts") == "You do not hold Ts."
    assert refused(game, ALICE, "c") == "Now you play a card."
    assert refused(game, ALICE, "xKd") == "Now you play a card."


def winner_of(game: Game, words: str) -> int:
    play(game, words)
    return game.to_act[0]


def test_the_highest_card_of_the_led_suit_wins_without_a_trump() -> None:
    assert winner_of(two("Ts Kd 6d", "7d Ad 7s", "6h"), "1Ts 27s") == ALICE
    assert winner_of(two("Td Kd 6s", "7d Ad 7s", "6h"), "1Td 2Ad") == BOB


def test_a_higher_card_of_another_suit_wins_nothing() -> None:
    assert winner_of(two("6s Kd 6d", "7d Ad Qd", "6h"), "16s 2Ad") == ALICE


def test_the_highest_trump_wins() -> None:
    game = play(dealt(PLAIN, "As Kd 6d", "7h Ad Qd", "Jh 7d 8d", turn_up="6h"), "1b20 2c 3c 1As 27h 3Jh")
    assert game.to_act == (VERA,)


def test_the_six_of_the_turned_aces_suit_outranks_every_other_trump() -> None:
    assert winner_of(two("Kh Qh 6s", "6h 7d 8d", "Ah"), "1Kh 26h") == BOB


def test_without_an_ace_up_the_six_is_the_lowest_trump() -> None:
    assert winner_of(two("7h Qh 6s", "6h 7d 8d", "Kh"), "17h 26h") == ALICE


def test_an_ace_turned_does_not_lift_the_six_of_another_suit() -> None:
    assert winner_of(two("7d Qh 6s", "6d 7s 8d", "Ah"), "17d 26d") == ALICE


def test_the_winner_leads_the_next_and_the_order_is_clockwise_from_there() -> None:
    game = play(dealt(PLAIN, "7s Kd 6d", "As Ad Qd", "8s 7d 8d", turn_up="6h"), "1b20 2c 3c 17s 2As 38s")
    assert (game.to_act, game.leader) == ((BOB,), BOB)
    assert play(game, "2Ad").to_act == (VERA,)
    assert play(game, "37d").to_act == (ALICE,)


def test_folded_seats_are_passed_over() -> None:
    game = play(dealt(PLAIN, "7s Kd 6d", "As Ad Qd", "8s 7d 8d", turn_up="6h"), "1b20 2f 3c 17s")
    assert game.to_act == (VERA,)


def test_two_tricks_win_the_bank_at_once() -> None:
    game = play(two("Ah Kh 6s", "7h Qh 8d", "6h"), "1Ah 27h 1Kh 2Qh")
    assert (game.winner, game.how, game.net) == (ALICE, "tricks", {ALICE: 30, BOB: -30})
    assert (game.bank, game.to_act, game.is_over) == (0, (), True)
    assert game.legal_actions(ALICE) == ()
    assert refused(game, ALICE, "6s") == "The game is over."


def test_the_third_trick_decides_between_two() -> None:
    game = play(two("Ah Kd 6s", "7h Ad 8s", "6h"), "1Ah 27h 1Kd 2Ad 28s 16s")
    assert game.winner == BOB


def test_the_last_trick_stays_to_be_seen() -> None:
    game = play(two("Ah Kd 6s", "7h Ad 8s", "6h"), "1Ah 27h")
    assert (game.trick, [play[0] for play in game.last_trick]) == ([], [ALICE, BOB])


# A seat that does not answer (rules 10)


def test_the_clock_plays_the_weakest_legal_card_plain_before_trump() -> None:
    assert two("7h Ad 9s", "6s 6d Qd", "6h").default_action(ALICE) == "9s"
    assert play(two("As Kd 7s", "Ts Ah 9s", "6h"), "1As").default_action(BOB) == "9s"
    assert play(two("As Kd 7s", "9h 7h Qd", "6h"), "1As").default_action(BOB) == "7h"


def test_among_equals_the_clock_takes_hearts_diamonds_spades() -> None:
    game = play(dealt(PLAIN, "9s 9d 9h", "6s 6d Qd", turn_up="6h"), "1b20 2c")
    assert game.default_action(ALICE) == "9d"  # hearts are trump
    game = play(dealt(PLAIN, "9s 9d 9h", "6h 6d Qd", turn_up="6s"), "1b20 2c")
    assert game.default_action(ALICE) == "9h"


def test_the_six_on_the_road_goes_last() -> None:
    game = play(dealt(PLAIN, "6h 7h 8h", "6s 6d Qd", turn_up="Ah"), "1b20 2c")
    assert game.default_action(ALICE) == "7h"


def test_the_clock_discards_the_last_card_dealt() -> None:
    game = dealt(FOUR, "Ah Kh Qh Jh", "Ad Kd Qd Jd", turn_up="6s")
    assert game.default_action(ALICE) == "xJh"
