"""What fails on the clock is left alone for a while, each time for a longer one."""

import time
from typing import Generic, TypeVar

SHORTEST_S, LONGEST_S = 1, 60

T = TypeVar("T")


class Failing(Generic[T]):
    """What has failed, in this process."""

    def __init__(self) -> None:
        self._until: dict[T, tuple[float, int]] = {}  # until when (monotonic), and how often in a row

    def add(self, one: T) -> int:
        """It has failed: how often in a row by now."""
        times = self._until.get(one, (0.0, 0))[1] + 1
        self._until[one] = (time.monotonic() + min(LONGEST_S, SHORTEST_S * 2 ** min(times - 1, 10)), times)
        return times

    def forget(self, one: T) -> None:
        """It works, or there is nothing left to fail."""
        self._until.pop(one, None)

    def left_alone(self) -> list[T]:
        """What is not to be tried just now."""
        return [one for one, (until, _times) in list(self._until.items()) if until > time.monotonic()]

    def clear(self) -> None:
        self._until.clear()

    def __contains__(self, one: object) -> bool:
        return one in self._until
