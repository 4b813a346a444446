"""How good a hand is: deal the unseen cards at random, play to the end sensibly, and count (for bots).

Players are places 0, 1, … clockwise among the seats still in; place 0 is the bot that asks.
"""

from .cards import POWER, SUIT, TRICK_STRENGTH

MYPY = False
if MYPY:
    from typing import Protocol

    class Chance(Protocol):
        """What random.Random, and MicroPython's module random, have."""

        def random(self) -> float: ...


WON = 1.0
AZI_WITH_A_TRICK = 0.3  # plays on for the bank, free of charge, against two or more
LOST = 0.0


class Standing:
    """The play as a bot sees it: its cards, how many each other holds, the trick on the table, the tricks won."""

    __slots__ = ("counts", "hand", "leader", "six_up", "trick", "tricks", "trump", "unseen")

    def __init__(
        self, hand: list[int], counts: list[int], leader: int, trump: int, six_up: bool, unseen: list[int]
    ) -> None:
        self.hand = hand
        self.counts = counts  # cards held, by place; that of place 0 is not used
        self.leader = leader  # who leads the trick, or led it
        self.trump = trump
        self.six_up = six_up
        self.unseen = unseen
        self.trick: list[int] = []  # cards on the table, the leader's first
        self.tricks = [0] * len(counts)


def equity(standing: Standing, samples: int, chance: "Chance") -> float:
    """The bot's share of the bank, about: 1 if it always wins."""
    total = 0.0
    for _ in range(samples):
        total += _play_out(standing, _deal(standing, chance), -1)
    return total / samples


def endings(standing: Standing, samples: int, chance: "Chance") -> "tuple[float, float]":
    """How often the bot wins the bank, and how often the play ends in Azi with a trick of its own."""
    values = [_play_out(standing, _deal(standing, chance), -1) for _ in range(samples)]
    return values.count(WON) / samples, values.count(AZI_WITH_A_TRICK) / samples


def best_card(standing: Standing, cards: list[int], samples: int, chance: "Chance") -> int:
    """The one of these cards whose play promises most; the weakest of those that promise the same."""
    totals = [0.0] * len(cards)
    for _ in range(samples):
        hands = _deal(standing, chance)
        for place in range(len(cards)):
            totals[place] += _play_out(standing, [list(hand) for hand in hands], cards[place])
    power = POWER[standing.six_up][standing.trump]
    return max([(totals[place], -power[cards[place]], cards[place]) for place in range(len(cards))])[2]


def _deal(standing: Standing, chance: "Chance") -> list[list[int]]:
    """Hands for everybody: the bot's own, the others' drawn from the unseen cards."""
    unseen = list(standing.unseen)
    hands = [list(standing.hand)]
    for count in standing.counts[1:]:
        hand = []
        for _ in range(count):
            at = int(chance.random() * len(unseen))
            hand.append(unseen[at])
            unseen[at] = unseen[-1]
            unseen.pop()
        hands.append(hand)
    return hands


def _play_out(standing: Standing, hands: list[list[int]], first: int) -> float:
    """Play on from here, the bot's next card being `first` (-1: whatever seems best); what it comes to for the bot."""
    players = len(hands)
    tricks = list(standing.tricks)
    leader = standing.leader
    played = standing.trick
    by_led = TRICK_STRENGTH[standing.six_up][standing.trump]
    power = POWER[standing.six_up][standing.trump]
    while True:
        best = -1
        winner = leader
        strength = by_led[0]
        led = -1
        for step in range(players):
            place = (leader + step) % players
            if step < len(played):
                card = played[step]
            elif place == 0 and first >= 0:
                card = first
                first = -1
                hands[0].remove(card)
            else:
                card = _choose(hands[place], led, standing.trump, strength, best, power)
                hands[place].remove(card)
            if step == 0:
                led = SUIT[card]
                strength = by_led[led]
            if strength[card] > best:
                best = strength[card]
                winner = place
        tricks[winner] += 1
        if tricks[winner] == 2:
            return WON if winner == 0 else LOST
        if not hands[winner]:
            return AZI_WITH_A_TRICK if tricks[0] else LOST
        leader = winner
        played = []


def _choose(
    hand: list[int], led: int, trump: int, strength: "tuple[int, ...]", best: int, power: "tuple[int, ...]"
) -> int:
    """Lead the strongest card; in a trick take it as cheaply as possible, else throw the weakest."""
    if len(hand) == 1:
        return hand[0]
    if led < 0:
        return max(hand, key=lambda card: power[card])
    legal = [card for card in hand if SUIT[card] == led] or [card for card in hand if SUIT[card] == trump] or hand
    taking = [card for card in legal if strength[card] > best]
    return min(taking or legal, key=lambda card: power[card])
