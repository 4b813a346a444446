"""A player's side of azi-fair/1 as a browser has it: what it answers to the server's frames, and each deal's record as
it was told. It remembers across connections, as a browser's storage does; what is wrong is in `faults`."""

import secrets
from typing import Any

from games.rules import fairness

Frame = dict[str, Any]
Record = dict[str, Any]


class Handshake:
    """`records`: by the deal's number, as far as they were told; those in `verified` are over and hold."""

    def __init__(self, commits: bool = True, reveals: bool = True) -> None:
        self.commits, self.reveals = commits, reveals
        self.user = ""
        self.table = ""
        self.seeds: dict[tuple[int, int], bytes] = {}  # by deal and seat
        self.stands: dict[tuple[int, int], str] = {}  # commitments that the server said stand
        self.bound: dict[bytes, str] = {}  # the header under which a seed was revealed
        self.records: dict[int, Record] = {}
        self.verified: set[int] = set()
        self.counted: set[int] = set()
        self.refused: dict[int, str] = {}  # why a reveal was
        self.faults: list[str] = []
        self._combined = 0
        self._committed: set[tuple[int, int]] = set()  # over this connection
        self._sent: dict[str, Frame] = {}  # over this connection, by its reference

    def linked(self) -> None:
        """The connection is a new one: what was sent before may be lost."""
        self._committed.clear()
        self._sent.clear()

    def sent(self, ref: str, frame: Frame) -> None:
        """So was a frame sent that `hear` has asked for."""
        self._sent[ref] = frame

    def asked(self, ref: str) -> bool:
        """Whether that was a frame of the handshake's."""
        return ref in self._sent

    def hear(self, frame: Frame) -> list[Frame]:
        """What a browser sends when it hears this."""
        try:
            return self._hear(frame)
        except (AssertionError, fairness.Unfair) as fault:
            self.faults.append(f"deal {frame.get('deal_no')}, {frame.get('step')}: {fault}")
            return []

    def _hear(self, frame: Frame) -> list[Frame]:
        match frame["type"]:
            case "hello":
                self.user = frame["you"]["id"] if frame["you"] else ""
            case "view":
                self.table = frame["table"]
                comes = frame["phase"] == "shuffle" and frame["next_deal"] > self._combined + 1  # with the reveal
                return [] if comes else self._commit(frame["next_deal"], frame["my_seat"])
            case "error":
                self._refused(frame)
            case "shuffle" if frame["step"] == "header":
                return self._header(frame["header"])
            case "shuffle" if frame["step"] == "commit":
                self.stands[frame["deal_no"], frame["seat"]] = frame["commit"]
            case "shuffle":
                self._go_on(frame)
        return []

    def commitment(self, deal_no: int, seat: int) -> str:
        """What this player commits to for that deal."""
        seed = self.seeds.setdefault((deal_no, seat), secrets.token_bytes(32))
        return fairness.commitment(self.table, deal_no, seat, self.user, seed)

    def _commit(self, deal_no: int, seat: int | None) -> list[Frame]:
        if seat is None or not self.commits or (deal_no, seat) in self._committed:
            return []
        self._committed.add((deal_no, seat))
        return [{"type": "commit", "deal_no": deal_no, "commit": self.commitment(deal_no, seat)}]

    def _refused(self, frame: Frame) -> None:
        sent = self._sent.get(frame["ref"])
        if sent is None:
            return
        due = sent["deal_no"]
        if sent["type"] == "reveal":
            assert frame["code"] in ("late", "busy", "rate"), f"a reveal is refused: {frame['code']}"
            self.refused[due] = frame["code"]
            due += 1  # its `next` went with it
        self._committed = {key for key in self._committed if key[0] != due}

    def _header(self, header: Record) -> list[Frame]:
        deal_no = header["deal_no"]
        known = self.records.setdefault(deal_no, {**header, "openings": [], "events": []})
        assert known["header_hash"] == header["header_hash"], "another header"
        before = self.records.get(deal_no - 1, {}).get("record_hash")
        assert before in (None, header["prev"]), "the chain is broken"
        mine = next((one for one in header["seats"] if one["user"] == self.user), None)
        if mine is None or "combined" in known:
            return []
        seat = mine["seat"]
        stood = self.stands.get((deal_no, seat))
        assert stood in (None, mine["commit"]), "a commitment that stood is not in the header"
        seed = self.seeds.get((deal_no, seat))
        if seed is None or not self.reveals or mine["commit"] != self.commitment(deal_no, seat):
            return []
        assert self.bound.setdefault(seed, header["header_hash"]) == header["header_hash"], "a seed under two headers"
        self._committed.add((deal_no + 1, seat))
        return [
            {"type": "reveal", "deal_no": deal_no, "r": seed.hex(), "next": self.commitment(deal_no + 1, seat)},
        ]

    def _go_on(self, frame: Frame) -> None:
        if frame["step"] == "test":
            return
        record = self.records[frame["deal_no"]]
        match frame["step"]:
            case "combine":
                assert record.get("combined") in (None, frame["combination"]["combined"]), "combined twice"
                record.update(frame["combination"])
                self._combined = frame["deal_no"]
                self._look_for_mine(record)
            case "events":
                told, start = frame["events"], frame["from"]
                assert start <= len(record["events"]), "events are missing"
                again = record["events"][start : start + len(told)]
                assert told[: len(again)] == again, "another story"
                record["events"] = [*record["events"][:start], *told, *record["events"][start + len(told) :]]
            case "own":
                record["openings"] = frame["openings"]
            case "end":
                record.update({name: frame[name] for name in ("record_hash", "deck_seed") if name in frame})
                fairness.verify(record)
                self.verified.add(record["deal_no"])

    def _look_for_mine(self, record: Record) -> None:
        """Whether this player's seed is counted; it is theirs."""
        mine = next((one for one in record["seats"] if one["user"] == self.user), None)
        shown = next((one["seed"] for one in record["reveals"] if mine and one["seat"] == mine["seat"]), None)
        if mine is None or shown is None:
            return
        seed = self.seeds.get((record["deal_no"], mine["seat"]))
        assert seed is None or shown == seed.hex(), "somebody else's seed"
        self.counted.add(record["deal_no"])
