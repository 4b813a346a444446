"""What goes wrong while people play: pages reloaded, opened twice, clicked twice, and a server that restarts."""

import re
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from games.rules import CLASSIC, Game, cards
from tests.e2e.conftest import Guard
from tests.e2e.felt import OPEN, Felt, picture
from tests.serving import Site
from tests.stage import deck, set_stage

# Hearts are trump; alice, the first dealer, wins both tricks when bob leads.
DECK = deck(1, {1: "Kd Qh 8d", 2: "Qd 7s 8s"}, "6h")


class Two:
    """Alice and bob in two browsers before a deal, and the same game by the rules alone."""

    def __init__(self, site: Site, alice: Felt, bob: Felt) -> None:
        self.site, self.alice, self.bob = site, alice, bob
        self.game = Game(CLASSIC, {1: 500, 2: 500}, dealer=1)
        self.game.deal([cards.BY_NAME[DECK[at : at + 2]] for at in range(0, 54, 2)])
        for seat in (1, 2):
            self.game.apply(seat, "L")

    def agree(self, *others: Felt) -> None:
        """All pages show the game as the rules have it; other pages are alice's."""
        for felt in (self.alice, *others):
            felt.agrees(self.game, 1)
        self.bob.agrees(self.game, 2)

    def bid(self) -> None:
        """The cards are to be played, and bob leads."""
        self.bob.bid(10)
        self.game.apply(2, "b10")
        self.agree()
        self.alice.press("c")
        self.game.apply(1, "c")
        self.agree()


@pytest.fixture
def two(stacked_site: Callable[[Sequence[str]], Site], new_person: Callable[..., Page]) -> Iterator[Two]:
    site = stacked_site([DECK])
    stage = set_stage(site, "Alice", "Bob", seated=2)
    felts = []
    for session in stage.sessions.values():
        page = new_person(base_url=site.url)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        felts.append(Felt(page).open(stage.table))
    two = Two(site, *felts)
    two.agree()
    yield two
    site.manage("audit")


def seconds_left(felt: Felt) -> int:
    """What the page says of the time that is left."""
    text = felt.page.locator(".me__turn .num").inner_text()
    found = re.search(r"\d+", text)
    assert found, text
    return int(found[0])


def test_a_page_that_comes_back_finds_the_same_seat_cards_and_time(two: Two) -> None:
    two.bob.bid(10)
    two.game.apply(2, "b10")
    two.agree()
    deadline, left = two.alice.views[-1]["deadline"], seconds_left(two.alice)
    two.alice.page.reload()
    two.agree()
    assert two.alice.views[-1]["deadline"] == deadline
    assert left - 10 <= seconds_left(two.alice) <= left

    # A second tab plays on, and the first one follows.
    second = Felt(two.alice.page.context.new_page()).open(two.alice.views[-1]["table"])
    two.agree(second)
    second.press("c")
    two.game.apply(1, "c")
    two.agree(second)

    # What can't be pressed says why, and does nothing.
    two.bob.play("Qd")
    two.game.apply(2, "Qd")
    two.agree(second)
    two.alice.card("Qh").click(force=True)
    expect(two.alice.page.get_by_role("alert")).to_have_text("Diamonds were led. Follow with a diamond.")
    two.bob.page.locator("#table:not(.is-resting)").wait_for()
    two.bob.card("8s").click(force=True)
    expect(two.bob.page.get_by_role("alert")).to_have_text("It is not your turn.")
    expect(two.alice.card("Kd")).to_be_enabled()
    assert two.alice.acts() == []
    assert two.bob.acts() == ["b10", "Qd"]


def press_twice(button: Locator) -> None:
    """Two clicks before any answer can come, as from a nervous finger on a slow link."""
    button.and_(button.page.locator(OPEN)).evaluate("one => { one.click(); one.click(); }")


def test_a_double_click_acts_once(two: Two) -> None:
    press_twice(two.bob.button("raise"))
    two.game.apply(2, "b10")
    two.agree()
    press_twice(two.alice.button("c"))
    two.game.apply(1, "c")
    two.agree()
    press_twice(two.bob.card("Qd"))
    two.game.apply(2, "Qd")
    two.agree()
    press_twice(two.alice.card("Kd"))
    two.game.apply(1, "Kd")
    two.agree()
    assert two.bob.acts() == ["b10", "Qd"]
    assert two.alice.acts() == ["c", "Kd"]
    assert two.bob.refused() == two.alice.refused() == []


def test_a_game_goes_on_when_the_server_has_restarted(two: Two, guard: Guard) -> None:
    guard.forgive("ERR_CONNECTION_REFUSED")
    two.bid()
    two.bob.play("Qd")
    two.game.apply(2, "Qd")
    two.agree()
    assert two.site.stop() == 0
    for felt in (two.alice, two.bob):
        expect(felt.page.locator(".notice")).to_contain_text(re.compile("Your seat is kept|Your turn runs on"))
        expect(felt.page.locator(".hand__card[aria-disabled=false]")).to_have_count(0)
    picture(two.alice.page, "again-restart-1280")
    two.site.start()
    try:
        two.alice.page.get_by_role("button", name="Try now").click(timeout=3_000)
    except Error:
        pass  # her page was quicker
    two.agree()  # bob's page comes back by itself
    for felt in (two.alice, two.bob):
        expect(felt.page.locator(".notice")).to_have_count(0, timeout=35_000)  # the longest wait between two tries
    two.alice.play("Kd")
    two.game.apply(1, "Kd")
    two.agree()
    two.alice.play("8d")
    two.game.apply(1, "8d")
    two.agree()
    two.bob.play("7s")
    two.game.apply(2, "7s")
    two.agree()
    expect(two.alice.page.get_by_role("heading", name="You win")).to_be_visible()
