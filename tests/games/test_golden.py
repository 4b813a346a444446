"""Old games replay as they did on the day they were played: golden records, which never change."""

import json
from pathlib import Path

import pytest

from games import history
from games.models import GameRecord
from games.rules import record

from . import golden

RECORDS = golden.records()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_old_game_replays_as_ever(path: Path) -> None:
    kept = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert golden.told(path) == kept


def test_every_version_of_the_rules_has_its_records() -> None:
    assert {int(path.parent.name) for path in RECORDS} == history.KNOWN_RULES
    assert GameRecord.RULES_VERSION in history.KNOWN_RULES


def test_they_are_of_all_kinds() -> None:
    """Whoever adds a version has these to begin with."""
    for version in history.KNOWN_RULES:
        texts = [path.read_text(encoding="utf-8") for path in RECORDS if path.parent.name == str(version)]
        games = [record.read(text).game for text in texts]
        assert {game.ruleset.preset for game in games} == {"classic", "three_bids", "own"}
        assert {game.how for game in games} >= {"folds", None}
        assert max(game.deals for game in games) >= 3
        assert any(game.ruleset.azi == "replay" and game.deals > 1 for game in games)
        assert any(sum(share > 0 for share in game.shares.values()) > 1 for game in games)
        assert any(".." in text for text in texts)


def test_a_replay_needs_rules_that_are_known() -> None:
    row = GameRecord(record=RECORDS[0].read_text(encoding="utf-8"), rules_version=99)
    with pytest.raises(record.RecordError):
        history.masked(row, None)
