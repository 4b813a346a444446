"""Who plays in a tournament, as tables and ledger have it: which tournaments there are, another app knows."""

from django.db.models import Exists, OuterRef, Q

from accounts.models import LedgerAccount, Transfer, User

from .models import Seat, Table


def in_tournaments(player: OuterRef) -> Q:
    """Whether this user sits at a tournament's table, or has paid into a pool that isn't paid out yet."""
    seats = Seat.objects.filter(player=player, table__stakes=Table.TOURNAMENT)
    open_pools = Transfer.objects.filter(
        debit__owner=player, credit__kind=LedgerAccount.Kind.POOL, credit__balance__gt=0
    )
    return Q(Exists(seats)) | Q(Exists(open_pools))


def plays_in_a_tournament(user: User) -> bool:
    return User.objects.filter(in_tournaments(OuterRef("pk")), pk=user.pk).exists()
