"""The threads on which sockets and the clock reach the database.

`database_sync_to_async` runs every consumer of a process on one shared thread, so a slow page there would hold up
all tables. This pool is the live tables' own: one thread for SQLite, which has one writer anyway, a few for
PostgreSQL.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import connection, connections

P = ParamSpec("P")
R = TypeVar("R")

_executor: ThreadPoolExecutor | None = None
_thinker = ThreadPoolExecutor(1, thread_name_prefix="thinking")  # thoughts queue behind each other, never before moves


def _pool() -> ThreadPoolExecutor:
    global _executor
    if _executor is None:
        workers = 1 if connection.vendor == "sqlite" else 4
        _executor = ThreadPoolExecutor(workers, thread_name_prefix="tables")
    return _executor


def _job(call: Callable[[], R]) -> R:
    try:
        return call()
    finally:
        # Kept connections stay dead after a database restart until somebody closes them: one error, then well again.
        if connection.errors_occurred:
            connection.close()


async def run(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function on the pool and await what it returns or raises."""
    return await asyncio.wrap_future(_pool().submit(_job, partial(call, *args, **kwargs)))


async def think(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function that costs some milliseconds of CPU and no database."""
    return await asyncio.wrap_future(_thinker.submit(partial(call, *args, **kwargs)))


def shut_down() -> None:
    """Let running jobs finish, then end the threads and their connections (tests and the server's end)."""
    global _executor
    if _executor is None:
        return
    pool, _executor = _executor, None
    for _ in range(pool._max_workers):
        pool.submit(connections.close_all)
    pool.shutdown(wait=True)
