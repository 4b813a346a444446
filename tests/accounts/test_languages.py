"""Who reads which language: by the browser, by choice, by the account; never somebody else's."""

from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import gettext, override

from accounts.models import User
from azi_site import words

pytestmark = pytest.mark.django_db

COOKIE = settings.LANGUAGE_COOKIE_NAME
PASSWORD = "pa55word for Vera"


@pytest.fixture
def vera() -> User:
    return User.objects.create_user("Vera", "vera@azi.example", PASSWORD)


def read(client: Client, path: str = "/", said: str = "de") -> str:
    """The language of a page in a browser that asks for that one."""
    answer = client.get(path, headers={"accept-language": said})
    language = str(answer.headers["Content-Language"])
    assert f'<html lang="{language}"' in answer.content.decode()
    assert {"Accept-Language", "Cookie"} <= {part.strip() for part in answer.headers["Vary"].split(",")}
    return language


def choose(client: Client, language: str, **sent: str) -> Any:
    return client.post("/language/", {"language": language, **sent})


@pytest.mark.parametrize(
    ("said", "language"),
    [("fr-CH, fr;q=0.9, en;q=0.8", "fr"), ("kk, ru;q=0.8", "ru"), ("de", "en"), ("", "en"), ("*;q=x", "en")],
)
def test_the_browser_says(said: str, language: str) -> None:
    assert read(Client(), said=said) == language


def test_a_choice_stays_in_the_browser_and_leads_back() -> None:
    stranger = Client()
    answer = choose(stranger, "ru", next="/rules/?x=1")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/?x=1")
    assert stranger.cookies[COOKIE]["samesite"] == "Lax"
    assert read(stranger, said="fr") == "ru"


@pytest.mark.parametrize("leads", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_it_leads_nowhere_else(leads: str) -> None:
    assert choose(Client(), "fr", next=leads).headers["Location"] == "/"


@pytest.mark.parametrize("language", ["de", "xx", "", "../fr", "fr\n"])
def test_what_nobody_offers_is_no_choice(language: str) -> None:
    stranger = Client()
    assert choose(stranger, language).status_code == 302
    assert COOKIE not in stranger.cookies


def test_a_strange_cookie_is_none() -> None:
    stranger = Client()
    stranger.cookies[COOKIE] = "de"
    assert read(stranger, said="fr") == "fr"


def test_a_choice_goes_along_to_ones_other_devices(vera: User) -> None:
    here, there = Client(), Client()
    for device in (here, there):
        device.force_login(vera)
    choose(here, "fr")
    assert read(there) == "fr"
    choose(there, "ru")
    assert (read(here), read(there)) == ("fr", "ru"), "what was chosen in a browser counts there"


def test_a_strangers_choice_is_kept_when_they_sign_in(vera: User) -> None:
    here, there = Client(), Client()
    choose(here, "ru")
    here.post("/accounts/login/", {"login": "Vera", "password": PASSWORD})
    there.force_login(vera)
    assert read(there, said="fr") == "ru"


def test_whoever_has_chosen_keeps_it_on_a_strange_device(vera: User) -> None:
    User.objects.filter(pk=vera.pk).update(language="fr")
    there = Client()
    choose(there, "ru")
    there.post("/accounts/login/", {"login": "Vera", "password": PASSWORD})
    vera.refresh_from_db()
    assert vera.language == "fr"


def test_the_language_of_an_account_costs_no_query(vera: User, django_assert_num_queries: Any) -> None:
    User.objects.filter(pk=vera.pk).update(language="ru")
    visitor = Client()
    visitor.force_login(vera)
    visitor.get("/rules/")
    with CaptureQueriesContext(connection) as without:
        assert read(visitor, "/rules/") == "ru"
    visitor.cookies[COOKIE] = "fr"
    with django_assert_num_queries(len(without)):
        assert read(visitor, "/rules/") == "fr"


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_a_letter_is_in_the_language_of_who_asked_for_it(language: str, vera: User) -> None:
    Client().post("/accounts/password/reset/", {"email": vera.email}, headers={"accept-language": language})
    with override(language):
        assert mail.outbox[0].subject == gettext("A new password for Azi") != "A new password for Azi"


# --- words for scripts ------------------------------------------------------------------------------------------------


def test_the_words_of_a_language_are_kept_and_are_no_other_languages() -> None:
    visitor = Client()
    visitor.cookies[COOKIE] = "ru"
    page = visitor.get("/tournaments/", headers={"accept-language": "fr"})
    assert words.address("ru") in page.content.decode()
    answer = visitor.get(words.address("fr"))
    assert answer.content == words.script("fr") != words.script("ru")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cookie" not in answer.headers["Vary"]


def test_words_of_another_release_are_not_kept() -> None:
    answer = Client().get("/jsi18n/ru/0123456789ab/")
    assert (answer.content, answer.headers["Cache-Control"]) == (words.script("ru"), "no-cache")
    assert Client().get("/jsi18n/de/0123456789ab/").status_code == 404
