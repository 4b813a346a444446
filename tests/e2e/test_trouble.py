"""A part of the table's page that doesn't come, or a press too many: what is shown, and can be done."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Guard
from tests.e2e.felt import OPEN, check_axe, picture
from tests.e2e.table import ASKED, Table, seat, view
from tests.e2e.test_knowing import HINT, HINT_BUTTON, against_bots

PHONE = {"width": 360, "height": 740}


def fails(route: Route) -> None:
    route.abort()


def answers_html(route: Route) -> None:
    route.fulfill(content_type="text/html", body="<!doctype html><title>Hotel</title><p>Pay for the network")


def hangs(_route: Route) -> None:
    pass


@pytest.mark.parametrize("trouble", [fails, answers_html, hangs])
def test_without_their_pictures_the_cards_are_plain_and_become_fine_when_they_come(
    new_person: Callable[..., Page], house_table: str, guard: Guard, trouble: Callable[[Route], None]
) -> None:
    guard.forgive("cards")
    page = new_person(viewport=PHONE)
    page.clock.install()
    page.route("**/cards*.svg", trouble)
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


def test_where_no_script_runs_the_page_says_so_after_a_while(
    new_person: Callable[..., Page], house_table: str, guard: Guard
) -> None:
    guard.forgive("table.js")
    guard.forgive("preloaded")  # for the script that is not there
    page = new_person(viewport=PHONE)
    page.route("**/games/table.js", fails)
    page.goto(f"/tables/{house_table}/")
    first, late = page.get_by_text("The table is loading…"), page.get_by_text("The table could not be loaded yet.")
    expect(first).to_be_visible()
    expect(late).not_to_be_visible()
    expect(page.get_by_role("link", name="Back to the tables")).to_have_attribute("href", "/")
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(late).to_be_visible()
    assert first.evaluate("one => Number(getComputedStyle(one).opacity)") < 0.01
    check_axe(page)
    picture(page, "trouble-no-script-360")


def test_without_the_pages_words_the_table_speaks_english(
    new_person: Callable[..., Page], house_table: str, guard: Guard
) -> None:
    guard.forgive("jsi18n")
    page = new_person()
    page.route("**/jsi18n*/**", fails)
    at = Table(page, house_table)
    expect(page.locator(".loading")).to_have_count(0)
    at.show(view())
    expect(page.locator(".dock")).to_contain_text("Waiting for Ready Heron.")
    expect(page.locator("[data-seat='4'] .seat__name")).to_have_text("Kunak bot")


def test_a_felt_that_waits_long_says_so_in_its_middle(table: Callable[..., Table]) -> None:
    page = table(viewport={"width": 1280, "height": 800}).page
    words = page.locator(".felt--bare .late")
    expect(words).to_have_text("Still connecting…")
    expect(words).not_to_be_visible()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(words).to_be_visible()
    middles = page.evaluate("""() => [".felt--bare", ".wait", ".late"].map((selector) => {
      const { left, right } = document.querySelector(selector).getBoundingClientRect();
      return Math.round((left + right) / 2);
    })""")
    assert max(middles) - min(middles) <= 1, middles
    picture(page, "trouble-late-1280")


def test_escape_closes_a_hint_from_anywhere_and_only_that(table: Callable[..., Table]) -> None:
    at = table()
    at.show(against_bots())
    at.page.locator(f"[data-do=ahead-f]{OPEN}").click()
    chosen = at.page.locator("[data-do=ahead-f][aria-pressed=true]")
    expect(chosen).to_have_count(1)
    at.page.locator(HINT_BUTTON).click()
    at.send(HINT)
    note = at.page.locator(".bubble")
    expect(note).to_contain_text("in 46 of 100")
    at.page.locator("#main").focus()
    at.page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(chosen).to_have_count(1)
    at.page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)


def test_who_presses_twice_asks_for_one_hint(table: Callable[..., Table]) -> None:
    at = table()
    at.show(against_bots(**ASKED))
    button = at.page.locator(HINT_BUTTON)
    expect(button).to_be_enabled()
    button.press("h")
    button.press("h")
    at.page.wait_for_timeout(50)
    asked = [frame for frame in at.sent if frame["type"] == "hint"]
    assert len(asked) == 1
    at.send({"type": "error", "ref": asked[0]["ref"], "code": "no_hint", "message": "Not now."})
    at.page.get_by_role("alert").wait_for()
    button.press("h")
    at.page.wait_for_timeout(50)
    assert [frame["type"] for frame in at.sent].count("hint") == 2


def test_nobody_is_shown_around_while_the_guide_has_not_come(
    new_person: Callable[..., Page], house_table: str, guard: Guard
) -> None:
    guard.forgive("notes.js")
    page = new_person()
    page.route("**/games/notes.js", fails)
    Table(page, house_table).show(view())
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_role("button", name="Show me around")).to_be_disabled()


def test_the_word_about_blind_bets_is_for_who_has_chips_to_bet(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view())
    word = at.page.locator(".blind-word")
    expect(word).to_have_count(1)
    at.show(view(seats=[seat(1, "Ready Heron"), seat(2, "Calm Otter", cards=["Ah", "Ts", "7d"], stack=0)]))
    expect(word).to_have_count(0)
