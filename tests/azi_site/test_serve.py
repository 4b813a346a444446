"""The real server: it says where it is, stops gently, and refuses what would do harm."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
import websockets
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.serving import ROOT, Site


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture
def mortal() -> Iterator[Site]:
    """A site that its test ends."""
    with Site() as site:
        yield site


def a_table(site: Site) -> str:
    """The socket address of some house table."""
    shown = site.manage(
        "shell", "-v", "0", "-c", "from games.models import Table; print(Table.objects.first().public_id)"
    )
    return f"ws://localhost:{site.port}/ws/tables/{shown.split()[-1]}/"


def test_it_says_where_it_is(site: Site) -> None:
    assert f"Azi is served at {site.url} " in site.log
    assert f"http://127.0.0.1:{site.port}" in site.log


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_it_answers_under_its_names(site: Site, host: str) -> None:
    with urlopen(f"http://{host}:{site.port}/", timeout=10) as response:
        assert response.status == 200


def test_a_taken_port_is_said_clearly(site: Site) -> None:
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"], cwd=ROOT, env=site.environment, capture_output=True, text=True
    )
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert f"Cannot listen on port {site.port}" in said
    assert "PORT=" in said
    assert "Traceback" not in said
    assert time.monotonic() - started < 15


def test_a_port_taken_at_the_last_moment_is_said_as_clearly() -> None:
    from daphne.server import Server as Daphne

    from azi_site.server import CannotListen, Server

    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        port = holder.getsockname()[1]
        with pytest.raises(CannotListen, match=r"127\.0\.0\.1"):
            Server(None, "127.0.0.1", port)
    server = Server(None, "127.0.0.1", port)
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", port))
        holder.listen()
        with pytest.raises(CannotListen):
            server.run()
    assert isinstance(server.daphne, Daphne)
    assert server.daphne.abort_start


def test_sigterm_ends_it_gently(mortal: Site) -> None:
    async def stay() -> tuple[int | None, float]:
        async with websockets.connect(a_table(mortal), origin=mortal.url) as ws:  # type: ignore[arg-type]
            assert json.loads(await ws.recv())["type"] == "hello"
            assert mortal.process
            mortal.process.send_signal(signal.SIGTERM)
            told = time.monotonic()
            try:
                while True:
                    await asyncio.wait_for(ws.recv(), 10)
            except ConnectionClosed:
                return ws.close_code, time.monotonic() - told

    code, seconds = asyncio.run(stay())
    assert code == 4012
    assert seconds < 3
    assert mortal.process
    assert mortal.process.wait(10) == 0
    assert "Traceback" not in mortal.log, mortal.log


def test_ctrl_c_ends_it_gently(mortal: Site) -> None:
    started = time.monotonic()
    assert mortal.stop(signal.SIGINT) == 0
    assert time.monotonic() - started < 3
    assert "Traceback" not in mortal.log, mortal.log


def test_it_starts_again_with_its_data(mortal: Site) -> None:
    before = a_table(mortal)
    mortal.kill()
    mortal.start()
    assert a_table(mortal) == before
    assert mortal.manage("audit").strip() == "audit: clean"


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://localhost:{port}", "http://localhost:1", "http://localhost",
    "http://localhost:{port}.evil.example", "http://[nonsense", "http://localhost:99999999"],
)  # fmt: skip
def test_sockets_are_for_pages_of_our_own(site: Site, origin: str | None) -> None:
    async def knock() -> int:
        try:
            async with websockets.connect(a_table(site), origin=origin and origin.format(port=site.port)):  # type: ignore[arg-type]
                return 101
        except InvalidStatus as refusal:
            return refusal.response.status_code

    # 403 is our answer; what is no origin at all is a bad request to the server below us.
    assert asyncio.run(knock()) in (400, 403)
    assert "Traceback" not in site.log


def test_an_address_without_a_socket_is_refused_quietly(site: Site) -> None:
    async def knock() -> int:
        try:
            async with websockets.connect(f"ws://localhost:{site.port}/ws/nowhere/", origin=site.url):  # type: ignore[arg-type]
                return 101
        except InvalidStatus as refusal:
            return refusal.response.status_code

    assert asyncio.run(knock()) == 403
    assert "Traceback" not in site.log


def test_a_frame_of_more_than_16_kib_ends_the_socket(site: Site) -> None:
    async def shout() -> int | None:
        async with websockets.connect(a_table(site), origin=site.url) as ws:  # type: ignore[arg-type]
            await ws.send("x" * (16 * 1024 + 1))
            try:
                while True:
                    await asyncio.wait_for(ws.recv(), 10)
            except ConnectionClosed:
                return ws.close_code

    # Dropped without a word (1006), or told that it was too big (1009).
    assert asyncio.run(shout()) in (1006, 1009)


def test_stacked_decks_are_for_tests() -> None:
    deck = "6s 7s 8s 9s Ts Js Qs Ks As 6h 7h 8h 9h Th Jh Qh Kh Ah 6d 7d 8d 9d Td Jd Qd Kd Ad"
    site = Site([deck], settings="azi_site.settings")
    try:
        assert "AZI_STACKED_DECKS is for tests" in site.manage("serve", check=False)
    finally:
        site.close()


def test_it_wants_its_static_files_collected() -> None:
    site = Site(settings="azi_site.settings")
    try:
        assert "collectstatic" in site.manage("serve", check=False)
    finally:
        site.close()


def test_another_server_wants_redis(site: Site) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import azi_site.asgi"], cwd=ROOT, env=site.environment, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "REDIS_URL" in done.stderr
    with_redis = {**site.environment, "REDIS_URL": "redis://127.0.0.1:1/0"}
    subprocess.run([sys.executable, "-c", "import azi_site.asgi"], cwd=ROOT, env=with_redis, check=True)


def test_a_clock_of_its_own_ticks_until_it_is_told_to_stop() -> None:
    site = Site(REDIS_URL="redis://127.0.0.1:1/0").prepare()
    try:
        clock = subprocess.Popen([sys.executable, "manage.py", "clock"], cwd=ROOT, env=site.environment)
        ask = "from azi_site.models import ClockTick; print('ticks', ClockTick.objects.count())"
        deadline = time.monotonic() + 20
        while "ticks 1" not in site.manage("shell", "-v", "0", "-c", ask):
            assert time.monotonic() < deadline
        clock.send_signal(signal.SIGTERM)
        assert clock.wait(10) == 0
    finally:
        site.close()


def test_the_site_as_people_run_it() -> None:
    """DEBUG off, hashed names, modules that import each other by them, compressed, and kept by browsers for good."""
    site = Site(settings="azi_site.settings")
    try:
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        site.prepare().start()
        names = json.loads((site.var / "static" / "staticfiles.json").read_text())["paths"]
        for name in ("azi.css", "games/table.js"):
            with urlopen(f"{site.url}/static/{names[name]}", timeout=10) as response:
                assert "immutable" in response.headers["Cache-Control"]
                text = response.read().decode()
            if name.endswith(".js"):
                assert names["games/player.js"].rsplit("/", 1)[-1] in text
        with urlopen(site.url, timeout=10) as response:
            assert names["azi.css"] in response.read().decode()
        assert site.status("/no/such/page") == 404
    finally:
        site.close()


def test_it_runs_on_postgresql(postgresql: str) -> None:
    site = Site(DATABASE_URL=f"postgresql://azi@/postgres?host={postgresql}")
    try:
        site.prepare().start()
        assert site.status("/") == 200
        assert site.manage("audit").strip() == "audit: clean"
        assert site.stop() == 0
        assert "Traceback" not in site.log, site.log
    finally:
        site.close()
