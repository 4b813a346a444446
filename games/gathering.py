"""What many sockets want at the same moment, asked once for all of them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")


class Gathering(Generic[T]):
    """Whoever asks while the work is being done comes with the next lot. On the event loop."""

    def __init__(self, work: Callable[[list[T]], Awaitable[None]]) -> None:
        self._work = work
        self._waiting: set[T] = set()
        self._task: asyncio.Task[None] | None = None

    def add(self, one: T) -> None:
        """Have the work done for this one, soon."""
        self._waiting.add(one)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        await asyncio.sleep(0)  # a hundred rings come one by one
        while self._waiting:
            lot = list(self._waiting)
            self._waiting.clear()
            try:
                await self._work(lot)
            except Exception:
                log.exception("%s failed", getattr(self._work, "__name__", "what sockets asked for"))
