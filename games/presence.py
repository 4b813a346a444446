"""Which seated players' pages have been heard from: kept here in memory, shared between processes by a row each.

Presence is not a fact of a table's version: it is written in one batch every ten seconds and never on an action's way.
"""

from collections.abc import Iterable

from django.db import transaction

from . import timing
from .models import Presence

ONLINE_MS = 30_000
AWAY_MS = 60_000  # silent for so long: gone
FORGOTTEN_AT_ONCE = 1_000

_seen: dict[tuple[int, int], int] = {}
_unsaved: set[tuple[int, int]] = set()
_since = timing.now_ms()  # before that this process heard nobody, and may not hold it against them


def saw(table_id: int, user_id: int, now: int) -> None:
    """A page of this player at this table has been heard from."""
    _seen[table_id, user_id] = now
    _unsaved.add((table_id, user_id))


def is_online(table_id: int, user_id: int, now: int) -> bool:
    return now - _seen.get((table_id, user_id), 0) < ONLINE_MS


def sat_down(table_id: int, user_id: int, now: int) -> None:
    """A player has just come: known to all processes at once, for another's clock may look for who is here."""
    _seen[table_id, user_id] = now
    _write([((table_id, user_id), now)])


def is_away(table_id: int, user_id: int, now: int) -> bool:
    """Whether the player has gone for longer than a lost link explains, as far as any process knows."""
    if now - max(_since, _seen.get((table_id, user_id), 0)) < AWAY_MS:
        return False
    return not Presence.objects.filter(table=table_id, player=user_id, seen_at__gt=now - AWAY_MS).exists()


def save() -> None:
    """Write what this process has heard since the last time."""
    # In one order: two processes that hear of the same players must not wait for each other's rows.
    batch = [(key, _seen[key]) for key in sorted(_unsaved)]
    _unsaved.difference_update(key for key, _ in batch)
    _write(batch)


def _write(batch: list[tuple[tuple[int, int], int]]) -> None:
    Presence.objects.bulk_create(
        [Presence(table_id=table, player_id=player, seen_at=seen) for (table, player), seen in batch],
        update_conflicts=True,
        unique_fields=["table", "player"],
        update_fields=["seen_at"],
    )


def refresh(table_ids: Iterable[int], now: int) -> None:
    """Learn what other processes have lately heard about these tables' players."""
    recent = Presence.objects.filter(table__in=list(table_ids), seen_at__gt=now - ONLINE_MS)
    rows = recent.values_list("table_id", "player_id", "seen_at")
    for table, player, seen in rows:
        if seen > _seen.get((table, player), 0):
            _seen[table, player] = seen


def forget_before(ms: int) -> None:
    """Drop what is too old to matter, so that the memory and the rows follow who is here, not who ever was."""
    for key, seen in list(_seen.items()):  # a copy: the loop adds to it while this runs on the pool
        if seen < ms and key not in _unsaved:
            del _seen[key]
    with transaction.atomic():
        # Skipped where another process writes just now: the two must not wait for each other's rows.
        old = Presence.objects.filter(seen_at__lt=ms).select_for_update(skip_locked=True)
        Presence.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])).delete()
