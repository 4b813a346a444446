"""Which Firefox the browser tests drive. `python -m tests.firefox` exits 1 when there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

MISSING = "no Firefox here that can be driven: scripts/firefox says what to install"
LINE = Path(__file__).with_name("firefox_line.py")


def system() -> str | None:
    """The system's own Firefox, unless it is a stub or a snap, which has no profile but in its own folder."""
    for name in ("firefox-esr", "firefox"):
        path = shutil.which(name)
        if path and "snap" not in (*Path(path).parts, *Path(path).resolve().parts) and _answers(path):
            return path
    return None


def launch(own: str) -> dict[str, Any] | None:
    """How Playwright launches it: the system's own through a line that knows what it lacks, else its `own`, if any."""
    path = system()
    if path:
        python = Path(sys.executable).parent
        env = {**os.environ, "AZI_FIREFOX": path, "PATH": f"{python}{os.pathsep}{os.environ['PATH']}"}
        return {"channel": "moz-firefox", "executable_path": str(LINE), "env": env}
    return {} if Path(own).exists() else None


def playwrights_own() -> str | None:
    """What `playwright install firefox` has put down."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.firefox.executable_path
    return path if Path(path).exists() else None


def _answers(path: str) -> bool:
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and answer.stdout.startswith("Mozilla Firefox")


if __name__ == "__main__":
    sys.exit(0 if system() or playwrights_own() else 1)
