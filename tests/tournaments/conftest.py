"""Every test of tournaments begins in a process that remembers nothing, at a time that only the test moves."""

from collections.abc import Iterator

import pytest

from tests.games.conftest import _fresh_process, decks  # noqa: F401 -- fixtures
from tests.tournaments.course import Course
from tournaments import director, series


@pytest.fixture(autouse=True)
def _fresh_director() -> Iterator[None]:
    director._failing.clear()
    series._looked_at = 0
    yield
    director._failing.clear()


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> Course:
    """The site's clock, and what happens at tournaments' tables."""
    return Course(monkeypatch)
