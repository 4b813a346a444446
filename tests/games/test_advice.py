"""Hints: only against bots, only from what their asker sees, and nothing changes."""

from collections.abc import Iterator
from typing import Any

import pytest
import pytest_asyncio
from django.db import connections

from accounts.models import User
from azi_site.application import build
from games import advice, between, cast, consumers, live, pool, sockets
from games.models import Seat, Table
from games.rules import bots
from tests.stage import deck

from .play import Decks, Time, at, everything, no_change, person, play, refused, row, start, table_of
from .wire import Page, cookie_of

# Dealt by seat 1, where alice sits, to seats 2, 3 and 1; hearts are trump.
MINE = "Ah Qh 7s"
HERE = deck(1, {2: "Kd 8h 8s", 3: "Ts 9s Ks", 1: MINE}, "6h")
ELSEWHERE = deck(1, {2: "Kd Kh As", 3: "Jh 6d Ts", 1: MINE}, "6h")


@pytest.fixture(autouse=True)
def _bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots that sit there stay; a bot looks, bets 20 or calls, and plays the king of diamonds first."""
    monkeypatch.setattr(between, "_next_bot_step", lambda at, now: None)
    monkeypatch.setattr(bots, "choose", lambda view, *_chance, **_style: _word(view["legal"]))


def _word(legal: list[str]) -> str:
    if "L" not in legal and any(word[0] == "b" for word in legal):
        return "b20"
    return next(word for word in ("L", "c", "Kd", *legal) if word in legal)


def against_bots(time: Time, alice: User, *others: User, looking: bool = True) -> Table:
    """Alice, seat 1, has dealt to two bots and whoever else is named; seat 2 is asked."""
    table = table_of(alice, looking=looking)
    for number in (2, 3):
        live.sit(table.pk, cast.make_cast()[number].pk, number, 500)
    for number, other in enumerate(others, 4):
        live.sit(table.pk, other.pk, number, 500)
    start(table, time)
    return table


def until_asked(table: Table, time: Time, seat: int = 1) -> None:
    """The bots answer until that seat is asked."""
    for _step in range(40):
        game = at(table).game
        assert game is not None
        if seat in game.to_act:
            return
        time.pass_ms(1_600)
    raise AssertionError("the seat is never asked")


def hint(table: Table, user: User) -> dict[str, Any]:
    view, _ask, seed = advice.standing(table.pk, user.pk)
    return advice.hint(view, seed)


@pytest.mark.django_db
def test_a_hint_tells_the_chances_and_what_a_call_risks(time: Time, decks: Decks) -> None:
    decks(HERE)
    alice = person("alice")
    table = against_bots(time, alice)
    until_asked(table, time)
    with no_change():
        said = hint(table, alice)
    assert said["call"] == {"cost": 20, "bank": 90, "even": 23}  # 20 of 90 is 22.2 in 100
    assert 40 < said["win"] <= 100
    assert 0 <= said["azi"] <= 100 - said["win"]
    assert said["cards"] == {}
    assert hint(table, alice) == said, "asking again teaches nothing"


@pytest.mark.django_db
def test_each_card_that_may_be_played_has_its_chance(time: Time, decks: Decks) -> None:
    decks(HERE)
    alice = person("alice")
    table = against_bots(time, alice)
    until_asked(table, time)
    play(table, "1r40")
    until_asked(table, time)
    said = hint(table, alice)
    assert set(said["cards"]) == {"Ah", "Qh", "7s"}
    assert 40 < said["win"] == max(said["cards"].values()), "whoever may choose chooses the best"
    assert said["call"] is None
    play(table, "1Ah")
    until_asked(table, time)
    assert set(hint(table, alice)["cards"]) == {"Qh", "7s"}


@pytest.mark.django_db
def test_who_cannot_pay_the_whole_call_plays_for_a_part(time: Time, decks: Decks) -> None:
    decks(HERE)
    alice = person("alice")
    table = against_bots(time, alice)
    until_asked(table, time)
    view, _ask, seed = advice.standing(table.pk, alice.pk)
    short = {**view, "cost": {"c": 15}, "level": 20}
    assert advice.hint(short, seed)["call"] == {"cost": 15, "bank": None, "even": None}


@pytest.mark.django_db
def test_another_person_in_the_game_ends_hints_even_after_folding(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = against_bots(time, alice, bob)
    for asker in (alice, bob):
        with refused("forbidden"):
            hint(table, asker)
    until_asked(table, time, 4)
    play(table, "4f")
    until_asked(table, time)
    with refused("forbidden"):
        hint(table, alice)
    live.leave(table.pk, bob.pk)
    with refused("forbidden"):
        hint(table, alice)


@pytest.mark.django_db
def test_who_only_waits_at_the_table_takes_nobodys_hints(time: Time) -> None:
    alice, vera = person("alice"), person("vera")
    table = against_bots(time, alice)
    live.sit(table.pk, vera.pk, 4, 500)
    assert hint(table, alice)["call"] is None
    with refused("not_asked"):
        hint(table, vera)


@pytest.mark.django_db
def test_a_tournament_has_other_people_elsewhere(time: Time) -> None:
    alice = person("alice")
    table = against_bots(time, alice)
    Table.objects.filter(pk=table.pk).update(stakes=Table.TOURNAMENT, version=row(table).version + 1)
    with refused("forbidden"):
        hint(table, alice)


@pytest.mark.django_db
def test_there_is_nothing_to_tell_without_a_seat_a_hand_or_a_game(time: Time, decks: Decks) -> None:
    decks(HERE)
    alice, vera = person("alice"), person("vera")
    table = against_bots(time, alice, looking=False)
    with refused("not_seated"):
        hint(table, vera)
    until_asked(table, time)
    with refused("not_asked"):
        hint(table, alice)
    play(table, "1L")
    assert hint(table, alice)["call"]
    play(table, "1f")
    with refused("not_asked"):
        hint(table, alice)
    empty = table_of(vera)
    with refused("not_asked"):
        hint(empty, vera)


def hints_in(world: str, time: Time, decks: Decks) -> Iterator[dict[str, Any]]:
    """What alice is told whenever she is asked in a world with these cards, up to the second trick."""
    decks(world)
    alice = person("alice" if world == HERE else "Alina")
    table = against_bots(time, alice)
    for answer in ("1r40", "1Ah", ""):
        until_asked(table, time)
        view, _ask, seed = advice.standing(table.pk, alice.pk)
        yield advice.hint(view, seed.replace(row(table).game_id, "the same game"))
        play(table, answer)


@pytest.mark.django_db
def test_a_hint_cannot_tell_two_worlds_apart(time: Time, decks: Decks) -> None:
    """The bots hold other cards there. In public the same happens: of what they play, the hints' view is told alike."""
    seen = list(hints_in(HERE, time, decks))
    too = list(hints_in(ELSEWHERE, time, decks))
    assert seen[:2] == too[:2]
    assert seen[2] != too[2], "what was played in public counts"


# --- over the wire ----------------------------------------------------------------------------------------------------


@pytest.fixture
def _pool() -> Iterator[None]:
    yield
    pool.shut_down()
    connections.close_all()


@pytest_asyncio.fixture
async def desk(_pool: None, time: Time, decks: Decks, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Alice's open page at a table with bots."""
    monkeypatch.setattr(consumers, "SWEEP_S", 3_600)
    monkeypatch.setattr(sockets, "BURST", 10_000)
    decks(HERE)
    table, cookie = await pool.run(_seated, time)
    page = await Page(build(), f"/ws/tables/{table}/", cookie).until(lambda page: page.of("view"))
    yield page
    await page.leave()


def _seated(time: Time) -> tuple[str, str]:
    alice = person("alice")
    table = against_bots(time, alice)
    until_asked(table, time)
    return table.public_id, cookie_of(alice)


@pytest.mark.django_db(transaction=True)
async def test_a_hint_comes_to_its_asker_once_a_second(desk: Page) -> None:
    before = await pool.run(everything)
    ref = desk.send(type="hint")
    await desk.many("hint", 1)
    said = desk.of("hint")[0]
    assert set(said) == {"type", "ref", "ask", "win", "azi", "call", "cards"}
    assert (said["ref"], said["ask"]) == (ref, desk.view["ask"])
    assert (await desk.error(desk.send(type="hint")))["code"] == "rate"
    assert await pool.run(everything) == before
    assert desk.view["version"] == desk.of("view")[0]["version"]


@pytest.mark.django_db(transaction=True)
async def test_a_refused_hint_says_why_in_the_askers_words(desk: Page) -> None:
    def bob_was_dealt_in() -> None:
        Seat.objects.filter(number=2).update(player=person("bob"))
        Table.objects.update(version=row(Table.objects.get()).version + 1)

    await pool.run(bob_was_dealt_in)
    error = await desk.error(desk.send(type="hint"))
    assert (error["code"], error["message"]) == ("forbidden", "Hints are for games against bots alone.")
    assert desk.of("hint") == []
