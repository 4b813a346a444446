"""Hints: a player's chances and what a call risks, in games against bots alone. Nothing is changed or kept.

A hint knows what its asker's view shows and no more. With another person in the game there is none: it would be help
that the others don't have.
"""

import random
from typing import Any

from django.utils.translation import gettext as _

from games.rules import hints
from games.rules.view import view as game_view

from . import tables
from .changes import seat_of
from .models import Table
from .refusals import Refusal
from .tables import TableAt

View = dict[str, Any]


def standing(table_id: int, user_id: int) -> tuple[View, int | None, str]:
    """What this user's hint is to be made of: the game's part of the view, the question's number, the seed of chance.

    Raises Refusal.
    """
    at = tables.current(table_id)
    try:
        seat = seat_of(at, user_id)
        if not (at.row.running and at.in_game(seat)):
            raise Refusal("not_asked", _("You are not in a running game."))
        if not _is_alone(at, user_id):
            raise Refusal("forbidden", _("Hints are for games against bots alone."))
        assert at.game is not None
        view = game_view(at.game, seat.number)
        return view, at.ask(seat.number), f"{at.row.game_id} {at.row.version}"
    finally:
        tables.put(at)


def _is_alone(at: TableAt, user_id: int) -> bool:
    """Whether everybody else who was dealt into the game is a bot, also who has folded and may yet buy in."""
    assert at.game is not None
    if at.row.stakes != Table.CASH:
        return False  # a tournament has other people, if not at this table
    players = [at.seats.get(number) for number in at.game.numbers]
    return all(
        seat is not None and at.in_game(seat) and (seat.player_id == user_id or seat.player.is_bot) for seat in players
    )


def hint(view: View, seed: str) -> View:
    """What games.rules.hints says. The same seed gives the same hint: asking again teaches nothing. Raises Refusal."""
    found = hints.hint(view, random.Random(seed))  # noqa: S311 (no card is dealt from it)
    if found is not None:
        return found
    if hints.is_unseen(view):
        raise Refusal("not_asked", _("Look at your cards first."))
    raise Refusal("not_asked", _("There is nothing to give a hint on now."))
