"""Bots: strategies that see only a view (what `view` gives a seat) and differ in temperament."""

from .cards import BY_NAME, NAMES, PACK, POWER, SUIT
from .playouts import Standing, best_card, endings, equity

MYPY = False
if MYPY:
    from typing import Any

    from .playouts import Chance

SAMPLES = 24  # games played out in the head for one decision: about a millisecond


class Temper:
    """How a bot plays; each is 0 to 1.

    `caution`: how much better than its price a hand must be. `drive`: how soon and how far it raises. `bluff`: how
    often it bets on nothing. `blind`: how readily it plays without looking. `thirst`: how readily it buys in at Azi.
    """

    __slots__ = ("blind", "bluff", "caution", "drive", "thirst")

    def __init__(self, caution: float, drive: float, bluff: float, blind: float, thirst: float) -> None:
        self.caution = caution
        self.drive = drive
        self.bluff = bluff
        self.blind = blind
        self.thirst = thirst


STRATEGIES = {
    "steady": Temper(caution=0.25, drive=0.4, bluff=0.03, blind=0.15, thirst=0.25),
    "careful": Temper(caution=0.5, drive=0.3, bluff=0.01, blind=0.05, thirst=0.1),
    "bold": Temper(caution=0.15, drive=0.8, bluff=0.08, blind=0.4, thirst=0.5),
    "sly": Temper(caution=0.25, drive=0.5, bluff=0.12, blind=0.25, thirst=0.3),
    "merry": Temper(caution=0.0, drive=0.5, bluff=0.06, blind=0.6, thirst=0.8),
}


def choose(view: "dict[str, Any]", rng: "Chance", strategy: str = "steady") -> str:
    """A legal action of `view["my_seat"]`, which is asked something or may look; its only chance is `rng`."""
    temper = STRATEGIES[strategy]
    legal = view["legal"]
    if view["phase"] == "play":
        return _play(view, rng)
    if view["phase"] == "azi":
        return _join_or_pass(view, rng, temper)
    if "L" in legal and (view["my_seat"] not in view["to_act"] or not _plays_blind(view, rng, temper)):
        return "L"
    if view["phase"] == "discard":
        return _discard(view)
    return _bid(view, rng, temper)


def prospects(view: "dict[str, Any]", rng: "Chance", samples: int = 200) -> "dict[str, float]":
    """The chances, 0 to 1, of a viewer who sees its cards, from the discards to the play.

    To `win` the bank by two tricks if everybody still in stays, and to end in `azi` with a trick of its own.
    """
    if not _seats(view)[0]["in"]:
        return {"win": 0.0, "azi": 0.0}
    standing = _standing(view, view["my_seat"] if view["leader"] is None else view["leader"])
    if view["phase"] == "discard":
        power = POWER[standing.six_up][standing.trump]
        if len(standing.hand) == 4:
            standing.hand.remove(min(standing.hand, key=lambda card: power[card]))
        standing.counts = [3] * len(standing.counts)
    win, azi = endings(standing, samples, rng)
    return {"win": win, "azi": azi}


# What a view says


def _seats(view: "dict[str, Any]") -> "list[dict[str, Any]]":
    """The seats of the game, clockwise from the viewer's own."""
    seats = view["seats"]
    place = [seat["seat"] for seat in seats].index(view["my_seat"])
    return list(seats[place:] + seats[:place])


def _still_in(view: "dict[str, Any]") -> "list[dict[str, Any]]":
    """Those of them still in: the viewer's own first."""
    return [seat for seat in _seats(view) if seat["in"]]


def _standing(view: "dict[str, Any]", leader: int) -> Standing:
    """The play as the view shows it, led by this seat."""
    seats = _still_in(view)
    turn_up = BY_NAME[view["turn_up"]]
    hand = [BY_NAME[name] for name in seats[0]["cards"]]
    played = [event["a"][1:] for event in view["events"]]
    seen = [turn_up] + hand + [BY_NAME[word] for word in played if word in BY_NAME]
    standing = Standing(
        hand=hand,
        counts=[len(seat["cards"]) for seat in seats],
        leader=[seat["seat"] for seat in seats].index(leader),
        trump=SUIT[turn_up],
        six_up=view["six_up"],
        unseen=[card for card in range(PACK) if card not in seen],
    )
    standing.tricks = [seat["tricks"] for seat in seats]
    standing.trick = [BY_NAME[play["card"]] for play in view["trick"]]
    return standing


def _range(legal: list[str]) -> "tuple[str, int, int] | None":
    """`b` or `r` with the lowest and the highest value, if there is such an action."""
    for word in legal:
        if ".." in word:
            low, high = word[1:].split("..")
            return word[0], int(low), int(high)
    return None


# Deciding


def _play(view: "dict[str, Any]", rng: "Chance") -> str:
    """The card that comes to most in the games played out."""
    legal = view["legal"]
    if len(legal) == 1:
        return str(legal[0])
    return NAMES[best_card(_standing(view, view["leader"]), [BY_NAME[name] for name in legal], SAMPLES, rng)]


def _discard(view: "dict[str, Any]") -> str:
    """The weakest card goes, a plain one before a trump; one that has not looked can't choose."""
    words = [word for word in view["legal"] if len(word) == 3]
    if not words:
        return "x"
    power = POWER[view["six_up"]][SUIT[BY_NAME[view["turn_up"]]]]
    return str(min(words, key=lambda word: power[BY_NAME[word[1:]]]))


def _join_or_pass(view: "dict[str, Any]", rng: "Chance", temper: Temper) -> str:
    """Buying in is worth its price only to the thirsty: the others play on free."""
    price = view["cost"]["j"]
    dear = price / (_seats(view)[0]["stack"] + 1)
    fair = price / (view["bank"] + price) - 0.25  # a quarter of the bank is about what a joiner can hope for
    return "j" if rng.random() < temper.thirst * (1 - dear) * (1 - 2 * fair) else "p"


def _plays_blind(view: "dict[str, Any]", rng: "Chance", temper: Temper) -> bool:
    """Blind play is for whoever likes it, as long as it is cheap."""
    if view["phase"] == "discard":
        return rng.random() < temper.blind / 2
    price = view["cost"].get("c", 0)
    return price * 8 <= _seats(view)[0]["stack"] and rng.random() < temper.blind


def _bid(view: "dict[str, Any]", rng: "Chance", temper: Temper) -> str:
    """Raise what is better than its share, call what is worth its price, fold the rest, and bluff now and then."""
    legal = view["legal"]
    seats = _still_in(view)
    looked = seats[0]["looked"]
    fair = 1 / len(seats)
    strength = _strength(view, rng) if looked else fair
    raises = _range(legal)
    mine = len([event for event in view["events"] if event["a"][0] == str(view["my_seat"]) and event["a"][1] in "br"])
    wanted = fair + (1 - fair) * (0.5 - 0.3 * temper.drive) + 0.12 * mine
    if not looked:
        wanted = fair if view["level"] == 0 or rng.random() < temper.drive / 2 else 1
    if raises and mine < 4 and (strength >= wanted or rng.random() < temper.bluff / (1 + mine)):
        return _raise_to(view, raises, strength, temper, rng)
    if "c" in legal:
        price = view["cost"]["c"]
        if strength * (1 - 0.4 * temper.caution) >= price / (view["bank"] + price):
            return "c"
    elif raises and strength >= fair * (0.7 + 0.5 * temper.caution):
        return raises[0] + str(raises[1])
    return "f"


def _strength(view: "dict[str, Any]", rng: "Chance") -> float:
    """The share of the bank that this hand is worth, less for everyone who has looked and then bet."""
    me = view["my_seat"]
    leader = me if view["leader"] is None else view["leader"]
    share = equity(_standing(view, leader), SAMPLES, rng)
    shown = [
        seat
        for seat in view["seats"]
        if seat["seat"] != me and seat["in"] and seat["looked"] and (seat["last"] or "-")[0] in "br"
    ]
    return share * (1 - 0.12 * len(shown))


def _raise_to(
    view: "dict[str, Any]", raises: "tuple[str, int, int]", strength: float, temper: Temper, rng: "Chance"
) -> str:
    """A value of the range: a part of the bank by strength and drive, in whole steps, seldom all."""
    word, low, high = raises
    step = max(1, low - view["level"])
    extra = view["bank"] * (0.2 + 0.6 * rng.random()) * (0.3 + temper.drive) * strength
    value = low + int(extra) // step * step
    if strength < 0.75:
        value = min(value, low + (high - low) // 4)
    return word + str(max(low, min(value, high)))
