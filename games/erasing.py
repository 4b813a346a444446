"""Secrets of decks that were played long ago are erased (docs/fairness.md, step 9): by the clock, some at a time."""

from collections.abc import Callable
from functools import partial

from django.db.models import Q, QuerySet

from .models import DealRecord

KEPT_MS = 30 * 86_400_000
BATCH = 200

# A deal that still runs needs its secret, and that of a void one is public. The index `deal_to_be_erased` has these.
ERASABLE = ~Q(secret="") & ~Q(record_hash="") & Q(void=False)


def due(now: int) -> list[Callable[[], None]]:
    """A job as long as there is something to erase."""
    return [partial(erase, now)] if _old(now).exists() else []


def erase(now: int) -> None:
    """Erase the oldest secrets: from then on nobody can open those decks' folded and undealt cards."""
    oldest = list(_old(now).order_by("made_at").values_list("pk", flat=True)[:BATCH])
    DealRecord.objects.filter(ERASABLE, pk__in=oldest).update(secret="")


def _old(now: int) -> QuerySet[DealRecord]:
    return DealRecord.objects.filter(ERASABLE, made_at__lte=now - KEPT_MS)
