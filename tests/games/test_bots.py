"""Bots keep a person company, make room for people, and take their time."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts import ledger
from accounts.models import User
from games import between, cast, live, tables
from games.models import GameRecord, Seat, Table
from games.rules import Ruleset, bots, record
from tests.stage import deck

from .play import (
    Decks,
    Time,
    at,
    breaches,
    person,
    play,
    row,
    said,
    seat_of,
    start,
    table_of,
    view,
    wallet,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cast, "chance", random.Random(7))


def company(table: Table) -> tuple[int, int]:
    """How many people and how many bots sit there."""
    there = list(Seat.objects.filter(table=table).select_related("player"))
    here = sum(seat.player.is_bot for seat in there)
    return len(there) - here, here


def fold_out(table: Table, time: Time) -> None:
    """Everybody who is asked folds until the game is over, bots too."""
    while True:
        now = at(table)
        if now.game is None or not now.row.running:
            break
        number = now.game.to_act[0]
        live.act(table.pk, now.seats[number].player_id, "f", now.ask(number))
    for _step in range(8):
        time.look()


# --- coming and going -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats_total", "here"), [(6, 3), (5, 3), (4, 2), (3, 1), (2, 1)])
def test_a_person_alone_gets_company_and_a_seat_stays_free(time: Time, seats_total: int, here: int) -> None:
    """At a table for two the other seat is all there is."""
    table = table_of(person("alice"), bots=True, seats_total=seats_total)
    start(table, time)
    assert company(table) == (1, here)
    assert len(at(table).game.numbers) == 1 + here  # type: ignore[union-attr]
    assert breaches() == []


def test_bots_come_within_the_three_seconds_before_the_first_game(time: Time) -> None:
    table = table_of(person("alice"), bots=True)
    began = time.now
    time.pass_ms(2_999)
    assert company(table) == (1, 3)
    assert view(table)["next"] == began + 3_000
    time.pass_ms(1)
    assert row(table).running


def test_a_table_without_people_has_no_bots(time: Time) -> None:
    table = table_of(bots=True)
    time.pass_ms(60_000)
    assert company(table) == (0, 0)


def test_a_table_may_do_without_bots(time: Time) -> None:
    table = table_of(person("alice"), bots=False)
    time.pass_ms(60_000)
    assert company(table) == (1, 0)


def test_two_people_need_no_company(time: Time) -> None:
    table = table_of(person("alice"), person("bob"), bots=True)
    start(table, time)
    assert company(table) == (2, 0)


def test_after_the_game_one_bot_goes_for_each_person_who_came(time: Time) -> None:
    alice, bob, vera, dana = (person(name) for name in ("alice", "bob", "vera", "dana"))
    table = table_of(alice, bots=True)
    start(table, time)
    free = [number for number in range(1, 7) if not Seat.objects.filter(number=number).exists()]
    live.sit(table.pk, bob.pk, free[0], 500)
    time.look()
    assert company(table) == (2, 3), "not in mid-game"
    fold_out(table, time)
    assert company(table) == (2, 2)
    start(table, time)
    live.sit(table.pk, vera.pk, free[1], 500)
    free = [number for number in range(1, 7) if not Seat.objects.filter(number=number).exists()]
    live.sit(table.pk, dana.pk, free[0], 500)
    fold_out(table, time)
    assert company(table) == (4, 0)
    assert breaches() == []


def test_a_bot_that_left_does_not_come_back_for_two_people(time: Time) -> None:
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bots=True)
    start(table, time)
    free = next(number for number in range(1, 7) if not Seat.objects.filter(number=number).exists())
    live.sit(table.pk, bob.pk, free, 500)
    fold_out(table, time)
    live.leave(table.pk, bob.pk)
    time.look()
    time.look()
    assert company(table) == (1, 3), "alone again"


@pytest.mark.parametrize("how", ["leaves", "sits out"])
def test_bots_go_with_the_last_person_and_their_chips_to_the_mint(time: Time, how: str) -> None:
    alice = person("alice")
    table = table_of(alice, bots=True)
    start(table, time)
    if how == "leaves":
        live.leave(table.pk, alice.pk)
    else:
        live.sit_out(table.pk, alice.pk, True)
    time.pass_ms(180_000)
    assert company(table) == ((0, 0) if how == "leaves" else (1, 0))
    assert ledger.balance(ledger.escrow(f"table:{table.pk}")) == sum(Seat.objects.values_list("stack", flat=True))
    assert ledger.balance(ledger.mint()) == -ledger.GRANT + (10_000 - wallet(alice) - _stack(alice))
    assert breaches() == []


def _stack(player: User) -> int:
    return sum(Seat.objects.filter(player=player).values_list("stack", flat=True))


def test_bots_bring_sixty_to_a_hundred_and_forty_antes_from_the_mint(time: Time) -> None:
    table = table_of(person("alice"), bots=True, ante=25)
    start(table, time)
    stacks = [seat.stack for seat in Seat.objects.filter(player__is_bot=True)]
    assert all(60 * 25 <= stack <= 140 * 25 for stack in stacks)
    assert ledger.balance(ledger.mint()) == -ledger.GRANT - sum(stacks)


def test_the_cast_is_made_once_and_can_sign_in_nowhere(time: Time) -> None:
    first, second = cast.make_cast(), cast.make_cast()
    assert [bot.pk for bot in first] == [bot.pk for bot in second]
    assert len({bot.name for bot in first}) == len(first) >= 12
    assert not any(bot.has_usable_password() or bot.is_active for bot in first)
    for bot in first:
        with pytest.raises(ValueError, match="no wallet"):
            ledger.wallet(bot)


def test_the_same_bot_never_sits_twice_at_a_table(time: Time) -> None:
    table = table_of(person("alice"), bots=True)
    start(table, time)
    assert len(set(Seat.objects.values_list("player", flat=True))) == 4


# --- answering --------------------------------------------------------------------------------------------------------


@pytest.fixture
def nobody_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots stay where a story wants them."""
    monkeypatch.setattr(between, "_next_bot_step", lambda at, now: None)


@pytest.fixture
def beside_a_bot(time: Time, decks: Decks, nobody_goes: None) -> Table:
    """Alice has dealt from seat 1 to a bot on seat 2, which opens, and to bob on seat 3."""
    decks(deck(1, {2: "Ah 7d Ts", 3: "Kd 8h 8s", 1: "As Ks 7s"}, "6h"))
    table = table_of(person("alice"), cast.make_cast()[0], person("bob"))
    start(table, time)
    return table


def answering(monkeypatch: pytest.MonkeyPatch, answer: Callable[[dict[str, Any]], str]) -> None:
    """Bots answer with what a story wants."""
    monkeypatch.setattr(bots, "choose", lambda view, *_chance, **_how: answer(view))


def test_a_bot_answers_after_four_to_sixteen_tenths(
    time: Time, beside_a_bot: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, lambda view: "b20")
    wait = (row(beside_a_bot).due or 0) - time.now
    assert 400 <= wait <= 1_600
    time.pass_ms(wait - 1)
    assert view(beside_a_bot)["to_act"] == [2]
    time.pass_ms(1)
    assert said(beside_a_bot)[-1].startswith("2b20@")


def test_a_bot_plays_in_its_own_style_at_the_tables_level(
    time: Time, beside_a_bot: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    def choose(_view: dict[str, Any], _chance: random.Random, level: str, style: str) -> str:
        asked.append((level, style))
        return "b20"

    monkeypatch.setattr(bots, "choose", choose)
    live.set_bot_level(beside_a_bot.pk, "best")
    time.pass_ms(1_600)
    assert asked == [("best", cast.style(at(beside_a_bot).seats[2].player))]
    assert {cast.style(bot) for bot in cast.make_cast()} == set(bots.STYLES)


def test_a_view_tells_how_well_the_bots_of_its_table_play(time: Time) -> None:
    alice = person("alice")
    assert view(table_of(alice, bots=True))["bot_level"] == "middle"
    assert view(table_of(alice, bots=False))["bot_level"] is None
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.update(bot_level="worst")


def test_the_wait_is_drawn_from_the_whole_range(
    time: Time, beside_a_bot: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[int, int]] = []

    class Chance(random.Random):
        def randint(self, low: int, high: int) -> int:
            drawn.append((low, high))
            return high

    monkeypatch.setattr(cast, "chance", Chance(1))
    answering(monkeypatch, lambda view: "L" if "L" in view["legal"] else "b20")
    time.pass_ms(1_600)
    assert drawn == [(400, 1_600)]
    assert (row(beside_a_bot).due or 0) - time.now <= 1_600


def test_when_no_person_is_left_in_bots_answer_in_300_ms(
    time: Time, decks: Decks, nobody_goes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks(deck(1, {2: "Ah 7d Ts", 3: "Kd 8h 8s", 1: "As Ks 7s"}, "6h"))
    script = iter("b20 r40 c 8h Ah Ts 8s".split())
    answering(monkeypatch, lambda view: next(script))
    alice = person("alice")
    table = table_of(alice, *cast.make_cast()[:2])
    start(table, time)
    for _bot in (2, 3):
        wait = (row(table).due or 0) - time.now
        assert 400 <= wait <= 1_600
        time.pass_ms(wait)
    play(table, "1f")
    while row(table).running:
        assert (row(table).due or 0) - time.now == 300
        time.pass_ms(300)
    assert said(table)[-1].endswith("@0.3")


def test_bots_take_their_time_while_a_person_who_folded_decides_at_azi(
    time: Time, decks: Decks, nobody_goes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seat 3 folds, and so does alice on 1, the only person; seats 2, 4 and 5 play to Azi."""
    hands = {2: "Ah 7d Ts", 4: "Kd 8h 8s", 5: "As Ks 7s", 3: "6s 9s Js", 1: "6d 8d 9d"}
    decks(deck(1, hands, "6h"))
    script = iter("b20 f c c Ah 8h 7s 7d Kd Ks 8s As Ts p".split())
    answering(monkeypatch, lambda view: next(script))
    table = table_of(person("alice"), *cast.make_cast()[:4])
    start(table, time)
    while 1 not in view(table)["to_act"]:
        time.pass_ms((row(table).due or 0) - time.now)
    play(table, "1f")
    while view(table)["phase"] != "azi":
        assert (row(table).due or 0) - time.now == 300
        time.pass_ms(300)
    assert view(table)["to_act"] == [1, 3]
    wait = (row(table).due or 0) - time.now
    assert 400 <= wait <= 1_600
    time.pass_ms(wait)
    assert (view(table)["to_act"], row(table).due) == ([1], view(table)["deadline"])


def test_a_bot_is_never_marked_as_late(time: Time, beside_a_bot: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the clock was asleep past everybody's deadline."""
    answering(monkeypatch, lambda view: "b20")
    time.now += 120_000
    live.tick(beside_a_bot.pk)
    assert said(beside_a_bot)[-1] == "2b20@120"
    assert view(beside_a_bot)["to_act"] == [3]
    assert at(beside_a_bot).seats[2].missed == 0


def test_bots_alone_past_their_deadline_still_discard(
    time: Time, decks: Decks, nobody_goes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock was asleep: people's time is up, and the bots answer after them instead of never."""
    decks(deck(1, {2: "Ah 7d Ts 6d", 3: "Kd 8h 8s 9d", 1: "As Ks 7s Td"}, "6h"))
    answering(monkeypatch, lambda view: "L" if "L" in view["legal"] else view["legal"][-1])
    table = table_of(person("alice"), *cast.make_cast()[:2], ruleset=Ruleset(cards=4))
    start(table, time)
    time.now += 60_000
    for _look in range(6):
        time.look()
    assert view(table)["phase"] == "bid"
    assert [word.endswith("!") for word in said(table) if "x" in word] == [True, False, False]


def test_a_bots_look_is_no_answer_and_its_answer_takes_its_time(
    time: Time, beside_a_bot: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, lambda view: "L" if "L" in view["legal"] else "b20")
    deadline = row(beside_a_bot).deadline
    time.pass_ms((row(beside_a_bot).due or 0) - time.now)
    assert said(beside_a_bot)[-1].startswith("2L@")
    assert row(beside_a_bot).deadline == deadline
    wait = (row(beside_a_bot).due or 0) - time.now
    assert 400 <= wait <= 1_600
    time.pass_ms(wait)
    assert said(beside_a_bot)[-1].startswith("2b20@")


def test_bots_choose_from_their_own_view_alone(
    time: Time, beside_a_bot: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[dict[str, Any]] = []

    def answer(view: dict[str, Any]) -> str:
        shown.append(view)
        return "b20"

    answering(monkeypatch, answer)
    time.pass_ms(1_600)
    assert shown[0]["my_seat"] == 2
    assert [seat["cards"] for seat in shown[0]["seats"]] == [["??"] * 3] * 3


def test_whole_games_of_one_person_and_three_bots(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person calls and plays what is legal; bots look, bet, fold and play by themselves. Nobody loses a chip."""
    alice = person("alice")
    table = table_of(alice, bots=True, buy_in=2_000)
    for _game in range(4):
        if not Seat.objects.filter(player=alice).exists():
            break
        start(table, time)
        for _step in range(400):
            now = at(table)
            if not now.row.running:
                break
            number = seat_of(table, alice).number
            if now.game and number in now.game.to_act:
                legal = [word for word in now.game.legal_actions(number) if word != "L"]
                word = "c" if "c" in legal else legal[0].split("..")[0]
                live.act(table.pk, alice.pk, word, now.ask(number))
            else:
                time.now = max(time.now, now.row.due or 0)
                live.tick(table.pk)
        else:
            raise AssertionError("the game does not end")
    assert GameRecord.objects.count() == 4
    for finished in GameRecord.objects.all():
        assert not any(move.by_clock for move in record.read(finished.record).moves)
    tables.forget(table.pk)
    assert breaches() == []
