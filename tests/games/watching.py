"""What viewers are sent while a game runs: every frame of everybody, caught where it would leave for the socket.

The decks are prepared, and yet come out of the whole handshake with all its proofs: what the seeds are combined to is
fixed beforehand, so that the deck which they will pick can be laid out for the cut which they will make.
"""

import random
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

import pytest

from accounts.models import User
from games import bell, between, cast, live, tables
from games.consumers import TableConsumer
from games.models import Commitment, Table
from games.proofs import Told
from games.refusals import Refusal
from games.rules import Ruleset, bots, fairness, hashes, record
from games.rules.cards import NAMES

from .play import Time, bound, person, start

CARD = re.compile(r"[6-9TJQKA][hds]")
HASH = re.compile(r"[0-9a-f]{64}")
PEOPLE = ("alice", "bob", "vera", "dana")

VARIANTS = {
    "classic": Ruleset(),
    "four cards": Ruleset(cards=4),
    "four cards face up, replayed": Ruleset(cards=4, blind=False, azi="replay"),
    "three bids": Ruleset(blind=False, raises=3, azi="replay"),
}


class Viewer(TableConsumer):
    """A page that listens, and all frames that it was sent, with what its own refused requests were answered."""

    def __init__(self, name: str, user: User | None, table: Table) -> None:
        where = {"url_route": {"kwargs": {"public_id": table.public_id}}}
        super().__init__({"user": user, "session": None, "language": "en", **where}, _no_send)
        self.name = name
        self.table_id = table.pk
        self.frames: list[str] = []

    @property
    def view(self) -> str:
        """The newest view that it was shown."""
        assert self._shown is not None
        return self._shown.decode()

    def ring(self, topic: str, version: int) -> None: ...

    def look(self) -> None:
        """It is sent what it has not been sent yet."""
        self._unread.clear()
        self.frames.extend(self.newest())
        assert self._goodbye is None

    def come_back(self) -> None:
        """The page has connected again, and is sent all that there is."""
        self._shown, self._told = None, Told()
        self.look()

    async def close(self, code: int, why: str) -> None: ...


async def _no_send(_message: dict[str, Any]) -> None: ...


class Secret(NamedTuple):
    """What a number of a deal's handshake or deck is: `kind` a deck's `seed`, the used one's (`used`), the `salt` of
    a position or a player's `reveal`."""

    kind: str
    deal_no: int
    pos: int = 0


@dataclass
class Step:
    """One thing that happens: a seat's word, or the clock's look (then the word is what a bot that is asked says).

    Or a seat commits to a seed or reveals one, or leaves, or all start anew: the server, and with it every page.
    """

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
    committing: tuple[bool, ...]  # to the first deal
    decks: list[list[int]]
    secrets: dict[str, Secret] = field(default_factory=dict)
    used: dict[int, tuple[int, list[str]]] = field(default_factory=dict)  # by deal: the deck picked, and its leaves
    table: Table = field(init=False)
    viewers: dict[str, Viewer] = field(init=False)

    def __post_init__(self) -> None:
        """Ids without a card's code in them, so that every code found in a frame is a card."""
        self.bot_says = ""
        self._games = self._people = 0
        self._read: tables.TableAt | None = None
        self.patch.setattr(secrets, "token_hex", self._game_id)
        self.patch.setattr(between, "_next_bot_step", lambda at, now: None)
        self.patch.setattr(bots, "choose", lambda view, *_chance, **_how: self.bot_says)
        self.patch.setattr(cast, "chance", random.Random(1))
        self._prepare_decks()
        people = [self._known(person(name)) for name in PEOPLE]
        waits, watches = self._known(person("emil")), self._known(person("olga"))
        table = live.open_table("Felt", 10, VARIANTS[self.variant])
        table.public_id = "2" * 32
        table.save()
        self.table = table
        company = [*people[:3], self._known(_bot("Aru")), people[3]]
        for number, user in enumerate(company, 1):
            live.sit(table.pk, user.pk, number, (150 + 150 * number) if not user.is_bot else 400)
        for user, looks in zip(people, self.looking, strict=True):
            live.show_at_once(table.pk, user.pk, looks)
        named = {user.name: user for user in (*people, waits, watches)}
        self.viewers = {name: Viewer(name, user, table) for name, user in named.items()}
        self.viewers["stranger"] = Viewer("stranger", None, table)
        bell._listeners[f"table:{table.pk}"] = set(self.viewers.values())
        self.patch.setattr(bell, "ring", self._ring)
        for name, commits in zip(PEOPLE, self.committing, strict=True):
            if commits:
                self._commit(self.viewers[name])
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
        return f"3{self._games:031}"

    def _known(self, user: User) -> User:
        self._people += 1
        user.public_id = f"1{self._people:031}"
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
            viewer.look()

    def _prepare_decks(self) -> None:
        """What decks and seeds come of: the same in every world but for the used deck, its seed and its salts."""
        self._orders: dict[bytes, list[int]] = {}
        make, order_of = fairness.make, hashes.order_of

        def make_prepared(table_id: str, deal_no: int, seats: Any, prev: str, now: int) -> Any:
            tokens = iter(self._tokens(deal_no))
            return make(table_id, deal_no, seats, prev, now, lambda _size: next(tokens))

        self.patch.setattr(fairness, "make", make_prepared)
        self.patch.setattr(hashes, "order_of", lambda seed: self._orders.get(seed) or order_of(seed))
        self.patch.setattr(hashes, "combined_of", lambda header, _seeds: _of("combined", header["deal_no"]))

    def _tokens(self, deal_no: int) -> list[bytes]:
        """A deal's id and the seeds of its decks, the used one laid out so that its cards come out as prepared."""
        deck, combined = self.decks[deal_no - 1], _of("combined", deal_no)
        pick, cut = hashes.pick_of(combined), hashes.cut_of(combined)
        seeds = [_of("deck", deal_no, number) for number in range(fairness.DECKS)]
        used = seeds[pick] = _of("used", deal_no, deck)
        deal_id = _of("deal", deal_no)[:16]
        self._orders[used] = [deck[cut.index(leaf)] for leaf in range(len(deck))]
        self.used[deal_no] = pick, [leaf.hex() for leaf in hashes.leaves_of(deal_id, pick, used)]
        self.secrets |= {seed.hex(): Secret("seed", deal_no) for seed in seeds}
        self.secrets[used.hex()] = Secret("used", deal_no)
        self.secrets |= {hashes.salt_of(used, leaf).hex(): Secret("salt", deal_no, p) for p, leaf in enumerate(cut)}
        return [deal_id, *seeds]

    def _commit(self, viewer: Viewer) -> None:
        """To the table's next deal."""
        assert viewer.user is not None
        row = Table.objects.get(pk=self.table.pk)
        seat = row.seats.get(player=viewer.user_id).number
        seed = _of("reveal", row.next_deal, seat)
        self.secrets[seed.hex()] = Secret("reveal", row.next_deal)
        commitment = fairness.commitment(row.public_id, row.next_deal, seat, viewer.user.public_id, seed)
        live.commit(row.pk, viewer.user.pk, row.next_deal, commitment)

    def commit_some(self, rng: random.Random) -> None:
        """Some of the people commit to the next deal."""
        for viewer in self.viewers.values():
            if viewer.name in PEOPLE and self.table.seats.filter(player=viewer.user_id).exists() and rng.random() < 0.5:
                self._commit(viewer)

    def restart(self) -> None:
        """The server knows nothing but what its database holds, and every page comes back."""
        tables.forget(self.table.pk)
        tables.redraw(self.table.pk, self.time.now)
        for viewer in self.viewers.values():
            viewer.come_back()

    def seat_of(self, viewer: Viewer, at: tables.TableAt) -> int | None:
        """The seat with which this viewer plays the running or last game."""
        seat = at.seat_of(viewer.user_id) if viewer.user_id else None
        return seat.number if seat and at.in_game(seat) else None

    @property
    def at(self) -> tables.TableAt:
        """The table as the database has it, read once between two steps."""
        newest = Table.objects.only("version", "next_deal").get(pk=self.table.pk)
        if self._read is None or (self._read.row.version, self._read.row.next_deal) != (
            newest.version,
            newest.next_deal,
        ):
            self._read = tables.load(self.table.pk)
        return self._read

    def do(self, step: Step) -> None:
        """Let a step happen. The words of a bot are said when the clock looks."""
        self.time.now += step.ms
        if step.what == "tick":
            self.bot_says = step.word
            live.tick(self.table.pk)
            return
        if step.what == "restart":
            self.restart()
            return
        at = self.at
        player = at.seats[step.seat].player_id
        if step.what == "leave":
            live.leave(self.table.pk, player)
        elif step.what == "commit":
            self._commit(next(viewer for viewer in self.viewers.values() if viewer.user_id == player))
        elif step.what == "reveal":
            deal_no = at.row.next_deal - 1
            live.reveal(self.table.pk, player, deal_no, _of("reveal", deal_no, step.seat).hex())
            tables.redraw(self.table.pk, self.time.now)  # as for somebody who just comes
            for viewer in self.viewers.values():
                viewer.look()
        else:
            live.act(self.table.pk, player, step.word, None if step.word == "L" else at.ask(step.seat))

    def walk(self, rng: random.Random, steps: int) -> Iterator[Step]:
        """A random game: each step just before it happens. It ends with the game, or after so many steps."""
        for _step in range(steps):
            at = self.at
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
        if rng.random() < 0.04:
            return Step(0, 0, "", "restart")
        if (free := self._uncommitted(at)) and rng.random() < 0.06:
            return Step(0, rng.choice(free), "", "commit")
        if at.deal and at.deal.is_open and (waited_for := self._waited_for(at)) and rng.random() < 0.8:
            return Step(rng.randrange(900), rng.choice(waited_for), "", "reveal")
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

    def _uncommitted(self, at: tables.TableAt) -> list[int]:
        """Seats of people who have not committed to the next deal yet."""
        done = set(Commitment.objects.filter(deal_no=at.row.next_deal).values_list("player", flat=True))
        return [n for n, seat in at.seats.items() if not seat.player.is_bot and seat.player_id not in done]

    def _waited_for(self, at: tables.TableAt) -> list[int]:
        """Seats that have committed to the deal whose header is out, and have not revealed."""
        assert at.deal is not None
        bound = {seat["commit"] for seat in at.deal.header["seats"]}
        waiting = Commitment.objects.filter(deal_no=at.deal.deal_no, seed="", commit__in=bound)
        return sorted(one.seat for one in waiting if one.seat in at.seats)

    def ask_for_too_much(self, viewer: Viewer, rng: random.Random) -> str:
        """Something that this viewer's own view says is not to be had; what came back is kept with its frames."""
        at = self.at
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


def _of(*what: object) -> bytes:
    """32 bytes that follow from this and look like chance."""
    return sha256(repr(what).encode()).digest()


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
