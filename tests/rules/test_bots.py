"""Bots play sensibly from what a view says."""

import copy
import random
from typing import Any

import pytest

from games.rules import CLASSIC, THREE_BIDS, Game, Ruleset, bots, match
from games.rules.cards import BY_NAME
from games.rules.playouts import takes, worth
from games.rules.seen import Seen
from games.rules.view import view
from tests.rules.tables import (
    ALICE,
    AZI_HANDS,
    AZI_TURN_UP,
    BLIND,
    BOB,
    DANA,
    FOUR,
    PLAIN,
    VERA,
    bound,
    cards,
    dealt,
    play,
    shuffled,
    stacked,
)

LEVELS, STYLES = sorted(bots.LEVELS), sorted(bots.STYLES)


def answers(game: Game, seat: int, level: str = "middle", style: str = "tight", times: int = 20) -> list[str]:
    """What the bot does in this place, in many tries."""
    return [bots.choose(view(game, seat), random.Random(seed), level, style) for seed in range(times)]


def chances(game: Game, seat: int) -> tuple[float, float]:
    """To win, and to end in Azi with a trick."""
    found = bots.prospects(view(game, seat), random.Random(1), 400)
    return found["win"], found["azi"]


# Estimating


def test_the_three_highest_trumps_always_win() -> None:
    game = dealt(PLAIN, "Ah Kh Qh", "6d 7d 8s", "9d Ts 7s", turn_up="6h")
    assert chances(game, ALICE) == (1.0, 0.0)
    assert worth(cards("Ah Kh Qh"), takes(BY_NAME["6h"], 3), 3) > 0.9


def test_three_low_plain_cards_rarely_win() -> None:
    game = dealt(PLAIN, "6d 7d 6s", "Ah Kh Qh", "9d Ts 7s", turn_up="6h")
    assert chances(game, ALICE)[0] < 0.05
    assert worth(cards("6d 7d 6s"), takes(BY_NAME["6h"], 3), 3) < 0.1


def test_six_on_the_road_is_the_highest_card() -> None:
    table = takes(BY_NAME["Ah"], 4)
    assert table[BY_NAME["6h"]] == max(table) == 1


def test_a_hand_is_worth_less_against_more() -> None:
    worths = [worth(cards("Ah Kd 7s"), takes(BY_NAME["6h"], players), players) for players in range(2, 7)]
    assert worths == sorted(worths, reverse=True)
    hands = ("Ah Kd 7s", "7d 8d 9d", "6s 8s 9s", "Js Qs Ks", "Td Jd Qd", "7h 8h Ts")
    assert chances(dealt(PLAIN, *hands[:2]), ALICE)[0] > chances(dealt(PLAIN, *hands), ALICE)[0] + 0.15


def test_two_never_end_in_azi_and_whoever_folded_has_no_chances() -> None:
    assert chances(dealt(PLAIN, "Qh Kd 7s", "7d 8d 9d"), ALICE)[1] == 0
    game = play(dealt(PLAIN, "Qh Kd 7s", "7d 8d 9d", "6s 8s 9s"), "1b20 2f")
    assert chances(game, BOB) == (0, 0)


def test_chances_are_known_before_a_discard_too() -> None:
    assert chances(dealt(FOUR, "Ah Kh Qh 6d", "7d 8d 9d Ts"), ALICE) == (1.0, 0.0)


def test_a_raise_tells_of_a_good_hand() -> None:
    def against(bids: str) -> float:
        return chances(play(dealt(PLAIN, "Qh Kd 7s", "7d 8d 9d", "6s 8s 9s", turn_up="6h"), bids), ALICE)[0]

    assert against("1b20 2c 3r80 1c 2c") < against("1b20 2c 3c") - 0.02


def test_a_hand_thought_of_has_no_suit_that_was_not_followed() -> None:
    """Bob has trumped a diamond, and Vera has thrown a spade on it."""
    game = play(dealt(PLAIN, "Ad Kd 9s", "7h 8s Ts", "6s 8h As", turn_up="6h"), "1b20 2c 3c 1Ad 27h")
    seen = Seen(view(game, ALICE))
    for seed in range(40):
        _alice, bob, vera = seen.hands(random.Random(seed))
        assert not set(bob) & set(cards("6d 7d 8d 9d Td Jd Qd Kd Ad"))
        assert (len(bob), len(vera)) == (2, 3)


# Bidding


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("level", LEVELS)
def test_the_best_hand_is_never_folded_and_mostly_raised(level: str, style: str) -> None:
    game = play(dealt(PLAIN, "6d 7d 8s", "Ah Kh Qh", "9d Ts 7s", turn_up="6h"), "1b20")
    done = answers(game, BOB, level, style)
    assert "f" not in done
    assert len([word for word in done if word[0] == "r"]) >= 10


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_hopeless_hand_is_folded_to_a_large_raise(level: str, style: str) -> None:
    game = play(dealt(PLAIN, "Ah Kh Qh", "6d 7d 6s", "9d Ts 7s", turn_up="6h"), "1b300")
    assert answers(game, BOB, level, style, times=40).count("f") >= 34


@pytest.mark.parametrize("level", LEVELS)
def test_a_lover_of_blind_bets_looks_less_often(level: str) -> None:
    def looks(style: str) -> int:
        return sum(
            answers(dealt(BLIND, "6d 7d 8s", "Ah Kh Qh", "9d Ts 7s", turn_up=turn_up), ALICE, level, style).count("L")
            for turn_up in ("6h", "Td", "Js")
        )

    assert 0 < looks("blind-lover") < looks("tight")


def test_a_seat_that_is_not_asked_can_only_look() -> None:
    game = dealt(BLIND, "6d 7d 8s", "Ah Kh Qh", "9d Ts 7s", turn_up="6h")
    assert set(answers(game, BOB)) == {"L"}


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_seed_make_the_same_choice(level: str) -> None:
    game = play(dealt(PLAIN, "Qh Kd 7s", "7d 8h 9d", "6s 8s 9s", turn_up="6h"), "1b20")
    assert answers(game, BOB, level) == answers(game, BOB, level)
    others = play(dealt(PLAIN, "Qs Ks 7s", "7d 8h 9d", "Ah 9h Kh", turn_up="6h"), "1b20")
    assert answers(others, BOB, level) == answers(game, BOB, level), "what it can't see makes no difference"


# Discards, play and Azi


@pytest.mark.parametrize("level", LEVELS)
def test_the_weakest_card_is_discarded_and_no_trump_before_a_plain_one(level: str) -> None:
    assert set(answers(dealt(FOUR, "6h As 7d Kd", "Ad Qd Qh Th", turn_up="8h"), ALICE, level)) == {"x7d"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_trick_that_cannot_be_won_costs_the_weakest_card(level: str) -> None:
    game = play(dealt(PLAIN, "As Kd Qd", "6s Ts Js", turn_up="6h"), "1b20 2c 1As")
    assert set(answers(game, BOB, level)) == {"6s"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_deciding_trick_is_won_as_it_can_be(level: str) -> None:
    game = play(dealt(PLAIN, "Ah 7s 9d", "8h Js Ad", turn_up="6h"), "1b20 2c 1Ah 28h 17s")
    assert set(answers(game, BOB, level)) == {"Js"}


def azi(*stacks: int) -> Game:
    """Dana, on 4, is asked whether she buys in."""
    game = dealt(PLAIN, *AZI_HANDS, "9d 9s Td", turn_up=AZI_TURN_UP, stacks=stacks)
    return play(game, "1b20 2c 3c 4c 1Ah 28h 37s 49s 17d 2Kd 3Ks 49d 28s 3As 4Td 1Ts")


def test_buying_in_is_a_matter_of_style_and_of_price() -> None:
    def joined(game: Game, style: str) -> int:
        return answers(game, DANA, "middle", style, times=200).count("j")

    rich, poor = azi(500, 500, 500, 3000), azi(500, 500, 500, 95)
    assert joined(rich, "bold") > joined(rich, "tight")
    assert joined(rich, "bold") > joined(poor, "bold")


def test_beginners_like_to_buy_in_and_the_best_know_that_it_is_too_dear() -> None:
    """Half a bank for a quarter of one and a half."""
    assert answers(azi(500, 500, 500, 3000), DANA, "beginner").count("j") > 2
    assert set(answers(azi(500, 500, 500, 3000), DANA, "best")) == {"p"}


@pytest.mark.parametrize("level", LEVELS)
def test_bids_are_made_beside_winners_of_tricks_without_chips(level: str) -> None:
    """Alice, Bob and Vera have a trick each, and only Vera and Dana, who bought in, have chips left."""
    hands = (*AZI_HANDS, "9d 9s Td")
    game = dealt(PLAIN, *hands, turn_up=AZI_TURN_UP, stacks=(30, 30, 500, 500))
    play(game, "1b20 2c 3c 4f 1Ah 28h 37s 17d 2Kd 3Ks 28s 3As 1Ts 4j")
    for turn_up in ("6h", "6s"):
        again = copy.deepcopy(game)
        again.deal(stacked(hands, turn_up))
        assert again.to_act == (VERA,)
        for word in answers(again, VERA, level):
            assert word[0] in "bf"


# Whole games


def anyhow(shown: dict[str, Any], rng: random.Random) -> str:
    """A player who does anything legal."""
    return bound(rng.choice(shown["legal"]), rng)


def winnings(ruleset: Ruleset, level: str, style: str, games: int) -> float:
    """Chips a game that the bot wins from three who do anything, the seats changing each game."""
    rng = random.Random(7)
    won = 0
    for number in range(games):
        bot = 1 + number % 4
        game = Game(ruleset, dict.fromkeys((1, 2, 3, 4), 1000), dealer=1 + number % 3)
        while not game.is_over:
            if game.phase == "deal":
                game.deal(shuffled(rng))
                continue
            seat = game.to_act[0]
            shown = view(game, seat)
            game.apply(seat, bots.choose(shown, rng, level, style) if seat == bot else anyhow(shown, rng))
        won += (game.net or {})[bot]
    return won / games


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("ruleset", [CLASSIC, THREE_BIDS, Ruleset(cards=4)], ids=str)
@pytest.mark.parametrize("level", ["middle", "best"])
def test_a_bot_clearly_beats_players_who_do_anything(ruleset: Ruleset, level: str, style: str) -> None:
    assert winnings(ruleset, level, style, 100) > 15


def gains(one: str, others: str, seats: int, deals: int) -> tuple[float, float]:
    """Chips a game that one gains from the others by three bids, and how far the interval reaches."""
    return match.interval([match.gain(THREE_BIDS, seats, one, others, number) for number in range(deals)])


@pytest.mark.parametrize(
    ("one", "others", "seats", "deals"),
    [
        ("middle", "beginner", 3, 60),
        ("best", "always-call", 2, 60),
        ("best", "always-call", 3, 30),
        ("best", "raise-any-trump", 3, 30),
    ],
)
def test_a_better_level_wins_on_duplicate_deals(one: str, others: str, seats: int, deals: int) -> None:
    """Small matches between those far apart; all the others are in tests/faults/test_match.py."""
    mean, either_way = gains(one, others, seats, deals)
    assert mean > either_way


def test_on_duplicate_deals_equals_gain_nothing() -> None:
    """Luck cancels to the chip between players without any chance of their own."""
    assert gains("always-call", "always-call", 3, 20) == (0, 0)
