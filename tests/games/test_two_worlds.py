"""Two worlds: shuffle all that a viewer cannot see, let the same things happen in public, and the viewer cannot tell.

The first world is a random game. The second has other cards wherever the viewer doesn't know better, and the same
answers are given in it at the same moments, but for discards, of which nobody else sees more than that they happened,
and from which position. Every frame that the viewer is sent, every refusal and every page must be the same, byte by
byte and in the same order. Only what is hashed with other cards or salts is other, and has the same name instead: the
used deck's leaves and root, what follows from them, and the salts of the cards that this viewer has been shown.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.models import User
from azi_site import my_data
from games import bell, presence, tables
from games.deal_records import KnownDeal
from games.models import DealRecord
from games.rules import Game, IllegalAction, fairness, record
from games.rules.cards import BY_NAME, NAMES, PACK
from tests.staff import sign_in_with_two_factors

from .play import NOON, Time, row
from .watching import HASH, PEOPLE, VARIANTS, Step, Viewer, Watched, shuffled_decks

pytestmark = pytest.mark.django_db

Discards = dict[tuple[int, int], str]  # (deal, seat) -> the word with which it names its discard
Decks = list[list[int]]
VIEWERS = (*PEOPLE, "emil", "olga", "stranger")
COURSES = 2
SHORT = 12
HASHS_BEGINNING = re.compile(rf"[0-9a-f]{{{SHORT}}}(?=…)")  # as pages show it


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
    """Which positions a seat holds, plays and discards is public: so what is played lies where it lay."""
    deck = read.decks[deal - 1]
    shown = shown_positions(read, deal, viewer)
    left = [card for pos, card in enumerate(deck) if pos not in shown]
    rng.shuffle(left)
    made = [card if pos in shown else left.pop() for pos, card in enumerate(deck)]
    named = [move for move in read.moves if move.deal == deal and move.action[0] == "x" and len(move.action) > 1]
    return made, {(deal, m.seat): "x" + NAMES[made[deck.index(BY_NAME[m.action[1:]])]] for m in named}


def shown_positions(read: record.Record, deal: int, viewer: int | None) -> set[int]:
    """The positions of that deck whose cards this seat, or with None the public, has been shown."""
    game, deck = _standing(read, deal), read.decks[deal - 1]
    moves = [move for move in read.moves if move.deal == deal]
    players = len(game.dealt)
    turn_up = players * game.ruleset.cards
    shown = {turn_up, *(deck.index(BY_NAME[move.action]) for move in moves if move.action in BY_NAME)}
    for place, dealt in enumerate(game.dealt):
        if dealt.number == viewer and dealt.looked:
            own = list(range(place, turn_up, players))
            if any(move.seat == viewer and move.action == "x" for move in moves):
                own.pop()  # what was put away unseen was never seen by anybody
            shown.update(own)
    return shown


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
    cache.clear()
    for memory in (
        *(tables._cache, tables._drawn, tables._proofs, tables._company),
        *(presence._seen, presence._unsaved, bell._listeners),
    ):
        memory.clear()


@dataclass
class World:
    """What happened, what every viewer saw, the record as far as it got, and the proofs of its deals."""

    watched: Watched
    steps: list[Step] = field(default_factory=list)
    record: str = ""
    deals: list[DealRecord] = field(default_factory=list)

    def seen(self, name: str, seat: int | None) -> list[str]:
        """All that this viewer was sent, with names in place of what is hashed with hidden cards."""
        names = self._names(seat)
        frames = self.watched.viewers[name].frames
        short = {number[:SHORT]: name for number, name in names.items()}
        told = [HASH.sub(lambda found: names.get(found[0], found[0]), frame) for frame in frames]
        return [HASHS_BEGINNING.sub(lambda found: short.get(found[0], found[0]), frame) for frame in told]

    def _names(self, seat: int | None) -> dict[str, str]:
        names: dict[str, str] = {}
        for deal in self.deals:
            header, number = json.loads(deal.header), deal.deal_no
            pick, leaves = self.watched.used[number]
            names |= {leaf: f"leaf {number}.{at}" for at, leaf in enumerate(leaves)}
            names |= {header["roots"][pick]: f"root {number}", header["header_hash"]: f"header {number}"}
            if deal.record_hash:
                names |= {deal.record_hash: f"record {number}", sha256(deal.events.encode()).hexdigest(): "events"}
        read = record.read(self.record)
        shown = {deal: shown_positions(read, deal, seat) for deal in range(1, len(read.decks) + 1)}
        salts = ((text, one) for text, one in self.watched.secrets.items() if one.kind == "salt")
        return names | {
            text: f"salt {one.deal_no}.{one.pos}" for text, one in salts if one.pos in shown.get(one.deal_no, ())
        }


def live_through(
    time: Time,
    variant: str,
    people: tuple[tuple[bool, ...], tuple[bool, ...]],
    decks: Decks,
    steps: Callable[[Watched], Iterator[Step]],
    seed: str,
    names: list[str],
) -> World:
    """One world, with the pages of these viewers. `people`: who of them looks at once, and who commits to a seed."""
    time.now = NOON
    with rolled_back(), pytest.MonkeyPatch.context() as patch:
        watched = Watched(patch, time, variant, *people, decks)
        world = World(watched)
        rng = random.Random(seed)
        for step in steps(watched):
            world.steps.append(step)
            if rng.random() < 0.5:
                watched.ask_for_too_much(watched.viewers[rng.choice(VIEWERS)], rng)
        watched.restart()
        for name in names:
            watched.viewers[name].frames.extend(pages_of(watched, watched.viewers[name]))
        world.record = row(watched.table).record
        world.deals = list(DealRecord.objects.all())
        for deal in world.deals:
            if deal.record_hash:
                fairness.verify(KnownDeal(deal, None, frozenset()).record)
    return world


def pages_of(watched: Watched, viewer: Viewer) -> list[str]:
    """The pages as this viewer gets them, and for olga, who is of the staff, the admin's; random tokens left out."""
    visitor = Client()
    table = watched.table
    games = list(table.games.all())
    paths = ["/", "/lobby/tables/", f"/tables/{table.public_id}/", f"/tables/{table.public_id}/deals.json?after=0"]
    paths += [f"/games/{game.public_id}/{page}" for game in games for page in ("", "fair/", "fair.json")]
    if viewer.user:
        visitor.force_login(viewer.user)
    else:
        paths += ["/fairness/", "/fairness/heads.json"]
    if viewer.user and viewer.name == "olga":
        User.objects.filter(pk=viewer.user.pk).update(is_staff=True, is_superuser=True)
        sign_in_with_two_factors(visitor, viewer.user)
        paths += ["/admin/games/table/", f"/admin/games/table/{table.pk}/change/", "/admin/games/gamerecord/"]
        paths += [f"/admin/games/gamerecord/{game.pk}/change/" for game in games]
        paths += [f"/admin/games/dealrecord/{deal.pk}/change/" for deal in table.deals.all()]
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
    return re.sub(r"(?![0-9a-f]{64})[0-9A-Za-z]{64}|(?<=\")20\d\d-\d\d-\d\dT[^\"]+", "token", page)


def scripted(steps: list[Step], discards: Discards) -> Callable[[Watched], Iterator[Step]]:
    """The same steps at the same moments, with the discards of this world."""

    def happen(watched: Watched) -> Iterator[Step]:
        for step in steps:
            at = watched.at
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
    people = (_some(rng), _some(rng))
    decks = shuffled_decks(rng, 12)
    until = rng.randrange(4, 60)
    names = [rng.choice(VIEWERS[:4]), rng.choice(VIEWERS[4:])]
    one = live_through(time, variant, people, decks, lambda w: w.walk(rng, until), seed, names)
    later = decks[len(record.read(one.record).decks) :]
    for name in names:
        seat = {"alice": 1, "bob": 2, "vera": 3, "dana": 5}.get(name)
        others, discards = other_world(one.record, seat, rng)
        rng.shuffle(later)
        again = scripted(one.steps, discards)
        other = live_through(time, variant, people, others + later, again, seed, [name])
        assert other.record.split("deal")[1:] != one.record.split("deal")[1:]
        assert_hashes_differ(one, other)
        assert first_difference(one.seen(name, seat), other.seen(name, seat)) is None, f"{name} can tell"
        assert len(one.seen(name, seat)) > 3


def _some(rng: random.Random) -> tuple[bool, ...]:
    return tuple(rng.random() < 0.5 for _person in PEOPLE)


def first_difference(mine: list[str], theirs: list[str]) -> tuple[str, str] | None:
    """From where on two viewers of the same name were told different things."""
    if mine == theirs:
        return None
    one, other = "\n".join(mine), "\n".join(theirs)
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[max(0, at - 60) : at + 60], other[max(0, at - 60) : at + 60]


def assert_hashes_differ(one: World, other: World) -> None:
    """What the server is bound to is other where the cards are: so it was these cards that the proofs are of."""
    for mine, theirs in zip(one.deals, other.deals, strict=True):
        header, also = json.loads(mine.header), json.loads(theirs.header)
        pick, _leaves = one.watched.used[mine.deal_no]
        decks = one.watched.decks[mine.deal_no - 1], other.watched.decks[mine.deal_no - 1]
        others = [
            number for number, roots in enumerate(zip(header["roots"], also["roots"], strict=True)) if len({*roots}) > 1
        ]
        assert others == ([pick] if decks[0] != decks[1] else [])
        if mine.combination:
            leaves, too = (json.loads(deal.combination)["leaves"] for deal in (mine, theirs))
            cut = json.loads(mine.combination)["cut"]
            hidden = [cut[pos] for pos in range(PACK) if decks[0][pos] != decks[1][pos]]
            assert all(leaves[at] != too[at] for at in hidden)


def test_the_worlds_differ_for_those_who_see_more(time: Time) -> None:
    """What a stranger cannot tell apart, the owners of other cards can: the test would see a leak."""
    seed = "a leak"
    rng = random.Random(seed)
    decks = shuffled_decks(rng, 12)
    people = ((True,) * 4, (True,) * 4)
    one = live_through(time, "classic", people, decks, lambda w: w.walk(rng, 9), seed, [])
    others, discards = other_world(one.record, None, rng)
    other = live_through(time, "classic", people, others, scripted(one.steps, discards), seed, [])
    assert_hashes_differ(one, other)
    assert [name for name in VIEWERS if other.seen(name, None) == one.seen(name, None)] == ["emil", "olga", "stranger"]
