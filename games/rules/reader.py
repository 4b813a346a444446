"""Reading records (rules 11): one error a record, with the line and the column of what is wrong; nothing is guessed."""

from .actions import number
from .cards import BY_NAME, HIDDEN, MASKED, PACK
from .game import DEAL, OVER, Game
from .record import NAME_LENGTH, Move, Record, RecordError
from .refusals import IllegalAction, MalformedAction
from .ruleset import Ruleset

MYPY = False
if MYPY:
    from collections.abc import Callable, Iterator
    from typing import NoReturn

INPUT_BYTES = 16 * 1024 * 1024
LINE_BYTES = 64 * 1024

_BLANKS = " \t"
_SEATS = ("1", "2", "3", "4", "5", "6")
_TENTHS = {digit: value for value, digit in enumerate("0123456789")}
# The words that an option may have, in the order in which they are offered, and what they stand for.
_CHOICES: dict[str, tuple[tuple[str, int | bool | str], ...]] = {
    "cards": (("3", 3), ("4", 4)),
    "blind": (("yes", True), ("no", False)),
    "azi": (("buyin", "buyin"), ("replay", "replay")),
}
_AMOUNTS = ("raises", "ante", "bet")
_OPTIONS = ("cards", "blind", "azi", "raises", "ante", "bet")  # in the order in which a missing one is told


def read(text: str) -> Record:
    """The one record in this text, replayed. Raises RecordError."""
    record: Record | None = None
    for found in read_all(text.encode("utf-8", "surrogatepass")):
        if isinstance(found, RecordError):
            raise found
        if record is not None:
            raise RecordError("expected one record, there are more", 1, 1)
        record = found
    if record is None:
        raise RecordError("expected a record, which begins with: azi 1", 1, 1)
    return record


def read_all(data: bytes) -> "Iterator[Record | RecordError]":
    """Every record of an input in its order, replayed, or what is wrong with it; errors don't stop those after it."""
    if len(data) > INPUT_BYTES:
        yield RecordError("an input has at most 16 MiB", 1, 1)
        return
    reading: _Reading | None = None
    skipping = False
    for line in _lines(data):
        if line.starts_record:
            if reading is not None:
                yield reading.ended()
            reading, skipping = _Reading(), False
        if skipping:
            continue
        try:
            line.check_length()
            if reading is not None:
                reading.take(line)
            elif line.words:
                line.fail(0, "expected a record, which begins with: azi 1")
            line.check_text()
        except RecordError as error:
            yield error
            reading, skipping = None, True
    if reading is not None:
        yield reading.ended()


def _lines(data: bytes) -> "Iterator[_Line]":
    line_number = begin = 0
    while begin < len(data):
        end = data.find(b"\n", begin)
        if end < 0:
            end = len(data)
        line_number += 1
        raw = data[begin:end]
        yield _Line(line_number, raw[:-1] if raw.endswith(b"\r") else raw)
        begin = end + 1


def _words(text: str) -> list[str]:
    """Runs of anything but blanks."""
    return [word for word in text.replace("\t", " ").split(" ") if word]


def _column(text: str, words: list[str], place: int) -> int:
    """Where the word at this place of the text's words begins: only what is wrong needs it."""
    at = 0
    for word in words[:place]:
        at = text.index(word, at) + len(word)
    return text.index(words[place], at) + 1


class _Line:
    """One line as words: runs of anything but blanks, up to a comment.

    On a `seat` line, whose name may hold anything, `;` is a letter like others. Bytes that are no UTF-8 become lone
    surrogates, which fit nowhere.
    """

    __slots__ = ("is_ascii", "is_too_long", "number", "said", "text", "words")

    def __init__(self, line_number: int, raw: bytes) -> None:
        self.number = line_number
        try:
            self.text = text = raw.decode()
            self.is_ascii = len(text) == len(raw)
        except UnicodeError:
            self.text = text = raw.decode("utf-8", "surrogateescape")
            self.is_ascii = False
        self.is_too_long = len(raw) > LINE_BYTES
        if self.is_too_long:
            text = text.lstrip(_BLANKS)[: len("azi ;")]  # whether it begins a record is all that is asked of it
        words = _words(text)
        if ";" in text and words[0] != "seat":
            text = text.partition(";")[0]
            words = _words(text)
        self.said = text  # the part that has the words
        self.words = words

    @property
    def starts_record(self) -> bool:
        return self.words != [] and self.words[0] == "azi"

    @property
    def end(self) -> int:
        """The column just after the last word."""
        return len(self.said.rstrip(_BLANKS)) + 1

    def word(self, place: int, expected: str) -> str:
        """The word at this place; refuses its absence."""
        if place >= len(self.words):
            self.fail(place, expected)
        return self.words[place]

    def fail(self, place: int, message: str, offset: int = 0) -> "NoReturn":
        """Refuse the word at this place, or its letter at an offset; just after the last word if there is none."""
        column = _column(self.said, self.words, place) + offset if place < len(self.words) else self.end
        raise RecordError(message, self.number, column)

    def check_end(self, count: int) -> None:
        """Refuse what follows these many words."""
        if len(self.words) > count:
            self.fail(count, "expected the end of the line")

    def check_length(self) -> None:
        if self.is_too_long:
            raise RecordError("a line has at most 64 KiB", self.number, 1)

    def check_text(self) -> None:
        """Refuse bytes that are no UTF-8 where anything else may stand: in names and comments."""
        if self.is_ascii:
            return
        words = _words(self.text)
        for place, word in enumerate(words):
            if any("\ud800" <= letter <= "\udfff" for letter in word):
                raise RecordError("expected UTF-8", self.number, _column(self.text, words, place))


class _Reading:
    """A record as far as it is read: `step` takes the next line that has words."""

    def __init__(self) -> None:
        self.step: "Callable[[_Line], None]" = self._azi
        self.missing = ""  # what the record can't end without
        self.line_number = self.end = 1  # where the last word ended
        self.ruleset = Ruleset()
        self.stacks: dict[int, int] = {}
        self.names: dict[int, str] = {}
        self.record: Record

    def take(self, line: _Line) -> None:
        """The next line, of which empty ones don't count. Raises RecordError."""
        if line.words:
            self.line_number, self.end = line.number, line.end
            self.step(line)

    def ended(self) -> Record | RecordError:
        """The record, unless it ends too early."""
        if self.missing:
            return RecordError(self.missing, self.line_number, self.end)
        return self.record

    # The lines in their order

    def _azi(self, line: _Line) -> None:
        if line.word(1, "expected the version: 1") != "1":
            line.fail(1, "expected the version: 1")
        line.check_end(2)
        self.step, self.missing = self._rules, "expected the line: rules"

    def _rules(self, line: _Line) -> None:
        if line.words[0] != "rules":
            line.fail(0, "expected the line: rules")
        options: dict[str, int | bool | str | None] = {}
        for place in range(1, len(line.words)):
            name, _, text = line.words[place].partition("=")
            if name in options:
                line.fail(place, f"expected {name} only once")
            options[name] = _option(line, place, name, text)
        for name in _OPTIONS:
            if name not in options:
                line.fail(len(line.words), f"expected {name}=")
        self.ruleset = Ruleset(**options)  # type: ignore[arg-type]  # each value was checked by its name
        self.step, self.missing = self._seat, "expected two to six lines: seat"

    def _seat(self, line: _Line) -> None:
        first = line.words[0]
        if first == "dealer" and len(self.stacks) >= 2:
            self._dealer(line)
            return
        if first != "seat":
            line.fail(0, "expected the line: seat" if len(self.stacks) < 2 else "expected the line: seat or dealer")
        seat = _seat_number(line)
        if seat in self.stacks:
            line.fail(1, f"expected seat {seat} only once")
        stack = number(line.word(2, "expected the stack"))
        if stack < 1:
            line.fail(2, "expected the stack, a number of at least 1")
        self.stacks[seat] = stack
        self.names[seat] = self._name(line)
        if len(self.stacks) >= 2:
            self.missing = "expected the line: dealer"

    def _name(self, line: _Line) -> str:
        if len(line.words) < 4:
            return ""
        name = line.text[_column(line.text, line.words, 3) - 1 :].rstrip(_BLANKS)
        if len(name) > NAME_LENGTH:
            line.fail(3, f"expected a name of at most {NAME_LENGTH} characters")
        return name

    def _dealer(self, line: _Line) -> None:
        dealer = _seat_number(line)
        line.check_end(2)
        self.record = Record(Game(self.ruleset, self.stacks, dealer), self.names)
        self.step, self.missing = self._body, ""

    def _body(self, line: _Line) -> None:
        first = line.words[0]
        if first == "deal":
            self._deal(line)
        elif first == "result":
            self._result(line)
        else:
            for place in range(len(line.words)):
                self._move(line, place)

    def _deal(self, line: _Line) -> None:
        game = self.record.game
        if game.phase != DEAL:
            line.fail(0, "no deal is due: the game is over" if game.phase == OVER else "no deal is due")
        deck = _deck(line, game.turn_up_place)
        game.deal(deck)
        self.record.decks.append(deck)

    def _move(self, line: _Line, place: int) -> None:
        word = line.words[place]
        action, tenths, by_clock = _split_action(line, place, word[1:])
        if word[0] not in _SEATS:
            line.fail(place, "expected an action, which begins with its seat")
        try:
            self.record.game.apply(int(word[0]), action)
        except MalformedAction:
            line.fail(place, "expected an action")
        except IllegalAction as refusal:
            line.fail(place, f"seat {word[0]}: {refusal.message}")
        self.record.moves.append(Move(int(word[0]), action, tenths, by_clock, self.record.game.deals))

    def _result(self, line: _Line) -> None:
        net = self.record.game.net
        if net is None:
            line.fail(0, "expected no result: the game is not over")
        named = set()
        for place in range(1, len(line.words)):
            word = line.words[place]
            seat = int(word[0]) if word[0] in _SEATS else 0
            if seat not in net or seat in named:
                line.fail(place, "expected each seat of the game once, with its gain or loss")
            if word[1:] != f"{net[seat]:+d}":
                line.fail(place, f"expected what the game comes to: {seat}{net[seat]:+d}")
            named.add(seat)
        if len(named) < len(net):
            line.fail(len(line.words), "expected the gain or loss of every seat")
        self.record.has_result = True
        self.step = self._nothing

    def _nothing(self, line: _Line) -> None:
        line.fail(0, "expected nothing after the result")


def _option(line: _Line, place: int, name: str, text: str) -> int | bool | str | None:
    """The value of an option of the `rules` line."""
    if name in _CHOICES:
        for word, value in _CHOICES[name]:
            if word == text:
                return value
        line.fail(place, f"expected {name}= one of: " + " ".join([word for word, _value in _CHOICES[name]]))
    if name not in _AMOUNTS:
        line.fail(place, "expected an option: cards= blind= raises= azi= ante= bet=")
    if name == "raises" and text == "-":
        return None
    amount = number(text)
    if amount < 1:
        line.fail(place, f"expected {name}= a number of at least 1")
    return amount


def _seat_number(line: _Line) -> int:
    if line.word(1, "expected the number of a seat") not in _SEATS:
        line.fail(1, "expected the number of a seat, 1 to 6")
    return int(line.words[1])


def _deck(line: _Line, turn_up: int) -> list[int]:
    """The word of 27 cards; its errors are those of a card."""
    word = line.word(1, "expected a word of 27 cards")
    deck: list[int] = []
    for at in range(0, len(word), 2):
        text = word[at : at + 2]
        if len(deck) == PACK:
            line.fail(1, "expected no more than 27 cards", at)
        card = HIDDEN if text == MASKED else BY_NAME.get(text)
        if card is None:
            line.fail(1, "expected a card: rank 6789TJQKA and suit hds, or ..", at)
        if card == HIDDEN and len(deck) == turn_up:
            line.fail(1, "expected the turn-up, which is never masked", at)
        if card != HIDDEN and card in deck:
            line.fail(1, f"expected {text} only once", at)
        deck.append(card)
    line.check_end(2)
    if len(deck) < PACK:
        line.fail(2, "expected 27 cards")
    return deck


def _split_action(line: _Line, place: int, text: str) -> tuple[str, int | None, bool]:
    """An action without its seat: the action proper, the tenths of a second before it, whether the clock acted."""
    by_clock = text.endswith("!")
    action, at, time = (text[:-1] if by_clock else text).partition("@")
    if not at:
        return action, None, by_clock
    seconds, dot, tenth = time.partition(".")
    whole = number(seconds)
    if whole < 0 or (dot and tenth not in _TENTHS):
        line.fail(place, "expected an action, its time in seconds with one decimal at most")
    return action, whole * 10 + _TENTHS.get(tenth, 0), by_clock
