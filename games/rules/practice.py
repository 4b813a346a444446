"""One game of practice: questions and answers are JSON, for a browser that runs the rules by itself.

It can show every hand, so nothing of a server may import it. Chance comes in from outside: a deck with each deal, and
for the bots a seed. What a bot does follows from the seed and the number of moves so far, so that who takes a move back
and makes it again meets the same answers.

    answer('{"do": "begin", "rules": {…}, "stacks": {"1": 500, …}, "names": {"1": "Alice", …}, "dealer": 1, "me": 1,
             "bots": {"2": {"level": "best", "style": "bold"}, …}, "seed": 7}')
    answer('{"do": "deal", "deck": "7dAh…"}')        # 27 cards; one that is known already is dealt again instead
    answer('{"do": "act", "word": "b40", "ask": 3}')
"""

import json

from . import bots, hints, record
from .actions import LOOK
from .cards import BY_NAME, HIDDEN, MASKED, PACK, name_of
from .chance import Chance
from .game import DEAL, Game
from .refusals import IllegalAction, MalformedAction
from .ruleset import Ruleset
from .view import UNSEEN_CARD, options, view

MYPY = False
if MYPY:
    from collections.abc import Callable
    from typing import Any

    Object = dict[str, Any]

ROUND = 100_000  # more than a game has events: questions of two rounds never have the same number
HINT = 1  # a hint's chance is another than a bot's after as many moves


class Problem(Exception):
    """What is asked can't be; `code` is the protocol's."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Practice:
    """A game between one person, in seat `me`, and bots: its decks and its moves, from which all else follows.

    `decks` may hold more than are dealt: of a set deck, or after taking back. `round` counts up with each taking back.
    `by_itself` are the places among the moves of looks that the person didn't ask for.
    """

    def __init__(self, begin: "Object") -> None:
        """Raises Problem."""
        try:
            self._take(begin)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise Problem("malformed", "This is no game: " + str(error)) from None

    def _take(self, begin: "Object") -> None:
        self.ruleset = Ruleset(**begin["rules"])
        self.starts: dict[int, int] = {int(seat): stack for seat, stack in begin["stacks"].items()}
        self.names: dict[int, str] = {seat: begin["names"][str(seat)] for seat in self.starts}
        self.dealer: int = begin["dealer"]
        self.me: int = begin["me"]
        self.bots = {seat: _bot(begin["bots"][str(seat)]) for seat in self.starts if seat != self.me}
        self.seed: int = begin["seed"]
        self.shows_at_once = begin.get("show_at_once", True) is True
        self.is_open = begin.get("open", False) is True
        self.round: int = begin.get("round", 0)
        self.by_itself: list[int] = begin.get("by_itself", [])
        self.decks = [_deck(word) for word in begin.get("decks", [])]
        self.moves: list[record.Move] = []
        self.game = Game(self.ruleset, self.starts, self.dealer)
        if self.me not in self.starts:
            raise ValueError("the person has no seat")
        if type(self.seed) is not int or self.seed < 0:
            raise ValueError("a seed is a number from 0 on")
        self._replay([_move(word) for word in begin.get("moves", [])], begin.get("deals", 0))
        self.text()  # names may not fit a record

    def _replay(self, moves: "list[record.Move]", deals: int) -> None:
        """The game anew, with these moves and so many deals."""
        game = Game(self.ruleset, self.starts, self.dealer)
        for move in moves:
            if game.phase == DEAL:
                game.deal(self.decks[game.deals])
            game.apply(move.seat, move.action)
            move.deal = game.deals
        if game.phase == DEAL and game.deals < deals:
            game.deal(self.decks[game.deals])
        self.game = game
        self.moves = moves

    # What is done

    def deal(self, drawn: "list[int] | None") -> None:
        """The next deal: of the deck that is known for it, else of the one drawn, which also fills what is hidden."""
        game = self.game
        place = game.deals
        known = self.decks[place] if place < len(self.decks) else [HIDDEN] * PACK
        deck = _filled(known, drawn)
        game.deal(deck)
        self.decks = self.decks[:place] + [deck] + self.decks[place + 1 :]
        if self.shows_at_once and LOOK in game.legal_actions(self.me):
            self.by_itself.append(len(self.moves))
            self._apply(self.me, LOOK, 0)

    def act(self, word: str, ask: "int | None", tenths: "int | None") -> None:
        """The person answers the question `ask`, or looks."""
        if word != LOOK:
            if ask != self.ask():
                raise Problem("stale", "The game has moved on.")
            if ask is None:
                raise IllegalAction("not_your_turn")
        self._apply(self.me, word, tenths)

    def bot(self, tenths: "int | None") -> None:
        """One bot that is asked does what it wants to do."""
        asked = self._bots_asked()
        if not asked:
            raise IllegalAction("not_your_turn")
        level, style = self.bots[asked[0]]
        word = bots.choose(view(self.game, asked[0]), self.chance(), level, style)
        self._apply(asked[0], word, tenths)

    def take_back(self) -> None:
        """To before what the person did last. The decks stay: what comes is the same."""
        place = self._last_own()
        if place < 0:
            raise Problem("not_asked", "There is nothing to take back.")
        deal = self.moves[place].deal
        self.by_itself = [look for look in self.by_itself if look < place]
        self._replay(self.moves[:place], deal)
        self.round += 1

    def hint(self) -> "Object":
        """Of the person's hand, as it may be asked for at a table."""
        shown = view(self.game, self.me)
        if hints.is_unseen(shown):
            raise Problem("not_asked", "Look at your cards first.")
        found = hints.hint(shown, self.chance(HINT))
        if found is None:
            raise Problem("not_asked", "There is nothing to give a hint on now.")
        found["ask"] = self.ask()
        return found

    def _apply(self, seat: int, word: str, tenths: "int | None") -> None:
        self.game.apply(seat, word)
        self.moves.append(record.Move(seat, word, tenths, False, self.game.deals))

    # What is known

    def chance(self, *more: int) -> Chance:
        """For what is decided now: the same whenever the game stands here."""
        return Chance(self.seed, len(self.moves), *more)

    def ask(self) -> "int | None":
        """The number of the question that the person is asked, unlike any other of the game."""
        asked_at = self.game.asked_at(self.me)
        return None if asked_at is None else self.round * ROUND + asked_at

    def state(self) -> "Object":
        """All that there is to know, ready for JSON; its `view` alone is for the person's eyes."""
        game = self.game
        shown: Object = view(game, self.me)
        if self.is_open:
            _open_hands(game, shown, self.me)
        return {
            "view": shown,
            "ask": self.ask(),
            "due": self._due(),
            "watched": game.seats[self.me].in_ or self.me in game.to_act,
            "may_take_back": self._last_own() >= 0,
            "open": self.is_open,
            "show_at_once": self.shows_at_once,
            "record": self.text(),
            "decks": [_word(deck) for deck in self.decks],
            "deals": game.deals,
            "moves": [str(move) for move in self.moves],
            "by_itself": self.by_itself,
            "round": self.round,
            "stacks": {str(seat): chips for seat, chips in game.stacks.items()},
        }

    def text(self) -> str:
        """The game so far, as a record."""
        known = record.Record(self.game, self.names)
        known.decks = self.decks[: self.game.deals]
        known.moves = self.moves
        known.has_result = self.game.is_over
        return record.write(known)

    def _due(self) -> str:
        """What the game waits for. Where bots and the person are asked together, it is the bots' too."""
        if self.game.is_over:
            return "over"
        if self.game.phase == DEAL:
            return "deck"
        return "bots" if self._bots_asked() else "me"

    def _bots_asked(self) -> list[int]:
        return [seat for seat in self.game.to_act if seat != self.me]

    def _last_own(self) -> int:
        """The place of what the person did last; -1 where that is nothing."""
        for place in range(len(self.moves) - 1, -1, -1):
            if self.moves[place].seat == self.me and place not in self.by_itself:
                return place
        return -1


# --- reading a question -----------------------------------------------------------------------------------------------


def _bot(how: "Object") -> tuple[str, str]:
    level, style = how["level"], how["style"]
    if level not in bots.LEVELS or style not in bots.STYLES:
        raise ValueError("no bot plays like that")
    return level, style


def _deck(word: str) -> list[int]:
    """A word of 27 cards, of which `..` hides some."""
    names = [word[at : at + 2] for at in range(0, len(word), 2)]
    deck = [HIDDEN if name == MASKED else BY_NAME[name] for name in names]
    known = [card for card in deck if card != HIDDEN]
    if len(deck) != PACK or len(set(known)) != len(known):
        raise ValueError("a deck has 27 cards, none twice")
    return deck


def _word(deck: list[int]) -> str:
    return "".join([name_of(card) for card in deck])


def _filled(known: list[int], drawn: "list[int] | None") -> list[int]:
    """The deck with what it hides drawn from the cards that are left, in the order of another deck."""
    if HIDDEN not in known:
        return known
    if drawn is None or HIDDEN in drawn:
        raise Problem("malformed", "A whole deck is needed.")
    left = [card for card in drawn if card not in known]
    deck = []
    for card in known:
        deck.append(left.pop(0) if card == HIDDEN else card)
    return deck


def _move(word: str) -> record.Move:
    """A move as `state` writes it."""
    action, _, time = word[1:].partition("@")
    seconds, _, tenth = time.partition(".")
    tenths = 10 * int(seconds) + int(tenth or "0") if time else None
    return record.Move(int(word[0]), action, tenths, False, 0)


def _tenths(question: "Object") -> "int | None":
    """Tenths of a second since the move before, for the record."""
    tenths = question.get("tenths")
    if tenths is not None and (type(tenths) is not int or tenths < 0):
        raise Problem("malformed", "A time is a number of tenths of a second.")
    return tenths


def _open_hands(game: Game, shown: "Object", but: "int | None" = None) -> None:
    """Name all the cards that seats hold, also folded ones and those face down; not those of the seat `but`."""
    for one in shown["seats"]:
        if one["seat"] != but:
            one["cards"] = [UNSEEN_CARD if card == HIDDEN else name_of(card) for card in game.seats[one["seat"]].cards]


# --- questions --------------------------------------------------------------------------------------------------------

_now: "list[Practice]" = []  # the game that is played, once one has begun


def _practice() -> Practice:
    if not _now:
        raise Problem("not_asked", "No game has begun.")
    return _now[0]


def _about(question: "Object") -> "Object":
    return {"styles": sorted(bots.STYLES)}


def _begin(question: "Object") -> "Object":
    """A new game, or one that was begun before: then with its decks, moves, deals and what else `state` gave of it."""
    practice = Practice(question)
    _now[:] = [practice]
    return practice.state()


def _deal(question: "Object") -> "Object":
    word = question.get("deck")
    try:
        drawn = None if word is None else _deck(word)
    except (KeyError, TypeError, ValueError):
        raise Problem("malformed", "This is no deck.") from None
    practice = _practice()
    practice.deal(drawn)
    return practice.state()


def _act(question: "Object") -> "Object":
    word = question.get("word")
    if type(word) is not str:
        raise MalformedAction("")
    practice = _practice()
    practice.act(word, question.get("ask"), _tenths(question))
    return practice.state()


def _bot_acts(question: "Object") -> "Object":
    practice = _practice()
    practice.bot(_tenths(question))
    return practice.state()


def _take_back(question: "Object") -> "Object":
    practice = _practice()
    practice.take_back()
    return practice.state()


def _open(question: "Object") -> "Object":
    practice = _practice()
    practice.is_open = question.get("value") is True
    return practice.state()


def _show_at_once(question: "Object") -> "Object":
    practice = _practice()
    practice.shows_at_once = question.get("value") is True
    return practice.state()


def _hint(question: "Object") -> "Object":
    return _practice().hint()


def _read(question: "Object") -> "Object":
    """Every record of a text: what it says, or what is wrong with it and where."""
    from . import reader  # a game doesn't need it

    text = _text(question, "text")
    return {"records": [_facts_or_error(found) for found in reader.read_all(text.encode("utf-8", "surrogatepass"))]}


def _facts_or_error(found: "record.Record | record.RecordError") -> "Object":
    return _record_error(found) if isinstance(found, record.RecordError) else _facts(found)


def _facts(found: record.Record) -> "Object":
    game = found.game
    ended: Any = view(game, None)["result"] or {"winner": None, "how": None, "bank": game.bank, "net": None}
    return {
        "record": record.write(found),
        "rules": options(game.ruleset),
        "seats": [{"seat": n, "stack": game.seats[n].start, "name": found.names[n]} for n in game.numbers],
        "dealer": game.dealer,
        "decks": [_word(deck) for deck in found.decks],
        "deals": game.deals,
        "masked": any([HIDDEN in deck for deck in found.decks]),
        "owner": _owner(found),
        "over": game.is_over,
        "bank": ended["bank"],
        "winner": ended["winner"],
        "how": ended["how"],
        "net": ended["net"],
    }


def _owner(found: record.Record) -> "int | None":
    """The seat that a masked record is masked for: the only one whose cards it tells."""
    told = set()
    for game in record.steps(found):
        for seat in game.dealt:
            if any([card != HIDDEN for card in seat.dealt]):
                told.add(seat.number)
    return told.pop() if len(told) == 1 else None


def _steps(question: "Object") -> "Object":
    """A record, step by step, as one seat or a spectator saw it, or with every hand open."""
    known = record.read(_text(question, "record"))
    seat = question.get("seat")
    if seat is not None and seat not in known.game.numbers:
        raise Problem("malformed", "Nobody sits there.")
    views: list[Object] = []
    for game in record.steps(known):
        shown = view(game, seat)
        if question.get("open") is True:
            _open_hands(game, shown)
        views.append(shown)
    return {
        "views": views or [view(known.game, seat)],
        "waits": _waits(known) if views else [None],
        "names": {str(number): name for number, name in known.names.items()},
    }


def _waits(known: record.Record) -> "list[int | None]":
    """How many ms passed before each step; None before a deal, and where the record doesn't tell."""
    waits: list[int | None] = []
    for deal in range(1, len(known.decks) + 1):
        waits.append(None)
        for move in known.moves:
            if move.deal == deal:
                waits.append(None if move.tenths is None else 100 * move.tenths)
    return waits


def _text(question: "Object", name: str) -> str:
    text = question.get(name)
    if type(text) is not str:
        raise Problem("malformed", "A record is text.")
    return str(text)


_QUESTIONS: "dict[str, Callable[[Object], Object]]" = {
    "about": _about,
    "begin": _begin,
    "deal": _deal,
    "act": _act,
    "bot": _bot_acts,
    "take_back": _take_back,
    "open": _open,
    "show_at_once": _show_at_once,
    "hint": _hint,
    "read": _read,
    "steps": _steps,
}


def answer(text: str) -> str:
    """The answer to a question, or {"error": {"code", "message", …}}; then nothing has changed."""
    return json.dumps(_answer(text))


def _answer(text: str) -> "Object":
    try:
        question = _question(text)
        return _QUESTIONS[question["do"]](question)
    except IllegalAction as refusal:
        return _error(refusal.code, refusal.message, reason=refusal.reason, params=refusal.params)
    except (MalformedAction, Problem) as error:
        return _error(error.code, error.message)
    except record.RecordError as error:
        return _record_error(error)


def _question(text: str) -> "Object":
    try:
        question: Object = json.loads(text)
    except ValueError:
        question = {}
    if type(question) is not dict or str(question.get("do")) not in _QUESTIONS:
        raise Problem("malformed", "That is no question.")
    return question


def _record_error(error: record.RecordError) -> "Object":
    return _error("record", error.message, line=error.line, column=error.column)


def _error(code: str, message: str, **more: object) -> "Object":
    what: Object = {"code": code, "message": message}
    what.update(more)
    return {"error": what}
