"""Each deal is checked by the browsers at its table: they take part in it, and see when one is told something else."""

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, WebSocketRoute, expect

from games.rules import fairness, hashes
from tests.client import Client, Visitor
from tests.e2e.felt import OPEN, check_axe, in_the_dark, picture
from tests.e2e.table import Table, view
from tests.serving import Site
from tests.stage import Stage, set_stage

Frame = dict[str, Any]
Change = Callable[[Frame], Frame | None]


class Line:
    """A page at a table, and what goes over its link: `told` and `says` may change a frame, or lose it."""

    def __init__(self, page: Page, table: str, told: Change = lambda frame: frame) -> None:
        self.page = page
        self.told = told
        self.says: Change = lambda frame: frame
        self.heard: list[Frame] = []
        self.sent: list[Frame] = []
        page.route_web_socket("**/ws/tables/**", self._open)
        page.goto(f"/tables/{table}/")
        self.seal.wait_for()

    def _open(self, link: WebSocketRoute) -> None:
        server = link.connect_to_server()
        server.on_message(lambda text: self._pass(text, self.heard, self.told, link))
        link.on_message(lambda text: self._pass(text, self.sent, self.says, server))

    @staticmethod
    def _pass(text: str | bytes, kept: list[Frame], change: Change, onward: WebSocketRoute) -> None:
        frame = json.loads(text)
        kept.append(frame)
        changed = change(frame)
        if changed is not None:
            onward.send(json.dumps(changed))

    @property
    def seal(self) -> Any:
        return self.page.locator("#seal")

    def is_sealed(self, state: str) -> None:
        expect(self.seal).to_have_attribute("data-seal", state)

    def step(self, name: str) -> Frame:
        """The newest frame of this step that the server has sent, once there is one."""
        for _look in range(150):
            found = [one for one in self.heard if one["type"] == "shuffle" and one["step"] == name]
            if found:
                return found[-1]
            self.page.wait_for_timeout(50)
        raise AssertionError(f"no {name}")

    def seeds(self) -> list[str]:
        """What it has revealed."""
        return [frame["r"] for frame in self.sent if frame["type"] == "reveal"]

    def sit(self, seat: int) -> None:
        """Takes a seat, and is bound to a random number there."""
        self.page.get_by_role("button", name=f"Sit here, seat {seat}").click()
        self.page.locator("#amount").press("Enter")
        self.step("commit")

    def saves(self, path: Path) -> Frame:
        """What is in the file that the panel offers."""
        with self.page.expect_download() as saved:
            self.page.locator("[data-do=download]").click()
        saved.value.save_as(path)
        record: Frame = json.loads(path.read_text())
        return record


@pytest.fixture
def line(site: Site, new_person: Callable[..., Page]) -> Callable[..., Line]:
    """The page of somebody on a stage, or of a stranger."""

    def come(stage: Stage, name: str | None = None, told: Change = lambda frame: frame, **options: Any) -> Line:
        page = new_person(**options)
        if name:
            sign_in(page.context, site, stage, name)
        return Line(page, stage.table, told)

    return come


def sign_in(context: BrowserContext, site: Site, stage: Stage, name: str) -> None:
    context.add_cookies([{"name": "sessionid", "value": stage.sessions[name], "url": site.url}])


@pytest.fixture
def stage(site: Site) -> Stage:
    """Alice sits, and Bob may."""
    names = [f"{name} {secrets.randbelow(10**9)}" for name in ("Alice", "Bob")]
    made = set_stage(site, *names, seated=1)
    return Stage(made.table, dict(zip(("Alice", "Bob"), made.sessions.values(), strict=True)))


PHONE = {"width": 360, "height": 740}
PRESSES = f".hand__card[data-card]{OPEN}, [data-do=c]{OPEN}, .dock [data-do=raise].btn--go{OPEN}"


def play(*players: Line) -> None:
    """To the end of a game: they call, and play what they may."""
    for turn in range(150):
        page = players[turn % len(players)].page
        if page.locator(".result").count():
            return
        page.evaluate("wanted => document.querySelector(wanted)?.click()", PRESSES)
        page.wait_for_timeout(30)
    raise AssertionError("the game doesn't end")


def test_a_game_is_checked_by_all_who_see_it(stage: Stage, line: Callable[..., Line], tmp_path: Path) -> None:
    alice, bob, vera = line(stage, "Alice"), line(stage, "Bob", viewport=PHONE), line(stage)
    alice.seal.click()
    alice.page.get_by_label("Your own words").fill("ала барс")
    alice.page.keyboard.press("Escape")
    expect(alice.seal).to_be_focused()
    bob.sit(2)
    play(alice, bob)
    for each in (alice, bob, vera):
        each.is_sealed("verified")
    shown = alice.step("combine")["combination"]["reveals"]
    assert [one["seed"] for one in shown] == [alice.seeds()[0], bob.seeds()[0]]
    bob.seal.click()
    sheet = bob.page.locator(".sheet")
    expect(sheet.locator(".proof__seats li")).to_have_count(2)
    expect(sheet.get_by_text("counted", exact=True)).to_have_count(2)
    expect(sheet).to_contain_text(alice.step("end")["record_hash"][:8])
    check_axe(bob.page)
    picture(bob.page, "fair-panel-360")
    in_the_dark(bob.page, "fair-panel-360-dark")
    record = bob.saves(tmp_path / "deal.json")
    fairness.verify(record)
    assert len(record["openings"]) == 3, "his own cards"


def exchange_the_card(frame: Frame) -> Frame:
    """The card turned up is another one."""
    for event in frame.get("events", ()) if frame["type"] == "shuffle" else ():
        if event["e"] == "open":
            event["card"] = (event["card"] + 1) % 27
    return frame


def exchange_a_leaf(frame: Frame) -> Frame:
    """The deck that is used is another one."""
    if frame.get("step") == "combine":
        frame["combination"]["leaves"][3] = secrets.token_hex(32)
    return frame


def exchange_a_reveal(frame: Frame) -> Frame:
    """Bob's random number is another one."""
    if frame.get("step") == "combine":
        frame["combination"]["reveals"][1]["seed"] = secrets.token_hex(32)
    return frame


def test_who_is_told_something_else_sees_it(stage: Stage, line: Callable[..., Line], tmp_path: Path) -> None:
    alice, bob = line(stage, "Alice", exchange_the_card), line(stage, "Bob", viewport=PHONE)
    vera, dora = line(stage, None, exchange_a_leaf), line(stage, None, exchange_a_reveal)
    bob.sit(2)
    expect(vera.page.get_by_role("alert")).to_contain_text("The deck that was used is not the one that was fixed")
    expect(dora.page.get_by_role("alert")).to_contain_text("The random number of seat 2 is not the one that was fixed")
    expect(alice.page.get_by_role("alert")).to_contain_text("is not the one that lay there when the deck was fixed")
    bob.is_sealed("verified")
    for each in (alice, vera, dora):
        each.is_sealed("broken")
        expect(each.seal).to_have_text("The proof is broken")
    picture(alice.page, "fair-broken-1280")
    alice.page.reload()
    expect(alice.seal).to_have_text("The proof is broken")  # until she has seen it
    alice.seal.click()
    expect(alice.page.locator(".sheet")).to_contain_text("is not the one that lay there")
    check_axe(alice.page)
    kept = alice.saves(tmp_path / "kept.json")
    with pytest.raises(fairness.Unfair) as unfair:
        fairness.verify({**kept, "record_hash": fairness.ZERO})
    assert unfair.value.code == "opening"
    alice.page.keyboard.press("Escape")
    expect(alice.seal).to_have_text("")


def leave_out_the_players(frame: Frame) -> Frame:
    """The deal is fixed for strangers."""
    if frame.get("step") == "header":
        header = frame["header"]
        for seat in header["seats"]:
            seat.update(user=secrets.token_hex(16), commit=fairness.ZERO)
        header["header_hash"] = hashes.header_hash_of(header)
    return frame


def move_the_dealer(frame: Frame) -> Frame:
    """Another one deals than the one that was drawn."""
    if frame["type"] == "view" and frame["phase"] in ("bid", "play"):
        frame["dealer"] = 3 - frame["dealer"]
    return frame


def call_it_a_test(frame: Frame) -> Frame:
    """There was nothing to prove, it is said once the cards are out."""
    return {**frame, "step": "test"} if frame.get("step") == "events" else frame


def test_who_is_told_less_sees_it(stage: Stage, line: Callable[..., Line]) -> None:
    alice, bob = line(stage, "Alice"), line(stage, "Bob")
    cheats = [leave_out_the_players, move_the_dealer, call_it_a_test]
    told = [line(stage, None, cheat) for cheat in cheats]
    bob.sit(2)
    for each in told[1:]:
        each.is_sealed("broken")
    expect(told[0].seal).not_to_have_attribute("data-seal", "verified")
    alice.is_sealed("verified")


def test_a_reload_before_the_reveal_goes_on_and_tabs_are_one_player(stage: Stage, line: Callable[..., Line]) -> None:
    alice, bob = line(stage, "Alice"), line(stage, "Bob")
    alice.says = lambda frame: None if frame["type"] == "reveal" else frame
    bob.sit(2)
    alice.step("header")
    alice.page.wait_for_function("() => Object.values(localStorage).some((kept) => kept.includes('\"h\"'))")
    alice.says = lambda frame: frame
    alice.page.reload()
    tab = Line(alice.page.context.new_page(), stage.table)
    bob.is_sealed("verified")
    alice.is_sealed("verified")
    tab.is_sealed("verified")
    assert len(set(alice.seeds() + tab.seeds())) == 1, "one random number under one header"
    assert alice.step("combine")["combination"]["reveals"][0]["seed"] == alice.seeds()[0]
    commits: dict[int, set[str]] = {}
    for frame in alice.sent + tab.sent:
        if frame["type"] == "commit":
            commits.setdefault(frame["deal_no"], set()).add(frame["commit"])
    assert {len(one) for one in commits.values()} == {1}, "each deal has one, whichever tab sent it"


def test_who_is_left_out_hears_so_and_a_second_device_rests(stage: Stage, line: Callable[..., Line]) -> None:
    alice, bob = line(stage, "Alice"), line(stage, "Bob")
    other = line(stage, "Alice", viewport=PHONE)
    expect(other.page.locator(".msg--wait")).to_have_text("Your other device takes part in the deals for you.")
    alice.says = lambda frame: None if frame["type"] == "reveal" else frame
    bob.sit(2)
    expect(alice.seal).to_have_text("Your random number was not counted")
    expect(alice.page.get_by_role("alert")).to_contain_text("it was not put together with the others")
    bob.is_sealed("silent")
    other.is_sealed("silent")
    assert other.seeds() == []


def next_game(*players: Client) -> None:
    """Whoever is asked folds, and all are ready for another game."""
    number = players[0].view["game_no"]
    for player in players:
        if player.wait(lambda view: view["to_act"])["ask"]:
            player.act("f")
    for player in players:
        player.wait(lambda view: view["phase"] == "over")
        player.send(type="next", game_no=number)
    for player in players:
        player.wait(lambda view: view["game_no"] == number + 1 and view["to_act"])


def known(page: Page) -> Frame:
    """What the browser knows of the table's chain."""
    text: str = page.evaluate("() => Object.entries(localStorage).find(([key]) => key.startsWith('azi.fair-head'))[1]")
    chain: Frame = json.loads(text)
    return chain


def test_who_missed_deals_looks_them_up(stage: Stage, site: Site, line: Callable[..., Line]) -> None:
    with (
        Visitor(site.url, stage.sessions["Alice"]).at(stage.table) as alice,
        Visitor(site.url, stage.sessions["Bob"]).at(stage.table) as bob,
    ):
        bob.wait(lambda view: view["phase"] == "waiting")
        bob.send(type="sit", seat=2, buy_in=500)
        alice.wait(lambda view: view["to_act"])
        vera = line(stage)
        vera.is_sealed("verified")
        vera.page.goto("/rules/")
        next_game(alice, bob)
        vera.page.goto(f"/tables/{stage.table}/")
        vera.is_sealed("verified")
        assert (known(vera.page)["n"], known(vera.page)["s"]) == (1, 1), "the chain from the first deal to the second's"
        vera.page.goto("/rules/")
        next_game(alice, bob)
        vera.page.route("**/deals.json?after=1", another_story)
        vera.page.goto(f"/tables/{stage.table}/")
        expect(vera.page.get_by_role("alert")).to_contain_text("Something in the record was changed or left out")
        vera.is_sealed("broken")


def another_story(route: Route) -> None:
    """A deal that was missed is told in another way."""
    chain = route.fetch().json()
    chain["deals"][0]["events_hash"] = secrets.token_hex(32)
    route.fulfill(json=chain)


NONSENSE: list[Frame] = [
    {},
    {"step": "constructor"},
    {"step": "commit", "seat": None},
    {"step": "combine", "combination": {}},
    {"step": "header", "header": None},
    {"step": "end"},
    {"step": "header", "header": {"scheme": "azi-fair/1", "seats": [1, None], "roots": "0"}},
    {"step": "events", "from": "x", "events": [None, {"e": 7}]},
    {"step": "combine", "combination": {"reveals": 5}},
    {"step": "own", "openings": [None]},
    {"step": "end", "record_hash": 5, "deck_seed": []},
]


def test_nonsense_breaks_the_seal_and_nothing_else(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view())
    at.page.locator("#seal").wait_for()
    for frame in NONSENSE:
        at.send({"type": "shuffle", "deal_no": 1, **frame})
    expect(at.page.locator("#seal")).to_have_attribute("data-seal", "broken")
    at.page.locator("#seal").click()
    expect(at.page.locator(".sheet")).to_contain_text("The record can't be read")
    at.page.keyboard.press("Escape")
    at.show(view(bank=90))
    expect(at.page.locator(".bank__sum")).to_have_text("90")
