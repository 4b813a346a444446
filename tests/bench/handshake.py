"""What a fair deal costs beside one that proves nothing: a start at a table of six, and an action in mid-game.

Real servers on one core, this client on the other. `header to cards`: the time from the header's arrival to that of
the cards at the last of six who have committed and reveal at once. `CPU a game`: of the server's processor, beyond what
it takes at rest, for games that begin and in which all fold: with six commitments, with none, and with prepared decks,
in turn. `CPU an action`: at full speed at twelve tables of four, beside prepared decks.

    python -m tests.bench.handshake
"""

import asyncio
import json
import shutil
import statistics
import tempfile
import time
from typing import Any

import psutil
from websockets.asyncio.client import ClientConnection

from tests.bench.live import REPEATS, measure, open_socket, pin, serve
from tests.handshake import Handshake

SEATS, GAMES, REST_S = 6, 40, 4.0
TABLES, AT_EACH = 12, 4


class Player:
    """One of six who folds whatever comes; commits and reveals, or does not."""

    def __init__(self, socket: ClientConnection, commits: bool) -> None:
        self.socket = socket
        self.handshake = Handshake(commits=commits)
        self.header_at: dict[int, float] = {}
        self.cards_at: dict[int, float] = {}
        self.games: set[int] = set()

    async def play(self) -> None:
        unread = 0
        async for text in self.socket:
            frame = json.loads(text)
            if frame["type"] == "shuffle":
                at = {"header": self.header_at, "combine": self.cards_at}.get(frame["step"], {})
                at[frame["deal_no"]] = time.perf_counter()
            if frame.get("step") not in ("events", "own", "end"):  # records are checked elsewhere
                for answer in self.handshake.hear(frame):
                    await self.socket.send(json.dumps(answer))
            if frame["type"] == "view":
                self.games.add(frame["game_no"])
                unread = (unread + 1) % 10
                if frame["ask"] is not None:
                    fold = "f" if "f" in frame["legal"] else frame["legal"][0].partition("..")[0]
                    await self.socket.send(json.dumps({"type": "act", "do": fold, "ask": frame["ask"]}))
                if not unread:
                    await self.socket.send(json.dumps({"type": "ping", "version": frame["version"]}))


async def starts(port: int, table: Any, server: psutil.Process, commits: bool) -> tuple[list[float], float]:
    """From header to cards, ms, of each deal; and the server's ms of CPU for a game."""
    at_rest = _cpu(server)
    await asyncio.sleep(REST_S)
    at_rest = (_cpu(server) - at_rest) / REST_S
    public_id, sessions = table
    sockets = [await open_socket(port, f"/ws/tables/{public_id}/", session) for session in sessions]
    players = [Player(socket, commits) for socket in sockets]
    playing = [asyncio.create_task(player.play()) for player in players]
    await _until(players, 3)
    before, cpu, began = len(players[0].games), _cpu(server), time.perf_counter()
    await _until(players, before + GAMES)
    cpu = _cpu(server) - cpu - at_rest * (time.perf_counter() - began)
    cpu /= len(players[0].games) - before
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, *(socket.close() for socket in sockets), return_exceptions=True)
    assert not any(player.handshake.faults for player in players)
    return [1e3 * took for took in _waits(players)], 1e3 * cpu


async def _until(players: list[Player], games: int) -> None:
    while min(len(player.games) for player in players) < games:
        await asyncio.sleep(0.05)


def _waits(players: list[Player]) -> list[float]:
    deals = [
        deal for deal in players[0].cards_at if all(deal in one.cards_at and deal in one.header_at for one in players)
    ]
    return [
        max(player.cards_at[deal] for player in players) - min(player.header_at[deal] for player in players)
        for deal in deals[2:]
    ]


def _cpu(server: psutil.Process) -> float:
    times = server.cpu_times()
    return float(times.user + times.system)


def main() -> None:
    """Print a line for a start and one for an action, medians of the repeats."""
    folders = [tempfile.mkdtemp(prefix="azi-bench-") for _server in range(4)]
    sizes = ((1, SEATS), (TABLES, AT_EACH))
    running = []
    try:
        for folder, (size, kind) in zip(
            folders, ((size, kind) for size in sizes for kind in ([], ["prepared"])), strict=True
        ):
            running.append(serve(folder, *map(str, size), *kind))
            pin(psutil.Process(running[-1][0].pid))
        _starts(running[:2])
        _actions(running[2:])
    finally:
        for process, _said in running:
            process.terminate()
            process.wait()
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def _starts(running: list[Any]) -> None:
    costs: dict[str, list[float]] = {"six": [], "none": [], "prepared": []}
    waits: list[float] = []
    for _repeat in range(REPEATS):
        for name, (process, said) in zip(costs, (running[0], *running), strict=True):
            took, cpu = asyncio.run(starts(said["port"], said["tables"][0], psutil.Process(process.pid), name == "six"))
            costs[name].append(cpu)
            waits += took if name == "six" else []
    waits.sort()
    p50, p95 = waits[len(waits) // 2], waits[len(waits) * 95 // 100]
    six, none, prepared = (statistics.median(cost) for cost in costs.values())
    print(
        f"handshake, six commit: header to cards p50 {p50:.1f} ms, p95 {p95:.1f}; CPU a game {six:.1f} ms,"
        f" without commitments {none:.1f}, with prepared decks {prepared:.1f}",
        flush=True,
    )


def _actions(running: list[Any]) -> None:
    costs: list[list[float]] = [[], []]
    for _repeat in range(REPEATS):
        for cost, (process, said) in zip(costs, running, strict=True):
            row = asyncio.run(measure(said["port"], said["tables"], psutil.Process(process.pid), False))
            cost.append(row["cpu"])
    fair, prepared = (statistics.median(cost) for cost in costs)
    print(
        f"proofs, {TABLES} tables: CPU {fair:.0f} µs an action, with prepared decks {prepared:.0f}"
        f" (ratio {fair / prepared:.2f})",
        flush=True,
    )


if __name__ == "__main__":
    main()
