"""Chips move once, wholly, and never below zero."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts import audit, ledger
from accounts.models import Immutable, LedgerAccount, Transfer, User

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def vera() -> User:
    return User.objects.create_user("Vera")


@pytest.fixture
def purse(vera: User) -> LedgerAccount:
    """Vera's wallet with her first chips."""
    ledger.grant(vera)
    return ledger.wallet(vera)


@pytest.fixture
def table() -> LedgerAccount:
    return ledger.escrow("table:7")


def test_chips_leave_the_debit_and_arrive_at_the_credit(purse: LedgerAccount, table: LedgerAccount) -> None:
    assert ledger.transfer(purse, table, 500, "table:7:seat:3:sit:1")
    assert ledger.balance(purse) == ledger.GRANT - 500
    assert ledger.balance(table) == 500
    assert ledger.balance(ledger.mint()) == -ledger.GRANT
    assert audit.breaches() == []


def test_a_key_is_booked_once(purse: LedgerAccount, table: LedgerAccount) -> None:
    assert ledger.transfer(purse, table, 500, "table:7:seat:3:sit:1")
    assert not ledger.transfer(purse, table, 500, "table:7:seat:3:sit:1")
    assert ledger.balance(table) == 500


def test_a_booked_key_moves_nothing_even_with_an_empty_purse(purse: LedgerAccount, table: LedgerAccount) -> None:
    ledger.transfer(purse, table, ledger.GRANT, "all")
    assert not ledger.transfer(purse, table, ledger.GRANT, "all")


def test_too_few_chips_move_nothing_and_leave_the_key_free(purse: LedgerAccount, table: LedgerAccount) -> None:
    with pytest.raises(ledger.InsufficientChips) as refusal:
        ledger.transfer(purse, table, ledger.GRANT + 1, "too much")
    assert refusal.value.account == purse
    assert ledger.balance(purse) == ledger.GRANT
    # The caller's transaction goes on: the same key may be booked with fewer chips.
    assert ledger.transfer(purse, table, ledger.GRANT, "too much")
    assert audit.breaches() == []


def test_an_escrow_never_pays_more_than_it_holds(purse: LedgerAccount, table: LedgerAccount) -> None:
    with pytest.raises(ledger.InsufficientChips):
        ledger.transfer(table, purse, 1, "from nothing")
    assert ledger.balance(purse) == ledger.GRANT


@pytest.mark.parametrize("amount", [0, -1])
def test_a_transfer_moves_at_least_one_chip(purse: LedgerAccount, table: LedgerAccount, amount: int) -> None:
    with pytest.raises(ValueError, match="No transfer"):
        ledger.transfer(purse, table, amount, "nothing")


def test_chips_do_not_move_from_an_account_to_itself(purse: LedgerAccount) -> None:
    with pytest.raises(ValueError, match="No transfer"):
        ledger.transfer(purse, purse, 1, "round")


@pytest.mark.django_db(transaction=True)
def test_a_transfer_wants_the_transaction_of_what_it_pays_for() -> None:
    with pytest.raises(transaction.TransactionManagementError):
        ledger.transfer(ledger.mint(), ledger.escrow("table:7"), 1, "alone")


@pytest.mark.django_db(transaction=True)
def test_what_the_chips_were_moved_for_fails_and_the_chips_stay() -> None:
    vera = User.objects.create_user("Vera")
    with pytest.raises(RuntimeError), transaction.atomic():
        ledger.grant(vera)
        raise RuntimeError("the table burnt down")
    assert ledger.balance(ledger.wallet(vera)) == 0
    assert not Transfer.objects.exists()


def test_the_grant_comes_once(vera: User) -> None:
    assert ledger.grant(vera)
    assert not ledger.grant(vera)
    assert ledger.balance(ledger.wallet(vera)) == ledger.GRANT


def test_a_bot_has_no_wallet() -> None:
    bot = User.objects.create_user("Robin", is_bot=True)
    with pytest.raises(ValueError, match="no wallet"):
        ledger.wallet(bot)


def test_accounts_are_made_once() -> None:
    assert ledger.escrow("table:7") == ledger.escrow("table:7")
    assert ledger.escrow("table:7") != ledger.escrow("table:8")
    assert ledger.pool("tournament:4").code == "pool:tournament:4"
    assert ledger.mint().code == "mint"


class TestImmutable:
    """What is booked stays booked, whichever way somebody tries."""

    @pytest.fixture
    def booked(self, purse: LedgerAccount) -> Transfer:
        return Transfer.objects.get(credit=purse)

    def test_a_transfer_is_never_changed(self, booked: Transfer) -> None:
        booked.amount = 1_000_000
        with pytest.raises(Immutable):
            booked.save()
        with pytest.raises(Immutable):
            Transfer.objects.update(amount=1)
        with pytest.raises(Immutable):
            Transfer.objects.filter(pk=booked.pk).update(amount=1)
        with pytest.raises(Immutable):
            booked.credit.credits.update(amount=1)
        with pytest.raises(Immutable):
            Transfer.objects.bulk_update([booked], ["amount"])

    def test_a_transfer_is_never_deleted(self, booked: Transfer) -> None:
        with pytest.raises(Immutable):
            booked.delete()
        with pytest.raises(Immutable):
            Transfer.objects.all().delete()
        with pytest.raises(Immutable):
            booked.debit.debits.all().delete()

    def test_nothing_is_booked_past_the_ledger(self, purse: LedgerAccount, table: LedgerAccount) -> None:
        with pytest.raises(Immutable):
            Transfer.objects.create(debit=purse, credit=table, amount=1, key="by hand")
        with pytest.raises(Immutable):
            Transfer.objects.bulk_create([Transfer(debit=purse, credit=table, amount=1, key="by hand")])

    def test_what_has_transfers_is_not_deleted(self, vera: User, purse: LedgerAccount) -> None:
        for protected in (purse, vera):
            with pytest.raises(IntegrityError):
                protected.delete()


class TestTheDatabaseRefuses:
    """The constraints hold without our code."""

    @pytest.fixture(autouse=True)
    def _accounts(self, purse: LedgerAccount, table: LedgerAccount) -> None:
        self.purse, self.table = purse, table

    def refuses(self, statement: str, *values: int | None) -> None:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, values)

    def test_debts(self) -> None:
        self.refuses("UPDATE accounts_ledgeraccount SET balance = -1 WHERE id = %s", self.purse.pk)
        self.refuses("UPDATE accounts_ledgeraccount SET balance = -1 WHERE id = %s", self.table.pk)

    def test_a_wallet_of_nobody_and_an_escrow_of_somebody(self) -> None:
        self.refuses("UPDATE accounts_ledgeraccount SET owner_id = NULL WHERE id = %s", self.purse.pk)
        self.refuses(
            "UPDATE accounts_ledgeraccount SET owner_id = %s WHERE id = %s", self.purse.owner_id, self.table.pk
        )

    def test_a_second_mint(self) -> None:
        self.refuses("UPDATE accounts_ledgeraccount SET kind = 'mint' WHERE id = %s", self.table.pk)

    def test_an_amount_below_one(self) -> None:
        self.refuses("UPDATE accounts_transfer SET amount = 0")

    def test_a_transfer_in_a_circle(self) -> None:
        self.refuses("UPDATE accounts_transfer SET debit_id = credit_id")


class LedgerProperties(TestCase):
    """Whatever is tried in whatever order: nothing is lost, nothing is owed, keys count once."""

    @settings(max_examples=40, deadline=None)
    @given(
        st.lists(
            st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 15_000), st.integers(0, 12)), max_size=30
        )
    )
    def test_chips_are_conserved(self, tries: list[tuple[int, int, int, int]]) -> None:
        people = [User.objects.create_user(name) for name in ("Alice", "Bob")]
        for person in people:
            ledger.grant(person)
        accounts = [*map(ledger.wallet, people), ledger.escrow("table:7"), ledger.pool("tournament:4")]
        expected = [ledger.GRANT, ledger.GRANT, 0, 0]
        booked: set[str] = set()
        for debit, credit, amount, number in tries:
            if debit == credit or {debit, credit} == {0, 1}:
                continue
            key = f"fact:{number}"
            try:
                moved = ledger.transfer(accounts[debit], accounts[credit], amount, key)
            except ledger.InsufficientChips:
                assert key not in booked
                assert expected[debit] < amount
                continue
            assert moved is (key not in booked)
            if moved:
                booked.add(key)
                expected[debit] -= amount
                expected[credit] += amount
        assert list(map(ledger.balance, accounts)) == expected
        assert audit.breaches() == []
