"""Pages that read the database: how much dearer a million games and a hundred thousand players make them, and how many
a second the server gives out beside a page that reads nothing.

The first two are measured within this process, on two SQLite databases in turn, in milliseconds of the processor; the
third over HTTP, the server on one core and this client on the other, both pages in turn.

    python -m tests.bench.pages
"""

import http.client
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from tests.serving import free_port

FEW_GAMES, MANY_GAMES = 1_000, 1_000_000
TEN, PAGEFUL, MANY_PLAYERS = 10, 60, 100_000
ROUNDS = 15
SPELLS, SPELL_S, BROWSERS = 5, 2.0, 4

MINE = {
    "all": "/games/",
    "won": "/games/?result=won",
    "Azi at one table, dates": "/games/?azi=yes&stakes=low&since=2020-01-01&zone=Asia/Almaty",
    "a later page": "/games/?before={before}",
}
BOARDS = {
    "rating, all time": "/leaderboard/?period=all",
    "chips, this week": "/leaderboard/?board=chips",
    "with bots": "/leaderboard/?period=all&bots=yes",
}


class Site:
    """One of the databases, and browsers of the people who are signed in there."""

    def __init__(self, var: str, games: int, players: int) -> None:
        from tests.bench import crowd

        self.path = Path(var) / f"{games}-{players}.sqlite3"
        self.open()
        began = time.monotonic()
        crowd.make(games, players)
        self.took = time.monotonic() - began
        self.browsers = {name: self._browser(name) for name in (crowd.ORDINARY, crowd.HEAVY)}
        self.before = self._before(crowd.ORDINARY)

    def open(self) -> None:
        """Have this process read this database from now on."""
        from django.db import connection

        connection.close()
        connection.settings_dict["NAME"] = str(self.path)

    def _browser(self, name: str) -> Any:
        from django.test import Client

        from accounts.models import User

        client = Client(SERVER_NAME="localhost")
        client.force_login(User.objects.get(name=name))
        return client

    def _before(self, name: str) -> int:
        """A game in the middle of theirs."""
        from games.models import PlayerResult

        ids = list(PlayerResult.objects.filter(player__name=name).order_by("game").values_list("game", flat=True))
        return int(ids[len(ids) // 2])

    def ms(self, who: str, address: str) -> float:
        """What one request takes of the processor; others' work on this machine is no part of it."""
        browser = self.browsers[who]
        began = time.process_time()
        answer = browser.get(address.format(before=self.before))
        took = 1000 * (time.process_time() - began)
        assert answer.status_code == 200, address
        return took


def _medians(sites: tuple[Site, ...], who: str, address: str) -> list[float]:
    """Of the same page on each of the sites, in turn."""
    times: list[list[float]] = [[] for _site in sites]
    for _round in range(ROUNDS):
        for at, site in enumerate(sites):
            site.open()
            site.ms(who, address)  # whoever opens the file reads its schema first
            times[at].append(site.ms(who, address))
    return [statistics.median(one) for one in times]


def measure(ten: Site, few: Site, many: Site) -> None:
    """Print a line for each page, its times with few and with many, and their ratio. Ten players fill no page, so it is
    a full one that the fullest is held against."""
    from tests.bench import crowd

    print(f"pages, {MANY_GAMES:,} games and {MANY_PLAYERS:,} players made in {many.took:.0f} s")
    for what, address in MINE.items():
        low, high = _medians((few, many), crowd.ORDINARY, address)
        print(
            f"pages, My games ({what}), {crowd.OWN_GAMES} of one's own: {low:.1f} ms among {FEW_GAMES:,} games, "
            f"{high:.1f} among {MANY_GAMES:,} (ratio {high / low:.2f}, goal at most 1.3)"
        )
    first, *later = [_medians((many,), crowd.HEAVY, address)[0] for address in MINE.values()]
    heavy = MANY_GAMES // crowd.EVERY
    print(f"pages, My games of whoever has {heavy:,}: {first:.1f} ms, a later page {later[-1]:.1f} ms")
    for what, address in BOARDS.items():
        least, low, high = _medians((ten, few, many), crowd.ORDINARY, address)
        print(
            f"pages, leaderboard ({what}): {low:.1f} ms of {PAGEFUL} players, {high:.1f} of {MANY_PLAYERS:,} "
            f"(ratio {high / low:.2f}, goal at most 1.3); {least:.1f} of {TEN}, who fill a fifth of the page"
        )


# --- over HTTP --------------------------------------------------------------------------------------------------------


def over_http(many: Site) -> None:
    """Print how many pages of fifty rows a second the server gives out: from the database, and without it."""
    from tests.bench import crowd

    cookie = "sessionid=" + many.browsers[crowd.ORDINARY].cookies["sessionid"].value
    port = free_port()
    var = many.path.parent / "served"
    var.mkdir()
    many.path.rename(var / "azi.sqlite3")
    environment = {**os.environ, "AZI_VAR": str(var), "PORT": str(port), "AZI_TEST_UNLIMITED": "1"}
    server = subprocess.Popen([sys.executable, "-m", "tests.bench.page_server"], env=environment)
    try:
        while not _listens(port):
            time.sleep(0.1)
        process = psutil.Process(server.pid)
        _pin(process)
        addresses = ("/bench/", BOARDS["rating, all time"], MINE["all"])
        rates: dict[str, list[float]] = {address: [] for address in addresses}
        costs: dict[str, list[float]] = {address: [] for address in addresses}
        for _spell in range(SPELLS):
            for address in addresses:
                before = _cpu(process)
                rate = _rate(port, address, cookie)
                rates[address].append(rate)
                costs[address].append(1000 * (_cpu(process) - before) / (rate * SPELL_S))
        trivial, board, mine = (statistics.median(rates[address]) for address in addresses)
        cost, board_cost, mine_cost = (statistics.median(costs[address]) for address in addresses)
        print(
            f"pages, over HTTP: {board:.0f} requests/s of the leaderboard's first fifty, {trivial:.0f} of a page of "
            f"fifty rows that reads nothing (ratio {board / trivial:.2f}, goal at least 0.5); {mine:.0f} of My games; "
            f"the server's CPU for each {board_cost:.1f}, {cost:.1f} and {mine_cost:.1f} ms "
            f"(ratio {cost / board_cost:.2f})"
        )
    finally:
        server.terminate()
        server.wait()


def _rate(port: int, address: str, cookie: str) -> float:
    """Requests a second that some browsers at once have answered."""
    counts = [0] * BROWSERS
    until = time.monotonic() + SPELL_S

    def browse(at: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        while time.monotonic() < until:
            connection.request("GET", address, headers={"Cookie": cookie})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, answer.status
            counts[at] += 1
        connection.close()

    threads = [threading.Thread(target=browse, args=(at,)) for at in range(BROWSERS)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.monotonic() - began)


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _pin(server: psutil.Process) -> None:
    cores = psutil.Process().cpu_affinity()
    if cores and len(cores) > 1:
        psutil.Process().cpu_affinity([cores[0]])
        server.cpu_affinity([cores[1]])


def main() -> None:
    """Measure in databases that are gone afterwards."""
    var = tempfile.mkdtemp(prefix="azi-bench-")
    os.environ |= {"AZI_VAR": var, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    os.environ.pop("DATABASE_URL", None)
    try:
        import django

        django.setup()
        ten, few = Site(var, FEW_GAMES, TEN), Site(var, FEW_GAMES, PAGEFUL)
        many = Site(var, MANY_GAMES, MANY_PLAYERS)
        measure(ten, few, many)
        many.open()
        from django.db import connection

        connection.close()
        over_http(many)
    finally:
        shutil.rmtree(var, ignore_errors=True)


if __name__ == "__main__":
    main()
