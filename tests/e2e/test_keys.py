"""Every decision by key, what a screen reader is told, and a whole game by keys alone."""

import re
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.e2e.felt import OPEN, Felt, check_axe, in_the_dark, picture
from tests.e2e.table import ASKED, Table, View, result, seat, view
from tests.serving import Site
from tests.stage import deck, set_stage

Tables = Callable[..., Table]
PLAYED: View = {
    "phase": "play", "to_act": [2], "ask": 8, "legal": ["Ah"], "cost": {}, "level": 20, "turn_up": "6s",
    "trick": [{"seat": 1, "card": "9h"}],
    "events": [{"n": 1, "a": "1b20", "chips": 20}, {"n": 2, "a": "19h", "chips": 0}],
}  # fmt: skip

STATE = (
    "Your turn, ",
    "Calling costs 20.",
    "Your cards: ace of hearts, 10 of spades, 7 of diamonds.",
    "You have 480.",
    "Bank 50. Trump is hearts. Level 20.",
    "Marc\u2069: 480 chips, Blind 20.",
)


def hears(page: Page, words: str | re.Pattern[str]) -> None:
    """A screen reader is told this."""
    expect(page.locator("#voice")).to_contain_text(words)


def asked(at: Table, **facts: object) -> None:
    """The viewer is asked, and the page takes answers."""
    at.show(view(**{**ASKED, **facts}))
    at.page.locator(f"[data-ask='{facts.get('ask', ASKED['ask'])}']").wait_for()
    at.page.wait_for_function("() => !document.querySelector('.is-resting')")


def answers(at: Table, *words: str) -> None:
    """Waits until the page has sent these answers."""
    at.page.wait_for_function("(count) => document.querySelector('.is-busy') || count === 0", arg=len(words))
    assert at.acts() == list(words)


def test_a_key_answers_once_as_its_button_does(table: Tables) -> None:
    at = table()
    keyboards = [("f", "KeyF"), ("c", "KeyC"), ("f", "KeyY"), ("\u0430", "KeyF")]  # two Latin ones, a Russian one
    for ask, (key, code) in enumerate(keyboards, 1):
        asked(at, ask=ask)
        for repeat in (False, True, False):
            strike(at, key, code, repeat)
        answers(at, *"fcff"[:ask])


def strike(at: Table, key: str, code: str, repeat: bool = False) -> None:
    """A key of a keyboard that isn't the test's own."""
    script = "(how) => document.body.dispatchEvent(new KeyboardEvent('keydown', {...how, bubbles: true}))"
    at.page.evaluate(script, {"key": key, "code": code, "repeat": repeat})


def test_no_key_answers_what_its_button_would_not(table: Tables) -> None:
    at = table()
    at.show(view())
    at.page.locator("[data-phase=bid]").wait_for()
    for key in "rljon1":
        at.page.keyboard.press(key)
    asked(at)
    at.page.locator("#raise-to").click()
    at.page.keyboard.type("fc")  # typed, not pressed
    at.page.keyboard.press("Escape")
    at.page.keyboard.press("Control+c")
    at.page.get_by_role("button", name="Menu", exact=True).click()
    at.page.keyboard.press("f")
    assert at.acts() == []
    at.page.get_by_role("switch", name="Single keys").click()
    at.page.keyboard.press("Escape")
    at.page.keyboard.press("f")
    assert at.acts() == [], "a key works that was turned off"
    expect(at.page.locator("[data-do=f]")).not_to_have_attribute("aria-keyshortcuts", "F")


def test_a_raise_is_stepped_typed_and_made_by_keys(table: Tables) -> None:
    at = table(viewport={"width": 800, "height": 700})  # here the panel opens on demand
    at.show(view(**{**ASKED, "legal": ["c", "f", "r30..480", "L"]}, seats=blind()))
    press = at.page.keyboard.press
    button = at.page.locator("[data-do=raise]")
    expect(button).to_contain_text("from 30, pay 15")
    at.page.locator(f"[data-do=raise]{OPEN}").wait_for()
    press("r")
    expect(at.page.locator("#raise-to")).to_be_focused()
    press("ArrowUp")
    expect(at.page.locator("#raise-to")).to_have_value("40")
    hears(at.page, "Raise to 40: blind: costs 20, leaves you 460")
    press("Escape")
    expect(at.page.locator("#raise-to")).to_have_count(0)
    press("r")
    at.page.locator("#raise-to").wait_for()
    press("Tab")
    press("3")
    expect(at.page.get_by_role("button", name="Bank 70")).to_have_attribute("aria-pressed", "true")
    press("-")
    expect(button).to_contain_text("Raise to 60")
    press("+")
    check_axe(at.page)
    picture(at.page, "keys-raise-800")
    press("r")
    press("Enter")
    answers(at, "r70")


def blind() -> list[View]:
    """The seats, where the viewer hasn't looked."""
    return [seat(1, "Ready Heron"), seat(2, "Calm Otter", looked=False), *view()["seats"][2:]]


def test_keys_play_and_put_away_cards(table: Tables) -> None:
    at = table()
    asked(at, **PLAYED)
    strike(at, "1", "Numpad1", repeat=True)  # a key that is held since before
    at.page.keyboard.press("2")
    expect(at.page.get_by_role("alert")).to_have_text("Hearts were led. Follow with a heart.")
    at.page.keyboard.press("1")
    at.page.wait_for_function("() => document.querySelector('.hand__card[aria-disabled=true][data-card=Ah]')")
    assert at.acts() == ["Ah"]
    four = [seat(1, "Ready Heron"), seat(2, "Calm Otter", cards=["Ah", "Ts", "7d", "6d"])]
    words = ["xAh", "xTs", "x7d", "x6d"]
    asked(at, phase="discard", level=0, seats=four, events=[], legal=words, cost={}, ask=9)
    at.page.keyboard.press("4")
    expect(at.page.get_by_role("button", name="Put away the 6 of diamonds")).to_be_focused()
    at.page.keyboard.press("Enter")
    at.page.wait_for_function("() => document.querySelector('.is-busy')")
    assert at.acts() == ["Ah", "x6d"]


def test_keys_are_shown_on_demand(table: Tables) -> None:
    at = table(viewport={"width": 1280, "height": 800})
    asked(at)
    page = at.page
    expect(page.locator(".has-keys")).to_have_count(0)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_focused()
    expect(keys).to_contain_text("Say how everything stands")
    check_axe(page)
    picture(page, "keys-1280")
    in_the_dark(page, "keys-1280-dark")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(page.locator(".has-keys [data-do=c]")).to_have_attribute("aria-keyshortcuts", "C")
    picture(page, "keys-hints-1280")
    page.keyboard.press("m")
    page.get_by_text("About this table").click()
    expect(page.locator("#seat-menu")).to_contain_text("its winners play on, others may buy in")
    check_axe(page)
    picture(page, "keys-menu-1280")
    page.set_viewport_size({"width": 360, "height": 640})
    picture(page, "keys-menu-360")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    picture(page, "keys-360")


def test_the_last_words_and_the_whole_state_are_told_again(table: Tables) -> None:
    at = table()
    asked(at)
    words = "Your turn: 20 to call."
    hears(at.page, words)
    at.page.keyboard.press("w")
    for part in STATE:
        hears(at.page, part)
    at.page.keyboard.press("'")
    hears(at.page, "Calling costs 20.")
    asked(at, **{**PLAYED, "ask": 8})
    at.page.keyboard.press("w")
    hears(at.page, "This trick: Ready Heron: 9 of hearts. \u2068Ready Heron\u2069 is highest.")
    at.show(result())
    hears(at.page, "You lose 10.")


def test_who_let_the_time_run_out_is_told_what_was_done(table: Tables) -> None:
    at = table(viewport={"width": 360, "height": 640})
    asked(at, deadline=int(time.time() * 1000) + 2_000)
    hears(at.page, re.compile("^[12] s left.$"))
    at.page.locator(f"[data-do=raise]{OPEN}").click()
    at.page.locator("#raise-to").wait_for()
    out = [seat(1, "Ready Heron"), seat(2, "Calm Otter", **{"in": False}, last="f"), *view()["seats"][2:]]
    expect(at.page.locator(".me__turn .num")).to_have_text("0 s left")
    at.show(view(seats=out, to_act=[4], events=[*view()["events"], {"n": 3, "a": "2f", "chips": 0}]))
    expect(at.page.locator(".felt .msg")).to_have_text("Time ran out. You fold.")
    hears(at.page, re.compile("^Time ran out. You fold.$"))
    expect(at.page.locator(".raise")).to_have_count(0)
    check_axe(at.page)
    picture(at.page, "keys-ran-out-360")


def test_a_game_by_keys_alone_as_it_is_heard(
    stacked_site: Callable[[Sequence[str]], Site], new_person: Callable[..., Page]
) -> None:
    site = stacked_site([deck(1, {1: "Kd Qh 8d", 2: "Qd 7s 8s"}, "6h")])
    stage = set_stage(site, "Alice", "Bob", seated=2)
    alice, bob = (
        Felt(by_keys(new_person(base_url=site.url), session, site.url)).open(stage.table)
        for session in stage.sessions.values()
    )
    for felt in (alice, bob):
        felt.page.locator("[data-phase=bid]").wait_for()

    hears(bob.page, "New deal. Trump is hearts. Bank 20. Your cards: queen of diamonds, 7 of spades, 8 of spades.")
    hears(bob.page, "Your turn: bet or fold.")
    sees(bob, "Your decision", "Fold", "Bet 10")
    press(bob, "r")
    press(bob, "Enter")
    hears(bob.page, "You bet 10.")
    hears(alice.page, "Bob\u2069 bets 10. Your turn: 10 to call. Bank 30.")
    sees(alice, "Your decision", "Fold", "Call 10 more", "Raise to 20")
    press(alice, "c")
    hears(bob.page, "Alice\u2069 calls for 10. Your turn. You lead: play any card.")
    sees(bob, "Your cards", "queen of diamonds", "7 of spades", "8 of spades")
    press(bob, "1")
    hears(alice.page, "Bob\u2069 plays the queen of diamonds. Your turn. Diamonds were led. Follow with a diamond.")
    press(alice, "2")
    expect(alice.page.get_by_role("alert")).to_have_text("Diamonds were led. Follow with a diamond.")
    press(alice, "1")
    hears(alice.page, "You play the king of diamonds. You take the trick. Your turn. You lead: play any card.")
    hears(bob.page, "Alice\u2069 plays the king of diamonds. \u2068Alice\u2069 takes the trick.")
    sees(alice, "Your cards", "queen of hearts", "8 of diamonds")
    press(alice, "1")
    hears(bob.page, "Your turn. You have neither the suit led nor a trump: play any card.")
    press(bob, "1")
    hears(
        bob.page,
        "\u2068Alice\u2069 takes the trick. \u2068Alice\u2069 wins: 40. Two tricks take the whole bank. You lose 20.",
    )
    hears(alice.page, "You win: 40. Two tricks take the whole bank. You gain 20.")
    expect(bob.page.get_by_role("heading", name="Alice wins")).to_be_visible()
    press(bob, "n")
    press(alice, "n")
    bob.page.locator("[data-game-no='2']").wait_for()
    assert [frame["game_no"] for felt in (alice, bob) for frame in felt.sent if frame["type"] == "next"] == [1, 1]


def by_keys(page: Page, session: str, url: str) -> Page:
    """Somebody signed in who has no mouse: a click at any place fails the test."""
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    page.add_init_script("addEventListener('pointerdown', () => { throw new Error('a pointer was used'); }, true);")
    return page


def press(felt: Felt, key: str) -> None:
    """Presses a key once the page takes answers."""
    felt.page.locator(".play:not(.is-resting *)").wait_for()
    felt.page.wait_for_function("() => !document.querySelector('.is-busy')")
    felt.page.keyboard.press(key)


def sees(felt: Felt, region: str, *names: str) -> None:
    """In the accessibility tree this part of the page has these buttons."""
    part = felt.page.get_by_label(region, exact=True)
    for name in names:
        expect(part.get_by_role("button", name=name)).to_be_visible()
