"""The database itself keeps names apart, and the names that were there before it did."""

from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import audit, guests, names
from accounts.models import User
from tests.races import together

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.mark.parametrize("double", ["Bepa", "вера", "ВЕРА", "BEPA"])
def test_no_second_name_that_looks_like_the_first(double: str) -> None:
    User.objects.create_user("Вера")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(double)


def test_a_guest_takes_another_name() -> None:
    guest = guests.create()
    assert guests.rename(guest, "  Айжан   Т ") == "Айжан Т"
    kept = User.objects.get(pk=guest.pk)
    assert (kept.name, kept.is_guest) == ("Айжан Т", True)
    assert audit.breaches() == []


def test_a_guest_may_write_the_own_name_otherwise() -> None:
    guest = guests.create()
    guests.rename(guest, "Vera")
    assert guests.rename(guest, "VERA") == "VERA"


@pytest.mark.parametrize(
    ("name", "code"),
    [("V", "name_length"), ("Admin", "name_reserved"), ("Vеra", "name_scripts"), ("Ve\u200bra", "name_invisible"),
     ("Вера", "name_taken"), ("bepa", "name_taken")],
)  # fmt: skip
def test_a_name_that_a_guest_can_not_take(name: str, code: str) -> None:
    User.objects.create_user("Bepa")
    guest = guests.create()
    with pytest.raises(ValidationError) as refusal:
        guests.rename(guest, name)
    assert refusal.value.code == code
    assert User.objects.get(pk=guest.pk).name == guest.name


def test_only_guests_change_their_name() -> None:
    vera = User.objects.create_user("Vera", password="-")
    with pytest.raises(ValidationError) as refusal:
        guests.rename(vera, "Wera")
    assert refusal.value.code == "not_a_guest"


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_want_one_name_in_two_alphabets_one_gets_it() -> None:
    people = [guests.create() for _ in range(8)]

    wanted = ["Вера", "Bepa"] * 4
    outcomes = together([partial(guests.rename, *pair) for pair in zip(people, wanted, strict=True)])
    assert sum(isinstance(outcome, str) for outcome in outcomes) == 1
    refused = [outcome for outcome in outcomes if isinstance(outcome, ValidationError)]
    assert [refusal.code for refusal in refused] == ["name_taken"] * 7
    assert audit.breaches() == []


def test_who_was_there_first_keeps_the_name_and_an_account_before_a_guest() -> None:
    """As rows were before names were kept apart by their looks."""
    before = [("Bepa", True), ("Вера", False), ("BEPA", True), ("Aru", True)]
    for name, is_guest in before:
        pk = guests.create().pk
        User.objects.filter(pk=pk).update(name=name, is_guest=is_guest, username=f"old {pk}", look=f"old {pk}")
    assert names.give_keys(User) == [("Bepa", "Bepa 2"), ("BEPA", "BEPA 3")]
    assert list(User.objects.order_by("pk").values_list("name", flat=True)) == ["Bepa 2", "Вера", "BEPA 3", "Aru"]
    assert audit.breaches() == []
    assert names.give_keys(User) == []
