"""Whom players follow and whom they have blocked. The only code that writes Relation, but for accounts.forgetting.

Each change is judged under a lock of both players, so that nobody follows whom they block, or by whom they are blocked.
"""

from collections.abc import Callable, Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Relation, User

MOST = 500  # players whom one follows or has blocked

FOLLOWS, BLOCKS = Relation.Kind.FOLLOWS, Relation.Kind.BLOCKS


class Refused(Exception):
    """It can't be had: the sentence says so and, where that would tell of the other player, not why."""


def follow(player: User, other: User) -> None:
    """Follow another player; who does already goes on. Raises Refused, also where the other has blocked this one."""
    _change(player, other, _follow)


def unfollow(player: User, other: User) -> None:
    Relation.objects.filter(player=player, other=other, kind=FOLLOWS).delete()


def block(player: User, other: User) -> None:
    """Block another player, and neither follows the other any more. Raises Refused."""
    _change(player, other, _block)


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


def blocked_between(player_id: int, others: Iterable[int]) -> bool:
    """Whether this player has blocked one of these others, or one of them this player."""
    others = list(others)
    either = Q(player=player_id, other__in=others) | Q(player__in=others, other=player_id)
    return Relation.objects.filter(either, kind=BLOCKS).exists()


def blocked_with(player_id: int) -> set[int]:
    """All whom this player has blocked, and who have blocked this player."""
    blocks = Relation.objects.filter(Q(player=player_id) | Q(other=player_id), kind=BLOCKS)
    return {pk for pair in blocks.values_list("player", "other") for pk in pair} - {player_id}


def _change(player: User, other: User, change: Callable[[User, User], None]) -> None:
    with transaction.atomic():
        # In one order, and in a way in which others may go on to point at these rows.
        pair = User.objects.select_for_update(no_key=True).filter(pk__in=(player.pk, other.pk)).order_by("pk")
        if [user.is_active and not user.is_bot for user in pair] != [True, True]:
            raise Refused(_("That is not possible with this player."))
        change(player, other)


def _follow(player: User, other: User) -> None:
    if blocked_between(player.pk, [other.pk]):
        raise Refused(_("That is not possible with this player."))
    _relate(player, other, FOLLOWS)


def _block(player: User, other: User) -> None:
    _relate(player, other, BLOCKS)
    unfollow(other, player)


def _relate(player: User, other: User, kind: Relation.Kind) -> None:
    if Relation.objects.filter(player=player, other=other).update(kind=kind):
        return
    if Relation.objects.filter(player=player).count() >= MOST:
        raise Refused(_("You follow and block as many players as one may. Let go of some first."))
    Relation.objects.create(player=player, other=other, kind=kind)
