"""One durable action to four sockets, at 48, 200 and 1,000 connections, beside a bare Channels consumer.

The server runs on one core, this client on the other; both consumers are served by the same process, and each size is
measured on the one and on the other in turn. `actions/s`: every table acts again as soon as an action has reached its
four sockets. `p99`: the time from sending an action to its arrival at the last of four, at 100 actions a second.
`CPU`: the server's processor time for an action at full speed, in microseconds.
"""

import asyncio
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

import psutil
from websockets.asyncio.client import ClientConnection, connect

from tests.serving import free_port

SIZES = (48, 200, 1_000)
SEATS = 4
REPEATS = 3
WARM_S, FULL_S, STEADY_S = 1.0, 4.0, 6.0
STEADY_RATE = 100
BIDS = 60  # actions before a game's bidding is called to its end
ACK_EVERY, PING_S = 20, 5.0


class Group:
    """Four sockets that hear each other's actions, and when each action was sent and has arrived everywhere."""

    def __init__(self, sockets: list[ClientConnection]) -> None:
        self.sockets = sockets
        self.versions = [0] * len(sockets)
        self.expected = 0
        self.sent_at = 0.0
        self.arrived = asyncio.Event()
        self.latencies: list[float] = []
        self.actions = 0
        self.readers = [asyncio.create_task(self._read(at)) for at in range(len(sockets))]

    async def _read(self, at: int) -> None:
        async for frame in self.sockets[at]:
            text = str(frame)
            if text.startswith(('{"type":"view"', '{"type": "view"')):
                await self.heard(at, text)

    async def heard(self, at: int, text: str) -> None:
        """One of the four has received a view."""
        self.versions[at] = _version(text)
        if self.expected and min(self.versions) >= self.expected:
            self.latencies.append(time.perf_counter() - self.sent_at)
            self.actions += 1
            self.expected = 0
            self.arrived.set()

    async def act(self) -> None:
        """Send one action and wait until all four have seen it."""
        raise NotImplementedError

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        await asyncio.gather(*(one.close() for one in self.sockets), return_exceptions=True)


class BareGroup(Group):
    turn = 0

    async def act(self) -> None:
        self.turn = (self.turn + 1) % SEATS
        self.arrived.clear()
        self.expected = max(self.versions) + 1
        self.sent_at = time.perf_counter()
        await self.sockets[self.turn].send('{"type":"act","do":" 2r60@0.1"}')
        await self.arrived.wait()


class TableGroup(Group):
    """Plays a table: raises for a while, then calls, then plays whatever is legal."""

    def __init__(self, sockets: list[ClientConnection]) -> None:
        self.asked = asyncio.Event()
        self.question: tuple[int, dict[str, Any]] | None = None
        self.unacknowledged = [0] * len(sockets)
        super().__init__(sockets)
        self.readers.append(asyncio.create_task(self._ping_now_and_then()))

    async def _ping_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(PING_S)
            for at in range(len(self.sockets)):
                await self._ping(at)

    async def _ping(self, at: int) -> None:
        self.unacknowledged[at] = 0
        await self.sockets[at].send(f'{{"type":"ping","version":{self.versions[at]}}}')

    async def heard(self, at: int, text: str) -> None:
        await super().heard(at, text)
        self.unacknowledged[at] += 1
        if self.unacknowledged[at] >= ACK_EVERY:
            await self._ping(at)
        if '"ask":null' not in text:
            self.question = (at, json.loads(text))
            self.asked.set()

    async def act(self) -> None:
        if self.question is None:
            self.asked.clear()
            await self.asked.wait()
        assert self.question
        at, view = self.question
        self.question = None
        self.arrived.clear()
        self.expected = view["version"] + 1
        self.sent_at = time.perf_counter()
        await self.sockets[at].send(json.dumps({"type": "act", "do": _answer(view), "ask": view["ask"]}))
        await self.arrived.wait()


def _answer(view: dict[str, Any]) -> str:
    legal: list[str] = [word for word in view["legal"] if word not in ("L", "f", "p")]
    ranges = [word for word in legal if ".." in word]
    if ranges and ("c" not in legal or view["events"][-1]["n"] < BIDS):
        return ranges[0].split("..")[0]
    return "c" if "c" in legal else legal[0]


def _version(text: str) -> int:
    start = text.index('"version":') + 10
    return int(text[start : text.index(",", start)])


async def open_socket(port: int, path: str, session: str = "") -> ClientConnection:
    headers = {"Cookie": f"sessionid={session}"} if session else {}
    return await connect(
        f"ws://127.0.0.1:{port}{path}",
        origin=f"http://localhost:{port}",  # type: ignore[arg-type]
        additional_headers=headers,
        compression=None,
        proxy=None,
        max_queue=None,
        ping_interval=None,
    )


class Run:
    """One measurement of one of the two consumers at one size."""

    def __init__(self, groups: list[Group], server: psutil.Process) -> None:
        self.groups = groups
        self.server = server

    async def full_speed(self) -> tuple[float, float]:
        """Actions a second, and µs of the server's CPU for each, with every table acting without a pause."""
        players = [asyncio.create_task(_again_and_again(group)) for group in self.groups]
        await asyncio.sleep(WARM_S)
        before, cpu, began = self._actions(), self._cpu(), time.perf_counter()
        await asyncio.sleep(FULL_S)
        actions, cpu, took = self._actions() - before, self._cpu() - cpu, time.perf_counter() - began
        await _end(players)
        return actions / took, 1e6 * cpu / max(1, actions)

    async def steady(self) -> float:
        """The 99th percentile in ms at STEADY_RATE actions a second."""
        for group in self.groups:
            group.latencies.clear()
        busy: set[asyncio.Task[None]] = set()
        began = time.perf_counter()
        turn = 0
        while time.perf_counter() - began < STEADY_S:
            for group in self.groups[turn:] + self.groups[:turn]:
                if not any(task.get_name() == str(id(group)) for task in busy):
                    busy.add(asyncio.create_task(group.act(), name=str(id(group))))
                    turn = (self.groups.index(group) + 1) % len(self.groups)
                    break
            busy = {task for task in busy if not task.done()}
            await asyncio.sleep(1 / STEADY_RATE)
        await _end(list(busy))
        latencies = sorted(latency for group in self.groups for latency in group.latencies)
        return 1e3 * latencies[int(0.99 * len(latencies))]

    async def stuck(self) -> int:
        """How many tables don't answer within ten seconds."""
        acted = await asyncio.gather(*(asyncio.wait_for(g.act(), 10) for g in self.groups), return_exceptions=True)
        return sum(isinstance(outcome, BaseException) for outcome in acted)

    def _actions(self) -> int:
        return sum(group.actions for group in self.groups)

    def _cpu(self) -> float:
        times = self.server.cpu_times()
        return float(times.user + times.system)


async def _again_and_again(group: Group) -> None:
    while True:
        await group.act()


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


Row = dict[str, float]


async def measure(port: int, tables: list[Any], server: psutil.Process, bare: bool) -> Row:
    """Connect everybody, measure, disconnect."""
    groups: list[Group] = []
    for number, (public_id, sessions) in enumerate(tables):
        if bare:
            paths = [(f"/bare/{number}/", "")] * SEATS
        else:
            paths = [(f"/ws/tables/{public_id}/", session) for session in sessions]
        sockets = [await open_socket(port, path, session) for path, session in paths]
        groups.append(BareGroup(sockets) if bare else TableGroup(sockets))
    run = Run(groups, server)
    rate, cpu = await run.full_speed()
    p99 = await run.steady()
    stuck = await run.stuck()
    await asyncio.gather(*(group.close() for group in groups))
    return {"rate": rate, "cpu": cpu, "p99": p99, "stuck": stuck}


def median(rows: list[Row]) -> Row:
    return {key: statistics.median(row[key] for row in rows) for key in rows[0]}


def serve(var: str, *arguments: str) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "AZI_VAR": var, "PORT": str(free_port())}
    command = [sys.executable, "-m", "tests.bench.live_server", *arguments]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    said = json.loads(process.stdout.readline())
    while not _listens(said["port"]):
        time.sleep(0.1)
    return process, said


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def pin(server: psutil.Process) -> None:
    cores = psutil.Process().cpu_affinity()
    if cores and len(cores) > 1:
        psutil.Process().cpu_affinity([cores[0]])
        server.cpu_affinity([cores[1]])


def main() -> None:
    """Print a line a size: ours, the bare consumer's, and their ratio, medians of the repeats."""
    var = tempfile.mkdtemp(prefix="azi-bench-")
    process, said = serve(var, str(max(SIZES) // SEATS))
    try:
        server = psutil.Process(process.pid)
        pin(server)
        at_48 = 0.0
        for size in SIZES:
            tables = said["tables"][: size // SEATS]
            rows: dict[bool, list[Row]] = {False: [], True: []}
            for _repeat in range(REPEATS):
                for bare in (False, True):
                    rows[bare].append(asyncio.run(measure(said["port"], tables, server, bare)))
            ours, theirs = median(rows[False]), median(rows[True])
            at_48 = at_48 or ours["cpu"]
            print(
                f"live, {size} connections: "
                f"{ours['rate']:.0f} actions/s, bare {theirs['rate']:.0f} (ratio {ours['rate'] / theirs['rate']:.2f}); "
                f"p99 {ours['p99']:.1f} ms, bare {theirs['p99']:.1f} (ratio {ours['p99'] / theirs['p99']:.1f}); "
                f"CPU {ours['cpu']:.0f} µs, bare {theirs['cpu']:.0f} (ours to 48: {ours['cpu'] / at_48:.2f}); "
                f"{max(row['stuck'] for row in rows[False]):.0f} tables stuck",
                flush=True,
            )
        print("goals: ratio of actions at least 0.6, of p99 at most 3, CPU to that at 48 at most 1.3, no table stuck")
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(var, ignore_errors=True)


if __name__ == "__main__":
    main()
