"""python -m games.rules replay (rules 11)."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.__main__ import main
from tests.rules.test_record_form import GOOD

BAD = GOOD.replace("2L", "2l")


def run(arguments: list[str], data: bytes = b"") -> tuple[int, list[dict[str, object]], str]:
    """Exit status, the lines of JSON, and what was said on standard error."""
    command = [sys.executable, "-m", "games.rules", *arguments]
    done = subprocess.run(command, input=data, capture_output=True, timeout=30, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def test_every_record_is_a_line_in_order(tmp_path: Path) -> None:
    (tmp_path / "one").write_text(GOOD + BAD + GOOD)
    (tmp_path / "two").write_text(BAD)
    status, lines, _ = run(["replay", str(tmp_path / "one"), "-", str(tmp_path / "two")], GOOD.encode())
    assert status == 1
    assert [line.get("phase", line.get("line")) for line in lines] == ["over", 18, "over", "over", 8]
    assert list(lines[1]) == ["error", "line", "column"]


def test_good_records_exit_0() -> None:
    assert run(["replay", "-"], (GOOD + GOOD).encode())[0] == 0


def test_an_empty_input_prints_nothing() -> None:
    assert run(["replay", "-"]) == (0, [], "")


def test_an_unreadable_file_exits_2_and_the_others_are_replayed(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text(BAD)
    files = [str(tmp_path / "nowhere"), str(tmp_path), str(tmp_path / "bad"), "-"]
    status, lines, said = run(["replay", *files], GOOD.encode())
    assert (status, len(lines)) == (2, 2)
    assert "nowhere: No such file" in said
    assert "Is a directory" in said


@pytest.mark.parametrize("arguments", [[], ["replay"], ["play"], ["replay", "--fast", "-"]])
def test_wrong_usage_exits_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "many").write_text(GOOD * 3000)
    command = f"{sys.executable} -m games.rules replay {tmp_path / 'many'} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=30, check=False)
    assert json.loads(done.stdout)["phase"] == "over"
    assert done.stderr == b""


def test_output_that_cannot_be_written_exits_2() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "games.rules", "replay", "-"]
        done = subprocess.run(command, input=GOOD.encode(), stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_numbers_that_python_would_refuse_to_read_are_errors_of_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "huge").write_text(GOOD.replace("1b40", "1b" + "4" * 6000))
    assert main(["replay", str(tmp_path / "huge")]) == 1
    assert json.loads(io.StringIO(capsys.readouterr().out).readline())["column"] == 1
