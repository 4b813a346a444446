"""The bidding (rules 6): who is asked, what a value costs, when it ends and who leads."""

from . import payout, tricks
from .actions import BET, CALL, FOLD, RAISE
from .refusals import IllegalAction
from .ruleset import LARGEST

MYPY = False
if MYPY:
    from .game import Game
    from .seat import Seat


def begin(game: "Game") -> None:
    """The seat after the dealer opens, if two seats can bid at all (rules 6.1 and 6.7)."""
    game.phase = "bid"
    _go_on(game, game.dealt)


def legal(game: "Game", seat: "Seat") -> tuple[str, ...]:
    """Bet or fold; once somebody has bet fold, call or raise (rules 6.2)."""
    bounds = raise_bounds(game, seat)
    if game.level == 0:
        return (FOLD,) if bounds is None else (f"{BET}{bounds[0]}..{bounds[1]}", FOLD)
    return (CALL, FOLD) if bounds is None else (CALL, FOLD, f"{RAISE}{bounds[0]}..{bounds[1]}")


def default(game: "Game", seat: "Seat") -> str:
    """A seat that does not answer folds (rules 10)."""
    return FOLD


def act(game: "Game", seat: "Seat", kind: str, value: int) -> None:
    """The seat whose turn it is folds, calls, bets or raises to a value."""
    if kind == FOLD:
        _fold(game, seat)
    elif kind == CALL:
        _call(game, seat)
    elif kind == BET or kind == RAISE:
        _raise(game, seat, kind, value)
    else:
        raise IllegalAction("bid_now")
    _go_on(game, game.after(seat))


def raise_bounds(game: "Game", seat: "Seat") -> "tuple[int, int] | None":
    """The lowest and the highest value that the seat may bet or raise to, None when it may not (rules 6.3 and 6.6)."""
    limit = game.ruleset.raises
    most = min(_reach(seat), LARGEST)  # a higher value could not be written
    if most <= game.level or (limit is not None and seat.raises >= limit):
        return None
    for other in game.still_in:
        if other.stack and other is not seat:
            return min(game.level + game.ruleset.bet, most), most
    return None


def cost(game: "Game", seat: "Seat", kind: str, value: int) -> int:
    """Chips that this action takes; a call that the stack does not reach takes all of it (rules 6.5)."""
    if kind == CALL:
        return _price(seat, min(game.level, _reach(seat)))
    return _price(seat, value) if kind == BET or kind == RAISE else 0


def _reach(seat: "Seat") -> int:
    """The value that the whole stack reaches: a blind bet counts double (rules 6.4)."""
    return seat.bid + (seat.stack if seat.looked else 2 * seat.stack)


def _price(seat: "Seat", value: int) -> int:
    """What a value costs the seat: half, rounded up, if it has not looked (rules 6.4)."""
    owed = value - seat.bid
    return owed if seat.looked else (owed + 1) // 2


def _fold(game: "Game", seat: "Seat") -> None:
    seat.in_ = False
    game.still_in.remove(seat)
    game.tell(seat, FOLD, 0)


def _call(game: "Game", seat: "Seat") -> None:
    if game.level == 0:
        raise IllegalAction("no_bet_yet")
    value = min(game.level, _reach(seat))
    chips = _price(seat, value)
    game.take(seat, chips)
    seat.bid = value
    game.tell(seat, CALL, chips)


def _raise(game: "Game", seat: "Seat", kind: str, value: int) -> None:
    bounds = raise_bounds(game, seat)
    if bounds is None or not bounds[0] <= value <= bounds[1] or (kind == BET) != (game.level == 0):
        raise _refusal(game, seat, kind, value)
    chips = _price(seat, value)
    game.take(seat, chips)
    seat.bid = game.level = value
    seat.raises += 1
    game.leader = seat.number
    game.raised_blind = not seat.looked
    game.tell(seat, kind + str(value), chips)


def _refusal(game: "Game", seat: "Seat", kind: str, value: int) -> IllegalAction:
    """Why this bet or raise is refused."""
    if kind == BET and game.level:
        return IllegalAction("bet_already")
    if kind == RAISE and not game.level:
        return IllegalAction("no_bet_yet")
    limit = game.ruleset.raises
    if limit is not None and seat.raises >= limit:
        return IllegalAction("raises_used", raises=limit)
    if _reach(seat) <= game.level:
        return IllegalAction("no_chips_to_raise", level=game.level)
    bounds = raise_bounds(game, seat)
    if bounds is None:
        return IllegalAction("nobody_to_answer")
    if value < bounds[0]:
        return IllegalAction("too_low", low=bounds[0])
    return IllegalAction("too_high", high=bounds[1])


def _go_on(game: "Game", order: "list[Seat]") -> None:
    """Ask the next seat in this order that has to answer; where there is none the bidding ends (rules 6.7)."""
    if len(game.still_in) > 1:
        level = game.level
        if level or _able_to_bid(game) > 1:
            for seat in order:
                if seat.in_ and seat.stack and (seat.bid < level or not level):
                    game.ask_one(seat)
                    return
    _end(game)


def _able_to_bid(game: "Game") -> int:
    return len([seat for seat in game.still_in if seat.stack])


def _end(game: "Game") -> None:
    """The bank is won when one seat is left in; otherwise cards are played (rules 6.8 to 6.10)."""
    if game.leader is not None:
        _give_back_uncalled(game, game.seats[game.leader])
    if len(game.still_in) == 1:
        payout.win(game, game.still_in[0], "folds")
        return
    if game.leader is None:
        able = [seat for seat in game.still_in if seat.stack]
        game.leader = (able or game.still_in)[0].number
    tricks.begin(game)


def _give_back_uncalled(game: "Game", raiser: "Seat") -> None:
    """What nobody called of the last raise goes back, half of it if that raise was blind when made (rules 6.8)."""
    called = max([seat.bid for seat in game.dealt if seat is not raiser])
    excess = raiser.bid - called
    game.take(raiser, -(excess // 2 if game.raised_blind else excess))
    raiser.bid = game.level = called
