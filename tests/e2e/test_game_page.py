"""After a game: it is found among one's games, stepped through with the keyboard, linked to, and its record copied."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from games.rules import record
from tests.e2e.felt import Felt, check_axe, in_the_dark, picture
from tests.serving import Site
from tests.stage import DUEL, Stage, play_duel, set_stage

PHONE = {"viewport": {"width": 360, "height": 740}}
WIDE = {"viewport": {"width": 1280, "height": 800}}


def sign_in(page: Page, site: Site, session: str) -> Page:
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return page


@pytest.fixture(scope="module")
def played() -> Iterator[tuple[Site, Stage]]:
    """A site where Bob has just beaten Alice."""
    with Site([DUEL], AZI_TEST_HURRY="1") as site:
        stage = set_stage(site, "Alice", "Bob", seated=2)
        play_duel(site, stage)
        yield site, stage


@pytest.fixture
def duel(played: tuple[Site, Stage], new_person: Callable[..., Page]) -> tuple[Site, Page, Page]:
    """That site, her page and his."""
    site, stage = played
    alice, bob = (
        sign_in(new_person(base_url=site.url, **PHONE), site, stage.sessions[name]) for name in ("Alice", "Bob")
    )
    return site, alice, bob


@pytest.fixture
def private(played: tuple[Site, Stage]) -> Iterator[None]:
    """Their table is private for a while."""
    words = "from games.models import Table; Table.objects.update(private={})"
    played[0].manage("shell", "-v", "0", "-c", words.format(True))
    yield
    played[0].manage("shell", "-v", "0", "-c", words.format(False))


def step_of(page: Page) -> str:
    return str(page.locator(".scrub__step").inner_text())


def test_a_game_against_bots_is_found_and_stepped_through(site: Site, new_person: Callable[..., Page]) -> None:
    page = new_person(**WIDE)
    felt = Felt(page)
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    page.locator(".me[data-seat]").wait_for()
    page.locator(".hand").wait_for(timeout=60_000)  # whose result stands there until then is others'
    while not page.locator("[data-phase=over]").count():
        page.locator("[data-do=f][aria-disabled=false], [data-do=p], .result").first.wait_for(timeout=60_000)
        if page.locator(".result").count():
            break
        page.locator("[data-do=f][aria-disabled=false], [data-do=p]").first.click()
        page.wait_for_function("() => !document.querySelector('.is-busy')")
    page.locator("[data-phase=over]").wait_for(timeout=60_000)
    felt.menu("Leave the table")
    page.goto("/games/")
    check_axe(page)
    picture(page, "my-games-1280")
    page.locator("[data-game] a").first.click()
    page.locator("[data-step]").wait_for()
    check_axe(page)
    page.keyboard.press("End")
    expect(page.locator(".scrub__now")).to_contain_text("win")
    site.manage("audit")


def test_the_keyboard_steps_through_a_game(duel: tuple[Site, Page, Page]) -> None:
    _site, alice, _bob = duel
    alice.goto("/games/")
    alice.get_by_role("link", name="Felt, game 1").click()
    alice.locator("[data-step='1']").wait_for()
    voice = alice.locator("#voice")
    expect(voice).to_contain_text("Trump is hearts")
    told = []
    for step in range(2, 10):
        alice.keyboard.press("ArrowRight")
        alice.locator(f"[data-step='{step}']").wait_for()
        told.append(voice.inner_text())
    assert step_of(alice) == "step 9 of 9"
    assert "Bob\u2069 bets 20." in told[2]
    assert "You call for 20." in told[3]
    assert "Bob\u2069 wins: 60." in told[-1]
    alice.keyboard.press("ArrowRight")
    assert step_of(alice) == "step 9 of 9"
    alice.keyboard.press("Home")
    alice.locator("[data-step='1']").wait_for()
    alice.keyboard.press("End")
    alice.locator("[data-step='9']").wait_for()
    alice.keyboard.press("ArrowLeft")
    expect(alice).to_have_url(re.compile("#8$"))
    alice.reload()
    alice.locator("[data-step='8']").wait_for()
    alice.keyboard.press(" ")
    alice.locator("[data-key=pause]").wait_for()
    alice.locator("[data-step='9']").wait_for()
    alice.locator("[data-key=play]").wait_for()


def test_who_watches_a_replay_sees_the_cards_they_saw(
    duel: tuple[Site, Page, Page], new_person: Callable[..., Page]
) -> None:
    site, alice, bob = duel
    alice.goto("/games/")
    alice.locator("[data-game] a").click()
    alice.locator("[data-step='1']").wait_for()
    path = alice.url.removeprefix(site.url)
    stranger = new_person(base_url=site.url, **PHONE)
    hands: tuple[tuple[Page, list[str]], ...] = ((alice, ["9h", "8s", "7s"]), (bob, ["Ah", "Kh", "7d"]), (stranger, []))
    for page, hand in hands:
        page.goto(f"{path}#5")
        page.locator("[data-step='5']").wait_for()
        shown = page.locator(".hand__card").evaluate_all("all => all.map(card => card.dataset.card)")
        assert shown == hand
        for end in ("", "views.json", "record.azi"):
            body = page.request.get(f"{path}{end}").text()
            assert ("7d" in re.sub("[0-9A-Za-z]{12,}", "", body)) is (page is bob), end
    alice.go_back()
    for name, size in (("360", PHONE), ("1280", WIDE)):
        alice.set_viewport_size(size["viewport"])  # type: ignore[arg-type]
        for step in ("3", "7", "9"):
            alice.goto(f"{path}#{step}")
            alice.locator(f"[data-step='{step}']").wait_for()
            check_axe(alice)
            Felt(alice).fits()
            picture(alice, f"game-{step}-{name}")
            in_the_dark(alice, f"game-{step}-{name}-dark")


def test_a_private_tables_game_is_found_shared_and_seen_by_a_stranger(
    duel: tuple[Site, Page, Page], private: None, new_person: Callable[..., Page]
) -> None:
    """Filter, replay at another pace, sharing, and what somebody without a session sees of it."""
    site, alice, _bob = duel
    alice.goto("/games/")
    alice.get_by_text("Filter", exact=True).click()
    alice.get_by_label("Result").select_option("lost")
    alice.get_by_label("From").fill("2020-01-01")
    check_axe(alice)
    alice.get_by_role("button", name="Show these").click()
    alice.wait_for_url(re.compile("zone=.*result=lost"))
    check_axe(alice)
    picture(alice, "my-games-filtered-360")
    alice.locator("[data-game] a").click()
    alice.locator("[data-step='1']").wait_for()
    alice.get_by_label("Pace").select_option("fast")
    alice.locator("[data-key=play]").click()
    alice.locator("[data-step='3']").wait_for()
    stranger = new_person(base_url=site.url, **PHONE)
    game = re.sub(r"[?#].*", "", alice.url)
    assert stranger.request.get(game).status == 404
    alice.get_by_role("button", name="Make this game public").click()
    alice.wait_for_url(re.compile("#share$"))
    check_axe(alice)
    stranger.goto(f"{game}#5")
    stranger.locator("[data-step='5']").wait_for()
    assert stranger.locator(".hand__card").count() == 0
    check_axe(stranger)
    alice.get_by_role("link", name="See it as everybody does").click()
    alice.locator("[data-step='1']").wait_for()
    assert alice.locator(".hand__card").count() == 0
    picture(alice, "game-as-public-360")
    for page, way in ((alice, "?as=public"), (stranger, "")):
        text = page.request.get(f"{game}record.azi{way}").text()
        assert "8s" not in text  # of her hand, and never played


def test_the_record_is_copied_and_downloaded(duel: tuple[Site, Page, Page]) -> None:
    site, alice, _bob = duel
    alice.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.url)
    alice.goto("/games/")
    alice.locator("[data-game] a").click()
    alice.wait_for_url(re.compile("/games/[0-9a-f]{32}/"))  # with its scripts, which hear the press
    alice.get_by_role("button", name="Copy", exact=True).click()
    alice.get_by_role("button", name="Copied").wait_for()
    copied = alice.evaluate("navigator.clipboard.readText()")
    read = record.read(copied)
    assert read.game.net == {1: -30, 2: 30}
    with alice.expect_download() as download:
        alice.get_by_role("link", name="Download").click()
    assert re.fullmatch(r"azi-[0-9a-f]{32}\.azi", download.value.suggested_filename)
    assert download.value.path().read_text() == copied
    alice.get_by_role("button", name="Copy link to this moment").click()
    assert alice.evaluate("navigator.clipboard.readText()").endswith("/#1")
    site.manage("audit")
