"""The pages of practice: the same for everybody who reads a language, with nothing of their own in them."""

import re

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from games.practice_forms import PracticeForm
from games.rules import Ruleset, bots

from .play import person

pytestmark = pytest.mark.django_db

PAGES = ("/practice/", "/practice/game/")


def visitor(user: User, language: str = "") -> Client:
    """Somebody who has been here a moment ago."""
    client = Client()
    client.force_login(user)
    if language:
        client.cookies["django_language"] = language
    client.get("/rules/")
    return client


@pytest.mark.parametrize("page", PAGES)
def test_it_is_the_same_for_everybody(client: Client, page: str) -> None:
    staff = User.objects.create_superuser("Head", "head@azi.example", "pa55word for the head")
    visitors = [client, *(visitor(user) for user in (guests.create(), person("alice"), staff))]
    answers = [one.get(page) for one in visitors]
    assert len({answer.content for answer in answers}) == 1
    assert b"csrf" not in answers[0].content
    for answer in answers:
        assert not answer.cookies
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "Cookie" not in answer.headers["Vary"]
        assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("page", PAGES)
def test_it_speaks_the_language_of_its_reader(page: str) -> None:
    alice = person("alice")
    User.objects.filter(pk=alice.pk).update(language="ru")
    assert b'<html lang="ru"' in visitor(alice).get(page).content
    assert b'<html lang="fr"' in visitor(alice, "fr").get(page).content


def test_every_option_of_a_ruleset_and_of_a_bot_can_be_chosen(client: Client) -> None:
    page = client.get(PAGES[0]).content.decode()
    named = set(re.findall(r'name="([a-z]+)"', page))
    assert set(Ruleset.__slots__) <= named
    form = PracticeForm()
    levels, styles = ({str(one.data["value"]) for one in form[name].subwidgets} for name in ("level", "style"))
    assert levels == {*bots.LEVELS, ""}
    assert styles == {*bots.STYLES, ""}
    assert all(form[f"{name}-{number}"] for name in ("level", "style") for number in range(1, 6))


@pytest.mark.parametrize("page", ["/", "/rules/"])
def test_other_pages_lead_to_it(client: Client, page: str) -> None:
    assert client.get(page).content.decode().count('href="/practice/"') == 3  # in the page, its head and its foot
