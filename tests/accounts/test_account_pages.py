"""Passwords, addresses and devices: what each page does, what it says, and what it never tells."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.messages import get_messages
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from accounts.devices import device
from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD, NEW = "seven-of-clubs-41", "eight-of-spades-52"


@pytest.fixture
def vera() -> User:
    vera = User.objects.create_user("Vera", "vera@azi.example", PASSWORD)
    EmailAddress.objects.create(user=vera, email=vera.email, primary=True, verified=True)
    return vera


def sign_in(password: str = PASSWORD, **headers: str) -> Client:
    client = Client(headers=headers)
    client.post(reverse("account_login"), {"login": "Vera", "password": password})
    return client


def is_in(client: Client) -> bool:
    return bool(client.get(reverse("account")).status_code == 200)


def confirm(client: Client) -> Client:
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def ask_for_a_letter(address: str, client: Client | None = None) -> HttpResponse:
    return (client or Client()).post(reverse("account_reset_password"), {"email": address})  # type: ignore[return-value]


def link(letter: int = -1) -> str:
    found = re.search(r"https?://[^/]+(/\S+)", str(mail.outbox[letter].body))
    assert found
    return found[1]


def errors(response: Any) -> dict[str, list[str]]:
    return dict(response.context["form"].errors)


class TestPasswords:
    def test_a_change_ends_the_other_sessions_and_not_this_one(self, vera: User) -> None:
        here, there = sign_in(), sign_in()
        answer = here.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": NEW})
        assert answer.status_code == 302
        assert is_in(here)
        assert not is_in(there)
        assert is_in(sign_in(NEW))

    def test_the_old_password_is_asked_for(self, vera: User) -> None:
        answer = sign_in().post(reverse("account_change_password"), {"oldpassword": "wrong", "password1": NEW})
        assert "oldpassword" in errors(answer)

    def test_a_link_from_a_letter_sets_a_new_one_once_and_ends_all_sessions(self, vera: User) -> None:
        before = sign_in()
        ask_for_a_letter("vera@azi.example")
        visitor = Client()
        step = visitor.get(link())
        assert step.status_code == 302
        assert visitor.post(step["Location"], {"password1": NEW}).status_code == 302
        assert not is_in(before)
        assert is_in(sign_in(NEW))
        again = Client().get(link(0))
        assert "That link doesn't work any more" in again.text.replace("&#x27;", "'")

    def test_a_guest_follows_the_link_and_is_still_that_guest(self, vera: User) -> None:
        from accounts import guests

        visitor = Client()
        guest = guests.create()
        visitor.force_login(guest)
        ask_for_a_letter("vera@azi.example", visitor)
        step = visitor.get(link())
        visitor.post(step["Location"], {"password1": NEW})
        assert visitor.session["_auth_user_id"] == str(guest.pk)

    def test_the_letter_says_the_name_and_no_password(self, vera: User) -> None:
        ask_for_a_letter("vera@azi.example")
        assert "Vera" in mail.outbox[0].body
        assert PASSWORD not in mail.outbox[0].body

    def test_the_letter_about_a_change_says_when_in_utc(self, vera: User) -> None:
        sign_in().post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": NEW})
        assert re.search(r", on [A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d UTC\.\n", str(mail.outbox[0].body))

    def test_asking_tells_nobody_whose_address_is_known(self, vera: User) -> None:
        known, unknown = ask_for_a_letter("vera@azi.example"), ask_for_a_letter("nobody@azi.example")
        assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
        assert [letter.to for letter in mail.outbox] == [["vera@azi.example"], ["nobody@azi.example"]]

    def test_one_request_sends_one_letter_however_many_name_the_address(self) -> None:
        for name in ("Vera", "Wera", "Bera"):
            user = User.objects.create_user(name, "stranger@azi.example", PASSWORD)
            EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
        ask_for_a_letter("stranger@azi.example")
        assert [letter.to for letter in mail.outbox] == [["stranger@azi.example"]]
        assert "Vera" in mail.outbox[0].body, "whoever named it first"

    def test_a_letter_is_about_whoever_confirmed_the_address(self) -> None:
        for name, verified in (("Wera", False), ("Vera", True)):
            user = User.objects.create_user(name, "vera@azi.example", PASSWORD)
            EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
        ask_for_a_letter("vera@azi.example")
        assert len(mail.outbox) == 1
        assert "Vera" in mail.outbox[0].body

    @pytest.mark.parametrize("address", ["vera@azi.example", "nobody@azi.example"])
    def test_links_in_letters_lead_to_the_public_origin_whatever_the_request_said(
        self, vera: User, settings: Any, address: str
    ) -> None:
        settings.AZI_PUBLIC_ORIGIN = "https://azi.example"
        ask_for_a_letter(address, Client(headers={"host": "localhost:1234"}))
        assert "localhost" not in mail.outbox[0].body
        assert "azi.example" in mail.outbox[0].body
        assert re.findall(r"https?://[^/]+/", str(mail.outbox[0].body)) in ([], ["https://azi.example/"])
        assert (address == vera.email) == ("https://azi.example/accounts/" in mail.outbox[0].body)

    @pytest.mark.parametrize(
        ("goes", "says"),
        [
            ("out", "letter is on its way"),
            ("to the console", "on the server's console"),
            ("nowhere", "can't send mail"),
        ],
    )
    def test_the_page_tells_the_truth_about_the_letter(self, settings: Any, goes: str, says: str) -> None:
        settings.MAIL_GOES = goes
        page = Client().get(reverse("account_reset_password_done")).text.replace("&#x27;", "'")
        assert says in page
        assert ("Nothing was sent" in page) == (goes != "out")

    def test_letters_are_limited_by_address(self, vera: User) -> None:
        answers = [ask_for_a_letter("vera@azi.example").status_code for _ in range(6)]
        assert answers == [302] * 5 + [429]

    def test_what_a_password_must_be_is_said_in_one_line(self) -> None:
        page = Client().get(reverse("account_signup")).text
        assert page.count("At least 8 characters") == 1
        assert "<li>" not in page.split('id="id_password1_helptext"')[1].split("</div>")[0]


class TestAddresses:
    def test_an_address_is_added_confirmed_made_the_main_one_and_removed(self, vera: User) -> None:
        browser = confirm(sign_in())
        page = reverse("account_email")
        browser.post(page, {"action_add": "", "email": "second@azi.example"})
        second = EmailAddress.objects.get(email="second@azi.example")
        assert (second.verified, second.primary) == (False, False)
        browser.post(page, {"action_primary": "", "email": second.email})
        assert not EmailAddress.objects.get(pk=second.pk).primary, "not before it is confirmed"
        browser.post(link())
        browser.post(page, {"action_primary": "", "email": second.email})
        browser.post(page, {"action_remove": "", "email": "vera@azi.example"})
        assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [(second.email, True, True)]
        assert User.objects.get(pk=vera.pk).email == second.email

    def test_nothing_changes_before_one_shows_who_one_is(self, vera: User) -> None:
        answer = sign_in().post(reverse("account_email"), {"action_add": "", "email": "thief@azi.example"})
        assert answer["Location"].startswith(reverse("account_reauthenticate"))
        assert EmailAddress.objects.count() == 1

    def test_adding_anothers_address_tells_nothing(self, vera: User) -> None:
        User.objects.create_user("Wera", password=PASSWORD)
        browser = Client()
        browser.post(reverse("account_login"), {"login": "Wera", "password": PASSWORD})
        confirm(browser)
        answers = [browser.post(reverse("account_email"), {"action_add": "", "email": address})
                   for address in ("vera@azi.example", "nobody@azi.example")]  # fmt: skip
        assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, reverse("account_email"))] * 2

    def test_a_fourth_account_does_not_wait_for_one_address_and_is_told_nothing(self) -> None:
        said = []
        for name in ("Vera", "Wera", "Bera", "Mera"):
            cache.clear()  # as if minutes had gone by
            browser = Client()
            fields = {"username": name, "password1": PASSWORD, "email": "stranger@azi.example"}
            answer = browser.post(reverse("account_signup"), fields)
            told = [str(message) for message in get_messages(answer.wsgi_request)]
            said.append((answer.status_code, answer["Location"], told))
        assert said == [said[0]] * 4
        assert said[0][2], "that a letter is on its way"
        assert EmailAddress.objects.count() == 3
        assert User.objects.get(name="Mera").email == ""
        assert len(mail.outbox) == 3

    def test_nobody_adds_an_address_for_which_three_others_wait_and_nobody_is_told(self, vera: User) -> None:
        for name in ("Wera", "Bera", "Mera"):
            EmailAddress.objects.create(user=User.objects.create_user(name), email="stranger@azi.example")
        browser = confirm(sign_in())
        answers = []
        for address in ("stranger@azi.example", "nobody@azi.example"):
            answer = browser.post(reverse("account_email"), {"action_add": "", "email": address})
            said = [
                str(message).replace(address, "-") for message in browser.get(answer["Location"]).context["messages"]
            ]
            answers.append((answer.status_code, answer["Location"], said))
        assert answers[0] == answers[1]
        assert answers[0][2], "that a letter is on its way"
        assert [letter.to for letter in mail.outbox] == [["nobody@azi.example"]]
        assert EmailAddress.objects.filter(email="stranger@azi.example").count() == 3

    def test_the_page_says_that_mail_does_not_leave(self, vera: User, settings: Any) -> None:
        settings.MAIL_GOES = "to the console"
        assert "can't send mail yet" in sign_in().get(reverse("account_email")).text.replace("&#x27;", "'")


class TestDevices:
    IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"

    def test_each_is_listed_and_one_is_this_one(self, vera: User) -> None:
        here = sign_in()
        sign_in(**{"user-agent": self.IPHONE})
        page = here.get(reverse("usersessions_list")).text
        assert "Safari on iPhone" in page
        assert page.count("this one") == 1

    def test_one_is_signed_out_from_another(self, vera: User) -> None:
        here, there = sign_in(), sign_in(**{"user-agent": self.IPHONE})
        other = UserSession.objects.get(session_key=there.session.session_key)
        assert here.post(reverse("end_session", args=[other.pk])).status_code == 302
        assert not is_in(there)
        assert is_in(here)
        assert not Session.objects.filter(pk=other.session_key).exists()

    def test_all_others_are_signed_out(self, vera: User) -> None:
        here, others = sign_in(), [sign_in(), sign_in()]
        here.post(reverse("usersessions_list"))
        assert is_in(here)
        assert not any(map(is_in, others))

    def test_nobody_ends_anothers_session(self, vera: User) -> None:
        theirs = sign_in()
        User.objects.create_user("Wera", password=PASSWORD)
        browser = Client()
        browser.post(reverse("account_login"), {"login": "Wera", "password": PASSWORD})
        session = UserSession.objects.get(session_key=theirs.session.session_key)
        assert browser.post(reverse("end_session", args=[session.pk])).status_code == 404
        assert is_in(theirs)

    @pytest.mark.parametrize(
        ("user_agent", "said"),
        [
            (IPHONE, "Safari on iPhone"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/143.0 Safari/537 Edg/143.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/143.0 Mobile Safari/537",
                "Chrome on Android",
            ),
            ("curl/8", "Unknown device"),
            ("", "Unknown device"),
        ],
    )
    def test_a_device_in_its_owners_words(self, user_agent: str, said: str) -> None:
        assert device(user_agent) == said

    def test_a_visit_is_noted_once_an_hour(self, vera: User) -> None:
        browser = sign_in()
        browser.get(reverse("rules"))
        session = browser.session
        session["seen"] -= 3_601
        session.save()
        UserSession.objects.update(last_seen_at=now() - timedelta(days=1))
        browser.get(reverse("rules"))
        assert UserSession.objects.get().last_seen_at > now() - timedelta(minutes=1)
        UserSession.objects.update(last_seen_at=now() - timedelta(days=1))
        browser.get(reverse("rules"))
        assert UserSession.objects.get().last_seen_at < now() - timedelta(hours=1)


def test_the_account_page_says_how_things_stand(vera: User) -> None:
    page = sign_in().get(reverse("account")).text
    assert "vera@azi.example" in page
    for what in ("Password", "Two steps", "Passkeys", "Devices"):
        assert f"<b>{what}</b>" in page


def test_no_log_line_holds_a_secret(vera: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    ask_for_a_letter("vera@azi.example")
    visitor = Client()
    visitor.post(visitor.get(link())["Location"], {"password1": NEW})
    browser = sign_in(NEW)
    browser.post(reverse("account_reauthenticate"), {"password": NEW})
    secret = browser.get(reverse("mfa_activate_totp")).context["form"].secret
    said = "\n".join(record.getMessage() for record in caplog.records if record.name != "django.db.backends")
    for kept in (NEW, PASSWORD, secret, link(0).split("/")[-2], browser.session.session_key or "-"):
        assert kept not in said
