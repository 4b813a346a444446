"""What a table's latest deal can prove (docs/fairness.md): the deal in memory, and its frames for everybody's page.

The deck, and the salts under which its cards lie, are secrets of this module and games.dealing: what leaves it is the
public record as far as it has come, and each seat's own openings once it has looked.
"""

import json
from typing import Any

from games.rules import Game, fairness
from games.rules.actions import DISCARD, JOIN, LOOK, PASS
from games.rules.cards import BY_NAME
from games.rules.game import AZI, DEAL, OVER
from games.rules.record import Move

from .models import DealRecord, Table

Event = dict[str, Any]


class Deal:
    """One deal of a table: its header, and what has come of it so far.

    `number` counts the deals of its game from 1, `deal_no` those of its table. While it is *open* its seeds are not
    combined yet; it is `over` when its record is complete.
    """

    __slots__ = (
        "_own",
        "_used",
        "combination",
        "deal_no",
        "end",
        "events",
        "game",
        "head",
        "header",
        "number",
        "record_hash",
        "said",
        "seeds",
        "unseen",
    )

    def __init__(self, game: str, number: int, header: dict[str, Any], seeds: list[bytes]) -> None:
        self.game = game
        self.number = number
        self.header = header
        self.deal_no: int = header["deal_no"]
        self.seeds = seeds
        self.combination: dict[str, Any] | None = None
        self.events: list[Event] = []
        self.record_hash = ""
        self.said: list[str] = []  # the events as they go over the wire
        self.end: str | None = None
        self.unseen: set[int] = set()  # positions that were put away unseen
        self._used: fairness.Used | None = None
        self._own: dict[int, str] = {}
        self.head: tuple[str, ...] = (self._frame("header", header=header),)  # its frames, and of the combination

    def __repr__(self) -> str:
        return f"<Deal {self.deal_no} of {self.header['table_id']}>"

    def ends(self, game: Game) -> bool:
        """Whether it has just been played to its end, and its record is not closed yet."""
        return not self.over and self.number == game.deals and game.phase in (AZI, DEAL, OVER)

    @property
    def is_open(self) -> bool:
        return self.combination is None and not self.over

    @property
    def over(self) -> bool:
        return self.record_hash != ""

    @property
    def deck(self) -> list[int]:
        """The 27 cards in dealing order, once the seeds are combined."""
        assert self._used is not None
        return self._used.deck

    def combine(self, revealed: dict[int, bytes]) -> None:
        """Step 4: which of the decks it is, and how its cards are permuted."""
        self.use(fairness.combine(self.header, self.seeds, revealed))

    def use(self, combination: dict[str, Any]) -> None:
        """The seeds are combined: of the decks' own that of the used one is left, or none once it is erased."""
        self.combination = combination
        if len(self.seeds) > 1:
            self.seeds = [self.seeds[combination["pick"]]]
        self._used = fairness.Used(self.header, combination, self.seeds[0]) if self.seeds else None
        self.head = (*self.head, self._frame("combine", combination=combination))

    def dealt(self, game: Game) -> None:
        """The cards went out: which positions each seat holds, and the turn-up."""
        players = len(game.dealt)
        turn_up = players * game.ruleset.cards
        for place, seat in enumerate(game.dealt):
            self._tell({"e": "deal", "seat": seat.number, "pos": list(range(place, turn_up, players))})
        self._open(turn_up)

    def note(self, seat: int, action: str) -> None:
        """An action of the game, in the words of the rules; what it shows is opened. Azi's buy-ins are no deal's."""
        if action in (JOIN, PASS):
            return
        if action[0] == DISCARD:
            pos = self.deck.index(BY_NAME[action[1:]]) if len(action) > 1 else self._held(seat)[-1]
            if len(action) == 1:
                self.unseen.add(pos)
            self._tell({"e": "act", "a": f"{seat}{DISCARD}", "pos": pos})
            return
        self._tell({"e": "act", "a": f"{seat}{action}"})
        if action in BY_NAME:
            self._open(self.deck.index(BY_NAME[action]))
        elif action == LOOK:
            self._own.pop(seat, None)

    def close(self, why: str = "") -> None:
        """The deal is over, or called off: then it says why, and once combined its deck is everybody's to see."""
        if why:
            self._tell({"e": "void", "why": why})
        combined = self.combination["combined"] if self.combination else fairness.ZERO
        self.record_hash = fairness.record_hash(self.header["header_hash"], combined, self.events)
        self.end = self._end(self.seeds[0].hex() if why and self.combination else None)

    def reopen(self, row: DealRecord) -> None:
        """Go on from a row of the database that is complete."""
        for event in json.loads(row.events):
            self._tell(event)
        self.record_hash = row.record_hash
        self.end = self._end(row.secret if row.void and self.combination else None)

    def own(self, seat: int) -> list[dict[str, Any]]:
        """The openings of all cards that this seat was dealt, but for what it put away unseen; it must have looked."""
        if self._used is None:
            return []
        return [self._used.open(pos) for pos in self._held(seat) if pos not in self.unseen]

    def own_frame(self, seat: int) -> str:
        """Those, as they go to the seat's player."""
        if seat not in self._own:
            self._own[seat] = self._frame("own", openings=self.own(seat))
        return self._own[seat]

    def _held(self, seat: int) -> list[int]:
        return next((event["pos"] for event in self.events if event["e"] == "deal" and event["seat"] == seat), [])

    def _open(self, pos: int) -> None:
        assert self._used is not None
        self._tell({"e": "open", **self._used.open(pos)})

    def _tell(self, event: Event) -> None:
        self.events.append(event)
        self.said.append(json.dumps(event, separators=(",", ":")))

    def _end(self, deck_seed: str | None) -> str:
        shown = {} if deck_seed is None else {"deck_seed": deck_seed}
        return self._frame("end", record_hash=self.record_hash, **shown)

    def _frame(self, step: str, **values: object) -> str:
        return frame(step, self.deal_no, **values)


def keep(row: Table, deal: Deal, void: bool = False) -> None:
    """Write the end of its record. Seeds that were never combined open nothing any more."""
    secret = {} if deal.combination else {"secret": ""}
    DealRecord.objects.filter(table=row.pk, deal_no=deal.deal_no).update(
        events=fairness.canon(deal.events).decode(), record_hash=deal.record_hash, void=void, **secret
    )


class Proof:
    """What everybody's pages may have of a deal just now: frames to read from any thread, never changed."""

    __slots__ = ("deal_no", "end", "events", "head", "own")

    def __init__(self, deal_no: int, head: tuple[str, ...]) -> None:
        self.deal_no = deal_no
        self.head = head
        self.events: tuple[str, ...] = ()
        self.own: dict[int, str] = {}  # by user
        self.end: str | None = None


def proof_of(deal: Deal, game: Game | None, users: dict[int, int]) -> Proof:
    """What the deal can prove now; `users` sit in the seats of its game."""
    proof = Proof(deal.deal_no, deal.head)
    proof.events = tuple(deal.said)
    proof.end = deal.end
    if game is not None and deal.combination is not None and deal.number == game.deals:
        proof.own = {user: deal.own_frame(seat) for seat, user in users.items() if game.seats[seat].looked}
    return proof


def nothing_to_prove(deal_no: int) -> Proof:
    """Of a deck that a test has prepared."""
    return Proof(deal_no, (frame("test", deal_no),))


def frame(step: str, deal_no: int, **values: object) -> str:
    """One `shuffle` frame of the protocol."""
    return json.dumps({"type": "shuffle", "step": step, "deal_no": deal_no, **values}, separators=(",", ":"))


class Told:
    """How much of a table's proofs one page has been sent."""

    __slots__ = ("deal_no", "end", "events", "head", "own")

    def __init__(self) -> None:
        self.deal_no: int | None = None
        self._begin(None)

    def _begin(self, deal_no: int | None) -> None:
        self.deal_no = deal_no
        self.head = self.events = 0
        self.own: str | None = None
        self.end = False

    def frames(self, proof: Proof | None, viewer: int | None) -> list[str]:
        """What this viewer has not been sent yet, in its order."""
        if proof is None or (self.deal_no is not None and proof.deal_no < self.deal_no):
            return []
        if proof.deal_no != self.deal_no:
            self._begin(proof.deal_no)
        frames = list(proof.head[self.head :])
        self.head = len(proof.head)
        if len(proof.events) > self.events:
            begin = frame("events", proof.deal_no, **{"from": self.events})
            frames.append(f'{begin[:-1]},"events":[{",".join(proof.events[self.events :])}]}}')
            self.events = len(proof.events)
        own = proof.own.get(viewer) if viewer is not None else None
        if own is not None and own != self.own:
            frames.append(own)
            self.own = own
        if proof.end is not None and not self.end:
            frames.append(proof.end)
            self.end = True
        return frames


def latest(row: Table, game: Game | None, moves: list[Move]) -> Deal | None:
    """The deal that the game on the table has come to, from the database. None: it has none that proves anything."""
    if game is None:
        return None
    kept = DealRecord.objects.filter(table=row.pk, game=row.game_id).order_by("-deal_no").first()
    return None if kept is None else restored(kept, game, moves)


def restored(kept: DealRecord, game: Game | None, moves: list[Move]) -> Deal:
    """A deal as its row and its game's moves (all of them) have it; of a game that doesn't replay, without events."""
    deal = Deal(kept.game, kept.deal, json.loads(kept.header), kept.seeds)
    if kept.combination:
        deal.use(json.loads(kept.combination))
    if kept.record_hash:
        deal.reopen(kept)
        deal.unseen = _unseen(deal, moves)
    elif kept.combination and game is not None and game.deals == kept.deal:
        deal.dealt(game)
        for move in moves:
            if move.deal == kept.deal:
                deal.note(move.seat, move.action)
    return deal


def _unseen(deal: Deal, moves: list[Move]) -> set[int]:
    """The positions that were put away unseen: for those that the record names, the seat had looked."""
    seats = {move.seat for move in moves if move.deal == deal.number and move.action == DISCARD}
    return {one["pos"] for one in deal.events if one["e"] == "act" and "pos" in one and int(one["a"][0]) in seats}
