"""The browsers of this machine, for tests to drive."""

import shutil
import subprocess
from pathlib import Path


def installed(names: tuple[str, ...], makers: tuple[str, ...]) -> str | None:
    """The first of these programs that answers as what it should be; no stub, and no snap, which can't be driven."""
    for name in names:
        path = shutil.which(name)
        if path and "snap" not in (*Path(path).parts, *Path(path).resolve().parts) and _answers(path, makers):
            return path
    return None


def playwrights_own(kind: str) -> str | None:
    """What `playwright install` has put down of this kind."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path: str = getattr(playwright, kind).executable_path
    return path if Path(path).exists() else None


def _answers(path: str, makers: tuple[str, ...]) -> bool:
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and answer.stdout.startswith(makers)
