"""The table's page as a test uses it: what it shows, what can be pressed, and every frame that its sockets got."""

import json
import os
import re
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Locator, Page, WebSocket, expect

from games.rules import Game, cards
from games.rules.view import view as game_view

OPEN = "[aria-disabled=false]:not(.is-resting *)"  # and no view has just changed what it does
CARD = re.compile(r"(?<![0-9A-Za-z])[1-6]?x?([6-9TJQKA][hds])(?![0-9A-Za-z])")
SHOTS = os.environ.get("AZI_SHOTS")  # a folder for pictures of what the tests see

_READ = """() => {
  const felt = document.querySelector("[data-phase]");
  if (!felt) return null;
  const number = (selector) => Number(document.querySelector(selector)?.textContent.replace(/\\D/g, ""));
  const list = (selector) => [...document.querySelectorAll(selector)].map((card) => card.dataset.card);
  return {
    phase: felt.dataset.phase,
    turn: felt.dataset.turn ?? null,
    bank: Number(document.querySelector("[data-bank]")?.dataset.bank ?? 0),
    chips: document.querySelector(".me__chips") ? number(".me__chips") : null,
    hand: list(".hand__card[data-card]").sort(),
    legal: list(".hand__card[data-card][aria-disabled=false]").sort(),
  };
}"""
_AGREES = f"(wanted) => JSON.stringify(({_READ})()) === JSON.stringify(wanted)"


class Felt:
    """One page at a table. Open it before the page goes there, so that no frame is missed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    @property
    def views(self) -> list[dict[str, Any]]:
        """The views that came, oldest first."""
        return [frame for frame in map(json.loads, self.frames) if frame["type"] == "view"]

    def acts(self) -> list[str]:
        """The answers that this page has sent."""
        return [frame["do"] for frame in self.sent if frame["type"] == "act"]

    def refused(self) -> list[str]:
        """The answers among them that the server has refused; a commitment that comes too late for its deal is none."""
        refused = {frame["ref"] for frame in map(json.loads, self.frames) if frame["type"] == "error"}
        return [frame["do"] for frame in self.sent if frame["type"] == "act" and frame["ref"] in refused]

    def open(self, table: str) -> "Felt":
        """Goes to the table and waits for its first view."""
        self.page.goto(f"/tables/{table}/")
        self.page.locator("[data-phase]").wait_for()
        return self

    # What can be pressed

    def button(self, do: str) -> Locator:
        """The button for a decision, pressable or not."""
        return self.page.locator(f"[data-do='{do}']")

    def press(self, do: str) -> None:
        """Presses a button once it can be pressed."""
        self.page.locator(f"[data-do='{do}']{OPEN}").click()

    def card(self, card: str) -> Locator:
        """A card of one's own hand."""
        return self.page.locator(f".hand__card[data-card='{card}']")

    def play(self, card: str) -> None:
        """Plays a card once it can be played."""
        self.page.locator(f".hand__card[data-card='{card}']{OPEN}").click()

    def bid(self, value: int) -> None:
        """Bets or raises to a value, typed into the panel."""
        self.page.locator("[data-do=raise]").wait_for()  # only then is it known whether the panel opens by itself
        if not self.page.locator("#raise-to").is_visible():
            self.press("raise")
        field = self.page.locator("#raise-to")
        field.fill(str(value))
        field.press("Tab")
        self.press("raise")

    def sit(self, seat: int, chips: int) -> None:
        """Takes an empty seat."""
        self.page.get_by_role("button", name=f"Sit here, seat {seat}").click()
        field = self.page.locator("#amount")
        expect(field).to_be_focused()
        field.fill(str(chips))
        field.press("Enter")
        self.page.locator(f".me[data-seat='{seat}']").wait_for()

    def menu(self, name: str) -> None:
        """Presses something in the table's menu."""
        self.page.get_by_role("button", name="Menu", exact=True).click()
        self.page.locator("#seat-menu").get_by_text(name, exact=True).click()
        if self.page.locator("#seat-menu").is_visible():
            self.page.keyboard.press("Escape")

    # What it shows

    def shown(self) -> dict[str, Any]:
        """Phase, turn, bank, own chips, own cards and which of them can be played."""
        found: dict[str, Any] = self.page.evaluate(_READ)
        return found

    def agrees(self, game: Game, seat: int | None) -> None:
        """Waits until the page shows what the rules say of this game for this seat."""
        wanted = _wanted(game, seat)
        try:
            self.page.wait_for_function(_AGREES, arg=wanted, timeout=10_000)
        except Error:  # it timed out
            assert self.shown() == wanted

    def cards_shown(self) -> set[str]:
        """Every card whose face, name or code is anywhere in the page."""
        symbols: list[str] = self.page.locator("use").evaluate_all("all => all.map(use => use.getAttribute('href'))")
        drawn = [symbol.partition("#")[2] for symbol in symbols]
        pictures = {name[1:].replace("10", "T") + name[0].lower() for name in drawn if name[:1] in ("H", "D", "S")}
        return pictures | cards_in(self.page.locator("#table").inner_html())

    def fits(self) -> None:
        """Nothing sticks out to the side."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{wide} px stick out"


def _wanted(game: Game, seat: int | None) -> dict[str, Any]:
    if game.is_over:
        return {"phase": "over", "turn": None, "bank": 0, "chips": None, "hand": [], "legal": []}
    view: dict[str, Any] = game_view(game, seat)
    mine = [one for one in view["seats"] if one["seat"] == seat]
    hand = [card for one in mine for card in one["cards"] if card != "??"]
    asked = seat in view["to_act"]
    return {
        "phase": "shuffle" if view["phase"] == "deal" else view["phase"],
        "turn": "me" if asked else " ".join(map(str, view["to_act"])),
        "bank": view["bank"],
        "chips": mine[0]["stack"] if mine else None,
        "hand": sorted(hand),
        "legal": sorted(card for card in hand if {card, f"x{card}"} & set(view["legal"])),
    }


def cards_in(text: str) -> set[str]:
    """The codes of cards in a text, alone or within an event such as 2Th."""
    return {found for found in CARD.findall(text) if found in cards.BY_NAME}


def check_axe(page: Page) -> None:
    """No violation that axe can see."""
    found = Axe().run(page)
    assert not found.violations_count, found.generate_report()


def picture(page: Page, name: str) -> None:
    """A picture for people to look at, where they have asked for some."""
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SHOTS}/{name}.png", animations="disabled")


def in_the_dark(page: Page, name: str) -> None:
    """A picture in dark colours."""
    if SHOTS:
        page.emulate_media(color_scheme="dark")
        picture(page, name)
        page.emulate_media(color_scheme="light")
