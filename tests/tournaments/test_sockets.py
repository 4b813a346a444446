"""A tournament's sockets through the whole ASGI application: one news for all, each one's own part, the call."""

import json
from collections.abc import AsyncIterator, Callable
from datetime import time
from typing import Any

import pytest
import pytest_asyncio
from django.contrib.sessions.models import Session
from django.db import connections
from django.test import Client

from accounts.models import User
from azi_site.application import build
from games import bell, pool
from games import consumers as tables_consumers
from games.consumers import RingConsumer
from tests.games.play import person, table_of
from tests.games.wire import Frame, Page, cookie_of
from tournaments import consumers, live, news
from tournaments.models import Entry, Series, Tournament
from tournaments.series import open_one

from .course import Course, boards, enter, freezeout, now, tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _pool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(consumers, "EVERY_S", 0.02)
    monkeypatch.setattr(RingConsumer, "EVERY_S", 0.02)
    monkeypatch.setattr(tables_consumers, "SWEEP_S", 3_600)
    yield
    pool.shut_down()
    connections.close_all()


class Venue:
    """A cup for three in which alice and bob are; carol has entered nothing."""

    def __init__(self) -> None:
        self.cup = tournament(stack=100)
        self.alice, self.bob = enter(self.cup, "alice", "bob")
        self.carol = person("carol")
        self.cookies = {user.pk: cookie_of(user) for user in (self.alice, self.bob, self.carol)}
        self.application = build()
        self.pages: list[Page] = []

    def knock(self, user: User | None, path: str = "") -> Page:
        path = path or f"/ws/tournaments/{self.cup.public_id}/"
        page = Page(self.application, path, self.cookies[user.pk] if user else "")
        self.pages.append(page)
        return page

    async def open(self, user: User | None) -> Page:
        return await self.knock(user).until(lambda page: page.of("news"))


@pytest_asyncio.fixture
async def venue(course: Course) -> AsyncIterator[Venue]:
    venue = await pool.run(Venue)
    yield venue
    for page in venue.pages:
        if page.close_code is None:
            await page.leave()


async def told(page: Page, is_so: Callable[[Frame], object]) -> Frame:
    """The first news of which that is so."""
    await page.until(lambda page: any(is_so(frame) for frame in page.of("news")))
    return next(frame for frame in page.of("news") if is_so(frame))


def start(venue: Venue, course: Course) -> None:
    """Vera is the third, and the games run."""
    enter(venue.cup, "vera")
    course.until_games_run()


async def test_news_comes_at_once_with_what_is_the_readers_own(venue: Venue, course: Course) -> None:
    frame = (await venue.open(venue.alice)).of("news")[0]
    assert set(frame) == {
        "type", "server_ms", "tournament", "format", "state", "why", "starts_at", "levels", "level", "ante", "bet",
        "next_ante", "level_ends", "level_ms", "level_games_left", "break_next", "break_until", "next_break", "ends_at",
        "entries", "max_entries", "left", "open", "tables", "average", "hand_for_hand", "final_table", "paid_places",
        "next", "me",
    }  # fmt: skip
    assert (frame["server_ms"], frame["tournament"], frame["state"]) == (course.now, venue.cup.public_id, "announced")
    assert (frame["entries"], frame["left"], frame["open"]) == (2, 2, True)
    assert frame["me"]["state"] == "in"
    assert (frame["me"]["stack"], frame["me"]["table"], frame["me"]["out"]) == (100, None, None)


async def test_nobody_gets_anothers_part(venue: Venue, course: Course) -> None:
    """The public facts are the same for all; a stranger and who has not entered get no part of their own."""
    pages = {user: await venue.open(user) for user in (venue.alice, venue.bob, venue.carol, None)}
    await pool.run(start, venue, course)
    board = (await pool.run(boards, venue.cup))[0]
    await pool.run(course.decide, board, alice=40, bob=-40)
    frames = {user: await told(page, lambda news: news["level"] == 1) for user, page in pages.items()}
    for user, page in pages.items():
        frames[user] = await told(page, lambda news: not news["me"] or news["me"]["stack"] in (140, 60))
    assert frames[venue.alice]["me"]["stack"] == 140
    assert frames[venue.bob]["me"]["stack"] == 60
    assert (frames[venue.alice]["me"]["place"], frames[venue.bob]["me"]["place"]) == (1, 3)
    assert frames[venue.carol]["me"] is None
    assert frames[None]["me"] is None
    everything = "".join(text for user in (venue.carol, None) for text in pages[user].texts)
    assert '"stack"' not in everything
    assert "140" not in everything


async def test_a_change_is_read_once_for_all_who_listen(
    venue: Venue, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def of(tournament_id: int) -> news.News:
        read.append(tournament_id)
        return told_by(tournament_id)

    told_by = news.of
    monkeypatch.setattr(news, "of", of)
    pages = [await venue.open(user) for user in (venue.alice, venue.bob, venue.carol, None, None)]
    before = len(read)
    monkeypatch.setattr(consumers, "EVERY_S", 0.3)
    await pool.run(live.withdraw, venue.cup.pk, venue.bob)
    for page in pages:
        await told(page, lambda frame: frame["entries"] == 1)
    assert 1 <= len(read) - before <= 2, "both topics have rung"


async def test_equal_news_is_not_sent_again(venue: Venue) -> None:
    page = await venue.open(venue.alice)
    for _time in range(5):
        bell.ring(f"tournament:{venue.cup.pk}")
        bell.ring(f"user:{venue.alice.pk}")
    await pool.run(live.withdraw, venue.cup.pk, venue.bob)
    await told(page, lambda frame: frame["entries"] == 1)
    texts = [json.dumps({**frame, "server_ms": 0}) for frame in page.frames]
    assert len(texts) == len(set(texts))


async def test_an_unknown_tournament_is_refused(venue: Venue) -> None:
    assert await venue.knock(venue.alice, f"/ws/tournaments/{'0' * 32}/").closed() == 4003


async def test_the_list_is_rung(venue: Venue) -> None:
    page = venue.knock(None, "/ws/tournaments/")
    await page.until(lambda page: page.accepted)
    while not bell.listeners("tournaments"):
        await pool.run(int)
    await pool.run(tournament, name="Another")
    await page.until(lambda page: page.texts)
    assert page.frames == [{"type": "ring"}]


async def test_whoever_leaves_is_forgotten_and_the_last_one_takes_the_news_along(venue: Venue) -> None:
    alice, bob = await venue.open(venue.alice), await venue.open(venue.bob)
    await alice.leave()
    assert venue.cup.pk in consumers._desks
    await bob.leave()
    assert not bell.listeners(f"tournament:{venue.cup.pk}")
    assert not consumers._desks


async def test_a_table_is_called_to_whose_chair_it_is(venue: Venue, course: Course) -> None:
    alice, carol = venue.knock(venue.alice, "/ws/me/"), venue.knock(venue.carol, "/ws/me/")
    for page in (alice, carol):
        await page.until(lambda page: page.of("call"))
    await pool.run(start, venue, course)
    await alice.many("call", 2)
    board = (await pool.run(boards, venue.cup))[0]
    public_id = await pool.run(lambda: board.table.public_id)
    assert alice.of("call")[-1]["tables"] == [
        {
            "href": f"/tables/{public_id}/",
            "page": f"/tournaments/{venue.cup.public_id}/",
            "tournament": venue.cup.public_id,
            "name": "Cup",
            "table": 1,
        }
    ]
    assert carol.of("call") == [{"type": "call", "tables": []}]
    assert await venue.knock(None, "/ws/me/").closed() == 4001


async def test_whoever_signs_out_is_told_nothing_more(venue: Venue) -> None:
    pages = [await venue.open(venue.alice), venue.knock(venue.alice, "/ws/me/")]
    await pages[1].until(lambda page: page.of("call"))
    other = await venue.open(venue.bob)
    await pool.run(Session.objects.filter(session_key=venue.cookies[venue.alice.pk].partition("=")[2]).delete)
    bell.ring(f"user:{venue.alice.pk}")
    for page in pages:
        assert await page.closed() == 4001
    assert other.close_code is None


async def test_the_sweep_finds_who_signed_out_without_a_ring(venue: Venue) -> None:
    page = await venue.open(venue.alice)
    await pool.run(Session.objects.all().delete)
    await tables_consumers.sweep()
    assert await page.closed() == 4001


# --- what the news say ------------------------------------------------------------------------------------------------


def mine(cup: Tournament, user: User) -> Frame:
    return news.of(cup.pk).players[user.pk]


def test_whoever_is_out_learns_place_and_prize(course: Course) -> None:
    cup = tournament(prizes=Tournament.CUSTOM, percentages=[70, 30])
    alice, bob, vera = enter(cup, "alice", "bob", "vera")
    course.until_games_run()
    course.decide(boards(cup)[0], alice=100, bob=-100)
    assert mine(cup, bob)["out"] == {
        "place": 3, "final": True, "tied": False, "prize": 0, "may_enter_again": False, "next_entry": None,
    }  # fmt: skip
    assert mine(cup, alice)["out"] is None
    course.until_games_run()
    course.decide(boards(cup)[0], alice=100, vera=-100)
    ends = {user: mine(cup, user)["out"] for user in (alice, vera)}
    assert [(end["place"], end["prize"]) for end in ends.values()] == [(1, 210), (2, 90)]


def test_the_foretold_prize_is_the_one_that_is_paid(course: Course) -> None:
    """While the tournament goes on, those who share a place know their share, odd chips and all."""
    cup = tournament(seats_total=4, max_entries=4, prizes=Tournament.CUSTOM, percentages=[61, 26, 13], entry_fee=101)
    people = enter(cup, "alice", "bob", "vera", "marc")
    course.until_games_run()
    course.decide(boards(cup)[0], alice=200, bob=-100, vera=-100)
    foretold = [mine(cup, user)["out"]["prize"] for user in people[1:3]]
    assert [mine(cup, user)["out"]["tied"] for user in people[1:3]] == [True, True]
    course.until_games_run()
    course.decide(boards(cup)[0], alice=100, marc=-100)
    course.pass_ms(20_000)
    paid = list(Entry.objects.filter(player__in=people[1:3]).order_by("pk").values_list("prize", flat=True))
    assert now(cup).state == Tournament.FINISHED
    assert foretold == paid
    assert sum(paid) == 404 - sum(Entry.objects.exclude(player__in=people[1:3]).values_list("prize", flat=True))


def test_whoever_may_enter_again_is_told_so(course: Course) -> None:
    cup = freezeout(late_levels=2, re_entries=1)
    people = enter(cup, "alice", "bob", "vera")
    course.pass_ms(5 * 60_000 + 8_000)
    course.decide(boards(cup)[0], alice=100, bob=-100)
    bob = people[1]
    end = mine(cup, bob)["out"]
    assert (end["place"], end["final"], end["prize"]) == (3, False, None)
    assert (end["may_enter_again"], end["next_entry"]) == (True, 2)
    live.enter(cup.pk, bob, 2)
    assert mine(cup, bob)["state"] == "in"
    assert mine(cup, bob)["out"] is None


def test_news_reads_as_much_for_many_as_for_few(course: Course, django_assert_num_queries: Any) -> None:
    cup = freezeout(max_entries=100)
    enter(cup, *(f"Player {chr(97 + number)}" for number in range(20)))
    course.pass_ms(5 * 60_000 + 1_000)
    with django_assert_num_queries(2):
        told = news.of(cup.pk)
    assert len(told.players) == 20
    assert all(own["table"] for own in told.players.values())


def test_of_a_series_the_next_sit_and_go_is_told(course: Course) -> None:
    series = Series.objects.create(
        name="Quick one", format=Series.SIT_AND_GO, at=time(), levels=[[10, 10]], max_entries=2, entry_fee=0
    )
    open_one(series)
    cup = Tournament.objects.get(series=series)
    assert news.of(cup.pk).public["next"] is None
    enter(cup, "alice", "bob")
    course.look()
    open_one(series)
    other = Tournament.objects.exclude(pk=cup.pk).get(series=series)
    assert news.of(cup.pk).public["next"] == f"/tournaments/{other.public_id}/"


# --- the table's page -------------------------------------------------------------------------------------------------


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_tournaments_table_knows_its_tournament_and_leads_back_to_it(course: Course) -> None:
    cup = tournament()
    alice, *_others = enter(cup, "alice", "bob", "vera")
    course.look()
    page = signed_in(alice).get(f"/tables/{boards(cup)[0].table.public_id}/").content.decode()
    assert f'data-tournament="{cup.public_id}"' in page
    assert f'data-lobby="/tournaments/{cup.public_id}/"' in page
    assert "tournaments/at_table.js" in page
    assert "tournaments/call.js" in page


def test_a_cash_tables_page_has_nothing_of_tournaments(course: Course) -> None:
    alice = person("alice")
    answer = signed_in(alice).get(f"/tables/{table_of(alice).public_id}/")
    assert answer.status_code == 200
    assert "data-tournament" not in answer.content.decode()
    assert "tournaments/call.js" not in answer.content.decode(), "nobody can call who has entered nothing"
    assert Client().get(f"/tables/{'0' * 32}/").status_code == 404


def test_from_a_closed_table_its_players_come_to_where_they_are_now(course: Course) -> None:
    cup = freezeout(seats_total=2)
    enter(cup, "alice", "bob", "vera")
    course.pass_ms(5 * 60_000 + 1_000)
    closed = boards(cup)[1].table
    course.until_games_run()
    lone = Entry.objects.get(table__table=closed)
    winner, loser = (entry.player for entry in Entry.objects.exclude(pk=lone.pk).order_by("player__name"))
    course.decide(boards(cup)[0], **{winner.name: 100, loser.name: -100})
    course.pass_ms(8_000)
    closed.refresh_from_db()
    assert closed.closed
    final = boards(cup)[0].table
    assert (
        signed_in(lone.player).get(f"/tables/{closed.public_id}/").headers["Location"] == f"/tables/{final.public_id}/"
    )
    for watcher in (signed_in(loser), Client()):
        answer = watcher.get(f"/tables/{closed.public_id}/")
        assert answer.headers["Location"] == f"/tables/{final.public_id}/", "there it goes on"
    course.until_games_run()
    course.decide(boards(cup)[0], **{winner.name: 100, lone.player.name: -100})
    course.pass_ms(20_000)
    assert now(cup).state == Tournament.FINISHED
    answer = signed_in(loser).get(f"/tables/{closed.public_id}/")
    assert answer.status_code == 410
    assert f"/tournaments/{cup.public_id}/" in answer.content.decode()
