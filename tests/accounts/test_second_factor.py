"""Signing in with two steps, and the admin, which nobody enters without."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, reverse

from accounts import guests
from accounts.models import User
from tests.staff import sign_in_with_two_factors

pytestmark = pytest.mark.django_db

PASSWORD = "seven-of-clubs-41"


def code(secret: str, step: int = 0) -> str:
    """What the app shows now, or so many half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + step))


def sign_in(client: Client, name: str = "Vera") -> Any:
    return client.post(reverse("account_login"), {"login": name, "password": PASSWORD})


def confirm(client: Client) -> None:
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def set_up(client: Client) -> str:
    """Turns two steps on: the app's secret."""
    confirm(client)
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    assert client.post(reverse("mfa_activate_totp"), {"code": code(secret)}).status_code == 302
    return str(secret)


@pytest.fixture
def vera() -> User:
    return User.objects.create_user("Vera", password=PASSWORD)


@pytest.fixture
def browser(vera: User) -> Client:
    browser = Client()
    sign_in(browser)
    return browser


class TestTwoSteps:
    def test_nothing_is_set_up_before_one_shows_who_one_is(self, browser: Client) -> None:
        answer = browser.get(reverse("mfa_activate_totp"))
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("account_reauthenticate"))

    def test_with_a_factor_the_password_alone_opens_nothing(self, browser: Client) -> None:
        secret = set_up(browser)
        other = Client()
        assert sign_in(other)["Location"] == reverse("mfa_authenticate")
        assert "_auth_user_id" not in other.session
        assert other.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 200
        assert "_auth_user_id" not in other.session
        assert other.post(reverse("mfa_authenticate"), {"code": code(secret, 1)}).status_code == 302
        assert "_auth_user_id" in other.session

    def test_a_code_signs_in_once(self, browser: Client) -> None:
        secret = set_up(browser)
        used = code(secret, 1)
        for expected in (302, 200):
            other = Client()
            sign_in(other)
            assert other.post(reverse("mfa_authenticate"), {"code": used}).status_code == expected

    def test_a_recovery_code_stands_in_for_the_phone_once(self, browser: Client) -> None:
        set_up(browser)
        spare = browser.get(reverse("mfa_view_recovery_codes")).context["unused_codes"][0]
        for expected in (302, 200):
            other = Client()
            sign_in(other)
            assert other.post(reverse("mfa_authenticate"), {"code": spare}).status_code == expected

    def test_guessing_codes_is_slowed_down(self, browser: Client) -> None:
        secret = set_up(browser)
        other = Client()
        sign_in(other)
        for _ in range(5):
            other.post(reverse("mfa_authenticate"), {"code": "000000"})
        assert other.post(reverse("mfa_authenticate"), {"code": code(secret, 1)}).status_code == 200

    def test_a_guest_who_stops_at_the_second_step_is_still_that_guest(self, browser: Client) -> None:
        set_up(browser)
        guest, other = guests.create(), Client()
        other.force_login(guest)
        assert sign_in(other)["Location"] == reverse("mfa_authenticate")
        assert other.get(reverse("mfa_authenticate")).status_code == 200
        assert other.post(reverse("cancel_sign_in"))["Location"] == reverse("account_login")
        assert other.session["_auth_user_id"] == str(guest.pk)
        assert other.get(reverse("account_login")).status_code == 200

    def test_the_app_shows_the_name_and_the_site(self, browser: Client) -> None:
        confirm(browser)
        page = browser.get(reverse("mfa_activate_totp"))
        assert page.context["totp_url"].startswith("otpauth://totp/Vera?")
        assert "issuer=Azi" in page.context["totp_url"]

    def test_turned_off_it_is_gone_and_so_are_the_codes(self, browser: Client, vera: User) -> None:
        set_up(browser)
        browser.post(reverse("mfa_deactivate_totp"))
        assert not Authenticator.objects.filter(user=vera).exists()


def admin_addresses() -> Iterator[str]:
    """Every page of the admin, its own login aside."""
    for pattern in admin.site.urls[0]:
        for leaf in getattr(pattern, "url_patterns", [pattern]):
            assert isinstance(leaf, URLPattern) or leaf is None or hasattr(leaf, "url_patterns")
            name = getattr(leaf, "name", None)
            if name in (None, "login", "logout"):
                continue
            for value in ("1", "games"):
                try:
                    yield reverse(f"admin:{name}", kwargs=dict.fromkeys(leaf.pattern.regex.groupindex, value))
                    break
                except NoReverseMatch:
                    continue


ADDRESSES = sorted(set(admin_addresses()))


def knocks(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 302, (address, answer.status_code)
    return str(answer["Location"])


class TestTheAdminsDoor:
    @pytest.fixture
    def head(self) -> User:
        return User.objects.create_superuser("Head of House", password=PASSWORD)

    def test_there_are_pages_to_knock_at(self) -> None:
        assert len(ADDRESSES) > 20
        assert reverse("admin:games_table_changelist") in ADDRESSES

    @pytest.mark.parametrize("who", ["nobody", "vera", "head"])
    def test_nobody_sees_a_page_without_a_second_factor(self, who: str, head: User, vera: User) -> None:
        client = Client()
        if user := {"vera": vera, "head": head}.get(who):
            client.force_login(user)
        for address in ADDRESSES:
            assert knocks(client, address).split("?")[0] == reverse("admin:login"), address
            assert client.post(address).status_code in (302, 403), address

    def test_a_session_from_before_the_factor_is_not_enough(self, head: User) -> None:
        sign_in_with_two_factors(Client(), head)
        client = Client()
        client.force_login(head)
        for address in ADDRESSES:
            assert knocks(client, address).split("?")[0] == reverse("admin:login"), address

    def test_a_stranger_is_asked_to_sign_in(self) -> None:
        assert knocks(Client(), "/admin/login/?next=/admin/") == f"{reverse('account_login')}?next=%2Fadmin%2F"

    def test_staff_without_a_factor_are_sent_to_set_one_up(self, head: User) -> None:
        client = Client()
        sign_in(client, "Head of House")
        assert knocks(client, reverse("admin:login")) == reverse("mfa_index")
        assert "second factor" in client.get(reverse("account")).text

    def test_staff_set_it_up_show_it_once_and_are_in(self, head: User) -> None:
        client = Client()
        sign_in(client, "Head of House")
        secret = set_up(client)
        door = knocks(client, "/admin/login/?next=/admin/games/table/")
        assert door == f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2Fgames%2Ftable%2F"
        answer = client.post(door, {"code": code(secret, 1)})
        assert (answer.status_code, answer["Location"]) == (302, "/admin/games/table/")
        assert client.get("/admin/games/table/").status_code == 200

    def test_staff_who_sign_in_with_both_go_straight_in(self, head: User) -> None:
        client = Client()
        sign_in(client, "Head of House")
        secret = set_up(client)
        other = Client()
        sign_in(other, "Head of House")
        other.post(reverse("mfa_authenticate"), {"code": code(secret, 1)})
        assert other.get("/admin/").status_code == 200

    @pytest.mark.parametrize("kind", ["guest", "member"])
    def test_players_are_turned_away(self, kind: str, vera: User) -> None:
        client = sign_in_with_two_factors(Client(), guests.create() if kind == "guest" else vera)
        assert client.get("/admin/login/").status_code == 403

    def test_a_head_of_house_is_made_on_the_command_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
        call_command("createsuperuser", username="Хранитель", email="head@azi.example", interactive=False)
        head = User.objects.get()
        assert (head.name, head.is_superuser) == ("Хранитель", True)
        assert sign_in(Client(), "хранитель").status_code == 302
