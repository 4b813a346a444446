"""A private table's game that one of its players shares: who may, what is seen of it, and that it is taken back."""

import json
import re

import pytest
from django.test import Client

from accounts.models import User
from games import live
from games.models import GameRecord, Table

from .play import Decks, Time, person
from .test_game_page import ENDS, get, statuses, visitor_of
from .test_history import a_duel, random_games

pytestmark = pytest.mark.django_db


@pytest.fixture
def duel(time: Time, decks: Decks) -> tuple[User, User, GameRecord]:
    """Alice and Bob, and the game that they played at a private table."""
    alice, bob, _game = a_duel(time, decks)
    Table.objects.update(private=True)
    return alice, bob, GameRecord.objects.get()


def share(visitor: Client, game: GameRecord, shared: str = "yes") -> int:
    return visitor.post(f"/games/{game.public_id}/share/", {"shared": shared}).status_code


@pytest.mark.databases
def test_a_player_shares_a_game_and_takes_it_back(duel: tuple[User, User, GameRecord]) -> None:
    alice, bob, game = duel
    for player in (alice, bob):
        visitor = visitor_of(player)
        assert statuses(Client(), game.public_id) == {404}
        assert "Make this game public" in get(visitor, game)
        assert share(visitor, game) == 302
        assert statuses(Client(), game.public_id) == {200}
        assert "Make it private again" in get(visitor, game)
        assert share(visitor, game, "no") == 302
        assert statuses(Client(), game.public_id) == {404}


def test_nobody_else_shares_it(duel: tuple[User, User, GameRecord]) -> None:
    """Nor who sits there, nor who has the table's link, nor the staff."""
    _alice, _bob, game = duel
    sits, staff = person("sits"), person("staff")
    live.sit(game.table_id, sits.pk, 4, 500)
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    linked = Client()
    linked.get(f"/tables/{game.table.public_id}/")
    for visitor in (visitor_of(sits), visitor_of(User.objects.get(pk=staff.pk)), linked, Client()):
        assert share(visitor, game) == 404
        assert not GameRecord.objects.get().shared
    assert "Make this game public" not in get(visitor_of(sits), game)


def test_a_shared_game_is_taken_back_by_its_players_alone(duel: tuple[User, User, GameRecord]) -> None:
    alice, _bob, game = duel
    share(visitor_of(alice), game)
    for visitor in (visitor_of(person("vera")), Client()):
        assert share(visitor, game, "no") == 404
        assert GameRecord.objects.get().shared


def test_an_open_tables_game_is_public_as_it_is(time: Time, decks: Decks) -> None:
    alice, _bob, game = a_duel(time, decks)
    html = get(visitor_of(alice), game)
    assert "Share the game" in html
    assert "Make this game public" not in html
    assert share(visitor_of(alice), game) == 302
    assert not GameRecord.objects.get().shared


def test_who_has_a_shared_games_link_does_not_come_to_its_table(
    duel: tuple[User, User, GameRecord], time: Time
) -> None:
    """Neither the table's own id, which is its link, nor the ids of its other games stand anywhere."""
    alice, _bob, game = duel
    GameRecord.objects.create(
        public_id="other", table=game.table, game_no=2, record=game.record, bank=60, deals=1, people=2, started_at=0,
        ended_at=1,
    )  # fmt: skip
    share(visitor_of(alice), game)
    stranger = Client()
    for end in ENDS:
        page = get(stranger, game, end)
        assert game.table.public_id not in page
        assert "other" not in re.findall(r'/games/(\w+)/"', page)
    assert stranger.get("/games/other/").status_code == 404
    assert stranger.get(f"/tables/{game.table.public_id}/").status_code == 200  # its link shows it, as ever
    assert game.table.public_id in get(stranger, game)


def test_who_has_a_shared_games_link_learns_nothing_of_its_table(duel: tuple[User, User, GameRecord]) -> None:
    """Neither its name nor what is set there nor how much is played: whatever these are, nothing reads otherwise."""
    alice, _bob, game = duel
    share(visitor_of(alice), game)
    known = [get(visitor_of(alice), game, end) for end in ENDS]
    before = [get(Client(), game, end) for end in ENDS]
    assert "<h1>A game at a private table</h1>" in before[0]
    assert "<dd>A private table</dd>" in before[0]
    Table.objects.update(name="Hideout", ante=20, bet=40, turn_ms=7_000, bot_level="best", closed=True)
    GameRecord.objects.update(game_no=1_234)
    assert [get(Client(), game, end) for end in ENDS] == before
    assert [get(visitor_of(alice), game, end + "?as=public") for end in ENDS[1:]] == before[1:]
    assert "Hideout" not in get(visitor_of(alice), game, "?as=public")
    for end, text in zip(ENDS[:2], known, strict=False):
        assert "Felt" in text
        assert "Hideout" in get(visitor_of(alice), game, end)


@pytest.mark.parametrize("variant", ["classic", "four cards"])
def test_a_player_may_look_at_it_as_everybody_does(variant: str, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """Views and record are those of a stranger, byte by byte, whoever asks for them."""
    people = random_games(variant, 2, time, monkeypatch)
    Table.objects.update(private=True)
    GameRecord.objects.update(shared=True)
    for game in GameRecord.objects.all():
        public = {end: get(Client(), game, end) for end in ENDS}
        for user in (*people, person("olga" + game.public_id[:6])):
            visitor = visitor_of(user)
            for end in ("views.json", "record.azi"):
                assert get(visitor, game, end + "?as=public") == public[end]
        assert all(step["my_seat"] is None for step in json.loads(public["views.json"])["views"])
        preview = get(visitor_of(people[0]), game, "?as=public")
        assert f"/games/{game.public_id}/views.json?as=public" in preview
        assert f"/games/{game.public_id}/record.azi?as=public" in preview
        assert record_of(preview) == record_of(public[""])


def record_of(page: str) -> str:
    return page.split('<pre class="record"')[1].split("</pre>")[0]


def test_looking_as_everybody_does_opens_nothing(duel: tuple[User, User, GameRecord]) -> None:
    _alice, _bob, game = duel
    for end in ENDS:
        assert Client().get(f"/games/{game.public_id}/{end}?as=public").status_code == 404


def test_a_link_is_previewed_without_a_card(duel: tuple[User, User, GameRecord]) -> None:
    alice, _bob, game = duel
    share(visitor_of(alice), game)
    head = get(Client(), game).split("</head>")[0]
    assert '<meta property="og:title" content="A game at a private table">' in head
    assert f'<meta property="og:url" content="http://testserver/games/{game.public_id}/">' in head
    assert 'content="bob won 60 in a game of Azi with 2 players. Look at it step by step."' in head
    assert '<meta property="og:title" content="Felt, game 1">' in get(visitor_of(alice), game)
    GameRecord.objects.update(void=True)
    assert 'content="A game of Azi that was called off, step by step."' in get(Client(), game)


def test_a_replay_knows_how_long_each_action_took(time: Time, decks: Decks) -> None:
    alice, _bob, game = a_duel(time, decks)
    told = json.loads(get(visitor_of(alice), game, "views.json"))
    assert len(told["waits"]) == len(told["views"])
    assert told["waits"][0] is None
    assert all(isinstance(wait, int) for wait in told["waits"][1:])


def test_rules_that_nobody_knows_are_not_replayed(time: Time, decks: Decks) -> None:
    alice, _bob, game = a_duel(time, decks)
    GameRecord.objects.update(rules_version=2)
    html = get(visitor_of(alice), game)
    assert "This game can't be shown step by step" in html
    for end in ("views.json", "record.azi"):
        assert visitor_of(alice).get(f"/games/{game.public_id}/{end}").status_code == 404


def test_a_stranger_has_a_next_step(duel: tuple[User, User, GameRecord]) -> None:
    alice, _bob, game = duel
    share(visitor_of(alice), game)
    assert 'action="/play/"' in get(Client(), game)
    assert "/rules/#two-minutes" in get(Client(), game)
    assert 'action="/play/"' not in get(visitor_of(alice), game)
