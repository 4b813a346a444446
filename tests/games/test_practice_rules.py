"""The bundle of rules for practice: kept for good at its own address, the same for everybody."""

import re
from pathlib import Path

from django.test import Client

import games.rules
from games import practice_views


def test_the_bundle_is_the_files_themselves(client: Client) -> None:
    answer = client.get(practice_views.rules_address())
    sources = answer.json()
    assert {"__init__", "game", "bots", "record"} <= set(sources)
    assert not {"__main__", "bundle", "fairness"} & set(sources)
    folder = Path(games.rules.__file__).parent
    assert all(source == (folder / f"{name}.py").read_text() for name, source in sources.items())


def test_only_its_own_address_is_kept(client: Client) -> None:
    address = practice_views.rules_address()
    assert re.fullmatch(r"/practice/rules/[0-9a-f]{12}\.json", address)
    kept = client.get(address)
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    other = client.get("/practice/rules/0.json")
    assert (other.headers["Cache-Control"], other.content) == ("no-cache", kept.content)
    assert "Cookie" not in kept.headers.get("Vary", "")
    assert not kept.cookies
