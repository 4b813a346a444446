"""A game of practice that the browser has kept: every hand is seen, step by step, until it is removed."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.felt import check_axe, picture

# Two tricks win it. Once with every hand known, once as the person may tell it.
RECORD = """azi 1
rules cards=3 blind=no raises=- azi=buyin ante=10 bet=10
seat 1 500 You
seat 2 500 Bota
dealer 2
deal Ah6dKh7dQh8s9h6h7h8hThJh8d9dTdJdQdKdAd6s7s9sTsJsQsKsAs
1b10 2c 1Ah 28s 1Kh 26d
"""
MASKED = RECORD.replace("Ah6dKh7dQh8s9h6h7h8hThJh8d9dTdJdQdKdAd6s7s9sTsJsQsKsAs", "Ah6dKh..Qh8s9h" + ".." * 20)
ID = "0123456789abcdef" * 2
KEEP = """async (entry) => {
  const store = await import("/static/games/practice_store.js");
  await store.keep(entry);
}"""
ENTRY = {
    "id": ID,
    "at": 1_790_000_000_000,
    "me": 1,
    "rules": {"cards": 3, "blind": False, "raises": None, "azi": "buyin", "ante": 10, "bet": 10},
    "seats": [
        {"seat": 1, "stack": 500, "name": "You", "bot": False, "level": None, "style": None},
        {"seat": 2, "stack": 500, "name": "Bota", "bot": True, "level": "best", "style": "bold"},
    ],
    "dealer": 2,
    "net": {"1": 20, "2": -20},
    "bank": 40,
    "deals": 1,
    "winner": 1,
    "how": "tricks",
    "bots": [{"level": "best", "style": "bold"}],
    "decks": [],
    "seed": 7,
    "imported": False,
}


def replay(page: Page, record: str = RECORD, **more: Any) -> None:
    """A game is in the browser, and its page is opened."""
    page.goto("/static/games/fair.js")
    page.evaluate(KEEP, {**ENTRY, "record": record, **more})
    page.goto(f"/practice/game/#{ID}")


def hand_of(page: Page, seat: int) -> str:
    return str(page.locator(f"[data-seat='{seat}'] > .sr").inner_text())


def test_every_hand_is_open_at_every_step(person: Page) -> None:
    replay(person)
    person.locator("[data-step='1']").wait_for()
    assert "6 of diamonds, 7 of diamonds, 8 of spades" in hand_of(person, 2)
    check_axe(person)
    person.keyboard.press("End")
    expect(person.locator(".scrub__now")).to_contain_text("You win")
    expect(person).to_have_url(re.compile(rf"#{ID}\.7$"))
    assert "7 of diamonds" in hand_of(person, 2)
    expect(person.locator("#result-title")).to_have_text("You win 40")
    expect(person.locator(".net-list li").last).to_contain_text("Bota bot")
    person.reload()
    person.locator("[data-step='7']").wait_for()
    picture(person, "practice-game-end")
    person.locator("#hands").click()
    expect(person.locator("[data-seat='2'] > .sr")).not_to_contain_text("diamonds")
    assert person.locator("[data-step='7']").count() == 1
    person.locator(".hand__card[data-card=Qh]").wait_for()


def test_what_a_record_hides_stays_hidden(person: Page) -> None:
    replay(person, MASKED)
    person.locator("[data-step='1']").wait_for()
    assert "diamonds" not in hand_of(person, 2)


def test_its_record_is_taken_along_and_the_game_is_removed(person: Page, site_url: str) -> None:
    person.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site_url)
    replay(person)
    person.get_by_role("button", name="Copy", exact=True).click()
    person.get_by_role("button", name="Copied").wait_for()
    assert person.evaluate("navigator.clipboard.readText()") == RECORD
    with person.expect_download() as download:
        person.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == f"azi-{ID}.azi"
    assert download.value.path().read_text() == RECORD
    again = person.get_by_role("link", name="Deal this again").get_attribute("href")
    assert again == f"/practice/#again={ID}"
    person.get_by_role("button", name="Remove", exact=True).click()
    person.get_by_role("button", name="Keep it").click()
    person.get_by_role("button", name="Remove", exact=True).click()
    person.get_by_role("button", name="Remove it").click()
    person.wait_for_url("**/practice/")
    person.goto(f"/practice/game/#{ID}")
    expect(person.locator("#main")).to_contain_text("This game isn't kept here")


def test_a_game_that_is_not_there_leads_back(person: Page) -> None:
    for address in ("/practice/game/", "/practice/game/#0123"):
        person.goto(address)
        person.locator("#main").get_by_role("link", name="Back to practice").wait_for()
    check_axe(person)


def test_a_record_that_the_rules_cannot_read_keeps_its_result(person: Page) -> None:
    replay(person, RECORD.replace("26d", "2Ad"))
    expect(person.locator("#replay")).to_contain_text("can't be read by the rules of today")
    expect(person.locator("#result-title")).to_have_text("You win")
    check_axe(person)


def test_where_the_rules_cannot_run_that_is_said(person: Page, guard: Any) -> None:
    guard.forgive("vendor/micropython")
    person.route("**/micropython.mjs", lambda route: route.fulfill(status=404))
    replay(person)
    expect(person.locator("#replay")).to_contain_text("This browser can't run the game by itself")
    person.locator("#record").wait_for()
