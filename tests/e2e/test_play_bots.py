"""A guest plays with bots: two games on a phone, one game with the keyboard alone."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Error, Page, expect

from tests.e2e.felt import OPEN, Felt, check_axe, in_the_dark, picture
from tests.serving import Site

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DEAREST = 40  # chips that the guest pays for staying in
ANTE = 10
PATIENCE = 60_000

# What may be pressed now, the first of these first: what plays on before what gives up.
TO_THE_END = [f".hand__card{OPEN}", "[data-do=p]", "[data-do=c]", "[data-do=raise]", "[data-do=f]"]
OUT_AT_ONCE = ["[data-do=f]", "[data-do=p]", f".hand__card{OPEN}"]
_CHOICE = """(wanted) => {
  const result = document.querySelector(".result");
  if (result) return "over";
  if (document.querySelector(".is-resting")) return false; // a view has just changed what the buttons do
  const open = (selector) => [...document.querySelectorAll(selector)].find((one) => one.ariaDisabled === "false");
  const mine = document.querySelector("[data-turn=me]") ?? document.querySelector("[data-do=p]");
  return mine && (wanted.find((selector) => open(selector)) ?? false);
}"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A site where nobody else has left a seat or a table: "Play now" leads to bots."""
    with Site(AZI_TEST_HURRY="1") as site:
        yield site


def number_in(text: str) -> int:
    """The chips that a text like "−1,205" or "20 more" tells."""
    return int("".join(re.findall(r"[-\d]", text.replace("−", "-"))))


def choice(page: Page, wanted: list[str]) -> str:
    """Waits until the guest is asked, or the game is over: what to press, or "over"."""
    found: str = page.wait_for_function(_CHOICE, arg=wanted, timeout=PATIENCE).json_value()
    call = page.locator("[data-do=c] small")
    if found == "[data-do=c]" and call.count() and number_in(call.inner_text()) > DEAREST:
        return "[data-do=f]"
    return found


def play_now(page: Page) -> Felt:
    """From the lobby to a seat in a running game."""
    felt = Felt(page)
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    page.locator(".me[data-seat]").wait_for()
    page.locator("[data-phase=bid]").wait_for(timeout=PATIENCE)
    return felt


def play_a_game(page: Page, wanted: list[str], look: Callable[[str], None]) -> int:
    """Presses what there is to press until the game is over: what the guest won or lost."""
    while (press := choice(page, wanted)) != "over":
        phase = page.locator("[data-phase]").get_attribute("data-phase")
        look(str(phase))
        page.locator(f"{press}{OPEN}" if OPEN not in press else press).first.click()
        page.wait_for_function("() => !document.querySelector('.is-busy')")
    nets = page.locator("[data-net-seat]").all_inner_texts()
    assert sum(number_in(text.split()[-1]) for text in nets) == 0
    return next(number_in(text.split()[-1]) for text in nets if "You" in text.split())


def my_chips(felt: Felt) -> int:
    """What the guest has in front of them and has paid in this deal; the page shows the first of it."""
    view = felt.views[-1]
    me = next(seat for seat in view["seats"] if seat["seat"] == view["my_seat"])
    expect(felt.page.locator(".me__chips")).to_have_text(f"{me['stack']:,}")
    return int(me["stack"] + me["paid"])


def next_game(felt: Felt, number: int, press: Callable[[str], None]) -> None:
    """Says that the guest is ready for the game of this number, and waits for it."""
    try:
        press("next")
    except (Error, AssertionError):  # on a busy machine the pause may be over before
        felt.page.locator(f"[data-game-no='{number}']").wait_for()
    expect(felt.page.locator(f"[data-game-no='{number}'][data-phase=bid]")).to_be_visible(timeout=PATIENCE)


def test_two_games_with_bots_on_a_phone(site: Site, new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    felt = play_now(page)
    seen: set[str] = set()

    def look(phase: str) -> None:
        felt.fits()
        if phase not in seen:
            seen.add(phase)
            check_axe(page)
            picture(page, f"bots-{phase}-360")

    bought_in = stack = my_chips(felt)  # at the stakes that other tests have left
    for game, wanted in enumerate((TO_THE_END, OUT_AT_ONCE), 1):
        assert my_chips(felt) == stack, "the last result is not in the chips"
        number = felt.views[-1]["game_no"]
        stack += play_a_game(page, wanted, look)
        look("over")
        in_the_dark(page, f"bots-over-360-dark-{game}")
        if game < 2:
            next_game(felt, number + 1, felt.press)

    assert [frame for frame in felt.sent if frame["type"] == "next"], "the button for the next game says nothing"
    felt.menu("Leave the table")
    expect(page.locator(".me[data-seat]")).to_have_count(0)
    page.get_by_role("link", name="Back to the tables").click()
    expect(page.locator(".bar .chips")).to_have_text(f"{10_000 - bought_in + stack:,}")
    site.manage("audit")


def test_games_with_the_keyboard_alone(new_person: Callable[..., Page]) -> None:
    page = new_person()
    felt = Felt(page)
    page.goto("/")
    press_by_key(page, "form.acts button[type=submit]")
    page.locator("[data-phase=bid]").wait_for(timeout=PATIENCE)
    pressed: list[str] = []
    while not pressed:  # where all bots fold, the guest wins unasked
        number = felt.views[-1]["game_no"]
        while (press := choice(page, TO_THE_END)) != "over":
            press_by_key(page, press if OPEN in press else f"{press}{OPEN}")
            pressed.append(press)
            page.wait_for_function("() => !document.querySelector('.is-busy')")
        next_game(felt, number + 1, lambda do: press_by_key(page, f"[data-do={do}]{OPEN}"))
    assert felt.acts()


def press_by_key(page: Page, selector: str) -> None:
    """Walks there by Tab, sees that the focus shows, and presses Enter."""
    for _step in range(60):
        if page.evaluate(_FOCUSED, selector):
            shows = "getComputedStyle(document.activeElement).outlineStyle !== 'none'"
            assert page.evaluate(shows), f"{selector} does not show that it has the focus"
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


_FOCUSED = "(selector) => document.activeElement?.matches(selector) ?? false"
