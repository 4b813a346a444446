"""Every state of the table as the style guide shows it: what holds in all of them. `make prove` looks closer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.e2e.felt import check_axe
from tests.e2e.styleguide import Guide
from tests.serving import Site

PHONE = {"width": 360, "height": 740}


def test_every_state_shows_bank_trump_and_hand_and_nothing_lies_over_a_seat(
    site: Site, new_person: Callable[..., Page]
) -> None:
    """Of the states of a view, on a phone; `make prove` looks at all of them at all sizes."""
    guide = Guide(new_person(viewport=PHONE), site).open()
    assert {name: found for name in guide.states(only_plain=True) if (found := guide.wrong())} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_guide_shows_all_parts_in_colours_that_can_be_told_apart(
    site: Site, new_person: Callable[..., Page], scheme: str
) -> None:
    guide = Guide(new_person(viewport=PHONE, color_scheme=scheme), site).open()
    assert guide.low() == []
    assert guide.page.locator("[data-ratio]").count() > 40
    assert guide.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    if scheme == "light":
        check_axe(guide.page)
