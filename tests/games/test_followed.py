"""Followed players in the lobby: who is here, at which table, and what nobody is told."""

import re

import pytest
from django.test import Client

from accounts import relations
from accounts.models import User
from games import live, presence
from games.models import Table

from .play import NOON, Time, person, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return person("alice")


@pytest.fixture
def bob() -> User:
    return person("bob")


def online(viewer: User | None) -> list[str]:
    """Whom the lobby names as online, with where."""
    client = Client()
    if viewer:
        client.force_login(viewer)
    page = client.get("/lobby/tables/").content.decode()
    assert page.count('id="online-title"') == (1 if "online__one" in page else 0)
    found = re.findall(r'class="online__one"[^>]* href="([^"]*)">(.*?)</a>', page)
    return [f"{re.sub('<[^>]+>', '', words)} {href}" for href, words in found]


def test_who_is_followed_and_here_is_named_with_the_table(time: Time, alice: User, bob: User) -> None:
    vera, dana = person("vera"), person("dana")
    for followed in (bob, vera, dana):
        relations.follow(alice, followed)
    table = table_of(vera)
    presence.save_outside([bob.pk, person("emil").pk], NOON)
    assert online(alice) == [f"vera at Felt /tables/{table.public_id}/", "bob /players/bob/"]
    assert online(bob) == online(None) == []
    live.sit_out(table.pk, vera.pk, True)
    assert online(alice) == ["bob /players/bob/", "vera /players/vera/"], "who sits out plays nowhere"


def test_who_was_here_a_minute_ago_is_not_here(time: Time, alice: User, bob: User) -> None:
    relations.follow(alice, bob)
    presence.save_outside([bob.pk], NOON)
    time.now = NOON + 59_999
    assert online(alice)
    time.now = NOON + 60_000
    assert not online(alice)


def test_a_private_table_is_not_named_to_who_does_not_sit_there(time: Time, alice: User, bob: User) -> None:
    relations.follow(alice, bob)
    hidden = table_of(bob)
    Table.objects.filter(pk=hidden.pk).update(private=True, name="Hideout")
    assert online(alice) == ["bob /players/bob/"]
    live.sit(hidden.pk, alice.pk, 2, 500)
    assert online(alice) == [f"bob at Hideout /tables/{hidden.public_id}/"]


def test_who_is_blocked_never_sees_one_online(time: Time, alice: User, bob: User) -> None:
    relations.follow(alice, bob)
    table_of(bob)
    relations.block(bob, alice)
    assert online(alice) == []
    relations.unfollow(alice, bob)
    relations.follow(alice, bob)
    assert online(alice) == []
    relations.unblock(bob, alice)
    assert len(online(alice)) == 1


def test_who_has_left_for_ever_is_not_named(time: Time, alice: User, bob: User) -> None:
    relations.follow(alice, bob)
    presence.save_outside([bob.pk], NOON)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert online(alice) == []
