"""The verifier of browsers (fair.js) and the rules' own agree: on the right answers, on faults, on deals of chance."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from games.rules import fairness, hashes, verifier
from games.rules.fairness import ZERO
from tests.rules import test_fairness as deals

Record = dict[str, Any]

# Of these, which are about a record's form, the browser refuses only those that it could not read.
FORM = {"malformed", "missing", "unknown", "opened_twice", "unseen_discard"}

VERIFY = """async (records) => {
  const { codeOf, verify } = await import("/static/games/fair.js");
  return Promise.all(records.map((record) => verify(record).then(() => "", codeOf)));
}"""

CHAIN = """async (chains) => {
  const { codeOf, verifyChain } = await import("/static/games/fair.js");
  return Promise.all(chains.map((records) => verifyChain(records).then(() => "", codeOf)));
}"""

STEPS = """async (record) => {
  const { checkCombination, checkHeader, codeOf, Deal, recordHash } = await import("/static/games/fair.js");
  await checkHeader(record, { previousHash: record.prev });
  const wrong = await checkHeader(record, { previousHash: record.record_hash }).catch(codeOf);
  await checkCombination(record, record);
  const deal = new Deal(record, record);
  for (const event of record.events) await deal.add([event]);
  for (const opening of [...record.openings, ...record.openings]) await deal.open(opening);
  await deal.end(record.record_hash);
  return [wrong, await recordHash(record.header_hash, record.combined, deal.events)];
}"""

OPEN = """async ([record, openings]) => {
  const { codeOf, Deal } = await import("/static/games/fair.js");
  const deal = new Deal(record, record);
  try {
    for (const opening of openings) await deal.open(opening);
  } catch (error) {
    return [codeOf(error), error.about];
  }
}"""

WORDS = """async (codes) => {
  for (const name of ["gettext", "ngettext", "pgettext"]) globalThis[name] = undefined;
  await import("/static/games/english.js");
  const { faultWords } = await import("/static/games/fair_words.js");
  const about = { seat: 3, pos: 4, deck: 5, card: 26 };
  return codes.map((code) => faultWords(code, about));
}"""


@pytest.fixture
def page(person: Page) -> Page:
    """A page of the site that does nothing of its own."""
    person.goto("/static/games/fair.js")
    return person


def refused(record: Record) -> str:
    """The code with which the rules refuse it, or nothing."""
    try:
        fairness.verify(record)
    except fairness.Unfair as fault:
        return fault.code
    return ""


def uncommitted() -> Record:
    """A bot's seed is counted."""
    record, _, _ = deals.made((1, 5))
    return {**record, "reveals": [record["reveals"][0], {"seat": 5, "seed": "11" * 32}]}


def faults() -> list[Record]:
    """Everything that the rules are tested with: what a server could try."""
    tests: list[Any] = [
        deals.test_a_deal_that_goes_on_wrongly,
        deals.test_cards_dealt_wrongly,
        deals.test_cards_shown_wrongly,
        deals.test_other_faults_of_a_record,
    ]
    going_on, dealt, shown, others = (test.pytestmark[0].args[1] for test in tests)
    record = deals.RECORD
    return [
        *(deals.acts(record, *events) for _code, events in going_on),
        *(deals.sealed({**record, "events": change(record["events"])}) for _code, change in dealt),
        *({**record, "openings": openings} for _code, openings in shown),
        *(changed for _code, changed in others),
    ]


def whole_deal(chance: random.Random, seats: tuple[int, ...], **how: Any) -> Record:
    """A deal in which everybody plays three cards, as the first seat may have it."""
    record, used, _ = deals.made(seats, token=chance.randbytes, **how)
    events = [play for seat in seats for pos in deals.hand(record, seat)[:3] for play in deals.played(used, seat, pos)]
    own = [used.open(pos) for pos in deals.hand(record, seats[0])]
    return {**deals.acts(record, *events), "openings": own}


def deals_of_chance() -> list[Record]:
    chance = random.Random(7)
    return [
        *(whole_deal(chance, tuple(sorted(chance.sample(range(1, 7), size))), cards=3) for size in range(1, 7)),
        *(whole_deal(chance, tuple(sorted(chance.sample(range(1, 7), size))), cards=4) for size in range(2, 7)),
        *(whole_deal(chance, (1, 2, 3), silent=silent) for silent in ((1,), (2, 3), (1, 2, 3))),
    ]


def called_off() -> list[Record]:
    """With its deck and another one, before and after it was combined."""
    void = [deals.VOID]
    seeds = [seed.hex() for seed in deals.SEEDS]
    pick = deals.RECORD["pick"]
    early = {key: value for key, value in deals.RECORD.items() if key not in verifier.COMBINATION}
    return [
        *(deals.sealed({**deals.RECORD, "events": void, "deck_seed": seed}) for seed in (seeds[pick], "11" * 32)),
        deals.sealed({**deals.RECORD, "events": [*deals.RECORD["events"], *void], "deck_seed": seeds[pick]}),
        deals.sealed({**early, "events": void}),
        deals.sealed({**early, "events": void, "deck_seed": seeds[0]}),
        deals.sealed({**early, "events": deals.RECORD["events"]}),
    ]


def test_browsers_and_rules_judge_alike(page: Page) -> None:
    fair = [*deals.VECTORS.values(), *deals_of_chance()]
    records = [*fair, *deals.MUST_FAIL.values(), *faults(), uncommitted(), *called_off()]
    want = [refused(record) for record in records]
    assert want[: len(fair)] == [""] * len(fair)
    assert all(want[len(fair) :][: len(deals.MUST_FAIL)])
    found = page.evaluate(VERIFY, json.loads(json.dumps(records)))
    compared = [index for index, code in enumerate(want) if code not in FORM]
    assert [found[index] for index in compared] == [want[index] for index in compared]


def test_a_browser_refuses_what_it_cannot_read(page: Page) -> None:
    record = deals.VECTORS["void"]
    parts = record.keys() - {"secret_for_test_only"}
    others: list[object] = [None, "x", 1, [{}]]
    changed = [{**record, part: other} for part in parts for other in others]
    cut = [{key: record[key] for key in record.keys() - {part}} for part in parts]
    assert all(page.evaluate(VERIFY, [None, 1, [], {}, *changed, *cut]))


def test_deals_continue_each_other(page: Page) -> None:
    first, second = deals.made()[0], {}
    second = deals.made(deal_no=2, prev=first["record_hash"])[0]
    chains = [
        [first, second],
        [first, deals.made(deal_no=2, prev="11" * 32)[0]],
        [first, deals.made(deal_no=3, prev=first["record_hash"])[0]],
        [deals.VECTORS["whole-deal-four-cards"], deals.VECTORS["whole-deal-azi"]],
        [first, {**second, "events_hash": ZERO}],
    ]
    assert page.evaluate(CHAIN, chains) == ["", "prev", "deal_no", "other_table", "record_hash"]


def test_a_deal_is_verified_as_it_comes(page: Page) -> None:
    record = deals.VECTORS["whole-deal-blind"]
    assert page.evaluate(STEPS, record) == ["prev", record["record_hash"]]


def test_a_card_that_lies_in_a_deck_twice_is_found(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    order_of = hashes.order_of
    monkeypatch.setattr(hashes, "order_of", lambda seed: [8, 8, *order_of(seed)[2:]])
    record, used, _ = deals.made()
    both = [record["cut"].index(leaf) for leaf in (0, 1)]
    found = page.evaluate(OPEN, [record, [used.open(pos) for pos in both]])
    assert found == ["card_twice", {"pos": both[1], "other": both[0], "card": 8}]


def test_each_fault_has_a_sentence(page: Page) -> None:
    source = page.evaluate("fetch('/static/games/fair.js').then((answer) => answer.text())")
    codes = sorted(code for code in verifier.REASONS if f'"{code}"' in source)
    assert len(codes) > 30
    sentences = page.evaluate(WORDS, codes)
    assert len(set(sentences)) == len(codes)
    assert all(words[0].isupper() and words[-1] == "." and "%(" not in words for words in sentences)
