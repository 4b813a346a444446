"""A table in Firefox: a guest plays a game with bots, sees its deals proved, and looks at it again."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_play_bots import OUT_AT_ONCE, PATIENCE, play_a_game
from tests.serving import Site

pytestmark = pytest.mark.firefox


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A site where nobody else has left a seat or a table: "Play now" leads to bots."""
    with Site(AZI_TEST_HURRY="1") as site:
        yield site


def test_a_guest_plays_a_game_and_sees_it_again(in_firefox: Callable[..., Page]) -> None:
    page = in_firefox(viewport={"width": 360, "height": 740})
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    page.locator("[data-phase=bid]").wait_for(timeout=PATIENCE)
    play_a_game(page, OUT_AT_ONCE, lambda phase: None)
    expect(page.locator("#seal")).to_have_attribute("data-seal", "verified")
    page.goto("/games/")
    page.locator("[data-game] a").first.click()
    page.locator("[data-step]").wait_for()
    page.keyboard.press("End")
    expect(page.locator(".scrub__now")).to_contain_text("win")
