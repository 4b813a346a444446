"""Bots play sensibly from what a view says."""

import random
from typing import Any

import pytest

from games.rules import CLASSIC, THREE_BIDS, Game, Ruleset, bots
from games.rules.cards import BY_NAME
from games.rules.playouts import Standing, best_card, equity
from games.rules.view import view
from tests.rules.tables import (
    ALICE,
    AZI_HANDS,
    AZI_TURN_UP,
    BLIND,
    BOB,
    FOUR,
    PLAIN,
    bound,
    cards,
    dealt,
    play,
    shuffled,
)


def answers(game: Game, seat: int, strategy: str = "steady", times: int = 20) -> set[str]:
    """What the bot does in this place, in many tries."""
    return {bots.choose(view(game, seat), random.Random(seed), strategy) for seed in range(times)}


def standing(hand: str, players: int = 3, turn_up: str = "6h", unseen: str = "") -> Standing:
    hidden = cards(unseen) or [card for card in range(27) if card not in cards(hand + " " + turn_up)]
    return Standing(cards(hand), [3] * players, 0, BY_NAME[turn_up] // 9, turn_up[0] == "A", hidden)


# Estimating


def test_the_three_highest_trumps_always_win() -> None:
    assert equity(standing("Ah Kh Qh"), 50, random.Random(1)) == 1.0


def test_three_low_plain_cards_rarely_win() -> None:
    assert equity(standing("6d 7d 6s"), 200, random.Random(1)) < 0.1


def test_a_hand_is_worth_less_against_more() -> None:
    rng = random.Random(1)
    assert equity(standing("Ah Kd 7s", 2), 400, rng) > equity(standing("Ah Kd 7s", 6), 400, rng) + 0.15


def test_a_sure_second_trick_is_taken() -> None:
    place = standing("Ah 7d", 2, unseen="9h 8d Kd Qs")
    place.counts = [2, 2]
    place.tricks = [1, 1]
    assert best_card(place, cards("Ah 7d"), 30, random.Random(1)) == BY_NAME["Ah"]


# Bidding


@pytest.mark.parametrize("strategy", bots.STRATEGIES)
def test_the_best_hand_is_never_folded_and_mostly_raised(strategy: str) -> None:
    game = play(dealt(PLAIN, "6d 7d 8s", "Ah Kh Qh", "9d Ts 7s", turn_up="6h"), "1b20")
    done = answers(game, BOB, strategy)
    assert "f" not in done
    assert {word for word in done if word[0] == "r"}


@pytest.mark.parametrize("strategy", ["steady", "careful", "bold", "sly"])
def test_a_hopeless_hand_is_folded_to_a_large_raise(strategy: str) -> None:
    game = play(dealt(PLAIN, "Ah Kh Qh", "6d 7d 6s", "9d Ts 7s", turn_up="6h"), "1b300")
    done = [bots.choose(view(game, BOB), random.Random(seed), strategy) for seed in range(60)]
    assert done.count("f") >= 45


def test_a_blind_table_is_sometimes_played_blind_and_sometimes_not() -> None:
    game = dealt(BLIND, "6d 7d 8s", "Ah Kh Qh", "9d Ts 7s", turn_up="6h")
    done = [bots.choose(view(game, ALICE), random.Random(seed), "merry") for seed in range(60)]
    assert 10 < done.count("L") < 50


def test_a_seat_that_is_not_asked_can_only_look() -> None:
    game = dealt(BLIND, "6d 7d 8s", "Ah Kh Qh", "9d Ts 7s", turn_up="6h")
    assert answers(game, BOB) == {"L"}


# Discards, play and Azi


def test_the_weakest_card_is_discarded_and_no_trump_before_a_plain_one() -> None:
    assert answers(dealt(FOUR, "6h As 7d Kd", "Ad Qd Qh Th", turn_up="8h"), ALICE) == {"x7d"}


def test_a_trick_that_cannot_be_won_costs_the_weakest_card() -> None:
    game = play(dealt(PLAIN, "As Kd Qd", "6s Ts Js", turn_up="6h"), "1b20 2c 1As")
    assert answers(game, BOB) == {"6s"}


def test_a_deciding_trick_is_won_as_it_can_be() -> None:
    game = play(dealt(PLAIN, "Ah 7s 9d", "8h Js Ad", turn_up="6h"), "1b20 2c 1Ah 28h 17s")
    assert answers(game, BOB) == {"Js"}


def test_buying_in_is_a_matter_of_thirst_and_of_price() -> None:
    def azi(stacks: tuple[int, ...]) -> Game:
        game = dealt(PLAIN, *AZI_HANDS, "9d 9s Td", turn_up=AZI_TURN_UP, stacks=stacks)
        return play(game, "1b20 2c 3c 4c 1Ah 28h 37s 49s 17d 2Kd 3Ks 49d 28s 3As 4Td 1Ts")

    def joined(game: Game, strategy: str) -> int:
        return sum(bots.choose(view(game, 4), random.Random(seed), strategy) == "j" for seed in range(200))

    rich, poor = azi((500, 500, 500, 3000)), azi((500, 500, 500, 95))
    assert joined(rich, "merry") > joined(rich, "careful")
    assert joined(rich, "bold") > joined(poor, "bold")


# Whole games


def anyhow(shown: dict[str, Any], rng: random.Random) -> str:
    """A player who does anything legal."""
    return bound(rng.choice(shown["legal"]), rng)


def winnings(ruleset: Ruleset, strategy: str, games: int) -> float:
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
            game.apply(seat, bots.choose(shown, rng, strategy) if seat == bot else anyhow(shown, rng))
        won += (game.net or {})[bot]
    return won / games


@pytest.mark.parametrize("strategy", bots.STRATEGIES)
@pytest.mark.parametrize("ruleset", [CLASSIC, THREE_BIDS, Ruleset(cards=4)], ids=str)
def test_a_bot_clearly_beats_players_who_do_anything(ruleset: Ruleset, strategy: str) -> None:
    assert winnings(ruleset, strategy, 250) > 15
