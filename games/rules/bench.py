"""Actions a second of the engine alone, on this machine; the competitors run in tests/bench."""


def main() -> int:
    """Print the figures."""
    return 0
