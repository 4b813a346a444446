"""The guide through a first game and the hints: they point at things, cover nothing needed, and go when told."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.felt import OPEN, check_axe, in_the_dark, picture
from tests.e2e.table import ASKED, Table, View, result, seat, view

SIZES = [(360, 640), (740, 360), (1280, 800)]
HINT_BUTTON = "[data-do=hint_open]:not(.is-resting *)"
HINT = {"type": "hint", "ask": 7, "win": 46, "azi": 12, "call": {"cost": 20, "bank": 90, "even": 23}, "cards": {}}


def against_bots(**facts: object) -> View:
    """A bidding with three bots; ours is seat 2."""
    seats = [
        seat(1, "Ready Heron", bot=True),
        seat(2, "Calm Otter", cards=["Ah", "Ts", "7d"]),
        seat(3, "Marc", bot=True, looked=False, bid=20, paid=20, last="b20"),
        seat(4, "Kunak", bot=True),
    ]
    return view(**{"seats": seats, **facts})


def covers_nothing(note: Locator) -> None:
    """No card, button or amount lies under it, and it is all on the screen."""
    expect(note).to_be_in_viewport(ratio=1)
    under: list[str] = note.evaluate("""(note) => {
      const mine = note.getBoundingClientRect();
      const needed = document.querySelectorAll(`#table :is(button, a, input, .hand, .dock, .bank, .me__bar, .say, .act,
        .result__head, .net-list, .played .card)`);
      return [...needed].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && box.left < mine.right && box.right > mine.left && box.top < mine.bottom
          && box.bottom > mine.top;
      }).map((one) => one.outerHTML.slice(0, 80));
    }""")
    assert under == []


@pytest.mark.parametrize("size", SIZES)
def test_the_guide_points_at_one_thing_after_another(table: Callable[..., Table], size: tuple[int, int]) -> None:
    at = table(guided=True, viewport={"width": size[0], "height": size[1]})
    at.show(against_bots(**ASKED))
    note, told = at.page.locator(".bubble"), at.page.locator(".bubble p")
    for words in ("makes hearts trump", "Call pays 20 to stay in", "These cards are yours alone", "The bank is what"):
        expect(told).to_contain_text(words)
        covers_nothing(note)
        picture(at.page, f"guide-{words.split()[0].lower()}-{size[0]}")
        at.page.get_by_role("button", name="Got it").click()
    expect(note).to_be_hidden()
    assert at.acts() == []


def test_the_guide_waits_for_nothing_and_is_told_once(table: Callable[..., Table]) -> None:
    at = table(guided=True)
    at.show(against_bots(**ASKED))
    note = at.page.locator(".bubble")
    expect(at.page.get_by_role("status").filter(has_text="makes hearts trump")).to_have_count(1)
    check_axe(at.page)
    in_the_dark(at.page, "guide-1280-dark")
    at.page.locator(f"[data-do=c]{OPEN}").click()
    assert at.acts() == ["c"]
    at.show(against_bots(**{**ASKED, "ask": 8, "deadline": int(time.time() * 1000) + 4_000}))
    expect(note).to_be_hidden()  # too little time is left to read
    at.show(result())
    expect(note).to_contain_text("That was a game.")
    covers_nothing(note)
    at.page.get_by_role("button", name="Got it").click()
    expect(note).to_be_hidden()


def test_the_guide_is_over_with_the_first_game_played_to_its_tricks(table: Callable[..., Table]) -> None:
    at = table(guided=True, viewport={"width": 360, "height": 640})
    note = at.page.locator(".bubble")
    at.show(result(result={**result()["result"], "net": {"1": -10, "3": 10}}))  # before this seat was taken
    at.page.locator("[data-phase=over]").wait_for()
    at.show(against_bots(game="3" * 32))
    expect(note).to_contain_text("Each plays one card: that is a trick.")
    at.show(result(game="3" * 32))  # no card of ours was played
    expect(note).to_contain_text("That was a game.")
    covers_nothing(note)
    picture(at.page, "guide-result-360")
    at.page.get_by_role("button", name="Got it").click()
    at.show(against_bots(game="4" * 32))
    expect(note).to_contain_text("Each plays one card: that is a trick.")
    played = [{"n": n, "a": a, "chips": 0} for n, a in enumerate(["1Ts", "2Ah", "3Qd", "4Kd"], 1)]
    at.show(result(game="4" * 32, events=played))
    expect(note).to_be_hidden()
    at.show(against_bots(game="5" * 32))
    at.page.locator("[data-phase=bid]").wait_for()
    expect(note).to_be_hidden()


def test_the_guide_can_be_skipped_and_asked_for_again(table: Callable[..., Table]) -> None:
    at = table(guided=True)
    at.show(against_bots())
    note = at.page.locator(".bubble")
    at.page.get_by_role("button", name="Skip the guide").press("Enter")
    expect(note).to_be_hidden()
    expect(at.page.locator("#main")).to_be_focused()
    at.page.reload()
    at.page.wait_for_timeout(100)
    at.show(against_bots())
    at.page.locator("[data-phase=bid]").wait_for()
    expect(note).to_be_hidden()
    at.page.get_by_role("button", name="Menu", exact=True).click()
    at.page.get_by_role("button", name="Show me around").click()
    expect(note).to_contain_text("These cards are yours alone.")


def test_a_hint_says_the_chances_until_the_question_is_another(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.show(against_bots(**ASKED))
    at.page.locator(HINT_BUTTON).click()
    at.send(HINT)
    note = at.page.locator(".bubble")
    expect(note).to_contain_text("You take two tricks in 46 of 100 such deals, 12 end in Azi.")
    expect(note).to_contain_text("A call costs 20, the bank is then 90. Worth it if you win 23 of 100 or more.")
    expect(at.page.get_by_role("status").filter(has_text="in 46 of 100")).to_have_count(1)
    covers_nothing(note)
    check_axe(at.page)
    picture(at.page, "hint-bid-360")
    at.send({**HINT, "call": {"cost": 35, "bank": None, "even": None}})
    expect(note).to_contain_text("A call takes your last 35, for a part of the bank.")
    lead = {"phase": "play", "legal": ["Ah", "Ts", "7d"], "ask": 8, "to_act": [2], "leader": 2}
    at.show(against_bots(**lead))
    expect(note).to_be_hidden()
    at.page.locator(HINT_BUTTON).click()
    at.send({**HINT, "ask": 8, "call": None, "cards": {"7d": 35, "Ah": 61, "Ts": 22}})
    at.page.get_by_role("button", name="Which card?").click()
    expect(note.get_by_role("img").first).to_have_accessible_name("ace of hearts")
    expect(note.locator("li").first).to_have_text("61")
    picture(at.page, "hint-cards-360")
    at.page.get_by_role("button", name="Close").click()
    expect(note).to_be_hidden()
    assert [frame["type"] for frame in at.sent].count("hint") == 2


def test_no_hint_is_offered_where_another_person_plays(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view(**ASKED))
    at.page.locator("[data-do=c]").wait_for()
    expect(at.page.get_by_role("button", name="Hint")).to_have_count(0)
    waits = seat(5, "Dana", waiting=True, cards=[], **{"in": False})
    at.show(against_bots(**ASKED, seats=[*against_bots()["seats"], waits]))
    expect(at.page.get_by_role("button", name="Hint")).to_be_visible()
