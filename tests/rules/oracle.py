"""The rules once more, naively and from public facts alone, to check the engine by: slow, and short on purpose."""

from typing import Any

from games.rules import Ruleset
from games.rules.cards import RANKS

RANK = {rank: value for value, rank in enumerate(RANKS)}


def legal_bids(ruleset: Ruleset, shown: dict[str, Any]) -> list[str]:
    """What the seat to act may do in the bidding, straight from the sentences of rules 6.2 to 6.6."""
    (seat,) = [seat for seat in shown["seats"] if seat["seat"] == shown["to_act"][0]]
    others = [other for other in shown["seats"] if other["in"] and other is not seat and other["stack"] > 0]
    level, bid, stack = shown["level"], seat["bid"], seat["stack"]
    raises = sum(event["a"][0] == str(seat["seat"]) and event["a"][1] in "br" for event in shown["events"])
    words = ["f"] if level == 0 else ["c", "f"]
    reachable = range(level + 1, bid + 2 * stack + 2)
    values = [value for value in reachable if price(value - bid, seat["looked"]) <= stack]
    enough = [value for value in values if value >= level + ruleset.bet]
    allowed = enough or values[-1:]
    if allowed and others and (ruleset.raises is None or raises < ruleset.raises):
        words.append(f"{'r' if level else 'b'}{allowed[0]}..{allowed[-1]}")
    return sorted((["L"] if not seat["looked"] else []) + words)


def price(value: int, looked: bool) -> int:
    """Chips for a value: counted out one by one, each worth two if blind."""
    chips = 0
    while chips * (1 if looked else 2) < value:
        chips += 1
    return chips


def call_price(shown: dict[str, Any]) -> int:
    """What calling costs the seat to act."""
    (seat,) = [seat for seat in shown["seats"] if seat["seat"] == shown["to_act"][0]]
    return min(seat["stack"], price(shown["level"] - seat["bid"], seat["looked"]))


def next_bidder(shown: dict[str, Any]) -> int | None:
    """Whom the bidding asks next, from what everybody sees (rules 6.1 and 6.7)."""
    bids = [event for event in shown["events"] if event["a"][1] in "brcf"]
    last = int(bids[-1]["a"][0]) if bids else shown["dealer"]
    clockwise = [(last + step) % 6 or 6 for step in range(1, 7)]
    seats = {seat["seat"]: seat for seat in shown["seats"] if seat["in"]}
    able = [seats[number] for number in clockwise if number in seats and seats[number]["stack"]]
    if len(seats) == 1:
        return None
    if shown["level"] == 0:
        return int(able[0]["seat"]) if len(able) > 1 else None
    owing = [seat for seat in able if seat["bid"] < shown["level"]]
    return int(owing[0]["seat"]) if owing else None


def legal_cards(hand: list[str], trick: list[str], turn_up: str) -> list[str]:
    """What may be played of a hand (rules 7.1)."""
    if trick:
        led = [card for card in hand if card[1] == trick[0][1]]
        trumps = [card for card in hand if card[1] == turn_up[1]]
        return sorted(led or trumps or hand)
    return sorted(hand)


def beats(card: str, other: str, turn_up: str) -> bool:
    """Whether a card wins over one that was played before it (rules 2 and 7.2)."""
    trump = turn_up[1]
    if card[1] != other[1]:
        return card[1] == trump
    if card[1] == trump and turn_up[0] == "A" and "6" in (card[0], other[0]):
        return card[0] == "6"
    return RANK[card[0]] > RANK[other[0]]


def trick_winner(trick: list[tuple[int, str]], turn_up: str) -> int:
    """Who wins a trick."""
    best = trick[0]
    for play in trick[1:]:
        if beats(play[1], best[1], turn_up):
            best = play
    return best[0]


def count_plays(hands: list[list[str]], leader: int, turn_up: str, depth: int) -> int:
    """In how many ways the next cards can be played, down to a number of cards or the end of the tricks."""

    def go_on(hands: list[list[str]], place: int, trick: list[tuple[int, str]], won: list[int], left: int) -> int:
        if left == 0:
            return 1
        ways = 0
        for card in legal_cards(hands[place], [card for _, card in trick], turn_up):
            rest = [[held for held in hand if held != card] for hand in hands]
            played = [*trick, (place, card)]
            if len(played) < len(hands):
                ways += go_on(rest, (place + 1) % len(hands), played, won, left - 1)
                continue
            winner = trick_winner(played, turn_up)
            if winner in won or not any(rest):
                ways += 1
            else:
                ways += go_on(rest, winner, [], [*won, winner], left - 1)
        return ways

    return go_on(hands, leader, [], [], depth)
