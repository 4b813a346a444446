"""What a browser keeps so that practice works without a network: all that it takes, for everybody, and no more."""

import gzip
import hashlib
import json
import os
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from azi_site import offline
from azi_site.templatetags.modules import imported

pytestmark = pytest.mark.django_db

WEIGHT = 600_000  # bytes, compressed


@pytest.fixture
def member(client: Client) -> Client:
    """Somebody with a name, who is signed in."""
    browser = Client()
    browser.force_login(User.objects.create_user("Mira", "mira@azi.example", "pa55word for Mira"))
    return browser


def listed(client: Client) -> list[offline.Kept]:
    """The list as the browser gets it."""
    source = client.get("/service-worker.js").content.decode()
    lines = re.findall(r"^(\[.*\]),$", source, re.MULTILINE)
    return [offline.Kept(*json.loads(line)) for line in lines]


def test_the_worker_is_the_same_for_everybody_and_never_kept_unasked(client: Client, member: Client) -> None:
    member.get("/")  # which notes that they were here
    answers = [client.get("/service-worker.js"), member.get("/service-worker.js", headers={"Accept-Language": "fr"})]
    assert answers[0].content == answers[1].content
    for answer in answers:
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-cache"
        policy = set(answer.headers["Content-Security-Policy"].split("; "))
        assert policy == {"default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"}
        assert "Cookie" not in answer.headers.get("Vary", "")
        assert not answer.cookies


def test_another_process_sends_the_same_worker(client: Client) -> None:
    """Else browsers would see a new version with every other request."""
    code = "import django; django.setup(); from azi_site import offline; print(offline._worker().decode(), end='')"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONHASHSEED": "7", "LANG": "ru_RU"}
    other = subprocess.run(
        [sys.executable, "-c", code], cwd=settings.BASE_DIR, env=environment, capture_output=True, check=True
    )
    assert other.stdout == client.get("/service-worker.js").content


def test_all_that_practice_needs_is_on_the_list(client: Client) -> None:
    found = {one.url for one in listed(client)}
    for name in ("games/practice.js", "games/practice_worker.js", "offline.js"):
        assert f"/static/{name}" in found
        assert {f"/static/{one}" for one in imported(name)} <= found
    assert {"/static/games/notes.js", "/static/games/cards.svg", "/static/azi.css"} <= found
    assert {"/static/vendor/micropython/micropython.mjs", "/static/vendor/micropython/micropython.wasm"} <= found
    assert {url.rpartition("-")[2] for url in found if url.endswith(".woff2")} == {
        "latin.woff2", "cyr.woff2", "kaz.woff2",
    }  # fmt: skip
    assert {url.split("/")[2] for url in found if url.startswith("/jsi18n/")} == dict(settings.LANGUAGES).keys()
    assert len([url for url in found if url.startswith("/practice/rules/")]) == 1


def test_nothing_is_on_the_list_twice_and_nothing_of_an_account(client: Client) -> None:
    lines = listed(client)
    assert len({(one.url, one.language) for one in lines}) == len(lines)
    pages = {(one.url, one.language) for one in lines if one.language}
    assert pages == {(reverse(name), code) for name in offline.PAGES for code, _ in settings.LANGUAGES}
    others = {one.url for one in lines if not one.language}
    assert all(url.startswith(("/static/", "/jsi18n/", "/practice/rules/")) for url in others)


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_a_page_on_the_list_is_what_everybody_gets(client: Client, member: Client, language: str) -> None:
    """Byte by byte, by which the browser checks it: no name, no token, no language but the asked one."""
    for one in listed(client):
        if one.language == language:
            member.cookies[settings.LANGUAGE_COOKIE_NAME] = language
            answers = [client.get(one.url, headers={"Accept-Language": language}), member.get(one.url)]
            assert answers[0].content == answers[1].content, one.url
            assert not answers[0].cookies, one.url
            for answer in answers:
                policy = offline._in_order(answer.headers["Content-Security-Policy"]).encode()
                assert hashlib.sha256(policy + answer.content).hexdigest()[:16] == one.content, one.url
                assert answer.headers["Content-Language"] == language
                assert len(answer.content) == one.size


def test_what_is_on_the_list_is_there(client: Client) -> None:
    for one in listed(client):
        if not one.language and not one.url.startswith("/static/"):
            body = client.get(one.url).content
            assert (hashlib.sha256(body).hexdigest()[:16], len(body)) == (one.content, one.size), one.url


def test_the_whole_is_light() -> None:
    """Compressed as badly as can be; tests/bench/practice.py weighs what is really sent."""
    bodies = [
        offline._answer(one.url, one.language).content if one.language else offline._body(one.url)
        for one in offline.kept()
    ]
    weight = sum(min(len(body), len(gzip.compress(body, 6))) for body in bodies)
    print(f"{weight:,d} bytes in {len(bodies)} answers")
    assert weight < WEIGHT


def test_the_worker_is_sent_without_its_reasons(client: Client) -> None:
    source = client.get("/service-worker.js").content.decode()
    assert not re.search(r"^\s*(//|/\*)", source, re.MULTILINE)
    assert "addEventListener" in source


def test_no_page_names_what_the_worker_would_not_find() -> None:
    """A worker or a module that is made of a relative address is not found by its hash."""
    for one in offline.kept():
        if one.url.endswith(".js"):
            assert "import.meta.url" not in offline._body(one.url).decode(), one.url


def test_the_offline_page_has_one_way_on(client: Client) -> None:
    page = client.get("/offline/").content.decode()
    assert len(re.findall(r"btn--go", page)) == 1
    assert reverse("practice") in page
