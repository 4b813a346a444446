"""The rules' page: its links lead somewhere, its pictures are of the sprite, and it offers the one next step."""

import re
from pathlib import Path

import pytest
from django.test import Client

import games

from .play import person, table_of

pytestmark = pytest.mark.django_db


def rules(visitor: Client) -> str:
    return visitor.get("/rules/").content.decode()


def test_every_link_on_the_page_has_its_place(client: Client) -> None:
    page = rules(client)
    places = re.findall(r'href="#([^"]+)"', page)
    assert {"goal", "cards", "trump", "bidding", "blind", "tricks", "azi", "exact"} <= set(places)
    assert [place for place in places if f'id="{place}"' not in page] == []


def test_the_pictures_are_of_the_sprite_and_show_every_card(client: Client) -> None:
    sprite = (Path(games.__file__).parent / "static/games/cards.svg").read_text()
    shown = set(re.findall(r'cards\.svg#([^"]+)"', rules(client)))
    assert [name for name in shown if f'id="{name}"' not in sprite] == []
    assert len([name for name in shown if name[0] in "HDS"]) == 27


def test_the_next_step_is_to_play_or_back_to_ones_table(client: Client) -> None:
    assert "Play now" in rules(client)
    alice = person("alice")
    table = table_of(alice)
    client.force_login(alice)
    page = rules(client)
    assert f'<a class="btn btn--go" href="/tables/{table.public_id}/">Back to your table</a>' in page
    assert page.count("btn--go") == 1
