"""The name of somebody who is nobody any more, taken out of the records of their games, some at a time."""

import re
from functools import partial

from django.db import transaction

from accounts.models import Forgotten, User

from . import live
from .models import Commitment, GameRecord, PlayerResult, Presence, SeenOutside, Table

BATCH = 50


def rename(text: str, seat: int, name: str) -> str:
    """The record with this name for that seat, and nothing else changed. It need not be one that can be read."""
    return re.sub(
        rf"^(seat {seat} [0-9]+)(?: [^\n]*)?$", lambda line: f"{line[1]} {name}", text, count=1, flags=re.MULTILINE
    )


def take_out_some(player_id: int) -> bool:
    """Take the name out of some more records, once whoever asks. False: it stands nowhere any more."""
    name = User.objects.values_list("name", flat=True).get(pk=player_id)
    forgotten = Forgotten.objects.filter(pk=player_id).first()
    if forgotten is None:
        return False
    results = PlayerResult.objects.filter(player=player_id, game__gt=forgotten.done_to).order_by("game_id")
    seats = dict(results.values_list("game_id", "seat")[:BATCH])
    if not seats:
        for kept in (Presence, SeenOutside, Commitment):
            kept.objects.filter(player=player_id).delete()
        return False
    _take_out_of_tables(seats, name)
    with transaction.atomic():
        # Of two who are forgotten at once each writes to what the other has written; in one order, so that neither
        # waits for the other.
        games = GameRecord.objects.select_for_update().filter(pk__in=seats).order_by("pk").only("record")
        for game in games:
            GameRecord.objects.filter(pk=game.pk).update(record=rename(game.record, seats[game.pk], name))
        Forgotten.objects.filter(pk=player_id, done_to__lt=max(seats)).update(done_to=max(seats))
    return True


def _take_out_of_tables(seats: dict[int, int], name: str) -> None:
    """A table shows its last game until the next one begins, in the same words. First: the games say where to look."""
    last = GameRecord.objects.filter(pk__in=seats).values_list("pk", "table_id", "public_id")
    shown = dict(Table.objects.filter(pk__in={table for _pk, table, _id in last}).values_list("pk", "game_id"))
    for pk, table, public_id in last:
        if shown[table] == public_id:
            live.rewrite(table, public_id, partial(rename, seat=seats[pk], name=name))
