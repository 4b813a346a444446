"""What a browser makes of the frames that tell a table's deals (handshake.js), without a server: honest and others.

Whoever looks on here has no seat; what a player's own browser gives is in test_fair_tables.py.
"""

import secrets
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Page

from games.rules import fairness, verifier
from games.rules.fairness import ZERO
from tests.rules.test_fairness import TABLE, made, sealed

Record = dict[str, Any]
Told = dict[str, Any]

# A story is told step by step; then what the seal comes to is awaited, and given as it is if that doesn't come.
TELL = """async ([table, stories]) => {
  const { Handshake } = await import("/static/games/handshake.js");
  const found = {};
  for (const [name, steps, chain, expected] of stories) {
    localStorage.clear();
    globalThis.fetch = async () => ({ ok: chain !== null, json: async () => chain });
    const nothing = () => {};
    const deps = { deals: "/", send: () => null, now: Date.now, changed: nothing, alarm: nothing, calm: nothing };
    const handshake = new Handshake(table, deps);
    for (const [what, step] of steps) what === "view" ? handshake.see(step, null) : handshake.hear(step);
    const seal = () => [handshake.seal.state, handshake.seal.code ?? null];
    for (let look = 0; look < 60 && String(seal()) !== String(expected); look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await new Promise((resolve) => setTimeout(resolve, 100)); // and it stays so
    found[name] = seal();
  }
  return found;
}"""


def frame(record: Record, step: str, **facts: Any) -> tuple[str, Told]:
    return "frame", {"type": "shuffle", "step": step, "deal_no": record["deal_no"], **facts}


def header(record: Record) -> tuple[str, Told]:
    return frame(record, "header", header={key: record[key] for key in verifier.HEADER})


def combine(record: Record) -> tuple[str, Told]:
    return frame(record, "combine", combination={key: record[key] for key in verifier.COMBINATION})


def events(record: Record) -> tuple[str, Told]:
    return frame(record, "events", **{"from": 0, "events": record["events"]})


def end(record: Record, **facts: Any) -> tuple[str, Told]:
    return frame(record, "end", **{"record_hash": record["record_hash"], **facts})


def dealt(record: Record) -> list[tuple[str, Told]]:
    return [header(record), combine(record), events(record)]


def whole(record: Record) -> list[tuple[str, Told]]:
    return [*dealt(record), end(record)]


def view(record: Record) -> tuple[str, Told]:
    """The table as it shows the deal to somebody without a seat; nothing of it is in its events yet."""
    seats = [{"seat": one["seat"], "player": one["user"], "cards": ["??"] * 4} for one in record["seats"]]
    known = {"epoch": "e", "game": "g", "my_seat": None, "turn_up": "6h", "dealer": record["drawn_dealer"]}
    shown = {"phase": "bid", "seats": seats, "trick": [], "events": [], "result": None}
    return "view", {**known, **shown, "next_deal": record["deal_no"] + 1}


def link(record: Record) -> Told:
    """What the table's chain says of a deal to whom it was not told."""
    hashed = sha256(fairness.canon(record["events"])).hexdigest()
    return {key: record[key] for key in (*verifier.HEADER, "combined", "record_hash")} | {"events_hash": hashed}


def chain(*records: Record) -> Told:
    return {"deals": [link(record) for record in records], "more": False}


FIRST, _USED, _SEEDS = made()
OTHER, _USED, _SEEDS = made()  # another first deal of the same table
SECOND, _USED, _SEEDS = made(deal_no=2, prev=FIRST["record_hash"])
THIRD, _USED, _SEEDS = made(deal_no=3, prev=SECOND["record_hash"])
DRAWN_ANEW, _USED, _SEEDS = made(deal_no=3, prev=FIRST["record_hash"])
LATER, _USED, _SEEDS = made(deal_no=2)
VOID = sealed({**{key: FIRST[key] for key in verifier.HEADER}, "events": [{"e": "void", "why": "stuck"}]})
OTHERWISE = {**FIRST, "events": [*FIRST["events"][:-1], {**FIRST["events"][-1], "salt": secrets.token_hex(32)}]}

# What is told, the table's chain (None: it can't be had), the seal's state and what it names.
STORIES: list[tuple[str, list[tuple[str, Told]], Told | None, list[str | None]]] = [
    ("a deal that is told whole", whole(FIRST), None, ["verified", None]),
    ("two deals", [*whole(FIRST), *whole(SECOND)], None, ["verified", None]),
    ("all of it twice", [one for step in whole(FIRST) for one in (step, step)], None, ["verified", None]),
    ("a header, and no more yet", [header(FIRST)], None, ["not_yet", None]),
    ("cards that are shown and not opened", [*dealt(FIRST)[:2], view(FIRST)], None, ["not_yet", None]),
    ("called off before its cards", [header(FIRST), events(VOID), end(VOID)], None, ["void", None]),
    ("two headers of a deal", [header(FIRST), header(OTHER)], None, ["broken", "two_headers"]),
    ("another beginning", [header(THIRD), *whole(FIRST)[1:], header(OTHER)], None, ["broken", "back"]),
    ("another end", [*dealt(FIRST), end(FIRST, record_hash=ZERO)], None, ["broken", "record_hash"]),
    ("events told otherwise", [*dealt(FIRST), events(OTHERWISE)], None, ["broken", "story"]),
    ("a test deck after all", [header(FIRST), frame(FIRST, "test")], None, ["broken", "test_after"]),
    ("numbers that go back", [*whole(LATER), header(FIRST)], None, ["broken", "back"]),
    ("missed, and looked up", [*whole(FIRST), *dealt(THIRD)], chain(SECOND), ["verified", None]),
    ("missed, and not to be had", [*whole(FIRST), *dealt(THIRD)], None, ["not_yet", "unlinked"]),
    ("drawn anew, with a number in between", [*whole(FIRST), header(DRAWN_ANEW)], chain(), ["broken", "vanished"]),
    ("another one in its place", [*whole(FIRST), header(THIRD)], chain(LATER), ["broken", "prev"]),
]


@pytest.fixture
def page(person: Page) -> Page:
    """A page of the site that does nothing of its own."""
    person.goto("/static/games/fair.js")
    return person


def test_what_is_told_is_checked(page: Page) -> None:
    stories = [[name, steps, chained, expected] for name, steps, chained, expected in STORIES]
    found = page.evaluate(TELL, [TABLE, stories])
    assert found == {name: expected for name, _, _, expected in STORIES}
