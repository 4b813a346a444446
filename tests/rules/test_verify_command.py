"""python -m games.rules verify (docs/fairness.md)."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.__main__ import main
from tests.rules.test_fairness import MUST_FAIL, VECTORS, made

GOOD = json.dumps(VECTORS["void"])
BAD = json.dumps(MUST_FAIL["other-pick"])


def write(folder: Path, **files: str) -> list[str]:
    for name, text in files.items():
        (folder / name).write_text(text)
    return [str(folder / name) for name in files]


def test_fair_deals_exit_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, _, _ = made()
    second, _, _ = made(deal_no=2, prev=first["record_hash"])
    files = write(tmp_path, one=GOOD, two=json.dumps([first, second]), apart=json.dumps([second, first]))
    assert main(["verify", *files]) == 0
    assert [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()] == [
        "ok, 1 deal",
        "ok, 2 deals",
        "ok, 2 deals in 2 chains",
    ]


def test_a_fault_is_named_and_exits_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, _, _ = made()
    second, _, _ = made(deal_no=2)
    third, _, _ = made(deal_no=3, prev=first["record_hash"])
    files = write(
        tmp_path,
        one=BAD,
        two=GOOD,
        three=f"[{GOOD},{BAD}]",
        four="{}",
        five="azi 1",
        six=json.dumps([first, second]),
        dropped=json.dumps([first, third]),
    )
    assert main(["verify", *files]) == 1
    assert [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()] == [
        "The used deck is not the one that the combined seed picks.",
        "ok, 1 deal",
        "Record 2 of 2: The used deck is not the one that the combined seed picks.",
        "The record has no scheme.",
        "This is no JSON text.",
        "Deal 2 does not continue the record of deal 1.",
        "Deal 3 does not follow deal 1.",
    ]


def test_an_unreadable_file_exits_2_and_the_others_are_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "nowhere"), str(tmp_path), *write(tmp_path, bad=BAD, good=GOOD)]) == 2
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    assert "nowhere: No such file" in said.err
    assert "Is a directory" in said.err


def test_standard_input_is_a_file_too() -> None:
    command = [sys.executable, "-m", "games.rules", "verify", "-"]
    done = subprocess.run(command, input=GOOD.encode(), capture_output=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"-: ok, 1 deal\n", b"")


def test_what_is_too_long_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *write(tmp_path, long=GOOD + " " * 2**24)]) == 1
    assert io.StringIO(capsys.readouterr().out).readline().endswith("longer than 16 MiB.\n")
