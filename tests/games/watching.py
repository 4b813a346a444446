"""What viewers are sent while a game runs: every frame of everybody, caught where it would leave for the socket."""

import random
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from accounts.models import User
from games import bell, between, cast, dealing, live, tables
from games.models import Table
from games.refusals import Refusal
from games.rules import Ruleset, bots, record
from games.rules.cards import NAMES

from .play import Time, bound, person, start

CARD = re.compile(r"[6-9TJQKA][hds]")
PEOPLE = ("alice", "bob", "vera", "dana")

VARIANTS = {
    "classic": Ruleset(),
    "four cards": Ruleset(cards=4),
    "four cards face up, replayed": Ruleset(cards=4, blind=False, azi="replay"),
    "three bids": Ruleset(blind=False, raises=3, azi="replay"),
}


class Viewer:
    """A page that listens, and all frames that it was sent, with what its own refused requests were answered."""

    def __init__(self, name: str, user: User | None) -> None:
        self.name = name
        self.user = user
        self.user_id = user.pk if user else None
        self.frames: list[str] = []

    def ring(self, topic: str, version: int) -> None: ...

    async def close(self, code: int, why: str) -> None: ...


@dataclass
class Step:
    """One thing that happens: a seat's word, or the clock's look (then the word is what a bot that is asked says)."""

    ms: int
    seat: int = 0
    word: str = ""
    what: str = "act"


@dataclass
class Watched:
    """A table of four people, two of the cast and a sitter who waits, watched by each of them and by a stranger."""

    patch: pytest.MonkeyPatch
    time: Time
    variant: str
    looking: tuple[bool, ...]
    decks: list[list[int]]
    table: Table = field(init=False)
    viewers: dict[str, Viewer] = field(init=False)

    def __post_init__(self) -> None:
        """Ids without a card's code in them, so that every code found in a frame is a card."""
        self.bot_says = ""
        self._games = 0
        self.patch.setattr(secrets, "token_hex", self._game_id)
        self.patch.setattr(between, "_next_bot_step", lambda at, now: None)
        self.patch.setattr(bots, "choose", lambda view, *_chance, **_how: self.bot_says)
        self.patch.setattr(cast, "chance", random.Random(1))
        self.patch.setattr(dealing, "stacked", lambda deal_no: list(self.decks[deal_no - 1]))
        people = [self._known(person(name)) for name in PEOPLE]
        waits, watches = self._known(person("emil")), self._known(person("olga"))
        table = live.open_table("Felt", 10, VARIANTS[self.variant])
        table.public_id = "table"
        table.save()
        self.table = table
        company = [*people[:3], self._known(_bot("Aru")), people[3]]
        for number, user in enumerate(company, 1):
            live.sit(table.pk, user.pk, number, (150 + 150 * number) if not user.is_bot else 400)
        for user, looks in zip(people, self.looking, strict=True):
            live.show_at_once(table.pk, user.pk, looks)
        named = {user.name: user for user in (*people, waits, watches)}
        self.viewers = {name: Viewer(name, user) for name, user in named.items()}
        self.viewers["stranger"] = Viewer("stranger", None)
        bell._listeners[f"table:{table.pk}"] = set(self.viewers.values())
        self.patch.setattr(bell, "ring", self._ring)
        start(table, self.time)
        live.sit(table.pk, waits.pk, 6, 500)

    def sit_again(self) -> None:
        """Who has left, or lost all, comes back while there is room."""
        seats = self.table.seats
        for viewer in self.viewers.values():
            free = [number for number in range(1, 7) if not seats.filter(number=number).exists()]
            if viewer.name in PEOPLE and free and not seats.filter(player=viewer.user_id).exists():
                assert viewer.user_id
                least, _most = live.buy_in_range(self.table, viewer.user_id)
                live.sit(self.table.pk, viewer.user_id, free[0], max(500, least))
            elif viewer.name in PEOPLE:
                assert viewer.user_id
                if seats.filter(player=viewer.user_id, stack__lt=10).exists():
                    live.top_up(self.table.pk, viewer.user_id, 500)

    def _game_id(self, _bytes: int = 0) -> str:
        self._games += 1
        return f"game {self._games}"

    def _known(self, user: User) -> User:
        user.public_id = f"player {user.name}"
        user.save()
        return user

    def _ring(self, topic: str, version: int = 0) -> None:
        """What each page that is rung shows: the newest frame drawn for it."""
        if topic != f"table:{self.table.pk}":
            return
        for viewer in self.viewers.values():
            drawn = tables.drawn(self.table.pk, viewer.user_id)
            assert drawn is not None
            assert drawn[0] == version
            viewer.frames.append(drawn[1].decode())

    def seat_of(self, viewer: Viewer, at: tables.TableAt) -> int | None:
        """The seat with which this viewer plays the running or last game."""
        seat = at.seat_of(viewer.user_id) if viewer.user_id else None
        return seat.number if seat and at.in_game(seat) else None

    def do(self, step: Step) -> None:
        """Let a step happen. The words of a bot are said when the clock looks."""
        self.time.now += step.ms
        if step.what == "tick":
            self.bot_says = step.word
            live.tick(self.table.pk)
            return
        at = tables.load(self.table.pk)
        player = at.seats[step.seat].player_id
        if step.what == "leave":
            live.leave(self.table.pk, player)
        else:
            live.act(self.table.pk, player, step.word, None if step.word == "L" else at.ask(step.seat))

    def walk(self, rng: random.Random, steps: int) -> Iterator[Step]:
        """A random game: each step just before it happens. It ends with the game, or after so many steps."""
        for _step in range(steps):
            at = tables.load(self.table.pk)
            if not at.row.running or at.game is None:
                return
            step = self._next(at, rng)
            yield step
            self.do(step)

    def _next(self, at: tables.TableAt, rng: random.Random) -> Step:
        game = at.game
        assert game is not None
        people = [n for n in game.to_act if not at.seats[n].player.is_bot]
        asked_bots = [n for n in game.to_act if at.seats[n].player.is_bot]
        lookers = [n for n in game.numbers if "L" in game.legal_actions(n) and not at.seats[n].player.is_bot]
        if lookers and rng.random() < 0.15:
            return Step(rng.randrange(3_000), rng.choice(lookers), "L")
        if rng.random() < 0.01:
            return Step(700, rng.choice([n for n in game.numbers if not at.seats[n].player.is_bot]), "", "leave")
        late = max(0, (at.row.due or 0) - self.time.now)
        if game.phase == "deal" or (not asked_bots and rng.random() < 0.05):
            return Step(late, 0, "", "tick")
        if asked_bots and (not people or rng.random() < 0.5):
            return Step(late, 0, _any_word(game.legal_actions(asked_bots[0]), rng), "tick")
        seat = rng.choice(people)
        word = _any_word([w for w in game.legal_actions(seat) if w != "L"], rng)
        return Step(rng.randrange(9_000), seat, word)

    def ask_for_too_much(self, viewer: Viewer, rng: random.Random) -> str:
        """Something that this viewer's own view says is not to be had; what came back is kept with its frames."""
        at = tables.load(self.table.pk)
        seat = at.seat_of(viewer.user_id) if viewer.user_id else None
        legal = tables.view(at, seat, self.time.now)["legal"]
        word = rng.choice((*NAMES, *("x" + name for name in NAMES), "x", "c", "f", "j", "p", "b1", "r1", "L"))
        if viewer.user_id is None or word in legal or any(word[0] == other[0] and ".." in other for other in legal):
            return ""
        ask = at.ask(seat.number) if seat else None
        with pytest.raises(Refusal) as refused:
            live.act(self.table.pk, viewer.user_id, word, ask)
        answer = f"{word}: {refused.value.code} {refused.value.message}"
        viewer.frames.append(answer)
        return answer


def _any_word(legal: "list[str] | tuple[str, ...]", rng: random.Random) -> str:
    """Folds are rare, so that cards are played."""
    words = sorted(legal)
    if "f" in words and len(words) > 1 and rng.random() < 0.85:
        words.remove("f")
    return bound(rng.choice(words), rng)


def shuffled_decks(rng: random.Random, number: int) -> list[list[int]]:
    return [rng.sample(range(27), 27) for _deck in range(number)]


def _bot(name: str) -> User:
    return next(bot for bot in cast.make_cast() if bot.name == name)


def known_to(read: record.Record, seat: int | None) -> set[str]:
    """The cards of the deal on the table that this seat, or with None the public, may know, from the full record."""
    game, deal = read.game, len(read.decks)
    moves = [move for move in read.moves if move.deal == deal]
    known = {NAMES[game.turn_up]} if game.turn_up is not None else set()
    known.update(move.action for move in moves if move.action in NAMES)
    if seat in game.seats and game.seats[seat].looked:
        unseen = any(move.seat == seat and move.action == "x" for move in moves)
        mine = [NAMES[card] for card in game.seats[seat].dealt]
        known.update(mine[:-1] if unseen else mine)
    return known
