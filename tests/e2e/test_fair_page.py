"""The proof of a finished game's deals: its page verifies them itself, and says what is wrong."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.rules.cards import NAMES
from games.rules.fairness import ZERO
from tests.client import Client
from tests.e2e.felt import check_axe, picture
from tests.serving import Site
from tests.stage import set_stage

PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture(scope="module")
def game(site: Site) -> str:
    """The public id of a game that Alice or Bob has won with the first bet."""
    stage = set_stage(site, "Alice", "Bob", seated=2)
    alice, bob = (Client(site.url, stage.table, f"sessionid={stage.sessions[name]}") for name in ("Alice", "Bob"))
    with alice, bob:
        view = alice.wait(lambda view: bool(view["to_act"]))
        asked = alice if view["to_act"] == [view["my_seat"]] else bob
        asked.wait(lambda _view: asked.asked())
        asked.act("f")
        over = bob.wait(lambda view: view["phase"] == "over")
    return str(over["game"])


def test_the_page_verifies_the_deals(game: str, new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    page.goto(f"/games/{game}/fair/")
    expect(page.locator("#verdict")).to_contain_text(
        "Verified: your browser has checked the deal, and it is what was fixed before it."
    )
    expect(page.locator("[data-deal] [data-verdict]")).to_have_text(["Verified"])
    expect(page.locator("[data-deal] .msg")).to_contain_text("No player's random number took part: the site alone")
    check_axe(page)
    picture(page, "fair-page-360")


def test_the_page_says_what_is_wrong(game: str, new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)

    def change_the_turn_up(route: Route) -> None:
        records: list[dict[str, Any]] = route.fetch().json()
        turn_up = next(event for event in records[0]["events"] if event["e"] == "open")
        turn_up["card"] = (turn_up["card"] + 1) % len(NAMES)
        route.fulfill(json=records)

    page.route("**/fair.json*", change_the_turn_up)
    page.goto(f"/games/{game}/fair/")
    expect(page.locator("#verdict")).to_have_text("Broken: 1 deal is not what was fixed before it.")
    expect(page.locator("[data-deal] [data-verdict]")).to_have_text(["Broken"])
    expect(page.locator("[data-deal] .msg")).to_contain_text("is not the one that lay there when the deck was fixed.")
    check_axe(page)
    picture(page, "fair-page-broken-360")


def test_the_page_says_when_the_deals_beside_are_others(game: str, new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    path = f"/games/{game}/fair/"

    def change_the_end(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'data-after="\w*"', f'data-after="{ZERO}"', answer.text()))

    page.route(f"**{path}", change_the_end)
    page.goto(path)
    expect(page.locator("[data-deal] .msg")).to_have_text("The deal after this one continues another record of it.")


def test_over_plain_http_the_page_says_that_it_cannot_verify(game: str, new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    page.goto(f"/games/{game}/fair/")
    expect(page.locator("#verdict")).to_contain_text("This connection can't verify")
    expect(page.locator("[data-deal] [data-verdict]")).to_have_text(["Can't verify here"])


def test_the_replay_s_seal_verifies_too(site: Site, game: str, new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    page.goto(f"/games/{game}/")
    seal = page.locator("[data-proved]")
    expect(seal).to_have_text("1 deal checked")
    expect(seal).to_have_attribute("data-state", "verified")
    expect(seal).to_have_attribute("href", f"/games/{game}/fair/")
