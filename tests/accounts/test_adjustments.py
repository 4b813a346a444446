"""Operators give and take chips only as transfers that say why: once a form, never below zero, never their own."""

import re
from functools import partial

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core import signing
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts import adjustments, audit, guests, ledger
from accounts.models import Adjustment, LedgerAccount, Transfer, User
from tests.races import together
from tests.staff import sign_in_with_two_factors

MINTED = ledger.GRANT


def chips(user: User) -> int:
    return ledger.balance(ledger.wallet(user))


@pytest.fixture
def alice(db: None) -> User:
    return guests.create()


@pytest.fixture
def vera(db: None) -> User:
    """An operator who may adjust chips and nothing else."""
    vera = User.objects.create_user("Vera", password="-", is_staff=True)
    allowed = ("add_adjustment", "view_ledgeraccount", "view_transfer")
    vera.user_permissions.set(Permission.objects.filter(codename__in=allowed))
    return User.objects.get(pk=vera.pk)


def page(player: User) -> str:
    return reverse("admin:accounts_ledgeraccount_adjust", args=[ledger.wallet(player).pk])


def form(client: Client, player: User, **fields: str) -> dict[str, str]:
    """The form as it is shown, filled in."""
    shown = client.get(page(player)).content.decode()
    nonce = re.search(r'name="nonce" value="([^"]+)"', shown)
    assert nonce
    return {"way": "give", "amount": "500", "reason": "The server lost a game", "nonce": nonce[1], **fields}


# --- what is booked ---------------------------------------------------------------------------------------------------


def test_chips_are_given_from_the_mint_and_taken_back_to_it(alice: User, vera: User) -> None:
    assert adjustments.adjust(vera, alice, 500, "a present", "1")
    assert adjustments.adjust(vera, alice, -200, "  too \n much ", "2")
    assert chips(alice) == MINTED + 300
    given, taken = Transfer.objects.filter(key__startswith="adjust:").order_by("pk")
    assert (given.debit.code, given.credit.owner, given.amount) == ("mint", alice, 500)
    assert (taken.debit.owner, taken.credit.code, taken.amount) == (alice, "mint", 200)
    assert given.key == f"adjust:{alice.pk}:{vera.pk}:1"
    assert (given.adjustment.reason, given.adjustment.operator) == ("a present", vera)
    assert adjustments.reason_of(Transfer.objects.all()) == {given.pk: "a present", taken.pk: "too much"}
    assert audit.breaches() == []


def test_the_same_form_is_booked_once(alice: User, vera: User) -> None:
    assert [adjustments.adjust(vera, alice, 500, why, "1") for why in ("a present", "another")] == [True, False]
    assert (chips(alice), Adjustment.objects.get().reason) == (MINTED + 500, "a present")


@pytest.mark.parametrize("amount", [0, adjustments.MOST + 1, -adjustments.MOST - 1, -MINTED - 1])
def test_no_adjustment_of_nothing_of_too_much_or_below_zero(amount: int, alice: User, vera: User) -> None:
    with pytest.raises(adjustments.Refused, match=r"\.$"):
        adjustments.adjust(vera, alice, amount, "because", "1")
    assert (chips(alice), Adjustment.objects.count()) == (MINTED, 0)
    assert not Transfer.objects.filter(key__startswith="adjust:").exists()


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_no_adjustment_without_a_reason(reason: str, alice: User, vera: User) -> None:
    with pytest.raises(adjustments.Refused):
        adjustments.adjust(vera, alice, 1, reason, "1")
    transfer = Transfer.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Adjustment.objects.create(transfer=transfer, operator=vera, reason="")


def test_nobody_adjusts_their_own_chips_and_a_bot_has_none(alice: User, vera: User) -> None:
    bot = User.objects.create(username="aru", name="Aru", is_bot=True)
    for player in (vera, bot):
        with pytest.raises(adjustments.Refused):
            adjustments.adjust(vera, player, 1, "because", "1")
    assert Transfer.objects.count() == 1


def test_an_adjustment_without_its_row_and_a_row_without_an_adjustment_are_breaches(alice: User, vera: User) -> None:
    adjustments.adjust(vera, alice, 500, "a present", "1")
    grant = Transfer.objects.get(key__startswith="grant:")
    stray = Adjustment.objects.create(transfer=grant, operator=vera, reason="no")
    assert len(audit.breaches()) == 1
    stray.delete()
    Adjustment.objects.all().delete()
    assert len(audit.breaches()) == 1


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_of_eight_takings_at_once_the_wallet_pays_what_it_has() -> None:
    alice, vera = guests.create(), guests.create()
    take = [partial(adjustments.adjust, vera, alice, -4_000, "too much", str(n % 4)) for n in range(8)]
    outcomes = together(take)
    assert outcomes.count(True) == 2
    assert {type(outcome) for outcome in outcomes} <= {bool, adjustments.Refused}
    assert (chips(alice), Adjustment.objects.count()) == (MINTED - 8_000, 2)
    assert audit.breaches() == []


# --- the page ---------------------------------------------------------------------------------------------------------


def test_an_operator_gives_chips_from_the_wallets_page(client: Client, alice: User, vera: User) -> None:
    sign_in_with_two_factors(client, vera)
    wallet = client.get(reverse("admin:accounts_ledgeraccount_change", args=[ledger.wallet(alice).pk]))
    assert page(alice) in wallet.content.decode()
    answer = client.post(page(alice), form(client, alice), follow=True)
    assert "+500 chips are booked." in answer.content.decode()
    assert chips(alice) == MINTED + 500
    logged = LogEntry.objects.get()
    assert (logged.user, logged.object_repr) == (vera, f"wallet:{alice.pk}")
    assert logged.get_change_message() == "+500 chips: The server lost a game"
    listed = client.get(reverse("admin:accounts_transfer_change", args=[Transfer.objects.latest("pk").pk]))
    assert "The server lost a game" in listed.content.decode()


def test_a_double_click_books_once_and_says_so(client: Client, alice: User, vera: User) -> None:
    sign_in_with_two_factors(client, vera)
    filled = form(client, alice, way="take")
    pages = [client.post(page(alice), filled, follow=True).content.decode() for _click in range(2)]
    assert "-500 chips are booked." in pages[0]
    assert "Nothing moved again." in pages[1]
    assert (chips(alice), LogEntry.objects.count()) == (MINTED - 500, 1)
    assert client.post(page(alice), form(client, alice, way="take")).status_code == 302, "a fresh form is another one"
    assert chips(alice) == MINTED - 1_000


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": "0"}, {"amount": "-5"}, {"amount": "1000001"}, {"amount": "1e3"}, {"amount": ""}, {"amount": "٣x"},
        {"amount": "9" * 5_000}, {"reason": ""}, {"reason": "   "}, {"reason": "x" * 201}, {"reason": "a\x00b"},
        {"way": "steal"}, {"way": ""}, {"nonce": ""}, {"nonce": "1"}, {"way": "take", "amount": "10001"},
    ],
    ids=str,
)  # fmt: skip
def test_a_form_that_is_wrong_moves_nothing(wrong: dict[str, str], client: Client, alice: User, vera: User) -> None:
    sign_in_with_two_factors(client, vera)
    assert client.post(page(alice), form(client, alice, **wrong)).status_code == 400
    assert (chips(alice), LogEntry.objects.count()) == (MINTED, 0)


def test_another_players_or_operators_form_and_an_old_one_move_nothing(
    client: Client, alice: User, vera: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in_with_two_factors(client, vera)
    bob = guests.create()
    root = User.objects.create_superuser("Head of House", password="-")
    strange = Client()
    sign_in_with_two_factors(strange, root)
    forms = [form(client, bob), form(strange, alice), form(client, alice, nonce=signing.dumps("x", salt="adjustment"))]
    for filled in forms:
        assert client.post(page(alice), filled).status_code == 400
    filled = form(client, alice)
    monkeypatch.setattr("accounts.admin.FORM_LASTS_S", -1)
    assert client.post(page(alice), filled).status_code == 400
    assert chips(alice) == MINTED


def test_only_who_may_adjusts_chips_and_nobody_their_own(client: Client, alice: User, vera: User) -> None:
    """A superuser may everything, but not this."""
    root = User.objects.create_superuser("Head of House", password="-")
    sign_in_with_two_factors(client, root)
    assert client.get(page(root)).status_code == 403
    filled = form(client, alice)
    vera.user_permissions.remove(Permission.objects.get(codename="add_adjustment"))
    sign_in_with_two_factors(client, User.objects.get(pk=vera.pk))
    assert client.get(page(alice)).status_code == 403
    assert client.post(page(alice), filled).status_code == 403
    looked = client.get(reverse("admin:accounts_ledgeraccount_change", args=[ledger.wallet(alice).pk]))
    assert page(alice) not in looked.content.decode()
    client.force_login(alice)
    assert client.post(page(alice), filled).status_code == 302, "to the sign in"
    assert chips(alice) == MINTED


def test_only_wallets_are_adjusted(client: Client, alice: User, vera: User) -> None:
    sign_in_with_two_factors(client, vera)
    for account in (ledger.mint(), ledger.escrow("table:1")):
        assert client.get(reverse("admin:accounts_ledgeraccount_adjust", args=[account.pk])).status_code == 404
    assert client.get("/admin/accounts/ledgeraccount/999999/adjust/").status_code == 404


def test_names_in_the_form_are_text(client: Client, alice: User, vera: User) -> None:
    User.objects.filter(pk=alice.pk).update(name="<b>Al</b>")
    sign_in_with_two_factors(client, vera)
    shown = client.get(page(alice)).content.decode()
    assert "&lt;b&gt;Al&lt;/b&gt;" in shown
    assert "<b>Al" not in shown


# --- a million of them ------------------------------------------------------------------------------------------------


def test_lists_count_no_further_than_anybody_leafs(
    client: Client, alice: User, vera: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.operators.COUNTED", 30)
    mint, wallet = ledger.mint(), ledger.wallet(alice)
    with transaction.atomic():
        for number in range(200):
            ledger.transfer(mint, wallet, 1, f"gift:{number}")
    sign_in_with_two_factors(client, vera)
    where = reverse("admin:accounts_transfer_changelist")
    assert client.get(where).context["cl"].result_count == 31
    assert client.get(where, {"q": "gift:199"}).context["cl"].result_count == 1
    with connection.execute_wrapper(_no_count_over_everything):
        for query in ({}, {"q": alice.name}, {"q": "gift:"}, {"when": "today"}, {"p": "2"}, {"q": "2026-11-30"}):
            assert client.get(where, query).status_code == 200


def _no_count_over_everything(execute: object, sql: str, *rest: object) -> object:
    counts_transfers = "COUNT(" in sql and "accounts_transfer" in sql
    assert not counts_transfers or "LIMIT 31" in sql, sql
    return execute(sql, *rest)  # type: ignore[operator]


def test_transfers_are_found_by_player_account_key_and_day(client: Client, alice: User, vera: User) -> None:
    bob = guests.create()
    adjustments.adjust(vera, alice, 500, "a present", "1")
    sign_in_with_two_factors(client, vera)
    where = reverse("admin:accounts_transfer_changelist")

    def found(**query: str) -> list[str]:
        return sorted(row.key for row in client.get(where, query).context["cl"].result_list)

    adjusted, a, b = f"adjust:{alice.pk}:{vera.pk}:1", f"grant:{alice.pk}", f"grant:{bob.pk}"
    day = Transfer.objects.latest("pk").created.date().isoformat()
    assert found() == sorted([adjusted, a, b])
    assert found(q=alice.name.upper()) == sorted([adjusted, a])
    assert found(q=alice.public_id) == sorted([adjusted, a])
    assert found(q=f"wallet:{bob.pk}") == [b]
    assert found(q="mint") == sorted([adjusted, a, b])
    assert found(q="grant:") == sorted([a, b])
    assert found(q=f"{alice.name} {day}") == sorted([adjusted, a])
    for nothing in ("grant:zz", "2020-01-01", f"{alice.name} 2020-01-01", "%", "_", "0001-01-01", "9999-12-31"):
        assert found(q=nothing) == [], nothing
    assert found(q="2026-13-45") == [], "no day: a key that does not exist"
    for when in ("today", "week", "month"):
        assert len(found(when=when)) == 3
    assert found(when="yesterday") == []
    assert len(found(when="nonsense")) == 3


def test_accounts_are_found_by_player_and_code(client: Client, alice: User, vera: User) -> None:
    sign_in_with_two_factors(client, vera)
    where = reverse("admin:accounts_ledgeraccount_changelist")

    def found(**query: str) -> list[str]:
        return sorted(row.code for row in client.get(where, query).context["cl"].result_list)

    wallet = f"wallet:{alice.pk}"
    assert found() == ["mint", wallet]
    assert found(q=alice.name.lower()) == found(q="wallet:") == found(kind__exact="wallet") == [wallet]
    assert LedgerAccount.objects.count() == 2
