"""A game as text (rules 11): writing, reading back, replaying, and masking it for one reader.

The running text of a game is `head`, then for each deal `deal_line` and the seats' `word`s joined by blanks; at every
moment it is a record. Reading is in reader.py.
"""

from .actions import DISCARD
from .cards import HIDDEN, MASKED, PACK, name_of
from .game import Game
from .ruleset import Ruleset

MYPY = False
if MYPY:
    from collections.abc import Iterable, Iterator

NAME_LENGTH = 200  # code points


class RecordError(ValueError):
    """Text that is no record, or no legal game: what was expected, and where (from 1, columns in code points)."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column


class Move:
    """One action of a record: `tenths` of a second since the one before it, or None; `deal` counts from 1."""

    __slots__ = ("action", "by_clock", "deal", "seat", "tenths")

    def __init__(self, seat: int, action: str, tenths: "int | None", by_clock: bool, deal: int) -> None:
        self.seat = seat
        self.action = action
        self.tenths = tenths
        self.by_clock = by_clock
        self.deal = deal

    def __str__(self) -> str:
        return word(self.seat, self.action, self.tenths, self.by_clock)


class Record:
    """A record as read: the `game` that it replays to, `names` by seat, decks, moves, whether it has a result."""

    __slots__ = ("decks", "game", "has_result", "moves", "names")

    def __init__(self, game: Game, names: dict[int, str]) -> None:
        self.game = game
        self.names = names
        self.decks: list[list[int]] = []
        self.moves: list[Move] = []
        self.has_result = False


def head(ruleset: Ruleset, seats: "Iterable[tuple[int, int, str]]", dealer: int) -> str:
    """A record's beginning up to the `dealer` line; `seats` are (number, stack, name). Raises ValueError for a name."""
    lines = ["azi 1", f"rules {ruleset}"]
    for number, stack, name in seats:
        if "\n" in name or len(name) > NAME_LENGTH:
            raise ValueError("a name is one line of at most 200 characters")
        line = f"seat {number} {stack} {name}".rstrip(" \t")
        lines.append(line + "\r" if line.endswith("\r") else line)  # one before the line feed is not the name's
    lines.append(f"dealer {dealer}\n")
    return "\n".join(lines)


def deal_line(deck: list[int]) -> str:
    """The line that begins a deal; its line feed in front ends the actions before it."""
    return "\ndeal " + "".join([name_of(card) for card in deck]) + "\n"


def word(seat: int, action: str, tenths: "int | None" = None, by_clock: bool = False) -> str:
    """An action as a record has it: the seat, the action, the time since the one before, `!` if the clock acted."""
    text = f"{seat}{action}"
    if tenths is not None:
        text += f"@{tenths // 10}.{tenths % 10}" if tenths % 10 else f"@{tenths // 10}"
    return text + "!" if by_clock else text


def result_line(game: Game) -> str:
    """The last line of the record of a game that is over."""
    net = game.net
    assert net is not None, "the game is not over"
    words = [str(number) + ("+" if net[number] >= 0 else "") + str(net[number]) for number in game.numbers]
    return "result " + " ".join(words) + "\n"


def read(text: str) -> Record:
    """Read and replay the one record in this text. Raises RecordError."""
    from . import reader  # not at the top: it makes records, and imports them from here

    return reader.read(text)


def write(record: Record) -> str:
    """The record as text, which reads back as the same record."""
    return _write(record, record.decks, record.moves)


def steps(record: Record) -> "Iterator[Game]":
    """The game after each deal and each move of the record: every time the same object."""
    game = restart(record.game)
    for deal, deck in enumerate(record.decks, 1):
        game.deal(deck)
        yield game
        for move in record.moves:
            if move.deal == deal:
                game.apply(move.seat, move.action)
                yield game


def mask(record: "Record | str", viewer: "int | None") -> str:
    """The record as this seat, or with None the public, may have it.

    It holds a seat's own cards of the deals in which it has looked, but for what it discarded unseen, every turn-up,
    and nothing else of a deck. It replays to the same result. Raises RecordError if text is given and can't be read.
    """
    if isinstance(record, str):
        record = read(record)
    game = restart(record.game)
    decks = []
    for deal, deck in enumerate(record.decks, 1):
        game.deal(deck)
        unseen = False
        for move in record.moves:
            if move.deal == deal:
                game.apply(move.seat, move.action)
                unseen = unseen or (move.seat == viewer and move.action == DISCARD)
        decks.append(_masked_deck(game, deck, viewer, unseen))
    return _write(record, decks, [_masked_move(move, viewer) for move in record.moves])


def _masked_deck(game: Game, deck: list[int], viewer: "int | None", unseen: bool) -> list[int]:
    """The deck of the deal just played as the viewer knows it; `unseen`: it discarded its last card unseen."""
    players = len(game.dealt)
    turn_up = players * game.ruleset.cards
    masked = [HIDDEN] * PACK
    masked[turn_up] = deck[turn_up]
    for place, seat in enumerate(game.dealt):
        if seat.number == viewer and seat.looked:
            # The last round of cards is what was discarded unseen.
            for at in range(place, turn_up - players if unseen else turn_up, players):
                masked[at] = deck[at]
    return masked


def _masked_move(move: Move, viewer: "int | None") -> Move:
    """Another's discard by name is the discard of a card from a hidden hand."""
    if move.seat == viewer or move.action == DISCARD or not move.action.startswith(DISCARD):
        return move
    return Move(move.seat, DISCARD + MASKED, move.tenths, move.by_clock, move.deal)


def _write(record: Record, decks: list[list[int]], moves: list[Move]) -> str:
    game = record.game
    seats = [(number, game.seats[number].start, record.names[number]) for number in game.numbers]
    text = head(game.ruleset, seats, game.dealer)
    for deal, deck in enumerate(decks, 1):
        text += deal_line(deck)[1:]
        words = [str(move) for move in moves if move.deal == deal]
        if words:
            text += " ".join(words) + "\n"
    return text + result_line(game) if record.has_result else text


def restart(game: Game) -> Game:
    """The same game before its first deal."""
    return Game(game.ruleset, {number: game.seats[number].start for number in game.numbers}, game.dealer)


def summary(game: Game) -> dict[str, object]:
    """What the replay command prints of a game."""
    legal = {}
    for number in game.numbers:
        words = game.legal_actions(number)
        if words:
            legal[str(number)] = list(words)
    net = game.net
    return {
        "phase": game.phase,
        "winner": game.winner,
        "bank": game.bank,
        "deals": game.deals,
        "stacks": {str(number): game.seats[number].stack for number in game.numbers},
        "net": None if net is None else {str(number): net[number] for number in game.numbers},
        "to_act": list(game.to_act),
        "legal": legal,
    }
