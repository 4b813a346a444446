"""The bank is won (rules 9): whole chips, exactly as many as lay in it."""

MYPY = False
if MYPY:
    from .game import Game
    from .seat import Seat


def win(game: "Game", winner: "Seat", how: str) -> None:
    """This seat has won, by "tricks" or by "folds": the bank is shared out and the game is over."""
    game.shares = shares(winner, game.still_in, game.dealt, game.bank, game.carried)
    for number, chips in game.shares.items():
        game.seats[number].stack += chips
    game.bank = 0
    game.phase = "over"
    game.winner = winner.number
    game.how = how
    game.to_act = ()
    game.asked_since = {}


def shares(winner: "Seat", still_in: "list[Seat]", dealt: "list[Seat]", bank: int, carried: int) -> dict[int, int]:
    """The chips that each seat gets of the bank, by number; who gets none is left out.

    `dealt` are the seats of this deal clockwise after the dealer, `carried` is what lay in the bank before it.
    """
    full = max([_stake(seat) for seat in still_in])
    stake = _stake(winner)
    if stake == full:
        return {winner.number: bank}
    of_this_deal = bank - carried
    won = of_this_deal * stake // full
    payers = [seat for seat in dealt if seat is not winner and seat.paid]
    given_back = in_proportion(of_this_deal - won, [seat.paid for seat in payers])
    result = {payers[place].number: chips for place, chips in enumerate(given_back) if chips}
    if carried + won:
        result[winner.number] = carried + won
    return result


def in_proportion(chips: int, weights: list[int]) -> list[int]:
    """Split chips exactly: odd ones go one each to the largest remainders, among equals in this order (rules 9.3)."""
    total = sum(weights)
    parts = [chips * weight // total for weight in weights]
    remainders = [chips * weight % total for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda place: (-remainders[place], place))
    for place in by_remainder[: chips - sum(parts)]:
        parts[place] += 1
    return parts


def _stake(seat: "Seat") -> int:
    """What a seat has put up in this deal, as values count (rules 9.1)."""
    return seat.ante + seat.bid
