"""How fast the engine is on this machine, alone; tests/bench/rules.py runs it beside its peers."""

import json
import random
import statistics
import time
from collections.abc import Callable, Sequence

from . import record
from .game import Game
from .ruleset import CLASSIC
from .view import view

REPEATS = 9
ACTIONS = 20_000
STACKS = {1: 1000, 2: 1000, 4: 1000, 5: 1000}

# Does at least so many actions, and says how many it did.
Work = Callable[[int, random.Random], int]


def random_play(actions: int, rng: random.Random) -> int:
    """Games of four seats: at each step the legal actions of a seat that is asked are made, one is applied at random,
    and its public event is noted.
    """
    done = 0
    while done < actions:
        game = Game(CLASSIC, STACKS, dealer=2)
        while not game.is_over:
            done += _step(game, rng)
    return done


def live_play(actions: int, rng: random.Random) -> int:
    """The same, and after each action what a table sends: a view of each of the four seats as JSON."""
    done = 0
    while done < actions:
        game = Game(CLASSIC, STACKS, dealer=2)
        while not game.is_over:
            done += _step(game, rng)
            for seat in game.numbers:
                json.dumps(view(game, seat))
    return done


class Replay:
    """Whole records read and replayed, and then four views as JSON, as when a table is not in the cache."""

    def __init__(self) -> None:
        rng = random.Random(1)
        self.texts = [_text(rng) for _ in range(200)]

    def __call__(self, actions: int, rng: random.Random) -> int:
        done = 0
        while done < actions:
            read = record.read(rng.choice(self.texts))
            for seat in read.game.numbers:
                json.dumps(view(read.game, seat))
            done += len(read.moves)
        return done


def _step(game: Game, rng: random.Random) -> int:
    """One action, or the deal that is due; how many actions it was."""
    if game.phase == "deal":
        deck = list(range(27))
        rng.shuffle(deck)
        game.deal(deck)
        return 0
    seat = game.to_act[0]
    game.apply(seat, _one_of(game.legal_actions(seat), rng))
    return 1


def _one_of(legal: Sequence[str], rng: random.Random) -> str:
    """A random action, of a range a random value."""
    word = rng.choice(legal)
    if ".." not in word:
        return word
    low, high = word[1:].split("..")
    return word[0] + str(rng.randint(int(low), int(high)))


def _text(rng: random.Random) -> str:
    """The record of a game of random play."""
    game = Game(CLASSIC, STACKS, dealer=2)
    text = record.head(CLASSIC, [(seat, chips, f"Player {seat}") for seat, chips in STACKS.items()], game.dealer)
    while not game.is_over:
        if game.phase == "deal":
            deck = list(range(27))
            rng.shuffle(deck)
            game.deal(deck)
            text += record.deal_line(deck)
        else:
            seat = game.to_act[0]
            word = _one_of(game.legal_actions(seat), rng)
            game.apply(seat, word)
            text += " " + record.word(seat, word, rng.randrange(100))
    return text


def rates(works: dict[str, Work], actions: int = ACTIONS, repeats: int = REPEATS) -> dict[str, float]:
    """Actions a second of each, the median of repeats that take turns, so that a busy moment hits all alike."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for repeat in range(repeats):
        for name, work in works.items():
            rng = random.Random(repeat)
            begin = time.perf_counter()
            done = work(actions, rng)
            found[name].append(done / (time.perf_counter() - begin))
    return {name: statistics.median(measured) for name, measured in found.items()}


OURS: dict[str, Work] = {
    "random legal play": random_play,
    "the same, and four views as JSON after each": live_play,
    "replay of whole records, then four views as JSON": Replay(),
}


def main() -> int:
    """Print the figures."""
    print(f"actions a second, four seats, medians of {REPEATS} repeats in turn")
    for name, rate in rates(OURS).items():
        print(f"{rate:10,.0f}  {name}")
    return 0
