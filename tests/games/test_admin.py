"""Operators look at tables, seats, games and chips, and change none of them; no live hand; calling off and blocking."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Adjustment, LedgerAccount, Transfer, User
from games import live, tables, tally
from games.models import DealRecord, GameRecord, PlayerResult, Rating, Seat, Table, Totals
from games.rules import CLASSIC, fairness
from tests.staff import sign_in_with_two_factors

from .dealt import a_deal
from .finished import member
from .play import (
    DUEL_DECK,
    NOON,
    TURN,
    Decks,
    Time,
    breaches,
    everything,
    person,
    play,
    row,
    start,
    table_of,
    wallet,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("Head of House", password="-")


@pytest.fixture
def staff(root: User) -> Client:
    return sign_in_with_two_factors(Client(), root)


@pytest.fixture
def hall(time: Time, decks: Decks) -> Table:
    """Alice and bob in mid-game, and a finished game of theirs at another table; a deal of a game that is forgotten."""
    decks(DUEL_DECK)
    alice, bob = member("alice"), member("bob")
    over, table = table_of(alice, bob), table_of(alice, bob)
    for one, words in ((over, "2b20 1c 2Ah 19h 2Kh 17s"), (table, "2b20 1c 2Ah")):
        start(one, time)
        play(one, words)
    tally.tally()
    a_deal(over)
    return row(table)


def page(name: str, *args: Any) -> str:
    return reverse(f"admin:games_table_{name}", args=args)


# --- nothing is changed -----------------------------------------------------------------------------------------------

READ_ONLY = [Table, Seat, GameRecord, DealRecord, Rating, Totals, LedgerAccount, Transfer]


def test_all_that_a_table_or_the_ledger_writes_is_among_the_read_only() -> None:
    ours = {m for m in admin.site._registry if m._meta.app_label in ("games", "accounts")}
    assert ours == {*READ_ONLY, User}
    assert not {PlayerResult, Adjustment} & set(admin.site._registry), "shown with their game and transfer alone"


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model._meta.label)
def test_nothing_is_added_changed_or_deleted(model: Any, hall: Table, staff: Client) -> None:
    """Not by a superuser, by no form and no action, with whatever fields."""
    before = everything()
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    kept = model._default_manager.order_by("pk").first()
    fields = {field.name: "1" for field in model._meta.fields}
    formset = {f"{prefix}-{key}": "1" for prefix in ("seats", "results", "adjustment") for key in FORMSET}
    for path in (f"{name}_add", f"{name}_change", f"{name}_delete"):
        where = reverse(path, args=[] if path.endswith("add") else [kept.pk])
        for sent in ({}, fields, {**fields, **formset, "_save": "1"}, {"post": "yes"}, {**fields, "_saveasnew": "1"}):
            assert staff.post(where, sent).status_code == 403, (path, sent)
    actions = {
        "action": "delete_selected",
        "_selected_action": kept.pk,
        "index": "0",
        "post": "yes",
        "select_across": "1",
    }
    for sent in (
        actions,
        {**formset, "form-TOTAL_FORMS": "1", "form-0-id": kept.pk, "_save": "1", "form-0-stack": "9"},
    ):
        assert staff.post(reverse(f"{name}_changelist"), sent).status_code in (200, 302, 403)
    assert staff.post(reverse(f"{name}_history", args=[kept.pk]), fields).status_code in (200, 403, 405)
    assert everything() == before
    assert not LogEntry.objects.exists()


FORMSET = ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS", "0-id", "0-stack", "0-net", "0-reason")


# --- nothing is told --------------------------------------------------------------------------------------------------


def _lookups(model: Any) -> Iterator[str]:
    """Every way in which an address might ask about a record, from this model or through others."""
    yield from ("record__contains", "record__regex", "record__startswith", "record")
    for field in ("secret", "header", "combination", "events"):
        yield from (f"{field}__contains", f"deals__{field}__contains", f"table__deals__{field}__contains")
    for relation in (
        "table",
        "games",
        "game",
        "seats__table",
        "player__seats__table",
        "results__game",
        "owner__seats__table",
    ):
        yield f"{relation}__record__contains"


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_no_list_can_be_asked_what_a_record_holds(model: Any, hall: Table, staff: Client) -> None:
    """Django lets staff filter by any field of a row from the address: a hand could be read card by card."""
    where = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for lookup in _lookups(model):
        answers = [staff.get(where, {lookup: value}) for value in ("Kh", "2Zz")]
        assert [answer.status_code for answer in answers] in ([400, 400], [302, 302]), lookup


def test_no_page_of_a_deal_holds_its_secret_or_a_card_not_shown(staff: Client, time: Time) -> None:
    """Neither before its seeds are combined, nor while it is played, nor when it is over."""
    cara, dan = person("Cara"), person("Dan")
    table = table_of(cara, dan)
    live.commit(table.pk, cara.pk, 1, "ab" * 32)
    start(table, time)
    seen = []
    for ms in (2_000, 60_000, 0):
        deal = DealRecord.objects.get(table=table, deal_no=1)
        seen.append((deal.combination != "", deal.record_hash != ""))
        where = [reverse("admin:games_dealrecord_change", args=[deal.pk]), reverse("admin:games_dealrecord_changelist")]
        text = "".join(staff.get(path).content.decode() for path in where)
        assert json.loads(deal.header)["header_hash"] in text
        assert [secret for secret in secrets_of(deal) if secret in text] == []
        time.pass_ms(ms)
    assert seen == [(False, False), (True, False), (True, True)]


def secrets_of(deal: DealRecord) -> set[str]:
    """Its seeds, and the salts of the cards that nobody was shown."""
    if not deal.combination:
        return set(deal.secret.split())
    used = fairness.Used(json.loads(deal.header), json.loads(deal.combination), deal.seeds[0])
    shown = {event["salt"] for event in json.loads(deal.events or "[]") if event["e"] == "open"}
    return {deal.secret} | {used.open(pos)["salt"] for pos in range(27)} - shown


def test_searches_find_nothing_by_a_card(hall: Table, staff: Client) -> None:
    for model in READ_ONLY:
        where = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for term in ("Kh", "deal", "2b20", hall.record[:20], "KhTh"):
            assert list(staff.get(where, {"q": term}).context["cl"].result_list) == [], (model, term)


def test_no_page_lends_staff_a_players_identity(hall: Table, staff: Client) -> None:
    """Whoever could sign in as alice would see her hand."""
    alice = User.objects.get(name="alice")
    before = User.objects.filter(pk=alice.pk).values().get()
    where = reverse("admin:accounts_user_change", args=[alice.pk])
    stolen = {
        "is_active": "on",
        "email": "mine@evil.example",
        "password": "x",
        "password1": "pa55word!",
        "password2": "pa55word!",
    }
    staff.post(where, stolen)
    assert staff.post(f"/admin/accounts/user/{alice.pk}/password/", stolen).status_code in (302, 404)
    assert User.objects.filter(pk=alice.pk).values().get() == before
    for model in ("mfa/authenticator", "usersessions/usersession", "sessions/session"):
        assert staff.get(f"/admin/{model}/").status_code == 404
    assert alice.password not in staff.get(where).content.decode()


# --- finding ----------------------------------------------------------------------------------------------------------


def found(staff: Client, model: Any, **query: str) -> list[Any]:
    where = reverse(f"admin:games_{model._meta.model_name}_changelist")
    return list(staff.get(where, query).context["cl"].result_list)


def test_tables_seats_and_games_are_found_by_player_table_and_day(hall: Table, staff: Client, time: Time) -> None:
    vera = person("Vera Long")
    other = live.open_table("Quiet corner", 10, CLASSIC)
    live.sit(other.pk, vera.pk, 1, 500)
    finished = GameRecord.objects.get()
    assert (
        found(staff, Table, q="VERA")
        == found(staff, Table, q="quiet")
        == found(staff, Table, q=other.public_id)
        == [other]
    )
    assert {seat.player.name for seat in found(staff, Seat, q="ali")} == {"alice"}
    assert len(found(staff, Seat, q=hall.public_id)) == 2
    for term in ("alice", finished.public_id, finished.table.public_id, "bob 2026-11-30"):
        assert found(staff, GameRecord, q=term) == ([finished] if _on(finished, term) else []), term
    assert found(staff, GameRecord, q="Vera Long") == []
    deal, day = DealRecord.objects.get(), datetime.fromtimestamp(NOON / 1_000, UTC).date()
    for term in (deal.game, f"{finished.table.public_id} {day}"):
        assert found(staff, DealRecord, q=term) == [deal]
    assert found(staff, DealRecord, q=f"{deal.game} 2026-11-01") == []
    assert found(staff, Table, game="running") == [hall]


def _on(finished: GameRecord, term: str) -> bool:
    day = re.search(r"\d{4}-\d{2}-\d{2}", term)
    return day is None or datetime.fromtimestamp(finished.ended_at / 1_000, UTC).date().isoformat() == day[0]


# --- calling off ------------------------------------------------------------------------------------------------------


@pytest.fixture
def stuck(hall: Table, time: Time) -> Table:
    """The same game, which the clock has forgotten for three turn times and more."""
    time.now += 200_000
    Table.objects.filter(pk=hall.pk).update(due=None)
    tables.forget(hall.pk)
    return hall


def test_a_stuck_game_is_listed_and_called_off_with_a_reason(stuck: Table, staff: Client, root: User) -> None:
    purses = {name: wallet(User.objects.get(name=name)) for name in ("alice", "bob")}
    assert found(staff, Table, game="stuck") == [stuck]
    assert page("call_off", stuck.pk) in staff.get(page("change", stuck.pk)).content.decode()
    assert "Game 1 at Felt" in staff.get(page("call_off", stuck.pk)).content.decode()
    answer = staff.post(page("call_off", stuck.pk), {"reason": " The deck \n was lost "}, follow=True)
    assert "Game 1 is called off." in answer.content.decode()
    void = GameRecord.objects.get(table=stuck)
    assert (void.void, void.public_id) == (True, stuck.game_id)
    assert sorted(PlayerResult.objects.filter(game=void).values_list("net", "won")) == [(0, False)] * 2
    assert void not in GameRecord.counted.all()
    assert [seat.stack for seat in Seat.objects.filter(table=stuck)] == [500, 500]
    assert {name: wallet(User.objects.get(name=name)) for name in purses} == purses
    logged = LogEntry.objects.get()
    assert (logged.user, logged.object_id) == (root, str(stuck.pk))
    assert logged.get_change_message() == f"called off game 1 ({void.public_id}): The deck was lost"
    assert "The deck was lost" in staff.get(page("history", stuck.pk)).content.decode()
    assert found(staff, Table, game="stuck") == []
    assert breaches() == []


def test_a_game_called_off_shows_staff_no_more_than_the_public_saw(stuck: Table, staff: Client) -> None:
    staff.post(page("call_off", stuck.pk), {"reason": "stuck"})
    void = GameRecord.objects.get(table=stuck)
    shown = staff.get(reverse("admin:games_gamerecord_change", args=[void.pk])).content.decode()
    assert "2b20@" in shown
    assert not re.search(r"Kh|7d|9h|8s|7s", shown.split("azi 1")[1].split("</div>")[0])


def test_a_game_called_off_because_its_record_is_broken_still_has_its_page(stuck: Table, staff: Client) -> None:
    Table.objects.filter(pk=stuck.pk).update(record=stuck.record + " 1zz")
    tables.forget(stuck.pk)
    assert staff.post(page("call_off", stuck.pk), {"reason": "broken"}).status_code == 302
    void = GameRecord.objects.get(table=stuck)
    shown = staff.get(reverse("admin:games_gamerecord_change", args=[void.pk]))
    assert shown.status_code == 200
    assert "read from line" in shown.content.decode()
    for path in ("/", page("changelist"), page("change", stuck.pk), f"/tables/{stuck.public_id}/"):
        assert staff.get(path).status_code == 200, path


def test_a_game_that_goes_on_is_not_called_off(hall: Table, staff: Client) -> None:
    assert found(staff, Table, game="stuck") == []
    before = everything()
    answer = staff.post(page("call_off", hall.pk), {"reason": "I lose"})
    assert answer.status_code == 400
    assert "stuck" in answer.content.decode()
    assert (everything(), LogEntry.objects.count()) == (before, 0)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "a\x00b", None])
def test_no_game_is_called_off_without_a_reason(reason: str | None, stuck: Table, staff: Client) -> None:
    assert staff.post(page("call_off", stuck.pk), {} if reason is None else {"reason": reason}).status_code == 400
    assert staff.get(page("call_off", stuck.pk)).status_code == 200, "a GET changes nothing"
    assert row(stuck).running


def test_a_game_is_called_off_once(stuck: Table, staff: Client) -> None:
    answers = [staff.post(page("call_off", stuck.pk), {"reason": "stuck"}).status_code for _click in range(2)]
    assert answers == [302, 400]
    assert (GameRecord.objects.filter(table=stuck).count(), LogEntry.objects.count()) == (1, 1)


def test_only_who_may_change_tables_calls_games_off(stuck: Table) -> None:
    vera = User.objects.create_user("Vera", password="-", is_staff=True)
    vera.user_permissions.set(Permission.objects.filter(codename__in=("view_table", "view_seat")))
    looks = sign_in_with_two_factors(Client(), User.objects.get(pk=vera.pk))
    assert page("call_off", stuck.pk) not in looks.get(page("change", stuck.pk)).content.decode()
    for ask in (looks.get, looks.post):
        assert ask(page("call_off", stuck.pk), {"reason": "stuck"}).status_code == 403
    vera.user_permissions.add(Permission.objects.get(codename="change_table"))
    assert looks.post(page("change", stuck.pk), {"name": "Mine"}).status_code == 403, "and nothing else"
    assert looks.post(page("call_off", stuck.pk), {"reason": "stuck"}).status_code == 302
    player = Client()
    player.force_login(User.objects.get(name="alice"))
    assert player.post(page("call_off", stuck.pk), {"reason": "stuck"}).status_code in (302, 403)
    assert LogEntry.objects.count() == 1


def test_three_turn_times_are_what_the_list_and_the_call_go_by(hall: Table, staff: Client, time: Time) -> None:
    Table.objects.filter(pk=hall.pk).update(due=None)
    tables.forget(hall.pk)
    time.now = hall.moved_at + 3 * TURN - 1
    assert found(staff, Table, game="stuck") == []
    assert staff.post(page("call_off", hall.pk), {"reason": "stuck"}).status_code == 400
    time.now += 1
    assert found(staff, Table, game="stuck") == [hall]
    assert staff.post(page("call_off", hall.pk), {"reason": "stuck"}).status_code == 302


# --- blocking ---------------------------------------------------------------------------------------------------------


def test_who_is_blocked_leaves_every_table(hall: Table, staff: Client) -> None:
    alice = User.objects.get(name="alice")
    assert hall.seats.filter(player=alice, leaving=False).exists()
    staff.post(reverse("admin:accounts_user_change", args=[alice.pk]), {})
    assert not hall.seats.filter(player=alice, leaving=False).exists()
    assert breaches() == []


def test_who_is_blocked_is_signed_out_everywhere_and_stays_so(hall: Table, staff: Client) -> None:
    alice = User.objects.get(name="alice")
    browser = Client()
    browser.force_login(alice)
    assert browser.get("/").wsgi_request.user == alice
    staff.post(reverse("admin:accounts_user_change", args=[alice.pk]), {})
    assert not User.objects.get(pk=alice.pk).is_active
    assert not browser.get("/").wsgi_request.user.is_authenticated
    assert breaches() == []


def test_operators_make_no_operators_and_touch_none(hall: Table, root: User) -> None:
    """Who may change users blocks players; only superusers say who else is staff."""
    vera = User.objects.create_user("Vera", password="-", is_staff=True)
    vera.user_permissions.set(Permission.objects.filter(codename__in=("view_user", "change_user")))
    browser = sign_in_with_two_factors(Client(), User.objects.get(pk=vera.pk))
    alice = User.objects.get(name="alice")
    raised = {"is_active": "on", "is_staff": "on", "is_superuser": "on", "user_permissions": ["1", "2"]}
    for user in (alice, vera, root):
        browser.post(reverse("admin:accounts_user_change", args=[user.pk]), raised)
        browser.post(reverse("admin:accounts_user_change", args=[user.pk]), {})
    kept = [User.objects.get(pk=user.pk) for user in (alice, vera, root)]
    assert [(user.is_active, user.is_staff, user.is_superuser) for user in kept] == [
        (False, False, False),
        (True, True, False),
        (True, True, True),
    ]
    assert kept[1].user_permissions.count() == 2
