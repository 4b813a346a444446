"""What one seat, or a spectator, may know (the game part of the protocol's view)."""

import json
import random

import pytest

from games.rules import Game, IllegalAction, Ruleset, record
from games.rules.cards import BY_NAME, PACK, name_of
from games.rules.record import Move, Record
from games.rules.view import view
from tests.rules.tables import (
    ALICE,
    AZI_HANDS,
    AZI_PLAY,
    AZI_TURN_UP,
    BLIND,
    BOB,
    FOUR,
    PLAIN,
    VERA,
    dealt,
    play,
    shuffled,
    stacked,
    start,
    walk,
)

HANDS = ("7d 8d 6s", "Ah Kh Qh", "9d Ts 7s")


def cards_of(game: Game, viewer: int | None) -> list[list[str]]:
    seats = view(game, viewer)["seats"]
    assert isinstance(seats, list)
    return [seat["cards"] for seat in seats]


def test_the_whole_view() -> None:
    game = play(dealt(BLIND, *HANDS, turn_up="6h"), "2L 1b20")
    assert view(game, BOB) == {
        "ruleset": {"cards": 3, "blind": True, "raises": None, "azi": "buyin", "ante": 10, "bet": 10},
        "deal": 1,
        "phase": "bid",
        "my_seat": 2,
        "dealer": 3,
        "turn_up": "6h",
        "six_up": False,
        "bank": 40,
        "level": 20,
        "leader": 1,
        "seats": [
            {
                "seat": 1,
                "stack": 480,
                "in": True,
                "looked": False,
                "bid": 20,
                "paid": 20,
                "cards": ["??", "??", "??"],
                "tricks": 0,
                "last": "b20",
            },
            {
                "seat": 2,
                "stack": 490,
                "in": True,
                "looked": True,
                "bid": 0,
                "paid": 10,
                "cards": ["Ah", "Kh", "Qh"],
                "tricks": 0,
                "last": None,
            },
            {
                "seat": 3,
                "stack": 490,
                "in": True,
                "looked": False,
                "bid": 0,
                "paid": 10,
                "cards": ["??", "??", "??"],
                "tricks": 0,
                "last": None,
            },
        ],
        "trick": [],
        "last_trick": [],
        "to_act": [2],
        "legal": ["c", "f", "r30..490"],
        "cost": {"c": 20, "r30": 30, "r490": 490},
        "events": [{"n": 1, "a": "2L", "chips": 0}, {"n": 2, "a": "1b20", "chips": 10}],
        "result": None,
    }


def test_before_the_first_deal() -> None:
    shown = view(start(PLAIN, 500, 500), ALICE)
    assert (shown["phase"], shown["turn_up"], shown["legal"], shown["to_act"]) == ("deal", None, [], [])
    assert cards_of(start(PLAIN, 500, 500), ALICE) == [[], []]


def test_a_seat_sees_its_cards_once_it_has_looked() -> None:
    game = dealt(BLIND, *HANDS, turn_up="6h")
    assert cards_of(game, ALICE)[0] == ["??"] * 3
    play(game, "1L")
    assert cards_of(game, ALICE) == [["7d", "8d", "6s"], ["??"] * 3, ["??"] * 3]
    assert cards_of(game, BOB)[0] == cards_of(game, None)[0] == ["??"] * 3


def test_a_spectator_is_asked_nothing() -> None:
    shown = view(dealt(PLAIN, *HANDS, turn_up="6h"), None)
    assert (shown["my_seat"], shown["legal"], shown["cost"]) == (None, [], {})


def test_others_of_the_table_are_asked_nothing() -> None:
    game = dealt(PLAIN, *HANDS, turn_up="6h")
    assert (view(game, 6)["my_seat"], view(game, 6)["legal"]) == (6, [])
    assert view(game, VERA)["legal"] == []


def test_who_folded_holds_nothing_but_sees_its_own_cards() -> None:
    game = play(dealt(PLAIN, *HANDS, turn_up="6h"), "1b20 2f")
    assert cards_of(game, BOB)[1] == ["Ah", "Kh", "Qh"]
    assert cards_of(game, ALICE)[1] == []


def test_who_folded_blind_sees_nothing() -> None:
    game = play(dealt(BLIND, *HANDS, turn_up="6h"), "1b20 2f")
    assert cards_of(game, BOB)[1] == []


def test_no_card_is_shown_at_the_end() -> None:
    game = play(dealt(PLAIN, *HANDS, turn_up="6h"), "1b20 2c 3f 17d 2Ah 2Kh 18d")
    assert cards_of(game, None) == [["??"], ["??"], []]
    assert view(game, None)["result"] == {
        "winner": 2,
        "how": "tricks",
        "bank": 70,
        "shares": {"2": 70},
        "net": {"1": -30, "2": 40, "3": -10},
    }


def test_a_range_costs_at_both_ends() -> None:
    game = play(dealt(BLIND, *HANDS, turn_up="6h", stacks=(500, 500, 500)), "1b25")
    assert view(game, BOB)["cost"] == {"c": 13, "r35": 18, "r980": 490}
    short = dealt(PLAIN, *HANDS, turn_up="6h", stacks=(500, 25, 500))
    assert view(play(short, "1b10"), BOB)["cost"] == {"c": 10, "r15": 15}


def test_at_azi_joining_costs() -> None:
    game = dealt(PLAIN, *AZI_HANDS, "9d 9s Td", turn_up=AZI_TURN_UP)
    play(game, "1b20 2c 3c 4f " + AZI_PLAY.removeprefix("1b20 2c 3c "))
    assert (view(game, 4)["legal"], view(game, 4)["cost"]) == (["j", "p"], {"j": 100})


def test_a_discard_is_an_x_for_everybody() -> None:
    game = play(dealt(FOUR, "Ah 7d 6s 8d", "Ad Kd Qh Th", turn_up="6h"), "1x8d")
    for viewer in (ALICE, BOB, None):
        assert view(game, viewer)["events"] == [{"n": 1, "a": "1x", "chips": 0}]
    assert cards_of(game, ALICE) == [["Ah", "7d", "6s"], ["??"] * 4]
    assert cards_of(game, BOB)[0] == ["??"] * 3


def test_the_tricks_on_the_table() -> None:
    game = play(dealt(PLAIN, *HANDS, turn_up="6h"), "1b20 2c 3c 17d 2Ah 39d 2Kh")
    shown = view(game, None)
    assert shown["trick"] == [{"seat": 2, "card": "Kh"}]
    assert shown["last_trick"] == [{"seat": 1, "card": "7d"}, {"seat": 2, "card": "Ah"}, {"seat": 3, "card": "9d"}]
    assert shown["leader"] == 2


def test_events_are_this_deals_and_at_most_forty() -> None:
    game = play(dealt(PLAIN, *AZI_HANDS, turn_up=AZI_TURN_UP, stacks=(9000, 9000, 9000)), AZI_PLAY)
    game.deal(stacked(HANDS, "6h"))
    assert view(game, None)["events"] == []
    play(game, "1b10")
    for turn in range(60):
        game.apply(game.to_act[0], f"r{20 + 10 * turn}")
    events = view(game, None)["events"]
    assert isinstance(events, list)
    assert [event["n"] for event in events] == list(range(len(game.events) - 39, len(game.events) + 1))


def test_a_replayed_masked_record_shows_no_hidden_card() -> None:
    text = record.head(PLAIN, [(1, 500, ""), (2, 500, "")], 2) + "deal " + "." * 12 + "6h" + "." * 40
    game = record.read(text).game
    assert cards_of(game, ALICE) == [["??"] * 3, ["??"] * 3]


# Two worlds: whatever a viewer can't see may be anything else, and every byte it gets stays the same.


class History:
    """A game as decks and moves, so that it can be played again in another world."""

    def __init__(self, ruleset: Ruleset, stacks: dict[int, int], dealer: int) -> None:
        self.ruleset = ruleset
        self.stacks = stacks
        self.dealer = dealer
        self.decks: list[list[int]] = []
        self.moves: list[Move] = []

    def start(self) -> Game:
        return Game(self.ruleset, self.stacks, self.dealer)


def recorded(rng: random.Random) -> History:
    """A random game, cut somewhere."""
    ruleset = Ruleset(rng.choice([3, 4]), rng.random() < 0.6, rng.choice([None, 2]), rng.choice(["buyin", "replay"]))
    seats = rng.sample(range(1, 7), rng.choice([2, 3, 3, 4, 5, 6]))
    history = History(ruleset, {seat: rng.randint(20, 600) for seat in seats}, rng.randint(1, 6))
    game = history.start()
    deals = iter(lambda: shuffled(rng), None)
    for seat, word in walk(game, rng):
        if game.deals > len(history.decks):
            history.decks.append(_deck(game, next(deals)))
        history.moves.append(Move(seat, word, None, False, game.deals))
    if history.moves and rng.random() < 0.8:
        history.moves = history.moves[: rng.randint(1, len(history.moves))]
        history.decks = history.decks[: history.moves[-1].deal]
    return history


def _deck(game: Game, rest: list[int]) -> list[int]:
    """The deck that was dealt; what nobody holds comes in any order."""
    places = len(game.dealt) * game.ruleset.cards
    hands = [game.dealt[at % len(game.dealt)].dealt[at // len(game.dealt)] for at in range(places)]
    assert game.turn_up is not None
    deck = [*hands, game.turn_up]
    return deck + [card for card in rest if card not in deck]


def other_world(history: History, viewer: int | None, rng: random.Random) -> History | None:
    """The same game with all cards that the viewer hasn't seen by now dealt anew; None if that breaks the rules."""
    other = History(history.ruleset, history.stacks, history.dealer)
    game = history.start()
    for number, deck in enumerate(history.decks, 1):
        game.deal(deck)
        moves = [move for move in history.moves if move.deal == number]
        for move in moves:
            game.apply(move.seat, move.action)
        hidden = _hidden_places(game, deck, moves, viewer)
        cards = [deck[place] for place in hidden]
        rng.shuffle(cards)
        swapped = dict(zip(hidden, cards, strict=True))
        other.decks.append([swapped.get(place, card) for place, card in enumerate(deck)])
        now_is = {deck[place]: card for place, card in swapped.items()}
        other.moves += [_in_other_world(move, now_is, viewer) for move in moves]
    try:
        replayed(other)
    except IllegalAction:
        return None  # somebody would have had to follow suit
    return other


def _hidden_places(game: Game, deck: list[int], moves: list[Move], viewer: int | None) -> list[int]:
    places = range(PACK)
    turn_up = len(game.dealt) * game.ruleset.cards
    played = {move.action for move in moves}
    seen = {turn_up} | {place for place in places if name_of(deck[place]) in played}
    for index, seat in enumerate(game.dealt):
        if seat.number == viewer and seat.looked:
            own = list(range(index, turn_up, len(game.dealt)))
            unseen = any(move.seat == viewer and move.action == "x" for move in moves)
            seen |= set(own[:-1] if unseen else own)
    return [place for place in places if place not in seen]


def _in_other_world(move: Move, now_is: dict[int, int], viewer: int | None) -> Move:
    """Another's named discard names the card that lies in its place now."""
    if move.action[0] == "x" and len(move.action) == 3 and move.seat != viewer:
        card = name_of(now_is[BY_NAME[move.action[1:]]])
        return Move(move.seat, "x" + card, None, False, move.deal)
    return move


def replayed(history: History) -> Game:
    game = history.start()
    for number, deck in enumerate(history.decks, 1):
        game.deal(deck)
        for move in history.moves:
            if move.deal == number:
                game.apply(move.seat, move.action)
    return game


def everything_sent(history: History, viewer: int | None) -> list[str]:
    """All that this viewer gets in the course of the game, as bytes."""
    game = history.start()
    sent = [json.dumps(view(game, viewer))]
    for number, deck in enumerate(history.decks, 1):
        game.deal(deck)
        sent.append(json.dumps(view(game, viewer)))
        for move in history.moves:
            if move.deal == number:
                game.apply(move.seat, move.action)
                sent.append(json.dumps(view(game, viewer)))
                sent.append(repr([game.asked_at(seat) for seat in game.numbers]))
    whole = Record(game, dict.fromkeys(game.numbers, "somebody"))
    whole.decks, whole.moves, whole.has_result = history.decks, history.moves, game.is_over
    return [*sent, record.mask(whole, viewer)]


@pytest.mark.parametrize("seed", range(120))
def test_two_worlds(seed: int) -> None:
    rng = random.Random(seed)
    history = recorded(rng)
    compared = 0
    for viewer in (None, *history.stacks):
        for _ in range(8):
            other = other_world(history, viewer, rng)
            if other is not None and other.decks != history.decks:
                assert everything_sent(other, viewer) == everything_sent(history, viewer)
                compared += 1
                break
    assert compared or not history.moves


def test_the_two_worlds_test_would_see_a_leak() -> None:
    """Everything else being equal, the owner's own views do differ in the other world."""
    history = History(PLAIN, {1: 500, 2: 500}, 2)
    history.decks = [stacked(("Ah Kh Qh", "Ad Kd Qd"), "6h")]
    rng = random.Random(1)
    other = other_world(history, ALICE, rng)
    assert other is not None
    assert everything_sent(other, ALICE) == everything_sent(history, ALICE)
    assert everything_sent(other, BOB) != everything_sent(history, BOB)
