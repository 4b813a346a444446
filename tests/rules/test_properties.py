"""What holds in every game, whatever is played (hypothesis)."""

import copy
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import Game, IllegalAction, MalformedAction, Ruleset, bots
from games.rules.actions import parse
from games.rules.cards import NAMES, PACK, name_of
from games.rules.view import view
from tests.rules import oracle
from tests.rules.tables import chips, shuffled, walk

rulesets = st.builds(
    Ruleset,
    cards=st.sampled_from([3, 4]),
    blind=st.booleans(),
    raises=st.sampled_from([None, None, 1, 2, 3]),
    azi=st.sampled_from(["buyin", "replay"]),
    ante=st.integers(1, 30),
    bet=st.integers(1, 30),
)
stacks = st.dictionaries(st.integers(1, 6), st.one_of(st.integers(1, 60), st.integers(1, 3000)), min_size=2, max_size=6)
small_stacks = st.dictionaries(st.integers(1, 6), st.integers(1, 100), min_size=2, max_size=6)
games = st.builds(Game, rulesets, stacks, st.integers(1, 6))
small_games = st.builds(Game, rulesets, small_stacks, st.integers(1, 6))
chances = st.integers(0, 2**48).map(random.Random)

WORDS = ["L", "x", "x..", "c", "f", "j", "p", "?", "", *NAMES, *("x" + name for name in NAMES)]


def state(thing: Any) -> Any:
    """Everything that a game is made of, to compare by."""
    if hasattr(thing, "__slots__"):
        return [(slot, state(getattr(thing, slot))) for slot in thing.__slots__]
    if isinstance(thing, dict):
        return [(key, state(value)) for key, value in thing.items()]
    if isinstance(thing, (list, tuple)):
        return [state(value) for value in thing]
    return thing


def accepted(word: str, legal: tuple[str, ...]) -> bool:
    """Whether the legal words allow this one."""
    for one in legal:
        if ".." in one:
            low, high = one[1:].split("..")
            if word[:1] == one[0] and word[1:].isdecimal() and int(low) <= int(word[1:]) <= int(high):
                return True
        elif one == word:
            return True
    return False


def values_near(legal: tuple[str, ...], level: int) -> set[int]:
    """Values at the ends of what is allowed, and just beyond."""
    ends = {0, level}
    for word in legal:
        if ".." in word:
            ends |= {int(end) for end in word[1:].split("..")}
    return {value + step for value in ends for step in (-1, 0, 1) if value + step >= 0}


@settings(max_examples=300, deadline=None)
@given(games, chances)
def test_chips_are_constant_at_every_step(game: Game, rng: random.Random) -> None:
    everything = chips(game)
    for _ in walk(game, rng):
        assert chips(game) == everything
        assert min(game.stacks.values()) >= 0
        assert game.bank == game.carried + sum(seat.paid for seat in game.dealt) or game.phase == "azi"
    assert chips(game) == everything
    assert (game.bank, game.is_over) == (0, True)
    assert game.net is not None
    assert sum(game.net.values()) == 0
    assert sum(game.shares.values()) > 0


@settings(max_examples=100, deadline=None)
@given(games, chances)
def test_27_different_cards(game: Game, rng: random.Random) -> None:
    for _ in walk(game, rng):
        held = [card for seat in game.dealt for card in seat.cards]
        gone = {name_of(card) for seat in game.dealt for card in seat.dealt if card not in seat.cards}
        played = {word[1:] for _, word, _ in game.events[game.deal_begins :] if word[1:] in NAMES}
        discarded = sum(word[1:] == "x" for _, word, _ in game.events[game.deal_begins :])
        dealt_out = [card for seat in game.dealt for card in seat.dealt] + [game.turn_up]
        assert len(set(dealt_out)) == len(dealt_out) <= PACK
        assert played <= gone
        assert len(gone) == len(played) + discarded
        assert len(held) + len(gone) + 1 == len(dealt_out)


@settings(max_examples=60, deadline=None)
@given(games, chances)
def test_every_legal_action_applies_and_every_other_one_is_refused_without_a_trace(
    game: Game, rng: random.Random
) -> None:
    for _ in walk(game, rng):
        before = state(game)
        for seat in (1, 2, 3, 4, 5, 6):
            legal = game.legal_actions(seat)
            near = values_near(legal, game.level)
            for word in [*WORDS, *(f"{kind}{value}" for kind in "br" for value in near)]:
                if accepted(word, legal):
                    other = copy.deepcopy(game)
                    other.apply(seat, word)
                    assert len(other.events) == len(game.events) + 1
                else:
                    try:
                        game.apply(seat, word)
                    except (IllegalAction, MalformedAction):
                        continue
                    raise AssertionError(f"{seat}{word} was accepted; legal are {legal}")
        assert state(game) == before


@settings(max_examples=300, deadline=None)
@given(games, chances)
def test_only_seats_that_are_asked_or_may_look_have_legal_actions(game: Game, rng: random.Random) -> None:
    for _ in walk(game, rng):
        assert game.to_act
        assert list(game.to_act) == sorted(game.to_act)
        for seat in game.numbers:
            legal = game.legal_actions(seat)
            assert list(legal) == sorted(legal)
            assert (len([word for word in legal if word != "L"]) > 0) == (seat in game.to_act)
            assert (game.asked_at(seat) is not None) == (seat in game.to_act)


@settings(max_examples=300, deadline=None)
@given(games, chances)
def test_the_default_action_is_always_legal_and_games_end_by_it(game: Game, rng: random.Random) -> None:
    for _ in walk(game, rng):
        for seat in game.to_act:
            assert accepted(game.default_action(seat), game.legal_actions(seat))
        if rng.random() < 0.1:
            break
    for _ in range(300):
        if game.is_over:
            return
        if game.phase == "deal":
            game.deal(shuffled(rng))
        else:
            game.apply(game.to_act[0], game.default_action(game.to_act[0]))
    raise AssertionError("the clock alone does not end the game")


@settings(max_examples=200, deadline=None)
@given(small_games, chances)
def test_the_bidding_is_as_a_naive_reading_has_it(game: Game, rng: random.Random) -> None:
    for _ in walk(game, rng):
        if game.phase != "bid" or len(game.events) - game.deal_begins > 40:
            continue
        (seat,) = game.to_act
        shown = view(game, seat)
        assert shown["legal"] == oracle.legal_bids(game.ruleset, shown)
        assert oracle.next_bidder(shown) == seat
        assert game.cost(seat, "c") == (oracle.call_price(shown) if game.level else 0)


@settings(max_examples=300, deadline=None)
@given(games, chances)
def test_the_play_is_as_a_naive_reading_has_it(game: Game, rng: random.Random) -> None:
    tricks = []
    for _ in walk(game, rng):
        if game.phase != "play":
            continue
        (seat,) = game.to_act
        hand = [name_of(card) for card in game.seats[seat].cards]
        trick = [(number, name_of(card)) for number, card in game.trick]
        turn_up = NAMES[game.turn_up or 0]
        assert list(game.legal_actions(seat)) == oracle.legal_cards(hand, [card for _, card in trick], turn_up)
        if game.last_trick and not trick:
            last = [(number, name_of(card)) for number, card in game.last_trick]
            assert seat == oracle.trick_winner(last, turn_up)
            tricks.append(last)


@settings(max_examples=120, deadline=None)
@given(games, chances, st.sampled_from(sorted(bots.LEVELS)), st.sampled_from(sorted(bots.STYLES)))
def test_bots_never_do_what_is_illegal(game: Game, rng: random.Random, level: str, style: str) -> None:
    for _ in range(600):
        if game.is_over:
            return
        if game.phase == "deal":
            game.deal(shuffled(rng))
            continue
        seat = rng.choice(game.to_act)
        word = bots.choose(view(game, seat), rng, level, style)
        assert accepted(word, game.legal_actions(seat))
        game.apply(seat, word)


@given(st.text(max_size=12))
def test_any_text_is_an_action_or_malformed(text: str) -> None:
    try:
        kind, _ = parse(text)
    except MalformedAction:
        return
    assert text[:1] == kind or text in NAMES
