"""Who was being answered when the server was told to stop is answered, unless it takes too long."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.serving import ROOT, Site

SERVER = """
import asyncio
import django
django.setup()
from django.conf import settings
from azi_site.server import Server

async def slow(scope, receive, send):
    assert scope["type"] == "http"
    await asyncio.sleep(float(scope["path"].strip("/") or 0))
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})

Server(slow, settings.HOST, settings.PORT).run()
"""


@pytest.fixture
def slow() -> Iterator[Site]:
    """Answers /<seconds>/ after that time."""
    site = Site()
    site.manage("migrate", "--verbosity", "0")
    site.process = subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, env=site.environment, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 20
    while site.status("/0/") != 200 and time.monotonic() < deadline:
        time.sleep(0.05)
    yield site
    site.close()


def stop_during(site: Site, seconds: float) -> tuple[str, float]:
    """What a request of that length is answered when the server is told to stop, and how long stopping takes."""

    def ask() -> str:
        try:
            with urlopen(f"{site.url}/{seconds}/", timeout=20) as response:
                return str(response.read().decode())
        except (URLError, OSError) as error:
            return type(error).__name__

    with ThreadPoolExecutor() as pool:
        answer = pool.submit(ask)
        time.sleep(0.5)
        started = time.monotonic()
        assert site.stop(signal.SIGTERM) == 0
        return answer.result(), time.monotonic() - started


def test_a_running_request_is_answered(slow: Site) -> None:
    answer, seconds = stop_during(slow, 2)
    assert answer == "done"
    assert 1 < seconds < 4


def test_nobody_is_waited_for_longer_than_five_seconds(slow: Site) -> None:
    answer, seconds = stop_during(slow, 60)
    assert answer != "done"
    assert 4.5 < seconds < 9


def test_told_twice_it_stops_at_once(slow: Site) -> None:
    with ThreadPoolExecutor() as pool:
        pool.submit(slow.status, "/60/")
        time.sleep(0.5)
        assert slow.process
        slow.process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        started = time.monotonic()
        slow.stop(signal.SIGINT)
        assert time.monotonic() - started < 3
