"""A link that is lost: a blip is hardly seen, a longer loss is told calmly, and nothing moves meanwhile."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.felt import check_axe, in_the_dark, picture
from tests.e2e.table import ASKED, Table, view

PLACES = """() => [...document.querySelectorAll(".dock .btn, .hand__card, .seat, .bank")].map((one) => {
  const { x, y } = one.getBoundingClientRect();
  return [one.className, Math.round(x), Math.round(y)].join(" ");
})"""


def places(page: Page) -> list[str]:
    """Where cards, seats and buttons are."""
    page.wait_for_function("() => !document.getAnimations().length")
    found: list[str] = page.evaluate(PLACES)
    return [place.replace("is-resting", "") for place in found]


def test_a_lost_link_is_a_sign_first_and_words_later(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    page, notice = at.page, at.page.locator(".notice")
    at.show(view(**ASKED))
    page.locator("[data-do=c]").wait_for()
    before = places(page)
    at.is_down = True
    at.drop()
    page.locator(".blip").wait_for()
    assert notice.count() == 0, "a blip is no news"
    expect(page.locator("#voice")).not_to_contain_text("lost")
    expect(notice).to_contain_text("The link is lost. Trying again")
    expect(notice).to_contain_text("Your turn runs on:")
    expect(page.locator("#voice")).to_have_text("The link is lost. Trying again.")
    assert places(page) == before, "something has moved"
    check_axe(page)
    picture(page, "link-lost-360")
    in_the_dark(page, "link-lost-360-dark")
    at.is_down = False
    # At once: the page tries by itself too, and takes the button away once it is through.
    page.get_by_role("button", name="Try now").dispatch_event("click")
    expect(notice).to_have_count(0)
    at.show(view(**ASKED))
    expect(page.locator("#voice")).to_contain_text("Connected again.")


def test_a_device_that_is_offline_knows_it_and_tries_when_it_is_back(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    page, notice = at.page, at.page.locator(".notice")
    at.show(view())
    page.locator("[data-phase=bid]").wait_for()
    page.wait_for_load_state("networkidle")  # the guide comes after the first view
    page.context.set_offline(True)
    at.is_down = True
    at.drop()
    expect(notice).to_contain_text("You are offline.")
    expect(notice).to_contain_text("Your seat is kept.")
    picture(page, "link-offline-360")
    at.is_down = False
    page.context.set_offline(False)
    expect(notice).to_have_count(0, timeout=1_000)


def test_a_lobby_that_is_not_live_says_so(person: Page) -> None:
    down = True
    person.route_web_socket("**/ws/lobby/", lambda socket: socket.close(code=4013) if down else None)
    person.goto("/")
    line = person.locator("#link")
    expect(line).to_have_text("Reconnecting")
    check_axe(person)
    down = False
    person.evaluate("dispatchEvent(new Event('online'))")
    expect(line).to_have_text("")


def test_a_page_that_is_too_old_for_the_table_asks_to_be_reloaded(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    page, notice = at.page, at.page.locator(".notice")
    at.show(view(**ASKED))
    page.locator("[data-do=c][aria-disabled=false]").wait_for()
    at.protocol = 2
    at.drop()
    expect(notice).to_contain_text("A new version of Azi is there.")
    expect(page.locator("[data-do=c][aria-disabled=false]")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('online'))")
    picture(page, "link-old-360")
    check_axe(page)
    assert at.sent[-1]["type"] != "act"
    at.protocol = 1
    notice.get_by_role("link", name="Reload").click()
    at.show(view(**ASKED))
    page.locator("[data-do=c]").wait_for()
