"""A tournament at its table and on every page, with made-up news: the strip, the end, the move, the call."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.felt import check_axe, picture
from tests.e2e.table import ASKED, Table, result, view
from tests.serving import Site

PHONE = {"width": 360, "height": 740}
ELSEWHERE = f"/tables/{'f' * 32}/"

# Long and out of the lists, because the site's own clock plays it meanwhile.
_CUP = """
import json
from django.test import Client
from accounts import guests
from tournaments import director, levels, live
from tournaments.models import Tournament
cup = live.announce(Tournament(name="Friday cup", private=True, entry_fee=100, stack=1_000_000, max_entries=2,
    levels=levels.schedule(10)))
people = [guests.create() for _ in range(2)]
for one in people:
    live.enter(cup.pk, one, 1)
director.tick(cup.pk)
visitor = Client()
visitor.force_login(people[0])
table = cup.tables.get().table.public_id
print(json.dumps([cup.public_id, table, visitor.cookies["sessionid"].value]))
"""


@pytest.fixture(scope="module")
def cup(site: Site) -> list[str]:
    """Public ids of a tournament that runs and of its table, and the session of somebody who plays there."""
    found: list[str] = json.loads(site.manage("shell", "-v", "0", "-c", _CUP).strip().splitlines()[-1])
    return found


_IN_ARENA = "document.onreadystatechange = () => (document.getElementById('table').dataset.format = 'arena')"
_OVERFLOWS = """(strip) => [...strip.children].filter((part) => {
  const [inner, outer] = [part.getBoundingClientRect(), strip.getBoundingClientRect()];
  const isOutside = inner.left < outer.left || inner.right > outer.right + 1 || inner.bottom > outer.bottom;
  return inner.width && (isOutside || part.scrollWidth > part.clientWidth);
}).map((part) => part.textContent)"""


def below(page: Page, shown: str, over: str) -> bool:
    """Whether what lies over the page begins below that part of it."""
    boxes = [page.locator(name).bounding_box() for name in (shown, over)]
    assert all(boxes)
    return boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]  # type: ignore[index]


class Socket:
    """One of the page's sockets, whose server the test is."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page = page
        self._opened: list[WebSocketRoute] = []
        page.route_web_socket(pattern, lambda socket: self._opened.append(socket))

    def say(self, frame: dict[str, Any]) -> None:
        for _step in range(200):
            if self._opened:
                break
            self.page.wait_for_timeout(20)
        self._opened[-1].send(json.dumps(frame))


def news(own: dict[str, Any] | None = None, **facts: Any) -> dict[str, Any]:
    """Of a freezeout at level 4: the reader is fifth of twelve."""
    now = int(time.time() * 1000)
    # fmt: off
    me = {"state": "in", "place": 5, "stack": 480, "score": None, "table": None, "number": 1, "paused": False,
          "prize": None, "out": None, **(own or {})}
    return {
        "type": "news", "server_ms": now, "tournament": "0" * 32, "format": "freezeout", "state": "running", "why": "",
        "starts_at": None, "levels": 20, "level": 4, "ante": 40, "bet": 40, "next_ante": 60,
        "level_ends": now + 192_000, "level_ms": 300_000, "level_games_left": None, "break_next": False,
        "break_until": None, "next_break": None, "ends_at": None,
        "entries": 40, "max_entries": 100, "left": 12, "open": False, "tables": 2, "average": 14_800,
        "hand_for_hand": False, "final_table": False, "paid_places": 6, "next": None, "me": me, **facts,
    }
    # fmt: on


def out(**facts: Any) -> dict[str, Any]:
    end = {"place": 4, "final": True, "tied": False, "prize": 300, "may_enter_again": False, "next_entry": None}
    return {"state": "out", "place": 4, "prize": 300, "out": {**end, **facts}}


class Seated:
    """The page of somebody who plays at the cup's table."""

    def __init__(self, page: Page, site: Site, cup: list[str]) -> None:
        _tournament, self.table, session = cup
        self.page = page
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        self.news = Socket(page, "**/ws/tournaments/**")
        self.call = Socket(page, "**/ws/me/")
        self.at = Table(page, self.table)

    def shows(self, shown: dict[str, Any]) -> None:
        self.at.show({**shown, "stakes": "tournament", "buy_in": [0, 0]})

    def tell(self, own: dict[str, Any] | None = None, **facts: Any) -> None:
        self.news.say(news({"table": self.table, **(own or {})}, **facts))


@pytest.fixture
def seated(new_person: Callable[..., Page], site: Site, cup: list[str]) -> Callable[..., Seated]:
    def open_page(clock: bool = False, arena: bool = False, **options: Any) -> Seated:
        page = new_person(**options)
        if arena:
            page.add_init_script(_IN_ARENA)
        if clock:
            page.clock.install()
        return Seated(page, site, cup)

    return open_page


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "wide"])
def test_the_felt_says_level_time_place_and_average(seated: Callable[..., Seated], size: dict[str, int]) -> None:
    here = seated(viewport=size)
    here.shows(view(**ASKED))
    felt = here.page.locator(".felt")
    before = felt.bounding_box()
    here.tell()
    top = here.page.locator(".top")
    for words in ("Level 4, ante 40", re.compile("3:1[0-2]"), "place 5 of 12"):
        expect(top).to_contain_text(words)
    expect(top.locator(":visible", has_text=re.compile("^average 14,800$")).first).to_be_visible()
    assert felt.bounding_box() == before, "the felt gives nothing for it"
    expect(felt.locator(".level")).to_contain_text("To match 20")
    here.tell(level=5, ante=60, bet=60, hand_for_hand=True)
    expect(here.page.locator("#news")).to_have_text(
        "Level 5: ante 60. Hand for hand: after each game the tables wait for one another."
    )
    expect(top.get_by_text("Hand for hand").locator("visible=true").first).to_be_visible()
    expect(top.get_by_role("link", name="Back to the tournament")).to_have_attribute(
        "href", re.compile("/tournaments/")
    )
    check_axe(here.page)
    picture(here.page, f"tournament-felt-{size['width']}")
    here.tell(level=5, ante=60, bet=60, hand_for_hand=True, break_next=True, level_ends=None)
    expect(here.page.locator("#news")).to_contain_text("Break after this game")
    expect(top).to_contain_text("Break after this game")


def test_an_arena_says_place_and_score_and_lets_pause(seated: Callable[..., Seated]) -> None:
    """Also where the numbers are long, on a narrow phone."""
    here = seated(arena=True, viewport=PHONE)
    here.shows(view(**ASKED))
    arena = {"format": "arena", "average": None, "entries": 456, "levels": 1, "level": 1, "level_ends": None}
    here.tell({"place": 113, "score": 1234}, **arena, ends_at=int(time.time() * 1000) + 754_000)
    strip = here.page.locator(".strip")
    expect(strip).to_contain_text("place 113 of 456, score 1,234")
    expect(strip).not_to_contain_text("Level")
    assert strip.evaluate(_OVERFLOWS) == []
    here.tell({"place": 113, "score": 1234}, **{**arena, "levels": 9}, ends_at=int(time.time() * 1000) + 3_954_000)
    expect(here.page.locator(".top").get_by_text("ante").locator("visible=true")).to_have_text("ante 40")
    assert strip.evaluate(_OVERFLOWS) == []
    here.page.get_by_role("button", name="Menu").click()
    expect(here.page.get_by_role("button", name="Pause")).to_contain_text("Folds this game")
    away = view(**ASKED)
    away["seats"][1]["sitting_out"] = True
    here.shows(away)
    expect(here.page.get_by_role("button", name="Come back").first).to_be_attached()
    expect(here.page.locator(".dock")).to_contain_text("You pause: this game is folded")


def test_who_is_out_reads_the_result_and_then_place_and_prize(seated: Callable[..., Seated]) -> None:
    here = seated(clock=True, viewport=PHONE)
    here.tell()
    here.shows(result())
    here.page.locator(".result").wait_for()
    here.tell(out())
    here.page.clock.run_for(2_000)
    screen = here.page.get_by_role("dialog")
    expect(screen).to_have_count(0)
    here.page.clock.run_for(3_000)
    expect(screen).to_have_accessible_name("You finished in place 4 of 40")
    expect(screen).to_contain_text("You won 300 chips.")
    expect(screen).to_be_focused()
    expect(here.page.locator(".btn--go:visible")).to_have_text(["See the tournament"])
    check_axe(here.page)
    picture(here.page, "tournament-out-360")
    assert below(here.page, ".result__sum", "#screen"), "who has won, and how much, stays in sight"
    here.shows(result(game="2" * 32))  # the others play on
    expect(here.page.locator(".result")).to_be_visible()
    expect(screen).to_be_visible()
    screen.get_by_role("button", name="Watch on").click()
    expect(screen).to_have_count(0)


def test_the_end_can_be_put_away_and_leads_on(seated: Callable[..., Seated]) -> None:
    here = seated(clock=True, viewport={"width": 740, "height": 360})
    here.tell()
    won = {"winner": 2, "how": "folds", "bank": 60, "shares": {"2": 60}, "net": {"2": 30, "3": -30}}
    here.shows(result(result=won))
    here.page.locator(".result").wait_for()
    here.tell({**out(place=1, prize=900), "state": "in"}, state="finished", next="/tournaments/another/")
    here.page.clock.run_for(5_000)
    screen = here.page.get_by_role("dialog", name="You won the tournament")
    expect(screen.get_by_role("link", name="Play another")).to_have_attribute("href", "/tournaments/another/")
    expect(screen.get_by_role("link", name="See your last game")).to_have_attribute("href", f"/games/{'1' * 32}/")
    assert below(here.page, ".result__head h2", "#screen")
    check_axe(here.page)
    here.at.end()
    expect(here.page.locator(".result")).to_be_visible()
    screen.get_by_role("button", name="Close").click()
    expect(screen).to_have_count(0)
    expect(here.page.locator(".result").get_by_role("link", name="See the tournament")).to_be_visible()


def test_who_watches_is_sent_on_when_the_table_closes(seated: Callable[..., Seated]) -> None:
    here = seated(clock=True)
    here.shows(view())
    here.tell()
    expect(here.page.locator(".strip")).to_contain_text("place 5 of 12")
    here.tell(out())
    end = here.page.get_by_role("dialog", name="You finished in place 4 of 40")
    other = f'<main id="table" data-table="{"f" * 32}" data-name="Friday cup, table 2">The other table</main>'
    here.page.route("**/tables/*/", lambda route: route.fulfill(body=other, content_type="text/html"))
    here.at.end()
    expect(here.page.locator("#voice")).to_have_text("This table is closed.")
    here.page.clock.run_for(500)
    end.get_by_role("button", name="Watch on").click()
    expect(here.page.get_by_role("dialog", name="This table is closed")).to_contain_text("Friday cup, table 2")
    here.page.clock.run_for(2_100)
    here.page.wait_for_url(f"**{ELSEWHERE}")


def test_who_may_enter_again_can_do_it_there(seated: Callable[..., Seated]) -> None:
    here = seated(viewport=PHONE)
    here.shows(view())
    here.tell()
    expect(here.page.locator(".strip")).to_contain_text("place 5 of 12")
    here.tell(out(place=9, final=False, prize=None, may_enter_again=True, next_entry=2), open=True)
    screen = here.page.get_by_role("dialog", name="You are out")
    expect(screen).to_contain_text("That is place 9 of 40 so far")
    sent: list[str] = []

    def enter(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(body="They are in again", content_type="text/html")

    here.page.route("**/enter/", enter)
    here.page.locator("#table:not(.is-resting)").wait_for()
    screen.get_by_role("button", name="Enter again for 100 chips").click()
    expect(here.page.get_by_text("They are in again")).to_be_visible()
    assert "number=2" in sent[0]


def test_the_page_goes_to_the_new_table_by_itself(seated: Callable[..., Seated]) -> None:
    here = seated(clock=True)
    here.page.route(f"**{ELSEWHERE}", lambda route: route.fulfill(body="The other table", content_type="text/html"))
    here.shows(result())
    here.tell()
    here.tell({"table": "f" * 32, "number": 7})
    expect(here.page.get_by_role("dialog")).to_have_accessible_name("You move to table 7")
    expect(here.page.locator("#news")).to_have_text("You move to table 7")
    here.page.clock.run_for(2_100)
    here.page.wait_for_url(f"**{ELSEWHERE}")


CALL = {"type": "call", "tables": [
    {"href": ELSEWHERE, "page": "/tournaments/none/", "tournament": "1" * 32, "name": "Night cup", "table": 3}
]}  # fmt: skip


def test_on_another_page_a_banner_calls_to_the_table(
    new_person: Callable[..., Page], site: Site, cup: list[str]
) -> None:
    page = new_person(viewport=PHONE)
    page.context.add_cookies([{"name": "sessionid", "value": cup[2], "url": site.url}])
    me = Socket(page, "**/ws/me/")
    page.goto("/rules/")
    title = page.title()
    me.say({"type": "call", "tables": []})
    me.say(CALL)
    banner = page.get_by_role("status").filter(has_text="Your table is ready")
    expect(banner).to_contain_text("Night cup")
    expect(banner.get_by_role("link", name="Go there")).to_have_attribute("href", ELSEWHERE)
    expect(page).to_have_title("Your table is ready")
    check_axe(page)
    picture(page, "tournament-call-360")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(banner.get_by_role("link", name="Go there")).to_be_focused()
    page.set_viewport_size({"width": 1280, "height": 800})
    assert below(page, ".bar", ".call__note"), "the page's menu stays free"
    banner.get_by_role("button", name="Not now").click()
    expect(banner).to_have_count(0)
    expect(page).to_have_title(title)


def test_nobody_is_taken_away_from_another_table(seated: Callable[..., Seated]) -> None:
    here = seated(viewport=PHONE)
    here.shows(view(**ASKED))
    here.tell()
    here.call.say({"type": "call", "tables": []})
    here.call.say(CALL)
    expect(here.page.get_by_text("Your table is ready")).to_be_visible()
    expect(here.page).to_have_title(re.compile("^Your turn"))
    picture(here.page, "tournament-call-table-360")
    boxes = [here.page.locator(name).bounding_box() for name in (".call__note", ".felt")]
    assert all(boxes)
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 6, "it lies over the top bar alone"  # type: ignore[index]
    assert here.page.url.endswith(f"/tables/{here.table}/")
