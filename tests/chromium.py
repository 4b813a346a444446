"""Which Chromium the browser tests drive. `python -m tests.chromium` exits 1 when there is none."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

# Without them Chromium asks its maker's servers for things, or for hardware, that tests have no use for.
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


def system() -> str | None:
    """The system's own Chromium, unless it is a stub that only knows where to get one.

    Best the one without windows: a page of it comes three times as fast.
    """
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path and "snap" not in (*Path(path).parts, *Path(path).resolve().parts) and _answers(path):
            return path
    return None


def launch() -> dict[str, Any]:
    """How Playwright launches it: the system's own where there is one, with flags that keep it quiet."""
    path = system()
    return {**({"executable_path": path} if path else {}), "args": FLAGS}


def playwrights_own() -> str | None:
    """What `playwright install chromium` has put down."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _answers(path: str) -> bool:
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and answer.stdout.startswith(("Chromium", "Google Chrome"))


if __name__ == "__main__":
    sys.exit(0 if system() or playwrights_own() else 1)
