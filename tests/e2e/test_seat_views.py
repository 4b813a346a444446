"""What the felt says of a view. The views are made up, so that each state is there at once."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.felt import OPEN, check_axe, in_the_dark, picture
from tests.serving import Site
from tests.stage import set_stage

View = dict[str, Any]


def seat(number: int, name: str, **facts: Any) -> View:
    """Somebody who is in, with three hidden cards and the ante paid."""
    # fmt: off
    return {
        "seat": number, "player": f"{number}" * 32, "name": name, "bot": False, "online": True,
        "sitting_out": False, "waiting": False, "leaving": False, "stack": 480, "bank_ms": 30_000, "in": True,
        "looked": True, "bid": 0, "paid": 10, "cards": ["??"] * 3, "tricks": 0, "last": None,
        **facts,
    }
    # fmt: on


def view(**facts: Any) -> View:
    """A bidding in which Marc has bet blind; it is the turn of seat 1, and ours is seat 2."""
    now = int(time.time() * 1000)
    # fmt: off
    return {
        "type": "view", "table": "0" * 32, "epoch": "e", "version": 1, "name": "Felt", "private": False,
        "ruleset": {"cards": 3, "blind": True, "raises": None, "azi": "buyin", "ante": 10, "bet": 10},
        "seats_total": 6, "buy_in": [200, 2000], "stakes": "cash", "turn_ms": 20_000, "bots": True, "watching": 0,
        "game": "1" * 32, "game_no": 1, "deal": 1, "next_deal": 2, "phase": "bid", "my_seat": 2, "dealer": 1,
        "turn_up": "6h", "six_up": False, "bank": 50, "level": 20, "leader": 3,
        "seats": [
            seat(1, "Ready Heron"),
            seat(2, "Calm Otter", cards=["Ah", "Ts", "7d"]),
            seat(3, "Marc", looked=False, bid=20, paid=20, last="b20"),
            seat(4, "Kunak", bot=True),
        ],
        "trick": [], "last_trick": [], "to_act": [1], "deadline": now + 20_000, "next": None,
        "ask": None, "legal": [], "cost": {}, "result": None,
        "events": [{"n": 1, "a": "2L", "chips": 0}, {"n": 2, "a": "3b20", "chips": 10}],
        "mine": {"show_at_once": True, "top_up_to": None, "broke_until": None},
        **facts,
    }
    # fmt: on


ASKED = {"to_act": [2], "ask": 7, "legal": ["c", "f", "r30..480"], "cost": {"c": 20, "r30": 30, "r480": 480}}


class Table:
    """A table's page whose server the test is."""

    def __init__(self, page: Page, table: str) -> None:
        self.page = page
        self.sent: list[View] = []
        self._socket: WebSocketRoute | None = None
        self._version = 0
        self.is_down = False  # then it takes no new link
        page.route_web_socket("**/ws/tables/**", self._open)
        page.goto(f"/tables/{table}/")

    def _open(self, socket: WebSocketRoute) -> None:
        if self.is_down:
            socket.close(code=4013)
            return
        self._socket = socket
        socket.on_message(lambda text: self.sent.append(json.loads(text)))
        you = {"id": "2" * 32, "name": "Calm Otter", "guest": True}
        self.send({"type": "hello", "protocol": 1, "you": you, "server_ms": int(time.time() * 1000)})

    def send(self, frame: View) -> None:
        """A frame from the server."""
        assert self._socket
        self._socket.send(json.dumps(frame))

    def show(self, shown: View) -> None:
        """The next version of the view."""
        self._version += 1
        self.page.wait_for_function("() => document.querySelector('#table .play')")
        self.send({**shown, "version": self._version})

    def acts(self) -> list[str]:
        """The answers that the page has sent."""
        return [frame["do"] for frame in self.sent if frame["type"] == "act"]


@pytest.fixture
def table(site: Site, new_person: Callable[..., Page]) -> Callable[..., Table]:
    """Opens the page of a table that the test speaks for."""
    stage = set_stage(site, name="Views")
    return lambda **options: Table(new_person(**options), stage.table)


def test_others_are_named_in_full_and_what_they_did_is_said(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view())
    page = at.page
    expect(page.locator(".dock")).to_contain_text("Waiting for Ready Heron.")
    expect(page.locator("#situation")).to_have_text("Marc bets 20 blind and pays 10.")
    expect(page.locator(".log li").nth(1)).to_have_text("You look")
    expect(page.locator(".log li").nth(2)).to_contain_text("Marc bets blind20 for 10")
    expect(page.locator("[data-seat='4'] .seat__name")).to_have_text("Kunak bot")
    expect(page.locator("[data-seat='1'] .act")).to_have_text("Ante 10")
    at.show(view(seats=[seat(1, "Ready Heron", online=False), seat(2, "Calm Otter", cards=["Ah", "Ts", "7d"])]))
    expect(page.locator("[data-seat='1']")).to_contain_text("Reconnecting")
    check_axe(page)
    in_the_dark(page, "seat-reconnecting-1280-dark")


def test_a_press_that_was_on_its_way_when_the_view_came_does_nothing(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view())
    at.page.locator("[data-do=raise]").wait_for()
    at.page.evaluate("""() => {
      const early = new MutationObserver(() => document.querySelector("[data-do=raise][aria-disabled=false]")?.click());
      early.observe(document.getElementById("table"), { subtree: true, childList: true, attributes: true });
      setTimeout(() => early.disconnect(), 200);
    }""")
    at.show(view(**ASKED))
    at.page.wait_for_timeout(300)
    assert at.acts() == [], "a press meant for what stood there before has raised"
    at.page.locator(f"[data-do=raise]{OPEN}").click()
    at.page.wait_for_function("() => document.querySelector('.is-busy')")
    assert at.acts() == ["r30"]


def test_what_is_being_typed_stays_while_the_clock_ticks(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view(**ASKED))
    field = at.page.locator("#raise-to")
    field.fill("4")
    at.page.wait_for_timeout(1_200)  # the page is drawn anew every second
    field.press("End")
    field.press("5")
    field.press("Enter")
    at.page.wait_for_function("() => document.querySelector('.is-busy')")
    assert at.acts() == ["r45"]


def test_betting_blind_is_explained_until_it_is_understood(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.show(view())
    hint = at.page.locator(".hint")
    expect(hint).to_contain_text("it costs you half")
    check_axe(at.page)
    picture(at.page, "seat-hint-360")
    at.page.get_by_role("button", name="Got it").click()
    expect(hint).to_have_count(0)
    at.page.reload()
    at.page.wait_for_timeout(100)
    at.show(view())
    at.page.locator("[data-phase=bid]").wait_for()
    expect(hint).to_have_count(0)


@pytest.mark.parametrize("wide", [360, 1280])
def test_the_servers_own_sentence_says_what_was_refused(table: Callable[..., Table], wide: int) -> None:
    at = table(viewport={"width": wide, "height": 740})
    at.show(view(my_seat=None, mine=None, seats=[seat(1, "Ready Heron")], phase="bid"))
    at.page.get_by_role("button", name="Sit here, seat 3").click()
    at.page.locator("[data-do=send]").click()
    at.page.wait_for_function("() => document.querySelector('.is-busy')")
    sentence = "You left this table with 730 chips: within 30 minutes, come back with as many."
    at.send({"type": "error", "ref": at.sent[-1]["ref"], "code": "limits", "message": sentence})
    expect(at.page.locator(".sheet").get_by_role("alert")).to_have_text(sentence)
    check_axe(at.page)
    picture(at.page, f"seat-limits-{wide}")


def test_a_lost_link_covers_no_seat(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 1280, "height": 800})
    at.show(view())
    at.page.locator("[data-phase=bid]").wait_for()
    assert at._socket
    at.is_down = True
    at._socket.close(code=4013)
    notice = at.page.locator(".notice")
    expect(notice).to_contain_text("Your seat is kept.")
    box = notice.bounding_box()
    assert box
    for one in at.page.locator(".seat").all():
        other = one.bounding_box()
        assert other
        assert box["y"] + box["height"] <= other["y"], "the notice lies over a seat"
    picture(at.page, "seat-lost-1280")
