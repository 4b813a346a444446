"""The tables' time: the moment, and what the time marks of a record say of each seat's bank and missed answers."""

import time
from datetime import UTC, datetime

BANKED = frozenset("bcrf")  # and played cards: see Timing.note


_skipped_ms = 0


def now_ms() -> int:
    """The server's moment: milliseconds since 1970."""
    return time.time_ns() // 1_000_000 + _skipped_ms


def moment(ms: int) -> datetime:
    """Milliseconds since 1970 as a date and time."""
    return datetime.fromtimestamp(ms / 1_000, UTC)


def skip_to(ms: int) -> None:
    """Let the time until then pass at once, in this process: for a rehearsal, which no person waits for."""
    global _skipped_ms
    _skipped_ms += max(0, ms - now_ms())


class Timing:
    """Time used in one game, read from the `@` and `!` of its moves (rules 11), in ms.

    The bank of a seat runs after `turn_ms` of its own turn, in the bidding and in play only: the discard and Azi ask
    several seats at once. A look is not an answer, so it neither uses the bank nor starts a new turn.
    """

    __slots__ = ("elapsed", "missed", "turn_ms", "used")

    def __init__(self, turn_ms: int) -> None:
        self.turn_ms = turn_ms
        self.used: dict[int, int] = {}
        self.missed: dict[int, list[bool]] = {}
        self.elapsed = 0  # from the last answer or deal to the last look

    def deal(self) -> None:
        """A deck came: time starts anew."""
        self.elapsed = 0

    def note(self, seat: int, action: str, tenths: int | None, by_clock: bool) -> None:
        """One move of the record, `tenths` of a second after the one before it."""
        self.elapsed += 100 * (tenths or 0)
        if action == "L":
            return
        if action[0] in BANKED or _is_card(action):
            over = self.elapsed - self.turn_ms
            if over > 0:
                self.used[seat] = self.used.get(seat, 0) + over
        self.elapsed = 0
        self.missed.setdefault(seat, []).append(by_clock)

    def missed_in_a_row(self, seat: int, before: int) -> int:
        """Answers in a row that the clock gave for the seat up to now, with `before` of them in earlier games."""
        answers = self.missed.get(seat, [])
        row = 0
        for by_clock in reversed(answers):
            if not by_clock:
                return row
            row += 1
        return before + row


def _is_card(action: str) -> bool:
    return action[0] in "6789TJQKA"
