"""The wallet in a browser: a refill taken on two devices, the statement in one's own time zone, and as a file."""

import csv
import io
import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.felt import Felt, check_axe, in_the_dark, picture
from tests.serving import Site

PHONE = {"viewport": {"width": 360, "height": 740}, "timezone_id": "Asia/Almaty"}
WIDE = {"viewport": {"width": 1280, "height": 800}}

_POOR = """
import json
from django.db import transaction
from django.test import Client
from accounts import guests, ledger
user = guests.create()
with transaction.atomic():
    ledger.transfer(ledger.wallet(user), ledger.mint(), 9_000, f"spent:{user.pk}")
visitor = Client()
visitor.force_login(user)
print(json.dumps(visitor.cookies["sessionid"].value))
"""


def test_a_refill_on_two_devices_comes_once(site: Site, new_person: Callable[..., Page]) -> None:
    session = json.loads(site.manage("shell", "-v", "0", "-c", _POOR).strip().splitlines()[-1])
    phone, desk = new_person(**PHONE), new_person(**WIDE)
    for page in (phone, desk):
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto("/wallet/")
        check_axe(page)
        expect(page.get_by_role("button", name="Refill to 5,000")).to_be_visible()
    Felt(phone).fits()
    picture(phone, "wallet-poor-360")
    phone.get_by_role("button", name="Refill to 5,000").dblclick()
    expect(phone.locator(".bar .chips")).to_have_text("5,000")
    desk.get_by_role("button", name="Refill to 5,000").click()
    expect(desk.get_by_text("You have had today's refill.")).to_be_visible()
    for page in (phone, desk):
        page.goto("/wallet/")
        expect(page.locator(".bar .chips")).to_have_text("5,000")
        expect(page.locator(".statement li")).to_have_count(3)
        expect(page.get_by_role("button", name="Refill")).to_have_count(0)
        check_axe(page)
    expect(phone.locator("#zone")).to_contain_text("Asia/Almaty")
    picture(desk, "wallet-1280")
    in_the_dark(desk, "wallet-1280-dark")
    with desk.expect_download() as download:
        desk.get_by_role("link", name="All of it as CSV").click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text(encoding="utf-8-sig"))))
    assert [(row["what"], row["chips"], row["balance"]) for row in rows] == [
        ("Refill", "4000", "5000"),
        ("Chips given back", "-9000", "1000"),
        ("Chips to begin with", "10000", "10000"),
    ]
    site.manage("audit")


def test_a_stranger_plays_as_a_guest_from_the_wallet(person: Page) -> None:
    person.goto("/wallet/")
    check_axe(person)
    person.get_by_role("button", name="Play as a guest").click()
    person.locator(".me[data-seat]").wait_for()
    person.goto("/wallet/")
    expect(person.locator(".where li")).to_have_count(1)
    expect(person.locator(".statement li")).to_have_count(2)
