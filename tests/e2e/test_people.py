"""Signing up, in and out through the pages; what the lobby, the rules and a missing page show."""

import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Guard
from tests.e2e.felt import Felt, check_axe, in_the_dark, picture
from tests.serving import Site
from tests.stage import set_stage

PASSWORD = "a felt and four dogs"
PHONE = {"width": 360, "height": 740}


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill(name)
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_a_player_signs_up_leaves_and_comes_back(new_person: Callable[..., Page]) -> None:
    page = new_person(viewport=PHONE)
    name = f"Айжан {secrets.randbelow(10**6)}"
    sign_up(page, name)
    page.wait_for_url("**/")
    expect(page.locator(".bar .chips")).to_have_text("10,000")
    expect(page.locator(".bar")).to_contain_text(name)
    check_axe(page)
    picture(page, "people-lobby-360")

    page.get_by_role("link", name="Me", exact=True).click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    check_axe(page)
    picture(page, "people-me-360")
    page.get_by_role("link", name="Account").click()
    check_axe(page)
    page.get_by_role("button", name="Sign out here").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    expect(page.locator(".bar .chips")).to_have_count(0)

    sign_in(page, name, "another felt")
    expect(page.get_by_role("alert").or_(page.locator(".errorlist, .msg")).first).to_be_visible()
    check_axe(page)
    picture(page, "people-wrong-360")
    sign_in(page, name, PASSWORD)
    page.wait_for_url("**/")
    expect(page.locator(".bar .chips")).to_have_text("10,000")


def test_a_taken_name_is_refused_with_a_reason(new_person: Callable[..., Page]) -> None:
    name = f"Bob {secrets.randbelow(10**6)}"
    page = new_person()
    sign_up(page, name)
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".bar .chips")).to_have_count(0)
    sign_up(page, name.upper())
    expect(page.get_by_label("Name")).to_have_value(name.upper())
    expect(page.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    check_axe(page)
    picture(page, "people-taken-1280")


def test_the_lobby_shows_at_once_who_sits_down(site: Site, new_person: Callable[..., Page]) -> None:
    name = f"Kezmet {secrets.randbelow(10**6)}"
    stage = set_stage(site, f"Sitter {name}", name=name)
    watching = new_person(viewport=PHONE)
    watching.goto("/")
    row = watching.locator(f"[data-table='{stage.table}']")
    expect(row).to_contain_text(name)
    expect(row.get_by_role("img", name="0 of 6 seats taken")).to_be_visible()
    watching.evaluate("window.sameDocument = true")

    page = new_person()
    page.context.add_cookies([{"name": "sessionid", "value": stage.sessions[f"Sitter {name}"], "url": site.url}])
    felt = Felt(page).open(stage.table)
    felt.sit(4, 1_000)
    expect(row).to_contain_text(f"Sitter {name}")
    expect(row.get_by_role("img", name="1 of 6 seats taken")).to_be_visible()
    felt.menu("Leave the table")
    expect(row.get_by_role("img", name="0 of 6 seats taken")).to_be_visible()
    assert watching.evaluate("window.sameDocument"), "the page was loaded anew"
    check_axe(watching)


def test_a_stranger_at_a_table_is_asked_in(site: Site, new_person: Callable[..., Page]) -> None:
    """Who has no seat watches; who is nobody yet can become a guest right there."""
    stage = set_stage(site)
    page = new_person(viewport=PHONE)
    Felt(page).open(stage.table).fits()
    check_axe(page)
    picture(page, "people-stranger-360")


@pytest.mark.parametrize("wide", [360, 1280])
def test_the_rules_are_a_page(new_person: Callable[..., Page], wide: int) -> None:
    page = new_person(viewport={"width": wide, "height": 740})
    page.goto("/")
    page.get_by_role("link", name="Learn the rules").click()
    page.wait_for_url("**/rules/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main")).to_contain_text("Azi")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_axe(page)
    picture(page, f"people-rules-{wide}")
    in_the_dark(page, f"people-rules-{wide}-dark")


def test_a_page_that_is_not_there(person: Page, guard: Guard) -> None:
    guard.forgive("404")
    response = person.goto("/tables/nowhere/")
    assert response
    assert response.status == 404
    check_axe(person)
    picture(person, "people-404-1280")
    person.get_by_role("main").get_by_role("link").first.click()
    expect(person.get_by_role("button", name="Play now").first).to_be_visible()
