"""The bidding (rules 6)."""

import pytest

from games.rules import Game, IllegalAction, Ruleset
from tests.rules.tables import ALICE, BLIND, BOB, DANA, PLAIN, VERA, anything, play


def refused(game: Game, seat: int, word: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.apply(seat, word)
    return refusal.value.reason


# Whose turn it is (6.1)


def test_the_seat_after_the_dealer_opens_and_the_turn_goes_clockwise() -> None:
    game = anything(PLAIN, 3)
    assert game.to_act == (ALICE,)
    assert play(game, "1b10").to_act == (BOB,)
    assert play(game, "2r20").to_act == (VERA,)
    assert play(game, "3c").to_act == (ALICE,)


def test_seats_without_chips_are_never_asked() -> None:
    game = anything(PLAIN, stacks=(500, 10, 500))
    assert play(game, "1b10").to_act == (VERA,)


def test_nobody_acts_out_of_turn() -> None:
    game = anything(PLAIN, 3)
    assert refused(game, BOB, "b10") == "not_your_turn"
    assert refused(game, 5, "b10") == "not_playing"


# Bet, fold, call, raise (6.2)


def test_while_the_level_is_0_the_seat_bets_or_folds() -> None:
    game = anything(PLAIN)
    assert game.legal_actions(ALICE) == ("b10..490", "f")
    assert refused(game, ALICE, "c") == "no_bet_yet"
    assert refused(game, ALICE, "r20") == "no_bet_yet"


def test_after_a_bet_it_folds_calls_or_raises() -> None:
    game = play(anything(PLAIN), "1b10")
    assert game.legal_actions(BOB) == ("c", "f", "r20..490")
    assert refused(game, BOB, "b20") == "bet_already"
    assert refused(game, BOB, "Ah") == "bid_now"
    assert refused(game, BOB, "j") == "bid_now"


# How much (6.3)


def test_a_bet_is_at_least_bet_and_a_raise_at_least_level_plus_bet() -> None:
    game = anything(Ruleset(blind=False, bet=25))
    assert refused(game, ALICE, "b24") == "too_low"
    assert refused(game, ALICE, "b491") == "too_high"
    play(game, "1b25")
    assert refused(game, BOB, "r49") == "too_low"
    play(game, "2r50")
    assert game.level == 50


def test_a_small_stack_may_bet_exactly_what_it_reaches() -> None:
    game = anything(PLAIN, stacks=(15, 500))
    assert game.legal_actions(ALICE) == ("b5..5", "f")
    play(game, "1b5")
    assert game.legal_actions(BOB) == ("c", "f")


def test_a_stack_that_reaches_beyond_the_level_may_raise_to_exactly_that() -> None:
    game = play(anything(PLAIN, stacks=(500, 25, 500)), "1b10")
    assert game.legal_actions(BOB) == ("c", "f", "r15..15")
    play(game, "2r15")
    assert game.legal_actions(VERA) == ("c", "f", "r25..490")


def test_a_stack_that_just_reaches_the_level_may_only_call() -> None:
    game = play(anything(PLAIN, stacks=(500, 30, 500)), "1b20")
    assert game.legal_actions(BOB) == ("c", "f")
    assert refused(game, BOB, "r20") == "no_chips_to_raise"


# What it costs (6.4 and 6.5)


def test_a_raise_pays_the_value_less_the_bid() -> None:
    game = play(anything(PLAIN), "1b20 2r50")
    assert game.cost(ALICE, "c") == 30
    assert game.cost(ALICE, "r100") == 80
    assert game.cost(ALICE, "f") == game.cost(ALICE, "L") == game.cost(6, "c") == 0
    play(game, "1r100")
    assert game.stacks == {ALICE: 390, BOB: 440}


def test_a_blind_bet_counts_double() -> None:
    game = play(anything(BLIND), "1b40")
    assert (game.stacks[ALICE], game.level) == (470, 40)
    assert game.legal_actions(BOB) == ("L", "c", "f", "r50..980")
    assert game.cost(BOB, "c") == 20


def test_half_of_an_odd_value_is_rounded_up() -> None:
    game = play(anything(BLIND), "1L 1b25 2c")
    assert game.stacks == {ALICE: 465, BOB: 477}


def test_who_looks_pays_the_rest_in_full() -> None:
    game = play(anything(BLIND), "1b40 2r80 1L")
    assert game.cost(ALICE, "c") == 40
    play(game, "1c")
    assert game.stacks == {ALICE: 430, BOB: 450}


def test_who_has_too_few_chips_to_call_pays_all_and_is_short() -> None:
    game = play(anything(PLAIN, stacks=(500, 30, 500)), "1b100 2c")
    assert (game.stacks[BOB], game.seats[BOB].bid, game.level) == (0, 20, 100)
    assert game.to_act == (VERA,)


def test_a_short_blind_call_counts_twice_its_chips() -> None:
    game = play(anything(BLIND, stacks=(500, 30, 500)), "1b100 2c")
    assert (game.stacks[BOB], game.seats[BOB].bid) == (0, 40)


def test_a_blind_call_never_goes_beyond_the_level() -> None:
    game = play(anything(BLIND, stacks=(500, 23, 500)), "1b25 2c")
    assert (game.stacks[BOB], game.seats[BOB].bid) == (0, 25)


# Who may not raise (6.6)


def test_nobody_raises_when_no_other_seat_still_in_has_chips() -> None:
    game = play(anything(PLAIN, stacks=(500, 30)), "1b10 2r20")
    assert game.legal_actions(ALICE) == ("c", "f")
    assert refused(game, ALICE, "r30") == "nobody_to_answer"


def test_a_folded_seats_chips_do_not_count() -> None:
    game = play(anything(PLAIN, stacks=(500, 30, 500)), "1b10 2r20 3f")
    assert game.legal_actions(ALICE) == ("c", "f")


def test_a_seat_that_used_up_its_raises_calls_or_folds() -> None:
    game = play(anything(Ruleset(blind=False, raises=1)), "1b10 2r20")
    assert game.legal_actions(ALICE) == ("c", "f")
    assert refused(game, ALICE, "r30") == "raises_used"


def test_raises_are_counted_for_each_seat_alone() -> None:
    game = play(anything(Ruleset(blind=False, raises=2), 3), "1b10 2r20 3r30 1r40 2r50")
    assert game.legal_actions(VERA) == ("c", "f", "r60..490")


# How it ends (6.7 to 6.10)


def test_the_bidding_goes_round_until_nobody_owes() -> None:
    game = play(anything(PLAIN, 3), "1b10 2r30 3c")
    assert game.phase == "bid"
    assert play(game, "1c").phase == "play"


def test_the_last_one_left_wins_without_having_bet() -> None:
    game = play(anything(PLAIN, 3), "1f 2f")
    assert (game.winner, game.how, game.shares) == (VERA, "folds", {VERA: 30})


def test_when_all_fold_to_a_bet_what_nobody_called_goes_back_first() -> None:
    game = play(anything(PLAIN, 3), "1b100 2f 3f")
    assert (game.shares, game.stacks) == ({ALICE: 30}, {ALICE: 520, BOB: 490, VERA: 490})


def test_while_nobody_has_bet_it_ends_as_soon_as_fewer_than_two_have_chips() -> None:
    game = anything(PLAIN, stacks=(500, 500, 8))
    play(game, "1f")
    assert (game.phase, game.leader, game.to_act) == ("play", BOB, (BOB,))


def test_where_antes_took_all_stacks_the_first_after_the_dealer_leads() -> None:
    game = anything(PLAIN, stacks=(10, 10, 10))
    assert (game.phase, game.leader) == ("play", ALICE)


def test_where_one_alone_has_chips_it_leads() -> None:
    game = anything(PLAIN, stacks=(10, 10, 500))
    assert (game.phase, game.leader) == ("play", VERA)


def test_after_a_bet_seats_without_chips_end_nothing() -> None:
    game = play(anything(PLAIN, stacks=(30, 500, 500)), "1b20")
    assert game.to_act == (BOB,)


def test_a_bet_that_a_short_seat_called_goes_back_beyond_its_reach() -> None:
    game = play(anything(PLAIN, stacks=(500, 50)), "1b400 2c")
    assert (game.level, game.stacks, game.bank) == (40, {ALICE: 450, BOB: 0}, 100)
    assert game.seats[ALICE].paid == 50


def test_a_folded_bid_counts_as_a_call_up_to_it() -> None:
    game = play(anything(PLAIN, stacks=(500, 50, 500)), "1b60 2c 3r200 1f")
    assert (game.level, game.stacks) == (60, {ALICE: 430, BOB: 0, VERA: 430})


def test_of_an_uncalled_blind_raise_half_goes_back_rounded_down() -> None:
    game = play(anything(BLIND, stacks=(500, 35)), "2L 1b100 2c")
    # A value of 75 above Bob's 25: 37 chips go back.
    assert (game.level, game.stacks[ALICE]) == (25, 490 - 50 + 37)


def test_it_is_blind_if_it_was_when_made_even_if_the_seat_has_looked_since() -> None:
    game = play(anything(BLIND, stacks=(500, 35)), "2L 1b100 1L 2c")
    assert game.stacks[ALICE] == 490 - 50 + 37


def test_a_raise_after_looking_goes_back_in_full_even_on_a_blind_bet() -> None:
    game = play(anything(BLIND, stacks=(500, 500, 500)), "1b20 2c 3f")
    assert game.phase == "play"
    game = play(anything(BLIND, stacks=(500, 500, 20)), "1b20 2r40 3c 1L 1r100 2f")
    # Alice paid 10 blind to 20 and 80 seen to 100; Bob's 40 is the highest other bid: 60 chips go back.
    assert (game.level, game.stacks[ALICE]) == (40, 490 - 10 - 80 + 60)


def test_the_last_to_bet_or_raise_leads() -> None:
    assert play(anything(PLAIN, 3), "1b10 2c 3c").leader == ALICE
    assert play(anything(PLAIN, 3), "1b10 2c 3r20 1c 2c").leader == VERA


# Events and questions


def test_events_tell_what_was_paid() -> None:
    game = play(anything(BLIND, stacks=(500, 500, 20)), "1b40 2L 2r60 3c 1f")
    assert game.events == [
        (1, "1b40", 20),
        (2, "2L", 0),
        (3, "2r60", 60),
        (4, "3c", 10),
        (5, "1f", 0),
    ]


def test_a_question_is_as_old_as_the_event_that_asked_it() -> None:
    game = anything(BLIND, 3)
    assert (game.asked_at(ALICE), game.asked_at(BOB)) == (0, None)
    play(game, "2L 3L")
    assert game.asked_at(ALICE) == 0  # the others' looks change nothing for her
    play(game, "1L")
    assert game.asked_at(ALICE) == 3  # her prices are others now
    play(game, "1b20")
    assert (game.asked_at(ALICE), game.asked_at(BOB)) == (None, 4)


def test_a_fold_by_the_clock_is_the_default() -> None:
    game = play(anything(PLAIN), "1b20")
    assert game.default_action(BOB) == "f"
    with pytest.raises(IllegalAction):
        game.default_action(ALICE)


def test_the_last_thing_a_seat_did_is_remembered() -> None:
    game = play(anything(BLIND, 4), "1b20 2L 2c 3f")
    assert [game.seats[number].last for number in (ALICE, BOB, VERA, DANA)] == ["b20", "c", "f", None]
