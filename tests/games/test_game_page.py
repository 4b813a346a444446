"""A finished game's page: who may open it, and that nobody finds a card there that they may not know."""

import json
import random
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import history, live
from games.models import GameRecord, Table
from games.rules import Game, record
from games.rules.cards import NAMES

from .play import DUEL_DECK, Decks, Time, at, person, play, start, table_of
from .test_history import a_duel, call_off, random_games
from .test_leaks import cards_in
from .test_two_worlds import other_world
from .watching import CARD, VARIANTS

pytestmark = pytest.mark.django_db

AS_PUBLIC = "?as=public"
ENDS = ("", "views.json", "record.azi")


def visitor_of(user: User | None) -> Client:
    visitor = Client()
    if user:
        visitor.force_login(user)
    return visitor


def get(visitor: Client, game: GameRecord, end: str = "") -> str:
    """A page of the game."""
    answer = visitor.get(f"/games/{game.public_id}/{end}")
    assert answer.status_code == 200
    return without_tokens(answer)


def without_tokens(answer: Any) -> str:
    """What a page says, but for what differs at every request."""
    return re.sub(r"[0-9A-Za-z]{64}", "token", answer.content.decode())


def statuses(visitor: Client, public_id: str) -> set[int]:
    return {visitor.get(f"/games/{public_id}/{end}").status_code for end in ENDS}


# --- who may open it --------------------------------------------------------------------------------------------------


def test_everybody_may_look_at_the_games_of_an_open_table(time: Time, decks: Decks) -> None:
    alice, _bob, game = a_duel(time, decks)
    for user in (alice, person("vera"), None):
        assert statuses(visitor_of(user), game.public_id) == {200}


def test_a_private_tables_games_are_for_its_players_and_who_has_the_link(time: Time, decks: Decks) -> None:
    alice, _bob, game = a_duel(time, decks)
    Table.objects.update(private=True)
    sits = person("sits")
    live.sit(game.table_id, sits.pk, 4, 500)
    assert statuses(visitor_of(alice), game.public_id) == {200}
    assert statuses(visitor_of(sits), game.public_id) == {200}
    staff = person("staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    for user in (person("vera"), User.objects.get(pk=staff.pk), None):
        visitor = visitor_of(user)
        assert statuses(visitor, game.public_id) == {404}
        visitor.get(f"/tables/{game.table.public_id}/")
        assert statuses(visitor, game.public_id) == {200}


def test_a_game_that_one_may_not_see_is_like_none(time: Time, decks: Decks) -> None:
    _alice, _bob, game = a_duel(time, decks)
    Table.objects.update(private=True)
    stranger = Client()
    for end in ENDS:
        hidden, unknown = (stranger.get(f"/games/{which}/{end}") for which in (game.public_id, "0" * 32))
        assert without_tokens(hidden).replace(game.public_id, "0" * 32) == without_tokens(unknown)
        assert hidden.headers == unknown.headers


def test_the_games_before_and_after_are_linked(time: Time, decks: Decks) -> None:
    alice, _bob, first = a_duel(time, decks)
    table = first.table
    for _game in range(2):
        start(table, time)
        play(table, "1f" if at(table).ask(1) else "2f")
    ids = list(GameRecord.objects.order_by("game_no").values_list("public_id", flat=True))
    visitor = visitor_of(alice)
    pages = [visitor.get(f"/games/{public_id}/").content.decode() for public_id in ids]
    assert [re.findall(r'/games/(\w+)/" rel="(\w+)"', page) for page in pages] == [
        [(ids[1], "next")],
        [(ids[0], "prev"), (ids[2], "next")],
        [(ids[1], "prev")],
    ]


def test_a_closed_table_has_no_link(time: Time, decks: Decks) -> None:
    alice, _bob, game = a_duel(time, decks)
    link = f'href="/tables/{game.table.public_id}/"'
    assert link in get(visitor_of(alice), game)
    Table.objects.update(closed=True)
    assert link not in get(visitor_of(alice), game)


# --- what stands there ------------------------------------------------------------------------------------------------


def test_the_page_says_who_won_and_why(time: Time, decks: Decks) -> None:
    alice, bob, game = a_duel(time, decks)
    mine, theirs = get(visitor_of(alice), game), get(visitor_of(bob), game)
    assert '<bdi>bob</bdi> won <span class="num">60</span>' in mine
    assert 'You won <span class="num">60</span>' in theirs
    assert "Two tricks took the whole bank." in mine


def test_the_record_is_there_to_copy_and_to_keep(time: Time, decks: Decks) -> None:
    alice, _bob, game = a_duel(time, decks)
    visitor = visitor_of(alice)
    text = get(visitor, game, "record.azi")
    answer = visitor.get(f"/games/{game.public_id}/record.azi")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="azi-{game.public_id}.azi"'
    assert text == history.masked(game, 1)
    assert text in get(visitor, game)
    assert record.read(text).game.net == {1: -30, 2: 30}


@pytest.mark.parametrize("end", ENDS)
def test_nobody_keeps_what_one_viewer_was_shown(end: str, time: Time, decks: Decks) -> None:
    alice, _bob, game = a_duel(time, decks)
    answer = visitor_of(alice).get(f"/games/{game.public_id}/{end}")
    assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))


def test_a_name_is_no_markup(time: Time, decks: Decks) -> None:
    alice, bob, game = a_duel(time, decks)
    name = "<script>&lt;i>"
    User.objects.filter(pk=bob.pk).update(name=name)
    Table.objects.update(name=name)
    GameRecord.objects.update(record=game.record.replace(" bob", " " + name))
    html = get(visitor_of(alice), GameRecord.objects.get())
    assert "<script>&lt;i>" not in html
    assert html.count("&lt;script&gt;&amp;lt;i&gt;") >= 4


# --- cards ------------------------------------------------------------------------------------------------------------


def known(text: str, seat: int | None) -> set[tuple[int, str]]:
    """Every card, with the number of its deal, that this seat, or with None the public, may know once it is over."""
    read = record.read(text)
    whole = record.read(text).game
    found = set()
    for deal, deck in enumerate(read.decks, 1):
        moves = [move for move in read.moves if move.deal == deal]
        game = _until(read, deal)
        players = len(game.dealt)
        turn_up = players * whole.ruleset.cards
        found.add((deal, NAMES[deck[turn_up]]))
        found |= {(deal, move.action) for move in moves if move.action in NAMES}
        for place, dealt in enumerate(game.dealt):
            if dealt.number == seat and dealt.looked:
                mine = [NAMES[card] for card in deck[place:turn_up:players]]
                unseen = any(move.seat == seat and move.action == "x" for move in moves)
                found |= {(deal, card) for card in (mine[:-1] if unseen else mine)}
    return found


def _until(read: record.Record, deal: int) -> Game:
    game = Game(read.game.ruleset, {n: read.game.seats[n].start for n in read.game.numbers}, read.game.dealer)
    for number in range(1, deal + 1):
        game.deal(read.decks[number - 1])
        for move in read.moves:
            if move.deal == number:
                game.apply(move.seat, move.action)
    return game


def cards_of(step: dict[str, Any]) -> set[str]:
    """Every code of a card anywhere in a view. Ids are random, and may look like some."""
    ids: dict[str, Any] = {"table": "", "game": "", "seats": [{**seat, "player": ""} for seat in step["seats"]]}
    if step["result"]:
        players = {number: {**player, "player": ""} for number, player in step["result"]["players"].items()}
        ids["result"] = {**step["result"], "players": players}
    return {card for card in CARD.findall(json.dumps({**step, **ids})) if card in NAMES}


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_page_shows_a_card_that_was_not_shown(variant: str, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    people = random_games(variant, 4, time, monkeypatch)
    visitors = {user: visitor_of(user) for user in (*people, person("olga"), None)}
    for game in GameRecord.objects.prefetch_related("results"):
        seats = {result.player_id: result.seat for result in game.results.all()}
        ways = [(user, "") for user in visitors] + [(people[0], AS_PUBLIC)]
        for user, way in ways:
            visitor = visitors[user]
            may = known(game.record, seats.get(user.pk) if user and not way else None)
            text = get(visitor, game, "record.azi" + way)
            read = record.read(text)
            told = {(deal, NAMES[card]) for deal, deck in enumerate(read.decks, 1) for card in deck if card >= 0}
            told |= {(m.deal, m.action[-2:]) for m in read.moves if m.action[-2:] in NAMES}
            assert told <= may, f"the record tells {told - may}"
            for step in json.loads(get(visitor, game, "views.json" + way))["views"]:
                shown = {(step["deal"], card) for card in cards_of(step)}
                assert shown <= may, f"step {step['version']} tells {shown - may}"
            assert cards_in(get(visitor, game, way)) <= {card for _deal, card in may}


def test_a_seat_sees_its_cards_from_when_it_looked(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob, looking=False)
    start(table, time)
    play(table, "2b20 1L 1f")
    game = GameRecord.objects.get()
    hands = [step["seats"][0]["cards"] for step in json.loads(get(visitor_of(alice), game, "views.json"))["views"]]
    assert hands == [["??"] * 3, ["??"] * 3, ["9h", "8s", "7s"], ["9h", "8s", "7s"]]
    for visitor in (visitor_of(bob), Client()):
        assert "9h" not in "".join(get(visitor, game, end) for end in ENDS)
        assert "Ah" not in "".join(get(visitor, game, end) for end in ENDS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_can_tell_two_worlds_apart(variant: str, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other cards wherever the viewer may not know better: page, views and record are the same byte by byte."""
    people = random_games(variant, 2, time, monkeypatch)
    rng = random.Random(f"two worlds, {variant}")
    for game in GameRecord.objects.prefetch_related("results"):
        seats = {result.player_id: result.seat for result in game.results.all()}
        for user, way in ((rng.choice(people), ""), (rng.choice(people), AS_PUBLIC), (None, "")):
            visitor = visitor_of(user)
            seat = seats.get(user.pk) if user and not way else None
            before = [get(visitor, game, end + way) for end in ENDS]
            GameRecord.objects.filter(pk=game.pk).update(record=in_another_world(game.record, seat, rng))
            assert [get(visitor, game, end + way) for end in ENDS] == before
            GameRecord.objects.filter(pk=game.pk).update(record=game.record)


def in_another_world(text: str, seat: int | None, rng: random.Random) -> str:
    """The record with other decks that this viewer can't tell from these."""
    read = record.read(text)
    decks, discards = other_world(text, seat, rng)
    assert decks != read.decks
    other = record.Record(read.game, read.names)
    other.decks, other.has_result = decks, read.has_result
    other.moves = [
        record.Move(move.seat, discards.get((move.deal, move.seat), move.action), move.tenths, move.by_clock, move.deal)
        if move.action[0] == "x"
        else move
        for move in read.moves
    ]
    made = record.write(other)
    assert record.read(made).game.net == read.game.net
    return made


def test_a_game_that_was_called_off_tells_no_hand(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c 2Ah")
    void = call_off(table, time)
    for user, may in ((alice, {"9h", "8s", "7s"}), (bob, {"Ah", "Kh", "7d"}), (None, set())):
        visitor = visitor_of(user)
        steps = json.loads(get(visitor, void, "views.json"))["views"]
        found = {card for step in steps for card in cards_of(step)}
        found |= cards_in(get(visitor, void)) | cards_in(get(visitor, void, "record.azi"))
        assert found == may | {"6h", "Ah"}


def test_somebody_who_sat_there_without_playing_sees_what_the_public_sees(time: Time, decks: Decks) -> None:
    _alice, _bob, game = a_duel(time, decks)
    vera = person("vera")
    live.sit(game.table_id, vera.pk, 3, 500)
    stranger, sitter = Client(), visitor_of(vera)
    for end in ("views.json", "record.azi"):
        assert get(sitter, game, end) == get(stranger, game, end)


def test_a_game_of_many_deals_is_sent_small(time: Time, decks: Decks) -> None:
    """Views are whole and much alike: they travel compressed."""
    alice, _bob, game = a_duel(time, decks)
    plain = visitor_of(alice).get(f"/games/{game.public_id}/views.json")
    small = visitor_of(alice).get(f"/games/{game.public_id}/views.json", headers={"accept-encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert len(small.content) < len(plain.content) / 4
