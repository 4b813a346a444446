"""What a browser asks for before it offers to install the site: a manifest, and icons as large as it says."""

import json
import struct
from html.parser import HTMLParser
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

pytestmark = pytest.mark.django_db


class Head(HTMLParser):
    """The links and metas of a page, as {rel or name: attributes}; of two with one name the first."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, dict[str, str | None]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        name = named.get("rel") or named.get("name")
        if tag in ("link", "meta") and name:
            self.found.setdefault(name, named)


@pytest.fixture
def head(client: Client) -> dict[str, dict[str, str | None]]:
    return Head(client.get("/").content.decode()).found


def fetch(client: Client, address: str | None) -> tuple[str, bytes]:
    """The type and the body of what is there."""
    assert address
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.headers["Content-Type"], async_to_sync(read)(answer) if answer.streaming else answer.content


async def read(answer: Any) -> bytes:
    return b"".join([part async for part in answer])


def png_size(body: bytes) -> str:
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", body[16:24])
    return f"{width}x{height}"


def test_every_page_names_a_manifest_that_is_enough_to_install(
    client: Client, head: dict[str, dict[str, str | None]]
) -> None:
    kind, body = fetch(client, head["manifest"]["href"])
    assert kind == "application/manifest+json"
    manifest = json.loads(body)
    assert manifest["name"]
    assert manifest["short_name"]
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert manifest["lang"] == "en"
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["/practice/"]
    assert manifest["theme_color"] == manifest["background_color"] == head["theme-color"]["content"]


def test_the_icons_are_there_and_as_large_as_they_say(client: Client, head: dict[str, dict[str, str | None]]) -> None:
    icons = json.loads(fetch(client, head["manifest"]["href"])[1])["icons"]
    for icon in icons:
        kind, body = fetch(client, icon["src"])
        assert kind == icon["type"]
        assert len(body) < 6_500, f"{icon['src']}: {len(body)} bytes"
        if kind == "image/png":
            assert png_size(body) == icon["sizes"]
    purposes = {(icon["sizes"], icon.get("purpose")) for icon in icons}
    assert {("192x192", None), ("512x512", None), ("512x512", "maskable")} <= purposes


def test_the_page_names_its_own_icons(client: Client, head: dict[str, dict[str, str | None]]) -> None:
    for address in (head["icon"]["href"], head["icon"]["data-turn"]):
        assert fetch(client, address)[0] == "image/svg+xml"
    kind, body = fetch(client, head["apple-touch-icon"]["href"])
    assert (kind, png_size(body)) == ("image/png", "180x180")
