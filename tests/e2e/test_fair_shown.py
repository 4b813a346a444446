"""What a table shows of a deal is what was proved of it, or the page says which it isn't (shown.js)."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from games.rules.cards import BY_NAME

Facts = dict[str, Any]

ME = {"id": "b" * 32, "seat": 2}

LOOK = """async (cases) => {
  const { codeOf } = await import("/static/games/fair.js");
  const { isLacking } = await import("/static/games/shown.js");
  return cases.map(([deal, view, me]) => {
    try {
      return Boolean(isLacking(deal, view, me));
    } catch (error) {
      return codeOf(error);
    }
  });
}"""


def opened(card: str, pos: int) -> Facts:
    return {"e": "open", "pos": pos, "card": BY_NAME[card]}


def deal() -> Facts:
    """Dealt by seat 1 to me, in seat 2, and to seat 1; trump is the six of hearts, and I have led the ace."""
    events = [
        {"e": "deal", "seat": 2, "pos": [0, 2, 4]},
        {"e": "deal", "seat": 1, "pos": [1, 3, 5]},
        opened("6h", 6),
        {"e": "act", "a": "2Ah"},
        opened("Ah", 0),
    ]
    seats = [{"seat": 1, "user": "a" * 32}, {"seat": 2, "user": ME["id"]}]
    own = [{"card": BY_NAME[card]} for card in ("Ah", "Kh", "7d")]
    return {
        "header": {"seats": seats},
        "combination": {"drawn_dealer": 1},
        "events": events,
        "openings": own,
        "sound": True,
        "shown": True,
        "ended": False,
        "dealer": None,
    }


def view() -> Facts:
    seats = [
        {"seat": 1, "player": "a" * 32, "cards": ["??"] * 3},
        {"seat": 2, "player": ME["id"], "cards": ["Kh", "7d"]},
    ]
    return {
        "phase": "play",
        "dealer": 1,
        "turn_up": "6h",
        "my_seat": 2,
        "seats": seats,
        "trick": [{"seat": 2, "card": "Ah"}],
        "events": [{"a": "2L"}, {"a": "2Ah"}],
        "result": None,
    }


Change = Callable[[Facts, Facts], object]

# What is changed of the deal or of the view, and what then is found: a fault's code, whether a proof is still due.
FOUND: list[tuple[str, Change, str | bool]] = [
    ("all is as proved", lambda _deal, _view: None, False),
    ("another turn-up", lambda _deal, view: view.update(turn_up="7h"), "shown_trump"),
    (
        "another card played",
        lambda _deal, view: view.update(trick=[{"seat": 2, "card": "Kh"}], events=[]),
        "shown_card",
    ),
    (
        "a card played, its opening on the way",
        lambda _deal, view: view["trick"].append({"seat": 1, "card": "9h"}),
        True,
    ),
    (
        "a card played, never opened",
        lambda deal, view: [deal.update(ended=True), view["trick"].append({"seat": 1, "card": "9h"})],
        "shown_card",
    ),
    ("another hand", lambda _deal, view: view["seats"][1].update(cards=["Kh", "8d"]), "shown_hand"),
    ("a hand, its openings on the way", lambda deal, _view: deal.update(shown=False, openings=[]), True),
    ("a hand, never opened", lambda deal, _view: deal.update(shown=False, openings=[], ended=True), "shown_hand"),
    ("a hand not looked at", lambda deal, view: view["seats"][1].update(cards=["??"] * 2), False),
    ("somebody else in a seat", lambda _deal, view: view["seats"][1].update(player="c" * 32), "shown_seats"),
    (
        "one more was dealt in",
        lambda _deal, view: view["seats"].append({"seat": 3, "player": "", "cards": ["??"]}),
        "shown_seats",
    ),
    ("another dealer than was drawn", lambda _deal, view: view.update(dealer=2), "shown_dealer"),
    ("another dealer than before", lambda deal, _view: deal.update(dealer=2), "shown_dealer"),
    ("dealt from the wrong seat on", lambda deal, _view: deal["events"][0].update(seat=1), "shown_dealer"),
    (
        "no turn-up yet",
        lambda deal, view: [deal.update(events=deal["events"][:2]), view.update(trick=[], events=[])],
        True,
    ),
    ("not combined yet", lambda deal, _view: deal.update(sound=False), True),
    ("called off", lambda deal, view: [deal["events"].append({"e": "void"}), view.update(turn_up="7h")], False),
    ("a test deck", lambda deal, view: [deal.update(test=True), view.update(turn_up="7h")], False),
]


@pytest.fixture
def page(person: Page) -> Page:
    """A page of the site that does nothing of its own."""
    person.goto("/static/games/fair.js")
    return person


def test_what_is_shown_is_what_was_proved(page: Page) -> None:
    cases = []
    for _name, change, _found in FOUND:
        case = copy.deepcopy((deal(), view(), ME))
        change(case[0], case[1])
        cases.append(case)
    found = page.evaluate(LOOK, cases)
    assert dict(zip([name for name, _, _ in FOUND], found, strict=True)) == {name: code for name, _, code in FOUND}
