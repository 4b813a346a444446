"""What one does at a table besides playing: top up, sit out, invite, rename, come, leave; and a table that closes."""

import secrets
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Guard
from tests.e2e.felt import Felt, check_axe, in_the_dark, picture
from tests.serving import Site
from tests.stage import Stage, deck, set_stage

PHONE = {"width": 360, "height": 740}
SMALL = {"width": 360, "height": 640}
# Hearts are trump; alice, the first dealer, wins both tricks when bob leads.
DECK = deck(1, {1: "Kd Qh 8d", 2: "Qd 7s 8s"}, "6h")


def at_table(site: Site, page: Page, stage: Stage, name: str) -> Felt:
    """The felt of somebody on the stage."""
    page.context.add_cookies([{"name": "sessionid", "value": stage.sessions[name], "url": site.url}])
    return Felt(page).open(stage.table)


def hears(felt: Felt, words: str) -> None:
    """A screen reader is told this."""
    expect(felt.page.locator("#voice")).to_contain_text(words)


def test_a_player_tops_up_sits_out_and_is_back(site: Site, new_person: Callable[..., Page]) -> None:
    alice_name = f"Alice {secrets.randbelow(10**6)}"
    stage = set_stage(site, alice_name, name="Menus", seated=1)
    alice = at_table(site, new_person(viewport=PHONE), stage, alice_name)
    page = alice.page

    alice.menu("Top up")
    field = page.get_by_label("Raise my stack to").first
    expect(field).to_be_focused()
    expect(page.locator(".sheet")).to_contain_text("500 in front of you and 9,500 in your wallet")
    field.fill("99999")
    field.press("Tab")
    expect(field).to_have_value("2000")
    field.fill("700")
    check_axe(page)
    picture(page, "seat-top-up-360")
    field.press("Enter")
    expect(page.locator(".me__chips")).to_have_text("700")
    expect(page.locator(".sheet")).to_have_count(0)
    hears(alice, "Your stack is 700 now.")

    alice.menu("Sit out from the next game on")
    expect(page.locator(".dock")).to_contain_text("You sit out.")
    hears(alice, "You sit out.")
    check_axe(page)
    picture(page, "seat-out-360")
    alice.press("back")
    expect(page.locator(".dock")).to_have_count(0)
    hears(alice, "You are back.")

    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_role("switch", name="Show my cards at once")).to_be_checked()
    check_axe(page)
    picture(page, "seat-menu-360")
    in_the_dark(page, "seat-menu-360-dark")
    page.keyboard.press("Escape")
    alice.fits()
    alice.menu("Leave the table")
    expect(page.locator(".me[data-seat]")).to_have_count(0)
    site.manage("audit")


def test_who_lost_all_is_offered_chips(
    stacked_site: Callable[[Sequence[str]], Site], new_person: Callable[..., Page]
) -> None:
    site = stacked_site([DECK])
    stage = set_stage(site, "Alice", "Bob", seated=2)
    alice = at_table(site, new_person(base_url=site.url), stage, "Alice")
    bob = at_table(site, new_person(base_url=site.url, viewport=SMALL), stage, "Bob")
    bob.bid(490)
    alice.press("c")
    bob.play("Qd")
    alice.play("Kd")
    alice.play("8d")
    bob.play("7s")
    offer = bob.page.locator(".acts--said")
    expect(offer).to_contain_text("You have fewer chips than the ante. Top up within")
    hears(bob, "You have fewer chips than the ante.")
    check_axe(bob.page)
    picture(bob.page, "seat-broke-360")
    picture(alice.page, "seat-result-1280")
    expect(alice.page.locator(".result__head")).to_contain_text("Trump was hearts.")
    game = alice.views[-1]["game"]
    expect(alice.page.get_by_role("link", name="See this game step by step")).to_have_attribute(
        "href", f"/games/{game}/"
    )
    bob.press("top_up")
    hears(bob, "Your stack is 500 now.")
    bob.press("next")
    expect(bob.page.locator(".result small").last).to_have_text("You are ready; the others aren't yet")
    alice.press("next")
    bob.page.locator("[data-phase=bid]").wait_for()
    expect(bob.page.locator(".me__chips")).to_have_text("490")
    site.manage("audit")


def test_a_stranger_watches_comes_to_play_and_takes_a_name(site: Site, new_person: Callable[..., Page]) -> None:
    number = secrets.randbelow(10**6)
    stage = set_stage(site, f"Ann {number}", f"Ben {number}", seated=2)
    ann = at_table(site, new_person(), stage, f"Ann {number}")
    ann.page.locator("[data-phase=bid]").wait_for()

    page = new_person(viewport=PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    stranger = Felt(page).open(stage.table)
    expect(page.locator(".dock")).to_contain_text("You're watching.")
    expect(page.locator(".top")).to_contain_text("1 watching")
    expect(ann.page.locator(".top")).to_contain_text("1 watching")
    check_axe(page)
    picture(page, "seat-stranger-360")

    page.locator("[data-do=play_now]").click()
    page.locator(".me[data-seat]").wait_for()
    assert stage.table in page.url
    expect(page.locator(".dock")).to_have_text("You're in the next game.")
    hears(stranger, "You're in the next game.")
    expect(ann.page.locator(".top")).not_to_contain_text("watching")

    stranger.menu("Invite")
    expect(page.get_by_label("The link to this table")).to_have_value(f"{site.url}/tables/{stage.table}/")
    expect(page.locator(".sheet")).to_contain_text("The link is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site.url}/tables/{stage.table}/"
    check_axe(page)
    page.locator("[data-do=close]").click()

    stranger.menu("Rename")
    page.get_by_label("Name at the table").fill(f"Айжан {number}")
    page.get_by_label("Name at the table").press("Enter")
    expect(page.locator(".me__name")).to_have_text(f"Айжан {number}")
    expect(ann.page.locator(".seat__name").filter(has_text=f"Айжан {number}")).to_be_visible()
    hears(stranger, f"Айжан {number}")
    stranger.menu("Leave the table")
    expect(page.locator(".me[data-seat]")).to_have_count(0)
    site.manage("audit")


def test_a_name_that_is_taken_is_refused_at_its_field(
    site: Site, new_person: Callable[..., Page], guard: Guard
) -> None:
    guard.forgive("400 (Bad Request)")  # which is how the server says no
    number = secrets.randbelow(10**6)
    stage = set_stage(site, f"Cem {number}", f"Dan {number}", seated=1)
    cem = at_table(site, new_person(viewport=PHONE), stage, f"Cem {number}")
    cem.menu("Rename")
    field = cem.page.get_by_label("Name at the table")
    expect(field).to_have_value(f"Cem {number}")
    field.fill(f"DAN {number}")
    field.press("Enter")
    expect(cem.page.get_by_role("alert")).to_contain_text("Somebody has that name already")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    check_axe(cem.page)
    picture(cem.page, "seat-name-taken-360")


def test_a_table_that_closes_says_so_and_where_to_go(site: Site, new_person: Callable[..., Page]) -> None:
    stage = set_stage(site, name="Closing")
    vera = Felt(new_person(viewport=PHONE)).open(stage.table)
    close = f"from games.models import Table; Table.objects.filter(public_id={stage.table!r}).update(closed=True)"
    site.manage("shell", "-v", "0", "-c", close)
    expect(vera.page.locator(".closed")).to_contain_text("This table is closed.", timeout=15_000)
    hears(vera, "This table is closed.")
    check_axe(vera.page)
    picture(vera.page, "seat-closed-360")
    vera.page.get_by_role("link", name="See the other tables").click()
    vera.page.wait_for_url("**/")
