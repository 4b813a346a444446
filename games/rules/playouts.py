"""Hidden hands dealt as they may be, and played out sensibly to the end (for bots)."""

from .cards import ACE, BY_NAME, NAMES, PACK, POWER, RANK, SUIT, TRICK_STRENGTH

MYPY = False
if MYPY:
    from collections.abc import Callable
    from typing import Protocol

    from .seen import Seen

    class Chance(Protocol):
        """What random.Random, and MicroPython's module random, have."""

        def random(self) -> float: ...


AZI = -1  # the play ends with three winners

# How many players a card has to fear, by players of the deal: one's own choice of when to play it, and theirs of what
# to spend on it, make them fewer cards than they hold. Fitted to games played out.
_FEARED = (0.0, 0.0, 1.6, 2.6, 3.3, 4.0, 4.6)
# And how often a single trick means Azi.
_ONE_IS_AZI = (0.0, 0.0, 0.0, 0.31, 0.44, 0.53, 0.53)
_STEPS = 1 << 20  # the last bits of a power are the machine's: they are rounded away
_UNSEEN = 25  # cards that might lie in the way of one: all but itself and the turn-up

_takes: dict[tuple[int, int], tuple[float, ...]] = {}  # at most 135 tables: by turn-up and players


def takes(turn_up: int, players: int) -> tuple[float, ...]:
    """How likely each of the 27 cards is to take a trick among so many players, about."""
    key = (turn_up, players)
    if key not in _takes:
        power = POWER[RANK[turn_up] == ACE][SUIT[turn_up]]
        trump = SUIT[turn_up]
        table = []
        for card in range(PACK):
            beaters = [
                other
                for other in range(PACK)
                if other != turn_up and power[other] > power[card] and SUIT[other] in (trump, SUIT[card])
            ]
            share = max(0.0, 1 - len(beaters) / _UNSEEN) ** _FEARED[players]
            table.append(int(share * _STEPS + 0.5) / _STEPS)
        _takes[key] = tuple(table)
    return _takes[key]


def total(values: "list[float]") -> float:
    """Their sum, added one after the other: newer Pythons' own sum rounds better, and so elsewhere."""
    result = 0.0
    for value in values:
        result += value
    return result


def worth(hand: list[int], table: "tuple[float, ...]", players: int) -> float:
    """The share of the bank that a hand of three is worth among so many players, about: how likely it takes two tricks,
    and a third of how likely it takes one and the others one each. `table` is that of `takes`.
    """
    first, second, third = table[hand[0]], table[hand[1]], table[hand[2]]
    both = first * second
    either = first + second - 2 * both
    two = both + third * either
    one = third * (1 - first) * (1 - second) + either * (1 - third)
    return two + _ONE_IS_AZI[players] / 3 * one


def draw(pool: list[int], count: int, chance: "Chance") -> list[int]:
    """Cards drawn at random; they stay in the pool, at its end, so that others can be drawn instead."""
    last = len(pool) - 1
    for place in range(last, last - count, -1):
        at = int(chance.random() * (place + 1))
        pool[at], pool[place] = pool[place], pool[at]
    return pool[last + 1 - count :]


def play_out(
    hands: list[list[int]], leader: int, turn_up: int, tricks: list[int], trick: list[int], first: int = -1
) -> int:
    """Who wins the bank, by place in `hands`, or AZI. The hands are those of the seats still in, clockwise; they and
    `tricks`, those won so far, are played with and changed. `trick` are the cards on the table, the leader's first, and
    `first` the card that place 0 plays next, if that is settled.
    """
    players = len(hands)
    trump = SUIT[turn_up]
    six_up = RANK[turn_up] == ACE
    by_led = TRICK_STRENGTH[six_up][trump]
    power = POWER[six_up][trump]
    while True:
        best = -1
        winner = leader
        led = -1
        beats = power
        for step in range(players):
            place = (leader + step) % players
            if step < len(trick):
                card = trick[step]
            elif place == 0 and first >= 0:
                card = first
                first = -1
                hands[0].remove(card)
            else:
                hand = hands[place]
                if len(hand) == 1:
                    card = hand.pop()
                else:
                    card = sensible(hand, led, trump, beats, best, power)
                    hand.remove(card)
            if step == 0:
                led = SUIT[card]
                beats = by_led[led]
            if beats[card] > best:
                best = beats[card]
                winner = place
        tricks[winner] += 1
        if tricks[winner] == 2:
            return winner
        if not hands[winner]:
            return AZI
        leader = winner
        trick = []


def sensible(
    hand: list[int], led: int, trump: int, beats: "tuple[int, ...]", best: int, power: "tuple[int, ...]"
) -> int:
    """Lead the strongest card; in a trick take it as cheaply as possible, else throw the weakest."""
    if led < 0:
        return max(hand, key=lambda card: power[card])
    legal = [card for card in hand if SUIT[card] == led] or [card for card in hand if SUIT[card] == trump] or hand
    taking = [card for card in legal if beats[card] > best]
    return min(taking or legal, key=lambda card: power[card])


def comes_to(seen: "Seen", hands: list[list[int]], azi: "Callable[[bool], float]", first: int = -1) -> float:
    """The viewer's share of the bank when this deal is played with `hands`; `azi` says that of Azi, with a trick of its
    own or without.
    """
    tricks = list(seen.tricks)
    winner = play_out(hands, seen.leader, seen.turn_up, tricks, seen.trick, first)
    if winner == AZI:
        return azi(tricks[0] > 0)
    return 1.0 if winner == 0 else 0.0


def best_card(seen: "Seen", worlds: int, azi: "Callable[[bool], float]", chance: "Chance") -> str:
    """The card that comes to most in so many games played out, of equals the weakest."""
    words = seen.view["legal"]
    if len(words) == 1:
        return str(words[0])
    cards = [BY_NAME[name] for name in words]
    totals = [0.0] * len(cards)
    for _ in range(worlds):
        hands = seen.hands(chance)
        for place in range(len(cards)):
            totals[place] += comes_to(seen, [list(hand) for hand in hands], azi, cards[place])
    return NAMES[max([(totals[place], -seen.power[cards[place]], cards[place]) for place in range(len(cards))])[2]]
