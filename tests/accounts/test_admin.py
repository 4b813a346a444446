"""Staff look at everything that is booked, and change none of it."""

import logging

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
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


def test_knocking_without_being_staff_is_one_line_in_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.force_login(guests.create())
    with caplog.at_level(logging.INFO):
        assert client.get("/admin/login/").status_code == 403
    said = [line for line in caplog.records if line.name.startswith("django")]
    assert [(line.getMessage(), line.exc_info) for line in said] == [("Forbidden: /admin/login/", None)]


# --- what an address names --------------------------------------------------------------------------------------------


@pytest.mark.databases
@pytest.mark.parametrize(
    "query",
    ["name__regex=(", "look__startswith=%00", "session_seed__startswith=!", "seats__id=1", "password__startswith=a",
     "is_guest__exact=%00", "name__startswith=a", "id=1", "_to_field=name"],
)  # fmt: skip
def test_the_list_of_people_is_filtered_by_nothing_but_its_filters(staff: Client, query: str) -> None:
    assert staff.get(f"/admin/accounts/user/?{query}").status_code in (302, 400)


@pytest.mark.parametrize("query", ["is_guest__exact=1", "is_active__exact=0", "q=head", "o=1", "_to_field=", ""])
def test_the_filters_of_the_list_of_people_work(staff: Client, query: str) -> None:
    assert staff.get(f"/admin/accounts/user/?{query}").status_code == 200


@pytest.mark.databases
def test_the_list_of_groups_is_filtered_by_nothing_at_all(staff: Client) -> None:
    for query in ("name__regex=(", "name__startswith=%00", "user__session_seed__startswith=!"):
        assert staff.get(f"/admin/auth/group/?{query}").status_code == 400


@pytest.mark.parametrize("model", admin.site._registry, ids=lambda model: model._meta.label)
@pytest.mark.parametrize(("field", "codes"), [("", {200, 302, 403}), ("nonsense", {302, 400})])
def test_a_row_is_found_by_its_key_alone(staff: Client, model: type, field: str, codes: set[int]) -> None:
    guests.create()
    Group.objects.create(name="Operators")
    row = model._default_manager.first()  # type: ignore[attr-defined]
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"  # type: ignore[attr-defined]
    for page in ("change", "delete"):
        where = reverse(f"{name}_{page}", args=[row.pk if row else 1])
        assert staff.post(where, {"_to_field": field}).status_code in codes
        assert staff.get(where, {"_to_field": field}).status_code in codes
