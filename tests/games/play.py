"""Fixed people, a table, stacked decks and a clock: what the stories in this folder are told with."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Q

from accounts import audit as accounts_audit
from accounts import ledger, names
from accounts.models import LedgerAccount, Transfer, User
from games import audit, live, tables
from games.models import GameRecord, PlayerResult, Seat, Table
from games.refusals import Refusal
from games.rules import CLASSIC, Ruleset, record
from games.tables import TableAt
from tests.stage import deck

NOON = 1_796_000_000_000
TURN, BANK = 20_000, 30_000

Decks = Callable[..., None]

# Dealt by seat 1 to seats 2, 3 and 1, hearts are trump, and everybody takes one trick: Azi.
AZI_DECK = deck(1, {2: "Ah 7d Ts", 3: "Kd 8h 8s", 1: "As Ks 7s"}, "6h")
AZI_BIDS = "2b20 3c 1c"
AZI_TRICKS = "2Ah 38h 17s 27d 3Kd 1Ks 38s 1As 2Ts"
AZI_PLAY = f"{AZI_BIDS} {AZI_TRICKS}"

# Dealt by seat 1 to seats 2 and 1: seat 2 has the two highest trumps.
DUEL_DECK = deck(1, {2: "Ah Kh 7d", 1: "9h 8s 7s"}, "6h")


class Time:
    """The tables' clock, with the site's clock that looks whenever something is due. Milliseconds."""

    def __init__(self) -> None:
        self.now = NOON

    def pass_ms(self, ms: int) -> None:
        """Let time go by; what falls due on the way is done at its time."""
        until = self.now + ms
        for _step in range(2_000):
            due = Table.objects.filter(due__lte=until).order_by("due").values_list("due", flat=True).first()
            if due is None:
                self.now = until
                return
            self.now = max(self.now, due)
            look(self.now)
        raise AssertionError("the clock finds something due again and again")

    def look(self) -> None:
        """The clock looks once, and time stands still."""
        look(self.now)


def look(now: int) -> None:
    for job in live.due(now):
        job()


def person(name: str, chips: int = ledger.GRANT) -> User:
    """A player with that name and that many chips of the grant left in the wallet."""
    user = User(name=name, **names.keys(name), is_guest=True)
    user.set_unusable_password()
    user.save()
    with transaction.atomic():
        ledger.grant(user)
        if chips < ledger.GRANT:
            ledger.transfer(ledger.wallet(user), ledger.mint(), ledger.GRANT - chips, f"spent:{user.pk}")
    return user


def table_of(
    *players: User,
    ante: int = 10,
    ruleset: Ruleset = CLASSIC,
    buy_in: int | tuple[int, ...] = 500,
    bots: bool = False,
    seats_total: int = 6,
    looking: bool = True,
) -> Table:
    """A cash table where these people sit from seat 1 on; `looking`: they see their cards as soon as they are dealt."""
    table = live.open_table("Felt", ante, ruleset, seats_total=seats_total)
    Table.objects.filter(pk=table.pk).update(bots=bots)
    for number, player in enumerate(players, 1):
        live.sit(table.pk, player.pk, number, buy_in if isinstance(buy_in, int) else buy_in[number - 1])
        if not looking:
            live.show_at_once(table.pk, player.pk, False)
    return table


def start(table: Table, time: Time) -> TableAt:
    """Let time go by until a game runs; no time passes in it yet."""
    for _step in range(100):
        if row(table).running:
            return at(table)
        due = row(table).due
        assert due is not None, "no game will ever start"
        time.now = max(time.now, due)
        live.tick(table.pk)
    raise AssertionError("no game starts")


def play(table: Table, words: str) -> None:
    """People answer what they are asked, written as in a record: `1b20 2c`. A look goes without an ask."""
    for word in words.split():
        now = at(table)
        seat = now.seats[int(word[0])]
        live.act(table.pk, seat.player_id, word[1:], None if word[1:] == "L" else now.ask(seat.number))


def row(table: Table) -> Table:
    """The table's row as the database has it."""
    return Table.objects.get(pk=table.pk)


def at(table: Table) -> TableAt:
    """The table as a process that remembers nothing reads it."""
    return tables.load(table.pk)


def seat_of(table: Table, player: User) -> Seat:
    return Seat.objects.get(table=table, player=player)


def view(table: Table, player: User | None = None, now: int = NOON) -> dict[str, Any]:
    """What this viewer is shown now."""
    newest = at(table)
    return tables.view(newest, newest.seat_of(player.pk) if player else None, now)


def said(table: Table) -> list[str]:
    """The running or last game's actions with their marks, as the record has them."""
    return [str(move) for move in record.read(row(table).record).moves]


def long_ago(player: User, minutes: int) -> None:
    """Have all that the ledger has of this player's wallet be older by so many minutes; the model would refuse."""
    mine = Transfer.objects.filter(Q(debit__owner=player) | Q(credit__owner=player)).values_list("pk", "created")
    with connection.cursor() as cursor:
        for pk, created in list(mine):
            before = created - timedelta(minutes=minutes)
            cursor.execute("UPDATE accounts_transfer SET created = %s WHERE id = %s", [before, pk])


def wallet(player: User) -> int:
    return ledger.balance(ledger.wallet(player))


def breaches() -> list[str]:
    """What both audits complain of."""
    return [*accounts_audit.breaches(), *audit.breaches()]


def everything() -> list[list[tuple[Any, ...]]]:
    """All rows that a live table may write."""
    kinds = (Table, Seat, GameRecord, PlayerResult, LedgerAccount, Transfer)
    return [list(kind.objects.order_by("pk").values_list()) for kind in kinds]


@contextmanager
def refused(code: str) -> Iterator[None]:
    """What is done in this block is refused with that code and a sentence, and changes nothing at all."""
    before = everything()
    with pytest.raises(Refusal) as refusal:
        yield
    assert refusal.value.code == code
    assert refusal.value.message.endswith(".")
    assert everything() == before


@contextmanager
def no_change() -> Iterator[None]:
    """What is done in this block is accepted and changes nothing at all."""
    before = everything()
    yield
    assert everything() == before


def bound(word: str, rng: random.Random) -> str:
    """An action of the range that a legal word is; mostly near its lower end, now and then all of it."""
    if ".." not in word:
        return word
    low, high = (int(text) for text in word[1:].split(".."))
    top = high if rng.random() < 0.15 else min(high, low + 40)
    return word[0] + str(rng.randint(low, top))


def walk(table: Table, rng: random.Random, time: Time, looks: float = 0.2) -> Iterator[str]:
    """A whole random game of people and the table's bots: yields after each thing that happened what it was."""
    for _step in range(3_000):
        now = at(table)
        game = now.game
        if game is None or not now.row.running:
            return
        people = [n for n in game.to_act if not now.seats[n].player.is_bot]
        lookers = [n for n in game.numbers if "L" in game.legal_actions(n) and not now.seats[n].player.is_bot]
        if lookers and rng.random() < looks:
            number, word = rng.choice(lookers), "L"
        elif people:
            number = rng.choice(people)
            word = bound(rng.choice([w for w in game.legal_actions(number) if w != "L"]), rng)
        else:
            time.now = max(time.now, now.row.due or 0)
            live.tick(table.pk)
            yield "tick"
            continue
        time.now += rng.choice((0, 100, 2_500))
        live.act(table.pk, now.seats[number].player_id, word, now.ask(number))
        yield f"{number}{word}"
    raise AssertionError("the game does not end")
