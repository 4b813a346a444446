"""Operators look at tournaments and change none; they call one off with a reason, keep the series and the policy."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts import ledger
from accounts.models import User
from tests.staff import sign_in_with_two_factors
from tests.tournaments.course import Course, enter, now, tournament
from tournaments import live
from tournaments.models import Entry, Move, Policy, Score, Series, Tournament, TournamentTable

pytestmark = pytest.mark.django_db

READ_ONLY = [Tournament, TournamentTable, Entry, Move, Score]
SERIES = {
    "name": "Evening", "format": "freezeout", "active": "on", "at": "20:00", "zone": "Asia/Almaty", "weekdays": "12345",
    "cards": "3", "blind": "on", "azi": "buyin", "seats_total": "6", "turn_ms": "20", "entry_fee": "100",
    "added": "500", "stack": "1000", "prizes": "top15", "levels": "10 20/40", "level_ms": "5", "break_every": "0",
    "break_ms": "2.5", "duration_ms": "60", "min_entries": "4", "max_entries": "100", "late_levels": "2",
    "re_entries": "1", "bots": "on", "bot_level": "middle",
}  # fmt: skip


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("Head of House", password="-")


@pytest.fixture
def staff(root: User) -> Client:
    return sign_in_with_two_factors(Client(), root)


def page(model: Any, name: str, *args: Any) -> str:
    return reverse(f"admin:tournaments_{model._meta.model_name}_{name}", args=args)


def test_what_a_tournament_writes_is_only_looked_at(course: Course, staff: Client) -> None:
    ours = {model for model in admin.site._registry if model._meta.app_label == "tournaments"}
    assert ours == {*READ_ONLY, Series, Policy}
    cup = tournament(max_entries=6, min_entries=6)
    enter(cup, "alice", "bob", "vera", "dana", "erik", "fara")
    course.look()
    Score.objects.create(player=User.objects.get(name="alice"), period="all")
    for model in (Tournament, TournamentTable, Entry, Score):
        row = model.objects.latest("pk")
        assert staff.get(page(model, "changelist")).status_code == 200
        looked = staff.get(page(model, "change", row.pk))
        assert looked.status_code == 200
        assert b'name="_save"' not in looked.content
        for name, args in (("add", ()), ("change", (row.pk,)), ("delete", (row.pk,))):
            assert staff.post(page(model, name, *args), {"name": "x"}).status_code == 403
    assert staff.get(page(Move, "changelist")).status_code == 200


def test_lists_are_searched_by_what_they_offer(course: Course, staff: Client) -> None:
    cup = tournament(name="Six at the hearth")
    tournament(name="Another")
    enter(cup, "alice", "bob")
    for model, words, found in (
        (Tournament, "six", 1), (Tournament, cup.public_id, 1), (Tournament, "nobody", 0),
        (Entry, "ali", 1), (Entry, cup.public_id, 2), (TournamentTable, cup.public_id, 0), (Move, "alice", 0),
    ):  # fmt: skip
        listed = staff.get(page(model, "changelist"), {"q": words})
        assert listed.context["cl"].result_count == found, (model, words)
    assert staff.get(page(Tournament, "changelist"), {"password__startswith": "a"}).status_code in (302, 400)


def test_a_password_is_not_shown(course: Course, staff: Client) -> None:
    cup = tournament(password="argon2$secret-hash")
    assert b"secret-hash" not in staff.get(page(Tournament, "change", cup.pk)).content


def test_one_that_runs_is_called_off_with_a_reason(course: Course, staff: Client) -> None:
    cup = tournament()
    (alice, *_others) = enter(cup, "alice", "bob", "vera")
    course.look()
    where = page(Tournament, "call_off", cup.pk)
    assert where in staff.get(page(Tournament, "change", cup.pk)).content.decode()
    assert staff.post(where, {"reason": " "}).status_code == 400
    assert now(cup).state == Tournament.RUNNING
    assert staff.post(where, {"reason": "the power is gone"}).status_code == 302
    course.look()
    assert (now(cup).state, now(cup).why) == (Tournament.CANCELLED, "director")
    assert ledger.balance(ledger.wallet(alice)) == ledger.GRANT
    assert "the power is gone" in LogEntry.objects.get().change_message
    again = staff.post(where, {"reason": "once more"})
    assert "over already" in again.content.decode()
    assert where not in staff.get(page(Tournament, "change", cup.pk)).content.decode()
    assert staff.get(page(Tournament, "call_off", 999_999)).status_code == 404


def test_who_may_only_look_can_not_call_off(course: Course, root: User) -> None:
    looker = User.objects.create_user("Looker", password="-", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_tournament"))
    client = sign_in_with_two_factors(Client(), looker)
    cup = tournament()
    assert client.get(page(Tournament, "change", cup.pk)).status_code == 200
    assert client.post(page(Tournament, "call_off", cup.pk), {"reason": "x"}).status_code == 403
    assert now(cup).state == Tournament.ANNOUNCED


# --- series -----------------------------------------------------------------------------------------------------------


def test_a_series_is_made_and_changed_with_its_levels_as_text(course: Course, staff: Client) -> None:
    assert staff.post(page(Series, "add"), SERIES).status_code == 302
    series = Series.objects.get()
    assert series.levels == [[10, 10], [20, 40]]
    assert (series.turn_ms, series.level_ms, series.break_ms, series.duration_ms) == (
        20_000,
        300_000,
        150_000,
        3_600_000,
    )
    assert (series.zone, series.weekdays, series.percentages) == ("Asia/Almaty", "12345", [])
    where = page(Series, "change", series.pk)
    shown = staff.get(where).content.decode()
    assert 'value="10 20/40"' in shown
    assert re.search(r'name="turn_ms" value="20"', shown)
    assert re.search(r'name="break_ms" value="2.5"', shown)
    assert '<option value="Asia/Almaty" selected>' in shown
    changed = {**SERIES, "prizes": "custom", "percentages": "50 30 20", "weekdays": "76"}
    assert staff.post(where, changed).status_code == 302
    series.refresh_from_db()
    assert (series.percentages, series.weekdays) == ([50, 30, 20], "67")
    assert 'value="50 30 20"' in staff.get(where).content.decode()
    assert staff.post(page(Series, "delete", series.pk), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("zone", "Almaty"), ("zone", "../etc"), ("zone", "America"), ("weekdays", ""), ("weekdays", "08"),
        ("weekdays", "11"), ("levels", "20 10"), ("levels", ""), ("percentages", "a"), ("seats_total", "7"),
        ("stack", "99"), ("max_entries", "3"), ("max_entries", "1001"), ("min_entries", "1"), ("turn_ms", "1"),
        ("bot_level", "cruel"), ("at", "25:00"), ("name", "a\x00b"), ("raises", "0"), ("duration_ms", "0.5"),
        ("turn_ms", "nan"), ("turn_ms", "1e400"), ("at", ""),
    ],
)  # fmt: skip
def test_a_series_that_could_not_be_played_is_refused(course: Course, staff: Client, field: str, value: str) -> None:
    answer = staff.post(page(Series, "add"), {**SERIES, field: value})
    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors
    assert not Series.objects.exists()


def test_custom_prizes_of_a_series_are_100_together(course: Course, staff: Client) -> None:
    answer = staff.post(page(Series, "add"), {**SERIES, "prizes": "custom", "percentages": "50 30"})
    assert "add up to 100" in answer.content.decode()


def test_a_sit_and_go_of_a_series_starts_full(course: Course, staff: Client) -> None:
    assert not Series.objects.exists()
    staff.post(page(Series, "add"), {**SERIES, "format": "sitgo"})
    assert not Series.objects.exists()
    staff.post(page(Series, "add"), {**SERIES, "format": "sitgo", "min_entries": "6", "max_entries": "6", "at": ""})
    assert Series.objects.exists()


# --- policy -----------------------------------------------------------------------------------------------------------


def test_there_is_one_policy(course: Course, staff: Client) -> None:
    assert live.policy().highest_fee == 1_000
    assert "entry fees up to 1,000 chips, and 2 tournaments" in staff.get(page(Policy, "changelist")).content.decode()
    assert staff.post(page(Policy, "add"), {"highest_fee": "50", "announced_each": "3"}).status_code == 302
    assert (live.policy().highest_fee, live.policy().announced_each) == (50, 3)
    assert staff.post(page(Policy, "add"), {"highest_fee": "60", "announced_each": "3"}).status_code == 403
    assert staff.post(page(Policy, "change", 1), {"highest_fee": "70", "announced_each": "1"}).status_code == 302
    assert live.policy().highest_fee == 70
