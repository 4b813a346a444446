"""Site and clock in one process: daphne's server, told when to start the clock and how to stop gently."""

import asyncio
import errno
import os
import signal
import socket
import time
from typing import Any

import structlog
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server as Daphne
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.python.failure import Failure

from azi_site import clock, health
from games import bell, pool

FRAME_LIMIT = 16 * 1024  # bytes; the app's own limit is lower and answers with an error
UNSENT = 512 * 1024  # bytes that a connection may leave unread before it is cut off
LOOK = 2.0  # seconds between two looks at that
GRACE = 5.0  # seconds that running actions and requests have once the server was told to stop

log = structlog.get_logger("azi.server")


class CannotListen(Exception):
    """The address is taken, not ours, or not allowed."""


class Server:
    """Listens on host:port (every address of a name such as localhost) until told to stop."""

    def __init__(self, application: Any, host: str, port: int) -> None:
        self.addresses = _addresses(host, port)
        self.daphne = _Daphne(
            application,
            endpoints=[end for host in self.addresses for end in build_endpoint_description_strings(host, port)],
            signal_handlers=False,
            ready_callable=self._ready,
            websocket_max_frame_size=FRAME_LIMIT,
            websocket_max_message_size=FRAME_LIMIT,
            verbosity=0,
            server_name="azi",
        )
        self._stopping: asyncio.Task[None] | None = None

    def run(self) -> None:
        """Serves; returns when it has stopped. Raises CannotListen."""
        self.daphne.run()
        if self.daphne.failure:
            raise CannotListen(self.daphne.failure)

    def _ready(self) -> None:
        # The loop is not running yet, so there is no running loop to ask for.
        loop = asyncio.get_event_loop()
        self._stop_clock = asyncio.Event()
        self._clock = loop.create_task(self._run_clock())
        self._cutter = loop.create_task(self._cut_off_the_deaf())
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._told_to_stop)

    async def _run_clock(self) -> None:
        bell.connect()
        await clock.run(self._stop_clock)

    async def _cut_off_the_deaf(self) -> None:
        """Daphne's outbox has no bound: whoever sends and never reads, whatever they say to have read, is cut off."""
        while True:
            await asyncio.sleep(LOOK)
            for protocol in list(self.daphne.connections):
                if _unsent(protocol.transport) > UNSENT:
                    protocol.transport.abortConnection()

    def _told_to_stop(self) -> None:
        if self._stopping:  # told twice: at once
            self.daphne.stop()
            return
        self._stopping = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        """Nothing new, a close frame to every socket, the end of what is running, and then the end."""
        log.info("stopping")
        health.draining = True
        deadline = time.monotonic() + GRACE
        try:
            self._stop_clock.set()
            await asyncio.wait_for(bell.close_all(code=4012, why="restart"), GRACE)
            while self.daphne.is_busy() and time.monotonic() < deadline:
                await asyncio.sleep(0.02)
            await asyncio.wait_for(self._end_running(), max(0.1, deadline - time.monotonic()))
        except TimeoutError:
            log.warning("stopped before everything had finished")
        except Exception:
            log.exception("stopping went wrong")
        finally:
            self.daphne.stop()

    async def _end_running(self) -> None:
        self._cutter.cancel()
        await self._clock
        await asyncio.to_thread(pool.shut_down)


class _WebSocket(WebSocketProtocol):
    """Daphne's own answers 500 to a subprotocol that is not ASCII, and writes a traceback for it."""

    def onConnect(self, request: Any) -> Any:
        if not request.headers.get("sec-websocket-protocol", "").isascii():
            request.headers["sec-websocket-protocol"] = ""  # one that we don't speak, like any other
        return super().onConnect(request)


WebSocketFactory.protocol = _WebSocket


class _Daphne(Daphne):
    """Keeps why it could not listen, and knows whether somebody still waits for an answer."""

    failure = ""

    def listen_error(self, failure: Failure) -> None:
        self.failure = failure.getErrorMessage()
        self.stop()

    def is_busy(self) -> bool:
        return any("disconnected" not in connection for connection in self.connections.values())

    def kill_all_applications(self) -> Any:
        # Daphne looks for the application of connections that have none any more.
        for protocol in [one for one, details in self.connections.items() if "application_instance" not in details]:
            del self.connections[protocol]
        return super().kill_all_applications()


def _unsent(transport: Any) -> int:
    """Bytes that wait in this process for somebody to read them."""
    waiting = len(getattr(transport, "dataBuffer", b"")) - getattr(transport, "offset", 0)
    return waiting + int(getattr(transport, "_tempDataLen", 0))


def _addresses(host: str, port: int) -> list[str]:
    """The addresses to listen on, each tried out: daphne would say only later, and in less plain words."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except socket.gaierror as error:
        raise CannotListen(f"{host}: {error.strerror}") from error
    usable, reasons = [], []
    for family, kind, _protocol, _name, address in dict.fromkeys(found):
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                trial.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            try:
                trial.bind(address)
            except OSError as error:
                # A name may have an address that this machine has not (::1 without IPv6); a taken one is final.
                reasons.append(f"{address[0]}: {os.strerror(error.errno or 0)}")
                if error.errno == errno.EADDRINUSE:
                    raise CannotListen(reasons[-1]) from error
                continue
        usable.append(str(address[0]))
    if not usable:
        raise CannotListen("; ".join(reasons))
    return usable
