"""A guest takes another name, and everybody at the table reads it."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import live
from games.refusals import Refusal

from .play import breaches, person, table_of, view

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def alice() -> User:
    return person("alice")


@pytest.fixture
def browser(alice: User, client: Client) -> Client:
    client.force_login(alice)
    return client


def test_the_new_name_is_seen_at_the_table(alice: User, browser: Client) -> None:
    table = table_of(alice, person("bob"))
    answer = browser.post(reverse("rename"), {"name": " Айжан  Т "})
    assert (answer.status_code, answer.json()) == (200, {"name": "Айжан Т"})
    assert [seat["name"] for seat in view(table)["seats"] if seat.get("name")] == ["Айжан Т", "bob"]
    assert breaches() == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("bob", "name_taken"),
        ("B0B", "name_taken"),
        ("Dealer", "name_reserved"),
        ("Bоb", "name_scripts"),
    ],
)
def test_a_name_that_can_not_be_had_is_refused_with_a_sentence(name: str, code: str, browser: Client) -> None:
    person("bob")
    answer = browser.post(reverse("rename"), {"name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["message"].endswith(".")
    assert User.objects.filter(name="alice").exists()


def test_only_guests_change_their_name(alice: User, browser: Client) -> None:
    User.objects.filter(pk=alice.pk).update(is_guest=False)
    for visitor in (browser, Client()):
        answer = visitor.post(reverse("rename"), {"name": "Another"})
        assert (answer.status_code, answer.json()["code"]) == (400, "not_a_guest")
    assert browser.get(reverse("rename")).status_code == 405


def test_names_are_limited_a_minute(browser: Client) -> None:
    answers = [browser.post(reverse("rename"), {"name": f"Alice {number}"}).status_code for number in range(11)]
    assert answers == [200] * 10 + [400]


def test_a_table_that_cannot_follow_costs_nobody_the_name(
    alice: User, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(user_id: int) -> None:
        raise Refusal("busy", "The table is busy.")

    monkeypatch.setattr(live, "renamed", busy)
    answer = browser.post(reverse("rename"), {"name": "Айжан"})
    assert (answer.status_code, answer.json()) == (200, {"name": "Айжан"})
    assert User.objects.get(pk=alice.pk).name == "Айжан"
