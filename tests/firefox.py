"""Which Firefox the browser tests drive. `python -m tests.firefox` exits 1 when there is none."""

import os
import sys
from pathlib import Path
from typing import Any

from tests.browsers import installed, playwrights_own

MISSING = "no Firefox here that can be driven: scripts/firefox says what to install"
LINE = Path(__file__).with_name("firefox_line.py")


def system() -> str | None:
    """The system's own Firefox."""
    return installed(("firefox-esr", "firefox"), ("Mozilla Firefox",))


def launch(own: str) -> dict[str, Any] | None:
    """How Playwright launches it: the system's own through a line that knows what it lacks, else its `own`, if any."""
    path = system()
    if path:
        python = Path(sys.executable).parent
        env = {**os.environ, "AZI_FIREFOX": path, "PATH": f"{python}{os.pathsep}{os.environ['PATH']}"}
        return {"channel": "moz-firefox", "executable_path": str(LINE), "env": env}
    return {} if Path(own).exists() else None


if __name__ == "__main__":
    sys.exit(0 if system() or playwrights_own("firefox") else 1)
