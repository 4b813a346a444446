"""Somebody's account is deleted: what goes at once, and what the clock does afterwards, some at a time."""

from collections.abc import Callable
from functools import partial

from django.db.models import Exists, OuterRef

from accounts import forgetting
from accounts.models import Forgotten, User
from games import bell
from games import forgetting as of_games
from games.failing import Failing
from games.models import Seat
from tournaments import forgetting as of_tournaments

_failing: Failing[int] = Failing()  # players


def delete(player: User) -> bool:
    """Make a person nobody, and sign all their devices out. False while they play somewhere, or are of the staff.

    Two who ask at once, or one who sits down meanwhile: whoever is first is right.
    """
    idle = ~Exists(Seat.objects.filter(player=OuterRef("pk"))) & ~of_tournaments.unfinished()
    gone = forgetting.forget(player, User.objects.filter(idle, is_staff=False), _former(player))
    if gone:
        of_tournaments.unlist(player.pk)
        bell.ring(f"user:{player.pk}")
    return gone


def _former(player: User) -> str:
    return forgetting.FORMER_GUEST if player.is_guest else forgetting.FORMER_PLAYER


def due(now: int) -> list[Callable[[], None]]:
    """A job for each player whose name may still stand somewhere. A server that was killed goes on with it."""
    waiting = Forgotten.objects.exclude(pk__in=_failing.left_alone()).order_by("pk")
    return [partial(go_on, player) for player in waiting.values_list("pk", flat=True)[:20]]


def go_on(player_id: int) -> None:
    """Forget some more of somebody. One with whom that fails is left alone for a while."""
    try:
        if not of_games.take_out_some(player_id):
            _end(player_id)
        _failing.forget(player_id)
    except Exception:
        _failing.add(player_id)
        raise


def _end(player_id: int) -> None:
    """Once more what went at once: who was signing in or playing just then may have left something new."""
    of_tournaments.unlist(player_id)
    forgetting.leave_no_trace(User.objects.get(pk=player_id))
    Forgotten.objects.filter(pk=player_id).delete()
