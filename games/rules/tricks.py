"""The play (rules 7): what a seat may play, who wins a trick, who has two."""

from . import azi, payout
from .actions import PLAY
from .cards import BIT, NAMES, POWER, SUIT, SUIT_MASK, TRICK_STRENGTH, words_of
from .refusals import SUIT_NAMES, IllegalAction

MYPY = False
if MYPY:
    from .game import Game
    from .seat import Seat


def begin(game: "Game") -> None:
    """When cards are to be played every seat still in looks (rules 5.2)."""
    game.phase = "play"
    for seat in game.still_in:
        seat.looked = True
    assert game.leader is not None
    _lead(game, game.seats[game.leader])


def playable(game: "Game", seat: "Seat") -> int:
    """The cards of a known hand that may be played now, as a mask (rules 7.1)."""
    held = seat.held
    if not game.trick:
        return held
    led = held & SUIT_MASK[SUIT[game.trick[0][1]]]
    return led or held & SUIT_MASK[_trump(game)] or held


def legal(game: "Game", seat: "Seat") -> tuple[str, ...]:
    """The cards that the seat may play."""
    return ("?",) if seat.has_hidden() else words_of(playable(game, seat))


def default(game: "Game", seat: "Seat") -> str:
    """The weakest legal card: a plain one before a trump, then the lower, then h d s (rules 10)."""
    if seat.has_hidden():
        raise IllegalAction("cards_hidden")
    mask = playable(game, seat)
    power = POWER[game.six_up][_trump(game)]
    cards = [card for card in seat.cards if mask & BIT[card]]
    return NAMES[min(cards, key=lambda card: (power[card], card))]


def act(game: "Game", seat: "Seat", kind: str, card: int) -> None:
    """The seat whose turn it is plays a card; the last of a trick closes it."""
    if kind != PLAY:
        raise IllegalAction("play_now")
    if seat.has_hidden():
        seat.check_holds(card, game.known)
        game.known |= BIT[card]
    elif not playable(game, seat) & BIT[card]:
        raise _refusal(game, seat, card)
    seat.part_with(card)
    game.trick.append((seat.number, card))
    game.tell(seat, NAMES[card], 0)
    if len(game.trick) < len(game.trick_order):
        game.ask_one(game.trick_order[len(game.trick)])
    else:
        _close(game)


def _refusal(game: "Game", seat: "Seat", card: int) -> IllegalAction:
    """Why this card can't be played."""
    if not seat.held & BIT[card]:
        return IllegalAction("not_held", card=NAMES[card])
    led = SUIT[game.trick[0][1]]
    if seat.held & SUIT_MASK[led]:
        return IllegalAction("must_follow", suit=SUIT_NAMES[led])
    return IllegalAction("must_trump", led=SUIT_NAMES[led], suit=SUIT_NAMES[_trump(game)])


def _trump(game: "Game") -> int:
    assert game.turn_up is not None
    return SUIT[game.turn_up]


def _lead(game: "Game", leader: "Seat") -> None:
    """Begin a trick: the leader, then clockwise the others still in."""
    place = game.still_in.index(leader)
    game.trick_order = game.still_in[place:] + game.still_in[:place]
    game.leader = leader.number
    game.ask_one(leader)


def _close(game: "Game") -> None:
    """The trick's winner leads the next, or has two and wins the bank; three single tricks are Azi (rules 7.2 to 8)."""
    winner = game.seats[_winner(game)]
    winner.tricks += 1
    game.last_trick = game.trick
    game.trick = []
    if winner.tricks == 2:
        payout.win(game, winner, "tricks")
    elif winner.cards:
        _lead(game, winner)
    else:
        azi.begin(game)


def _winner(game: "Game") -> int:
    """The seat that played the highest trump, or else the highest card of the led suit (rules 7.2)."""
    strength = TRICK_STRENGTH[game.six_up][_trump(game)][SUIT[game.trick[0][1]]]
    return max(game.trick, key=lambda play: strength[play[1]])[0]
