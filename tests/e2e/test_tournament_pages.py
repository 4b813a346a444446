"""The pages of tournaments in real browsers: opened by a form, found in the list, entered; every page hears of it."""

import re
import secrets
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.felt import check_axe, in_the_dark, picture
from tests.e2e.test_lobby import PHONE, fits


def test_what_was_wrong_with_a_password_stays_said(new_person: Callable[..., Page]) -> None:
    opener, stranger = new_person(), new_person()
    opener.goto("/accounts/login/?next=/tournaments/new/")
    opener.get_by_role("button", name="Play now as a guest").click()
    opener.get_by_text("More: levels").click()
    opener.get_by_label("Password", exact=True).fill("tulip")
    opener.get_by_role("button", name="Open the tournament").click()
    expect(opener.get_by_role("heading", level=1)).to_contain_text("Starts when it is full")
    stranger.goto(opener.url)
    field = stranger.get_by_label("Password of this tournament")
    field.fill("rose")
    stranger.get_by_role("button", name="Register for 100").click()
    expect(field).to_be_focused()
    field.press_sequentially("tul")
    opener.get_by_role("button", name="Register for 100").click()
    expect(stranger.locator("#cup-standings tbody tr")).to_have_count(1)
    expect(stranger.get_by_text("That is not this tournament's password.")).to_be_visible()
    expect(field).to_be_focused()
    field.press_sequentially("ip")
    stranger.get_by_role("button", name="Register for 100").click()
    expect(stranger.get_by_text("You are in.")).to_be_visible()


def test_a_tournament_that_somebody_opens_is_found_and_entered_by_a_stranger(new_person: Callable[..., Page]) -> None:
    name = f"Жұма кубогы {secrets.randbelow(10**6)}"
    stranger, opener = new_person(viewport=PHONE), new_person(timezone_id="Asia/Almaty")
    stranger.goto("/tournaments/?format=freezeout")
    row = stranger.locator("#events li", has_text=name)
    expect(row).to_have_count(0)

    opener.goto("/")
    opener.get_by_role("button", name="Play now").click()  # a guest, who may open one
    opener.wait_for_url(re.compile("/tables/"))
    opener.goto("/tournaments/new/")
    expect(opener.get_by_label("Start", exact=True)).to_be_hidden()
    opener.get_by_role("radio", name="Freezeout").check()
    opener.get_by_label("Name", exact=True).fill(name)
    assert opener.locator("#id_zone").input_value() == "Asia/Almaty"
    opener.get_by_text("More: levels").click()
    expect(opener.get_by_label("Starting stack")).to_have_attribute("placeholder", "usually 2000")
    opener.get_by_label("Starting stack").fill("5")
    check_axe(opener)
    opener.get_by_role("button", name="Open the tournament").click()
    expect(opener.get_by_role("alert")).to_contain_text("Starting stack")
    expect(opener.get_by_role("alert")).to_be_focused()
    expect(opener.get_by_text("A stack has 10 to 1,000,000 chips.")).to_be_visible()
    picture(opener, "tournament-form-1280")
    opener.get_by_label("Starting stack").fill("500")
    opener.get_by_role("button", name="Open the tournament").click()
    expect(opener.get_by_role("heading", level=1)).to_contain_text(name)

    expect(row).to_contain_text(re.compile(r"in \d"))
    fits(stranger)
    check_axe(stranger)
    picture(stranger, "tournaments-360")
    row.get_by_role("link").click()
    button = opener.get_by_role("button", name="Register for 100").element_handle()
    stranger.get_by_role("button", name="Register for 100").click()
    expect(stranger.get_by_text("Your seat is drawn when it starts")).to_be_visible()
    expect(opener.locator("#cup-standings tbody tr")).to_have_count(1)
    assert button is not None
    assert button.evaluate("button => button.isConnected"), "a button is taken away from under a finger"
    fits(stranger)
    check_axe(stranger)
    in_the_dark(stranger, "tournament-360-dark")
