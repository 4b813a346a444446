"""Four cards, one discarded before the bidding (rules 5.3)."""

from . import bidding
from .actions import DISCARD, UNSEEN
from .cards import BIT, HIDDEN, name_of, words_of
from .refusals import IllegalAction

MYPY = False
if MYPY:
    from .game import Game
    from .seat import Seat


def begin(game: "Game") -> None:
    """Every seat of the deal is asked at once."""
    game.phase = "discard"
    game.ask(game.dealt)


def legal(game: "Game", seat: "Seat") -> tuple[str, ...]:
    """A seat that has looked names the card; one that has not can only discard the last, unseen."""
    if not seat.looked:
        return (DISCARD,)
    if seat.has_hidden():
        return ("?",)
    return tuple([DISCARD + word for word in words_of(seat.held)])


def default(game: "Game", seat: "Seat") -> str:
    """The last card dealt, which a seat that has looked has to name (rules 10)."""
    return DISCARD + name_of(seat.cards[-1]) if seat.looked else DISCARD


def act(game: "Game", seat: "Seat", kind: str, card: int) -> None:
    """One seat discards; when all have, the bidding begins."""
    if kind != DISCARD:
        raise IllegalAction("discard_now")
    if card == UNSEEN:
        _discard_unseen(seat)
    else:
        _discard(game, seat, card)
    game.tell(seat, DISCARD, 0)
    game.answered(seat)
    if not game.to_act:
        bidding.begin(game)


def _discard_unseen(seat: "Seat") -> None:
    if seat.looked:
        raise IllegalAction("name_the_discard")
    seat.part_with(seat.cards[-1])


def _discard(game: "Game", seat: "Seat", card: int) -> None:
    if not seat.looked:
        raise IllegalAction("discard_unseen")
    if card == HIDDEN:
        if not seat.has_hidden():
            raise IllegalAction("not_hidden")
    else:
        seat.check_holds(card, game.known)
    seat.part_with(card)
    if card != HIDDEN:
        game.known |= BIT[card]
