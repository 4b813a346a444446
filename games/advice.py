"""Hints: a player's chances and what a call risks, in games against bots alone. Nothing is changed or kept.

A hint knows what its asker's view shows and no more. With another person in the game there is none: it would be help
that the others don't have.
"""

import math
import random
from typing import Any

from django.utils.translation import gettext as _

from games.rules import bots
from games.rules.view import view as game_view

from . import tables
from .changes import seat_of
from .models import Table
from .refusals import Refusal
from .tables import TableAt

SAMPLES = 120  # games played out in the head for one hint; of each card where there is a choice, half of them
PHASES = ("discard", "bid", "play")

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
    """The chances in 100, what a call takes and wins, and what each card that may be played comes to.

    The same seed gives the same hint: asking again teaches nothing. Raises Refusal where there is nothing to think
    about, or a hand not looked at.
    """
    me = next(seat for seat in view["seats"] if seat["seat"] == view["my_seat"])
    if view["phase"] not in PHASES or not me["in"] or not me["cards"]:
        raise Refusal("not_asked", _("There is nothing to give a hint on now."))
    if not me["looked"]:
        raise Refusal("not_asked", _("Look at your cards first."))
    chance = random.Random(seed)  # noqa: S311 (no card is dealt from it)
    cards = _cards(view, me, chance)
    # Whoever may choose a card chooses the best.
    chances = max(cards.values(), key=_worth) if cards else bots.prospects(view, chance, SAMPLES)
    return {
        "win": _in_100(chances["win"]),
        "azi": _in_100(chances["azi"]),
        "call": _call(view, me),
        "cards": {card: _in_100(after["win"]) for card, after in cards.items()},
    }


def _worth(chances: dict[str, float]) -> tuple[float, float]:
    return chances["win"], chances["azi"]


def _in_100(share: float) -> int:
    return round(100 * share)


def _call(view: View, me: View) -> View | None:
    """A call's cost, the bank with it, and from how many wins in 100 on it pays.

    Who can't pay all of it plays for a part of the bank only (rules 9.3): then the last two are null.
    """
    cost = view["cost"].get("c")
    if cost is None:
        return None
    if me["bid"] + cost < view["level"]:
        return {"cost": cost, "bank": None, "even": None}
    bank = view["bank"] + cost
    return {"cost": cost, "bank": bank, "even": math.ceil(100 * cost / bank)}


def _cards(view: View, me: View, chance: random.Random) -> dict[str, dict[str, float]]:
    """The chances after each card that may be played now, where there is a choice."""
    if view["phase"] != "play" or len(view["legal"]) < 2:
        return {}
    return {card: bots.prospects(_after(view, me, card), chance, SAMPLES // 2) for card in sorted(view["legal"])}


def _after(view: View, me: View, card: str) -> View:
    """The view as it would be with this card played."""
    number = me["seat"]
    rest = {**me, "cards": [other for other in me["cards"] if other != card]}
    return {
        **view,
        "seats": [rest if seat is me else seat for seat in view["seats"]],
        "trick": [*view["trick"], {"seat": number, "card": card}],
        "events": [*view["events"], {"n": 0, "a": f"{number}{card}", "chips": 0}],
    }
