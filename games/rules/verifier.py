"""Checks the records of deals as a stranger would (docs/fairness.md): from what the record says, and nothing else.

What it does not judge is whether a bet or a card was legal: a game's own record says that.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NoReturn

from . import hashes
from .actions import BET, DISCARD, JOIN, LOOK, PASS, PLAY, RAISE, UNSEEN, parse
from .hashes import CARDS, DECKS, SCHEME, ZERO, Json
from .reader import INPUT_BYTES
from .refusals import MalformedAction

HEADER = ("scheme", "n", "k", "deal_id", "table_id", "deal_no", "unix_ms", "prev", "seats", "roots", "header_hash")
COMBINATION = ("reveals", "combined", "pick", "cut", "drawn_dealer", "leaves", "audit")
END = ("openings", "events", "record_hash")
OPENING = ("pos", "leaf", "card", "salt")
_TEST_SECRET = "secret_for_test_only"  # noqa: S105 - what vectors carry, and no proof needs

_HEX = frozenset("0123456789abcdef")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyz_")
_SEATS = ("1", "2", "3", "4", "5", "6")
_LOOKS = tuple(digit + LOOK for digit in _SEATS)
_LARGEST = 2**53 - 1  # above it, JavaScript's numbers are not exact

REASONS = {
    "unreadable": "This is no JSON text.",
    "too_long": "This is longer than 16 MiB.",
    "empty": "There is no deal in it.",
    "malformed": "{what} is not {expected}.",
    "missing": "{what} has no {key}.",
    "unknown": "{what} holds something that does not belong there.",
    "scheme": "The record is of another scheme than azi-fair/1.",
    "seats": "The seats of the header are not in ascending order.",
    "header_hash": "The header hash does not fit the header.",
    "reveal_seats": "The seeds shown are not those of the header's seats in their order.",
    "no_commitment": "A seed of seat {seat} is counted, which had not committed to one.",
    "reveal": "The seed of seat {seat} does not open its commitment.",
    "combined": "The combined seed does not fit the header and the seeds shown.",
    "pick": "The used deck is not the one that the combined seed picks.",
    "cut": "The cut is not the one that the combined seed makes.",
    "drawn_dealer": "The dealer is not the one that the combined seed draws.",
    "audit_decks": "The decks shown are not the seven that are not used, in their order.",
    "audit": "The seed of deck {deck} does not give the root that the header has for it.",
    "leaves": "The leaves do not give the root that the header has for the used deck {deck}.",
    "leaf_index": "The card at position {pos} is shown by leaf {leaf}, where the cut has another.",
    "opening": "The card shown at position {pos} is not the one that its leaf was made of.",
    "card_twice": "The same card is shown at positions {pos} and {other}.",
    "opened_twice": "The card at position {pos} is among the openings twice.",
    "undealt": "The card at position {pos} is among the openings, but was not dealt.",
    "dealing": "The cards were not dealt to the header's seats one after another, clockwise.",
    "hands": "A hand has neither three nor four cards.",
    "positions": "Seat {seat} was dealt other positions than its turn in the dealing gives.",
    "turn_up": "The card after the hands, at position {pos}, is not opened as the turn-up.",
    "not_dealt_in": "Seat {seat} acts, but was dealt no cards.",
    "no_play": "The card at position {pos} is opened without having been played.",
    "not_opened": "Seat {seat} plays a card that is not opened.",
    "not_its_card": "Seat {seat} uses position {pos}, which was not dealt to it.",
    "spent": "Seat {seat} uses position {pos} for the second time.",
    "played_card": "Seat {seat} plays another card than the one that is opened.",
    "discard": "Seat {seat} discards, which it may do once, and only from four cards.",
    "unseen_discard": "Seat {seat} discards position {pos} unseen, which is not its last card.",
    "after_void": "Something follows after the deal was called off.",
    "not_combined": "A deal without a combined seed holds more than that it was called off.",
    "no_deck_seed": "The deal was called off, but the seed of the used deck is not shown.",
    "stray_deck_seed": "The deal was not called off after its seeds were combined, but a deck's seed is shown.",
    "deck_seed": "The seed shown for the used deck {deck} does not give the root that the header has for it.",
    "record_hash": "The record hash does not fit the record.",
    "other_table": "Deal {deal_no} is of another table than the deal before it.",
    "deal_no": "Deal {deal_no} does not follow deal {before}.",
    "prev": "Deal {deal_no} does not continue the record of deal {before}.",
}


class Unfair(ValueError):
    """A record that proves nothing, or proves a fault: a stable code, a key of REASONS, and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def read(data: bytes) -> list[object]:
    """The records of a file, which is one or a list of them, not verified yet. Raises Unfair."""
    if len(data) > INPUT_BYTES:
        _fail("too_long")
    try:
        found = json.loads(data.decode(), object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise Unfair("unreadable", REASONS["unreadable"]) from None
    records = found if isinstance(found, list) else [found]
    if not records:
        _fail("empty")
    return records


def verify(record: object) -> None:
    """Check all that the record of a deal says about itself. Raises Unfair."""
    deal = _object(record, "The record")
    is_combined = "combined" in deal
    keys = HEADER + (COMBINATION if is_combined else ()) + END
    _check_keys(deal, "The record", keys, ("deck_seed", _TEST_SECRET))
    _check_header(deal)
    if is_combined:
        _check_combination(deal)
        _Play(deal).check()
    else:
        _check_called_off(deal)
    _check_hex(deal["record_hash"], 32, "The record hash")
    if hashes.record_hash(deal["header_hash"], deal.get("combined", ZERO), deal["events"]) != deal["record_hash"]:
        _fail("record_hash")


def verify_chain(records: Sequence[object]) -> None:
    """Check deals that followed one another at a table, and that each continues the one before. Raises Unfair."""
    if not isinstance(records, list | tuple):
        _fail("malformed", what="A chain", expected="a list of records")
    for record in records:
        verify(record)
    for before, record in pairwise(records):
        _check_link(before, record)


def verify_file(data: bytes) -> tuple[int, int]:
    """Check every deal of a file, and those that follow one another as chains. How many of both; raises Unfair."""
    records: list[Any] = read(data)
    for number, record in enumerate(records, 1):
        try:
            verify(record)
        except Unfair as error:
            where = f"Record {number} of {len(records)}: " if len(records) > 1 else ""
            raise Unfair(error.code, where + error.message) from None
    ends = {(record["table_id"], record["record_hash"]): record for record in records}
    for record in records:
        if continued := ends.get((record["table_id"], record["prev"])):
            _check_link(continued, record)  # a number between the two would be a deal that was dropped
    chains = 1
    for before, record in pairwise(records):
        if (record["table_id"], record["deal_no"]) == (before["table_id"], before["deal_no"] + 1):
            _check_link(before, record)
        else:
            chains += 1
    return len(records), chains


def _check_link(before: Any, record: Any) -> None:
    """That one verified record continues the other."""
    if record["table_id"] != before["table_id"]:
        _fail("other_table", deal_no=record["deal_no"])
    for key, expected in (("deal_no", before["deal_no"] + 1), ("prev", before["record_hash"])):
        if record[key] != expected:
            _fail(key, deal_no=record["deal_no"], before=before["deal_no"])


# Header and combination


def _check_header(header: Json) -> None:
    """Its form, and that its hash is its own."""
    if header["scheme"] != SCHEME:
        _fail("scheme")
    for key, low, high in (
        ("n", CARDS, CARDS),
        ("k", DECKS, DECKS),
        ("deal_no", 1, 2**32 - 1),
        ("unix_ms", 0, _LARGEST),
    ):
        _check_number(header[key], low, high, f"The header's {key}")
    for key, size in (("deal_id", 16), ("table_id", 16), ("prev", 32), ("header_hash", 32)):
        _check_hex(header[key], size, f"The header's {key}")
    _check_seats(header["seats"])
    for deck, root in enumerate(_list(header["roots"], DECKS, "roots")):
        _check_hex(root, 32, f"The root of deck {deck}")
    if hashes.header_hash_of(header) != header["header_hash"]:
        _fail("header_hash")


def _check_seats(seats: object) -> None:
    if not isinstance(seats, list) or not 1 <= len(seats) <= 6:
        _fail("malformed", what="The header's seats", expected="a list of one to six")
    for seat in seats:
        _check_keys(_object(seat, "A seat of the header"), "A seat of the header", ("seat", "user", "commit"))
        _check_number(seat["seat"], 1, 6, "The number of a seat")
        _check_hex(seat["user"], 16, f"The user of seat {seat['seat']}")
        _check_hex(seat["commit"], 32, f"The commitment of seat {seat['seat']}")
    if any(seat["seat"] >= following["seat"] for seat, following in pairwise(seats)):
        _fail("seats")


def _check_combination(deal: Json) -> None:
    """That the seeds shown are those committed to, and that everything else follows from them."""
    _check_hex(deal["combined"], 32, "The combined seed")
    combined = hashes.combined_of(deal, list(_seeds_shown(deal)))
    if combined.hex() != deal["combined"]:
        _fail("combined")
    _check_number(deal["pick"], 0, DECKS - 1, "The deck picked")
    if deal["pick"] != hashes.pick_of(combined):
        _fail("pick")
    for place in _list(deal["cut"], CARDS, "positions of the cut"):
        _check_number(place, 0, CARDS - 1, "A leaf of the cut")
    if deal["cut"] != hashes.cut_of(combined):
        _fail("cut")
    _check_number(deal["drawn_dealer"], 1, 6, "The drawn dealer")
    if deal["drawn_dealer"] != hashes.drawn_dealer_of(deal, combined):
        _fail("drawn_dealer")
    _check_decks(deal)


def _seeds_shown(deal: Json) -> "Iterator[bytes | None]":
    """The seed of each of the header's seats, None for one that stayed silent."""
    reveals = _list(deal["reveals"], len(deal["seats"]), "seeds shown")
    for reveal, seat in zip(reveals, deal["seats"], strict=True):
        _check_keys(_object(reveal, "A seed shown"), "A seed shown", ("seat", "seed"))
        _check_number(reveal["seat"], 1, 6, "The seat of a seed shown")
        if reveal["seat"] != seat["seat"]:
            _fail("reveal_seats")
        yield _seed_shown(deal, seat, reveal["seed"])


def _seed_shown(deal: Json, seat: Json, text: Any) -> "bytes | None":
    if text is None:
        return None
    _check_hex(text, 32, f"The seed of seat {seat['seat']}")
    if seat["commit"] == ZERO:
        _fail("no_commitment", seat=seat["seat"])
    seed = bytes.fromhex(text)
    if not hashes.opens(deal, seat, seed):
        _fail("reveal", seat=seat["seat"])
    return seed


def _check_decks(deal: Json) -> None:
    """The seven decks that are not used, from their seeds, and the leaves of the used one."""
    unused = [deck for deck in range(DECKS) if deck != deal["pick"]]
    for audit, deck in zip(_list(deal["audit"], DECKS - 1, "unused decks"), unused, strict=True):
        _check_keys(_object(audit, "An unused deck"), "An unused deck", ("deck", "seed"))
        _check_number(audit["deck"], 0, DECKS - 1, "The number of an unused deck")
        if audit["deck"] != deck:
            _fail("audit_decks")
        _check_hex(audit["seed"], 32, f"The seed of deck {deck}")
        _check_deck(deal, deck, audit["seed"], "audit")
    for leaf, text in enumerate(_list(deal["leaves"], CARDS, "leaves")):
        _check_hex(text, 32, f"Leaf {leaf}")
    leaves = [bytes.fromhex(text) for text in deal["leaves"]]
    if hashes.root_of(bytes.fromhex(deal["deal_id"]), deal["pick"], leaves) != deal["roots"][deal["pick"]]:
        _fail("leaves", deck=deal["pick"])


def _check_deck(deal: Json, deck: int, seed: str, code: str) -> None:
    """That the seed gives the deck that the header is bound to; so it is 27 different cards."""
    deal_id = bytes.fromhex(deal["deal_id"])
    if hashes.root_of(deal_id, deck, hashes.leaves_of(deal_id, deck, bytes.fromhex(seed))) != deal["roots"][deck]:
        _fail(code, deck=deck)


def _check_called_off(deal: Json) -> None:
    """A deal called off before its seeds were combined: no card was in play."""
    events = deal["events"]
    if deal["openings"] != [] or not isinstance(events, list) or len(events) != 1:
        _fail("not_combined")
    if _kind(events[0]) != "void":
        _fail("not_combined")
    _check_void(events[0])
    if "deck_seed" in deal:
        _fail("stray_deck_seed")


# Openings and events


class _Play:
    """A deal's cards as its openings and events show them: who holds which positions, and which of them are spent."""

    __slots__ = ("deal", "discarded", "hands", "looked", "shown", "spent", "turn_up")

    def __init__(self, deal: Json) -> None:
        self.deal = deal
        self.hands: dict[int, list[int]] = {}
        self.turn_up: int | None = None
        self.looked: set[int] = set()
        self.discarded: set[int] = set()
        self.spent: set[int] = set()
        self.shown: dict[int, int] = {}  # the position by its card

    def __repr__(self) -> str:
        return "<_Play>"  # a player's own openings are that player's secret

    def check(self) -> None:
        """Everything that is opened, and everything that was done."""
        opened = self._openings()
        events = self.deal["events"]
        if not isinstance(events, list):
            _fail("malformed", what="The events", expected="a list")
        is_void = bool(events) and _kind(events[-1]) == "void"
        if is_void:
            _check_void(events[-1])
            events = events[:-1]
        if events or not is_void:
            self._dealing(events)
        for pos in opened:
            if pos != self.turn_up and not any(pos in hand for hand in self.hands.values()):
                _fail("undealt", pos=pos)
        self._deck_seed(is_void)

    def _openings(self) -> set[int]:
        """The positions opened to the record's owner."""
        openings = self.deal["openings"]
        if not isinstance(openings, list):
            _fail("malformed", what="The openings", expected="a list")
        opened: set[int] = set()
        for opening in openings:
            _check_keys(_object(opening, "An opening"), "An opening", OPENING)
            self._show(opening)
            if opening["pos"] in opened:
                _fail("opened_twice", pos=opening["pos"])
            opened.add(opening["pos"])
        return opened

    def _show(self, opening: Json) -> None:
        """A card is shown: it is the one that its leaf was made of, and no other position has shown it."""
        pos, leaf, card, salt = (opening[key] for key in OPENING)
        _check_number(pos, 0, CARDS - 1, "The position of an opening")
        _check_number(leaf, 0, CARDS - 1, f"The leaf shown at position {pos}")
        _check_number(card, 0, CARDS - 1, f"The card shown at position {pos}")
        _check_hex(salt, 32, f"The salt shown at position {pos}")
        if leaf != self.deal["cut"][pos]:
            _fail("leaf_index", pos=pos, leaf=leaf)
        made = hashes.leaf_of(bytes.fromhex(self.deal["deal_id"]), self.deal["pick"], leaf, card, bytes.fromhex(salt))
        if made.hex() != self.deal["leaves"][leaf]:
            _fail("opening", pos=pos)
        other = self.shown.setdefault(card, pos)
        if other != pos:
            _fail("card_twice", pos=pos, other=other)

    def _dealing(self, events: list[Any]) -> None:
        """The hands, the turn-up, and what was done with them."""
        seats = len(self.deal["seats"])
        for event in events[:seats]:
            self._hand(event)
        self._check_clockwise()
        size = len(events[0]["pos"])
        if size not in (3, 4):
            _fail("hands")
        for place, (seat, hand) in enumerate(self.hands.items()):
            if hand != list(range(place, seats * size, seats)):
                _fail("positions", seat=seat)
        self.turn_up = seats * size
        self._turn_up(events[seats : seats + 1])
        self._actions(events[seats + 1 :])

    def _hand(self, event: Any) -> None:
        if _kind(event) != "deal":
            _fail("dealing")
        _check_keys(event, "A hand", ("e", "seat", "pos"))
        _check_number(event["seat"], 1, 6, "The seat of a hand")
        if not isinstance(event["pos"], list) or event["seat"] in self.hands:
            _fail("dealing")
        for pos in event["pos"]:
            _check_number(pos, 0, CARDS - 1, f"A position of seat {event['seat']}")
        self.hands[event["seat"]] = event["pos"]

    def _check_clockwise(self) -> None:
        """All seats of the header, in ascending order from any of them on."""
        numbers = [seat["seat"] for seat in self.deal["seats"]]
        dealt = list(self.hands)
        if sorted(dealt) != numbers:
            _fail("dealing")
        first = numbers.index(dealt[0])
        if dealt != numbers[first:] + numbers[:first]:
            _fail("dealing")

    def _turn_up(self, events: list[Any]) -> None:
        if not events or _kind(events[0]) != "open":
            _fail("turn_up", pos=self.turn_up)
        self._open(events[0])
        if events[0]["pos"] != self.turn_up:
            _fail("turn_up", pos=self.turn_up)

    def _open(self, event: Json) -> None:
        _check_keys(event, "An opening among the events", ("e", *OPENING))
        self._show(event)

    def _actions(self, events: list[Any]) -> None:
        """What seats did, in order. Where a seat has looked, cards lay face down until then."""
        face_down = any(_kind(event) == "act" and event.get("a") in _LOOKS for event in events)
        following = iter(events)
        for event in following:
            seat, action, value = self._action(event)
            if action == LOOK:
                self.looked.add(seat)
            elif action == DISCARD:
                self._discard(seat, event["pos"], face_down and seat not in self.looked)
            elif action == PLAY:
                self._play(seat, value, next(following, None))

    def _action(self, event: Any) -> tuple[int, str, int]:
        """Seat, action and value of an action, in its form."""
        if _kind(event) != "act":
            self._fail_at(event)
        text = event.get("a")
        if not isinstance(text, str) or text[:1] not in _SEATS:
            _fail("malformed", what="An action", expected="a seat's digit and a word of the game")
        seat = int(text[0])
        try:
            action, value = parse(text[1:])
        except MalformedAction:
            action, value = "", 0
        is_nothing = action in (BET, RAISE) and value == 0
        if action in ("", JOIN, PASS) or is_nothing or (action == DISCARD and value != UNSEEN):
            _fail("malformed", what=f"An action of seat {seat}", expected="a word of a deal")
        _check_keys(event, f"An action of seat {seat}", ("e", "a", "pos") if action == DISCARD else ("e", "a"))
        if seat not in self.hands:
            _fail("not_dealt_in", seat=seat)
        return seat, action, value

    def _fail_at(self, event: Json) -> NoReturn:
        """What stands where an action should."""
        if event["e"] == "open":
            self._open(event)
            _fail("no_play", pos=event["pos"])
        _fail("after_void" if event["e"] == "void" else "dealing")

    def _discard(self, seat: int, pos: Any, unseen: bool) -> None:
        _check_number(pos, 0, CARDS - 1, f"The position that seat {seat} discards")
        if seat in self.discarded or len(self.hands[seat]) != 4:
            _fail("discard", seat=seat)
        self.discarded.add(seat)
        self._spend(seat, pos)
        if unseen and pos != self.hands[seat][-1]:
            _fail("unseen_discard", seat=seat, pos=pos)

    def _play(self, seat: int, card: int, opening: Any) -> None:
        if opening is None or _kind(opening) != "open":
            _fail("not_opened", seat=seat)
        if opening.get("card") != card:
            _fail("played_card", seat=seat)
        self._open(opening)
        self._spend(seat, opening["pos"])

    def _spend(self, seat: int, pos: int) -> None:
        if pos not in self.hands[seat]:
            _fail("not_its_card", seat=seat, pos=pos)
        if pos in self.spent:
            _fail("spent", seat=seat, pos=pos)
        self.spent.add(pos)

    def _deck_seed(self, is_void: bool) -> None:
        """Shown where the deal was called off, and only there; what else was opened then fits it, being of its root."""
        if not is_void:
            if "deck_seed" in self.deal:
                _fail("stray_deck_seed")
            return
        if "deck_seed" not in self.deal:
            _fail("no_deck_seed")
        _check_hex(self.deal["deck_seed"], 32, "The seed of the used deck")
        _check_deck(self.deal, self.deal["pick"], self.deal["deck_seed"], "deck_seed")


def _kind(event: Any) -> str:
    """Which of the four events it is."""
    kind = event.get("e") if isinstance(event, dict) else None
    if kind not in ("deal", "open", "act", "void"):
        _fail("malformed", what="An event", expected="a hand, an opening, an action or the calling off")
    return str(kind)


def _check_void(event: Json) -> None:
    _check_keys(event, "The calling off", ("e", "why"))
    why = event["why"]
    if not isinstance(why, str) or not 0 < len(why) <= 40 or not _WORD.issuperset(why):
        _fail("malformed", what="The reason of the calling off", expected="a word in lower case")


# Form


def _fail(code: str, **params: object) -> NoReturn:
    raise Unfair(code, REASONS[code].format(**params))


def _once(pairs: list[tuple[str, Any]]) -> Json:
    """A JSON object, none of whose keys stands twice: readers would differ about it."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _object(value: object, what: str) -> Json:
    if not isinstance(value, dict):
        _fail("malformed", what=what, expected="an object")
    return value


def _check_keys(value: Json, what: str, keys: Sequence[str], optional: Sequence[str] = ()) -> None:
    for key in keys:
        if key not in value:
            _fail("missing", what=what, key=key)
    if not value.keys() <= {*keys, *optional}:
        _fail("unknown", what=what)


def _list(value: object, length: int, what: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != length:
        _fail("malformed", what=f"The list of {what}", expected=f"{length} long")
    return value


def _check_number(value: object, low: int, high: int, what: str) -> None:
    if type(value) is not int or not low <= value <= high:
        expected = f"a whole number from {low} to {high}" if low < high else str(low)
        _fail("malformed", what=what, expected=expected)


def _check_hex(value: object, size: int, what: str) -> None:
    if not isinstance(value, str) or len(value) != 2 * size or not _HEX.issuperset(value):
        _fail("malformed", what=what, expected=f"{size} bytes in lower-case hex")
