"""Azi: three tricks, three winners (rules 8)."""

import pytest

from games.rules import THREE_BIDS, Game, IllegalAction, Ruleset
from tests.rules.tables import (
    ALICE,
    AZI_HANDS,
    AZI_PLAY,
    AZI_TURN_UP,
    BOB,
    DANA,
    PLAIN,
    VERA,
    dealt,
    play,
    stacked,
)

NEXT_HANDS = ("6d 7d 8d", "Ah Kh Qh", "9d Td Jd")
EVA = 5


def azi(ruleset: Ruleset = PLAIN, stacks: tuple[int, ...] = ()) -> Game:
    """Alice, Bob and Vera have taken a trick each."""
    return play(dealt(ruleset, *AZI_HANDS, turn_up=AZI_TURN_UP, stacks=stacks), AZI_PLAY)


def azi_of_five(stacks: tuple[int, ...] = (500, 500, 500, 500, 500), ante: int = 10) -> Game:
    """Besides them Dana has played to the end without a trick, and Eva has folded."""
    hands = (*AZI_HANDS, "9d 9s Td", "6d Qd Jd")
    game = dealt(Ruleset(blind=False, ante=ante, bet=ante), *hands, turn_up=AZI_TURN_UP, stacks=stacks)
    return play(game, "1b20 2c 3c 4c 5f 1Ah 28h 37s 49s 17d 2Kd 3Ks 49d 28s 3As 4Td 1Ts")


def test_three_winners_win_nothing_and_the_bank_stays() -> None:
    game = azi()
    assert (game.phase, game.bank, game.to_act, game.winner) == ("deal", 90, (), None)


def test_replay_deals_to_every_seat_with_chips_for_a_new_ante() -> None:
    game = azi(THREE_BIDS)
    assert game.bank == 90
    game.deal(stacked(NEXT_HANDS, "6h"))
    assert (game.bank, game.deals, game.to_act) == (120, 2, (ALICE,))
    assert game.seats[ALICE].ante == 10


def test_replay_keeps_a_trick_winner_without_chips() -> None:
    game = azi(THREE_BIDS, (500, 500, 30))
    game.deal(stacked(NEXT_HANDS, "6h"))
    assert (game.seats[VERA].in_, game.seats[VERA].ante, game.stacks[VERA]) == (True, 0, 0)


def test_replay_brings_back_who_folded_but_not_who_is_broke() -> None:
    hands = (*AZI_HANDS, "9d 9s Td", "6d Qd Jd")
    game = dealt(THREE_BIDS, *hands, turn_up=AZI_TURN_UP, stacks=(500, 500, 500, 30, 500))
    play(game, "1b20 2c 3c 4c 5f 1Ah 28h 37s 49s 17d 2Kd 3Ks 49d 28s 3As 4Td 1Ts")
    assert [seat.number for seat in game.next_in] == [ALICE, BOB, VERA, EVA]


def test_buyin_asks_no_antes_of_the_next_deal() -> None:
    game = azi()
    game.deal(stacked(NEXT_HANDS, "6h"))
    assert (game.bank, game.stacks) == (90, {ALICE: 470, BOB: 470, VERA: 470})


def test_who_played_to_the_end_joins_for_half_who_folded_for_all() -> None:
    game = azi_of_five()
    assert (game.phase, game.bank, game.to_act) == ("azi", 130, (DANA, EVA))
    assert (game.cost(DANA, "j"), game.cost(EVA, "j"), game.cost(EVA, "p")) == (65, 130, 0)
    assert game.legal_actions(DANA) == ("j", "p")


def test_half_of_an_odd_bank_is_rounded_up() -> None:
    game = azi_of_five(ante=5)
    assert (game.bank, game.cost(DANA, "j")) == (105, 53)


@pytest.mark.parametrize("order", ["4j 5j", "5j 4j"])
def test_the_price_is_of_the_bank_as_azi_found_it_in_any_order(order: str) -> None:
    game = play(azi_of_five(), order)
    assert (game.phase, game.bank) == ("deal", 130 + 65 + 130)
    assert (game.stacks[DANA], game.stacks[EVA]) == (470 - 65, 490 - 130)
    assert [seat.number for seat in game.next_in] == [ALICE, BOB, VERA, DANA, EVA]


def test_who_passes_sits_the_next_deal_out() -> None:
    game = play(azi_of_five(), "5p 4j")
    game.deal(stacked((*NEXT_HANDS, "6s 7s 8s"), "6h"))
    assert (game.seats[EVA].in_, game.seats[EVA].cards, game.legal_actions(EVA)) == (False, [], ())


def test_who_sat_out_may_join_at_the_next_azi_for_the_whole_bank() -> None:
    game = play(azi_of_five(), "4p 5p")
    game.deal(stacked(AZI_HANDS, AZI_TURN_UP))
    play(game, AZI_PLAY)
    assert (game.phase, game.bank, game.to_act) == ("azi", 190, (DANA, EVA))
    assert (game.cost(DANA, "j"), game.cost(EVA, "j")) == (190, 190)


def test_who_cannot_pay_is_not_asked() -> None:
    game = azi_of_five(stacks=(500, 500, 500, 500, 130))
    assert game.to_act == (DANA,)
    with pytest.raises(IllegalAction, match="not your turn"):
        game.apply(EVA, "j")


def test_who_can_pay_just_so_is_asked() -> None:
    assert azi_of_five(stacks=(500, 500, 500, 95, 140)).to_act == (DANA, EVA)


def test_nobody_looks_or_plays_at_azi() -> None:
    game = azi_of_five()
    for word in ("L", "f", "9d"):
        with pytest.raises(IllegalAction):
            game.apply(DANA, word)
    assert game.default_action(DANA) == "p"


def test_an_answer_at_azi_leaves_the_others_question_as_it_was() -> None:
    game = azi_of_five()
    asked = game.asked_at(EVA)
    assert asked == len(game.events)
    play(game, "4j")
    assert (game.asked_at(DANA), game.asked_at(EVA)) == (None, asked)
    play(game, "5p")
    assert game.events[-2:] == [(asked + 1, "4j", 65), (asked + 2, "5p", 0)]


def test_a_winner_without_chips_stays_with_a_bid_of_0() -> None:
    game = azi(stacks=(500, 500, 30))
    game.deal(stacked(NEXT_HANDS, "6h"))
    play(game, "1b50 2c")
    assert (game.phase, game.seats[VERA].bid, game.seats[VERA].in_) == ("play", 0, True)


def test_with_fewer_than_two_with_chips_nobody_bids() -> None:
    game = azi(stacks=(30, 500, 30))
    game.deal(stacked(NEXT_HANDS, "6h"))
    assert (game.phase, game.to_act) == ("play", (BOB,))


def test_the_dealer_stays() -> None:
    game = azi()
    game.deal(stacked(NEXT_HANDS, "6h"))
    assert (game.dealer, game.to_act) == (VERA, (ALICE,))


def test_events_go_on_counting_and_the_deal_knows_its_own() -> None:
    game = azi()
    assert game.deal_begins == 0
    game.deal(stacked(NEXT_HANDS, "6h"))
    assert game.deal_begins == 12
    play(game, "1b20")
    assert game.events[game.deal_begins :] == [(13, "1b20", 20)]
    assert game.seats[BOB].last is None
