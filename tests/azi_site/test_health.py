"""Alive is not ready: a server that is stopping, or has lost its database, gets no new visitors."""

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from azi_site import health

pytestmark = pytest.mark.django_db


def test_a_server_is_alive_and_ready(client: Client) -> None:
    assert client.get("/health/live").status_code == 200
    assert client.get("/health/ready").json() == {"ready": True}


def test_a_draining_server_is_alive_but_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "draining", True)
    assert client.get("/health/live").status_code == 200
    response = client.get("/health/ready")
    assert (response.status_code, response.json()["why"]) == (503, "draining")


def test_a_server_without_its_database_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", gone)
    response = client.get("/health/ready")
    assert (response.status_code, response.json()["why"]) == (503, "database")


def test_nobody_keeps_the_answer(client: Client) -> None:
    assert "no-store" in client.get("/health/ready").headers["Cache-Control"]
