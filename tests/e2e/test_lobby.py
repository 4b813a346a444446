"""The lobby in real browsers: a table that somebody opens appears there, is found by filters, and seats strangers."""

import re
import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Guard
from tests.e2e.felt import Felt, check_axe, in_the_dark, picture
from tests.serving import Site
from tests.stage import set_stage

PHONE = {"width": 360, "height": 740}
PATIENCE = 10_000


def fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} px stick out"


def test_a_table_that_somebody_opens_appears_in_a_strangers_lobby_and_seats_them(
    site: Site, new_person: Callable[..., Page]
) -> None:
    name = f"Жұма кеші {secrets.randbelow(10**6)}"
    stranger = new_person(viewport=PHONE)
    stranger.goto("/?cards=4")
    expect(stranger.get_by_label("Cards")).to_have_value("4")
    row = stranger.locator("#tables li", has_text=name)
    expect(row).to_have_count(0)

    opener = new_person()
    opener.goto("/")
    opener.get_by_role("link", name="Open your own").click()
    check_axe(opener)
    opener.get_by_label("Name", exact=True).fill(name)
    opener.get_by_role("radio", name="Three bids").check()
    expect(opener.get_by_role("radio", name="Not allowed")).to_be_checked()
    expect(opener.get_by_label("Bets and raises")).to_have_value("3")
    opener.get_by_role("radio", name="Four cards").check()
    expect(opener.get_by_role("radio", name="My own rules")).to_be_checked()
    opener.get_by_label("Ante", exact=True).fill("25")
    expect(opener.locator("#buy-in")).to_have_text("At this ante one sits down with 500 to 5,000 chips.")
    opener.get_by_role("radio", name="3", exact=True).check(force=True)
    opener.get_by_label("Seconds for a turn").fill("45")
    picture(opener, "lobby-open-1280")
    opener.get_by_role("button", name="Open the table").click()
    opener.wait_for_url(re.compile("/tables/[0-9a-f]{32}/"))
    expect(opener.locator(".top")).to_contain_text(name)

    words = "four cards, one discarded, at most 3 bets a player, everybody replays Azi, 45\u00a0s a turn"
    expect(row).to_contain_text(words, timeout=PATIENCE)
    expect(row).to_contain_text("ante 25")
    expect(row).to_contain_text("bots play with you until people come")
    expect(row.get_by_role("img", name="0 of 3 seats taken")).to_be_visible()
    fits(stranger)
    check_axe(stranger)
    picture(stranger, "lobby-360")
    in_the_dark(stranger, "lobby-360-dark")

    row.get_by_role("button", name=f"Sit {name}").click()
    stranger.wait_for_url(opener.url)
    stranger.locator(".me[data-seat]").wait_for()
    stranger.locator("[data-phase=bid], [data-phase=discard]").wait_for(timeout=PATIENCE)

    opener.goto("/")
    expect(opener.locator("#tables li", has_text=name).get_by_role("img")).to_have_accessible_name(
        re.compile(r"of 3 seats taken: 1 person, \d bot")
    )
    stranger.goto("/")
    first = stranger.locator("#tables li").first
    expect(first).to_contain_text(name)
    first.get_by_role("link", name="Back to your seat").click()
    stranger.locator(".me[data-seat]").wait_for()
    site.manage("audit")


def test_a_filter_works_at_once_is_kept_in_the_address_and_can_be_cleared(new_person: Callable[..., Page]) -> None:
    page = new_person()
    page.goto("/")
    everything = page.locator("#tables li").count()
    page.evaluate("window.sameDocument = true")
    page.get_by_role("checkbox", name="Free seat").check(force=True)
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Stakes").select_option("high")
    page.get_by_label("Cards").select_option("4")
    expect(page.locator(".blank")).to_contain_text("No table is like that right now")
    expect(page.locator("#found")).to_contain_text(re.compile(r"0 of \d+ tables are like that"))
    assert page.evaluate("window.sameDocument"), "the page was loaded anew"
    assert page.url.endswith("/?free=on&stakes=high&cards=4")
    check_axe(page)
    picture(page, "lobby-none-1280")

    page.reload()
    expect(page.locator(".blank")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Free seat")).to_be_checked()
    page.get_by_role("link", name="Show all tables").click()
    assert page.locator("#tables li").count() >= everything
    expect(page.get_by_role("checkbox", name="Free seat")).not_to_be_checked()


def test_it_all_works_without_scripts(site: Site, new_person: Callable[..., Page], guard: Guard) -> None:
    """But the felt."""
    guard.forgive(".js: csp")  # so Chromium calls it that modules are not fetched when scripts are off
    page = new_person(java_script_enabled=False, viewport=PHONE)
    page.goto("/")
    page.get_by_role("checkbox", name="People there").check(force=True)
    page.get_by_role("button", name="Show these").click()
    page.wait_for_url("**/?*people=on*")
    page.get_by_role("link", name="Open your own").click()
    page.get_by_role("radio", name="Three bids").check()
    page.get_by_label("Ante", exact=True).fill("0")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("An ante is 1 to 1,000,000 chips.")).to_be_visible()
    expect(page.get_by_role("radio", name="Three bids")).to_be_checked()
    fits(page)
    page.get_by_label("Ante", exact=True).fill("15")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/tables/[0-9a-f]{32}/"))
    page.goto("/?stakes=middle")
    expect(page.locator("#tables li", has_text="ante 15")).to_contain_text("at most 3 bets a player")


def test_chips_that_come_back_from_a_table_are_in_the_open_lobbys_purse(
    site: Site, new_person: Callable[..., Page]
) -> None:
    name = f"Sitter {secrets.randbelow(10**6)}"
    stage = set_stage(site, name, seated=1)
    page = new_person(viewport=PHONE)
    page.context.add_cookies([{"name": "sessionid", "value": stage.sessions[name], "url": site.url}])
    page.goto("/")
    expect(page.locator(".bar .chips")).to_have_text("9,500")
    expect(page.locator("#tables li").first).to_have_attribute("data-table", stage.table)
    felt = Felt(page.context.new_page()).open(stage.table)
    felt.menu("Leave the table")
    expect(page.locator(".bar .chips")).to_have_text("10,000", timeout=PATIENCE)
    expect(page.locator(f"[data-table='{stage.table}']").get_by_role("button", name="Sit")).to_be_visible()


def test_a_row_under_the_pointer_stays_where_it_is_until_it_is_let_go(person: Page) -> None:
    turned = """(html) => {
      const news = new DOMParser().parseFromString(html, "text/html");
      const list = news.querySelector("ul");
      list.lastElementChild.remove();
      list.append(...[...list.children].reverse());
      for (const ante of news.querySelectorAll(".t-ante")) ante.textContent = "ante 7";
      return news.body.innerHTML;
    }"""
    person.route("**/lobby/tables/**", lambda route: route.fulfill(body=person.evaluate(turned, route.fetch().text())))
    person.goto("/")
    ids = "all => all.map(row => row.dataset.table)"
    rows = person.locator("#tables [data-table]")
    before = rows.evaluate_all(ids)
    rows.nth(1).hover()
    rows.nth(1).get_by_role("button").focus()
    person.evaluate("htmx.trigger('#tables', 'ring')")
    expect(rows.nth(1)).to_contain_text("ante 7")
    assert rows.evaluate_all(ids) == before
    expect(rows.nth(1).get_by_role("button")).to_be_focused()
    expect(rows.last).to_have_js_property("inert", True)
    person.get_by_role("button", name="Play now").focus()
    person.mouse.move(0, 0)
    expect(rows).to_have_count(len(before) - 1)
    assert rows.evaluate_all(ids) == before[-2::-1]


def test_the_main_button_leads_back_to_the_seat_as_soon_as_there_is_one(
    site: Site, new_person: Callable[..., Page]
) -> None:
    name = f"Sitter {secrets.randbelow(10**6)}"
    stage = set_stage(site, name)
    page = new_person(viewport=PHONE)
    page.context.add_cookies([{"name": "sessionid", "value": stage.sessions[name], "url": site.url}])
    page.goto("/")
    expect(page.locator("#next-step")).to_have_text("Play now")
    Felt(page.context.new_page()).open(stage.table).sit(1, 500)
    step = page.locator("#next-step")
    expect(step).to_contain_text("Back to your seat", timeout=PATIENCE)
    expect(step).to_have_attribute("href", f"/tables/{stage.table}/")


def test_a_full_table_tells_a_stranger_so_and_leads_on(site: Site, new_person: Callable[..., Page]) -> None:
    page, quicker = new_person(viewport=PHONE), new_person()
    quicker.goto("/tables/open/")
    quicker.get_by_label("Name", exact=True).fill(f"Tiny {secrets.randbelow(10**6)}")
    quicker.get_by_role("radio", name="2", exact=True).check(force=True)
    quicker.get_by_role("radio", name="None").check()
    quicker.get_by_role("button", name="Open the table").click()
    quicker.wait_for_url(re.compile("/tables/[0-9a-f]{32}/"))
    table = quicker.url.split("/")[-2]
    page.goto("/")
    page.locator(f"[data-table='{table}'] button").wait_for()
    seat_by_play_now(site, table)
    page.route("**/lobby/tables/**", lambda route: route.fulfill(status=204))  # no news of who came
    page.locator(f"[data-table='{table}'] button").click()
    expect(page.get_by_role("status").filter(has_text="All seats at this table are taken.")).to_be_visible()
    check_axe(page)
    picture(page, "lobby-full-360")
    page.get_by_role("button", name="Play now").click()
    page.locator(".me[data-seat]").wait_for()


def seat_by_play_now(site: Site, table: str) -> None:
    """Two guests who are quicker."""
    script = (
        "from accounts import guests; from games import play_now; from games.models import Table;"
        f"table = Table.objects.get(public_id={table!r});"
        "play_now.at(table, guests.create()); play_now.at(table, guests.create())"
    )
    site.manage("shell", "-v", "0", "-c", script)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_forms_are_as_good_to_everybody(new_person: Callable[..., Page], scheme: str) -> None:
    page = new_person(viewport=PHONE, color_scheme=scheme)
    page.goto("/tables/open/")
    page.get_by_label("Ante", exact=True).fill("600")
    expect(page.locator("#too-dear")).to_contain_text("You have 10,000 chips")
    page.get_by_label("Seconds for a turn").fill("5")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("A turn takes 10 to 60 seconds.")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_visible()
    fits(page)
    check_axe(page)
    picture(page, f"lobby-refused-360-{scheme}")
