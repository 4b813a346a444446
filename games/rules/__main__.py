"""python -m games.rules replay FILE... | verify FILE... | bench"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence

from . import fairness, record
from .reader import INPUT_BYTES, read_all

UNREADABLE = 2


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run a command; the exit status is 1 if anything was refused, 2 for an unreadable file or wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m games.rules", description="The rules of Azi, on the command line.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    replay_command = commands.add_parser("replay", help="print what each record comes to, as one line of JSON")
    replay_command.add_argument("files", nargs="+", metavar="FILE", help="records as text; - is standard input")
    verify_command = commands.add_parser("verify", help="check that deals were fair, from what the site shows of them")
    verify_command.add_argument("files", nargs="+", metavar="FILE", help="deals as JSON; - is standard input")
    commands.add_parser("bench", help="measure the engine: actions a second")
    options = parser.parse_args(arguments)
    if options.command == "bench":
        from . import bench

        return bench.main()
    command = {"replay": replay, "verify": verify}[options.command]
    return max([_run_on(file, command) for file in options.files])


def replay(_file: str, data: bytes) -> int:
    """Print one line of JSON for every record of a file."""
    status = 0
    for found in read_all(data):
        if isinstance(found, record.RecordError):
            print(json.dumps({"error": found.message, "line": found.line, "column": found.column}))
            status = 1
        else:
            print(json.dumps(record.summary(found.game)))
    return status


def verify(file: str, data: bytes) -> int:
    """Print for a file how many deals it proves fair, in how many chains if not in one, or what is wrong."""
    name = file.encode("utf-8", "replace").decode()
    try:
        deals, chains = fairness.verify_file(data)
    except fairness.Unfair as error:
        print(f"{name}: {error}")
        return 1
    print(f"{name}: ok, {deals} deal{'s' * (deals > 1)}" + (f" in {chains} chains" if chains > 1 else ""))
    return 0


def _run_on(file: str, command: Callable[[str, bytes], int]) -> int:
    try:
        data = _read(file)
    except OSError as error:
        print(f"{file}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    return command(file, data)


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
