"""The real server as a process of its own, with a database of its own, for whoever wants to see the whole thing run."""

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Self
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tests.errands import Errands

ROOT = Path(__file__).resolve().parent.parent
FILE = "azi.sqlite3"
PATIENCE = 30.0  # seconds that starting or stopping may take on a busy machine


def free_port() -> int:
    """A port on which nobody listens just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Site:
    """`manage.py serve` under the tests' settings, at `url`. Use it as a context manager, or start() and close()."""

    def __init__(self, decks: Sequence[str] = (), settings: str = "tests.settings", **environment: str) -> None:
        self.var = Path(tempfile.mkdtemp(prefix="azi-site-"))
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.process: subprocess.Popen[str] | None = None
        self._errands: Errands | None = None
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("AZI_", "DJANGO_"))}
        for name in ("DATABASE_URL", "REDIS_URL", "DEBUG", "EMAIL_URL"):
            kept.pop(name, None)
        self.environment = {
            **kept,
            "DJANGO_SETTINGS_MODULE": settings,
            "AZI_VAR": str(self.var),
            "HOST": "localhost",
            "PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
            **({"AZI_STACKED_DECKS": json.dumps(list(decks))} if decks else {}),
            # Every test comes from one address: sign ups and guests would soon be too many.
            **({"AZI_TEST_UNLIMITED": "1"} if settings == "tests.settings" else {}),
            **environment,
        }

    @property
    def log(self) -> str:
        """What all its processes have printed so far."""
        path = self.var / "log"
        return path.read_text() if path.exists() else ""

    def manage(self, *arguments: str, check: bool = True) -> str:
        """Runs another command of manage.py on this site's database; what it printed, complaints included."""
        if self._errands is None or self._errands.environment != self.environment:
            self._end_errands()
            self._errands = Errands(self.environment)
        code, printed = self._errands.run(arguments)
        assert code == 0 or not check, printed
        return printed

    def _end_errands(self) -> None:
        if self._errands:
            self._errands.close()
        self._errands = None

    def prepare(self) -> Self:
        """The database with its tables, house tables included; a file of SQLite is a copy of one made before."""
        if "DATABASE_URL" in self.environment:
            self._make()
        else:
            shutil.copy(_made(), self.var / FILE)
        return self

    def _make(self) -> None:
        self.manage("migrate", "--verbosity", "0")
        self.manage("open_house_tables")

    def start(self) -> Self:
        """Starts the server and waits until it is ready."""
        with (self.var / "log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                text=True,
            )
        deadline = time.monotonic() + PATIENCE
        while self.status("/health/ready") != 200:
            assert self.process.poll() is None, f"the server ended at once:\n{self.log}"
            assert time.monotonic() < deadline, f"the server is not ready:\n{self.log}"
            time.sleep(0.05)
        return self

    def status(self, path: str) -> int:
        """The status with which the server answers; 0 when nobody does."""
        try:
            with urlopen(self.url + path, timeout=5) as response:
                return int(response.status)
        except HTTPError as error:
            return error.code
        except (URLError, OSError):
            return 0

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Sends the signal and waits for the end: the exit code."""
        assert self.process
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """What a power cut does."""
        self.stop(signal.SIGKILL)

    def close(self) -> None:
        """The end of the server and of all that it wrote."""
        if self.process and self.process.poll() is None:
            self.kill()
        self._end_errands()
        shutil.rmtree(self.var, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.prepare().start()

    def __exit__(self, *_: object) -> None:
        self.close()


@cache
def _made() -> Path:
    """The file of a prepared database, made once a process: migrating takes seconds."""
    site = Site()
    atexit.register(site.close)
    site._make()
    return site.var / FILE
