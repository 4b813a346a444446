"""What a replay of a finished game tells: to the public and to each seat, step by step, as hashes that are kept.

`python -m tests.games.golden` writes them for the records in tests/data/golden that have none yet, and no others.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from games.rules import record

FOLDER = Path(__file__).parent.parent / "data" / "golden"


def records() -> list[Path]:
    return sorted(FOLDER.glob("*/*.azi"))


def told(path: Path) -> dict[str, Any]:
    """What the replay of this record tells. One that is called `void...` was called off where it ends."""
    from games import history

    text, void = path.read_text(encoding="utf-8"), path.name.startswith("void")
    whole = record.read(text)
    seats = (None, *whole.game.numbers)
    return {
        "rules_version": int(path.parent.name),
        "result": _result(whole),
        "bank": sum(whole.game.shares.values()),
        "deals": whole.game.deals,
        "ruleset": whole.game.ruleset.preset,
        "seen": {str(seat or "public"): _seen(text, seat, void, history) for seat in seats},
        "records": {str(seat or "public"): _hash(record.mask(text, seat)) for seat in seats},
    }


def _result(read: record.Record) -> str:
    game = read.game
    if game.net is None:
        return f"called off in the phase {game.phase}"
    chips = ", ".join(f"{read.names[seat]} {net:+}" for seat, net in sorted(game.net.items()))
    return f"seat {game.winner} wins by {game.how}: {chips}"


def _seen(text: str, seat: int | None, void: bool, history: Any) -> str:
    """A hash a step, so that one sees at which of them a replay becomes another."""
    parts = history.parts(record.read(record.mask(text, seat)), seat, void)
    return " ".join(_hash(json.dumps(part, sort_keys=True, ensure_ascii=False)) for part in parts)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def main() -> None:
    import django

    django.setup()
    for path in records():
        kept = path.with_suffix(".json")
        if not kept.exists():
            kept.write_text(json.dumps(told(path), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            print(f"{path.parent.name}/{kept.name}")


if __name__ == "__main__":
    main()
