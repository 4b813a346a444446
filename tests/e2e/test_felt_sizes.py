"""The felt on small, low and large screens: all that counts stays in sight, nothing covers anything."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from tests.e2e.felt import OPEN, check_axe, picture
from tests.e2e.table import ASKED, Table, View, result, seat, view

Opens = Callable[..., Table]

NAMES = (
    "Нұрғиса-Әлімжан Қожахмет",
    "Calm Otter",
    "Шыңғыс-Өмірхан Әбдіғали",
    "Marie-Hélène de Rochefor",
    "Жаңыл Төлегенова-Үсенова",
    "Константин-Богдан Щукинъ",
)
MILLIONS: View = {"bank": 1_250_000, "level": 100_000, "turn_up": "As", "six_up": True, "leader": 5, "dealer": 5}
DID = ("c", None, "r100000", "f", "c", "b25000")


def six(**mine: Any) -> list[View]:
    """Six seats with long names, long numbers, and everything that can stand at one."""
    all_ = [
        seat(n, name, stack=987_654 + n, bid=100_000, paid=110_000, last=DID[n - 1], bot=n == 6)
        for n, name in enumerate(NAMES, 1)
    ]
    all_[1].update({"cards": ["Kh", "Qd", "9s"], "bid": 50_000, **mine})
    all_[3].update({"in": False, "cards": []})
    return all_


def bidding(**facts: Any) -> View:
    """Six seats, and mine is asked."""
    cost = {"c": 50_000, "r110000": 60_000, "r987654": 937_654}
    return view(**{**ASKED, **MILLIONS, "legal": ["c", "f", "r110000..987654"], "cost": cost, "seats": six(), **facts})


def playing() -> View:
    """The second trick, which five have played to."""
    plays = [{"seat": n, "card": card} for n, card in zip((3, 4, 5, 6, 1), ("Td", "Kd", "6s", "Js", "Th"), strict=True)]
    last = [{"seat": n, "card": card} for n, card in enumerate(("7d", "8h", "Ad", "Qh", "9d", "Qd"), 1)]
    turn: View = {"phase": "play", "to_act": [2], "ask": 8, "legal": ["9s"], "trick": plays, "last_trick": last}
    all_ = six(tricks=1, cards=["Kh", "9s"])
    all_[3].update({"in": True, "cards": ["??"]})
    return view(**{**MILLIONS, **turn, "seats": all_})


def azi() -> View:
    """Azi, where I am asked to buy in."""
    all_ = six(cards=[], tricks=0, last=None)
    for n in (0, 2, 4):
        all_[n]["tricks"] = 1
    asked: View = {"phase": "azi", "to_act": [2], "ask": 9, "legal": ["j", "p"], "cost": {"j": 625_000}}
    return view(**{**MILLIONS, **asked, "seats": all_})


def over() -> View:
    """A result with six rows and three tricks."""
    cards = ("9d", "Qd", "7d", "8h", "Ad", "Qh", "Td", "Kd", "6s", "Js", "Th", "8d", "Ks", "7h", "8s", "9h", "Ah", "9s")
    events = [{"n": at + 1, "a": f"{at % 6 + 1}{card}", "chips": 0} for at, card in enumerate(cards)]
    net = {"1": -120_000, "2": -120_000, "3": 1_130_000, "4": -10_000, "5": -440_000, "6": -440_000}
    ended = {"winner": 3, "how": "tricks", "bank": 1_250_000, "shares": {"3": 1_250_000}, "net": net}
    return result(**{**MILLIONS, "seats": six(), "events": events, "result": ended})


def in_sight(page: Page, *wanted: str) -> None:
    """All of these are there, and wholly within the window."""
    for selector in wanted:
        found = page.locator(selector)
        assert found.count(), selector
        for one in found.all():
            expect(one).to_be_in_viewport(ratio=0.99)


_COVERED = """(wanted) => {
  const shown = [...document.querySelectorAll(wanted)].map((one) => [one.className, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height);
  return shown.flatMap(([name, one], at) => shown.slice(at + 1).filter(([, other]) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3,
  ).map(([other]) => `${name} / ${other}`));
}"""


def apart(page: Page, parts: str, where: str) -> None:
    """None of these covers another, once the page has taken on its new size."""
    try:
        page.wait_for_function(f"(parts) => !({_COVERED})(parts).length", arg=parts, timeout=5_000)
    except Error:  # it timed out
        covered = page.evaluate(_COVERED, parts)
        assert not covered, f"{where}: {covered}"


PARTS = ".seat, .bank__sum, .trump, .level, .trick, .me__bar, .hand, .dock, .sheet--azi"


@pytest.mark.parametrize("size", [(360, 640), (740, 360)])
def test_a_raise_on_a_small_screen_hides_neither_cards_nor_bank_nor_price(table: Opens, size: tuple[int, int]) -> None:
    at = table(viewport={"width": size[0], "height": size[1]})
    at.show(bidding())
    at.page.locator(f"[data-do=raise]{OPEN}").click()
    in_sight(
        at.page, ".hand__card", ".bank__sum", ".trump__card", ".me__terms", "#raise-note", ".dock .btn", ".dock input"
    )
    expect(at.page.locator(".me__terms")).to_contain_text("bid 50,000, 50,000 to stay")
    check_axe(at.page)
    picture(at.page, f"felt-raise-{size[0]}")


SIZES = [(360, 640), (360, 740), (390, 844), (740, 360), (844, 390), (768, 1024), (960, 680), (1280, 800), (1920, 1080)]


def test_nothing_covers_anything_at_a_full_table(table: Opens) -> None:
    at = table(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    for version, made in enumerate((bidding, playing), 1):
        at.show(made())
        at.page.locator(f"[data-phase={'bid' if version == 1 else 'play'}]").wait_for()
        for wide, high in SIZES:
            at.page.set_viewport_size({"width": wide, "height": high})
            apart(at.page, PARTS, f"{wide} x {high}")
            in_sight(at.page, ".hand__card", ".bank__sum", ".trump__card")
            picture(at.page, f"felt-{version}-{wide}x{high}")


def test_azi_leaves_the_bank_in_sight(table: Opens) -> None:
    at = table(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    at.show(azi())
    at.page.locator(".sheet--azi").wait_for()
    for wide, high in ((360, 740), (740, 360), (960, 680), (1280, 800)):
        at.page.set_viewport_size({"width": wide, "height": high})
        apart(at.page, ".sheet--azi, .bank__sum", f"{wide} x {high}")
        in_sight(at.page, ".bank__sum", ".sheet--azi .btn")


def test_a_page_enlarged_four_times_scrolls_one_way_only(table: Opens) -> None:
    at = table(viewport={"width": 320, "height": 256}, reduced_motion="reduce")
    for made in (bidding, playing, azi, over):
        shown = made()
        at.show(shown)
        at.page.locator(f"[data-phase={shown['phase']}]").first.wait_for()
        wide = at.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320, f"{shown['phase']}: {wide} px"
    for button in at.page.locator(".result .btn").all():
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=0.9)


def test_nothing_shifts_when_the_first_view_comes_and_nothing_is_asked_for_later(table: Opens) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.page.evaluate("""() => {
      window.shifted = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((one) => { window.shifted += one.value; }))
        .observe({ type: "layout-shift", buffered: true });
    }""")
    at.show(bidding())
    at.page.locator("[data-phase=bid]").wait_for()
    assert at.page.evaluate("window.shifted") < 0.01
    at.page.wait_for_load_state("networkidle")  # guide and hints come after the first view of one's own seat
    asked: list[str] = []
    at.page.on("request", lambda request: asked.append(request.url))
    for made in (playing, azi, over):
        shown = made()
        at.show(shown)
        at.page.locator(f"[data-phase={shown['phase']}]").first.wait_for()
    assert not [url for url in asked if ".woff2" not in url], "a card was asked for when it was dealt"
    assert at.page.locator("use:not([href^='#'])").count() == 0


def test_an_amount_is_the_same_few_piles_everywhere(table: Opens) -> None:
    page = table().page
    heights = """async (amounts) => {
      const { piles } = await import("/static/games/chips.js");
      return amounts.map((amount) => piles(amount).map(({ dye, count }) => `${dye}:${count}`).join(" "));
    }"""
    assert page.evaluate(heights, [0, 4, 90, 480, 1_250_000]) == ["", "1:4", "3:3 2:3", "4:4 3:3 2:1", "4:1 3:1"]
    assert page.evaluate(heights, [9_007_199_254_740_991])[0].count(" ") == 2


@pytest.mark.parametrize("size", [(360, 640), (320, 568), (740, 360)])
def test_the_card_chosen_to_be_put_away_stands_out(table: Opens, size: tuple[int, int]) -> None:
    at = table(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    four = ["Ah", "Ts", "7d", "9h"]
    seats = [seat(1, "Ready Heron", cards=["??"] * 4), seat(2, "Calm Otter", cards=four)]
    rules = {**view()["ruleset"], "cards": 4}
    asked = {"to_act": [2], "ask": 7, "legal": [f"x{card}" for card in four]}
    at.show(view(phase="discard", ruleset=rules, seats=seats, level=0, events=[], **asked))
    at.page.locator(f".hand__card[data-card='Ts']{OPEN}").click()
    at.page.wait_for_function("""() => {
      const rise = (card) => parseFloat(getComputedStyle(card).translate.split(" ")[1]);
      const chosen = document.querySelector(".hand__card.is-picked");
      const others = [...document.querySelectorAll(".hand__card:not(.is-picked)")];
      return chosen && others.every((card) => rise(chosen) <= rise(card) - 6);
    }""")
    assert at.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    in_sight(at.page, ".hand__card")
