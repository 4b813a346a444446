"""What somebody who is nobody any more leaves behind in tournaments: places and points, on no leaderboard."""

from django.db.models import Exists, OuterRef, Q

from .models import Entry, Score, Tournament

_OVER = (Tournament.FINISHED, Tournament.CANCELLED)


def unfinished() -> Q:
    """Of users: whether they have entered a tournament that is not over yet."""
    counted = Entry.objects.filter(player=OuterRef("pk")).exclude(state=Entry.WITHDRAWN)
    return Q(Exists(counted.exclude(tournament__state__in=_OVER)))


def unfinished_of(player_id: int) -> list[Tournament]:
    """The tournaments that this player has entered and that are not over yet."""
    counted = Entry.objects.filter(player=player_id).exclude(state=Entry.WITHDRAWN)
    return list(Tournament.objects.filter(pk__in=counted.values("tournament")).exclude(state__in=_OVER).order_by("pk"))


def unlist(player_id: int) -> None:
    Score.objects.filter(player=player_id).exclude(who=Score.UNLISTED).update(who=Score.UNLISTED)
