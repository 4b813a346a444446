"""A part of the table's page that doesn't come: what is shown and can be done without it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Guard
from tests.e2e.felt import picture
from tests.e2e.table import Table, seat, view

PHONE = {"width": 360, "height": 740}


def answers_html(route: Route) -> None:
    route.fulfill(content_type="text/html", body="<!doctype html><title>Hotel</title><p>Pay for the network")


@pytest.mark.parametrize("fails", [Route.abort, answers_html, lambda _route: None], ids=["fails", "html", "hangs"])
def test_without_their_pictures_the_cards_are_plain_and_become_fine_when_they_come(
    new_person: Callable[..., Page], house_table: str, guard: Guard, fails: Callable[[Route], None]
) -> None:
    guard.forgive("cards")
    page = new_person(viewport=PHONE)
    page.clock.install()
    held: list[Route] = []
    page.route("**/cards*.svg", lambda route: (held.append(route), fails(route)))
    at = Table(page, house_table)
    at.show(view(phase="play", seats=[seat(2, "Calm Otter", cards=["Ah", "Ts", "7d"]), seat(4, "Kunak", bot=True)]))
    page.clock.run_for(2_600)
    hand = page.locator(".hand .card")
    expect(hand.locator("text")).to_have_text(["A", "10", "7"])
    expect(page.locator("[data-turn-up] .card text")).to_have_text("6")
    expect(page.locator(".backs .card").first.locator("rect")).to_have_count(2)
    picture(page, "trouble-plain-360")
    page.unroute_all()
    page.clock.run_for(26_000)
    expect(hand.locator("use")).to_have_count(3)
    expect(hand.locator("text")).to_have_count(0)
