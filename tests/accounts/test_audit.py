"""Each breach is found: an audit that cannot fail proves nothing."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from accounts import audit, guests, ledger
from accounts.models import LedgerAccount, User

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def sql(statement: str, *values: int) -> None:
    """What only somebody at the database could do."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@pytest.fixture
def vera() -> User:
    return guests.create()


def test_a_balance_that_no_transfer_explains(vera: User) -> None:
    sql("UPDATE accounts_ledgeraccount SET balance = balance + 5 WHERE owner_id = %s", vera.pk)
    assert f"wallet:{vera.pk} says 10005 chips, its transfers say 10000" in audit.breaches()
    assert "all balances sum to 5 chips instead of 0" in audit.breaches()


def test_a_second_grant(vera: User) -> None:
    ledger.transfer(ledger.mint(), ledger.wallet(vera), ledger.GRANT, f"grant:{vera.pk}:again")
    assert f"wallet:{vera.pk} was granted chips 2 times instead of once" in audit.breaches()


def test_a_grant_of_another_size() -> None:
    vera = User.objects.create_user("Vera")
    ledger.transfer(ledger.mint(), ledger.wallet(vera), 20_000, f"grant:{vera.pk}")
    assert f"grant:{vera.pk} moved 20000 chips from mint to wallet:{vera.pk}" in audit.breaches()


def test_a_wallet_without_a_grant() -> None:
    vera = User.objects.create_user("Vera")
    ledger.wallet(vera)
    assert audit.breaches() == [f"wallet:{vera.pk} was granted chips 0 times instead of once"]


def test_a_bot_with_a_wallet(vera: User) -> None:
    User.objects.filter(pk=vera.pk).update(is_bot=True, is_guest=False)
    assert f"wallet:{vera.pk} belongs to the bot {vera.name}" in audit.breaches()


def test_a_wallet_under_a_false_code(vera: User) -> None:
    LedgerAccount.objects.filter(owner=vera).update(code="wallet:0")
    assert f"wallet:0 belongs to {vera.name}" in audit.breaches()


def test_chips_passed_between_players(vera: User) -> None:
    ledger.transfer(ledger.wallet(vera), ledger.wallet(guests.create()), 1, "a gift")
    assert audit.breaches() == ["a gift passed chips from one player to another"]


def test_a_name_compared_as_another(vera: User) -> None:
    User.objects.filter(pk=vera.pk).update(username="somebody")
    assert audit.breaches() == [f"user {vera.pk} is shown as {vera.name!r} but compared as 'somebody', {vera.look!r}"]


def test_the_command_says_so_and_fails(vera: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("audit")
    assert capsys.readouterr().out == "audit: clean\n"
    ledger.transfer(ledger.mint(), ledger.wallet(vera), 1, f"grant:{vera.pk}:more")
    with pytest.raises(CommandError, match="breaches"):
        call_command("audit")
    assert "accounts: " in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_play_goes_on_while_the_books_are_read() -> None:
    """The audit sees one moment, and holds nobody up: a transfer made meanwhile is not waited for, and not seen."""
    from functools import partial
    from threading import Thread

    from azi_site.audit import snapshot

    with transaction.atomic():
        vera = guests.create()

    def pay() -> None:
        try:
            with transaction.atomic():
                ledger.transfer(ledger.wallet(vera), ledger.escrow("table:7"), 100, "meanwhile")
        finally:
            connection.close()

    with snapshot():
        assert audit.breaches() == []
        payment = Thread(target=partial(pay))
        payment.start()
        payment.join(timeout=10)
        assert not payment.is_alive()
        assert ledger.balance(ledger.wallet(vera)) == ledger.GRANT
        assert audit.breaches() == []
    assert ledger.balance(ledger.wallet(vera)) == ledger.GRANT - 100
