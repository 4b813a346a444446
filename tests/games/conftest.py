"""Every test of the live tables begins in a process that remembers nothing, at a time that only the test moves."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import bell, live, presence, tables, timing

from .play import Decks, Time


@pytest.fixture(autouse=True)
def _fresh_process() -> Iterator[None]:
    """Tables, presence and listeners are kept in memory by numbers that the next test's rows have again."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for memory in (
        tables._cache,
        tables._drawn,
        tables._proofs,
        tables._company,
        presence._seen,
        presence._unsaved,
        presence._outside,
        bell._listeners,
        live._failing,
    ):
        memory.clear()
    presence._since = 0


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The tables' clock: stands still until `time.pass_ms`."""
    time = Time()
    monkeypatch.setattr(timing, "now_ms", lambda: time.now)
    return time


@pytest.fixture
def decks(settings: Any) -> Decks:
    """Says which decks each table deals first; the first dealer is then the lowest seat."""

    def stack(*decks: str) -> None:
        settings.AZI_STACKED_DECKS = list(decks)

    return stack
