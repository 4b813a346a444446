"""Tournaments in the browser: two people and bots play a sit & go to the prize; one is called off, fees come back."""

from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.e2e.felt import OPEN, check_axe, picture
from tests.serving import Site
from tests.stage import deck, set_stage

# Everybody's stack is one ante, so nobody bids, and who is first to play takes two tricks: five go out at once.
HANDS = {2: "Ah Kh Qh", 3: "6d 7d 8d", 4: "9d Td Jd", 5: "6s 7s 8s", 6: "9s Ts Js", 1: "Qd Kd Ad"}
DECK = deck(1, HANDS, "6h")

_ANNOUNCE = """
from accounts.models import User
from tournaments import live
from tournaments.models import Tournament
cup = live.announce(Tournament(name="Six at once", max_entries=6, entry_fee=100, stack=10, levels=[[10, 10]],
    prizes="custom", percentages=[60, 40], opened_by=User.objects.get(name={opener!r})))
print(cup.public_id)
"""

_BOTS = """
from games import cast
from tournaments import live
from tournaments.models import Tournament
for bot in cast.make_cast()[:4]:
    live.enter_bot(Tournament.objects.get().pk, bot)
"""


def announce(site: Site, opener: str) -> str:
    """The path of a new sit & go for six."""
    shown = site.manage("shell", "-v", "0", "-c", _ANNOUNCE.format(opener=opener))
    return f"/tournaments/{shown.strip().splitlines()[-1]}/"


def person(new_person: Callable[..., Page], site: Site, session: str) -> Page:
    page = new_person(base_url=site.url)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return page


def purse(page: Page, chips: str) -> None:
    """What the wallet holds, on a page loaded now."""
    page.goto("/wallet/")
    expect(page.locator(".bar__purse .chips")).to_have_text(chips)


def test_two_people_and_bots_play_a_sit_and_go_to_the_prize(
    stacked_site: Callable[[Sequence[str]], Site], new_person: Callable[..., Page]
) -> None:
    site = stacked_site([DECK])
    stage = set_stage(site, "Alice", "Bob")
    cup = announce(site, "Alice")
    alice, bob = (person(new_person, site, stage.sessions[name]) for name in ("Alice", "Bob"))
    for page in (alice, bob):
        page.goto(cup)
        page.get_by_role("button", name="Register for 100").click()
        page.get_by_text("You are in.").wait_for()
        if page is alice:  # no bots where nobody is
            site.manage("shell", "-v", "0", "-c", _BOTS)
    for page in (alice, bob):  # the page goes to the table by itself
        page.wait_for_url("**/tables/**")
        page.locator("[data-phase]").wait_for()
    while not all(page.locator("[data-phase=over], .result").count() for page in (alice, bob)):
        for page in (alice, bob):
            legal = page.locator(f".hand__card{OPEN}")
            if legal.count():
                legal.first.click(timeout=2_000)
        alice.wait_for_timeout(50)
    picture(alice, "tournament-result")
    won = set()
    for page in (alice, bob):
        expect(page.get_by_role("dialog")).to_contain_text(
            "You won"
        )  # a prize is everybody's, when the result was read
        page.goto(cup)
        expect(page.get_by_role("heading", level=1)).to_contain_text("won 360")
        expect(page.locator("#cup-acts")).to_contain_text("of 6. You won")
        page.goto("/wallet/")
        won.add(page.locator(".bar__purse .chips").inner_text())
    assert won <= {"10,260", "9,948"}  # the first prize, or a fifth of the second, which five share
    site.manage("audit")
    alice.goto("/games/")
    expect(alice.locator("main")).to_contain_text("Six at once")


def test_one_that_is_called_off_gives_the_fee_back(site: Site, new_person: Callable[..., Page]) -> None:
    stage = set_stage(site, "Olga", "Pavel", name="Elsewhere")
    cup = announce(site, "Olga")
    olga, pavel = (person(new_person, site, stage.sessions[name]) for name in ("Olga", "Pavel"))
    pavel.goto(cup)
    pavel.get_by_role("button", name="Register for 100").click()
    expect(pavel.get_by_role("button", name="Withdraw and have 100 back")).to_be_visible()
    check_axe(pavel)
    olga.goto(cup)
    olga.get_by_text("Call it off").click()
    olga.get_by_role("button", name="Call the tournament off").click()
    expect(olga.get_by_role("heading", level=1)).to_contain_text("Cancelled")
    expect(pavel.get_by_role("heading", level=1)).to_contain_text("Cancelled")  # by the bell
    expect(pavel.locator("#cup-head")).to_contain_text("All entry fees came back.")
    purse(pavel, "10,000")
