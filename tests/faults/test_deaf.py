"""A client that lets much lie unread is cut off by the server, whatever it says to have read."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.serving import ROOT, Site

FRAMES, FRAME = 300, 64 * 1024
SERVER = f"""
import asyncio
import django
django.setup()
from django.conf import settings
from azi_site import server

server.FRAME_LIMIT = {FRAME}

async def talks(scope, receive, send):
    if scope["type"] == "http":
        await send({{"type": "http.response.start", "status": 200, "headers": []}})
        await send({{"type": "http.response.body", "body": b"ready"}})
        return
    await receive()
    await send({{"type": "websocket.accept"}})
    for _ in range({FRAMES}):
        await send({{"type": "websocket.send", "bytes": b"x" * {FRAME}}})
        await asyncio.sleep(0.001)
    await asyncio.sleep(60)

server.Server(talks, settings.HOST, settings.PORT).run()
"""


@pytest.fixture
def talkative() -> Iterator[Site]:
    site = Site()
    site.manage("migrate", "--verbosity", "0")
    site.process = subprocess.Popen([sys.executable, "-c", SERVER], cwd=ROOT, env=site.environment, text=True)
    deadline = time.monotonic() + 20
    while site.status("/") != 200 and time.monotonic() < deadline:
        time.sleep(0.05)
    yield site
    site.close()


def open_socket(site: Site) -> socket.socket:
    link = socket.create_connection(("localhost", site.port))
    link.sendall(
        f"GET / HTTP/1.1\r\nHost: localhost:{site.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return link


def read_to(link: socket.socket, enough: int) -> int:
    """Bytes that come, until there are enough or no more."""
    read = 0
    link.settimeout(10)
    try:
        while read < enough:
            piece = link.recv(1 << 20)
            if not piece:
                break
            read += len(piece)
    except OSError:
        pass
    return read


def test_who_reads_gets_all_and_who_does_not_is_cut_off(talkative: Site) -> None:
    deaf, heard = open_socket(talkative), open_socket(talkative)
    assert read_to(heard, FRAMES * FRAME) >= FRAMES * FRAME
    time.sleep(5)  # two looks
    assert read_to(deaf, FRAMES * FRAME) < FRAMES * FRAME
    for link in (deaf, heard):
        link.close()
