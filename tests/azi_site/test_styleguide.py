"""The style guide is for staff; for everybody else there is nothing."""

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from tests.staff import sign_in_with_two_factors

pytestmark = pytest.mark.django_db

PAGES = ("/styleguide/", "/styleguide/?state=bid-mine")


def operator() -> User:
    return User.objects.create_superuser("Head of House", "head@azi.example", "pa55word for the head")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("page", PAGES)
def test_only_staff_with_a_second_factor_see_the_style_guide(page: str) -> None:
    head = operator()
    player = User.objects.create_user("Mira", "mira@azi.example", "pa55word for Mira")
    for client in (Client(), signed_in(guests.create()), signed_in(player), signed_in(head)):
        assert client.get(page).status_code == 404
    assert sign_in_with_two_factors(Client(), head).get(page).status_code == 200


def test_only_a_state_can_be_framed_and_only_by_the_site_itself() -> None:
    client = sign_in_with_two_factors(Client(), operator())
    guide, state = (client.get(page) for page in PAGES)
    assert guide["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in guide["Content-Security-Policy"]
    assert "frame-src 'self'" in guide["Content-Security-Policy"]
    assert state["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in state["Content-Security-Policy"]


def test_a_state_says_nothing_of_who_looks_at_it() -> None:
    """The page is the table's as a guest, or nobody, would see it."""
    client = sign_in_with_two_factors(Client(), operator())
    assert 'data-purse=""' in client.get("/styleguide/?state=sit").content.decode()
    assert 'id="rename"' in client.get("/styleguide/?state=sit").content.decode()
    assert 'id="play-now"' in client.get("/styleguide/?state=stranger").content.decode()


def test_the_admin_leads_to_the_style_guide() -> None:
    assert 'href="/styleguide/"' in sign_in_with_two_factors(Client(), operator()).get("/admin/").content.decode()
