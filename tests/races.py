"""Several threads that do the same thing at the same moment, each with a database connection of its own."""

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import connections

R = TypeVar("R")


def together(calls: Sequence[Callable[[], R]]) -> list[R | Exception]:
    """Starts all calls at once, each on a thread of its own; what each returned or raised, in their order."""
    barrier = threading.Barrier(len(calls))
    outcomes: list[R | Exception] = [RuntimeError("did not run")] * len(calls)

    def run(index: int, call: Callable[[], R]) -> None:
        try:
            connections["default"].ensure_connection()
            barrier.wait(timeout=30)
            outcomes[index] = call()
        except Exception as error:
            outcomes[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads), "a thread still waits: for whom?"
    return outcomes
