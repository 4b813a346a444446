"""python -m games.rules replay FILE... | bench"""

import argparse
import json
import os
import sys
from collections.abc import Sequence

from . import record
from .reader import INPUT_BYTES, read_all

UNREADABLE = 2


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run a command; the exit status is 1 if a record was refused, 2 for an unreadable file or wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m games.rules", description="The rules of Azi, on the command line.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    replay_command = commands.add_parser("replay", help="print what each record comes to, as one line of JSON")
    replay_command.add_argument("files", nargs="+", metavar="FILE", help="records as text; - is standard input")
    commands.add_parser("bench", help="measure the engine: actions a second")
    options = parser.parse_args(arguments)
    if options.command == "bench":
        from . import bench

        return bench.main()
    return replay(options.files)


def replay(files: list[str]) -> int:
    """Print one line of JSON for every record of these files."""
    status = 0
    for file in files:
        try:
            data = _read(file)
        except OSError as error:
            print(f"{file}: {error.strerror}", file=sys.stderr)
            status = UNREADABLE
            continue
        for found in read_all(data):
            if isinstance(found, record.RecordError):
                print(json.dumps({"error": found.message, "line": found.line, "column": found.column}))
                status = status or 1
            else:
                print(json.dumps(record.summary(found.game)))
    return status


def _read(file: str) -> bytes:
    """The file's bytes, one more than allowed at most."""
    is_stdin = file == "-"
    with open(0 if is_stdin else file, "rb", closefd=not is_stdin) as stream:
        return stream.read(INPUT_BYTES + 1)


def _run() -> int:
    try:
        status = main()
        if sys.stdout is not None:  # it is None when the shell closed it
            sys.stdout.flush()
        return status
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # then whoever read our output has gone, and knows it
            print(f"standard output: {error.strerror}", file=sys.stderr)
        # Python flushes once more at the end, and would complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREADABLE


if __name__ == "__main__":
    sys.exit(_run())
