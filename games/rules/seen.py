"""What a view tells a bot: its hand, who is still in, which cards are out, and what the others have told by their bids
and by the suits they could not follow.
"""

from .cards import BY_NAME, PACK, POWER, SUIT, TRICK_STRENGTH
from .playouts import draw, takes, worth

MYPY = False
if MYPY:
    from typing import Any

    from .playouts import Chance

RAISED = 0.15  # how much more than an even share of the bank a hand must be worth to raise with
TRIES = 8  # hands thought of for a seat before the likeliest of them is taken
DOUBT = 0.1  # how likely any bid is with a hand that does not merit it: players bluff, and some can't count


class Seen:
    """A deal as one seat sees it. Places are 0, 1, … clockwise among the seats still in, from the viewer's own."""

    __slots__ = (
        "bids",
        "counts",
        "hand",
        "lacks",
        "leader",
        "looked",
        "played",
        "power",
        "seats",
        "takes",
        "trick",
        "tricks",
        "turn_up",
        "unseen",
        "view",
    )

    def __init__(self, view: "dict[str, Any]", heeds_bids: bool = True) -> None:
        """The viewer is still in, and a deal is on the table."""
        self.view = view
        everybody = view["seats"]
        own = [seat["seat"] for seat in everybody].index(view["my_seat"])
        self.seats = [seat for seat in everybody[own:] + everybody[:own] if seat["in"]]
        numbers = [seat["seat"] for seat in self.seats]
        players = len(numbers)
        self.turn_up = BY_NAME[view["turn_up"]]
        self.power = POWER[view["six_up"]][SUIT[self.turn_up]]
        self.takes = takes(self.turn_up, players)
        self.looked = self.seats[0]["looked"]
        self.hand = [BY_NAME[name] for name in self.seats[0]["cards"]] if self.looked else []
        self.counts = [len(seat["cards"]) for seat in self.seats]
        self.leader = numbers.index(view["leader"]) if view["leader"] in numbers else 0
        self.tricks = [seat["tricks"] for seat in self.seats]
        self.trick = [BY_NAME[play["card"]] for play in view["trick"]]
        self.bids: list[list[float]] = [[] for _ in numbers]
        self.played: list[list[int]] = [[] for _ in numbers]
        self.lacks: list[list[int]] = [[] for _ in numbers]
        if heeds_bids:
            self._read_bids(numbers)
        self._read_play(numbers)
        out = [self.turn_up] + self.hand + [card for cards in self.played for card in cards]
        self.unseen = [card for card in range(PACK) if card not in out]

    def _read_bids(self, numbers: list[int]) -> None:
        """For each bet, raise or call of a seat that knew its cards: the part of the bank that it paid for a try at it.

        Who does so hopes to win more often than that.
        """
        bidding = [event for event in self.view["events"] if event["a"][1] in "Lbrc"]
        looked = [] if self.view["ruleset"]["blind"] else list(numbers)
        bank = self.view["bank"] - sum([event["chips"] for event in bidding])
        for event in bidding:
            number = int(event["a"][0])
            chips = event["chips"]
            if event["a"][1] == "L":
                looked.append(number)
            elif number in looked and number in numbers:
                price = chips / (max(bank, 0) + chips + 1)
                raises = event["a"][1] == "r"
                self.bids[numbers.index(number)].append(max(price, RAISED + 1 / len(numbers)) if raises else price)
            bank += chips

    def _read_play(self, numbers: list[int]) -> None:
        """Who played what, and which suits that shows a seat to be out of (rules 7.1)."""
        trump = SUIT[self.turn_up]
        plays = [event["a"] for event in self.view["events"] if event["a"][1:] in BY_NAME]
        led = trump
        for count in range(len(plays)):
            place = numbers.index(int(plays[count][0]))
            card = BY_NAME[plays[count][1:]]
            self.played[place].append(card)
            if count % len(numbers) == 0:
                led = SUIT[card]
            elif SUIT[card] != led:
                self.lacks[place].append(led)
                if SUIT[card] != trump:
                    self.lacks[place].append(trump)

    def weakest(self, hand: list[int]) -> int:
        """The card that takes tricks least."""
        return min(hand, key=lambda card: (self.takes[card], self.power[card]))

    def taking(self, cards: list[int]) -> list[int]:
        """Those of these cards that take the trick on the table as it lies, all of them if there is none."""
        if not self.trick:
            return cards
        beats = TRICK_STRENGTH[self.view["six_up"]][SUIT[self.turn_up]][SUIT[self.trick[0]]]
        best = max([beats[card] for card in self.trick])
        return [card for card in cards if beats[card] > best]

    def hands(self, chance: "Chance") -> list[list[int]]:
        """Hands that everybody may hold, the likelier the more often; the viewer's own too if it has not looked."""
        pool = list(self.unseen)
        hands = [list(self.hand)] + [[] for _ in self.seats[1:]]
        first = 1 if self.looked else 0
        # Who is out of a suit is served first, as long as there are enough others.
        for place in sorted(range(first, len(hands)), key=lambda place: (-len(self.lacks[place]), place)):
            hands[place] = self._hand(place, pool, chance)
        return hands

    def _hand(self, place: int, pool: list[int], chance: "Chance") -> list[int]:
        """Cards out of the pool for one seat."""
        count = self.counts[place]
        # Of four cards one goes, or has gone: it was the weakest.
        chosen = self.view["ruleset"]["cards"] == 4 and count + len(self.played[place]) >= 3 and not self.played[place]
        drawn = 4 if chosen else count
        some = pool
        if self.lacks[place]:
            fitting = [card for card in pool if SUIT[card] not in self.lacks[place]]
            some = fitting if len(fitting) >= drawn else pool
        hand: list[int] = []
        most = -1.0
        for _ in range(TRIES):
            cards = draw(some, drawn, chance)
            if chosen:
                cards.sort(key=lambda card: (self.takes[card], card))  # of equals MicroPython keeps no order
            likely = self.likelihood(place, cards[drawn - 3 :] if chosen else cards) if self.bids[place] else 1.0
            if likely > most:
                hand, most = cards, likely
            if chance.random() < likely:
                hand = cards
                break
        for card in hand:
            pool.remove(card)
        return hand[1:] if chosen else hand

    def likelihood(self, place: int, hand: list[int]) -> float:
        """How likely somebody with this hand, and the cards played already, would have bid as this seat has."""
        share = worth(hand + self.played[place], self.takes, len(self.seats))
        likely = 1.0
        for price in self.bids[place]:
            likely *= readiness(share, price)
        return likely


def readiness(share: float, price: float) -> float:
    """How likely a player pays this part of the bank for a hand that is worth that share."""
    return DOUBT + (1 - DOUBT) * min(1.0, max(0.0, 0.5 + 4 * (share - price)))


def own(view: "dict[str, Any]") -> "dict[str, Any]":
    """The viewer's own seat."""
    for seat in view["seats"]:
        if seat["seat"] == view["my_seat"]:
            return dict(seat)
    raise ValueError("a spectator has no seat")


def bounds(view: "dict[str, Any]") -> "tuple[str, int, int] | None":
    """`b` or `r` with the lowest and the highest value, if there is such an action."""
    for word in view["legal"]:
        if ".." in word:
            low, high = word[1:].split("..")
            return word[0], int(low), int(high)
    return None


def raises_made(view: "dict[str, Any]") -> int:
    """How often the viewer has bet or raised in this deal."""
    me = str(view["my_seat"])
    return len([event for event in view["events"] if event["a"][0] == me and event["a"][1] in "br"])
