"""Commands of manage.py in forks of one process that has loaded the site: starting anew takes a second each time.

`python -m tests.errands` reads lines with a command's arguments and the file for what it prints, and says how it ended.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NoReturn, cast

ROOT = Path(__file__).resolve().parent.parent


class Errands:
    """The process, for one environment."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = dict(environment)
        self._one_by_one = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.errands"],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, arguments: Sequence[str]) -> tuple[int, str]:
        """The command's exit code and what it printed, complaints included."""
        asked, told = cast(IO[str], self._process.stdin), cast(IO[str], self._process.stdout)
        with self._one_by_one, tempfile.NamedTemporaryFile() as printed:
            asked.write(json.dumps([*arguments, printed.name]) + "\n")
            asked.flush()
            code = told.readline()
            said = Path(printed.name).read_text()
        assert code, f"no errands can be run: {self._process.poll()}"
        return int(code), said

    def close(self) -> None:
        """The process ends when it is asked for nothing more."""
        self._process.communicate()


def main() -> None:
    import django

    django.setup()
    for line in sys.stdin:
        *arguments, printed = json.loads(line)
        child = os.fork()
        if not child:
            _run(arguments, printed)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(arguments: list[str], printed: str) -> NoReturn:
    """What `python manage.py …` does, from the arguments to the exit code."""
    import traceback

    from django.core.management import execute_from_command_line
    from django.db import connections

    with open(os.devnull) as nothing, open(printed, "w") as file:
        os.dup2(nothing.fileno(), 0)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    code = 1
    try:
        execute_from_command_line(["manage.py", *arguments])
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        connections.close_all()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
