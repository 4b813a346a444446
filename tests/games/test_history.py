"""A player's games, newest first, and what a replay shows of each."""

import random
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import dealing, history, live
from games.models import GameRecord, PlayerResult, Table
from games.rules import Game, Ruleset, record
from games.rules.view import view as game_view

from .play import (
    AZI_DECK,
    AZI_PLAY,
    DUEL_DECK,
    NOON,
    Decks,
    Time,
    person,
    play,
    seat_of,
    start,
    table_of,
    view,
    walk,
)
from .watching import VARIANTS

pytestmark = pytest.mark.django_db


def visit(user: User | None, path: str) -> str:
    visitor = Client()
    if user:
        visitor.force_login(user)
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def listed(user: User, path: str = "/games/") -> list[str]:
    """The rows of My games, without their marks."""
    rows = re.findall(r"<li data-game.*?</li>", visit(user, path), re.S)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).replace("&nbsp;", " ").split()) for row in rows]


def a_duel(time: Time, decks: Decks, words: str = "2b20 1c 2Ah 19h 2Kh 17s") -> tuple[User, User, GameRecord]:
    """Alice (seat 1) and Bob (seat 2), who has the two highest trumps, play to the end."""
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    play(table, words)
    return alice, bob, GameRecord.objects.get()


def call_off(table: Table, time: Time) -> GameRecord:
    """A game that is stuck is called off."""
    Table.objects.filter(pk=table.pk).update(due=None)
    time.now += 10 * table.turn_ms
    return live.call_off(table.pk, "stuck")


def random_games(variant: str, number: int, time: Time, monkeypatch: pytest.MonkeyPatch) -> list[User]:
    """Games of four people, some of whom look at their cards, to their ends, each at a table of its own."""
    rng = random.Random(f"games, {variant}")
    monkeypatch.setattr(dealing, "stacked", lambda _deal: rng.sample(range(27), 27))
    people = [person(name) for name in ("alice", "bob", "vera", "dana")]
    for _game in range(number):
        table = table_of(*people, ruleset=VARIANTS[variant], looking=False, buy_in=(2_000, 700, 900, 500))
        start(table, time)
        for _step in walk(table, rng, time):
            pass
        for player in people:
            live.leave(table.pk, player.pk)
    assert GameRecord.objects.count() == number
    return people


# --- my games ---------------------------------------------------------------------------------------------------------


def test_a_game_is_listed_with_its_company_and_how_it_ended(time: Time, decks: Decks) -> None:
    alice, bob, _game = a_duel(time, decks)
    mine, theirs = listed(alice), listed(bob)
    assert len(mine) == len(theirs) == 1
    assert "Felt , game 1" in mine[0]
    assert "Seat 1, with bob" in mine[0]
    assert "−30 bob won" in mine[0]
    assert "Seat 2, with alice" in theirs[0]
    assert "+30 two tricks" in theirs[0]
    assert "ante 10 , three cards, blind betting" in mine[0]


def test_who_wins_by_folds_is_told_so(time: Time, decks: Decks) -> None:
    alice, bob, _game = a_duel(time, decks, "2f")
    assert "+10 all others folded" in listed(alice)[0]
    assert "−10 alice won" in listed(bob)[0]


def test_a_game_that_came_to_azi_is_marked(time: Time, decks: Decks) -> None:
    alice, _bob, _game = a_duel(time, decks)
    assert "Azi ×" not in listed(alice)[0]
    assert '<span class="tag">' not in visit(alice, "/games/")
    GameRecord.objects.update(deals=2)
    assert '<span class="tag">Azi</span>' in visit(alice, "/games/")
    GameRecord.objects.update(deals=4)
    assert '<span class="tag">Azi × 3</span>' in visit(alice, "/games/")


def test_a_game_that_was_called_off_says_so(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice = person("alice")
    table = table_of(alice, person("bob"))
    start(table, time)
    play(table, "2b20")
    void = call_off(table, time)
    assert "±0 called off" in listed(alice)[0]
    html = visit(alice, f"/games/{void.public_id}/")
    assert "The game was called off: every stack as at its start." in html
    last = history.views(void, 1)[-1]
    assert last["result"]["how"] == "void"
    assert [seat["stack"] for seat in last["seats"]] == [500, 500]


def test_a_running_game_is_not_listed_and_has_no_page(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice = person("alice")
    table = table_of(alice, person("bob"))
    running = start(table, time).row.game_id
    visitor = Client()
    visitor.force_login(alice)
    assert "No finished game yet" in visit(alice, "/games/")
    for end in ("", "views.json", "record.azi"):
        assert visitor.get(f"/games/{running}/{end}").status_code == 404


def test_a_stranger_is_led_to_a_name() -> None:
    html = visit(None, "/games/")
    assert "Play as a guest" in html
    assert "/accounts/login/?next=/games/" in html


def test_who_has_played_nothing_may_play_now() -> None:
    html = visit(person("alice"), "/games/")
    assert "No finished game yet" in html
    assert "Play now" in html


def many_games(alice: User, bob: User, number: int) -> list[str]:
    """So many finished games of these two, their public ids, oldest first."""
    table = live.open_table("Felt", 10)
    text = (
        record.head(Ruleset(), [(1, 500, "alice"), (2, 500, "bob")], 1)
        + "\ndeal "
        + DUEL_DECK
        + "\n2f\nresult 1+10 2-10\n"
    )
    rows = GameRecord.objects.bulk_create(
        GameRecord(
            public_id=f"game{n:06}",
            table=table,
            game_no=n,
            record=text,
            bank=20,
            deals=1,
            people=2,
            started_at=NOON,
            ended_at=NOON,
        )
        for n in range(1, number + 1)
    )
    for player, seat, net in ((alice, 1, 10), (bob, 2, -10)):
        PlayerResult.objects.bulk_create(
            PlayerResult(game=row, player=player, seat=seat, stack=500, net=net, won=net > 0) for row in rows
        )
    return [row.public_id for row in rows]


def test_the_pages_are_all_games_newest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE", 4)
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    ids = many_games(alice, bob, 6)
    seen: list[str] = []
    path = "/games/"
    while path:
        html = visit(alice, path)
        seen += re.findall(r'data-game="(\w+)"', html)
        older = re.search(r'href="\?before=(\d+)"', html)
        path = f"/games/?before={older[1]}" if older else ""
    assert seen == ids[::-1]
    assert visit(vera, "/games/").count("data-game") == 0


@pytest.mark.parametrize("before", ["0", "x", "-4", "9" * 40])
def test_a_page_that_there_cannot_be_is_not_found(before: str) -> None:
    visitor = Client()
    visitor.force_login(person("alice"))
    assert visitor.get("/games/", {"before": before}).status_code == 404


def test_a_page_costs_the_same_however_many_games_there_are(django_assert_max_num_queries: Any) -> None:
    alice, bob = person("alice"), person("bob")
    many_games(alice, bob, 60)
    with django_assert_max_num_queries(4):
        assert len(history.games_of(alice)) == history.PAGE


def test_a_record_that_cannot_be_read_has_a_page_that_says_so(time: Time, decks: Decks) -> None:
    alice, _bob, game = a_duel(time, decks)
    GameRecord.objects.update(record=game.record.replace("azi 1", "azi 9"))
    assert "−30 bob won" in listed(alice)[0]
    html = visit(alice, f"/games/{game.public_id}/")
    assert "This game can&#x27;t be shown step by step" in html or "This game can't be shown step by step" in html
    assert "−30" in html
    assert "azi 9" not in html
    visitor = Client()
    visitor.force_login(alice)
    for end in ("views.json", "record.azi"):
        assert visitor.get(f"/games/{game.public_id}/{end}").status_code == 404


# --- a replay ---------------------------------------------------------------------------------------------------------


def test_a_replay_shows_what_the_seat_was_shown_then(time: Time, decks: Decks) -> None:
    """Every view of the live table comes again in the replay, but for what only a live table has."""
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob, looking=False)
    start(table, time)
    lived: dict[User | None, list[dict[str, Any]]] = {alice: [], bob: [], None: []}
    for word in ["", *"2b20 1L 2L 1c 2Ah 19h 2Kh 17s".split()]:
        play(table, word)
        for viewer, seen in lived.items():
            seen.append(view(table, viewer, time.now))
    game = GameRecord.objects.get()
    live_only = {"version", "next_deal", "deadline", "next", "ask", "mine", "watching"}
    for viewer, seen in lived.items():
        again = history.views(game, seat_of(table, viewer).number if viewer else None)
        assert [step["version"] for step in again] == list(range(1, len(seen) + 1))
        assert all(set(step) == set(before) for step, before in zip(again, seen, strict=True))
        for step, before in zip(again, seen, strict=True):
            for part in (step, before):
                part["seats"] = [{**seat, "online": True, "bank_ms": 0} for seat in part["seats"]]
            assert {k: v for k, v in step.items() if k not in live_only} == {
                k: v for k, v in before.items() if k not in live_only
            }


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_replay_of_the_masked_record_is_that_of_the_whole_one(
    variant: str, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost by never having the others' cards in memory: random games, seen by every seat and the public."""
    random_games(variant, 3, time, monkeypatch)
    for row in GameRecord.objects.all():
        for seat in (1, 2, 3, 4, None):
            parts = [part_of(step) for step in history.views(row, seat)]
            assert parts == [part_of(part) for part in from_the_whole(row, seat)]


def from_the_whole(row: GameRecord, seat: int | None) -> list[dict[str, Any]]:
    read = record.read(row.record)
    game = Game(read.game.ruleset, {n: read.game.seats[n].start for n in read.game.numbers}, read.game.dealer)
    parts = []
    for deal, cards in enumerate(read.decks, 1):
        game.deal(cards)
        parts.append(game_view(game, seat))
        for move in read.moves:
            if move.deal == deal:
                game.apply(move.seat, move.action)
                parts.append(game_view(game, seat))
    return [{**part, "phase": "shuffle" if part["phase"] == "deal" else part["phase"]} for part in parts]


def part_of(step: dict[str, Any]) -> dict[str, Any]:
    """Of a view what the rules say."""
    seats = [
        {name: seat[name] for name in ("seat", "stack", "in", "looked", "bid", "paid", "cards", "tricks", "last")}
        for seat in step["seats"]
    ]
    names = (
        "deal phase my_seat dealer turn_up six_up bank level leader trick last_trick to_act legal cost events result"
    ).split()
    result = step["result"] and {name: value for name, value in step["result"].items() if name != "players"}
    return {**{name: step[name] for name in names}, "seats": seats, "result": result}


def test_a_replay_goes_by_the_rules_of_its_record(time: Time, decks: Decks) -> None:
    """A table's row may say something else by now."""
    _alice, _bob, game = a_duel(time, decks)
    before = history.views(game, 1)
    Table.objects.update(cards=4, blind=False, raises=1, azi="replay", ante=99)
    game.refresh_from_db()
    again = history.views(GameRecord.objects.get(), 1)
    assert again[-1]["result"] == before[-1]["result"]
    assert again[0]["ruleset"] == before[0]["ruleset"]


def test_azi_is_replayed_deal_by_deal(time: Time, decks: Decks) -> None:
    decks(AZI_DECK, AZI_DECK)
    people = [person(name) for name in ("alice", "bob", "vera")]
    table = table_of(*people)
    start(table, time)
    play(table, AZI_PLAY)
    time.pass_ms(5_000)
    play(table, "2b20 3f 1f")
    steps = history.views(GameRecord.objects.get(), None)
    assert [step["deal"] for step in steps if not step["events"]] == [1, 2]
    assert "shuffle" in [step["phase"] for step in steps]
    assert steps[-1]["result"]["winner"] == 2
    assert steps[-1]["result"]["players"]["2"]["name"] == "bob"
