"""What each seat did in the biddings of a finished game, from its record."""

from dataclasses import dataclass

from games.rules import record
from games.rules.actions import BET, CALL, FOLD, LOOK, RAISE
from games.rules.record import Move


@dataclass
class Bidding:
    """One seat's: those in which it was asked, those in which it made the last bet or raise; what it bet or raised."""

    biddings: int = 0
    bids_won: int = 0
    bets: int = 0
    blind_bets: int = 0


def of(text: str) -> dict[int, Bidding]:
    """By seat, over all deals of the game. Raises RecordError."""
    read = record.read(text)
    found = {number: Bidding() for number in read.game.numbers}
    for deal in range(1, len(read.decks) + 1):
        _count([move for move in read.moves if move.deal == deal], not read.game.ruleset.blind, found)
    return found


def _count(moves: list[Move], all_see: bool, found: dict[int, Bidding]) -> None:
    asked, seen, last = set(), set(), None
    for move in moves:
        seat, kind = move.seat, move.action[0]
        if kind == LOOK:
            seen.add(seat)
        elif kind in (BET, RAISE, CALL, FOLD):
            asked.add(seat)
        if kind in (BET, RAISE):
            last = seat
            found[seat].bets += 1
            found[seat].blind_bets += not (all_see or seat in seen)
    for seat in asked:
        found[seat].biddings += 1
    if last is not None:
        found[last].bids_won += 1
