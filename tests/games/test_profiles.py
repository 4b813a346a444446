"""A player's profile: what it says, whom it tells what, and what it costs."""

import re
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import names, relations
from accounts.models import GamesSeenBy, Relation, User
from games import live, presence, profiles
from games.models import GameRecord, PlayerResult, Rating, Table, Totals

from .play import DUEL_DECK, NOON, Decks, Time, person, play, start, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return person("Alice")


@pytest.fixture
def bob() -> User:
    return person("Bob")


def browser(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def page(player: User, viewer: User | None = None) -> str:
    """The words of the profile."""
    answer = browser(viewer).get(f"/players/{player.name}/")
    assert answer.status_code == 200
    body = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", body[body.index("<main") : body.index("</main>")]).split())


def finished(player: User, table: Table, number: int, **facts: Any) -> GameRecord:
    """A game that the player has won there."""
    rating, void = facts.pop("rating", None), facts.get("void", False)
    game = GameRecord.objects.create(
        public_id=f"{table.pk}-{number}",
        table=table,
        game_no=number,
        record="",
        bank=200,
        people=2,
        seats=3,
        started_at=NOON,
        ended_at=NOON + number,
        **{"deals": 1, "ruleset": "classic", **facts},
    )
    fields = {**game.facts, "void": void}
    PlayerResult.objects.create(
        game=game, player=player, seat=1, stack=500, net=1_130 + number, won=True, rating=rating, **fields
    )
    return game


def totals(player: User, ruleset: str = "classic", seats: int = 3, **sums: int) -> None:
    Totals.objects.create(player=player, ruleset=ruleset, seats=seats, **sums)


# --- where it is ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Vera", "Айгерім Сейткали", "a/../b", "50% #1?", "Дом/2", "R&D; <b>"])
def test_every_name_has_an_address_that_leads_to_it(name: str) -> None:
    player, viewer = person(name), person("viewer")
    answer = browser(viewer).get(reverse("profile", args=[name]))
    assert answer.status_code == 200
    assert answer.context["player"] == player
    assert "Follow" in answer.content.decode()


def test_a_name_written_otherwise_leads_to_the_one_address(alice: User) -> None:
    for written in ("alice", "ALICE", "\uff21lice", "Аlice"):  # wide, and half in Cyrillic
        answer = browser().get(f"/players/{written}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, "/players/Alice/")


@pytest.mark.databases
@pytest.mark.parametrize("name", ["nobody", "x" * 200, "\0", "a%00b", "Gone", "é/ü"])
def test_who_is_not_there_or_has_left_is_not_found(name: str) -> None:
    User.objects.create(name="Gone", **names.keys("Gone"), is_active=False)
    assert browser().get(f"/players/{name}/").status_code == 404


# --- what it says -----------------------------------------------------------------------------------------------------


def test_who_has_not_played_yet_has_a_profile_all_the_same(alice: User, bob: User) -> None:
    theirs = page(alice, bob)
    assert "Alice guest" in theirs
    assert "None yet: a game is rated when at least two people who have signed up play it" in theirs
    assert "After the first game at a public table the results stand here." in theirs
    assert "Play now" in page(alice, alice)


def test_ratings_and_results_are_summed_up(alice: User) -> None:
    Rating.objects.create(player=alice, ruleset="", mu=28.1, sigma=2.0, games=30)
    Rating.objects.create(player=alice, ruleset="classic", mu=24.0, sigma=3.0, games=29)
    totals(alice, games=6, won=3, azi=2, chips=900, biggest_bank=1_240, biddings=8, bids_won=4, bets=10, blind_bets=3)
    totals(alice, "own", 2, games=2, won=0, chips=-1_000, biggest_bank=0, biddings=2, bids_won=1)
    words = page(alice)
    assert "Rating 1,624 of 30 rated games" in words
    assert "Games 8 Won 3 38% Came to Azi 2 25% Bids won 5 50% Blind bets 3 30% Biggest bank won 1,240" in words
    assert "By rules Games Won Rating Classic 6 50% 1,460? Own rules 2 0% –" in words
    assert "By players Games Won 2 players 2 0% 3 players 6 50%" in words


def test_a_rating_of_few_games_has_a_question_mark_and_why(alice: User) -> None:
    Rating.objects.create(player=alice, ruleset="", mu=25.0, sigma=8.0, games=29)
    assert "1,500?" in page(alice)
    assert "The question mark goes after 30 rated games" in page(alice)


def test_a_bot_is_marked_and_can_be_neither_followed_nor_blocked(alice: User) -> None:
    bot = User.objects.create(name="Botir", **names.keys("Botir"), is_bot=True)
    words = page(bot, alice)
    assert "Botir bot" in words
    assert "Follow" not in words
    assert "Block" not in words


@pytest.mark.databases
def test_the_rating_has_a_line_of_at_most_a_hundred_points(alice: User) -> None:
    table = table_of()
    assert profiles.line(alice) is None
    for number, rating in enumerate([1_500, None, 1_520, 1_480], 1):
        finished(alice, table, number, rating=rating)
    short = profiles.line(alice)
    assert short is not None
    assert (short.ratings, short.games) == ([1_500, 1_520, 1_480], 3)
    assert short.points == "0.0,80.0 300.0,0.0 600.0,160.0"
    for number in range(5, 253):
        finished(alice, table, number, rating=1_000 + number)
    long = profiles.line(alice)
    assert long is not None
    assert (len(long.ratings), long.games) == (84, 251)
    assert long.ratings[-3:] == [1_246, 1_249, 1_252], "the newest is its last point"
    assert "Over the last 251 rated games At first 1,520 At the highest 1,520 At the lowest 1,006 Now 1,252" in page(
        alice
    )


def test_the_newest_games_lead_to_their_replays(alice: User, bob: User) -> None:
    table = table_of()
    for number in range(1, 13):
        finished(alice, table, number)
    finished(alice, table, 13, void=True)
    body = browser(bob).get("/players/Alice/").content.decode()
    assert re.findall(r'data-game="[0-9]+-([0-9]+)"', body) == [str(number) for number in range(12, 2, -1)]
    assert f'href="/games/{table.pk}-12/"' in body
    assert "+1,142" in body


def test_games_of_private_tables_are_on_nobodys_profile_even_shared_ones(alice: User) -> None:
    hidden = table_of()
    Table.objects.filter(pk=hidden.pk).update(private=True, name="Hideout")
    finished(alice, hidden, 1, shared=True)
    finished(alice, hidden, 2)
    for viewer in (None, alice):
        assert "Hideout" not in page(alice, viewer)


# --- who is told where they are ---------------------------------------------------------------------------------------


def test_who_is_here_and_where_is_told_to_players(time: Time, alice: User, bob: User) -> None:
    assert "Not online" in page(alice, bob)
    presence.save_outside([alice.pk], NOON)
    assert "Online" in page(alice, bob)
    table = table_of(alice)
    assert "Playing at Felt now" in page(alice, bob)
    live.sit_out(table.pk, alice.pk, True)
    assert "Felt" not in page(alice, bob), "who sits out plays nowhere"
    live.sit_out(table.pk, alice.pk, False)
    Table.objects.filter(pk=table.pk).update(private=True)
    assert "Felt" not in page(alice, bob)
    assert "Online" in page(alice, bob)
    assert not re.search("nline|Playing", page(alice, None))


def test_who_is_blocked_cannot_tell_it_from_one_who_is_not_here(time: Time, alice: User, bob: User) -> None:
    press(bob, alice, "follow")
    absent = page(alice, bob)
    assert "Not online" in absent
    table_of(alice)
    relations.block(alice, bob)
    assert page(alice, bob) == absent
    for do, button in (("unfollow", "Follow"), ("follow", "Unfollow")):
        answer = press(bob, alice, do)
        assert not list(get_messages(answer.wsgi_request))
        assert f"{button} Block" in page(alice, bob)
    assert page(alice, bob) == absent


# --- who sees the games -----------------------------------------------------------------------------------------------


def shows_games(player: User, viewer: User | None) -> bool:
    words = page(player, viewer)
    assert "1,460" in words, "the rating is everybody's"
    assert ("+1,131" in words) == ("Results" in words) != ("games are not shown here" in words)
    return "Results" in words


def test_whom_a_player_shows_their_games(alice: User, bob: User) -> None:
    vera, staff = person("Vera"), User.objects.create_superuser("Head", "head@azi.example", "pa55word for the head")
    relations.follow(alice, vera)
    relations.follow(bob, alice)
    Rating.objects.create(player=alice, ruleset="", mu=24.0, sigma=3.0, games=40)
    totals(alice, games=1, won=1)
    finished(alice, table_of(), 1, rating=1_460)
    viewers = (None, bob, vera, staff, alice)
    for choice, expected in (
        (GamesSeenBy.EVERYBODY, [True] * 5),
        (GamesSeenBy.FOLLOWED, [False, False, True, False, True]),
        (GamesSeenBy.NOBODY, [False, False, False, False, True]),
    ):
        browser(alice).post("/account/privacy/", {"games_seen_by": choice})
        alice.refresh_from_db()
        assert [shows_games(alice, viewer) for viewer in viewers] == expected, choice


def test_no_other_choice_is_taken_and_a_stranger_has_none(alice: User) -> None:
    client = browser(alice)
    for nonsense in ("", "some", "\0"):
        assert client.post("/account/privacy/", {"games_seen_by": nonsense}).status_code == 400
    assert browser().post("/account/privacy/", {"games_seen_by": "nobody"}).status_code == 302
    assert client.get("/account/privacy/").status_code == 405
    alice.refresh_from_db()
    assert alice.games_seen_by == GamesSeenBy.EVERYBODY


# --- following and blocking on the page -------------------------------------------------------------------------------


def press(viewer: User | None, player: User, do: str, **more: str) -> Any:
    return browser(viewer).post(f"/players/{player.name}/relate/", {"do": do, **more})


def test_the_buttons_follow_and_block_and_undo_it(alice: User, bob: User) -> None:
    for do, then, buttons in (
        ("follow", ("follows", ""), "Unfollow Block"),
        ("unfollow", ("", ""), "Follow Block"),
        ("block", ("blocks", ""), "Unblock"),
        ("unblock", ("", ""), "Follow Block"),
    ):
        for _press in range(2):
            assert press(alice, bob, do).headers["Location"] == "/players/Bob/"
        assert relations.between(alice, bob) == then
        assert buttons in page(bob, alice)


def test_whom_one_follows_or_has_blocked_is_listed_with_a_way_back(alice: User, bob: User) -> None:
    relations.follow(alice, bob)
    relations.block(alice, person("Vera"))
    words = page(alice, alice)
    assert "Bob You follow them Unfollow Bob" in words
    assert "Vera You have blocked them Unblock Vera" in words
    assert press(alice, bob, "unfollow", back="yes").headers["Location"] == "/players/Alice/#others"
    assert "Bob" not in page(alice, alice)
    assert "You have blocked them" not in page(alice, bob), "a list is only its owner's"


def test_the_refusal_is_calm(alice: User, bob: User) -> None:
    relations.block(alice, bob)
    answer = press(alice, bob, "follow")
    assert [str(message) for message in get_messages(answer.wsgi_request)] == ["That is not possible with this player."]
    assert relations.between(alice, bob)[0] == "blocks"


def test_only_a_players_press_counts_and_not_too_many(alice: User, bob: User) -> None:
    assert press(None, bob, "follow").headers["Location"] == "/accounts/login/?next=/players/Bob/"
    assert press(alice, bob, "marry").status_code == 400
    assert browser(alice).get("/players/Bob/relate/").status_code == 405
    statuses = [press(alice, bob, "follow").status_code for _press in range(31)]
    assert statuses == [302] * 30 + [429]
    assert Relation.objects.count() == 1
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post("/players/Bob/relate/", {"do": "unfollow"}).status_code == 403


# --- the navigation ---------------------------------------------------------------------------------------------------


def test_the_short_navigation_has_five_ways_and_says_where_one_is(alice: User, bob: User) -> None:
    def ways(client: Client, path: str) -> list[str]:
        body = client.get(path).content.decode()
        foot = body[body.index('<nav class="foot-nav"') :]
        found = re.findall(r"<a ([^>]*)><svg.*?</svg>([^<]+)</a>", foot[: foot.index("</nav>")])
        return [f"{name} {' '.join(re.findall('aria-current=.([a-z]+)', had))}".rstrip() for had, name in found]

    client = browser(alice)
    assert ways(client, "/") == ["Tables page", "Tournaments", "Leaders", "My games", "Me"]
    assert ways(browser(), "/rules/") == ["Tables", "Tournaments", "Leaders", "Rules page", "Sign in"]
    for path, current in (
        ("/players/Alice/", "Me page"),
        ("/account/", "Me true"),
        ("/wallet/", "Me true"),
        ("/players/Bob/", "Me"),
    ):
        assert ways(client, path)[-1] == current


# --- secrets and cost -------------------------------------------------------------------------------------------------


def test_a_running_games_players_profiles_hold_no_card(time: Time, decks: Decks, alice: User, bob: User) -> None:
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c 2Ah")
    for viewer in (None, alice, bob, person("Vera")):
        for player in (alice, bob):
            assert not re.search(r"(?:[6-9TJQKA][hds]){2}|\bdeal\b", page(player, viewer))


def test_a_profile_asks_the_database_as_much_for_many_games_as_for_few(time: Time, alice: User, bob: User) -> None:
    table, asked = table_of(alice), []
    Rating.objects.create(player=alice, ruleset="", mu=25.0, sigma=8.0, games=1)
    totals(alice, games=1)
    client = browser(bob)
    client.get("/rules/")
    for games in (3, 300):
        for number in range(GameRecord.objects.count() + 1, games + 1):
            finished(alice, table, number, rating=1_500 + number)
        with CaptureQueriesContext(connection) as queries:
            client.get("/players/Alice/")
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 16
