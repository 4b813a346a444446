"""Practice's home: a game as one wants it, and the games that were kept, out as a file and in again."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.felt import check_axe, in_the_dark, picture

GOLDEN = Path(__file__).parent.parent / "data/golden/1"
FOLDED = (GOLDEN / "classic-all-fold.azi").read_text()
NOTE = '; practice {"at":1764000000000,"me":1}'  # an older game, of somebody in seat 1
MINE = (GOLDEN / "masked-for-a-seat.azi").read_text()
NOW = """async () => {
  const { rules, bots, first } = await (await import("/static/games/practice_store.js")).now();
  return { rules, bots, first };
}"""
OWN = {"rules": {"cards": 4, "blind": False, "raises": 2, "azi": "replay", "ante": 25, "bet": 50},
       "bots": {"2": {"level": "beginner", "style": "bold"}, "3": {"level": "best", "style": "tight"}},
       "first": {"1": 1250, "2": 1250, "3": 1250}}  # fmt: skip


@pytest.fixture
def page(person: Page) -> Page:
    person.set_viewport_size({"width": 360, "height": 740})
    person.goto("/practice/")
    person.locator("#kept .blank").wait_for()
    return person


def choose(page: Page, **named: str) -> None:
    for name, value in named.items():
        page.locator(f"[name={name}][value='{value}']").check()


def wish(page: Page) -> None:
    """OWN, in the form."""
    choose(page, count="2")
    page.locator("[name=each]").check()
    for bot, level, style in ((1, "beginner", "bold"), (2, "best", "tight")):
        page.locator(f"[name=level-{bot}]").select_option(level)
        page.locator(f"[name=style-{bot}]").select_option(style)
    page.locator("#rules > summary").click()
    choose(page, cards="4", blind="no", azi="replay", stack="50")
    page.locator("[name=raises]").select_option("2")
    page.locator("[name=bet]").fill("50")
    page.locator("[name=ante]").fill("0")


def test_a_game_is_played_as_it_is_wanted_and_goes_on(page: Page) -> None:
    assert page.locator(".btn--go").count() == 1
    wish(page)
    page.locator("#deal").click()
    expect(page.locator("[name=ante]")).to_be_focused()
    expect(page.locator("#id_ante_error")).to_be_visible()
    check_axe(page)
    page.locator("[name=ante]").fill("25")
    page.locator("#deal").click()
    page.locator(".hand").wait_for()
    found: dict[str, Any] = page.evaluate(NOW)
    assert found == OWN

    page.go_back()
    expect(page.locator("#main")).to_be_focused()
    page.reload()
    page.locator("#resume").wait_for()
    assert page.locator(".btn--go").count() == 1, "two things are the next to do"
    expect(page.locator("[name=preset][value=own]")).to_be_checked()
    expect(page.locator("[name=level-2]")).to_have_value("best")
    page.locator("#deal").click()
    page.locator(".hand").wait_for()
    assert page.evaluate(NOW) == OWN


def test_what_is_wrong_with_a_record_is_said_where_it_stands(page: Page) -> None:
    page.locator("#cards > summary").click()
    page.locator("#record").fill("azi 1\nrules cards=5")
    page.get_by_role("button", name="Deal this record").click()
    expect(page.locator("#record_error")).to_contain_text("Line 2, column 7:")
    expect(page.locator("#record")).to_be_focused()
    check_axe(page)
    # Nobody waits for minutes until what can't be a record has been read.
    page.evaluate("() => (document.querySelector('#record').value = 'azi 1 '.repeat(50_000))")
    page.get_by_role("button", name="Deal this record").click()
    expect(page.locator("#record_error")).to_contain_text("at most 256 KiB")
    page.locator("#record").fill(FOLDED)
    expect(page.locator("#record_error")).to_have_count(0)


def test_another_tab_takes_the_game_over_and_does_not_end_it(page: Page) -> None:
    page.locator("#deal").click()
    page.locator(".hand").wait_for()
    game = "async () => (await (await import('/static/games/practice_store.js')).now()).game.id"
    begun = page.evaluate(game)
    other = page.context.new_page()
    other.goto("/practice/")
    other.locator("#deal").click()
    other.locator("[data-do=here]").click()
    other.locator(".hand").wait_for()
    assert other.evaluate(game) == begun
    expect(page.locator(".notice")).to_be_visible()


def test_who_jumps_to_the_content_stays_at_the_felt(page: Page) -> None:
    page.locator("#deal").click()
    page.locator(".hand").wait_for()
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator(".hand")).to_be_visible()
    page.go_back()
    expect(page.locator(".hand")).to_be_visible()
    page.go_back()
    expect(page.locator("#setup")).to_be_visible()


def test_who_comes_from_the_felt_is_told_of_offline_too(person: Page) -> None:
    person.goto("/practice/#table")
    expect(person.locator("#trouble")).to_contain_text("isn't kept")
    expect(person.locator("[data-offline][data-state]")).not_to_be_empty()


def test_where_nothing_can_be_kept_the_felt_says_so(person: Page) -> None:
    person.goto("/static/games/fair.js")
    newer = """() => new Promise((done) => {
      const asked = indexedDB.open("azi-practice", 99);
      asked.onsuccess = () => { asked.result.close(); done(); };
    })"""
    person.evaluate(newer)
    person.goto("/practice/")
    expect(person.locator("#kept")).to_contain_text("doesn't let the page keep games")
    person.locator("#deal").click()
    expect(person.locator(".notice")).to_contain_text("keeps nothing")
    expect(person.locator("#voice")).to_contain_text("keeps nothing")


def test_kept_games_go_out_and_come_in_again(page: Page, tmp_path: Path) -> None:
    take_in(page, f"hello\n{NOTE}\n{FOLDED}\nazi 1\nrules\n{MINE}\n{FOLDED}")
    told = page.locator("#imported")
    expect(told).to_contain_text("2 games imported. 1 was here already.")
    expect(told.locator("li")).to_contain_text(["Line 1, column 1:", "Line 14, column 6:"])
    rows = page.locator("[data-game]")
    listed = rows.all_inner_texts()
    assert len(listed) == 2
    assert "−1\n" in listed[1], "nobody knows who played it"
    check_axe(page)
    picture(page, "practice-kept-360")
    in_the_dark(page, "practice-kept-360-dark")

    rows.first.locator("[data-do=remove]").click()
    expect(rows).to_have_count(1)
    expect(page.locator("[data-do=undo]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(2)
    with page.expect_download() as download:
        page.locator("[data-do=export]").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.locator("[data-do=clear]").click()
    expect(page.locator("[data-do=spare]")).to_be_focused()
    page.locator("[data-do=sure]").click()
    page.locator("#kept .blank").wait_for()

    page.locator("#import-text").fill("")
    page.locator("#import-file").set_input_files(file)
    page.locator("#import-form [type=submit]").click()
    expect(told).to_have_text("2 games imported.")
    expect(rows).to_have_count(2)
    assert rows.all_inner_texts() == listed


def test_a_kept_game_is_dealt_again_from_its_row(page: Page) -> None:
    take_in(page, FOLDED)
    page.locator("[data-game] [data-do=again]").click()
    page.locator(".hand").wait_for()
    decks = "async () => (await (await import('/static/games/practice_store.js')).now()).game.decks"
    assert page.evaluate(decks)[0].replace(" ", "") in FOLDED.replace(" ", "").replace("\n", "")


def test_a_browser_that_cannot_is_told_so_and_may_still_look_at_its_games(person: Page, guard: Any) -> None:
    guard.forgive("vendor/micropython")
    waiting: list[Route] = []
    person.route("**/micropython.mjs", lambda route: waiting.append(route))
    person.goto("/practice/")
    person.locator("#deal").click()
    person.locator("#deal.is-busy").wait_for()
    waiting[0].fulfill(status=404)
    expect(person.locator("#trouble")).to_contain_text("Practice did not begin")
    expect(person.locator("#deal")).to_have_attribute("aria-disabled", "true")
    assert person.locator(".is-busy").count() == 0
    person.locator("#kept .blank").wait_for()
    check_axe(person)


def take_in(page: Page, text: str) -> None:
    page.locator("#import > summary").click()
    page.locator("#import-text").fill(text)
    page.locator("#import-form [type=submit]").click()
