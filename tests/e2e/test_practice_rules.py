"""The rules in a browser: MicroPython from the site, with the site's bundle, answers as CPython does."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from games.rules import Game, Ruleset, bots, hints, record
from games.rules.bots import LEVELS, STYLES
from games.rules.chance import Chance
from games.rules.playouts import takes
from games.rules.reader import read_all
from games.rules.view import view as game_view
from tests.rules.tables import shuffled
from tests.rules.test_record_fuzz import damaged
from tests.rules.test_vectors import ERRORS, NAMED, RANDOM

HARNESS = (Path(__file__).parent / "practice_rules.py").read_text()
PART = 40  # questions at a time: memory is swept when Python is done, not before
Asked = tuple[dict[str, Any], str, str, int]

# Static files and the bundle are the site's own; this page of it has no policy that would forbid WebAssembly.
LOAD = """async (harness) => {
  const { loadRules } = await import("/static/games/rules_runtime.js");
  const vendor = "/static/vendor/micropython/micropython";
  const addresses = { program: `${vendor}.mjs`, wasm: `${vendor}.wasm`, rules: "/practice/rules/0.json" };
  globalThis.rules = await loadRules(addresses);
  rules.files.writeFile("/harness.py", harness);
  rules.run("import harness");
}"""

RUN = """([work, parts]) => parts.flatMap((part) => {
  rules.files.writeFile("/given.json", JSON.stringify(part));
  return rules.run(`harness.${work}()`).split("\\n");
})"""

BROKEN = """() => ["1 / 0", "x ="].map((code) => {
  try {
    rules.run(code);
  } catch ({ code, message, detail }) {
    return [code, message, detail.startsWith("Traceback")];
  }
})"""

REFUSED = """() => {
  try {
    rules.answer({ do: "nonsense" });
  } catch ({ code, message }) {
    return [code, message];
  }
}"""


@pytest.fixture
def page(person: Page) -> Page:
    """A page of the site that does nothing of its own, with the rules loaded."""
    person.goto("/static/games/fair.js")
    person.evaluate(LOAD, HARNESS)
    return person


def told(page: Page, work: str, given: list[Any]) -> list[Any]:
    parts = [given[at : at + PART] for at in range(0, len(given), PART)]
    return [json.loads(line) for line in page.evaluate(RUN, [work, parts])]


# Reading


def said(found: record.Record | record.RecordError) -> Any:
    if isinstance(found, record.RecordError):
        return {"error": found.message, "line": found.line, "column": found.column}
    return [record.summary(found.game), record.write(found), record.mask(found, None)]


def test_every_vector_has_its_answer_in_a_browser(page: Page) -> None:
    cases = [*NAMED.values(), *ERRORS.values(), *RANDOM]
    found = told(page, "read", [case["agn"] for case in cases])
    assert len(found) == len(cases) > 500
    for case, (answer,) in zip(cases, found, strict=True):
        if "want" in case:
            assert answer[0] == case["want"], case["agn"]
        else:
            assert (answer["line"], answer["column"]) == (case["line"], case["column"]), case["agn"]


def test_damaged_records_are_answered_alike(page: Page) -> None:
    rng = random.Random(11)
    texts = [damaged(rng) for _ in range(240)]
    want = [json.loads(json.dumps([said(one) for one in read_all(text.encode())])) for text in texts]
    assert told(page, "read", texts) == want


# Thinking


def asked() -> Iterator[Asked]:
    """Views of whole games at tables of every kind and size, each with a bot and a seed; now and then for a hint."""
    rng = random.Random(3)
    kinds = [(cards, azi, blind) for cards in (3, 4) for azi in ("buyin", "replay") for blind in (True, False)]
    players = [(level, style) for level in LEVELS for style in STYLES]
    seed = 0
    for turn, (cards, azi, blind) in enumerate(kinds):
        for size in (2 + turn % 2, 4, 5 + turn % 2):
            stacks = {seat: rng.choice([40, 300, 1000]) for seat in rng.sample(range(1, 7), size)}
            game = Game(Ruleset(cards=cards, blind=blind, azi=azi), stacks, dealer=rng.randint(1, 6))
            while not game.is_over and game.deals < 3:
                if game.phase == "deal":
                    game.deal(shuffled(rng))
                    continue
                seat = rng.choice(game.to_act)
                seen = game_view(game, seat)
                level, style = players[seed % len(players)]
                yield seen, level, style, seed
                if seed % 17 == 0:
                    yield seen, "hint", "", seed
                word = bots.choose(seen, Chance(seed), level, style)
                # Who seldom folds plays on, and to Azi.
                game.apply(
                    seat, "c" if word == "f" and "c" in game.legal_actions(seat) and rng.random() < 0.7 else word
                )
                seed += 1


def chosen(seen: dict[str, Any], level: str, style: str, seed: int) -> Any:
    chance = Chance(seed)
    return hints.hint(seen, chance) if level == "hint" else bots.choose(seen, chance, level, style)


def test_bots_and_hints_are_the_same_in_a_browser(page: Page) -> None:
    questions = list(asked())
    phases = {(seen["phase"], level) for seen, level, _style, _seed in questions}
    assert phases >= {(phase, level) for phase in ("discard", "bid", "play") for level in (*LEVELS, "hint")}
    assert any(phase == "azi" for phase, _level in phases)
    assert len(questions) > 300
    want = [json.loads(json.dumps(chosen(*question))) for question in questions]
    found = told(page, "choose", questions)
    assert [pair for pair in zip(questions, want, found, strict=True) if pair[1] != pair[2]] == []


def test_chance_and_odds_are_the_same_to_the_last_bit(page: Page) -> None:
    seeds = [7, 2**53, 0]
    first, *tables = told(page, "numbers", seeds)
    chance = Chance(*seeds)
    assert first == [exact(chance.random()) for _ in range(1000)]
    for turn_up, table in enumerate(tables):
        assert table == [[exact(share) for share in takes(turn_up, players)] for players in range(2, 7)]


def exact(value: float) -> list[int]:
    high = int(value * 2**30)
    return [high, int((value * 2**30 - high) * 2**30)]


def test_what_goes_wrong_is_an_error_with_a_code(page: Page) -> None:
    assert page.evaluate(BROKEN) == [
        ["broken", "ZeroDivisionError: divide by zero", True],
        ["broken", "SyntaxError: invalid syntax", True],
    ]
    assert page.evaluate(REFUSED) == ["malformed", "That is no question."]
