"""Whom a player follows and who is here now: what the lobby says above its tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts import relations
from accounts.models import User

from . import presence, timing
from .lobby import Row
from .models import Table

SHOWN = 20


@dataclass(frozen=True)
class Here:
    """Somebody who is here, and the table of the list at which they play, if any: who sits out plays nowhere."""

    player: User
    table: Table | None


def online(viewer: User, rows: Iterable[Row]) -> list[Here]:
    """Those whom the viewer follows who are here now, by name, first who plays at one of these tables.

    Whoever has blocked the viewer is as if they were not here. A table that is not in the viewer's list stays unnamed.
    """
    plays = ((seat, row.table) for row in rows for seat in row.table.seats.all() if not seat.sitting_out)
    where = {seat.player_id: table for seat, table in plays}
    followed = relations.to_others(viewer, relations.FOLLOWS).filter(~relations.has_blocked(viewer))
    players = followed.filter(presence.here_lately(timing.now_ms())).only("name", "public_id")
    here = [Here(player, where.get(player.pk)) for player in players]
    return sorted(here, key=lambda one: one.table is None)[:SHOWN]
