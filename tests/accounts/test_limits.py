"""How often one address may do a thing, and who is believed about the address."""

from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import RequestFactory

from accounts import limits


def request(address: str = "192.0.2.1", **headers: str) -> HttpRequest:
    return RequestFactory().post("/play/", REMOTE_ADDR=address, headers=headers)


def many(count: int, **headers: str) -> list[bool]:
    return [limits.allow(request(**headers), "guest") for _ in range(count)]


def test_one_address_makes_ten_guests_a_minute() -> None:
    assert many(12) == [True] * 10 + [False] * 2
    assert limits.allow(request("192.0.2.2"), "guest")


def test_an_address_that_the_client_writes_is_not_believed() -> None:
    many(10)
    assert not limits.allow(request(**{"x-forwarded-for": "198.51.100.7"}), "guest")


def test_behind_a_proxy_of_ours_its_word_counts_and_the_clients_does_not(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert many(10, **{"x-forwarded-for": "198.51.100.7"}) == [True] * 10
    assert not limits.allow(request(**{"x-forwarded-for": "203.0.113.9, 198.51.100.7"}), "guest")
    assert limits.allow(request(**{"x-forwarded-for": "198.51.100.7, 203.0.113.9"}), "guest")


@pytest.mark.parametrize("address", ["2001:db8::1", "2001:db8::2"])
def test_neighbours_within_one_network_count_as_one(address: str) -> None:
    for number in range(10):
        assert limits.allow(request(f"2001:db8::{number + 10:x}"), "guest")
    assert not limits.allow(request(address), "guest")


@pytest.mark.skipif("locmem" not in settings.CACHES["default"]["BACKEND"], reason="of the cache within the process")
def test_a_limit_outlives_a_thousand_other_addresses() -> None:
    many(10)
    for number in range(1_000):
        limits.allow(request(f"198.51.{number // 250}.{number % 250}"), "guest")
    assert many(1) == [False]
