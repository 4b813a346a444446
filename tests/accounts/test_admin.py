"""Staff look at everything that is booked, and change none of it."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.models import LedgerAccount, Transfer, User
from tests.staff import sign_in_with_two_factors

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    sign_in_with_two_factors(client, User.objects.create_superuser("Head of House", password="-"))
    return client


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
def test_every_list_opens(staff: Client, model: type) -> None:
    guests.create()
    label = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"  # type: ignore[attr-defined]
    assert staff.get(reverse(label)).status_code == 200


@pytest.mark.parametrize("model", [Transfer, LedgerAccount])
def test_what_is_booked_is_read_only(staff: Client, model: type[Transfer] | type[LedgerAccount]) -> None:
    guests.create()
    name = f"admin:accounts_{model._meta.model_name}"
    row = model.objects.get(**({} if model is Transfer else {"kind": "wallet"}))
    page = reverse(f"{name}_change", args=[row.pk])
    assert staff.get(page).status_code == 200
    assert staff.post(page, {"amount": 1, "balance": 1}).status_code == 403
    assert staff.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert staff.get(reverse(f"{name}_add")).status_code == 403


def test_a_player_is_blocked_but_never_deleted_or_renamed(staff: Client) -> None:
    guest = guests.create()
    page = reverse("admin:accounts_user_change", args=[guest.pk])
    assert staff.get(page).status_code == 200
    staff.post(page, {"email": "", "name": "Another", "username": "another"})
    kept = User.objects.get(pk=guest.pk)
    assert (kept.name, kept.username, kept.is_active) == (guest.name, guest.username, False)
    assert staff.post(reverse("admin:accounts_user_delete", args=[guest.pk])).status_code == 403


def test_players_do_not_get_in(client: Client) -> None:
    client.force_login(guests.create())
    assert client.get("/admin/").status_code == 302


def test_the_admin_is_entered_through_the_sites_own_door(client: Client) -> None:
    response = client.get("/admin/login/?next=/admin/")
    assert (response.status_code, response["Location"].split("?")[0]) == (302, reverse("account_login"))
