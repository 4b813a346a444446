"""Jacks, queens, kings and aces carry the letters of the page's language, or those that its reader chose."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice")


def kings(client: Client, language: str = "en") -> str:
    """The symbol of a king as the lobby draws one."""
    html = client.get("/", headers={"accept-language": language}).content.decode()
    found = re.search(r"#(HK[-a-z]*)\"", html)
    assert found
    assert f'data-card-letters="{found[1][3:] or "en"}"' in html
    return found[1]


def choose(client: Client, letters: str, language: str = "en") -> None:
    sent = {"letters": letters, "next": "/rules/"}
    answer = client.post(reverse("card_letters"), sent, headers={"accept-language": language})
    assert answer["Location"] == "/rules/"


@pytest.mark.parametrize(("language", "king"), [("en", "HK"), ("fr", "HK-fr"), ("ru-RU", "HK-ru"), ("de", "HK")])
def test_letters_are_those_of_the_language(client: Client, language: str, king: str) -> None:
    assert kings(client, language) == king


def test_a_strangers_choice_is_kept_in_their_browser(client: Client) -> None:
    choose(client, "ru")
    assert kings(client) == kings(client, "fr") == "HK-ru"
    choose(client, "en")
    assert kings(client) == "HK"
    assert kings(client, "fr") == "HK-fr"


def test_a_players_choice_is_kept_with_the_account(client: Client, alice: User) -> None:
    client.force_login(alice)
    choose(client, "fr")
    assert User.objects.get().card_letters == "fr"
    assert kings(client, "ru") == "HK-fr"
    choose(client, "ru", language="ru")
    assert User.objects.get().card_letters == ""


def test_other_letters_are_not_chosen(client: Client) -> None:
    choose(client, "de")
    assert kings(client) == "HK"


def test_the_exact_rules_name_the_cards_with_them(client: Client) -> None:
    choose(client, "fr")
    assert "6 7 8 9 10 V D R A" in client.get("/rules/").content.decode()
    assert "#SQ-fr" in client.get("/rules/").content.decode()


def test_the_account_page_offers_them(client: Client, alice: User) -> None:
    client.force_login(alice)
    pressed = re.findall(r'value="(\w+)" translate="no" aria-pressed="true"', client.get("/account/").content.decode())
    assert pressed == ["en"]
