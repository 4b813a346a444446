"""Azi: three tricks, three winners, and a new deal for the bank (rules 8)."""

from .actions import JOIN, PASS
from .refusals import IllegalAction

MYPY = False
if MYPY:
    from .game import Game
    from .seat import Seat


def begin(game: "Game") -> None:
    """The bank stays. Who else plays the next deal is the ruleset's: all with chips, or who buys in."""
    game.azi_bank = game.bank
    game.leader = None
    if game.ruleset.azi == "replay":
        _deck_due(game, [seat for seat in game.ring if seat.stack or seat.tricks])
        return
    game.phase = "azi"
    game.next_in = [seat for seat in game.ring if seat.tricks]
    game.ask([seat for seat in game.ring if not seat.tricks and price(game, seat) <= seat.stack])
    _go_on(game)


def price(game: "Game", seat: "Seat") -> int:
    """Half of the bank as Azi found it, rounded up, for who played to the end; all of it for who did not."""
    return (game.azi_bank + 1) // 2 if seat.in_ else game.azi_bank


def legal(game: "Game", seat: "Seat") -> tuple[str, ...]:
    """Join or pass."""
    return (JOIN, PASS)


def default(game: "Game", seat: "Seat") -> str:
    """A seat that does not answer does not buy in (rules 10)."""
    return PASS


def act(game: "Game", seat: "Seat", kind: str, value: int) -> None:
    """One seat joins by paying its price, or passes; in any order."""
    if kind == JOIN:
        chips = price(game, seat)
        seat.stack -= chips
        game.bank += chips  # of no deal: the next one finds it in the bank
        game.next_in = [other for other in game.ring if other is seat or other in game.next_in]
        game.tell(seat, JOIN, chips)
    elif kind == PASS:
        game.tell(seat, PASS, 0)
    else:
        raise IllegalAction("join_now")
    game.answered(seat)
    _go_on(game)


def _go_on(game: "Game") -> None:
    if not game.to_act:
        _deck_due(game, game.next_in)


def _deck_due(game: "Game", players: "list[Seat]") -> None:
    game.next_in = players
    game.phase = "deal"
    game.to_act = ()
    game.asked_since = {}
