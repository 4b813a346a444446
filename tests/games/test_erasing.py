"""A deck's secret is erased after thirty days, when its deal is over and was not called off."""

import pytest
from django.db import connection

from azi_site import clock
from games import erasing
from games.models import DealRecord, Table

from .dealt import a_chain, a_deal
from .finished import a_table
from .play import NOON

pytestmark = pytest.mark.django_db

LATER = NOON + erasing.KEPT_MS


@pytest.fixture
def table() -> Table:
    return a_table()


def look(now: int) -> int:
    """The clock looks: how many jobs it finds and does."""
    jobs = erasing.due(now)
    for job in jobs:
        job()
    return len(jobs)


def with_secret() -> list[int]:
    return list(DealRecord.objects.exclude(secret="").order_by("deal_no").values_list("deal_no", flat=True))


def test_thirty_days_and_no_longer(table: Table) -> None:
    a_deal(table)
    assert look(LATER - 1) == 0
    assert with_secret() == [1]
    assert look(LATER) == 1
    assert (with_secret(), look(LATER)) == ([], 0)


def test_what_runs_and_what_was_called_off_keeps_its_seed(table: Table) -> None:
    a_deal(table, 1, void=True)
    a_deal(table, 2, record_hash="", events="")
    a_deal(table, 3, record_hash="", events="", combination="")
    assert look(LATER) == 0
    assert with_secret() == [1, 2, 3]


def test_some_at_a_time_the_oldest_first(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "BATCH", 2)
    for deal in a_chain(table, 5):
        DealRecord.objects.filter(pk=deal.pk).update(made_at=NOON + (-deal.deal_no if deal.deal_no < 5 else 1))
    kept = [look(LATER) and with_secret() for _look in range(3)]
    assert kept == [[1, 2, 5], [5], 0]


def test_the_clock_asks(table: Table) -> None:
    assert erasing.due in clock.ASKED


@pytest.mark.databases
def test_looking_for_them_reads_no_other_deals(table: Table) -> None:
    """Four times a second: whatever there is of deals that were erased long ago, and of those called off."""
    a_chain(table, 3)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert "deal_to_be_erased" in erasing._old(LATER).explain()
