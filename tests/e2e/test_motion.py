"""What moves, sounds and calls at the table: brief, in nobody's way, and off for whoever wants none of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.felt import OPEN
from tests.e2e.table import ASKED, Table, View, seat, view

# Tells what is animated; a page that plays slowly shows it for as long as a test wants to look.
WATCH = """(rate) => {
  window.moves = [];
  window.slow = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const animation = animate.call(this, frames, timing);
    const properties = Array.isArray(frames) ? frames.flatMap(Object.keys) : Object.keys(frames);
    window.moves.push({ flies: Boolean(this.closest(".flight")), face: this.querySelector("use")?.href.baseVal ?? "",
      properties: properties.filter((name) => !["offset", "easing"].includes(name)) });
    animation.playbackRate = rate;
    if (this.closest(".flight")) window.slow.push(this);
    return animation;
  };
}"""

SEATS = [seat(1, "Ready Heron"), seat(2, "Calm Otter", cards=["Ah", "Ts", "7d"]), seat(3, "Marc")]
PLAY: View = {
    "phase": "play", "seats": SEATS, "bank": 90, "leader": 3, "to_act": [2], "ask": 8, "legal": ["Ah"],
    "trick": [{"seat": 3, "card": "Kh"}], "events": [{"n": 7, "a": "3Kh", "chips": 0}],
}  # fmt: skip
PLAYED: View = {
    **PLAY, "to_act": [1], "ask": None, "legal": [], "seats": [SEATS[0], {**SEATS[1], "cards": ["Ts", "7d"]}, SEATS[2]],
    "trick": [{"seat": 3, "card": "Kh"}, {"seat": 2, "card": "Ah"}],
    "events": [{"n": 7, "a": "3Kh", "chips": 0}, {"n": 8, "a": "2Ah", "chips": 0}],
}  # fmt: skip
SHUFFLE: View = {
    "phase": "shuffle", "game": "2" * 32, "turn_up": None, "level": 0, "events": [], "to_act": [], "bank": 30,
    "seats": [{**one, "cards": []} for one in SEATS],
}  # fmt: skip
DEALT: View = {**SHUFFLE, "phase": "bid", "turn_up": "6s", "to_act": [3], "seats": SEATS}


@pytest.fixture
def watched(table: Callable[..., Table]) -> Callable[..., Table]:
    """A table whose animations run at `rate` of their pace, and are noted."""

    def open_(rate: float = 1, **options: Any) -> Table:
        at = table(**{"viewport": {"width": 360, "height": 740}, **options})
        at.page.evaluate(WATCH, rate)
        return at

    return open_


def moves(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.moves")
    return found


def started(page: Page) -> None:
    page.wait_for_function("() => window.moves.length")


def test_a_card_flies_to_the_trick_and_leaves_nothing_behind(watched: Callable[..., Table]) -> None:
    at = watched()
    at.show(view(**PLAY))
    at.page.locator(".trick").wait_for()
    at.show(view(**PLAYED))
    started(at.page)
    assert at.page.locator(".trick [data-played=Ah]").is_visible(), "the felt waits for what flies over it"
    assert "#HA" in "".join(move["face"] for move in moves(at.page) if move["flies"])
    expect(at.page.locator(".flight > *")).to_have_count(0)
    properties = {name for move in moves(at.page) for name in move["properties"]}
    assert properties <= {"transform", "opacity"}


def test_nothing_is_in_the_way_of_a_press_and_a_press_ends_it(watched: Callable[..., Table]) -> None:
    at = watched(0.01)
    before: View = {**PLAY, "to_act": [3], "trick": [], "events": [], "ask": None, "legal": []}
    at.show(view(**before))
    at.page.locator(".trick").wait_for()
    at.show(view(**PLAY))
    started(at.page)
    assert at.page.locator(".flight > *").count(), "Marc's card is under way"
    at.page.locator(f".hand__card[data-card=Ah]{OPEN}").click()
    assert at.acts() == ["Ah"]
    assert at.page.locator(".flight > *").count() == 0


def test_a_newer_view_ends_what_the_older_one_began(watched: Callable[..., Table]) -> None:
    at = watched(0.01)
    at.show(view(**PLAY))
    at.page.locator(".trick").wait_for()
    at.show(view(**PLAYED))
    started(at.page)
    assert at.page.evaluate("window.slow.every((piece) => piece.isConnected)")
    at.show(view(**{**PLAYED, "watching": 3}))
    at.page.wait_for_function("() => window.slow.length && window.slow.every((piece) => !piece.isConnected)")
    assert at.page.evaluate("document.getAnimations().filter((one) => !one.transitionProperty).length") == 0


def test_a_deal_shows_no_face_before_its_turn(watched: Callable[..., Table]) -> None:
    at = watched()
    at.show(view(**SHUFFLE))
    at.page.locator("[data-phase=shuffle]").wait_for()
    at.show(view(**DEALT))
    at.page.locator("#table.is-dealing").wait_for()
    at.page.locator("#table:not(.is-dealing)").wait_for()
    expect(at.page.locator(".flight > *")).to_have_count(0)
    flown = [move["face"].rpartition("#")[2] for move in moves(at.page) if move["flies"] and move["face"]]
    assert len(flown) >= 10, "three each and the turn-up"
    assert set(flown) == {"back"}
    for card in at.page.locator(".hand .card, .backs .card").all():
        expect(card).to_have_css("opacity", "1")


def test_who_wants_no_motion_sees_none(watched: Callable[..., Table]) -> None:
    at = watched(reduced_motion="reduce")
    at.show(view(**PLAY))
    at.page.locator(".trick").wait_for()
    at.show(view(**PLAYED))
    at.page.locator("[data-played=Ah]").wait_for()
    at.show(view(**{**DEALT, "deal": 2}))
    at.page.locator("[data-phase=bid]").wait_for()
    assert moves(at.page) == []


def test_who_was_away_sees_how_things_are(watched: Callable[..., Table]) -> None:
    at = watched()
    at.show(view())
    at.page.locator("[data-phase=bid]").wait_for()
    many = [{"n": n, "a": a, "chips": 20} for n, a in enumerate(["4c", "1c", "2c", "3Kh"], 3)]
    at.show(view(**{**PLAY, "events": [*view()["events"], *many]}))
    at.page.locator("[data-played=Kh]").wait_for()
    assert moves(at.page) == []


LISTEN = """() => {
  window.made = 0;
  window.played = 0;
  const [Audio, start] = [window.AudioContext, OscillatorNode.prototype.start];
  window.AudioContext = class extends Audio { constructor(...all) { super(...all); window.made += 1; } };
  OscillatorNode.prototype.start = function (...all) { window.played += 1; return start.apply(this, all); };
}"""


def test_nothing_is_heard_until_somebody_wants_it(table: Callable[..., Table]) -> None:
    at = table()
    page = at.page
    page.evaluate(LISTEN)
    at.show(view())
    page.locator("[data-phase=bid]").click()
    at.show(view(**ASKED))
    page.get_by_role("button", name="Menu", exact=True).click()
    switch = page.get_by_role("switch", name="Sound")
    expect(switch).to_have_attribute("aria-checked", "false")
    assert page.evaluate("window.made") == 0
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert page.evaluate("window.made") == 1
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.played")
    before = page.evaluate("window.played")
    at.show(view(**PLAY))
    page.wait_for_function("(before) => window.played > before", arg=before)
    page.reload()
    page.evaluate(LISTEN)
    at.show(view())
    page.locator("[data-phase=bid]").wait_for()
    assert page.evaluate("window.made") == 0, "no audio before a press, or browsers complain"
    page.locator("[data-phase=bid]").click()
    assert page.evaluate("window.made") == 1


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_hidden_tab_says_whose_turn_it_is(table: Callable[..., Table]) -> None:
    at = table()
    page, icon = at.page, at.page.locator("link[rel=icon]")
    at.show(view())
    page.locator("[data-phase=bid]").wait_for()
    page.evaluate(HIDE, True)
    at.show(view(**ASKED))
    expect(page).to_have_title(re.compile("^Your turn: "))
    expect(icon).to_have_attribute("href", "/static/icon-turn.svg")
    at.show(view())
    expect(page).to_have_title(re.compile("^(?!Your turn)"))
    expect(icon).to_have_attribute("href", "/static/icon.svg")
    at.show(view(**ASKED))
    expect(icon).to_have_attribute("href", "/static/icon-turn.svg")
    page.evaluate(HIDE, False)
    expect(icon).to_have_attribute("href", "/static/icon.svg")
    expect(page).to_have_title(re.compile("^Your turn: "))


def test_a_phone_buzzes_on_my_turn_unless_told_not_to(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = at.page
    page.evaluate("() => { window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; return true; }; }")
    at.show(view(**ASKED))
    page.wait_for_function("() => window.buzzes === 1")
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("switch", name="Vibrate on my turn").click()
    at.show(view(**{**ASKED, "ask": 10, "bank": 77}))
    page.locator("[data-bank='77']").wait_for()
    assert page.evaluate("window.buzzes") == 1
