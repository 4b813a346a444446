"""What one seat, or a spectator, may know of a game: built up from nothing, the game part of the table's protocol."""

from .actions import BET, CALL, JOIN, RAISE
from .cards import NAMES

MYPY = False
if MYPY:
    from .game import Game
    from .ruleset import Ruleset
    from .seat import Seat

UNSEEN_CARD = "??"
EVENTS = 40  # the latest of this deal; the page animates those that it has not shown yet


def view(game: "Game", viewer: "int | None") -> dict[str, object]:
    """The game as this seat sees it, or with None a spectator; ready for JSON.

    It holds the viewer's own cards once it has looked, and its own legal actions and costs. Nothing in it, no length
    and no order either, depends on cards that the viewer can't see.
    """
    legal = () if viewer is None else game.legal_actions(viewer)
    return {
        "ruleset": options(game.ruleset),
        "deal": game.deals,
        "phase": game.phase,
        "my_seat": viewer,
        "dealer": game.dealer,
        "turn_up": None if game.turn_up is None else NAMES[game.turn_up],
        "six_up": game.six_up,
        "bank": game.bank,
        "level": game.level,
        "leader": game.leader,
        "seats": [_seat(game.seats[number], number == viewer) for number in game.numbers],
        "trick": _trick(game.trick),
        "last_trick": _trick(game.last_trick),
        "to_act": list(game.to_act),
        "legal": list(legal),
        "cost": {} if viewer is None else _costs(game, viewer, legal),
        "events": _events(game),
        "result": _result(game),
    }


def options(ruleset: "Ruleset") -> dict[str, object]:
    """The six options of a ruleset, ready for JSON."""
    return {
        "cards": ruleset.cards,
        "blind": ruleset.blind,
        "raises": ruleset.raises,
        "azi": ruleset.azi,
        "ante": ruleset.ante,
        "bet": ruleset.bet,
    }


def _seat(seat: "Seat", is_viewer: bool) -> dict[str, object]:
    return {
        "seat": seat.number,
        "stack": seat.stack,
        "in": seat.in_,
        "looked": seat.looked,
        "bid": seat.bid,
        "paid": seat.paid,
        "cards": _cards(seat, is_viewer),
        "tricks": seat.tricks,
        "last": seat.last,
    }


def _cards(seat: "Seat", is_viewer: bool) -> list[str]:
    """The viewer sees its own cards once it has looked, also after folding; of others only how many they hold."""
    if is_viewer and seat.looked:
        return [NAMES[card] if card >= 0 else UNSEEN_CARD for card in seat.cards]
    return [UNSEEN_CARD] * len(seat.cards) if seat.in_ else []


def _trick(trick: list[tuple[int, int]]) -> list[dict[str, object]]:
    return [{"seat": seat, "card": NAMES[card]} for seat, card in trick]


def _costs(game: "Game", viewer: int, legal: tuple[str, ...]) -> dict[str, int]:
    """The chips that each legal action takes now, for a range at both of its ends; without those that take none."""
    costs = {}
    for word in legal:
        if word[0] == BET or word[0] == RAISE:
            low, high = word[1:].split("..")
            costs[word[0] + low] = game.cost(viewer, word[0] + low)
            costs[word[0] + high] = game.cost(viewer, word[0] + high)
        elif word == CALL or word == JOIN:
            costs[word] = game.cost(viewer, word)
    return costs


def _events(game: "Game") -> list[dict[str, object]]:
    latest = game.events[max(game.deal_begins, len(game.events) - EVENTS) :]
    return [{"n": number, "a": word, "chips": chips} for number, word, chips in latest]


def _result(game: "Game") -> "dict[str, object] | None":
    net = game.net
    if net is None:
        return None
    return {
        "winner": game.winner,
        "how": game.how,
        "bank": sum(game.shares.values()),
        "shares": {str(number): chips for number, chips in game.shares.items()},
        "net": {str(number): chips for number, chips in net.items()},
    }
