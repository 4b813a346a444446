"""What goes wrong is said on a page of ours, and why it did stays with us."""

from typing import Any

import pytest
from django.test import Client

from tests.azi_site.broken_urls import SECRET, WRONG
from tests.azi_site.test_headers import check

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("status", sorted(WRONG))
def test_an_error_has_a_page_of_ours(settings: Any, status: int) -> None:
    settings.ROOT_URLCONF = "tests.azi_site.broken_urls"
    response = Client(raise_request_exception=False).get(f"/wrong/{status}/")
    assert response.status_code == status
    assert "Azi" in response.text
    assert SECRET not in response.text
    check(response)


def test_a_form_from_elsewhere_has_a_page_of_ours() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/")
    assert response.status_code == 403
    assert "Azi" in response.text
