"""The lobby's list and its filter, and "Play now": where it seats somebody, and what it does for whoever can't pay."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import guests, ledger
from accounts.models import User
from games import live, lobby, play_now, views
from games.models import GameRecord, Seat, Table
from games.refusals import Refusal
from games.rules import THREE_BIDS, Ruleset

from .play import NOON, Time, at, person, play, refused, row, seat_of, start, table_of, wallet

pytestmark = pytest.mark.django_db

MINUTE_MS = 60_000


def visitor(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def listed(client: Client, **asked: str) -> list[str]:
    """The ids of the tables that the lobby shows, in its order; the same as its live part alone shows."""
    page = client.get("/", asked).content.decode()
    part = client.get("/lobby/tables/", asked).content.decode()
    ids = re.findall(r'data-table="([0-9a-f]{32})"', page)
    assert ids == re.findall(r'data-table="([0-9a-f]{32})"', part)
    return ids


def row_of(table: Table, client: Client) -> str:
    """What the lobby says about a table, as text."""
    page = client.get("/").content.decode()
    found = re.search(rf'<li data-table="{table.public_id}">(.*?)</li>', page, re.DOTALL)
    assert found, "the table is not in the lobby"
    return " ".join(re.sub(r"<[^>]+>", "", found[1]).split())


def finished(table: Table, number: int, bank: int, ended_at: int, void: bool = False) -> None:
    GameRecord.objects.create(
        public_id=f"{table.pk}-{number}",
        table=table,
        game_no=number,
        record="",
        bank=bank,
        deals=1,
        people=2,
        started_at=ended_at - MINUTE_MS,
        ended_at=ended_at,
        void=void,
    )


def change(table: Table, **fields: Any) -> Table:
    Table.objects.filter(pk=table.pk).update(**fields)
    return row(table)


# --- what is listed ---------------------------------------------------------------------------------------------------


def test_a_private_table_is_in_nobodys_list_but_its_sitters(time: Time) -> None:
    alice = person("alice")
    hidden, open_ = change(table_of(alice), private=True), table_of()
    closed = change(table_of(), closed=True)
    assert listed(visitor()) == [open_.public_id]
    assert listed(visitor(person("bob"))) == [open_.public_id]
    assert listed(visitor(alice)) == [hidden.public_id, open_.public_id]
    assert "private" in row_of(hidden, visitor(alice))
    assert closed.public_id not in listed(visitor(alice))


def test_ones_own_tables_come_first_and_lead_back_to_the_seat(time: Time) -> None:
    alice, bob, vera = (person(name) for name in ("alice", "bob", "vera"))
    lively, own = table_of(bob, vera, ante=1, buy_in=50), table_of(alice, ante=50, buy_in=2_000)
    assert listed(visitor(alice)) == [own.public_id, lively.public_id]
    assert "Back to your seat" in row_of(own, visitor(alice))
    assert "Back to your seat" not in row_of(own, visitor(bob))
    assert listed(visitor(alice), stakes="low") == [own.public_id, lively.public_id], "no filter hides one's seat"


def test_who_has_a_seat_is_led_back_to_it_by_the_main_button_and_by_every_header(time: Time) -> None:
    alice = person("alice")
    table, client = table_of(alice), visitor(alice)
    back = f'href="/tables/{table.public_id}/"'
    page = client.get("/").content.decode()
    assert re.search(rf'<a class="btn btn--go" {back} id="next-step"><span>Back to your seat', page)
    assert "Play now</button>" not in page
    for path in ("/rules/", "/games/", "/account/"):
        assert re.search(rf'<a class="bar__seat" {back}>', client.get(path).content.decode())
    wallet_page = client.get("/wallet/").content.decode()
    assert re.search(rf'<a class="btn btn--go" {back}><span>Back to <bdi>Felt</bdi>', wallet_page)
    news = client.get("/lobby/tables/").content.decode()
    live_step = rf'{back} id="next-step" hx-swap-oob="true"><span>Back to your seat'
    assert re.search(live_step, news), "an open page hears it"
    live.leave(table.pk, alice.pk)
    assert "Play now</button>" in client.get("/lobby/tables/").content.decode()
    assert "bar__seat" not in client.get("/rules/").content.decode()
    assert "Play now</button>" in client.get("/").content.decode()


def test_a_guests_account_counts_the_chips_at_tables_too(time: Time) -> None:
    alice = person("alice")
    table_of(alice)
    page = visitor(alice).get("/account/").content.decode()
    assert "<bdi>alice</bdi> has 10,000 chips in all" in page
    assert "In the wallet are 9,500, at tables 500." in page


def test_tables_with_people_come_first_then_full_ones_then_empty_ones_by_stakes(time: Time) -> None:
    dear, cheap = table_of(ante=20), table_of(ante=5)
    full = table_of(*(person(f"player {number}") for number in range(6)))
    lively = table_of(person("alice"))
    assert listed(visitor()) == [table.public_id for table in (lively, full, cheap, dear)]


def test_people_are_told_apart_from_bots_and_empty_tables_say_that_bots_come(time: Time) -> None:
    table = table_of(person("alice"), bots=True)
    time.look()
    time.look()
    bots = [seat.player.name for seat in Seat.objects.filter(table=table, player__is_bot=True)]
    assert f"alice; good bots: {', '.join(bots)}" in row_of(table, visitor())
    shown = visitor().get("/").content.decode()
    assert f"{len(bots) + 1} of 6 seats taken: 1 person, {len(bots)} bot" in shown
    for level, words in (("beginner", "beginner"), ("middle", "good"), ("best", "the best")):
        table = change(table_of(bots=True), bot_level=level)
        assert f"Nobody yet: {words} bots play with you until people come" in row_of(table, visitor())
    assert "no bots" in row_of(table_of(bots=False), visitor())


@pytest.mark.databases
def test_the_last_hours_games_are_counted_without_those_called_off(time: Time) -> None:
    table = table_of()
    finished(table, 1, 5_000, NOON - 61 * MINUTE_MS)
    finished(table, 2, 100, NOON - 59 * MINUTE_MS)
    finished(table, 3, 1_301, NOON - MINUTE_MS)
    finished(table, 4, 9_000, NOON - MINUTE_MS, void=True)
    assert "2 games last hour, average bank 700" in row_of(table, visitor())


def test_the_bank_is_the_running_games(time: Time) -> None:
    table = table_of(person("alice"), person("bob"))
    assert "bank" not in row_of(table, visitor())
    asked = at_seat(start(table, time))
    assert "bank 20" in row_of(table, visitor())
    play(table, f"{asked}b40")
    assert "bank 60" in row_of(table, visitor())


def at_seat(now: Any) -> int:
    return int(now.game.to_act[0])


def test_a_ruleset_and_its_stakes_are_told_in_words(time: Time) -> None:
    assert lobby.in_words(Ruleset()) == "three cards, blind betting, buy in at Azi"
    assert lobby.in_words(THREE_BIDS) == "three cards, at most 3 bets a player, everybody replays Azi"
    odd = Ruleset(cards=4, blind=False, raises=1, azi="replay")
    table = live.open_table("Odd", 25, odd, bet=50, turn_ms=10_000)
    words = "four cards, one discarded, at most 1 bet a player, everybody replays Azi, 10 s a turn"
    assert words in row_of(table, visitor())
    assert "ante 25 bets from 50" in row_of(table, visitor())


def test_where_one_cannot_sit_one_may_watch(time: Time) -> None:
    full = table_of(*(person(f"player {number}") for number in range(6)))
    dear, cheap = table_of(ante=501), table_of(ante=500)
    for client in (visitor(), visitor(person("alice"))):
        assert "Watch" in row_of(full, client)
        assert "You need 10,020 chips" in row_of(dear, client)
        assert "Watch" in row_of(dear, client)
        assert "Sit" in row_of(cheap, client)
        assert "You need" not in row_of(cheap, client)


# --- the filter -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({}, "full people empty four many nobots"),
        ({"free": "on"}, "people empty four many nobots"),
        ({"people": "on"}, "full people"),
        ({"purse": "on"}, "full people empty four nobots"),
        ({"stakes": "low"}, "full people empty nobots"),
        ({"stakes": "middle"}, "four"),
        ({"stakes": "high"}, "many"),
        ({"cards": "4"}, "four"),
        ({"cards": "3", "stakes": "high"}, "many"),
        ({"blind": "no"}, "many"),
        ({"raises": "limited"}, "four"),
        ({"azi": "replay"}, "many"),
        ({"bots": "no"}, "nobots"),
        ({"bots": "no", "cards": "4"}, ""),
        ({"cards": "5", "stakes": "<b>", "free": "", "nonsense": "\0"}, "full people empty four many nobots"),
    ],
)
def test_a_filter_shows_what_was_asked_for(time: Time, asked: dict[str, str], names: str) -> None:
    tables = {
        "full": change(table_of(*(person(f"player {number}") for number in range(6))), bots=True),
        "people": change(table_of(person("bob")), bots=True),
        "empty": table_of(bots=True),
        "four": change(table_of(bots=True), cards=4, raises=2, ante=11),
        "many": change(table_of(bots=True), blind=False, azi="replay", ante=101),
        "nobots": table_of(bots=False),
    }
    client = visitor(person("poor", 2_019))
    assert set(listed(client, **asked)) == {tables[name].public_id for name in names.split()}
    assert "Show all tables" in client.get("/", asked).content.decode() or not names or names.count(" ") == 5


def test_a_filter_that_finds_nothing_says_so_and_how_to_clear_it(time: Time) -> None:
    table_of()
    page = visitor().get("/", {"cards": "4"}).content.decode()
    assert "No table is like that right now" in page
    assert re.search(r'<a class="btn" href="/">Show all tables</a>', page)
    assert '<option value="4" selected>' in page
    assert re.search(r"<details[^>]* open>", page), "what filters is seen"


def test_a_filter_that_finds_nothing_says_that_ones_own_tables_are_above(time: Time) -> None:
    alice = person("alice")
    table_of(alice)
    page = visitor(alice).get("/", {"cards": "4"}).content.decode()
    assert "No other table is like that right now" in page
    assert "Where you sit is listed above." in page
    assert "0 of 0 other tables are like that." in page


def test_a_long_list_is_cut_short_until_somebody_wants_to_see_all(time: Time) -> None:
    for _number in range(views.SHOWN + 1):
        table_of(bots=True)
    assert len(listed(visitor())) == views.SHOWN
    page = visitor().get("/", {"cards": "3"}).content.decode()
    assert 'href="/?cards=3&amp;all=on"' in page
    assert "51 of 51 tables are like that." in page
    assert len(listed(visitor(), cards="3", all="on")) == views.SHOWN + 1
    assert 'name="all" value="on"' in visitor().get("/", {"all": "on"}).content.decode(), "also for the live part"


# --- Play now ---------------------------------------------------------------------------------------------------------


def test_play_now_seats_at_an_open_public_table(time: Time) -> None:
    change(table_of(), closed=True, bots=True)
    change(table_of(), private=True, bots=True)
    open_ = table_of(bots=True)
    alice = person("alice")
    assert play_now.anywhere(alice) == open_
    assert play_now.anywhere(alice) == open_
    assert seat_of(open_, alice).stack == 500


def test_where_all_tables_are_full_another_one_is_opened(time: Time) -> None:
    full = table_of(*(person(f"player {number}") for number in range(6)), bots=True)
    fresh = play_now.anywhere(person("alice"))
    assert fresh != full
    assert fresh.bots
    assert not fresh.private


@pytest.mark.parametrize("chips", [0, 19])
def test_whoever_is_broke_leaves_no_empty_tables_behind(time: Time, chips: int) -> None:
    table_of()
    broke = person("broke", chips)
    for _press in range(3):
        with refused("funds"):
            play_now.anywhere(broke)
    assert Table.objects.count() == 1


def test_twenty_chips_are_enough(time: Time) -> None:
    table_of()
    assert play_now.anywhere(person("poor", 20)).ante == 1


def test_company_is_better_than_larger_stakes_without(time: Time) -> None:
    table_of(ante=20, bots=True)
    lively = table_of(person("bob"), ante=5, bots=True)
    assert play_now.anywhere(person("alice")) == lively


def test_of_two_tables_with_company_the_larger_stakes_that_the_purse_bears_are_better(time: Time) -> None:
    small, large = (table_of(person(f"at {ante}"), ante=ante, bots=True, buy_in=40 * ante) for ante in (5, 20))
    table_of(person("rich"), ante=21, buy_in=840, bots=True)  # fifty antes, ten times, are more than 10,000
    assert play_now.anywhere(person("alice")) == large
    assert play_now.anywhere(person("bob", 4_000)) == small


def test_a_game_that_has_just_begun_is_no_place_when_a_fresh_table_starts_sooner(time: Time) -> None:
    table = change(table_of(person("bob"), person("vera")), bots=True)
    start(table, time)
    fresh = play_now.anywhere(person("alice"))
    assert fresh != table
    began = time.now
    time.pass_ms(3_000)
    assert row(fresh).running
    assert time.now - began <= 3_000


def test_a_game_that_has_run_for_a_while_is_worth_waiting_for(time: Time) -> None:
    table = change(table_of(person("bob"), person("vera")), bots=True)
    start(table, time)
    time.now += play_now.JUST_BEGUN_MS
    assert row(table).running
    assert play_now.anywhere(person("alice")) == table


def test_a_table_without_bots_is_a_place_once_somebody_plays_there(time: Time) -> None:
    alone = table_of(bots=False)
    assert play_now.anywhere(person("alice")) != alone
    Table.objects.exclude(pk=alone.pk).update(closed=True)
    bob = person("bob")
    live.sit(alone.pk, bob.pk, 1, 500)
    assert play_now.anywhere(person("vera")) == alone
    live.sit_out(alone.pk, bob.pk, True)
    Seat.objects.filter(table=alone).exclude(player=bob).update(sitting_out=True)
    assert play_now.anywhere(person("dana")) != alone


@pytest.mark.parametrize(("seats", "bots", "begins"), [(2, True, False), (3, True, True), (3, False, False)])
def test_beside_who_sits_out_play_now_seats_only_where_a_bot_has_room(
    time: Time, seats: int, bots: bool, begins: bool
) -> None:
    away = person("away")
    table = live.open_table("Felt", 10, bots=bots, seats_total=seats)
    live.sit(table.pk, away.pk, 1, 500)
    live.sit_out(table.pk, away.pk, True)
    found = play_now.anywhere(person("alice"))
    assert (found == table) is begins
    time.pass_ms(5_000)
    assert row(found).game_no == 1, "a game begins for whoever pressed"


def test_who_left_a_table_with_more_comes_back_with_as_much_or_plays_elsewhere(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice, buy_in=2_000, bots=True)
    live.leave(table.pk, alice.pk)
    assert play_now.anywhere(alice) == table
    assert seat_of(table, alice).stack == 2_000


# --- a seat at the table that was asked for ---------------------------------------------------------------------------


def test_a_stranger_who_presses_sit_is_a_guest_at_that_very_table(time: Time) -> None:
    table_of(person("bob"), bots=True)
    quiet = table_of(ante=25)
    client = visitor()
    assert f'form="sit" name="table" value="{quiet.public_id}"' in client.get("/").content.decode()
    answer = client.post("/play/", {"table": quiet.public_id})
    assert answer.headers["Location"] == f"/tables/{quiet.public_id}/"
    guest = Seat.objects.get(table=quiet).player
    assert guest.is_guest
    assert wallet(guest) == ledger.GRANT - 50 * 25
    assert client.post("/play/", {"table": quiet.public_id}).headers["Location"] == answer.headers["Location"]
    assert Seat.objects.filter(table=quiet).count() == 1


def test_a_player_who_presses_sit_is_seated_and_may_look_first(time: Time) -> None:
    table = table_of()
    alice = person("alice")
    client = visitor(alice)
    page = client.get("/").content.decode()
    assert f'form="sit" name="table" value="{table.public_id}"' in page
    assert re.search(rf'<a [^>]*href="/tables/{table.public_id}/"><bdi>Felt</bdi></a>', page)
    client.post("/play/", {"table": table.public_id})
    assert seat_of(table, alice).stack == 500


@pytest.mark.parametrize(
    ("why", "words"),
    [("full", "All seats at this table are taken."), ("dear", "too few chips"), ("closed", "This table is closed.")],
)
def test_a_stranger_who_gets_no_seat_there_is_told_and_no_guest_is_made(time: Time, why: str, words: str) -> None:
    table = {
        "full": lambda: table_of(*(person(f"player {number}") for number in range(6))),
        "dear": lambda: table_of(ante=501),
        "closed": lambda: change(table_of(), closed=True),
    }[why]()
    people = User.objects.count()
    client = visitor()
    answer = client.post("/play/", {"table": table.public_id}, follow=True)
    assert answer.redirect_chain[-1][0] == "/"
    assert f"<bdi>Felt</bdi>: {words}" in answer.content.decode() or words in answer.content.decode()
    assert ("Watch this table" in answer.content.decode()) == (why != "closed")
    assert "Play now" in answer.content.decode()
    assert User.objects.count() == people


def test_a_player_who_gets_no_seat_there_is_told(time: Time) -> None:
    tables = [table_of() for _number in range(5)]
    alice = person("alice")
    for table in tables[:4]:
        live.sit(table.pk, alice.pk, 1, 200)
    answer = visitor(alice).post("/play/", {"table": tables[4].public_id}, follow=True)
    assert "You already play at four tables." in answer.content.decode()


@pytest.mark.databases
@pytest.mark.parametrize("asked", ["x", "0" * 32, "a" * 10_000, "\0", "../..", "é"])
def test_a_table_that_is_not_there_is_not_found(time: Time, asked: str) -> None:
    client = visitor()
    assert client.post("/play/", {"table": asked}).status_code == 404
    assert not User.objects.exists()


def test_who_was_on_the_way_to_a_page_goes_on_there_as_a_guest(time: Time) -> None:
    client = visitor()
    door = client.get("/tournaments/new/", follow=True).content.decode()
    form = door[door.index('action="/play/"') :]
    assert '<input type="hidden" name="next" value="/tournaments/new/">' in form[: form.index("</form>")]
    answer = client.post("/play/", {"next": "/tournaments/new/"})
    assert answer.headers["Location"] == "/tournaments/new/"
    assert client.get("/tournaments/new/").status_code == 200
    assert not Seat.objects.exists()


@pytest.mark.parametrize(
    "wanted",
    ["", "/", "/play/", "//evil.example/wallet/", "https://evil.example/", "http://[", "/nowhere/", "wallet", "\0"],
)
def test_who_was_on_the_way_nowhere_else_is_seated(time: Time, wanted: str) -> None:
    answer = visitor().post("/play/", {"next": wanted})
    assert answer.headers["Location"] == f"/tables/{Seat.objects.get(player__is_bot=False).table.public_id}/"


def test_one_address_makes_only_so_many_guests(time: Time) -> None:
    table = table_of()
    statuses = [visitor().post("/play/", {"table": table.public_id}).status_code for _press in range(6)]
    assert statuses == [302] * 6
    for _press in range(4):
        visitor().post("/play/")
    assert visitor().post("/play/").status_code == 429


def test_somebody_quicker_at_the_first_seat_leaves_the_second(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    table, alice, bob = table_of(), person("alice"), person("bob")
    sit = live.sit

    def slow_sit(table_id: int, user_id: int, number: int, buy_in: int, *check: Any) -> None:
        if number == 1:
            sit(table_id, bob.pk, 1, 500)
        sit(table_id, user_id, number, buy_in, *check)

    monkeypatch.setattr(live, "sit", slow_sit)
    play_now.at(table, alice)
    assert seat_of(table, alice).number == 2


# --- closed tables ----------------------------------------------------------------------------------------------------


def test_a_closed_tables_page_says_so_and_leads_on(time: Time) -> None:
    table = change(table_of(), closed=True)
    finished(table, 7, 1_240, NOON)
    answer = visitor().get(f"/tables/{table.public_id}/")
    page = answer.content.decode()
    assert answer.status_code == 410
    assert "This table is closed." in page
    assert re.search(r'<a class="btn btn--go" href="/">', page)
    assert f'href="/games/{table.pk}-7/">Game 7' in page


def test_a_private_tables_link_is_kept_by_the_session_that_opened_it(time: Time) -> None:
    table = change(table_of(), private=True)
    client = visitor()
    page = client.get(f"/tables/{table.public_id}/").content.decode()
    assert " data-private" in page
    assert f'<input type="hidden" name="table" value="{table.public_id}">' in page
    assert client.session["links"] == [table.public_id]
    assert " data-private" not in client.get(f"/tables/{table_of().public_id}/").content.decode()


# --- what it costs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("signed_in", [False, True])
def test_the_lobby_asks_the_database_as_much_for_two_hundred_tables_as_for_five(time: Time, signed_in: bool) -> None:
    client = visitor(person("alice") if signed_in else None)
    players = [person(f"player {number}", 1_000) for number in range(10)]
    asked = []
    for tables in (5, 200):
        for number in range(Table.objects.count(), tables):
            table = table_of(*players[number : number + 2], buy_in=200) if number < 9 else table_of(bots=True)
            finished(table, 100, 500, NOON)
        cache.clear()
        client.get("/rules/")  # a session and a wallet are asked for once more by the first page
        with CaptureQueriesContext(connection) as queries:
            assert len(listed(client, all="on")) == tables
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_play_now_asks_the_database_as_much_among_two_hundred_tables_as_among_five(time: Time) -> None:
    asked = []
    play_now.anywhere(guests.create())  # makes the ledger's accounts
    for tables in (5, 200):
        for _number in range(Table.objects.count(), tables):
            table_of(bots=True)
        alice = guests.create()
        with CaptureQueriesContext(connection) as queries:
            play_now.anywhere(alice)
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_play_now_tries_only_a_few_tables(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    sit = live.sit

    def full_everywhere(table_id: int, user_id: int, number: int, buy_in: int, *check: Any) -> None:
        tried.append(table_id)
        if len(tried) <= play_now.TABLES_TRIED:
            raise Refusal("table_full", "All seats at this table are taken.")
        sit(table_id, user_id, number, buy_in, *check)

    for _number in range(10):
        table_of(bots=True)
    monkeypatch.setattr(live, "sit", full_everywhere)
    fresh = play_now.anywhere(person("alice"))
    assert Table.objects.count() == 11
    assert at(fresh).seats
