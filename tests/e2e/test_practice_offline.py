"""The whole promise of practice, in Chromium and in Firefox: it works without a network, and nothing of it is lost."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Guard
from tests.e2e.felt import OPEN
from tests.e2e.test_play_bots import TO_THE_END, choice, play_a_game
from tests.serving import ROOT, Site
from tests.stage import deck

LEVEL = "[name=level]"
READY = "[data-offline][data-state=ready]"
OLD = "[data-offline][data-state=old]"
# Each has one card of each suit, and the highest of one: each takes a trick. Bots without chips stay in.
AZI = deck(3, {1: "Ah 6d 6s", 2: "7h Ad 7s", 3: "8h 8d As"}, "9h")
WON = deck(3, {1: "Ah Kh Qh", 2: "7h Ad 7s", 3: "8h 8d As"}, "9h")
RECORD = f"""azi 1
rules cards=3 blind=no raises=- azi=buyin ante=10 bet=10
seat 1 500 Somebody
seat 2 10 Bota
seat 3 10 Marat
dealer 3
deal {AZI}
1Ah 27h 38h 16d 2Ad 38d 27s 3As 16s
deal {WON}
"""
# Bots that need no time to think. One expression: in Firefox Playwright puts "return" before it.
HURRY = """((post) => {
  const pace = { bots: [50, 100], alone: 50, azi: 300 };
  Worker.prototype.postMessage = function (frame) {
    post.call(this, frame.type === "load" ? { ...frame, pace } : frame);
  };
})(Worker.prototype.postMessage)"""
# What the browser keeps, as the page's own scripts read it.
KEPT = """async () => {
  const store = await import("/static/games/practice_store.js");
  return (await store.games()).map(({ id, deals, net }) => ({ id, deals, net }));
}"""
RELEASE = "() => getComputedStyle(document.documentElement).getPropertyValue('--release').trim()"


def kept(page: Page) -> list[dict[str, Any]]:
    """The games in the browser, newest first."""
    games: list[dict[str, Any]] = page.evaluate(KEPT)
    return games


def hand(page: Page) -> list[str]:
    """The cards in front of the person."""
    page.locator(".hand__card[data-card]").first.wait_for()
    cards: list[str] = page.locator(".hand__card").evaluate_all("all => all.map((one) => one.dataset.card)")
    return cards


def to_the_end(page: Page) -> None:
    play_a_game(page, TO_THE_END, lambda phase: None)


def set_cards(page: Page, record: str) -> None:
    """A game with the cards of a record, against bots of a level that was not chosen before."""
    page.locator(LEVEL).select_option("best")
    page.locator("#cards summary").click()
    page.locator("#record").fill(record)
    page.locator("#deal").click()


def go_on(page: Page) -> list[str]:
    """From the home to the game that was left: the cards in front of the person there."""
    page.locator("#resume").click()
    return hand(page)


def later_release(folder: Path) -> None:
    """One file is not what it was."""
    css = (ROOT / "azi_site/static/azi.css").read_text()
    (folder / "azi.css").write_text(f"{css}\n:root {{ --release: later; }}\n")


def test_practice_without_a_network(anybody: Callable[..., Page], guard: Guard, tmp_path: Path) -> None:
    with Site(AZI_TEST_STATIC=str(tmp_path)) as site:
        page = anybody(base_url=site.url, viewport={"width": 360, "height": 740})
        page.add_init_script(HURRY)
        page.goto("/practice/")
        page.locator(READY).wait_for()
        guard.forgive("net::ERR_INTERNET_DISCONNECTED")
        leave_the_network(page, site)
        play_three_games(page)
        games = kept(page)
        assert len(games) == 3
        replay_azi(page, games[-1])
        page.goto("/practice/")
        cards = go_on(page)

        later_release(tmp_path)
        site.start()
        page.context.set_offline(False)
        page.goto("/practice/")
        page.locator(OLD).get_by_role("button").click()
        page.locator(READY).wait_for()
        leave_the_network(page, site)
        assert page.evaluate(RELEASE) == "later"
        assert kept(page) == games
        expect(page.locator("li[data-game]")).to_have_count(3)
        expect(page.locator(LEVEL)).to_have_value("best")
        assert go_on(page) == cards


def leave_the_network(page: Page, site: Site) -> None:
    site.stop()
    page.context.set_offline(True)
    page.reload()


def play_three_games(page: Page) -> None:
    """One with Azi, in the midst of which the page is loaded anew, and two more. A fourth is begun."""
    set_cards(page, RECORD)
    for _trick in range(3):
        page.locator(choice(page, TO_THE_END)).first.click()
        page.wait_for_function("() => !document.querySelector('.is-busy')")
    page.locator(".hand__card[data-card=Kh]").wait_for()
    cards = hand(page)
    page.reload()
    assert hand(page) == cards
    to_the_end(page)
    for _game in range(2):
        next_game(page)
        to_the_end(page)
    next_game(page)
    hand(page)


def next_game(page: Page) -> None:
    page.locator(f"[data-do=next]{OPEN}").click()
    page.locator(".result").wait_for(state="detached")


def replay_azi(page: Page, game: dict[str, Any]) -> None:
    """The game with Azi step by step to its end, with every hand open."""
    assert game["deals"] == 2
    page.goto(f"/practice/game/#{game['id']}")
    expect(page.locator("#replay .open-hand", has_text="A")).to_have_count(2)
    steps = int(page.locator(".scrub__step").inner_text().split()[-1])
    for step in range(2, steps + 1):
        page.keyboard.press("ArrowRight")
        page.locator(f"[data-step='{step}']").wait_for()
    expect(page.locator(".scrub__now")).to_contain_text("You win")
