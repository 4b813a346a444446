"""Two worlds: shuffle all that a viewer cannot see, let the same things happen in public, and the viewer cannot tell.

The first world is a random game. The second has other cards wherever the viewer doesn't know better, and the same
answers are given in it at the same moments, but for discards, of which nobody else sees more than that they happened.
Every frame that the viewer is sent, every refusal and every page must be the same, byte by byte and in the same order.
"""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import User
from azi_site import my_data
from games import bell, presence, tables
from games.rules import Game, IllegalAction, record
from games.rules.cards import BY_NAME, NAMES, PACK
from tests.staff import sign_in_with_two_factors

from .play import NOON, Time, row
from .watching import PEOPLE, VARIANTS, Step, Viewer, Watched, shuffled_decks

pytestmark = pytest.mark.django_db

Discards = dict[tuple[int, int], str]  # (deal, seat) -> the word with which it names its discard
Decks = list[list[int]]
VIEWERS = (*PEOPLE, "emil", "olga", "stranger")
COURSES = 2


# --- another world ----------------------------------------------------------------------------------------------------


def other_world(text: str, seat: int | None, rng: random.Random) -> tuple[Decks, Discards]:
    """Other decks that agree with all that this seat, or with None the public, knows, and the discards in them."""
    read = record.read(text)
    for _try in range(3_000):
        made = [_other_deal(read, number, seat, rng) for number in range(1, len(read.decks) + 1)]
        decks = [deck for deck, _discards in made]
        discards = {key: word for _deck, discards in made for key, word in discards.items()}
        if decks != read.decks and _goes_the_same_way(read, decks, discards):
            return decks, discards
    raise AssertionError("no other world was found")


def _standing(read: record.Record, deal: int) -> Game:
    """The game when that deal was over, or as far as it got."""
    game = _anew(read)
    for number in range(1, deal + 1):
        game.deal(read.decks[number - 1])
        for move in read.moves:
            if move.deal == number:
                game.apply(move.seat, move.action)
    return game


def _anew(read: record.Record) -> Game:
    game = read.game
    return Game(game.ruleset, {number: game.seats[number].start for number in game.numbers}, game.dealer)


def _other_deal(read: record.Record, deal: int, viewer: int | None, rng: random.Random) -> tuple[list[int], Discards]:
    game, deck = _standing(read, deal), read.decks[deal - 1]
    moves = [move for move in read.moves if move.deal == deal]
    players, cards = len(game.dealt), game.ruleset.cards
    turn_up = players * cards
    new: list[int | None] = [None] * PACK
    new[turn_up] = deck[turn_up]
    hands: dict[int, list[int]] = {}
    for place, dealt in enumerate(game.dealt):
        slots = list(range(place, turn_up, players))
        if any(move.seat == dealt.number and move.action == "x" for move in moves):
            slots.pop()  # what was put away unseen was never seen by anybody
        hands[dealt.number] = slots
        if dealt.number == viewer and dealt.looked:
            for slot in slots:
                new[slot] = deck[slot]
        else:
            played = [BY_NAME[m.action] for m in moves if m.seat == dealt.number and m.action in BY_NAME]
            for slot, card in zip(rng.sample(slots, len(played)), played, strict=True):
                new[slot] = card
    left = [card for card in range(PACK) if card not in new]
    rng.shuffle(left)
    made = [left.pop() if card is None else card for card in new]
    discards: Discards = {}
    for move in moves:
        if move.action[0] == "x" and len(move.action) > 1:
            kept = {BY_NAME[m.action] for m in moves if m.seat == move.seat and m.action in BY_NAME}
            may_go = [made[slot] for slot in hands[move.seat] if made[slot] not in kept]
            if move.by_clock:  # the last card dealt
                may_go = may_go if made[hands[move.seat][-1]] in kept else [made[hands[move.seat][-1]]]
            own = move.seat == viewer
            discards[deal, move.seat] = move.action if own else "x" + NAMES[rng.choice(may_go)]
    return made, discards


def _goes_the_same_way(read: record.Record, decks: Decks, discards: Discards) -> bool:
    """Whether the same answers are legal there, and those that the clock gave are what it would give."""
    game = _anew(read)
    for number, deck in enumerate(decks, 1):
        game.deal(list(deck))
        for move in read.moves:
            if move.deal != number:
                continue
            word = discards.get((number, move.seat), move.action) if move.action[0] == "x" else move.action
            try:
                if move.by_clock and game.default_action(move.seat) != word:
                    return False
                game.apply(move.seat, word)
            except IllegalAction:
                return False
    return game.phase == read.game.phase


# --- living in a world ------------------------------------------------------------------------------------------------


@contextmanager
def rolled_back() -> Iterator[None]:
    """A world leaves nothing behind, so that the next one has the same rows under the same numbers."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    for memory in (tables._cache, tables._drawn, tables._company, presence._seen, presence._unsaved, bell._listeners):
        memory.clear()


def live_through(
    time: Time,
    variant: str,
    looking: tuple[bool, ...],
    decks: Decks,
    steps: Callable[[Watched], Iterator[Step]],
    seed: str,
    names: list[str],
) -> tuple[list[Step], dict[str, list[str]], str]:
    """One world: what happened, what every viewer saw (of these also the pages), the record as far as it got."""
    time.now = NOON
    happened: list[Step] = []
    with rolled_back(), pytest.MonkeyPatch.context() as patch:
        watched = Watched(patch, time, variant, looking, decks)
        rng = random.Random(seed)
        for step in steps(watched):
            happened.append(step)
            if rng.random() < 0.5:
                watched.ask_for_too_much(watched.viewers[rng.choice(VIEWERS)], rng)
        for name in names:
            watched.viewers[name].frames.extend(pages_of(watched, watched.viewers[name]))
        seen = {name: viewer.frames for name, viewer in watched.viewers.items()}
        text = row(watched.table).record
    return happened, seen, text


def pages_of(watched: Watched, viewer: Viewer) -> list[str]:
    """The pages as this viewer gets them, and for olga, who is of the staff, the admin's; random tokens left out."""
    visitor = Client()
    paths = ["/", "/lobby/tables/", "/tables/table/"]
    if viewer.user:
        visitor.force_login(viewer.user)
    if viewer.user and viewer.name == "olga":
        User.objects.filter(pk=viewer.user.pk).update(is_staff=True, is_superuser=True)
        sign_in_with_two_factors(visitor, viewer.user)
        table = watched.table.pk
        paths += ["/admin/games/table/", f"/admin/games/table/{table}/change/", "/admin/games/gamerecord/"]
        paths += [f"/admin/games/gamerecord/{game.pk}/change/" for game in watched.table.games.all()]
    pages = []
    for path in paths:
        answer = visitor.get(path)
        assert answer.status_code == 200, path
        pages.append(_without_tokens(answer.content.decode()))
    if viewer.user:
        pages.append(_without_tokens("".join(my_data.pieces(viewer.user))))
    return pages


def _without_tokens(page: str) -> str:
    """A CSRF token has 64 letters and digits. What the database's clock says is not the tables' business."""
    return re.sub(r"[0-9A-Za-z]{64}|(?<=\")20\d\d-\d\d-\d\dT[^\"]+", "token", page)


def scripted(steps: list[Step], discards: Discards) -> Callable[[Watched], Iterator[Step]]:
    """The same steps at the same moments, with the discards of this world."""

    def happen(watched: Watched) -> Iterator[Step]:
        for step in steps:
            at = tables.load(watched.table.pk)
            asked_bots = [n for n in at.game.to_act if at.seats[n].player.is_bot] if at.game else []
            seat = step.seat or (asked_bots[0] if asked_bots else 0)
            if len(step.word) == 3 and step.word[0] == "x":
                step = replace(step, word=discards[at.game.deals if at.game else 0, seat])
            yield step
            watched.do(step)

    return happen


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("course", range(COURSES))
def test_nobody_can_tell_two_worlds_apart(variant: str, course: int, time: Time) -> None:
    """A player of the game, who may have looked, folded or left, and somebody who only watches."""
    seed = f"two worlds, {variant}, {course}"
    rng = random.Random(seed)
    looking = tuple(rng.random() < 0.5 for _person in PEOPLE)
    decks = shuffled_decks(rng, 12)
    until = rng.randrange(4, 60)
    names = [rng.choice(VIEWERS[:4]), rng.choice(VIEWERS[4:])]
    steps, seen, text = live_through(time, variant, looking, decks, lambda w: w.walk(rng, until), seed, names)
    later = decks[len(record.read(text).decks) :]
    for name in names:
        seat = {"alice": 1, "bob": 2, "vera": 3, "dana": 5}.get(name)
        others, discards = other_world(text, seat, rng)
        rng.shuffle(later)
        again = scripted(steps, discards)
        _steps, too, other_text = live_through(time, variant, looking, others + later, again, seed, [name])
        assert other_text.split("deal")[1:] != text.split("deal")[1:]
        assert too[name] == seen[name], f"{name} can tell"
        assert len(seen[name]) > 3


def test_the_worlds_differ_for_those_who_see_more(time: Time) -> None:
    """What a stranger cannot tell apart, the owners of other cards can: the test would see a leak."""
    seed = "a leak"
    rng = random.Random(seed)
    decks = shuffled_decks(rng, 12)
    steps, seen, text = live_through(time, "classic", (True,) * 4, decks, lambda w: w.walk(rng, 4), seed, [])
    others, discards = other_world(text, None, rng)
    _steps, too, _text = live_through(time, "classic", (True,) * 4, others, scripted(steps, discards), seed, [])
    assert [name for name in VIEWERS if too[name] == seen[name]] == ["emil", "olga", "stranger"]
