"""The table's protocol over real sockets: through the whole ASGI application, with the pool and the database behind."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connections
from django.utils.translation import get_language, gettext, override

from accounts import guests, names
from accounts.models import User
from azi_site.application import build
from games import bell, consumers, live, pool, presence, sockets, tables
from games.models import Presence, Seat, SeenOutside, Table

from .play import AZI_DECK, DUEL_DECK, Decks, Time, breaches, person, row, said, start, table_of
from .wire import Page, cookie_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _pool() -> Any:
    yield
    pool.shut_down()
    connections.close_all()


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No story here is about speed, but those that say so; and the sweep comes when a story calls it."""
    monkeypatch.setattr(sockets, "BURST", 10_000)
    monkeypatch.setattr(consumers, "SWEEP_S", 3_600)


SWEEP_S = consumers.SWEEP_S


class Seconds:
    """The monotonic clock of the sockets."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    seconds = Seconds()
    monkeypatch.setattr(sockets, "time", seconds)
    monkeypatch.setattr(consumers, "time", seconds)
    return seconds


class Hall:
    """Alice on seat 1 has dealt, bob on seat 2 is asked; vera has no seat. Looking at once is off."""

    def __init__(self) -> None:
        self.alice, self.bob, self.vera = person("alice"), person("bob"), person("vera")
        self.table = table_of(self.alice, self.bob, looking=False)
        self.cookies = {user.pk: cookie_of(user) for user in (self.alice, self.bob, self.vera)}
        self.application = build()
        self.pages: list[Page] = []
        self.version = 0  # of the first view

    def knock(self, user: User | None = None, path: str = "", **headers: str) -> Page:
        path = path or f"/ws/tables/{self.table.public_id}/"
        page = Page(self.application, path, self.cookies[user.pk] if user else "", **headers)
        self.pages.append(page)
        return page

    async def open(self, user: User | None = None, path: str = "") -> Page:
        """A page with its first view."""
        return await self.knock(user, path).until(lambda page: page.of("view"))


@pytest_asyncio.fixture
async def hall(time: Time, decks: Decks) -> AsyncIterator[Hall]:
    decks(DUEL_DECK, AZI_DECK)
    hall = await pool.run(_hall_with_a_game, time)
    yield hall
    for page in hall.pages:
        if page.close_code is None:
            await page.leave()


def _hall_with_a_game(time: Time) -> Hall:
    hall = Hall()
    hall.version = start(hall.table, time).row.version
    return hall


# --- coming in --------------------------------------------------------------------------------------------------------


async def test_hello_comes_first_and_then_the_view(hall: Hall, time: Time) -> None:
    page = await hall.open(hall.bob)
    hello, view = page.frames[:2]
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "you": {"id": hall.bob.public_id, "name": "bob", "guest": True},
        "server_ms": time.now,
    }
    assert (view["type"], view["table"], view["version"]) == ("view", hall.table.public_id, hall.version)
    assert view["epoch"] == settings.AZI_EPOCH
    assert (view["my_seat"], view["legal"]) == (2, ["L", "b10..980", "f"])
    assert view["seats"][1]["cards"] == ["??", "??", "??"]
    assert set(view) == {
        "type", "table", "epoch", "version", "name", "private", "ruleset", "seats_total", "buy_in", "stakes", "turn_ms",
        "bots", "bot_level", "watching", "mine",
        "game", "game_no", "deal", "next_deal", "phase", "my_seat", "dealer", "turn_up", "six_up", "bank", "level",
        "leader", "seats", "trick", "last_trick", "to_act", "deadline", "next", "ask", "legal", "cost", "events",
        "result",
    }  # fmt: skip
    assert set(view["seats"][0]) == {
        "seat", "player", "name", "bot", "online", "sitting_out", "waiting", "leaving", "stack", "bank_ms", "in",
        "looked", "bid", "paid", "cards", "tricks", "last",
    }  # fmt: skip


async def test_a_stranger_watches(hall: Hall) -> None:
    page = await hall.open()
    assert page.frames[0]["you"] is None
    assert (page.view["my_seat"], page.view["ask"], page.view["legal"], page.view["cost"]) == (None, None, [], {})


async def test_an_unknown_table_is_closed_4003(hall: Hall) -> None:
    page = hall.knock(hall.alice, "/ws/tables/ffffffffffffffffffffffffffffffff/")
    assert await page.closed() == 4003
    assert page.accepted
    assert [frame["type"] for frame in page.frames] == ["bye"]


async def test_an_unknown_address_is_refused(hall: Hall) -> None:
    for path in ("/ws/", "/ws/tables/", "/ws/tables/a b/", "/ws/tables/../lobby/", "/ws/tables/x/y/", "/"):
        page = hall.knock(hall.alice, path)
        await page.closed()
        assert not page.accepted, path


async def test_a_foreign_page_is_refused(hall: Hall) -> None:
    for origin in ("https://evil.example", "null", "", "http://localhost:9"):
        page = hall.knock(hall.alice, origin=origin)
        await page.closed()
        assert not page.accepted, origin


async def test_a_session_that_is_none_makes_a_stranger(hall: Hall) -> None:
    for cookie in ("sessionid=nonsense", "sessionid=", "nonsense", "sessionid=" + "x" * 5_000):
        page = await hall.knock(None, cookie=cookie).until(lambda page: page.of("view"))
        assert page.frames[0]["you"] is None


async def test_who_was_blocked_is_a_stranger(hall: Hall) -> None:
    await pool.run(User.objects.filter(pk=hall.bob.pk).update, is_active=False)
    page = await hall.open(hall.bob)
    assert page.frames[0]["you"] is None
    assert page.view["my_seat"] is None


# --- acting -----------------------------------------------------------------------------------------------------------


async def test_an_answer_reaches_everybody_with_their_own_view(hall: Hall) -> None:
    pages = [await hall.open(user) for user in (hall.alice, hall.bob, hall.vera, None)]
    alice, bob, vera, stranger = pages
    version = bob.view["version"]
    bob.send(type="act", do="b20", ask=bob.view["ask"])
    for page in pages:
        view = await page.version(version + 1)
        assert (view["version"], view["level"], view["to_act"]) == (version + 1, 20, [1])
        assert view["events"][-1]["a"] == "2b20"
    assert [page.view["my_seat"] for page in pages] == [1, 2, None, None]
    assert alice.view["ask"] is not None
    assert [page.view["ask"] for page in (bob, vera, stranger)] == [None] * 3
    assert vera.texts[-1] == stranger.texts[-1]
    assert (await pool.run(row, hall.table)).version == version + 1, "what a view shows is committed"


async def test_a_frame_sent_twice_acts_once_and_the_second_is_stale_with_a_fresh_view(hall: Hall) -> None:
    page = await hall.open(hall.bob)
    ask = page.view["ask"]
    first = page.send(type="act", do="b20", ask=ask)
    second = page.send(type="act", do="b20", ask=ask)
    assert (await page.error(second))["code"] == "stale"
    await page.settled()
    assert not any(error["ref"] == first for error in page.of("error"))
    kinds = [frame["type"] for frame in page.frames]
    assert "view" in kinds[kinds.index("error") :], "a fresh view follows"
    assert (await pool.run(said, hall.table)) == ["2b20@0"]


async def test_a_hundred_copies_over_three_sockets_act_once(hall: Hall) -> None:
    pages = [await hall.open(hall.bob) for _page in range(3)]
    ask = pages[0].view["ask"]
    for _copy in range(10):
        for page in pages:
            page.send(type="act", do="b20", ask=ask)
    for page in pages:
        await page.settled()
    assert sum(len(page.of("error")) for page in pages) == 29
    assert {error["code"] for page in pages for error in page.of("error")} == {"stale"}
    assert (await pool.run(said, hall.table)) == ["2b20@0"]


async def test_a_stale_answer_is_shown_the_newest_view_even_if_its_ring_was_lost(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has moved on and this one has not heard of it."""
    page = await hall.open(hall.bob)
    await pool.run(_act_elsewhere, hall, "b20")
    ref = page.send(type="act", do="f", ask=page.view["ask"])
    assert (await page.error(ref))["code"] == "stale"
    await page.settled()
    assert page.view["level"] == 20
    assert {view["version"] for view in page.of("view")[1:]} == {hall.version + 1}, "the old one is not shown again"


def _act_elsewhere(hall: Hall, word: str) -> None:
    """What another process does: it shares the database with this one, nothing else."""
    kept, drawn, online = dict(tables._cache), dict(tables._drawn), dict(tables._company)
    listeners = dict(bell._listeners)
    bell._listeners.clear()
    tables.forget(hall.table.pk)
    at = tables.load(hall.table.pk)
    assert at.game is not None
    number = at.game.to_act[0]
    live.act(hall.table.pk, at.seats[number].player_id, word, at.ask(number))
    tables.forget(hall.table.pk)
    tables._cache.update(kept)
    tables._drawn.update(drawn)
    tables._company.update(online)
    bell._listeners.update(listeners)


async def test_refusals_reach_the_sender_alone_and_change_nothing(hall: Hall) -> None:
    bob, alice = await hall.open(hall.bob), await hall.open(hall.alice)
    ask = bob.view["ask"]
    frames: list[tuple[dict[str, Any], str]] = [
        ({"type": "act", "do": "b20", "ask": None}, "stale"),
        ({"type": "act", "do": "b20"}, "stale"),
        ({"type": "act", "do": "b20", "ask": 1012}, "stale"),
        ({"type": "act", "do": "c", "ask": ask}, "illegal"),
        ({"type": "act", "do": "b9", "ask": ask}, "illegal"),
        ({"type": "act", "do": "b20!", "ask": ask}, "malformed"),
        ({"type": "act", "do": "1b20", "ask": ask}, "malformed"),
        ({"type": "sit", "seat": 3}, "malformed"),
        ({"type": "commit", "value": "x"}, "malformed"),
        ({"type": "opened"}, "malformed"),
        ({}, "malformed"),
    ]
    before = await pool.run(row, hall.table)
    for frame, code in frames:
        error = await bob.error(bob.send(**frame))
        assert (error["code"], set(error)) == (code, {"type", "ref", "code", "message"}), frame
        assert error["message"].endswith(".")
    await alice.settled()
    assert alice.of("error") == []
    after = await pool.run(row, hall.table)
    assert (after.version, after.record, after.due) == (before.version, before.record, before.due)


async def test_everybody_is_refused_in_the_language_of_their_page(hall: Hall) -> None:
    """All at once and in turns: on the loop, on the pool's threads, and by the rules."""
    chosen = f"{hall.cookies[hall.bob.pk]}; {settings.LANGUAGE_COOKIE_NAME}=ru"
    await pool.run(User.objects.filter(pk=hall.alice.pk).update, language="fr")
    pages = {
        "fr": hall.knock(hall.alice, accept_language="ru"),  # as she has chosen elsewhere
        "ru": hall.knock(cookie=chosen, accept_language="fr"),  # as this browser has it
        "en": hall.knock(hall.vera, accept_language="de, en;q=0.5"),
    }
    for page in pages.values():
        await page.until(lambda page: page.of("view"))
    english = {
        "malformed": "That message could not be read.",
        "stale": "The table has moved on.",
        "not_asked": "It is not your turn.",
        "not_seated": "You have no seat at this table.",
        "illegal": "Nobody has bet yet: bet or fold.",
    }
    heard = set()
    for frame in ({"type": "nonsense"}, {"type": "act", "do": "f", "ask": -1}, {"type": "act", "do": "c"}) * 3:
        sent = [page.send(**{"ask": page.view["ask"], **frame}) for page in pages.values()]
        for (language, page), ref in zip(pages.items(), sent, strict=True):
            error = await page.error(ref)
            with override(language):
                assert error["message"] == gettext(english[error["code"]]), language
            heard.add((language, error["message"]))
    assert len({message for _language, message in heard}) == len(heard) >= 8, "each in a language of its own"
    assert await pool.run(get_language) == "en"


async def test_nobody_acts_for_another_seat(hall: Hall) -> None:
    """Alice and a watcher know bob's ask by chance, and name his seat in every way that they can think of."""
    alice, vera, stranger = [await hall.open(user) for user in (hall.alice, hall.vera, None)]
    ask = (await hall.open(hall.bob)).view["ask"]
    for page, code in ((alice, "stale"), (vera, "not_seated"), (stranger, "signed_out")):
        for extra in ({}, {"seat": 2}, {"user": hall.bob.pk}, {"my_seat": 2, "you": {"id": hall.bob.public_id}}):
            assert (await page.error(page.send(type="act", do="f", ask=ask, **extra)))["code"] == code
    assert (await pool.run(said, hall.table)) == []


async def test_another_tables_ask_is_no_ask_here(hall: Hall, time: Time) -> None:
    def second_table() -> tuple[Table, int | None]:
        table = table_of(hall.alice, hall.bob)
        return table, start(table, time).ask(2)

    other, ask = await pool.run(second_table)
    here, there = await hall.open(hall.bob), await hall.open(hall.bob, f"/ws/tables/{other.public_id}/")
    assert there.view["ask"] == ask
    if here.view["ask"] != ask:
        assert (await here.error(here.send(type="act", do="b20", ask=ask)))["code"] == "stale"
    there.send(type="act", do="b20", ask=ask, table=hall.table.public_id)
    await there.settled()
    assert there.view["level"] == 20
    assert (await pool.run(said, hall.table)) == [], "an act is of the socket's own table"


async def test_who_is_signed_out_takes_no_part(hall: Hall) -> None:
    page = await hall.open()
    frames: list[dict[str, Any]] = [
        {"type": "act", "do": "f", "ask": 1},
        {"type": "act", "do": "L"},
        {"type": "sit", "seat": 3, "buy_in": 500},
        {"type": "leave"},
        {"type": "sit_out", "value": True},
        {"type": "show_at_once", "value": False},
        {"type": "next", "game_no": 1},
    ]
    for frame in frames:
        assert (await page.error(page.send(**frame)))["code"] == "signed_out", frame
    assert (await pool.run(row, hall.table)).version == hall.version


async def test_sitting_leaving_and_the_rest_through_the_socket(hall: Hall) -> None:
    page = await hall.open(hall.vera)
    for frame, code in (
        ({"type": "sit", "seat": 2, "buy_in": 500}, "seat_taken"),
        ({"type": "sit", "seat": 3, "buy_in": 199}, "limits"),
        ({"type": "sit", "seat": 3, "buy_in": 2**53}, "limits"),
        ({"type": "sit_out", "value": True}, "not_seated"),
    ):
        assert (await page.error(page.send(**frame)))["code"] == code
    page.send(type="sit", seat=3, buy_in=700)
    await page.version(hall.version + 1)
    assert (page.view["my_seat"], page.view["seats"][2]["stack"], page.view["seats"][2]["online"]) == (3, 700, True)
    page.send(type="sit_out", value=True)
    page.send(type="show_at_once", value=False)
    page.send(type="next", game_no=1)
    await page.version(hall.version + 3)
    assert page.view["seats"][2]["sitting_out"] is True
    page.send(type="leave")
    await page.version(hall.version + 4)
    assert (page.view["my_seat"], len(page.view["seats"])) == (None, 2)
    page.send(type="leave")
    await page.settled()
    assert (page.view["version"], len(page.of("error"))) == (hall.version + 4, 4)
    assert await pool.run(breaches) == []


async def test_who_sits_down_again_where_they_sit_sees_how_things_stand(hall: Hall) -> None:
    page = await hall.open(hall.bob)
    page.send(type="sit", seat=5, buy_in=500)
    await page.settled()
    assert page.of("error") == []
    assert page.view["my_seat"] == 2


async def test_a_whole_game_over_sockets(hall: Hall) -> None:
    pages = {1: await hall.open(hall.alice), 2: await hall.open(hall.bob)}
    watching = await hall.open()
    version = watching.view["version"]
    for word in "2L 2b20 1r40 2c 19h 2Ah 2Kh 17s".split():
        page = pages[int(word[0])]
        ask = {} if word[1:] == "L" else {"ask": page.view["ask"]}
        page.send(type="act", do=word[1:], **ask)
        version += 1
        for one in (*pages.values(), watching):
            await one.version(version)
    assert watching.view["result"]["winner"] == 2
    assert all(page.of("error") == [] for page in pages.values())
    assert [view["version"] for view in watching.of("view")] == list(range(hall.version, version + 1))
    assert await pool.run(breaches) == []


async def test_reconnecting_finds_the_same_seat_cards_and_time(hall: Hall, time: Time) -> None:
    page = await hall.open(hall.bob)
    page.send(type="act", do="L")
    await page.version(hall.version + 1)
    await page.leave()
    time.now += 7_000
    again = await hall.open(hall.bob)
    for name in ("my_seat", "seats", "deadline", "ask", "legal", "version"):
        assert again.view[name] == page.view[name], name
    assert again.view["seats"][1]["cards"] == ["Ah", "Kh", "7d"]


async def test_when_something_breaks_the_sender_may_try_again_and_the_socket_lives(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page = await hall.open(hall.bob)

    def broken(*_args: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(live, "act", broken)
        assert (await page.error(page.send(type="act", do="b20", ask=page.view["ask"])))["code"] == "busy"
    assert "the disk is full" in caplog.text
    page.send(type="act", do="b20", ask=page.view["ask"])
    await page.version(hall.version + 1)


# --- ping, view, malformed --------------------------------------------------------------------------------------------


async def test_a_ping_is_answered_and_shows_what_was_missed(hall: Hall, time: Time) -> None:
    page = await hall.open(hall.bob)
    version = page.view["version"]
    time.now += 1_234
    page.send(type="ping", version=version)
    await page.until(lambda page: page.of("pong"))
    assert page.of("pong") == [{"type": "pong", "version": version, "server_ms": time.now}]
    await page.settled()
    assert len(page.of("view")) == 1, "up to date: no view"
    page.send(type="ping", version=version - 1)
    await page.many("view", 2)
    kinds = [frame["type"] for frame in page.frames]
    assert kinds[-2:] == ["pong", "view"]


async def test_the_whole_view_on_request(hall: Hall) -> None:
    page = await hall.open()
    page.send(type="view")
    await page.many("view", 2)
    assert page.of("view")[0] == page.of("view")[1]


async def test_what_cannot_be_read_gets_an_error_and_the_socket_lives(hall: Hall) -> None:
    page = await hall.open(hall.bob)
    texts = ["", "hello", "[]", "{}", '{"type":"view","x":NaN}', '{"type":"ping","version":9007199254740993}',
             '{"type":"view","type":"leave"}', '{"x":[[[[1]]]]}', "[" * 4_000, "x" * 5_000, "\x00"]  # fmt: skip
    for text in texts:
        page.send_text(text)
        await page.settled()
    assert [(error["code"], error["ref"]) for error in page.of("error")] == [("malformed", None)] * len(texts)
    assert page.close_code is None
    assert page.view["version"] == hall.version


async def test_bytes_are_malformed(hall: Hall) -> None:
    page = await hall.open(hall.bob)
    page.send_bytes(b'{"type":"leave"}')
    await page.settled()
    assert [error["code"] for error in page.of("error")] == ["malformed"]
    assert await pool.run(Seat.objects.count) == 2


async def test_the_ref_comes_back(hall: Hall) -> None:
    page = await hall.open(hall.bob)
    refs = ["17", 17, 0, "", "x" * 64, "<b>", "\u0416", None]
    for ref in refs:
        page.send_text(json.dumps({"type": "act", "do": "zz", "ask": page.view["ask"], "ref": ref}))
    await page.settled()
    assert [error["ref"] for error in page.of("error")] == refs


# --- limits -----------------------------------------------------------------------------------------------------------


async def test_twenty_frames_at_once_and_then_rate(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, seconds: Seconds
) -> None:
    monkeypatch.setattr(sockets, "BURST", 20)
    page = await hall.open(hall.bob)
    refs = [page.send(type="ping") for _frame in range(25)]
    await page.many("error", 5)
    assert [(error["code"], error["ref"]) for error in page.of("error")] == [("rate", ref) for ref in refs[20:]]
    await page.many("pong", 20)
    seconds.now += 0.5
    for _frame in range(6):
        page.send(type="ping")
    await page.many("error", 6)
    await page.many("pong", 25)
    assert page.close_code is None


async def test_a_flood_is_closed_4008(hall: Hall, monkeypatch: pytest.MonkeyPatch, seconds: Seconds) -> None:
    monkeypatch.setattr(sockets, "BURST", 20)
    page = await hall.open(hall.bob)
    for _frame in range(100):
        page.send_text("x" * 4_000)
    assert await page.closed() == 4008
    assert page.frames[-1] == {"type": "bye", "why": "rate"}
    assert len(page.of("error")) <= 61


async def held_up_by_a_view(page: Page, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """The page has asked for a view, and its drawing takes until the event is set: all other frames wait."""
    running, go_on = asyncio.Event(), asyncio.Event()

    async def held_up(_table_id: int) -> None:
        running.set()
        await go_on.wait()

    monkeypatch.setattr(consumers, "show", held_up)
    monkeypatch.setattr(tables, "is_shown", lambda _table_id, _viewer: False)
    page.send(type="view")
    await asyncio.wait_for(running.wait(), 5)
    return go_on


async def test_more_than_thirty_two_unanswered_frames_are_closed_4008(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await hall.open(hall.bob)
    go_on = await held_up_by_a_view(page, monkeypatch)
    for _frame in range(32):
        page.send(type="view")
    await asyncio.sleep(0)
    assert page.close_code is None
    page.send(type="view")
    assert await page.closed() == 4008
    assert page.frames[-1] == {"type": "bye", "why": "inbox"}
    go_on.set()


async def test_what_waits_in_the_inbox_when_the_server_hangs_up_is_not_done(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await hall.open(hall.bob)
    go_on = await held_up_by_a_view(page, monkeypatch)
    page.send(type="leave")
    consumer = bell.listeners(f"table:{hall.table.pk}")[0]
    await asyncio.sleep(0)
    await consumer.close(4012, "restart")
    go_on.set()
    assert await page.closed() == 4012
    await pool.run(lambda: None)  # what was on its way to the database has been there
    assert await pool.run(Seat.objects.filter(player=hall.bob, leaving=False).count) == 1


async def test_fifty_views_that_nobody_acknowledges_are_closed_4008(hall: Hall, seconds: Seconds) -> None:
    deaf, heard = await hall.open(), await hall.open(hall.vera)
    for number in range(2, 51):
        deaf.send(type="view")
        await deaf.many("view", number)
    heard.send(type="ping", version=heard.view["version"])
    await heard.settled()
    assert deaf.close_code is None
    deaf.send(type="view")
    assert await deaf.closed() == 4008
    assert deaf.frames[-1] == {"type": "bye", "why": "unread"}
    assert heard.close_code is None


async def test_who_acknowledges_may_see_as_many_views_as_come(hall: Hall, seconds: Seconds) -> None:
    page = await hall.open()
    for number in range(2, 120):
        page.send(type="view")
        if number % 40 == 0:
            page.send(type="ping", version=page.view["version"])
        await page.many("view", number)
    assert page.close_code is None


async def test_fifteen_seconds_behind_is_closed_4008(hall: Hall, seconds: Seconds) -> None:
    deaf, heard = await hall.open(), await hall.open(hall.bob)
    seconds.now += 10
    heard.send(type="ping", version=hall.version)
    await heard.settled()
    seconds.now += 5.1
    heard.send(type="act", do="b20", ask=heard.view["ask"])
    assert await deaf.closed() == 4008
    await heard.version(hall.version + 1)
    assert heard.close_code is None


async def test_who_acknowledges_a_version_to_come_is_not_believed_for_later_ones(hall: Hall, seconds: Seconds) -> None:
    """A ping acknowledges what was sent before it, not what will be."""
    page = await hall.open()
    page.send(type="ping", version=2**53)
    await page.settled()
    for number in range(2, 52):
        page.send(type="view")
        await page.many("view", number)
    page.send(type="view")
    assert await page.closed() == 4008


async def test_versions_that_were_never_sent_acknowledge_nothing(hall: Hall, seconds: Seconds) -> None:
    """Else a client that never reads could keep its backlog growing with numbers that it made up."""
    page = await hall.open()
    for number in range(2, 51):
        page.send(type="view")
        page.send(type="ping", version=2**53 - number)
        await page.many("view", number)
    page.send(type="view")
    assert await page.closed() == 4008


async def test_asking_for_the_view_again_draws_nothing_anew(
    hall: Hall, seconds: Seconds, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await hall.open()
    monkeypatch.setattr(tables, "redraw", None)
    page.send(type="view")
    await page.many("view", 2)


async def test_pages_of_those_who_only_watch_are_counted(hall: Hall, seconds: Seconds) -> None:
    page = await hall.open(hall.bob)
    assert page.view["watching"] == 0
    strangers = [await hall.open(), await hall.open(hall.vera)]
    await page.settled()
    assert page.view["watching"] == 0  # else coming and going would flood everybody
    await consumers.sweep()
    await page.until(lambda page: page.view["watching"] == 2)
    await strangers[0].leave()
    await consumers.sweep()
    await page.until(lambda page: page.view["watching"] == 1)
    assert page.view["version"] == hall.version


async def test_a_top_up_is_shown_to_its_sitter_alone(hall: Hall, seconds: Seconds) -> None:
    page, other = await hall.open(hall.alice), await hall.open(hall.bob)
    page.send(type="top_up", to=700)
    await page.version(hall.version + 1)
    assert page.view["mine"] == {"show_at_once": False, "top_up_to": 700, "broke_until": None}
    await other.version(hall.version + 1)
    assert not re.search(r"\b700\b", json.dumps(other.view))  # within a random id it means nothing
    error = await page.error(page.send(type="top_up", to=10**9))
    assert error["code"] == "limits"


async def test_a_closed_table_says_goodbye_with_1000(hall: Hall, seconds: Seconds) -> None:
    page = await hall.open()
    await pool.run(Table.objects.filter(pk=hall.table.pk).update, closed=True)
    await consumers.sweep()
    assert await page.closed() == 1000
    assert page.frames[-1] == {"type": "bye", "why": "closed"}
    late = hall.knock(hall.vera)
    assert await late.closed() == 1000


async def test_three_pages_a_player_a_table_the_oldest_goes(hall: Hall, seconds: Seconds, time: Time) -> None:
    pages = []
    for _page in range(3):
        pages.append(await hall.open(hall.bob))
        seconds.now += 1
    others = [await hall.open(hall.alice), *[await hall.open() for _stranger in range(5)]]

    other = await pool.run(table_of)
    elsewhere = await hall.open(hall.bob, f"/ws/tables/{other.public_id}/")
    await pages[0].settled()
    assert pages[0].close_code is None
    fourth = await hall.open(hall.bob)
    assert await pages[0].closed() == 4009
    assert pages[0].frames[-1]["type"] == "bye"
    for page in (*pages[1:], *others, elsewhere, fourth):
        await page.settled()
        assert page.close_code is None


async def test_two_minutes_of_silence_are_closed_4013(hall: Hall, seconds: Seconds) -> None:
    silent, talks = await hall.open(hall.vera), await hall.open(hall.bob)
    await consumers.sweep()  # counts who watches, and shows it
    silent.send(type="ping", version=hall.version)
    await silent.settled()
    seconds.now += 119
    talks.send(type="ping")
    await talks.settled()
    await consumers.sweep()
    await silent.settled()
    seconds.now += 119
    talks.send(type="ping")
    await talks.settled()
    seconds.now += 2
    await consumers.sweep()
    assert await silent.closed() == 4013
    await talks.settled()
    assert talks.close_code is None


async def test_a_stopping_server_says_goodbye_with_4012(hall: Hall) -> None:
    lobby = hall.knock(None, "/ws/lobby/")
    await lobby.until(lambda page: page.accepted)
    pages = [await hall.open(hall.bob), await hall.open(), lobby]
    while not bell.listeners("lobby"):
        await asyncio.sleep(0)
    await bell.close_all(code=4012, why="restart")
    for page in pages:
        assert await page.closed() == 4012
        assert page.frames[-1] == {"type": "bye", "why": "restart"}
    assert bell._listeners == {}


async def test_what_is_said_after_the_goodbye_does_nothing(hall: Hall) -> None:
    page = await hall.open(hall.bob)
    consumer = next(iter(bell.listeners(f"table:{hall.table.pk}")))
    await consumer.close(4012, "restart")
    page.send(type="leave")
    await page.closed()
    assert await pool.run(Seat.objects.count) == 2


# --- rings ------------------------------------------------------------------------------------------------------------


async def test_a_lost_ring_is_repaired_by_the_sweep(hall: Hall) -> None:
    page, stranger = await hall.open(hall.alice), await hall.open()
    await pool.run(_act_elsewhere, hall, "b20")
    await page.settled()
    assert page.view["version"] == hall.version
    await consumers.sweep()
    for one in (page, stranger):
        assert (await one.version(hall.version + 1))["level"] == 20
    assert SWEEP_S <= 5


async def test_a_lost_ring_is_repaired_by_whoever_opens_the_table_next(hall: Hall) -> None:
    """And not for the newcomer alone."""
    page = await hall.open(hall.alice)
    await pool.run(_act_elsewhere, hall, "b20")
    await hall.open()
    assert (await page.version(hall.version + 1))["level"] == 20


async def test_a_ring_for_a_version_that_was_drawn_elsewhere_is_drawn_here(hall: Hall) -> None:
    page = await hall.open(hall.alice)
    await pool.run(_act_elsewhere, hall, "b20")
    bell.ring(f"table:{hall.table.pk}", hall.version + 1)
    assert (await page.version(hall.version + 1))["level"] == 20


async def test_rings_that_repeat_or_come_late_show_nothing_twice(hall: Hall) -> None:
    page = await hall.open(hall.bob)
    page.send(type="act", do="b20", ask=page.view["ask"])
    await page.version(hall.version + 1)
    for version in (hall.version + 1, hall.version + 1, hall.version, 1, 0):
        bell.ring(f"table:{hall.table.pk}", version)
    await page.settled()
    assert [view["version"] for view in page.of("view")] == [hall.version, hall.version + 1]


async def test_the_clock_reaches_every_page(hall: Hall, time: Time) -> None:
    page = await hall.open()
    await pool.run(time.pass_ms, 50_000)
    view = await page.version(hall.version + 1)
    assert view["events"][-1]["a"] == "2f"
    assert view["phase"] == "over"


async def test_who_goes_away_is_forgotten(hall: Hall) -> None:
    page = await hall.open(hall.bob)
    assert len(bell.listeners(f"table:{hall.table.pk}")) == 1
    await page.leave()
    assert bell.topics("table:") == []
    await consumers.sweep()
    assert hall.table.pk not in tables._drawn


async def test_a_connection_that_breaks_while_it_opens_leaves_nothing(hall: Hall) -> None:
    page = hall.knock(hall.bob)
    await page.leave()
    assert bell.topics("table:") == []


async def test_the_lobby_is_rung_at_most_once_a_second(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers.LobbyConsumer, "EVERY_S", 0.05)
    page = hall.knock(None, "/ws/lobby/")
    await page.until(lambda page: page.accepted)
    while not bell.listeners("lobby"):
        await asyncio.sleep(0)
    for _ring in range(20):
        bell.ring("lobby")
    await page.until(lambda page: page.texts)
    assert page.frames == [{"type": "ring"}]
    await pool.run(live.open_table, "Another", 10)
    await page.until(lambda page: len(page.texts) == 2)
    page.send_text("anything")
    page.send(type="leave")
    assert page.close_code is None


@pytest.mark.parametrize("what", ["sits down", "leaves", "game ends", "game starts"])
async def test_the_lobby_hears_of_what_it_shows(hall: Hall, what: str, time: Time) -> None:
    rung = asyncio.Event()

    class Listener:
        user_id: int | None = None

        def ring(self, topic: str, version: int) -> None:
            rung.set()

        async def close(self, code: int, why: str) -> None: ...

    listener = Listener()
    time.now += 1_000
    await pool.run(_act_elsewhere, hall, "L")  # a game that has been running for a while
    if what == "leaves":
        await pool.run(live.sit, hall.table.pk, hall.vera.pk, 3, 500)
    if what == "game starts":
        await pool.run(_act_elsewhere, hall, "f")
    bell.listen("lobby", listener)
    match what:
        case "sits down":
            await pool.run(live.sit, hall.table.pk, hall.vera.pk, 3, 500)
        case "leaves":
            await pool.run(live.leave, hall.table.pk, hall.vera.pk)
        case "game ends":
            at = await pool.run(tables.load, hall.table.pk)
            await pool.run(live.act, hall.table.pk, hall.bob.pk, "f", at.ask(2))
        case "game starts":
            await pool.run(time.pass_ms, 5_000)
    await asyncio.wait_for(rung.wait(), 5)
    bell.forget("lobby", listener)


# --- signing out ------------------------------------------------------------------------------------------------------


async def test_signing_out_closes_the_pages_of_that_session_4001(hall: Hall) -> None:
    alice, bob, watching = await hall.open(hall.alice), await hall.open(hall.bob), await hall.open()
    await consumers.sweep()
    await pool.run(Session.objects.filter(session_key=hall.cookies[hall.bob.pk].partition("=")[2]).delete)
    await consumers.sweep()
    assert await bob.closed() == 4001
    assert bob.frames[-1] == {"type": "bye", "why": "signed out"}
    assert (alice.close_code, watching.close_code) == (None, None)


@pytest.mark.parametrize("change", [{"password": "another"}, {"is_active": False}])
async def test_another_password_and_a_block_sign_out_everywhere(hall: Hall, change: dict[str, Any]) -> None:
    pages = [await hall.open(hall.bob) for _page in range(2)]
    alice = await hall.open(hall.alice)
    await pool.run(User.objects.filter(pk=hall.bob.pk).update, **change)
    await consumers.sweep()
    assert [await page.closed() for page in pages] == [4001, 4001]
    assert alice.close_code is None


async def test_whoever_says_that_a_session_has_ended_need_not_wait_for_the_sweep(hall: Hall) -> None:
    bob, alice = await hall.open(hall.bob), await hall.open(hall.alice)
    bell.ring(f"user:{hall.bob.pk}")  # for nothing: he is still signed in
    await bob.settled()
    assert bob.close_code is None
    await pool.run(Session.objects.filter(session_key=hall.cookies[hall.bob.pk].partition("=")[2]).delete)
    bell.ring(f"user:{hall.bob.pk}")
    assert await bob.closed() == 4001
    assert alice.close_code is None


async def test_a_guest_who_signs_up_plays_on_in_every_window(hall: Hall) -> None:
    """The row has another password from then on, and the session is the same."""
    bob = await hall.open(hall.bob)
    member = User(name="Bobur", email="", **names.keys("Bobur"))
    member.set_password("seven-of-clubs-41")
    await pool.run(guests.sign_up, hall.bob, member)
    for _time in range(2):
        await consumers.sweep()
    assert bob.close_code is None
    member = await pool.run(User.objects.get, pk=hall.bob.pk)
    member.set_password("eight-of-spades-52")
    await pool.run(member.save)
    await consumers.sweep()
    assert await bob.closed() == 4001


# --- presence ---------------------------------------------------------------------------------------------------------


def online(page: Page) -> list[bool]:
    return [seat["online"] for seat in page.view["seats"]]


async def test_who_is_heard_from_is_online_and_after_thirty_seconds_not(hall: Hall, time: Time) -> None:
    presence._seen.clear()
    presence._unsaved.clear()
    watching = await hall.open()
    assert online(watching) == [False, False]
    bob = await hall.open(hall.bob)
    await watching.until(lambda page: online(page) == [False, True])
    assert watching.view["version"] == hall.version, "presence is no version: an equal one replaces"
    time.now += 29_000
    bob.send(type="ping", version=hall.version)
    await bob.settled()
    time.now += 29_999
    await consumers.sweep()
    await watching.settled()
    assert online(watching) == [False, True]
    await bob.leave()
    await consumers.sweep()
    await watching.settled()
    assert online(watching) == [False, True], "a reload is no absence"
    time.now += 1
    await consumers.sweep()
    await watching.until(lambda page: online(page) == [False, False])


async def test_presence_is_shared_between_processes(hall: Hall, time: Time) -> None:
    watching = await hall.open()
    bob = await hall.open(hall.bob)
    await consumers.save_presence()
    stored = await pool.run(lambda: list(Presence.objects.values_list("player", "seen_at")))
    assert (hall.bob.pk, time.now) in stored
    await bob.leave()
    presence._seen.clear()
    time.now += 5_000
    await pool.run(Presence.objects.filter(player=hall.alice.pk).delete)
    await consumers.sweep()
    await watching.until(lambda page: online(page) == [False, True])


async def test_presence_is_saved_once_and_forgotten_in_time(hall: Hall, time: Time) -> None:
    await hall.open(hall.bob)
    await consumers.save_presence()
    assert presence._unsaved == set()
    time.now += 301_000
    await consumers.save_presence()
    assert presence._seen == {}
    assert await pool.run(Presence.objects.count) == 0, "a row for everybody who ever came would be read at every sweep"
    assert consumers.SAVE_PRESENCE_S == 10


async def test_who_has_the_lobby_open_is_known_and_written_no_oftener_than_needed(hall: Hall, time: Time) -> None:
    lobbies = [hall.knock(user, "/ws/lobby/") for user in (hall.bob, hall.bob, None)]
    for lobby in lobbies:
        await lobby.until(lambda page: page.accepted)
    await hall.open(hall.alice)
    began = time.now
    for _batch in range(3):
        await consumers.save_presence()
        time.now += 9_999
    stored = await pool.run(lambda: list(SeenOutside.objects.values_list("player", "seen_at")))
    assert stored == [(hall.bob.pk, began)], "who is at a table is known from there"
    await consumers.save_presence()
    assert await pool.run(SeenOutside.objects.filter(seen_at=time.now).count) == 1
    for lobby in lobbies:
        await lobby.leave()
    time.now += 301_000
    await consumers.save_presence()
    assert await pool.run(SeenOutside.objects.count) == 0
    assert presence._outside == {}


async def test_a_stack_of_pages_costs_one_drawing_for_all_who_watch(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a seat and once for all spectators, whoever they are."""
    pages = [await hall.open(user) for user in (hall.alice, hall.bob, hall.bob, hall.vera, None, None, None)]
    for page in pages:
        await page.settled()
    drawn: list[object] = []
    real = tables.frame

    def frame(at: Any, seat: Any, now: int) -> bytes:
        drawn.append(seat and seat.number)
        return real(at, seat, now)

    monkeypatch.setattr(tables, "frame", frame)
    pages[1].send(type="act", do="b20", ask=pages[1].view["ask"])
    for page in pages:
        await page.version(hall.version + 1)
    assert sorted(drawn, key=str) == [1, 2, None]
