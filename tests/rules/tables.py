"""Tables for the stories: fixed people, stacked decks, and play written as in a record.

Alice sits on 1 and opens, for the dealer is the last seat; Bob on 2, Vera on 3, Dana on 4.
"""

import random
from collections.abc import Iterator

from games.rules import Game, Ruleset
from games.rules.cards import BY_NAME, PACK

ALICE, BOB, VERA, DANA = 1, 2, 3, 4

PLAIN = Ruleset(blind=False)
BLIND = Ruleset(blind=True)
FOUR = Ruleset(cards=4, blind=False)
FOUR_BLIND = Ruleset(cards=4, blind=True)

# Three hands that make Azi when played in their order: hearts are trump, and everybody takes one trick.
AZI_HANDS = ("Ah 7d Ts", "Kd 8h 8s", "As Ks 7s")
AZI_TURN_UP = "6h"
AZI_PLAY = "1b20 2c 3c 1Ah 28h 37s 17d 2Kd 3Ks 28s 3As 1Ts"


def cards(names: str) -> list[int]:
    """The cards named, with blanks between them."""
    return [BY_NAME[name] for name in names.split()]


def stacked(hands: tuple[str, ...], turn_up: str) -> list[int]:
    """A deck that deals these hands, in dealing order of the seats, and this turn-up."""
    held = [cards(hand) for hand in hands]
    deck = [hand[turn] for turn in range(len(held[0])) for hand in held] + [BY_NAME[turn_up]]
    return deck + [card for card in range(PACK) if card not in deck]


def shuffled(rng: random.Random) -> list[int]:
    """Any deck."""
    deck = list(range(PACK))
    rng.shuffle(deck)
    return deck


def start(ruleset: Ruleset, *stacks: int) -> Game:
    """A game of seats 1, 2, … with these stacks; seat 1 opens."""
    return Game(ruleset, dict(enumerate(stacks, 1)), dealer=len(stacks))


def dealt(ruleset: Ruleset, *hands: str, turn_up: str = "6h", stacks: tuple[int, ...] = ()) -> Game:
    """A game with these hands dealt; each stack is 500 unless said."""
    game = start(ruleset, *(stacks or (500,) * len(hands)))
    game.deal(stacked(hands, turn_up))
    return game


def anything(ruleset: Ruleset, players: int = 2, stacks: tuple[int, ...] = ()) -> Game:
    """A game with a deal on the table whose cards don't matter."""
    game = start(ruleset, *(stacks or (500,) * players))
    game.deal(list(range(PACK)))
    return game


def play(game: Game, words: str) -> Game:
    """Apply actions written as in a record: `1b20 2c`."""
    for word in words.split():
        game.apply(int(word[0]), word[1:])
    return game


def chips(game: Game) -> int:
    """All chips of a game."""
    return sum(game.stacks.values()) + game.bank


def bound(word: str, rng: random.Random) -> str:
    """An action of the range that a legal word is; mostly near its lower end, now and then all of it."""
    if ".." not in word:
        return word
    low, high = (int(text) for text in word[1:].split(".."))
    top = high if rng.random() < 0.15 else min(high, low + 40)
    return word[0] + str(rng.randint(low, top))


def walk(game: Game, rng: random.Random, limit: int = 2000) -> Iterator[tuple[int, str]]:
    """Random legal play to the end: yields each action just before it is applied. Looks are mixed in."""
    for _ in range(limit):
        if game.is_over:
            return
        if game.phase == "deal":
            game.deal(shuffled(rng))
            continue
        lookers = [number for number in game.numbers if "L" in game.legal_actions(number)]
        seat = rng.choice(lookers) if lookers and rng.random() < 0.2 else rng.choice(game.to_act)
        word = bound(rng.choice(game.legal_actions(seat)), rng)
        yield seat, word
        game.apply(seat, word)
    raise AssertionError("the game does not end")
