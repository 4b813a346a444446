"""Whose pages have been heard from, at tables and elsewhere: in memory, and shared between processes by a row each.

Presence is not a fact of a table's version: it is written in one batch every ten seconds and never on an action's way.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from . import timing
from .models import Presence, SeenOutside

ONLINE_MS = 30_000
AWAY_MS = 60_000  # silent for so long: gone
FORGOTTEN_AT_ONCE = 1_000
OUTSIDE_EVERY_MS = 20_000  # pages elsewhere need no finer time

_seen: dict[tuple[int, int], int] = {}
_unsaved: set[tuple[int, int]] = set()
_outside: dict[int, int] = {}  # when a player's row was written last
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


def save_outside(player_ids: Iterable[int], now: int) -> None:
    """Write that these players have pages open that are no table's, those who come soon and the others now and then."""
    due = sorted(pk for pk in player_ids if now - _outside.get(pk, 0) >= OUTSIDE_EVERY_MS)
    SeenOutside.objects.bulk_create(
        [SeenOutside(player_id=pk, seen_at=now) for pk in due],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["seen_at"],
    )
    _outside.update(dict.fromkeys(due, now))


def here_lately(now: int) -> Q:
    """Of users: whether any process has heard from a page of theirs in the last minute."""
    lately = {"player": OuterRef("pk"), "seen_at__gt": now - AWAY_MS}
    return Q(Exists(Presence.objects.filter(**lately))) | Q(Exists(SeenOutside.objects.filter(**lately)))


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
    for player, written in list(_outside.items()):
        if written < ms:
            del _outside[player]
    for rows in (Presence.objects, SeenOutside.objects):
        with transaction.atomic():
            # Skipped where another process writes just now: the two must not wait for each other's rows.
            old = rows.filter(seen_at__lt=ms).select_for_update(skip_locked=True)
            rows.filter(pk__in=list(old.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])).delete()
