"""The floor of a tournament without a database: games end at its tables in any order, and each table then comes to rest
as the director would have it. People are numbers; chips go to whoever chance has win them.
"""

import random
from collections.abc import Iterator

from tournaments import places, seating

STACK = 60


class Floor:
    """Tables with their chairs, and the people still in with their stacks."""

    def __init__(self, entries: int, seats: int, rng: random.Random) -> None:
        self.seats, self.rng, self.entries = seats, rng, entries
        self.stacks = dict.fromkeys(range(entries), STACK)
        drawn = seating.draw(list(self.stacks), seats, rng.shuffle)
        self.tables = dict(enumerate(drawn, start=1))
        self.dealers: dict[int, int | None] = dict.fromkeys(self.tables)
        self.fallen: list[list[int]] = []
        self.lasted: dict[int, tuple[int, int]] = {}  # the round of the fall, the stack at its start
        self.rounds = 0

    def sizes(self) -> dict[int, int]:
        return {number: len(table) for number, table in self.tables.items()}

    def play(self, numbers: list[int]) -> None:
        """One game at each of these tables, hand for hand where there are several."""
        out: dict[int, int] = {}
        for number in numbers:
            out |= self._game(number)
        self.rounds += 1
        self.fallen += places.falls(out)
        self.lasted |= {player: (self.rounds, stack) for player, stack in out.items()}

    def rest(self, number: int) -> bool:
        """What the director does with a table between its games; whether anybody moved."""
        sizes = seating.staying(self.sizes(), self.seats)
        if number not in sizes:
            self._break_up(number)
            return True
        moved = False
        while (other := seating.destination(sizes, self.seats, number)) is not None:
            assert sizes[number] > sizes[other] + 1, "only the larger gives"
            self._move(number, other)
            moved, sizes = True, seating.staying(self.sizes(), self.seats)
        return moved

    def settle(self) -> None:
        """Every table comes to rest, in any order, until nobody moves any more."""
        while self._pass(self._shuffled()):
            self._pass(sorted(self.tables, reverse=True))  # all that must be broken up, at once

    def enter_late(self) -> None:
        """Somebody new, at the roomiest table, or at a new one where all are full."""
        player, self.entries = self.entries, self.entries + 1
        self.stacks[player] = STACK
        number = seating.roomiest(self.sizes(), self.seats)
        if number is None:
            number = max(self.tables) + 1
            self.tables[number], self.dealers[number] = {}, None
        self._sit(player, number)

    def rounds_to_the_end(self) -> Iterator[None]:
        """Games at some tables, which then come to rest, until one has all the chips."""
        while len(self.stacks) > 1:
            ready = [number for number in self._shuffled() if len(self.tables[number]) > 1]
            playing = ready[: self.rng.choice([1, 1, 2, len(ready)])]
            self.play(playing)
            for number in playing:
                self.rest(number)
            self._rest_the_lonely()
            yield

    def places(self) -> dict[int, int]:
        """Everybody's place, once one is left."""
        result = dict.fromkeys(self.stacks, 1)
        fallen = 0
        for tied in self.fallen:
            fallen += len(tied)
            result |= dict.fromkeys(tied, places.place(self.entries, fallen))
        return result

    def _pass(self, numbers: list[int]) -> int:
        """Each of these tables comes to rest once; at how many somebody moved."""
        return sum([self.rest(number) for number in numbers if number in self.tables])

    def _rest_the_lonely(self) -> None:
        """A table with one player has no game whose end it could wait for."""
        while lonely := [n for n in seating.breaking(self.sizes(), self.seats) if len(self.tables[n]) == 1]:
            self._break_up(lonely[0])

    def _game(self, number: int) -> dict[int, int]:
        """Who goes out in a game here, with the stack at its start."""
        table = self.tables[number]
        before = {player: self.stacks[player] for player in table.values()}
        winner = self.rng.choice(list(before))
        for player in before:
            paid = self.rng.choice([0, min(10, self.stacks[player]), self.stacks[player]])
            self.stacks[player] -= paid
            self.stacks[winner] += paid
        self.dealers[number] = seating.next_to_open(table, self.dealers[number], self.seats)
        out = {player: stack for player, stack in before.items() if not self.stacks[player]}
        self.tables[number] = {seat: player for seat, player in table.items() if player not in out}
        for player in out:
            del self.stacks[player]
        return out

    def _break_up(self, number: int) -> None:
        while self.tables[number]:
            other = seating.roomiest(seating.staying(self.sizes(), self.seats), self.seats)
            assert other is not None, "those that stay hold everybody"
            assert other != number
            self._move(number, other)
        del self.tables[number]

    def _move(self, number: int, other: int) -> None:
        table = self.tables[number]
        seat = seating.next_to_open(table, self.dealers[number], self.seats)
        self._sit(table.pop(seat), other)

    def _sit(self, player: int, number: int) -> None:
        table = self.tables[number]
        seat = seating.chair(table, self.dealers[number], self.seats)
        assert seat not in table
        assert 1 <= seat <= self.seats
        table[seat] = player

    def _shuffled(self) -> list[int]:
        numbers = list(self.tables)
        self.rng.shuffle(numbers)
        return numbers
