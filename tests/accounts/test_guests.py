"""Play now: a guest has a friendly name, chips, and no password."""

import pytest
from django.contrib.auth import authenticate

from accounts import audit, guests, ledger, names
from accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_guest_can_play_at_once() -> None:
    guest = guests.create()
    assert guest.is_guest
    assert not guest.is_bot
    assert names.clean(guest.name) == guest.name
    assert guest.username == names.key(guest.name)
    assert len(guest.public_id) == 32
    assert ledger.balance(ledger.wallet(guest)) == ledger.GRANT
    assert audit.breaches() == []


def test_a_guest_cannot_be_signed_in_by_password() -> None:
    guest = guests.create()
    assert not guest.has_usable_password()
    assert authenticate(username=guest.username, password="") is None
    assert authenticate(username=guest.username, password="!") is None


def test_a_taken_name_gets_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "_MANNERS", ["Calm"])
    monkeypatch.setattr(guests, "_CREATURES", ["Heron"])
    first, second = guests.create(), guests.create()
    assert first.name == "Calm Heron"
    assert second.name.startswith("Calm Heron ")
    assert second.name != first.name


def test_every_friendly_name_fits() -> None:
    longest = max(guests._MANNERS, key=len), max(guests._CREATURES, key=len)
    assert len(f"{longest[0]} {longest[1]} 999999") <= names.LONGEST
    assert all(names.clean(word) == word for word in [*guests._MANNERS, *guests._CREATURES])


def test_ids_are_random_and_distinct() -> None:
    ids = {guests.create().public_id for _ in range(5)}
    assert len(ids) == 5
    assert not User.objects.filter(public_id="").exists()
