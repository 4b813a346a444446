"""Every answer, whatever its address and status, carries the security headers."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User

pytestmark = pytest.mark.django_db

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
# Something for every converter that an address of ours may take.
VALUES = ["0" * 32, "1", "x"]


def names(patterns: list[Any] | None = None) -> Iterator[URLPattern]:
    """Every named address outside the admin, which is Django's own."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from names(pattern.url_patterns)
        elif pattern.name:
            yield pattern


def address(pattern: URLPattern) -> str:
    for value in VALUES:
        for within in ({}, {"pk": 1}):  # what an include before it takes
            try:
                return reverse(
                    pattern.name or "", kwargs=within | dict.fromkeys(pattern.pattern.regex.groupindex, value)
                )
            except NoReverseMatch:
                continue
    raise AssertionError(f"no value fits {pattern}")


ADDRESSES = sorted({address(pattern) for pattern in names()} | {"/admin/login/", "/no/such/page"})


def check(response: Any) -> None:
    for header, value in HEADERS.items():
        assert response.headers.get(header) == value, header
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # of practice: test_every_url.py says where
    assert "camera=()" in response.headers["Permissions-Policy"]
    assert "Strict-Transport-Security" not in response.headers


def test_there_are_addresses_to_check() -> None:
    assert {"/", "/health/live", "/health/ready", "/language/", "/accounts/login/"} <= set(ADDRESSES)


@pytest.mark.parametrize("who", ["anybody", "somebody"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_every_answer_carries_the_headers(who: str, method: str) -> None:
    client = Client(raise_request_exception=False)
    vera = User.objects.create_user("Vera")
    for path in ADDRESSES:
        client.cookies.clear()
        vera.refresh_from_db()
        if who == "somebody" and vera.is_active:
            client.force_login(vera)
        response = getattr(client, method)(path)
        assert response.status_code < 500, path
        check(response)


def test_a_refused_form_carries_them_too() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "Vera"})
    assert response.status_code == 403
    check(response)


def test_a_foreign_host_is_refused() -> None:
    response = Client().get("/", headers={"host": "evil.example"})
    assert response.status_code == 400


def test_https_is_made_lasting_where_the_origin_has_it(settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    response = Client().get("/health/live", headers={"x-forwarded-proto": "https"})
    assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in Client().get("/health/live").headers


@pytest.mark.parametrize(("asked", "language"), [("en", "en"), ("fr", "fr"), ("ru", "ru"), ("de", "en")])
def test_a_page_says_the_language_that_its_text_is_in(asked: str, language: str) -> None:
    response = Client().get("/accounts/login/", headers={"accept-language": asked})
    assert response.headers["Content-Language"] == language
