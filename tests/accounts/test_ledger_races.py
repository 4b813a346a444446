"""The same chips wanted by several at once, on both databases."""

from functools import partial

import pytest
from django.db import transaction

from accounts import audit, guests, ledger
from accounts.models import LedgerAccount, Transfer, User
from tests.races import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]


def pay(debit: LedgerAccount, credit: LedgerAccount, amount: int, key: str) -> bool:
    with transaction.atomic():
        return ledger.transfer(debit, credit, amount, key)


@pytest.fixture
def vera() -> User:
    vera = User.objects.create_user("Vera")
    with transaction.atomic():
        ledger.grant(vera)
    return vera


def test_a_purse_for_one_is_spent_twenty_times_and_pays_once(vera: User) -> None:
    purse = ledger.wallet(vera)
    tables = [ledger.escrow(f"table:{number}") for number in range(20)]
    outcomes = together([partial(pay, purse, table, ledger.GRANT, f"{table.code}:seat:1:sit:1") for table in tables])
    assert outcomes.count(True) == 1
    assert sum(isinstance(outcome, ledger.InsufficientChips) for outcome in outcomes) == 19
    assert ledger.balance(purse) == 0
    assert audit.breaches() == []


def test_one_key_booked_by_eight_pays_once(vera: User) -> None:
    purse, table = ledger.wallet(vera), ledger.escrow("table:7")
    outcomes = together([partial(pay, purse, table, 100, "table:7:seat:3:sit:1")] * 8)
    assert outcomes.count(True) == 1
    assert outcomes.count(False) == 7
    assert ledger.balance(table) == 100


def test_the_grant_asked_for_by_eight_comes_once() -> None:
    vera = User.objects.create_user("Vera")

    def ask() -> bool:
        with transaction.atomic():
            return ledger.grant(vera)

    assert together([ask] * 8).count(True) == 1
    assert ledger.balance(ledger.wallet(vera)) == ledger.GRANT


def test_payments_in_both_directions_never_wait_for_each_other(vera: User) -> None:
    purse, table = ledger.wallet(vera), ledger.escrow("table:7")
    pay(purse, table, 5_000, "first")

    def many(debit: LedgerAccount, credit: LedgerAccount, who: int) -> int:
        return sum(pay(debit, credit, 10, f"{who}:{number}") for number in range(25))

    directions = [(purse, table), (table, purse)] * 4
    outcomes = together([partial(many, *direction, who) for who, direction in enumerate(directions)])
    assert outcomes == [25] * 8
    assert ledger.balance(table) == 5_000
    assert audit.breaches() == []


def test_eight_guests_at_once_have_eight_names() -> None:
    outcomes = together([guests.create] * 8)
    assert len({guest.name for guest in outcomes if isinstance(guest, User)}) == 8
    assert Transfer.objects.count() == 8
    assert audit.breaches() == []
