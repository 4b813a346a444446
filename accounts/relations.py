"""Whom players follow and whom they have blocked. The only code that writes Relation, but for accounts.forgetting.

Nobody is told that they are blocked: they may follow whoever has blocked them, and it has no effect.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Relation, User

MOST = 500  # players whom one follows or has blocked

FOLLOWS, BLOCKS = Relation.Kind.FOLLOWS, Relation.Kind.BLOCKS


class Refused(Exception):
    """It can't be had, and the sentence says so."""


def follow(player: User, other: User) -> None:
    """Follow another player; who does already goes on. Raises Refused, also where this one has blocked the other."""
    _relate(player, other, FOLLOWS)


def unfollow(player: User, other: User) -> None:
    Relation.objects.filter(player=player, other=other, kind=FOLLOWS).delete()


def block(player: User, other: User) -> None:
    """Block another player, and follow them no more. Raises Refused."""
    _relate(player, other, BLOCKS)


def unblock(player: User, other: User) -> None:
    Relation.objects.filter(player=player, other=other, kind=BLOCKS).delete()


def between(player: User, other: User) -> tuple[str, str]:
    """How this player stands to the other and the other to this one: a Relation.Kind, or "" for not at all."""
    both = Q(player=player, other=other) | Q(player=other, other=player)
    kinds = dict(Relation.objects.filter(both).values_list("player", "kind"))
    return kinds.get(player.pk, ""), kinds.get(other.pk, "")


def to_others(player: User, kind: Relation.Kind) -> QuerySet[User]:
    """Whom this player follows, or has blocked, by name."""
    related = Relation.objects.filter(player=player, other=OuterRef("pk"), kind=kind)
    return User.objects.filter(Exists(related), is_active=True).order_by("username")


def has_blocked(player: User) -> Exists:
    """Of users: whether they have blocked this player."""
    return Exists(Relation.objects.filter(player=OuterRef("pk"), other=player, kind=BLOCKS))


def blocked_between(player_id: int, others: Iterable[int]) -> bool:
    """Whether this player has blocked one of these others, or one of them this player."""
    others = list(others)
    either = Q(player=player_id, other__in=others) | Q(player__in=others, other=player_id)
    return Relation.objects.filter(either, kind=BLOCKS).exists()


def blocked_with(player_id: int) -> set[int]:
    """All whom this player has blocked, and who have blocked this player."""
    blocks = Relation.objects.filter(Q(player=player_id) | Q(other=player_id), kind=BLOCKS)
    return {pk for pair in blocks.values_list("player", "other") for pk in pair} - {player_id}


def _relate(player: User, other: User, kind: Relation.Kind) -> None:
    with transaction.atomic():
        # Both, for nobody relates to whom accounts.forgetting makes nobody. In one order, and in a way in which others
        # may go on to point at these rows.
        pair = User.objects.select_for_update(no_key=True).filter(pk__in=(player.pk, other.pk)).order_by("pk")
        possible = [user.is_active and not user.is_bot for user in pair] == [True, True]
        now = Relation.objects.filter(player=player, other=other)
        if not possible or (kind == FOLLOWS and now.filter(kind=BLOCKS).exists()):
            raise Refused(_("That is not possible with this player."))
        if now.update(kind=kind):
            return
        if Relation.objects.filter(player=player).count() >= MOST:
            raise Refused(_("You follow and block as many players as one may. Let go of some first."))
        Relation.objects.create(player=player, other=other, kind=kind)
