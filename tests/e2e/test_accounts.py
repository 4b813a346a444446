"""Accounts in a real browser: a guest who signs up at the table, two steps with an app, passkeys, devices."""

import secrets
import time
from collections.abc import Callable

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Page, expect

from tests.e2e.felt import Felt, check_axe, in_the_dark, picture
from tests.serving import Site
from tests.stage import set_stage

PASSWORD = "a felt and four dogs"
PHONE = {"width": 360, "height": 740}
CONFIRM = "Confirm"


def code(secret: str, step: int = 0) -> str:
    """What an authenticator app shows now, or so many half minutes later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + step))


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/")


def sign_in(page: Page, name: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def confirm(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name=CONFIRM).click()


def give_keys(page: Page) -> None:
    """A device that keeps passkeys and agrees to everything."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
               "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_guest_signs_up_and_keeps_seat_and_chips(site: Site, new_person: Callable[..., Page]) -> None:
    number = secrets.randbelow(10**6)
    guest, name = f"Calm Plover {number}", f"Айжан {number}"
    stage = set_stage(site, guest)
    table, page = new_person(viewport=PHONE), None
    table.context.add_cookies([{"name": "sessionid", "value": stage.sessions[guest], "url": site.url}])
    felt = Felt(table).open(stage.table)
    felt.sit(2, 500)

    page = table.context.new_page()  # another window of the same browser
    page.goto("/accounts/signup/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Keep your 10,000 chips and your seat")
    expect(page.get_by_label("Name")).to_have_value(guest)
    check_axe(page)
    picture(page, "accounts-keep-360")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/")
    expect(page.locator(".bar .chips").first).to_have_text("9,500")

    expect(table.locator(".me")).to_contain_text(name)
    time.sleep(2)  # the sweep for sessions that are over has been by
    expect(table.locator(".me[data-seat='2']")).to_be_visible()
    felt.menu("Leave the table")
    expect(table.locator(".me[data-seat='2']")).to_have_count(0)
    page.goto("/account/")
    expect(page.locator(".bar .chips").first).to_have_text("10,000")
    check_axe(page)
    site.manage("audit")


def test_two_steps_are_set_up_and_asked_for(site: Site, new_person: Callable[..., Page]) -> None:
    page, name = new_person(viewport=PHONE), f"Bolot {secrets.randbelow(10**6)}"
    sign_up(page, name)
    page.goto("/account/")
    page.get_by_role("link", name="Set up two steps").click()
    check_axe(page)
    confirm(page)
    expect(page.get_by_role("img")).to_have_js_property("complete", True)
    secret = page.locator("#secret").inner_text()
    check_axe(page)
    picture(page, "accounts-two-steps-360")
    page.get_by_label("The code that the app shows now").fill(code(secret))
    page.get_by_role("button", name="Turn on").click()
    codes = page.locator(".codes code").all_inner_texts()
    assert len(codes) == 10
    check_axe(page)
    in_the_dark(page, "accounts-codes-360-dark")

    other = new_person()
    for answer in (code(secret, 1), codes[0]):
        sign_in(other, name.upper())
        other.wait_for_url("**/authenticate/")
        check_axe(other)
        other.get_by_label("Code").fill(answer)
        other.get_by_role("button", name="Sign in").click()
        other.wait_for_url("**/")
        other.get_by_role("button", name="Sign out").click()
        expect(other.get_by_role("link", name="Sign in").first).to_be_visible()
    page.goto("/account/")
    expect(page.locator("main")).to_contain_text("9 left")
    picture(page, "accounts-account-360")


def test_a_passkey_signs_in_by_itself(site: Site, new_person: Callable[..., Page]) -> None:
    page, name = new_person(), f"Cholpon {secrets.randbelow(10**6)}"
    give_keys(page)
    sign_up(page, name)
    page.goto("/accounts/2fa/webauthn/add/")
    confirm(page)
    page.get_by_label("What you call it").fill("My phone")
    check_axe(page)
    page.get_by_role("button", name="Make the passkey").click()
    page.locator(".codes").wait_for()
    page.goto("/accounts/2fa/webauthn/")
    expect(page.locator("main")).to_contain_text("My phone")
    check_axe(page)
    picture(page, "accounts-passkeys-1280")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()

    page.goto("/accounts/login/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/")
    expect(page.locator(".bar")).to_contain_text(name)

    stranger = new_person()
    give_keys(stranger)
    stranger.goto("/accounts/login/")
    expect(stranger.get_by_role("alert")).to_have_count(0)
    stranger.get_by_role("button", name="Use a passkey").click()
    expect(stranger.get_by_role("alert")).to_contain_text("No passkey was used")
    check_axe(stranger)


def test_a_device_is_signed_out_from_another(site: Site, new_person: Callable[..., Page]) -> None:
    here, there, name = new_person(viewport=PHONE), new_person(), f"Dastan {secrets.randbelow(10**6)}"
    sign_up(here, name)
    sign_in(there, name)
    there.wait_for_url("**/")
    Felt(there).open(set_stage(site).table)
    here.goto("/account/")
    here.get_by_role("link", name="See devices").click()
    expect(here.locator(".set li")).to_have_count(2)
    check_axe(here)
    picture(here, "accounts-devices-360")
    here.locator(".set li").filter(has_not_text="this one").get_by_role("button").click()
    expect(here.locator(".set li")).to_have_count(1)
    expect(there.get_by_text("You were signed out.").first).to_be_visible(timeout=15_000)  # the sweep comes by
    there.goto("/account/")
    there.wait_for_url("**/accounts/login/**")
