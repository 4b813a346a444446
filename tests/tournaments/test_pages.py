"""The pages of tournaments: what they show, what their buttons do, and who sees what is private."""

import html
import re
from datetime import time
from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts import ledger
from accounts.models import User
from games import statement
from tests.games.play import person
from tests.races import together
from tests.tournaments.course import MINUTE, Course, boards, check_books, enter, entry, freezeout, now, tournament
from tournaments import level_clock, listing, live, standings, words
from tournaments.models import Entry, Series, Tournament
from tournaments.passwords import set_password
from tournaments.templatetags.statement_tournaments import statement_line, tournaments_of

pytestmark = pytest.mark.django_db


def visitor(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def page_of(cup: Tournament, user: User | None = None, query: str = "") -> str:
    return shown(visitor(user), f"/tournaments/{cup.public_id}/{query}")


def shown(client: Client, where: str = "/tournaments/") -> str:
    """The page's text as a reader has it: one space between words, no tags."""
    answer = client.get(where)
    assert answer.status_code == 200
    return plain(answer.content.decode())


def plain(page: str) -> str:
    main = re.search(r"<main.*?</main>", page, re.S)
    text = re.sub(r"</(d[dt]|t[dh]|p|div|li|h\d)>", " ", main.group() if main else page)
    text = re.sub(r"<[^>]*>", "", text)
    return " ".join(html.unescape(text).split())


def buttons(cup: Tournament, user: User | None = None) -> list[str]:
    """What the page's main area offers to press, the one thing to do now first."""
    page = visitor(user).get(f"/tournaments/{cup.public_id}/").content.decode()
    acts = page[page.index('id="cup-acts"') : page.index('<form id="acts"')]
    found = re.findall(r'<(?:button|a) class="btn (btn--\w+)".*?>(.*?)</(?:button|a)>', acts, re.S)
    return [words for kind, words in sorted(found, key=lambda one: one[0] != "btn--go")]


def press(client: Client, cup: Tournament, what: str, **fields: Any) -> str:
    """Presses a button; the page that it leads to."""
    answer = client.post(f"/tournaments/{cup.public_id}/{what}/", fields, follow=True)
    assert answer.status_code == 200
    return plain(answer.content.decode())


def chips(user: User) -> int:
    return ledger.balance(ledger.wallet(user))


# --- one tournament: entering -----------------------------------------------------------------------------------------


def test_who_registers_pays_the_fee_and_may_withdraw(course: Course) -> None:
    cup, alice = freezeout(), person("alice")
    client = visitor(alice)
    assert buttons(cup, alice) == ["Register for 100"]
    press(client, cup, "enter", number="1")
    assert chips(alice) == ledger.GRANT - 100
    assert buttons(cup, alice) == ["Withdraw and have 100 back"]
    assert "the entry fee is back in your wallet" in press(client, cup, "withdraw")
    assert chips(alice) == ledger.GRANT
    assert buttons(cup, alice) == ["Register for 100"]
    press(client, cup, "enter", number="2")
    assert entry(cup, "alice").number == 2


def test_a_form_that_is_sent_twice_enters_once(course: Course) -> None:
    cup, alice = freezeout(), person("alice")
    for _press in range(2):
        press(visitor(alice), cup, "enter", number="1")
    assert Entry.objects.count() == now(cup).entries == 1
    assert chips(alice) == ledger.GRANT - 100


def test_a_withdrawal_is_not_undone_by_a_form_sent_again(course: Course) -> None:
    cup, alice = freezeout(), person("alice")
    press(visitor(alice), cup, "enter", number="1")
    press(visitor(alice), cup, "withdraw")
    press(visitor(alice), cup, "enter", number="1")
    assert now(cup).entries == 0


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_devices_pressing_at_once_enter_once() -> None:
    cup, alice = tournament(), person("alice")
    clients = [visitor(alice), visitor(alice)]
    together([partial(press, client, cup, "enter", number="1") for client in clients])
    assert now(cup).entries == 1
    assert chips(alice) == ledger.GRANT - 100
    check_books()


def test_a_stranger_who_registers_is_a_guest(course: Course) -> None:
    cup, client = freezeout(), visitor()
    assert "no account is needed" in page_of(cup)
    press(client, cup, "enter", number="1")
    guest = User.objects.get(is_guest=True)
    assert entry(cup, guest.name).state == Entry.IN
    assert guest.name in shown(client, f"/tournaments/{cup.public_id}/")


@pytest.mark.parametrize("terms", [{"entry_fee": 20_000}, {"max_entries": 2}, {"password": "no hash of anything"}])
def test_no_guest_is_made_in_vain(course: Course, terms: dict[str, Any]) -> None:
    cup = freezeout(**terms)
    if "max_entries" in terms:
        enter(cup, "alice", "bob")
    people = User.objects.count()
    said = press(visitor(), cup, "enter", number="1", password="rose")
    assert User.objects.count() == people
    assert any(words in said for words in ("enough chips", "All places", "not this tournament's password"))


def test_what_can_not_be_had_is_said_on_the_page(course: Course) -> None:
    cup, poor = freezeout(), person("vera", chips=50)
    assert buttons(cup, poor) == []
    assert "You don't have enough chips in your wallet for the entry fee." in page_of(cup, poor)
    assert "You don't have enough chips in your wallet" in press(visitor(poor), cup, "enter", number="1")
    assert not Entry.objects.exists()


def test_the_wallets_statement_names_the_tournament(course: Course, django_assert_num_queries: Any) -> None:
    cup, other = freezeout(name="A <cup>"), freezeout(name="Other")
    (alice,) = enter(cup, "alice")
    live.withdraw(cup.pk, alice)
    live.enter(other.pk, alice, 1)
    page = visitor(alice).get("/wallet/").content.decode()
    link = f'<a href="/tournaments/{cup.public_id}/"><bdi>A &lt;cup&gt;</bdi></a>'
    assert f"Entry fee of {link}<" in page
    assert f"Entry fee of {link}, given back<" in page
    assert "Entry fee of Other" in plain(page)
    lines = statement.lines(ledger.wallet(alice))
    with django_assert_num_queries(1):
        cups = tournaments_of(lines)
    with django_assert_num_queries(0):
        assert "Chips to begin with" in [statement_line(line, cups) for line in lines]


def test_after_the_start_nobody_withdraws(course: Course) -> None:
    cup = tournament()
    alice, *_others = enter(cup, "alice", "bob", "vera")
    course.look()
    assert "so nobody can withdraw any more" in press(visitor(alice), cup, "withdraw")
    assert now(cup).entries == 3


def test_a_password_opens_it_and_is_asked_for_once(course: Course) -> None:
    cup, alice = freezeout(), person("alice")
    set_password(cup, "tulip")
    cup.save()
    client = visitor(alice)
    assert "Password of this tournament" in page_of(cup, alice)
    refused = client.post(f"/tournaments/{cup.public_id}/enter/", {"number": "1", "password": "rose"})
    assert "That is not this tournament's password." in plain(refused.content.decode())
    assert 'aria-describedby="password-bad"' in refused.content.decode()
    press(client, cup, "enter", number="1", password=" tulip ")
    assert now(cup).entries == 1
    press(client, cup, "withdraw")
    assert "Password of this tournament" not in page_of(cup, alice)


@pytest.mark.parametrize("number", ["", "0", "-1", "x", "9" * 30, "\x00", "1e3", "²"])
def test_a_number_that_is_none_changes_nothing_or_enters_once(course: Course, number: str) -> None:
    cup, alice = freezeout(), person("alice")
    press(visitor(alice), cup, "enter", number=number)
    press(visitor(alice), cup, "enter", number=number)
    assert now(cup).entries == 1


def test_too_many_tries_are_stopped(course: Course) -> None:
    cup, alice = freezeout(), person("alice")
    client = visitor(alice)
    answers = [client.post(f"/tournaments/{cup.public_id}/enter/").status_code for _try in range(31)]
    assert answers == [302] * 30 + [429]


# --- one tournament: the page -----------------------------------------------------------------------------------------


def test_everything_one_should_know_before_paying_is_there(course: Course) -> None:
    cup = freezeout(
        late_levels=3, re_entries=2, break_every=4, min_entries=5, added=1_000, bots=True, prizes="custom",
        percentages=[70, 30], turn_ms=30_000,
    )  # fmt: skip
    page = page_of(cup)
    for term in (
        "Whoever has no chips left is out", "Three cards, blind betting, buy in at Azi", "3 seats a table",
        "30 seconds for a turn", "at least 5 entries", "at most 100 may enter", "until level 3 is over",
        "up to 2 times", "after every 4 levels", "70, 30 % of the pool", "The house adds 1,000 chips",
        "good bots take places that are left", "That is with 5 entries", "Place 1 1,050", "Place 2 450",
    ):  # fmt: skip
        assert term.lower() in page.lower(), term


def test_when_bots_come_is_said_before_and_after_somebody_waits(course: Course) -> None:
    cup = tournament(bots=True)
    assert "Bots take the free places 20 seconds after the first player has registered." in page_of(cup)
    assert "when full bots fill up" in shown(visitor())
    enter(cup, "alice")
    course.pass_ms(2_000)
    assert "Bots take the free places in 18 s." in page_of(cup)
    assert "Bots take" not in page_of(tournament(bots=False))


def test_bots_make_up_the_number_where_they_may(course: Course) -> None:
    assert "at least 8 entries, bots make up that number" in page_of(freezeout(min_entries=8, bots=True))
    assert "at least 8 entries, else all fees come back" in page_of(freezeout(min_entries=8))
    assert "20 seconds for a turn, 30 more in reserve" in page_of(freezeout())


def test_prizes_grow_with_the_entries(course: Course) -> None:
    cup = freezeout(min_entries=2, prizes="winner")
    assert "Place 1 200" in page_of(cup)
    enter(cup, "alice", "bob", "vera")
    assert "Place 1 300" in page_of(cup)


def test_while_it_runs_the_page_shows_stacks_tables_and_ones_own_place(course: Course) -> None:
    cup = tournament(max_entries=6, min_entries=6)
    people = enter(cup, "alice", "bob", "vera", "dana", "erik", "fara")
    course.look()
    page = page_of(cup, people[0])
    assert "Level 1, ante 10" in page
    assert "In play 6 of 6" in page
    assert "Table 1" in page
    assert "Table 2" in page
    assert buttons(cup, people[0]) == ["Back to my table"]
    board = entry(cup, "alice").table
    assert board is not None
    assert (
        f"/tables/{board.table.public_id}/" in visitor(people[0]).get(f"/tournaments/{cup.public_id}/").content.decode()
    )
    assert "but everybody may watch" in page_of(cup)


def test_results_stay_for_ever(course: Course) -> None:
    cup = tournament(prizes="custom", percentages=[60, 40])
    _alice, bob, _vera = enter(cup, "alice", "bob", "vera")
    course.until_games_run()
    course.decide(boards(cup)[0], alice=200, bob=-100, vera=-100)
    course.look()
    page = page_of(cup, bob)
    assert "alice won" in page
    assert "You came in at place 2 of 3. You won 60 chips." in page
    assert "3 bob" not in page
    assert "alice won" in shown(visitor())


def test_one_that_is_called_off_says_why(course: Course) -> None:
    cup = freezeout(min_entries=3)
    (alice,) = enter(cup, "alice")
    course.pass_ms(6 * MINUTE)
    page = page_of(cup, alice)
    assert "Cancelled" in page
    assert "Too few players had entered" in page
    assert "All entry fees came back." in page
    assert chips(alice) == ledger.GRANT


def test_only_a_page_of_entries_is_shown_and_always_ones_own(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "PAGE", 10)
    cup = freezeout(max_entries=200)
    people = enter(cup, *(f"player {number}" for number in range(24)))
    cup = now(cup)
    first = standings.standings(cup, people[22])
    assert [row.rank for row in first.rows] == [*range(1, 11), 23]
    assert first.pages == 3
    last = standings.standings(cup, people[0], 3)
    assert [row.rank for row in last.rows] == [1, *range(21, 25)]
    assert "Page 3 of 3" in page_of(cup, None, "?page=9999")
    for nonsense in ("0", "-1", "x", "%00", "9" * 40):
        assert "Page 1 of 3" in page_of(cup, None, f"?page={nonsense}")


def test_while_it_runs_ones_own_row_stands_beyond_the_page_with_its_rank(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "PAGE", 10)
    cup = freezeout(max_entries=200, prizes="top15")
    people = enter(cup, *(f"player {number}" for number in range(20)))
    course.pass_ms(5 * MINUTE)
    for stack, player in enumerate(reversed(people), start=50):
        Entry.objects.filter(player=player).update(stack=stack)
    Entry.objects.filter(player__in=people[14:16]).update(stack=55)
    running = now(cup)
    first = standings.standings(running, people[15]).rows
    assert [row.rank for row in first] == [*range(1, 11), 15]
    assert first[-1].is_me
    assert first[-1].note == "12 places short of the prizes"
    last = standings.standings(running, people[0], 2).rows
    assert [row.rank for row in last] == [1, 11, 12, 13, 14, 15, 15, 17, 18, 19, 20]
    assert last[0].note == "in the prizes as it stands"
    assert [row.entry.player for row in first if row.is_cut] == [people[3]]


def test_entries_are_numbered_as_people_count_them(course: Course) -> None:
    cup = freezeout(late_levels=2, re_entries=1)
    alice, *_others = enter(cup, "alice", "bob", "vera")
    live.withdraw(cup.pk, alice)
    live.enter(cup.pk, alice, 2)
    assert "entry number" not in page_of(cup)
    course.pass_ms(5 * MINUTE + 10_000)
    course.decide(boards(cup)[0], alice=-100, bob=100)
    live.enter(cup.pk, alice, 3)
    assert "entry number 2" in page_of(cup)
    assert "entry number 3" not in page_of(cup)


def test_who_went_out_stands_below_those_who_are_in(course: Course) -> None:
    cup = tournament(max_entries=6, min_entries=6, seats_total=6, prizes="custom", percentages=[60, 40])
    people = enter(cup, "alice", "bob", "vera", "dana", "erik", "fara")
    course.until_games_run()
    course.decide(boards(cup)[0], alice=200, erik=-100, fara=-100)
    page = page_of(cup, people[5])
    assert "You are out, place 5 of 6." in page
    rows = standings.standings(now(cup), people[5]).rows
    assert [(row.rank, row.entry.player.name) for row in rows[-2:]] == [(5, "erik"), (5, "fara")]
    assert "fara you – out" in page.replace("FA", "")


def test_a_page_of_many_asks_little(course: Course, django_assert_max_num_queries: Any) -> None:
    cup = freezeout(max_entries=200)
    (alice, *_others) = enter(cup, *(f"player {number}" for number in range(20)))
    course.pass_ms(6 * MINUTE)
    client = visitor(alice)
    with django_assert_max_num_queries(20):
        assert client.get(f"/tournaments/{cup.public_id}/").status_code == 200


def test_equal_stacks_share_a_place_and_who_fell_has_theirs(course: Course) -> None:
    cup = tournament(max_entries=6, min_entries=6, seats_total=6)
    enter(cup, "alice", "bob", "vera", "dana", "erik", "fara")
    course.until_games_run()
    course.decide(boards(cup)[0], alice=100, fara=-100)
    rows = standings.standings(now(cup), None).rows
    assert [(row.rank, row.entry.player.name) for row in rows] == [
        (1, "alice"), (2, "bob"), (2, "vera"), (2, "dana"), (2, "erik"), (6, "fara"),
    ]  # fmt: skip
    assert [row.is_cut for row in rows] == [False, True, False, False, False, False]


def test_in_an_arena_one_pauses_and_comes_back(course: Course) -> None:
    cup = freezeout(format=Tournament.ARENA, duration_ms=30 * MINUTE, seats_total=2)
    alice, _bob = enter(cup, "alice", "bob")
    course.pass_ms(5 * MINUTE + 10_000)
    client = visitor(alice)
    assert buttons(cup, alice) == ["Back to my table", "Pause after this game"]
    press(client, cup, "pause", pause="yes")
    assert entry(cup, "alice").paused
    press(client, cup, "pause", pause="no")
    assert not entry(cup, "alice").paused
    assert "Only an arena lets its players pause" in press(client, freezeout(), "pause", pause="yes")


def test_its_organiser_calls_it_off_before_the_start_and_nobody_else(course: Course) -> None:
    bob = person("bob")
    cup = freezeout(opened_by=bob, min_entries=2)
    alice, vera = enter(cup, "alice", "vera")
    assert "Call it off" not in page_of(cup, alice)
    assert "Only whoever organises" in press(visitor(alice), cup, "cancel")
    assert "Call it off" in page_of(cup, bob)
    course.pass_ms(6 * MINUTE)
    assert "only the house can call it off" in press(visitor(bob), cup, "cancel")
    assert now(cup).state == Tournament.RUNNING
    User.objects.filter(pk=vera.pk).update(is_staff=True)  # staff do it in the admin, with two factors and a reason
    assert "Only whoever organises" in press(visitor(User.objects.get(pk=vera.pk)), cup, "cancel")
    live.cancel(cup.pk, "director")
    course.look()
    assert chips(alice) == ledger.GRANT


def test_a_password_is_guessed_ten_times_a_minute_by_one_address(course: Course) -> None:
    cup = Tournament(name="Ours", opened_by=person("bob"), private=True, levels=[[10, 10]])
    set_password(cup, "sesame")
    live.announce(cup)
    where = f"/tournaments/{cup.public_id}/enter/"
    answers = [visitor().post(where, {"number": "1", "password": f"guess {n}"}).status_code for n in range(12)]
    assert answers[9:] == [200, 429, 429]
    assert visitor(person("alice")).post(where, {"number": "1", "password": "sesame"}).status_code == 429


# --- the list ---------------------------------------------------------------------------------------------------------


def test_the_list_has_three_parts(course: Course) -> None:
    assert "No tournament is to come right now" in shown(visitor())
    running = tournament(name="Now")
    enter(running, "alice", "bob", "vera")
    off = freezeout(name="Over")
    live.cancel(off.pk, "director")
    freezeout(name="Later", starts_in=3 * 60 * MINUTE)
    tournament(name="Fill me")
    course.look()
    page = shown(visitor())
    order = [page.index(words) for words in ("Running", "Now", "Soon", "Fill me", "Later", "Finished", "Over")]
    assert order == sorted(order)
    assert "in 3 h" in page
    assert "cancelled" in page


def test_of_a_series_the_list_shows_the_next_two_and_those_one_is_in(course: Course) -> None:
    series = Series.objects.create(format=Series.FREEZEOUT, at=time(18), levels=[[10, 10]])
    course.look()
    cups = list(Tournament.objects.filter(series=series).order_by("starts_at"))
    freezeout(name="Single")
    alice = person("alice")
    live.enter(cups[5].pk, alice, 1)
    assert [row.tournament for row in listing.soon(None, {}, 0) if row.tournament.series] == cups[:2]
    assert [row.tournament for row in listing.soon(alice, {}, 0) if row.tournament.series] == [*cups[:2], cups[5]]
    page = shown(visitor())
    assert page.count("(daily)") == 2
    assert f"{len(cups) + 1} tournaments run or are to come" in page
    assert f"All to come, {len(cups) - 2} more" in page
    whole = visitor().get("/tournaments/?all=on").content.decode()
    assert plain(whole).count("(daily)") == len(cups)
    assert "All to come" not in whole
    assert re.search(r'<input type="hidden" name="all" value="\w+"', whole)


@pytest.mark.parametrize(
    ("digits", "said"), [("1234567", "daily"), ("6", "every Saturday"), ("135", "Mon, Wed, Fri"), ("67", "Sat, Sun")]
)
def test_the_days_of_a_series_in_words(digits: str, said: str) -> None:
    assert words.weekdays_of(digits) == said


def test_the_list_filters(course: Course) -> None:
    tournament(name="Cheap", entry_fee=10)
    freezeout(name="Dear", entry_fee=900, cards=4)
    client = visitor(person("alice", chips=500))
    for query, found in {
        "": {"Cheap", "Dear"},
        "?format=sitgo": {"Cheap"},
        "?format=sitgo&format=freezeout": {"Cheap", "Dear"},
        "?purse=on": {"Cheap"},
        "?cards=4": {"Dear"},
        "?blind=yes&azi=buyin&raises=free&bots=no": {"Cheap", "Dear"},
        "?bots=yes": set(),
        "?format=\x00&cards=99&blind=%00&raises=x": {"Cheap", "Dear"},
    }.items():
        page = shown(client, f"/tournaments/{query}")
        assert {name for name in ("Cheap", "Dear") if name in page} == found, query


def test_private_ones_are_listed_to_who_entered_or_opened_them(course: Course) -> None:
    bob = person("bob")
    cup = tournament(name="Secret", private=True, opened_by=bob)
    (alice,) = enter(cup, "alice")
    assert "Secret" not in shown(visitor())
    assert "Secret" not in shown(visitor(person("vera")))
    assert "Secret" in shown(visitor(alice))
    assert "Secret" in shown(visitor(bob))
    assert "Secret" in page_of(cup), "the link opens it for whoever has it"
    live.withdraw(cup.pk, alice)
    assert "Secret" not in shown(visitor(alice))


def test_the_finished_ones_are_paged(course: Course) -> None:
    for number in range(listing.FINISHED_PAGE + 3):
        live.cancel(tournament(name=f"No {number:02}").pk, "director")
    page = visitor().get("/tournaments/").content.decode()
    assert page.count("<li data-tournament") == listing.FINISHED_PAGE
    older = re.search(r'href="(/tournaments/\?before=\d+)"', page)
    assert older
    assert visitor().get(older.group(1)).content.decode().count("<li data-tournament") == 3
    assert visitor().get("/tournaments/?before=x").status_code == 404


def test_a_tournament_that_is_not_there_is_not_found(course: Course) -> None:
    for where in ("", "news/"):
        assert visitor().get(f"/tournaments/{'0' * 32}/{where}").status_code == 404
    for where in ("enter/", "withdraw/", "pause/", "cancel/"):
        assert visitor().post(f"/tournaments/{'0' * 32}/{where}").status_code == 404
        status = visitor().get(f"/tournaments/{tournament().public_id}/{where}").status_code
        assert status == (302 if where == "enter/" else 405)


# --- elsewhere --------------------------------------------------------------------------------------------------------


def test_the_lobby_says_which_three_come_next(course: Course) -> None:
    assert "None is to come right now." in shown(visitor(), "/")
    for number in range(4):
        freezeout(name=f"No {number}", starts_in=(5 - number) * MINUTE)
    tournament(name="Secret", private=True)
    lobby = shown(visitor(), "/")
    assert [f"No {number}" in lobby for number in range(4)] == [False, True, True, True]
    assert "Secret" not in lobby


def test_how_long_it_is_says_two_units() -> None:
    lengths = (-5, 999, 45_000, 61_000, 125_000, 3_600_000, 7_500_000, 90_000_000, 200_000_000)
    assert [words.how_long(ms).replace("\u00a0", " ") for ms in lengths] == [
        "0 s", "0 s", "45 s", "1 min 1 s", "2 min", "1 h", "2 h 5 min", "1 d 1 h", "2 d 7 h",
    ]  # fmt: skip


def test_the_clock_counts_down_to_what_comes_next(course: Course) -> None:
    cup = freezeout(levels=[[10, 10], [20, 20], [30, 30]], level_ms=6 * MINUTE, break_every=2, break_ms=3 * MINUTE)

    def says() -> tuple[str, str]:
        clock = level_clock.clock(now(cup), course.now)
        assert clock is not None
        return clock.what, clock.face

    assert says() == ("start", "05:00")
    people = enter(cup, "alice", "bob", "vera")
    course.pass_ms(5 * MINUTE)
    assert says() == ("level", "06:00")
    assert "then ante 20" in page_of(cup, people[0])
    assert "Break in 12 min" in page_of(cup)
    course.pass_ms(7 * MINUTE)
    assert says() == ("level", "05:00")
    course.pass_ms(5 * MINUTE)
    assert level_clock.clock(now(cup), course.now) is None
    assert "A break begins for everybody when the last games are over." in page_of(cup)
    course.decide(boards(cup)[0])
    course.pass_ms(5_000)
    assert says() == ("break", "03:00")
    assert "then level 3, ante 30" in page_of(cup)
    course.pass_ms(3 * MINUTE)
    assert says() == ("level", "06:00")
    assert "then ante 60" in page_of(cup)  # past the last level stakes double


def test_how_long_levels_last_and_what_comes_after_them_is_said(course: Course) -> None:
    doubles = "after the last one stakes double each time"
    assert f"5 min each; {doubles}" in page_of(freezeout())
    assert f"a level ends when a table has played 3 games in it; {doubles}" in page_of(freezeout(level_games=3))
    arena: Any = {"format": Tournament.ARENA, "level_games": 3}  # an arena's go by time, and end with it
    assert "ante 10 from beginning to end" in page_of(freezeout(levels=[[10, 10]], **arena))
    assert doubles not in page_of(freezeout(**arena))


def test_every_page_of_tournaments_is_where_the_navigation_says(course: Course) -> None:
    cup, client = tournament(), visitor(person("alice"))
    for where, current in (("", "page"), ("new/", "true"), (f"{cup.public_id}/", "true")):
        page = client.get(f"/tournaments/{where}").content.decode()
        assert page.count(f'<a href="/tournaments/" aria-current="{current}">') == 2
    assert '<a href="/tournaments/">' in client.get("/").content.decode()


def test_a_list_of_many_asks_little(course: Course, django_assert_max_num_queries: Any) -> None:
    alice = person("alice")
    for number in range(12):
        cup = freezeout(name=f"No {number}")
        live.enter(cup.pk, alice, 1)
        if number % 3 == 0:
            live.cancel(cup.pk, "director")
    client = visitor(alice)
    client.get("/tournaments/")
    with django_assert_max_num_queries(16):
        client.get("/tournaments/")


def test_the_address_of_a_refused_form_leads_to_the_page(course: Course) -> None:
    cup = tournament()
    answer = visitor(person("alice")).get(f"/tournaments/{cup.public_id}/enter/", follow=True)
    assert answer.redirect_chain == [(f"/tournaments/{cup.public_id}/", 302)]
