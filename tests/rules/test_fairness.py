"""Deals that everybody can check (docs/fairness.md): made by the book, and every fault found by name."""

import copy
import json
import random
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import fairness, hashes, verifier
from games.rules.cards import NAMES
from games.rules.fairness import ZERO, Unfair

DATA = Path(__file__).parent.parent / "data" / "fair"
FILES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(DATA.glob("*.json"))}
MUST_FAIL: dict[str, Any] = FILES.pop("must-fail")
VECTORS: dict[str, Any] = FILES

TABLE = "ab" * 16
USERS = {seat: f"{seat:032x}" for seat in range(1, 7)}

Record = dict[str, Any]


def refusal(record: object) -> str:
    """The code with which a record is refused; every refusal is a sentence."""
    with pytest.raises(Unfair) as refused:
        fairness.verify(record)
    assert refused.value.message.endswith(".")
    assert "{" not in refused.value.message
    assert refused.value.code in verifier.REASONS
    return refused.value.code


# The right answers


@pytest.mark.parametrize("name", VECTORS)
def test_a_right_answer_is_accepted(name: str) -> None:
    fairness.verify(VECTORS[name])


@pytest.mark.parametrize("name", VECTORS)
def test_the_making_side_gives_the_right_answers(name: str) -> None:
    want = VECTORS[name]
    secret = want["secret_for_test_only"]
    drawn = iter([want["deal_id"], *secret["all_deck_seeds"]])
    header, seeds = fairness.make(
        want["table_id"],
        want["deal_no"],
        [(seat["seat"], seat["user"], seat["commit"]) for seat in reversed(want["seats"])],
        want["prev"],
        want["unix_ms"],
        token=lambda size: bytes.fromhex(next(drawn)),
    )
    revealed = {reveal["seat"]: bytes.fromhex(reveal["seed"]) for reveal in want["reveals"] if reveal["seed"]}
    combination = fairness.combine(header, seeds, revealed)
    assert {**header, **combination}.items() <= want.items()
    used = fairness.Used(header, combination, bytes.fromhex(secret["deck_seed"]))
    assert used.deck == secret["deck"]
    assert [used.open(opening["pos"]) for opening in want["openings"]] == want["openings"]
    assert fairness.record_hash(header["header_hash"], want["combined"], want["events"]) == want["record_hash"]


@pytest.mark.parametrize(
    ("name", "code"),
    {
        "card-changed": "opening",
        "leaf-index-changed": "leaf_index",
        "seed-changed": "reveal",
        "reveal-dropped": "combined",
        "audit-seed-wrong": "audit",
        "other-pick": "pick",
        "cut-changed": "cut",
        "event-removed": "dealing",
        "played-card-changed": "played_card",
        "void-without-its-seed": "no_deck_seed",
    }.items(),
)
def test_an_altered_record_is_refused_for_its_fault(name: str, code: str) -> None:
    assert refusal(MUST_FAIL[name]) == code


def test_none_of_the_altered_records_is_forgotten() -> None:
    (mark,) = test_an_altered_record_is_refused_for_its_fault.pytestmark  # type: ignore[attr-defined]
    assert {name for name, _ in mark.args[1]} == set(MUST_FAIL)


def test_numbers_past_the_last_whole_round_are_left_out() -> None:
    limit = 2**32 // 27 * 27
    assert hashes._uniform(iter([2**32 - 1, limit, 30]), 27) == 3
    assert hashes._uniform(iter([limit - 1]), 27) == 26
    assert hashes._uniform(iter([2**32 - 1]), 8) == 7


# Deals of our own


def sealed(record: Record) -> Record:
    """The record with the hash that its events ask for: what a cheating server would do too."""
    combined = record.get("combined", ZERO)
    return {**record, "record_hash": fairness.record_hash(record["header_hash"], combined, record["events"])}


def dealing(used: fairness.Used, order: list[int], cards: int) -> list[Record]:
    """The hands of these seats, and the turn-up."""
    players = len(order)
    hands = [
        {"e": "deal", "seat": seat, "pos": list(range(place, players * cards, players))}
        for place, seat in enumerate(order)
    ]
    return [*hands, {"e": "open", **used.open(players * cards)}]


def made(
    seats: tuple[int, ...] = (1, 2, 4),
    silent: tuple[int, ...] = (),
    cards: int = 4,
    prev: str = ZERO,
    deal_no: int = 1,
    token: Callable[[int], bytes] = secrets.token_bytes,
) -> tuple[Record, fairness.Used, list[bytes]]:
    """A deal whose cards are dealt, seats 5 and 6 being bots."""
    own = {seat: token(32) for seat in seats if seat < 5}
    commits = [
        (seat, USERS[seat], fairness.commitment(TABLE, deal_no, seat, USERS[seat], own[seat]) if seat in own else ZERO)
        for seat in seats
    ]
    header, seeds = fairness.make(TABLE, deal_no, commits, prev, 1_764_460_800_000, token=token)
    combination = fairness.combine(header, seeds, {seat: own[seat] for seat in own if seat not in silent})
    used = fairness.Used(header, combination, seeds[combination["pick"]])
    first = seats.index(combination["drawn_dealer"]) + 1
    events = dealing(used, [*seats[first:], *seats[:first]], cards)
    return sealed({**header, **combination, "openings": [], "events": events}), used, seeds


def acts(record: Record, *events: Record) -> Record:
    """The record going on with these events."""
    return sealed({**record, "events": [*record["events"], *events]})


def act(action: str, **more: object) -> Record:
    return {"e": "act", "a": action, **more}


def played(used: fairness.Used, seat: int, pos: int) -> list[Record]:
    return [act(f"{seat}{NAMES[used.deck[pos]]}"), {"e": "open", **used.open(pos)}]


def hand(record: Record, seat: int) -> list[int]:
    (positions,) = [event["pos"] for event in record["events"] if event["e"] == "deal" and event["seat"] == seat]
    return list(positions)


@settings(max_examples=60, deadline=None)
@given(
    seats=st.sets(st.integers(1, 6), min_size=2).map(lambda found: tuple(sorted(found))),
    silent=st.sets(st.integers(1, 6)).map(tuple),
    cards=st.sampled_from([3, 4]),
    chance=st.randoms(use_true_random=False),
)
def test_every_deal_that_is_made_can_be_verified(
    seats: tuple[int, ...], silent: tuple[int, ...], cards: int, chance: Any
) -> None:
    record, used, _ = made(seats, silent, cards, token=chance.randbytes)
    assert sorted(used.deck) == list(range(27))
    everything = [play for seat in seats for pos in hand(record, seat)[:3] for play in played(used, seat, pos)]
    own = [used.open(pos) for pos in hand(record, seats[0])]
    fairness.verify(json.loads(json.dumps({**acts(record, *everything), "openings": own})))


def test_seeds_that_open_no_commitment_are_not_combined() -> None:
    header, seeds = fairness.make(TABLE, 1, [(1, USERS[1], "11" * 32), (5, USERS[5], ZERO)], ZERO, 1)
    for seat in (1, 5):
        with pytest.raises(ValueError, match=f"^the seed of seat {seat} does not open its commitment$"):
            fairness.combine(header, seeds, {seat: bytes(32)})


def test_a_deal_is_made_of_chance() -> None:
    decks = {tuple(made()[1].deck) for _ in range(5)}
    assert len(decks) == 5


# One thing altered


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a record."""
    if path:
        yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(item, (*path, key))


def at(record: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        record = record[key]
    return record


def replaced(record: Record, path: tuple[Any, ...], value: object) -> Record:
    record = copy.deepcopy(record)
    at(record, path[:-1])[path[-1]] = value
    return record


def altered(value: Any) -> object:
    """The same kind of thing, another one."""
    if isinstance(value, str):
        return value[:-1] + ("1" if value[-1:] == "0" else "0")
    if isinstance(value, list):
        return value[:-1] if value else [0]
    if isinstance(value, dict):
        return dict(list(value.items())[:-1])
    return value + 1 if isinstance(value, int) else "00" * 32


@pytest.mark.parametrize("name", ["one-silent", "void", "whole-deal-four-cards"])
def test_nothing_in_a_record_can_be_altered(name: str) -> None:
    record = {key: value for key, value in VECTORS[name].items() if key != "secret_for_test_only"}
    for path in places(record):
        if path != ("openings",):  # a card that is not shown proves nothing, and harms nothing
            refusal(replaced(record, path, altered(at(record, path))))


def test_no_part_of_a_record_can_be_left_out() -> None:
    for record in (VECTORS["void"], VECTORS["whole-deal-azi"]):
        for key in record.keys() - {"secret_for_test_only"}:
            refusal({other: value for other, value in record.items() if other != key})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from([ZERO, "", "1L"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
ALL_PLACES = [(name, path) for name, vector in VECTORS.items() for path in places(vector) if path[0][:6] != "secret"]


@settings(max_examples=300, deadline=None)
@given(place=st.sampled_from(ALL_PLACES), value=JSON)
def test_whatever_stands_in_a_record_it_is_refused_in_words(place: tuple[str, tuple[Any, ...]], value: Any) -> None:
    name, path = place
    if value == [] and path == ("openings",):
        return
    before = at(VECTORS[name], path)
    if type(value) is not type(before) or value != before:
        refusal(replaced(VECTORS[name], path, value))


@settings(max_examples=100, deadline=None)
@given(value=JSON)
def test_what_is_no_record_is_refused_in_words(value: Any) -> None:
    refusal(value)
    with pytest.raises(Unfair):
        fairness.verify_chain([value])


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=20) | JSON.map(lambda value: json.dumps(value).encode()))
def test_what_is_no_file_of_records_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(Unfair):
        fairness.verify_file(data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"[" * 100_000, "unreadable"),
        (b'{"n":' * 100_000, "unreadable"),
        (b"9" * 10_000, "unreadable"),
        (b"\xff", "unreadable"),
        (b'{"n":1,"n":1}', "unreadable"),
        (b"[]", "empty"),
        (b" " * (16 * 1024 * 1024 + 1), "too_long"),
    ],
)
def test_odd_files(data: bytes, code: str) -> None:
    with pytest.raises(Unfair) as refused:
        fairness.verify_file(data)
    assert refused.value.code == code


# What a server could try that keeps all hashes in order


RECORD, USED, SEEDS = made(token=random.Random(1).randbytes)
SEAT = RECORD["events"][0]["seat"]
HAND = hand(RECORD, SEAT)
NEXT = RECORD["events"][1]["seat"]
PLAY = played(USED, SEAT, HAND[0])
OTHER_PLAY = played(USED, NEXT, hand(RECORD, NEXT)[0])


def test_the_deal_that_is_tampered_with_below_is_fair() -> None:
    fairness.verify(acts(RECORD, act(f"{SEAT}L"), act(f"{SEAT}x", pos=HAND[1]), *PLAY, *OTHER_PLAY, act(f"{SEAT}b10")))


@pytest.mark.parametrize(
    ("code", "events"),
    [
        ("not_opened", PLAY[:1]),
        ("not_opened", [PLAY[0], act(f"{SEAT}f")]),
        ("no_play", PLAY[1:]),
        ("no_play", [*PLAY, PLAY[1]]),
        ("played_card", [PLAY[0], OTHER_PLAY[1]]),
        ("not_its_card", [act(str(SEAT) + OTHER_PLAY[0]["a"][1:]), OTHER_PLAY[1]]),
        ("not_its_card", [act(f"{SEAT}x", pos=20)]),
        ("spent", [*PLAY, *PLAY]),
        ("spent", [act(f"{SEAT}x", pos=HAND[0]), *PLAY]),
        ("discard", [act(f"{SEAT}x", pos=HAND[0]), act(f"{SEAT}x", pos=HAND[1])]),
        ("unseen_discard", [act(f"{SEAT}x", pos=HAND[0]), act(f"{SEAT}L")]),
        ("not_dealt_in", [act("6f")]),
        ("after_void", [{"e": "void", "why": "restore"}, act(f"{SEAT}f")]),
        ("dealing", [RECORD["events"][0]]),
        ("no_deck_seed", [{"e": "void", "why": "restore"}]),
        ("malformed", [{"e": "void", "why": "Restore"}]),
        ("malformed", [act(f"{SEAT}j")]),
        ("malformed", [act(f"{SEAT}b01")]),
        ("malformed", [act(f"{SEAT}b0")]),
        ("malformed", [act(f"{SEAT}x..", pos=HAND[0])]),
        ("malformed", [act("7f")]),
        ("malformed", [act(["1L"])]),  # type: ignore[arg-type]
        ("malformed", [act(f"{SEAT}x", pos=float(HAND[3]))]),
        ("unknown", [act(f"{SEAT}f", pos=HAND[0])]),
        ("missing", [act(f"{SEAT}x")]),
    ],
)
def test_a_deal_that_goes_on_wrongly(code: str, events: list[Record]) -> None:
    assert refusal(acts(RECORD, *events)) == code


def test_an_unseen_discard_is_the_last_card() -> None:
    fairness.verify(acts(RECORD, act(f"{SEAT}x", pos=HAND[3]), act(f"{SEAT}L")))
    fairness.verify(acts(RECORD, act(f"{SEAT}L"), act(f"{SEAT}x", pos=HAND[0])))


def test_three_cards_have_no_discard() -> None:
    record, _, _ = made(cards=3)
    seat = record["events"][0]["seat"]
    assert refusal(acts(record, act(f"{seat}x", pos=hand(record, seat)[2]))) == "discard"


def swapped(events: list[Record]) -> list[Record]:
    return [events[1], events[0], *events[2:]]


def other_positions(events: list[Record]) -> list[Record]:
    first, second, *others = events
    return [{**first, "pos": second["pos"]}, {**second, "pos": first["pos"]}, *others]


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("dealing", lambda events: []),
        ("dealing", lambda events: events[1:]),
        ("dealing", swapped),
        ("dealing", lambda events: [events[0], *events]),
        ("dealing", lambda events: [{**events[0], "seat": 3}, *events[1:]]),
        ("positions", other_positions),
        ("positions", lambda events: [{**events[0], "pos": [*HAND[:3], 20]}, *events[1:]]),
        ("hands", lambda events: dealing(USED, [event["seat"] for event in events[:3]], 2)),
        ("turn_up", lambda events: events[:3]),
        ("turn_up", lambda events: [*events[:3], {"e": "open", **USED.open(13)}]),
        ("turn_up", lambda events: [*events[:3], act("1f")]),
        ("malformed", lambda events: [{**events[0], "pos": [True, *HAND[1:]]}, *events[1:]]),
        ("malformed", lambda events: {"e": "void"}),
        ("malformed", lambda events: [*events, {"e": "bet"}]),
    ],
)
def test_cards_dealt_wrongly(code: str, change: Callable[[list[Record]], Any]) -> None:
    assert refusal(sealed({**RECORD, "events": change(RECORD["events"])})) == code


@pytest.mark.parametrize(
    ("code", "openings"),
    [
        ("opened_twice", [USED.open(HAND[0]), USED.open(HAND[0])]),
        ("undealt", [USED.open(13)]),
        ("opening", [{**USED.open(0), "salt": ZERO}]),
        ("opening", [{**USED.open(0), "card": USED.deck[1]}]),
        ("leaf_index", [{**USED.open(0), "leaf": USED.open(1)["leaf"]}]),
        ("leaf_index", [{**USED.open(0), "pos": 1}]),
        ("unknown", [{"e": "open", **USED.open(0)}]),
    ],
)
def test_cards_shown_wrongly(code: str, openings: list[Record]) -> None:
    assert refusal({**RECORD, "openings": openings}) == code


def rehashed(**changes: object) -> Record:
    """A header with these changes, and the hash that it then has; nothing after it is worked out again."""
    header = {**RECORD, **changes}
    return {**header, "header_hash": hashes.header_hash_of(header)}


@pytest.mark.parametrize(
    ("code", "record"),
    [
        ("scheme", {**RECORD, "scheme": "azi-fair/2"}),
        ("seats", rehashed(seats=RECORD["seats"][::-1])),
        ("seats", rehashed(seats=[RECORD["seats"][0], *RECORD["seats"][:2]])),
        ("malformed", rehashed(seats=[])),
        ("malformed", {**RECORD, "deal_no": 2**32}),
        ("malformed", {**RECORD, "deal_no": True}),
        ("malformed", {**RECORD, "unix_ms": 2**53}),
        ("malformed", {**RECORD, "table_id": TABLE.upper()}),
        ("malformed", {**RECORD, "prev": ZERO + "\n"}),
        ("header_hash", {**RECORD, "prev": "11" * 32}),
        ("reveal", rehashed(deal_no=2)),
        ("combined", rehashed(unix_ms=1)),
        ("reveal_seats", {**RECORD, "reveals": RECORD["reveals"][::-1]}),
        ("audit_decks", {**RECORD, "audit": RECORD["audit"][::-1]}),
        ("leaves", {**RECORD, "leaves": RECORD["leaves"][::-1]}),
        ("drawn_dealer", {**RECORD, "drawn_dealer": 6}),
        ("record_hash", {**RECORD, "record_hash": ZERO}),
        ("stray_deck_seed", {**RECORD, "deck_seed": SEEDS[RECORD["pick"]].hex()}),
    ],
)
def test_other_faults_of_a_record(code: str, record: Record) -> None:
    assert refusal(record) == code


def test_a_seat_without_a_commitment_shows_no_seed() -> None:
    record, _, _ = made((1, 5))
    reveals = [record["reveals"][0], {"seat": 5, "seed": "11" * 32}]
    assert refusal({**record, "reveals": reveals}) == "no_commitment"


def test_a_deck_with_a_card_twice_is_caught_when_both_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    order_of = hashes.order_of
    bad: list[bytes] = []

    def stacked(seed: bytes) -> list[int]:
        return [8, 8, *order_of(seed)[2:]] if seed in bad else order_of(seed)

    def token(size: int) -> bytes:
        made = secrets.token_bytes(size)
        if len(drawn) == 4:  # after two players' seeds and the deal's id, the first deck
            bad[:] = [made]
        drawn.append(made)
        return made

    picked = None
    while picked != 0:
        drawn: list[bytes] = [b""]
        with monkeypatch.context() as patch:
            patch.setattr(hashes, "order_of", stacked)
            record, used, _ = made((1, 2), token=token)
        picked = record["pick"]
        if picked != 0:
            assert refusal(record) == "audit"
    both = [used.open(record["cut"].index(leaf)) for leaf in (0, 1)]
    assert refusal({**record, "openings": both}) == "card_twice"


# Deals called off


VOID = {"e": "void", "why": "restore"}


def test_a_deal_is_called_off_with_its_deck_shown() -> None:
    for events in ([VOID], [*RECORD["events"], VOID], [*RECORD["events"], *PLAY, VOID]):
        fairness.verify(sealed({**RECORD, "events": events, "deck_seed": SEEDS[RECORD["pick"]].hex()}))
        wrong = SEEDS[RECORD["pick"] - 1].hex()
        assert refusal(sealed({**RECORD, "events": events, "deck_seed": wrong})) == "deck_seed"


def test_a_deal_called_off_before_its_seeds_were_combined_shows_nothing() -> None:
    header = {key: value for key, value in RECORD.items() if key not in verifier.COMBINATION}
    record = sealed({**header, "events": [VOID]})
    fairness.verify(record)
    assert refusal({**record, "openings": [USED.open(0)]}) == "not_combined"
    assert refusal({**record, "deck_seed": SEEDS[0].hex()}) == "stray_deck_seed"
    assert refusal(sealed({**header, "events": RECORD["events"]})) == "not_combined"
    assert refusal(sealed({**header, "events": [act("1f")]})) == "not_combined"


# The chain


def test_deals_continue_each_other() -> None:
    first, _, _ = made()
    second, _, _ = made(deal_no=2, prev=first["record_hash"])
    third, _, _ = made(deal_no=3, prev=second["record_hash"])
    fairness.verify_chain([first, second, third])
    assert fairness.verify_file(json.dumps([first, second, third]).encode()) == (3, 1)
    assert fairness.verify_file(json.dumps([first, third]).encode()) == (2, 2)
    assert fairness.verify_file(json.dumps(first).encode()) == (1, 1)


def test_a_broken_chain_is_refused() -> None:
    first, _, _ = made()
    second, _, _ = made(deal_no=2, prev="11" * 32)
    for chain, code in (
        ([first, second], "prev"),
        ([second, first], "deal_no"),
        ([first, first], "deal_no"),
        ([first, VECTORS["void"]], "other_table"),
        ([first, {}], "missing"),
        (None, "malformed"),
    ):
        with pytest.raises(Unfair) as refused:
            fairness.verify_chain(chain)  # type: ignore[arg-type]
        assert refused.value.code == code


# Secrets


def test_no_secret_is_in_a_repr_or_a_refusal() -> None:
    record, used, seeds = made()
    salts = [used.open(pos)["salt"] for pos in range(27)]
    said = [repr(used), str(used), repr(verifier._Play(record))]
    for pos in range(27):
        for wrong in ({"card": (used.deck[pos] + 1) % 27}, {"leaf": 27}, {"salt": salts[pos].upper()}, {"pos": 27}):
            with pytest.raises(Unfair) as refused:
                fairness.verify({**record, "openings": [{**used.open(pos), **wrong}]})
            said.append(repr(refused.value))
    assert not any(secret in text for text in said for secret in (*salts, *(seed.hex() for seed in seeds)))
    assert not any(set(NAMES) & set(text.replace(".", " ").split()) for text in said)
