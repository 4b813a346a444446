"""A game of practice: one person and bots, taken back and opened at will, from questions and answers in JSON."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import practice, record
from games.rules.cards import NAMES
from tests.rules.tables import ALICE, AZI_HANDS, AZI_TURN_UP, BOB, VERA, bound, stacked

Object = dict[str, Any]

CLASSIC = {"cards": 3, "blind": True, "raises": None, "azi": "buyin", "ante": 10, "bet": 10}
PLAIN = {**CLASSIC, "blind": False}
FOUR = {**CLASSIC, "cards": 4, "azi": "replay"}
PEOPLE = {"1": "Alice", "2": "Bob", "3": "Vera"}
BOTS = {"2": {"level": "middle", "style": "bold"}, "3": {"level": "best", "style": "tight"}}
KEPT = ("decks", "moves", "deals", "by_itself", "round", "open", "show_at_once")


def ask(do: str, **question: Any) -> Object:
    answer: Object = json.loads(practice.answer(json.dumps({"do": do, **question})))
    return answer


def begun(rules: Object = CLASSIC, **question: Any) -> Object:
    """Alice plays against Bob and Vera, and opens."""
    stacks = dict.fromkeys(PEOPLE, 500)
    table = {"rules": rules, "stacks": stacks, "names": PEOPLE, "dealer": VERA, "me": ALICE, "bots": BOTS, "seed": 7}
    state = ask("begin", **{**table, **question})
    assert "error" not in state, state
    return state


def deck(rng: random.Random) -> str:
    return "".join(rng.sample(NAMES, len(NAMES)))


def azi_deck() -> str:
    return "".join(NAMES[card] for card in stacked(AZI_HANDS, AZI_TURN_UP))


def code(answer: Object) -> str:
    return str(answer["error"]["code"])


def me(state: Object) -> Object:
    return next(seat for seat in state["view"]["seats"] if seat["seat"] == state["view"]["my_seat"])


def bots_answer(state: Object) -> Object:
    """The bots, until it is the person's turn or a deck is due."""
    while state["due"] == "bots":
        state = ask("bot")
    return state


def step(state: Object, rng: random.Random) -> Object:
    """Whatever is due."""
    if state["due"] == "deck":
        return ask("deal", deck=deck(rng))
    if state["due"] == "bots":
        return ask("bot")
    legal = [word for word in state["view"]["legal"] if word != "L"]
    return ask("act", word=bound(rng.choice(legal), rng), ask=state["ask"])


def to_the_end(state: Object, rng: random.Random) -> Object:
    while state["due"] != "over":
        state = step(state, rng)
        assert "error" not in state, state
    return state


# --- a game -----------------------------------------------------------------------------------------------------------


def test_a_deck_is_due_first_and_then_the_person_or_the_bots() -> None:
    state = begun()
    assert (state["due"], state["view"]["phase"], state["ask"]) == ("deck", "deal", None)
    state = ask("deal", deck=azi_deck())
    assert (state["due"], state["view"]["phase"]) == ("me", "bid")
    assert state["ask"] == 1  # of the look that came by itself
    state = ask("act", word="b20", ask=1)
    assert state["due"] == "bots"


def test_whoever_shows_at_once_has_looked_and_whoever_does_not_has_not() -> None:
    begun()
    assert me(ask("deal", deck=azi_deck()))["cards"] == ["Ah", "7d", "Ts"]
    begun(show_at_once=False)
    state = ask("deal", deck=azi_deck())
    assert me(state)["cards"] == ["??", "??", "??"]
    assert me(ask("act", word="L"))["looked"]


def test_the_record_is_one_that_reads_back() -> None:
    state = to_the_end(begun(), random.Random(1))
    read = record.read(state["record"])
    assert read.has_result
    assert read.names == {ALICE: "Alice", BOB: "Bob", VERA: "Vera"}
    assert read.game.stacks == {int(seat): chips for seat, chips in state["stacks"].items()}


def test_times_stand_in_the_record() -> None:
    begun()
    ask("deal", deck=azi_deck())
    state = ask("act", word="b20", ask=1, tenths=34)
    assert state["moves"] == ["1L@0", "1b20@3.4"]
    again = begun(**{name: state[name] for name in KEPT})
    assert again == state


def test_the_same_seed_and_the_same_answers_are_the_same_game() -> None:
    first = to_the_end(begun(), random.Random(3))
    assert to_the_end(begun(), random.Random(3)) == first
    others = [to_the_end(begun(seed=seed), random.Random(3))["record"] for seed in range(20)]
    assert set(others) > {first["record"]}


@pytest.mark.parametrize("rules", [CLASSIC, PLAIN, FOUR])
def test_whoever_has_folded_only_watches(rules: Object) -> None:
    begun(rules)
    state = bots_answer(ask("deal", deck=azi_deck()))
    if state["view"]["phase"] == "discard":
        state = bots_answer(ask("act", word=state["view"]["legal"][0], ask=state["ask"]))
    assert state["watched"]
    assert not ask("act", word="f", ask=state["ask"])["watched"]


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_what_is_refused_changes_nothing() -> None:
    begun()
    state = ask("deal", deck=azi_deck())
    for question, why in (
        ({"do": "act", "word": "b20", "ask": 7}, "stale"),
        ({"do": "act", "word": "c", "ask": 1}, "illegal"),
        ({"do": "act", "word": "L"}, "illegal"),
        ({"do": "act", "word": "dance", "ask": 1}, "malformed"),
        ({"do": "act"}, "malformed"),
        ({"do": "act", "word": "b20", "ask": 1, "tenths": -1}, "malformed"),
        ({"do": "bot"}, "not_asked"),
        ({"do": "deal", "deck": azi_deck()}, "illegal"),
        ({"do": "deal", "deck": "Ah"}, "malformed"),
        ({"do": "take_back"}, "not_asked"),
        ({"do": "dance"}, "malformed"),
        ({"do": ["act"]}, "malformed"),
        ({"do": "begin"}, "malformed"),
        ({"do": "steps", "record": "azi 2"}, "record"),
        ({"do": "read"}, "malformed"),
    ):
        assert code(json.loads(practice.answer(json.dumps(question)))) == why, question
    for text in ("", "[]", "7", '{"do":'):
        assert code(json.loads(practice.answer(text))) == "malformed"
    assert ask("open", value=False) == state


def test_an_illegal_action_tells_its_reason() -> None:
    begun()
    ask("deal", deck=azi_deck())
    assert ask("act", word="b5", ask=1) == {
        "error": {"code": "illegal", "message": "The least you can go to is 10.", "reason": "too_low"}
        | {"params": {"low": 10}}
    }


def test_nobody_acts_for_a_question_that_is_not_asked() -> None:
    begun()
    assert code(ask("act", word="b20", ask=None)) == "not_asked"


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": {**CLASSIC, "cards": 5}},
        {"rules": {**CLASSIC, "jokers": 2}},
        {"stacks": {"1": 500}},
        {"stacks": {"1": 0, "2": 500, "3": 500}},
        {"names": {"1": "Alice"}},
        {"names": {**PEOPLE, "1": "A\nb"}},
        {"me": 4},
        {"bots": {"2": BOTS["2"]}},
        {"bots": {**BOTS, "3": {"level": "perfect", "style": "bold"}}},
        {"bots": {**BOTS, "3": {"level": "best", "style": None}}},
        {"seed": "7"},
        {"seed": -1},
        {"moves": "1L"},
        {"decks": ["Ah"]},
        {"moves": ["1L"]},
        {"decks": [azi_deck()], "moves": ["1c"]},
        {"decks": [azi_deck()], "deals": 2, "moves": ["1b20", "2f", "3f", "1L"]},
    ],
)
def test_a_beginning_that_is_none_is_refused_and_the_game_before_stays(wrong: Object) -> None:
    before = begun()
    table = {"rules": CLASSIC, "stacks": dict.fromkeys(PEOPLE, 500), "names": PEOPLE, "dealer": 3, "me": 1}
    assert code(ask("begin", **{**table, "bots": BOTS, "seed": 7, **wrong})) == "malformed"
    assert ask("open", value=False) == before


# --- taking back ------------------------------------------------------------------------------------------------------


def test_taking_back_goes_to_before_the_last_own_action() -> None:
    begun(PLAIN)
    before = ask("deal", deck=azi_deck())
    bots_answer(ask("act", word="b20", ask=before["ask"]))
    after = ask("take_back")
    assert after["moves"] == before["moves"]
    assert after["view"] == before["view"]
    assert after["ask"] != before["ask"]  # who answers the question from before answers nothing
    assert not after["may_take_back"]


def test_a_look_that_came_by_itself_is_not_taken_back_but_ones_own_is() -> None:
    begun()
    assert not ask("deal", deck=azi_deck())["may_take_back"]
    begun(show_at_once=False)
    assert not ask("deal", deck=azi_deck())["may_take_back"]
    assert ask("act", word="L")["may_take_back"]
    assert not me(ask("take_back"))["looked"]


def test_the_same_action_meets_the_same_answers() -> None:
    begun()
    state = ask("deal", deck=azi_deck())
    first = bots_answer(ask("act", word="b20", ask=state["ask"]))
    state = ask("take_back")
    assert bots_answer(ask("act", word="b20", ask=state["ask"]))["moves"] == first["moves"]


def test_after_azi_the_next_deal_is_the_same_again() -> None:
    """Alice takes her last card back: the deck of the second deal is known by then, whatever else is drawn."""
    rng = random.Random(5)
    moves = "1b20 2c 3c 1Ah 28h 37s 17d 2Kd 3Ks 28s 3As 1Ts".split()
    begun(PLAIN, decks=[azi_deck()], moves=moves)
    known = ask("deal", deck=deck(rng))["decks"]
    state = ask("take_back")
    assert (state["deals"], state["decks"], state["moves"]) == (1, known, moves[:-1])
    ask("act", word="Ts", ask=state["ask"])
    state = ask("deal", deck=deck(rng))
    assert (state["deals"], state["decks"]) == (2, known)


def test_a_game_that_is_over_is_taken_back() -> None:
    begun()
    state = ask("deal", deck=azi_deck())
    state = to_the_end(ask("act", word="f", ask=state["ask"]), random.Random(1))
    assert state["may_take_back"]
    back = ask("take_back")
    assert back["due"] == "me"
    assert "result" not in back["record"]


# --- seeing -----------------------------------------------------------------------------------------------------------


def test_all_hands_are_shown_where_asked_for_and_nothing_else_is_other() -> None:
    begun(show_at_once=False)
    hidden = ask("deal", deck=azi_deck())
    shown = ask("open", value=True)
    assert [seat["cards"] for seat in shown["view"]["seats"]] == [
        ["??", "??", "??"],
        ["Kd", "8h", "8s"],
        ["As", "Ks", "7s"],
    ]
    assert ask("open", value=False) == hidden


@pytest.mark.parametrize("rules", [CLASSIC, PLAIN, FOUR])
def test_without_that_a_view_is_the_same_whatever_others_hold(rules: Object) -> None:
    """Two worlds: the cards that Alice can't see change places."""
    for seed in range(20):
        rng = random.Random(seed)
        cards = rng.sample(NAMES, len(NAMES))
        hers = {place for place in range(3 * rules["cards"]) if place % 3 == 0} | {3 * rules["cards"]}
        rest = [place for place in range(len(cards)) if place not in hers]
        moved = list(cards)
        for place, other in zip(rest, rng.sample(rest, len(rest)), strict=True):
            moved[place] = cards[other]
        begun(rules)
        one = ask("deal", deck="".join(cards))
        begun(rules)
        other_world = ask("deal", deck="".join(moved))
        assert one["view"] == other_world["view"]
        assert one["decks"] != other_world["decks"]


def test_a_hint_is_the_same_each_time_and_leaves_the_game_alone() -> None:
    begun()
    state = ask("deal", deck=azi_deck())
    hint = ask("hint")
    assert hint["ask"] == state["ask"]
    assert 0 <= hint["win"] <= 100
    assert ask("hint") == hint
    assert ask("open", value=False) == state


def test_no_hint_on_a_hand_that_lies_face_down() -> None:
    begun(show_at_once=False)
    ask("deal", deck=azi_deck())
    assert code(ask("hint")) == "not_asked"


# --- a set deck -------------------------------------------------------------------------------------------------------


def test_a_set_deck_is_dealt_whatever_is_drawn() -> None:
    begun(decks=[azi_deck()])
    assert ask("deal", deck=deck(random.Random(1)))["decks"] == [azi_deck()]


def test_what_a_masked_deck_hides_is_drawn_from_what_is_left() -> None:
    masked = "Ah........7d........Ts........6h" + ".." * 11
    assert len(masked) == 2 * len(NAMES)
    begun(decks=[masked])
    assert code(ask("deal")) == "malformed"
    (filled,) = ask("deal", deck=deck(random.Random(1)))["decks"]
    names = [filled[at : at + 2] for at in range(0, len(filled), 2)]
    assert sorted(names) == sorted(NAMES)
    assert [one for one in (masked[at : at + 2] for at in range(0, len(masked), 2)) if one != ".."] == [
        names[at // 2] for at in range(0, len(masked), 2) if masked[at : at + 2] != ".."
    ]


# --- records ----------------------------------------------------------------------------------------------------------


def test_records_are_read_with_what_they_say() -> None:
    state = to_the_end(begun(), random.Random(1))
    good, bad = ask("read", text=state["record"] + "azi 1\nrules cards=5\n")["records"]
    assert bad["error"] == {"code": "record", "line": bad["error"]["line"], "column": 7} | {
        "message": "expected cards= one of: 3 4"
    }
    assert good == {
        "record": state["record"],
        "rules": CLASSIC,
        "seats": [{"seat": int(seat), "stack": 500, "name": name} for seat, name in PEOPLE.items()],
        "dealer": VERA,
        "decks": state["decks"],
        "deals": state["deals"],
        "masked": False,
        "owner": None,
        "over": True,
        "bank": state["view"]["result"]["bank"],
        "winner": state["view"]["result"]["winner"],
        "how": state["view"]["result"]["how"],
        "net": state["view"]["result"]["net"],
    }


def test_a_masked_record_is_somebodys() -> None:
    state = to_the_end(begun(), random.Random(1))
    for seat in (ALICE, None):
        (found,) = ask("read", text=record.mask(state["record"], seat))["records"]
        assert (found["masked"], found["owner"]) == (True, seat)


def test_a_record_step_by_step() -> None:
    state = to_the_end(begun(PLAIN), random.Random(1))
    steps = ask("steps", record=state["record"], seat=ALICE)
    assert len(steps["views"]) == len(steps["waits"]) == state["deals"] + len(state["moves"])
    assert steps["views"][-1] == state["view"]
    assert steps["names"] == PEOPLE


def test_a_record_step_by_step_with_every_hand_open() -> None:
    begun()
    state = ask("deal", deck=azi_deck())
    steps = ask("steps", record=state["record"], open=True)
    assert [seat["cards"] for seat in steps["views"][0]["seats"]] == [hand.split() for hand in AZI_HANDS]
    assert code(ask("steps", record=state["record"], seat=6)) == "malformed"


def test_a_record_without_a_deal_is_one_step() -> None:
    steps = ask("steps", record=begun()["record"])
    assert (len(steps["views"]), steps["waits"]) == (1, [None])


# --- whatever is done -------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**30 - 1),
    rules=st.sampled_from([CLASSIC, PLAIN, FOUR, {**PLAIN, "azi": "replay"}]),
    stacks=st.lists(st.integers(5, 200), min_size=3, max_size=3),
    at_once=st.booleans(),
)
def test_whatever_is_done_in_whatever_order(seed: int, rules: Object, stacks: list[int], at_once: bool) -> None:
    rng = random.Random(seed)
    bots = {**BOTS, "3": BOTS["2"]}
    table: Object = {"rules": rules, "stacks": dict(zip(PEOPLE, stacks, strict=True)), "bots": bots, "seed": seed}
    state = begun(**table, show_at_once=at_once)
    for _ in range(40):
        before = state
        what = rng.choice(["step", "step", "step", "step", "restore", "open", "back", "look"])
        if what == "step" and state["due"] != "over":
            state = step(state, rng)
            assert "error" not in state
        elif what == "look" and "L" in state["view"]["legal"]:
            state = ask("act", word="L")
        elif what == "restore":
            state = begun(**table, **{name: state[name] for name in KEPT})
            assert state == before
        elif what == "open":
            state = ask("open", value=rng.random() < 0.5)
            assert {**state, "view": 0, "open": 0} == {**before, "view": 0, "open": 0}
        elif what == "back" and state["may_take_back"]:
            taken = next(n for n in range(len(before["moves"]), 0, -1) if n - 1 not in before["by_itself"]
                         and before["moves"][n - 1][0] == "1") - 1  # fmt: skip
            state = ask("take_back")
            assert state["moves"] == before["moves"][:taken]
            assert state["decks"] == before["decks"]
            assert (state["ask"] or 0) > (before["ask"] or 0) or before["ask"] is None or state["ask"] is None
        assert sum(state["stacks"].values()) + state["view"]["bank"] == sum(stacks)
        if not state["open"]:
            others = [seat["cards"] for seat in state["view"]["seats"] if seat["seat"] != ALICE]
            assert all(card == "??" for cards in others for card in cards)
        assert record.read(state["record"]).game.stacks == {int(n): chips for n, chips in state["stacks"].items()}
