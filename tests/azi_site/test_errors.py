"""What goes wrong is said on a page of ours, and why it did stays with us."""

from typing import Any

import pytest
from django.test import AsyncClient, Client

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


async def test_a_form_in_another_encoding_is_the_clients_mistake() -> None:
    """Where the CSRF token can't be looked for, the error page must not look for it again."""
    client = AsyncClient(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "a" * 32
    response = await client.post("/play/", b"a=1", content_type="application/x-www-form-urlencoded; charset=utf-7")
    assert response.status_code == 400
    assert b"Azi" in response.content


@pytest.mark.parametrize("path", ["/players/nobody/", f"/games/{'0' * 32}/", "/accounts/login/", "/accounts/signup/"])
def test_a_page_without_the_sites_bar_has_the_choice_of_a_language(client: Client, path: str) -> None:
    assert f'name="next" value="{path}"' in client.get(path).text


def test_what_is_not_there_need_not_be_a_table(client: Client) -> None:
    page = client.get("/players/nobody/").text
    assert "The table" not in page
    assert all(f'href="{path}"' in page for path in ("/", "/leaderboard/", "/games/"))


@pytest.mark.parametrize("path", ["/", "/rules/", "/lobby/tables/"])
def test_a_page_may_be_asked_for_its_headers_alone(client: Client, path: str) -> None:
    response = client.head(path)
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
def test_a_next_that_is_no_address_is_ignored(client: Client, path: str) -> None:
    assert client.get(path, {"next": "http://["}).status_code == 200


@pytest.mark.parametrize("key", [r'"\000aaaaaaaaaaaa"', "\xff" * 12, "a" * 4_000])
def test_a_cookie_that_is_no_session_is_a_strangers(key: str) -> None:
    """PostgreSQL refuses a text with a NUL in it, which a quoted cookie can hold."""
    response = Client(headers={"cookie": f"sessionid={key}"}).get("/")
    assert response.status_code == 200
