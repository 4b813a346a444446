"""A guest becomes a player: the same row, with its chips, seats, games and session; or somebody else, without them."""

from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts import audit, guests, ledger
from accounts.models import Transfer, User
from games import live
from games.models import PlayerResult, Seat
from tests.races import together

from .play import DUEL_DECK, Decks, Time, play, start, table_of
from .play import breaches as games_breaches

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

PASSWORD = "seven-of-clubs-41"


def guest_and_browser() -> tuple[User, Client]:
    guest = guests.create()
    browser = Client()
    browser.force_login(guest)
    return guest, browser


def sign_up(browser: Client, name: str = "Vera", **fields: str) -> HttpResponse:
    return browser.post(  # type: ignore[return-value]
        reverse("account_signup"), {"username": name, "password1": PASSWORD, "email": "", **fields}
    )


def sign_in(browser: Client, name: str = "Vera") -> HttpResponse:
    return browser.post(reverse("account_login"), {"login": name, "password": PASSWORD})  # type: ignore[return-value]


def whose(browser: Client) -> int | None:
    key = browser.session.get("_auth_user_id")
    return int(key) if key else None


def test_a_guest_signs_up_and_keeps_row_chips_seat_and_session() -> None:
    guest, browser = guest_and_browser()
    table = table_of(guest)
    session = browser.session
    session["links"] = ["a private table"]
    session.save()
    answer = sign_up(browser, email="vera@azi.example")
    assert answer.status_code == 302
    vera = User.objects.get(pk=guest.pk)
    assert (vera.name, vera.username, vera.is_guest, vera.email) == ("Vera", "vera", False, "vera@azi.example")
    assert vera.check_password(PASSWORD)
    assert whose(browser) == vera.pk
    assert browser.session.session_key == session.session_key
    assert browser.session["links"] == ["a private table"]
    assert Seat.objects.get(table=table).player == vera
    assert ledger.balance(ledger.wallet(vera)) == ledger.GRANT - 500
    assert Transfer.objects.filter(key__startswith="grant:").count() == 1
    assert audit.breaches() == games_breaches() == []
    assert browser.get(reverse("account")).status_code == 200


def test_the_sign_up_page_says_what_a_guest_keeps() -> None:
    guest, browser = guest_and_browser()
    page = browser.get(reverse("account_signup"))
    assert ">Keep your 10,000 chips</h1>" in page.text
    table_of(guest)
    page = browser.get(reverse("account_signup"))
    assert "Keep your 10,000 chips and your seat" in page.text, "the chips at the table are theirs too"
    assert page.context["form"].initial["username"] == guest.name
    assert "Keep your" not in Client().get(reverse("account_signup")).text


def test_the_sign_in_page_says_what_a_guest_leaves() -> None:
    guest, browser = guest_and_browser()
    table_of(guest)
    page = browser.get(reverse("account_login")).text
    assert f"<bdi>{guest.name}</bdi>" in page
    assert "10,000 chips stay behind" in page


def test_signing_in_to_an_account_merges_nothing() -> None:
    vera = Client()
    sign_up(vera)
    guest, browser = guest_and_browser()
    table = table_of(guest)
    assert sign_in(browser).status_code == 302
    assert whose(browser) == User.objects.get(name="Vera").pk
    assert not Seat.objects.filter(table=table, player=guest).exists()
    kept = User.objects.get(pk=guest.pk)
    assert (kept.name, kept.is_guest) == (guest.name, True)
    assert ledger.balance(ledger.wallet(guest)) == ledger.GRANT
    assert ledger.balance(ledger.wallet(User.objects.get(name="Vera"))) == ledger.GRANT
    assert audit.breaches() == games_breaches() == []


def test_a_wrong_password_leaves_the_guest_where_they_sit() -> None:
    sign_up(Client())
    guest, browser = guest_and_browser()
    table_of(guest)
    browser.post(reverse("account_login"), {"login": "Vera", "password": "wrong"})
    assert whose(browser) == guest.pk
    assert Seat.objects.filter(player=guest).exists()


def test_a_name_that_is_taken_leaves_the_guest_a_guest() -> None:
    sign_up(Client())
    guest, browser = guest_and_browser()
    assert "username" in sign_up(browser, "VERA").context["form"].errors  # type: ignore[attr-defined]
    assert User.objects.get(pk=guest.pk).is_guest
    assert whose(browser) == guest.pk


def test_a_guest_may_keep_the_own_name() -> None:
    guest, browser = guest_and_browser()
    assert sign_up(browser, guest.name).status_code == 302
    assert not User.objects.get(pk=guest.pk).is_guest


@pytest.mark.parametrize(
    "name",
    ["account_change_password", "account_set_password", "account_email", "mfa_activate_totp", "mfa_add_webauthn",
     "usersessions_list"],
)  # fmt: skip
def test_a_guest_signs_up_before_there_is_anything_to_set(name: str) -> None:
    _guest, browser = guest_and_browser()
    answer = browser.post(reverse(name), {"password1": PASSWORD, "password2": PASSWORD})
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("account_signup"))


def test_a_member_has_no_business_on_the_sign_up_page() -> None:
    browser = Client()
    sign_up(browser)
    assert browser.get(reverse("account_signup")).status_code == 302
    assert browser.get(reverse("account_login")).status_code == 302


def test_what_else_changed_meanwhile_is_not_overwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is written column by column: an operator has just blocked somebody's staff rights, say."""
    guest, browser = guest_and_browser()
    real = guests.sign_up

    def late(*args: Any) -> User:
        User.objects.filter(pk=guest.pk).update(public_id="changed meanwhile")
        return real(*args)

    monkeypatch.setattr(guests, "sign_up", late)
    sign_up(browser)
    assert User.objects.get(pk=guest.pk).public_id == "changed meanwhile"


def test_a_guest_signs_out_and_leaves_the_table() -> None:
    guest, browser = guest_and_browser()
    table_of(guest)
    browser.post(reverse("account_logout"))
    assert not Seat.objects.filter(player=guest).exists()
    assert games_breaches() == []


@pytest.mark.django_db(transaction=True)
class TestAtTheSameMoment:
    """One account and one grant, whoever presses what when."""

    def outcomes(self, calls: list[Any]) -> list[int]:
        cache.clear()
        answers = together(calls)
        assert not [answer for answer in answers if isinstance(answer, Exception)], answers
        return [answer.status_code for answer in answers]  # type: ignore[union-attr]

    def test_a_double_click_signs_up_once(self) -> None:
        guest, first = guest_and_browser()
        others = [Client() for _ in range(3)]
        for other in others:
            other.cookies = first.cookies
        assert 302 in self.outcomes([partial(sign_up, browser) for browser in [first, *others]])
        vera = User.objects.get()
        assert (vera.pk, vera.name, vera.is_guest) == (guest.pk, "Vera", False)
        assert Transfer.objects.count() == 1
        assert whose(first) == vera.pk
        assert first.get(reverse("account")).status_code == 200
        assert audit.breaches() == []

    def test_two_windows_with_two_names_make_one_player(self) -> None:
        guest, first = guest_and_browser()
        second = Client()
        second.cookies = first.cookies
        self.outcomes([partial(sign_up, first, "Vera"), partial(sign_up, second, "Wera")])
        assert User.objects.get().name in ("Vera", "Wera")
        assert not User.objects.get(pk=guest.pk).is_guest
        assert Transfer.objects.count() == 1

    def test_two_devices_that_want_one_name_get_one(self) -> None:
        people = [guest_and_browser() for _ in range(4)]
        strangers = [Client() for _ in range(4)]
        names = ["Вера", "Bepa"] * 4
        browsers = [browser for _guest, browser in people] + strangers
        statuses = self.outcomes(
            [partial(sign_up, browser, name) for browser, name in zip(browsers, names, strict=True)]
        )
        assert statuses.count(302) == 1
        assert User.objects.filter(is_guest=False).count() == 1
        assert audit.breaches() == []

    def test_who_signs_up_while_the_game_settles_keeps_both(self, time: Time, decks: Decks) -> None:
        (alice, browser), bob = guest_and_browser(), guests.create()
        decks(DUEL_DECK)
        table = table_of(alice, bob)
        start(table, time)
        play(table, "2b20 1c 2Ah 19h 2Kh")

        def last_card() -> HttpResponse:
            play(table, "17s")
            return HttpResponse()

        self.outcomes([last_card, partial(sign_up, browser)])
        vera = User.objects.get(pk=alice.pk)
        assert (vera.name, vera.is_guest) == ("Vera", False)
        assert PlayerResult.objects.get(player=vera).net == -30
        assert Seat.objects.get(player=vera).stack == 470
        assert audit.breaches() == games_breaches() == []

    def test_who_signs_up_while_sitting_down_does_both(self) -> None:
        guest, browser = guest_and_browser()
        table = live.open_table("Felt", 10)

        def sit() -> HttpResponse:
            live.sit(table.pk, guest.pk, 1, 500)
            return HttpResponse()

        self.outcomes([sit, partial(sign_up, browser)])
        assert Seat.objects.get(table=table).player_id == guest.pk
        assert not User.objects.get(pk=guest.pk).is_guest
        assert ledger.balance(ledger.wallet(guest)) == ledger.GRANT - 500
        assert audit.breaches() == games_breaches() == []
