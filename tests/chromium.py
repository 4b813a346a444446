"""Which Chromium the browser tests drive. `python -m tests.chromium` exits 1 when there is none."""

import sys
from typing import Any

from tests.browsers import installed, playwrights_own

# Without them Chromium asks its maker's servers for things, or for hardware, that tests have no use for.
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
# Best the one without windows: a page of it comes three times as fast.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def system() -> str | None:
    """The system's own Chromium."""
    return installed(NAMES, ("Chromium", "Google Chrome"))


def launch() -> dict[str, Any]:
    """How Playwright launches it: the system's own where there is one, with flags that keep it quiet."""
    path = system()
    return {**({"executable_path": path} if path else {}), "args": FLAGS}


if __name__ == "__main__":
    sys.exit(0 if system() or playwrights_own("chromium") else 1)
