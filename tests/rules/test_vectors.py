"""The right answers that two independent readings of the rules agree on."""

import json
from pathlib import Path

import pytest

from games.rules import record
from games.rules.reader import read_all

DATA = Path(__file__).parent.parent / "data"
NAMED = json.loads((DATA / "rules-named.json").read_text(encoding="utf-8"))
ERRORS = json.loads((DATA / "rules-errors.json").read_text(encoding="utf-8"))
RANDOM = [json.loads(line) for line in (DATA / "rules-random.jsonl").read_text(encoding="utf-8").splitlines()]


def answer(text: str) -> dict[str, object]:
    (found,) = read_all(text.encode())
    if isinstance(found, record.RecordError):
        return {"line": found.line, "column": found.column}
    return record.summary(found.game)


@pytest.mark.parametrize("name", NAMED)
def test_named(name: str) -> None:
    assert answer(NAMED[name]["agn"]) == NAMED[name]["want"]


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    case = ERRORS[name]
    assert answer(case["agn"]) == (case.get("want") or {"line": case["line"], "column": case["column"]})


def test_random() -> None:
    for number, case in enumerate(RANDOM):
        assert answer(case["agn"]) == case["want"], f"line {number + 1}"


def test_random_as_one_input() -> None:
    everything = "".join(case["agn"] for case in RANDOM).encode()
    found = list(read_all(everything))
    assert [record.summary(one.game) for one in found if isinstance(one, record.Record)] == [
        case["want"] for case in RANDOM
    ]
