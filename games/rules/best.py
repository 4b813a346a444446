"""The strongest bot: it thinks of hands that fit what was bid and played, plays every answer out against them as the
others may meet it, and takes the one that comes to the most chips.
"""

from .cards import NAMES
from .playouts import AZI, best_card, play_out, total, worth
from .seen import RAISED, Seen, bounds, readiness

MYPY = False
if MYPY:
    from typing import Any

    from .playouts import Chance
    from .styles import Style

WORLDS = 40  # deals thought of for one decision: about 3 ms
RAISES = (0.5, 1.0, 2.0)  # of the bank, that it thinks of beside the smallest
MARGIN = 0.1  # of the chips paid: what the cautious want to gain at least
PUSH = 0.03  # of the bank: what a bold bot takes a raise to be worth beside its chips
BLIND = 0.3  # of the bank: what an unseen hand must promise more to be bet on, the less the less one loves that


def choose(view: "dict[str, Any]", rng: "Chance", style: "Style") -> str:
    """A legal action of a seat that is asked."""
    if view["phase"] == "azi":
        return _join_or_pass(view)
    seen = Seen(view)
    if view["phase"] == "discard":
        return _discard(seen)
    if view["phase"] == "bid":
        return _bid(seen, rng, style)
    return best_card(seen, WORLDS, lambda has_trick: _azi_share(seen, has_trick), rng)


def _discard(seen: Seen) -> str:
    """It looks first: to choose is worth more than half a price. Then the card goes that takes tricks least."""
    if not seen.looked:
        return "L"
    return "x" + NAMES[seen.weakest(seen.hand)]


def _join_or_pass(view: "dict[str, Any]") -> str:
    """Buying in is worth it only where an even share of the bank is: those who took a trick play on free."""
    price = view["cost"]["j"]
    players = len([seat for seat in view["seats"] if seat["tricks"] or seat["last"] == "j"]) + 1
    return "j" if (view["bank"] + price) / players > price else "p"


def _azi_share(seen: Seen, has_trick: bool) -> float:
    """What Azi is worth of the bank: three play on free, or everybody pays the ante again."""
    if seen.view["ruleset"]["azi"] == "buyin":
        return 1 / 3 if has_trick else 0.0
    return 1 / max(3, len([seat for seat in seen.view["seats"] if seat["stack"]]))


# Bidding


class World:
    """Hands that may be, and what they are worth; games played out with them are remembered."""

    __slots__ = ("ends", "hands", "moods", "shares")

    def __init__(self, seen: Seen, rng: "Chance") -> None:
        self.hands = seen.hands(rng)
        self.shares = [worth(hand, seen.takes, len(self.hands)) for hand in self.hands]
        self.moods = [rng.random() for _ in self.hands]
        self.ends: dict[tuple[int, ...], tuple[int, bool]] = {}

    def stays(self, place: int, price: float) -> bool:
        """Whether it pays this part of the bank; the viewer is careful, for it was raised."""
        if place == 0:
            return self.shares[0] >= price + RAISED
        return self.moods[place] < readiness(self.shares[place], price)

    def raises(self, place: int) -> bool:
        """Whether the hand at this place is one to raise with."""
        return self.moods[place] < 4 * (self.shares[place] - RAISED - 1 / len(self.hands))

    def end(self, seen: Seen, staying: list[int], leader: int) -> "tuple[int, bool]":
        """Who of those who stay wins, by place, or AZI; and whether the first of them has a trick."""
        key = tuple(staying + [leader])
        if key not in self.ends:
            tricks = [0] * len(staying)
            hands = [list(self.hands[place]) for place in staying]
            at = staying.index(leader) if leader in staying else 0
            winner = play_out(hands, at, seen.turn_up, tricks, [])
            self.ends[key] = (winner if winner == AZI else staying[winner], tricks[0] > 0)
        return self.ends[key]


def _bid(seen: Seen, rng: "Chance", style: "Style") -> str:
    """The answer that gains most; before looking, whether to look at all."""
    worlds = [World(seen, rng) for _ in range(WORLDS)]
    bank = seen.view["bank"]
    best = _fold(seen, worlds)
    looking = best
    chosen = "f"
    for word, value, chips in _answers(seen):
        nets = [_net(seen, world, value, chips) for world in worlds]
        gain = total(nets) / WORLDS - style.caution * MARGIN * chips
        if word != "c":
            gain += style.drive * PUSH * bank
        if not seen.looked:
            looking = max(looking, _gain_looked(worlds, nets, chips, bank))
            gain -= (1 - style.blind) * BLIND * bank
        if gain > best:
            best, chosen = gain, word
    return "L" if not seen.looked and best <= looking else chosen


def _answers(seen: Seen) -> "list[tuple[str, int, int]]":
    """Calling, and some raises: each with the value of the bid and the chips that it takes."""
    view = seen.view
    me = seen.seats[0]
    answers = []
    if "c" in view["legal"]:
        chips = view["cost"]["c"]
        answers.append(("c", min(view["level"], me["bid"] + (chips if seen.looked else 2 * chips)), chips))
    able = bounds(view)
    if able:
        word, low, high = able
        values = [low]
        for part in RAISES:
            value = min(high, max(low, view["level"] + int(part * (view["bank"] + view["level"] - me["bid"]))))
            if value > values[-1]:
                values.append(value)
        for value in values:
            owed = value - me["bid"]
            answers.append((word + str(value), value, owed if seen.looked else (owed + 1) // 2))
    return answers


def _fold(seen: Seen, worlds: list[World]) -> float:
    """What folding gains: where everybody replays Azi, a part of what the others may leave."""
    others = list(range(1, len(seen.seats)))
    if seen.view["ruleset"]["azi"] == "buyin" or len(others) < 3:
        return 0.0
    leader = seen.leader or 1
    azi = len([world for world in worlds if world.end(seen, others, leader)[0] == AZI])
    bank: int = seen.view["bank"]
    return azi / WORLDS * bank * _azi_share(seen, False)


def _gain_looked(worlds: list[World], nets: list[float], chips: int, bank: int) -> float:
    """What the same answer would gain after a look: it costs twice as much, and bad hands are folded."""
    price = 2 * chips / (bank + 2 * chips)
    gain = 0.0
    for place in range(WORLDS):
        if worlds[place].shares[0] >= price:
            gain += nets[place] - (chips if nets[place] < 0 else 0)
    return gain / WORLDS


class Line:
    """The bidding as it may go on: who stays, and what everybody has put up, by place."""

    __slots__ = ("bank", "bids", "counts", "leader", "level", "paid", "stacks", "staying")

    def __init__(self, seen: Seen) -> None:
        self.bank: int = seen.view["bank"]
        self.level: int = seen.view["level"]
        self.leader = seen.leader
        self.bids: list[int] = [seat["bid"] for seat in seen.seats]
        self.stacks: list[int] = [seat["stack"] for seat in seen.seats]
        self.counts = [1 if seat["looked"] else 2 for seat in seen.seats]  # a blind bet counts twice
        self.paid = 0  # by the viewer
        self.staying = list(range(len(seen.seats)))

    def pay(self, place: int, chips: int, value: int) -> None:
        """A bid of this value; a new level is that of its bidder, who would lead."""
        self.stacks[place] -= chips
        self.bids[place] = value
        self.bank += chips
        if place == 0:
            self.paid += chips
        if value > self.level:
            self.level = value
            self.leader = place

    def go_round(self, world: World, first: int) -> None:
        """Who still owes, from this place on, pays or folds."""
        staying = self.staying[:first]
        for place in self.staying[first:]:
            owed = self.level - self.bids[place]
            chips = min(self.stacks[place], (owed + self.counts[place] - 1) // self.counts[place])
            if chips > 0:
                if not world.stays(place, chips / (self.bank + chips)):
                    continue
                self.pay(place, chips, min(self.level, self.bids[place] + chips * self.counts[place]))
            staying.append(place)
        self.staying = staying

    def raise_again(self, world: World) -> bool:
        """One of the others who stay raises by the bank, if there is any with the hand for it."""
        for place in self.staying[1:]:
            if self.stacks[place] and self.stacks[0] and world.raises(place):
                chips = min(self.stacks[place], self.bank)
                self.pay(place, chips, self.bids[place] + chips)
                return True
        return False

    def give_back(self) -> None:
        """What nobody called of the viewer's bid (rules 6.8)."""
        excess = self.bids[0] - max(self.bids[1:])
        if excess > 0:
            self.bids[0] -= excess
            self.bank -= excess // self.counts[0]
            self.paid -= excess // self.counts[0]


def _net(seen: Seen, world: World, value: int, chips: int) -> float:
    """What a bid of this value for these chips gains in this world, if the others call what their hands are worth, fold
    the rest, and one who has much raises once more.
    """
    line = Line(seen)
    line.pay(0, chips, value)
    line.go_round(world, 1)
    if len(line.staying) > 1 and line.raise_again(world):
        line.go_round(world, 0)
        if line.staying[0] != 0:
            return float(-line.paid)
    line.give_back()
    if len(line.staying) == 1:
        return float(line.bank - line.paid)
    winner, has_trick = world.end(seen, line.staying, line.leader)
    if winner == AZI:
        return line.bank * _azi_share(seen, has_trick) - line.paid
    return _won(seen, line, winner) - line.paid


def _won(seen: Seen, line: Line, winner: int) -> float:
    """What the viewer gets of the bank: a short winner takes its part of what this deal brought in (rules 9.3)."""
    carried: int = seen.view["bank"] - sum([seat["paid"] for seat in seen.view["seats"]])
    rules = seen.view["ruleset"]
    ante: int = rules["ante"] if rules["azi"] == "replay" or not carried else 0
    full = max([line.bids[place] for place in line.staying])
    part = (line.bids[winner] + ante) / (full + ante) if line.bids[winner] < full else 1.0
    if winner == 0:
        return carried + (line.bank - carried) * part
    return (line.bank - carried) * (1 - part) / 2
