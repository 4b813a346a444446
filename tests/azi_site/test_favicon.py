"""Browsers look for an icon on their own where a page names none."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["get", "head"])
def test_the_icon_is_where_browsers_look_for_it(client: Client, method: str) -> None:
    answer = getattr(client, method)("/favicon.ico")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/static/icon.svg")
    found = client.get(answer.headers["Location"])
    assert (found.status_code, found.headers["Content-Type"]) == (200, "image/svg+xml")
