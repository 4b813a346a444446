"""What of the rules offline practice takes to the browser: every module but those that need all of Python."""

from pathlib import Path

CPYTHON_ONLY = {"__main__", "bench", "bundle", "fairness", "hashes", "match", "verifier"}


def modules() -> list[str]:
    """The names of those that run under MicroPython too, sorted."""
    return sorted([path.stem for path in _folder().glob("*.py") if path.stem not in CPYTHON_ONLY])


def sources() -> dict[str, str]:
    """The same modules as they are written, by name."""
    return {name: (_folder() / f"{name}.py").read_text(encoding="utf-8") for name in modules()}


def _folder() -> Path:
    return Path(__file__).parent
