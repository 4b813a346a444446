"""Signing up, in and out: a name and a password, and chips once."""

from typing import Any

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts import audit, guests, ledger
from accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_bare_pages")]

PASSWORD = "seven-of-clubs-41"


@pytest.fixture(autouse=True)
def _bare_pages(settings: Any) -> None:
    """These tests are about what happens, not about what the next page looks like."""
    settings.LOGIN_REDIRECT_URL = settings.ACCOUNT_LOGOUT_REDIRECT_URL = "/health/live"


def sign_up(client: Client, name: str = "Vera", **fields: str) -> HttpResponse:
    return client.post(  # type: ignore[return-value]
        reverse("account_signup"), {"username": name, "password1": PASSWORD, "email": "", **fields}
    )


def sign_in(client: Client, name: str = "Vera", password: str = PASSWORD) -> HttpResponse:
    return client.post(reverse("account_login"), {"login": name, "password": password})  # type: ignore[return-value]


def errors(response: HttpResponse) -> dict[str, list[str]]:
    form = response.context["form"]  # type: ignore[attr-defined]
    return dict(form.errors)


def test_a_new_player_has_chips_and_is_signed_in(client: Client) -> None:
    assert sign_up(client).status_code == 302
    vera = User.objects.get()
    assert (vera.name, vera.username, vera.is_guest) == ("Vera", "vera", False)
    assert ledger.balance(ledger.wallet(vera)) == ledger.GRANT
    assert client.session["_auth_user_id"] == str(vera.pk)
    assert audit.breaches() == []


def test_the_page_asks_for_a_name(client: Client) -> None:
    page = client.get(reverse("account_signup"))
    form = page.context["form"]
    assert list(form.fields) == ["username", "email", "password1"]
    assert form.fields["username"].label == "Name"
    assert form.fields["username"].widget.attrs["maxlength"] == "24"
    assert not form.fields["email"].required


@pytest.mark.parametrize("taken", ["Vera", "VERA", "vera ", "Ｖｅｒａ"])
def test_a_name_is_given_once_whatever_its_case(client: Client, taken: str) -> None:
    sign_up(Client())
    assert "username" in errors(sign_up(client, taken))
    assert User.objects.count() == 1


def test_cyrillic_names_are_welcome_and_compared_without_case(client: Client) -> None:
    assert sign_up(Client(), "Азамат").status_code == 302
    assert "username" in errors(sign_up(client, "АЗАМАТ"))


@pytest.mark.parametrize("name", ["V", "x" * 25, "Ve\u200bra", "Ve\u202era", "admin"])
def test_names_that_are_refused(client: Client, name: str) -> None:
    assert "username" in errors(sign_up(client, name))
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["short", "password", "12345678901", "Veravera"])
def test_passwords_that_are_refused(client: Client, password: str) -> None:
    assert "password1" in errors(sign_up(client, password1=password, name="Veravera"))


def test_the_name_of_a_guest_is_taken(client: Client) -> None:
    assert "username" in errors(sign_up(client, guests.create().name))


def test_the_loser_of_a_race_for_a_name_is_told_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up(Client())
    monkeypatch.setattr("accounts.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name)
    response = sign_up(client, "Vera")
    assert response.status_code == 200
    assert errors(response) == {"username": ["Somebody has that name already, or one that looks like it."]}
    assert User.objects.count() == 1
    assert audit.breaches() == []


@pytest.mark.parametrize("written", ["Vera", "vera", " VERA ", "Ｖｅｒａ"])
def test_a_player_signs_in_however_they_write_their_name(client: Client, written: str) -> None:
    sign_up(Client())
    assert sign_in(client, written).status_code == 302
    assert "_auth_user_id" in client.session


def test_a_wrong_password_signs_nobody_in(client: Client) -> None:
    sign_up(Client())
    assert errors(sign_in(client, password="wrong"))
    assert "_auth_user_id" not in client.session


def test_a_wrong_name_and_a_wrong_password_read_the_same(client: Client) -> None:
    sign_up(Client())
    assert errors(sign_in(client, password="wrong")) == errors(sign_in(client, name="Nobody"))


def test_guessing_a_password_is_slowed_down(client: Client) -> None:
    sign_up(Client())
    for _ in range(5):
        sign_in(client, password="wrong")
    assert errors(sign_in(client))
    assert "_auth_user_id" not in client.session


def test_wrong_passwords_from_elsewhere_keep_nobody_out(client: Client) -> None:
    sign_up(Client())
    stranger = Client(REMOTE_ADDR="198.51.100.7")
    for _ in range(6):
        sign_in(stranger, password="wrong")
    assert errors(sign_in(stranger))
    assert sign_in(client).status_code == 302


def test_guessing_from_many_addresses_is_slowed_down_too(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login_failed_name": "3/h/key"}
    sign_up(Client())
    for number in range(3):
        assert sign_in(Client(REMOTE_ADDR=f"198.51.100.{number}")).status_code == 302, "a right one does not count"
    for number in range(3):
        sign_in(Client(REMOTE_ADDR=f"198.51.100.{number}"), password="wrong")
    assert errors(sign_in(client))


def test_signing_out(client: Client) -> None:
    sign_up(client)
    assert client.post(reverse("account_logout")).status_code == 302
    assert "_auth_user_id" not in client.session


def test_the_grant_comes_once_in_a_life(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_logout"))
    sign_in(client)
    assert ledger.balance(ledger.wallet(User.objects.get())) == ledger.GRANT


def test_nobody_learns_whose_address_is_known() -> None:
    answers = []
    for name in ("Vera", "Wera"):
        client = Client()
        response = sign_up(client, name, email="vera@example.org")
        answers.append((response.status_code, response["Location"], "_auth_user_id" in client.session))
    assert answers[0] == answers[1]
    assert len(mail.outbox) == 1, "the second letter within minutes is left out"


def test_a_failed_grant_makes_no_player(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_user: User) -> bool:
        raise RuntimeError("the mint is closed")

    monkeypatch.setattr(ledger, "grant", broken)
    with pytest.raises(RuntimeError):
        sign_up(client)
    assert not User.objects.exists()


def test_sign_ups_are_limited_by_address() -> None:
    answers = [sign_up(Client(), f"Vera {number}").status_code for number in range(21)]
    assert answers[:20] == [302] * 20
    assert answers[20] == 429
