"""Guests who don't come back become nobody; their chips go home, and whoever is still there stays."""

import re
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import pytest
from allauth.usersessions.models import UserSession
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from django.db.models import Q
from django.test import Client
from django.utils.timezone import now

from accounts import guests, ledger
from accounts.models import Transfer, User
from games import live
from games.models import Seat
from games.refusals import Refusal
from tests.races import together

from .play import breaches, person, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

LONG_AGO = timedelta(days=40)


def away(guest: User, since: timedelta = LONG_AGO) -> User:
    """As if nobody had seen the guest for that long."""
    User.objects.filter(pk=guest.pk).update(date_joined=now() - since, last_login=now() - since)
    UserSession.objects.filter(user=guest).update(last_seen_at=now() - since)
    return guest


def forgotten(guest: User) -> bool:
    kept = User.objects.get(pk=guest.pk)
    return (kept.name != guest.name, kept.is_active, ledger.balance(ledger.wallet(kept))) == (True, False, 0)


def test_a_guest_whom_nobody_has_seen_is_forgotten() -> None:
    guest, browser = person("Айжан"), Client()
    browser.force_login(guest)
    browser.get("/rules/")
    assert UserSession.objects.filter(user=guest).exists()
    away(guest)
    call_command("forget_guests")
    kept = User.objects.get(pk=guest.pk)
    assert re.fullmatch(r"Former guest [0-9a-f]{10}", kept.name)
    assert guest.public_id[:10] not in kept.name, "nobody can take the name before"
    assert forgotten(guest)
    assert Transfer.objects.get(key=f"forgotten:{guest.pk}").amount == ledger.GRANT
    assert not UserSession.objects.filter(user=guest).exists()
    assert "_auth_user_id" not in browser.session
    assert guests.rename(person("Somebody"), "Айжан") == "Айжан", "the name is free again"
    assert breaches() == []


@pytest.mark.parametrize(
    "sign_of_life",
    [
        lambda guest: UserSession.objects.create(user=guest, session_key="k", ip="192.0.2.1"),
        lambda guest: User.objects.filter(pk=guest.pk).update(last_login=now()),
        lambda guest: User.objects.filter(pk=guest.pk).update(date_joined=now() - timedelta(days=29)),
        lambda guest: User.objects.filter(pk=guest.pk).update(is_guest=False),
        lambda guest: table_of(guest),
    ],
    ids=["was here", "signed in", "is new", "has signed up", "sits"],
)
def test_who_shows_a_sign_of_life_is_left_alone(sign_of_life: Callable[[User], object]) -> None:
    guest = away(person("Alice"))
    sign_of_life(guest)
    call_command("forget_guests")
    assert User.objects.get(pk=guest.pk).name == "Alice"
    assert not Transfer.objects.filter(key__startswith="forgotten:").exists()


def test_days_and_a_dry_run(capsys: pytest.CaptureFixture[str]) -> None:
    guest = away(person("Alice"), timedelta(days=10))
    call_command("forget_guests", days=5, dry_run=True)
    assert capsys.readouterr().out == "1 guests would be forgotten.\n"
    call_command("forget_guests")
    assert not forgotten(guest)
    call_command("forget_guests", days=5)
    assert forgotten(guest)


def test_twice_is_as_good_as_once() -> None:
    guest = away(person("Alice"))
    call_command("forget_guests")
    name = User.objects.get(pk=guest.pk).name
    call_command("forget_guests")
    assert User.objects.get(pk=guest.pk).name == name
    assert Transfer.objects.filter(key__startswith="forgotten:").count() == 1
    assert breaches() == []


def test_a_name_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["0123456789", "0123456789", "abcdefabcd"])
    monkeypatch.setattr(secrets, "token_hex", lambda size: next(drawn))
    people = [away(User.objects.create_user(name, is_guest=True, public_id=name)) for name in ("Alice", "Bob")]
    call_command("forget_guests")
    names = set(User.objects.filter(pk__in=[one.pk for one in people]).values_list("name", flat=True))
    assert names == {"Former guest 0123456789", "Former guest abcdefabcd"}


def test_one_who_cannot_be_forgotten_keeps_nobody_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = away(person("Alice")), away(person("Bob"))
    forget = guests.forget

    def fail(guest: User, before: datetime, where: Q) -> bool:
        if guest.pk == first.pk:
            raise IntegrityError
        return forget(guest, before, where)

    monkeypatch.setattr(guests, "forget", fail)
    with pytest.raises(CommandError) as failure:
        call_command("forget_guests")
    assert failure.value.returncode == 1
    assert "1 guests could not be forgotten" in str(failure.value)
    assert capsys.readouterr().out == "1 guests are forgotten.\n"
    assert forgotten(second)
    assert not forgotten(first)
    assert breaches() == []


@pytest.mark.django_db(transaction=True)
def test_several_at_once_forget_once() -> None:
    guest = away(person("Alice"))
    before = now() - timedelta(days=30)
    outcomes = together([partial(guests.forget, guest, before, Q())] * 4)
    assert sorted(outcomes, key=str) == [False, False, False, True]
    assert breaches() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_a_guest_who_sits_down_meanwhile_either_sits_or_is_forgotten(attempt: int) -> None:
    guest = away(person("Alice"))
    table = live.open_table("Felt", 10)

    def sit() -> None:
        live.sit(table.pk, guest.pk, 1, 500)

    def forget() -> None:
        call_command("forget_guests")

    outcomes = together([forget, sit])
    sits = Seat.objects.filter(player=guest).exists()
    assert sits != forgotten(guest)
    assert not isinstance(outcomes[0], Exception)
    assert sits or isinstance(outcomes[1], Refusal)
    assert breaches() == []
