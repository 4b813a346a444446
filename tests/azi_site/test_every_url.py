"""Whatever address there is, whoever asks and whatever they send: no error of ours, all headers, no hidden card."""

import logging
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from games import tables
from games.models import GameRecord, Table
from games.rules import record
from tests.games.conftest import _fresh_process, decks, time  # noqa: F401 -- fixtures
from tests.games.play import Decks, Time

from . import every_url
from .every_url import VIEWERS, House, addresses

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Thousands of refusals with their tracebacks would take longer to write than to make."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def house(time: Time, decks: Decks) -> House:  # noqa: F811
    return every_url.build(time, decks)


def everything(house: House) -> Iterator[tuple[str, str]]:
    """Names and addresses, with those that are none of ours."""
    for name, found in addresses(house).items():
        for address in found:
            yield name, address
    yield "(none)", "/no/such/page"
    yield "(none)", "/tables/nothing/"
    yield "(none)", "/admin/no/such/page/"
    yield "(none)", "/admin/games/table/999999/change/"


# --- the list itself --------------------------------------------------------------------------------------------------


def test_every_address_with_parameters_has_its_sample() -> None:
    """Whoever adds one says in ARGUMENTS what to put there; those without parameters are tested by themselves."""
    assert every_url.lacking() == []
    known = {name for name, _parameters in every_url.names()}
    assert set(every_url.ARGUMENTS) <= known, "an entry for an address that is gone"


def test_only_django_has_addresses_without_a_name() -> None:
    assert {pattern.callback.__module__.split(".")[0] for pattern in every_url.unnamed()} == {"django"}


def test_the_samples_lead_somewhere(house: House) -> None:
    """Each page opens for one of the viewers; else all the tests below would look at error pages."""
    nothing = {"admin:view_on_site", "account_confirm_email", "end_session", "mfa_edit_webauthn", "mfa_remove_webauthn"}
    for name, found in addresses(house).items():
        if name in nothing or name.endswith("_add") or not found:
            continue
        assert any(house.visitor(viewer).get(found[0]).status_code in (200, 302, 405) for viewer in VIEWERS), name


# --- headers ----------------------------------------------------------------------------------------------------------

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
POLICY = {"default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'", "script-src 'self'",
          "style-src 'self'"}  # fmt: skip
# Where it is another one.
POLICIES = {
    **dict.fromkeys(
        ("practice", "practice_game"),
        POLICY - {"script-src 'self'"} | {"script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'"},
    ),
    "service_worker": {"default-src 'none'", "connect-src 'self'"},
}


def lacks(answer: Any) -> list[str]:
    """What an answer should have and has not."""
    missing = [header for header, value in HEADERS.items() if answer.headers.get(header) != value]
    parts = answer.headers.get("Content-Security-Policy", "").split(";")
    directives = {" ".join([first, *sorted(others)]) for first, *others in (part.split() for part in parts if part)}
    policy = POLICIES.get(_name(answer) or "", POLICY)
    missing += sorted(policy - directives)
    missing += [directive for directive in directives - policy if "unsafe" in directive or "*" in directive]
    missing += [] if "camera=()" in answer.headers.get("Permissions-Policy", "") else ["Permissions-Policy"]
    kept = {part.strip() for part in answer.headers.get("Cache-Control", "").split(",")}
    missing += [] if {"no-store", "private"} <= kept or _is_nobodys(answer) else ["Cache-Control"]
    return missing


def _name(answer: Any) -> str | None:
    match = answer.wsgi_request.resolver_match
    return match and match.url_name


def _is_nobodys(answer: Any) -> bool:
    """Whether it is the same for everybody."""
    return _name(answer) in ("words", "practice_rules", "service_worker", "practice", "practice_game")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_page_opens_with_all_headers_for_everybody(viewer: str, house: House) -> None:
    wrong = []
    for name, address in everything(house):
        every_url.fresh()
        visitor = house.visitor(viewer)
        answer = visitor.get(address)
        if answer.status_code >= 500 or lacks(answer):
            wrong.append((name, answer.status_code, lacks(answer)))
    assert wrong == []


# A number as people write it. Two coordinates may have a comma between them, and data-purse is shown as it is.
FOR_PEOPLE = "points|d|viewBox|content|title|alt|placeholder|aria-[a-z]+|data-purse"
LOCAL_NUMBER = re.compile(rf'\s(?!(?:{FOR_PEOPLE})=)[\w-]+="-?\d+[,\u00a0\u202f]\d+"')


def test_numbers_for_machines_are_the_same_in_every_language(house: House) -> None:
    """Every page in Russian, which writes 1 000 and 0,5."""
    wrong = []
    for name, address in everything(house):
        every_url.fresh()
        visitor = house.visitor("staff" if name.startswith(("admin:", "styleguide")) else "player")
        answer = visitor.get(address, headers={"accept-language": "ru"})
        assert answer.status_code < 500, name
        if answer.status_code == 200 and answer.headers.get("Content-Type", "").startswith("text/html"):
            assert answer.headers["Content-Language"] == "ru", name
            wrong += [(name, found) for found in LOCAL_NUMBER.findall(answer.content.decode())]
    assert wrong == []


# Without a code or style in the page: what the policy forbids would only break it.
INLINE = re.compile(
    rb"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")|<style|\sstyle=|\son[a-z]+=|javascript:", re.I
)


def test_no_page_holds_code_or_styles_of_its_own(house: House) -> None:
    wrong = []
    for name, address in everything(house):
        for viewer in ("stranger", "staff"):
            answer = house.visitor(viewer).get(address)
            if "html" in answer.headers.get("Content-Type", "") and (found := INLINE.search(answer.content)):
                wrong.append((name, viewer, answer.content[found.start() : found.end() + 60]))
    assert wrong == []


# --- garbage ----------------------------------------------------------------------------------------------------------

QUERY = ("?q=%00&p=99999999999999999999&o=z.-9&next=http://%5B&when=%00&page=-1&page=x&before=%00&after=9e999&e=1"
         "&kind__exact=%00&id__exact=99999999999999999999&_changelist_filters=%ff&format=%00&language=%00")  # fmt: skip
FIELDS = ("login", "password", "password1", "username", "name", "email", "next", "language", "reason", "amount",
          "nonce", "way", "ante", "bet", "cards", "seats_total", "turn_s", "code", "action", "is_active", "to", "id",
          "session", "credential", "game", "chips", "once", "_to_field", "number", "start", "zone", "entry_fee",
          "stack", "levels", "percentages", "prizes", "pause", "weekdays", "at")  # fmt: skip

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
Post = Callable[[Client, str], HttpResponse]


def _form(value: str) -> Post:
    return lambda client, address: client.post(address, dict.fromkeys(FIELDS, value))  # type: ignore[return-value]


def _body(body: bytes, kind: str) -> Post:
    # Not `client.post`, which encodes by the charset that it is told.
    return lambda client, address: client.generic("POST", address, body, kind)  # type: ignore[return-value]


GARBAGE: dict[str, Post] = {
    "nothing": _body(b"", FORM),
    "NUL": _form("\x00"),
    "long": _form("x" * 20_000),
    "a large number": _form("9" * 400),
    "words": _form("[object Object]"),
    "odd letters": _form("\ud7ff\u202e\ufeff\U0001f9ff"),
    "repeated": _body(b"&".join(b"%s=1&%s=2" % (f.encode(), f.encode()) for f in FIELDS), FORM),
    "too many": _body(b"&".join(b"a%d=1" % n for n in range(1_500)), FORM),
    "invalid UTF-8": _body(b"name=%ff%fe&login=\xff\xfe&reason=\xc3", FORM),
    "a strange charset": _body(b"name=x", FORM + "; charset=nonsense"),
    "no boundary": _body(b"--x\r\n\r\n", "multipart/form-data"),
    "cut off": _body(b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\na', "multipart/form-data; boundary=x"),
    "files": lambda client, address: client.post(  # type: ignore[dict-item,return-value]
        address, {field: SimpleUploadedFile("x.txt", b"x") for field in FIELDS}
    ),
    "JSON": _body(b'{"name": {"a": [1]}, "to": NaN}', JSON),
    "deep JSON": _body(b'{"name":' + b"[" * 100_000, JSON),
    "JSON that is none": _body(b"\xff\x00{", JSON),
    "a JSON number": _body(b"1e999", JSON),
    "huge": _body(b'{"name": "' + b"x" * 2_700_000 + b'"}', JSON),
}  # fmt: skip


# The admin's forms are Django's own, but for a few: each page gets two of these.
FOR_THE_ADMIN = ("nothing", "NUL", "a large number", "invalid UTF-8", "no boundary")
# What a page reads of a form is its own. Whether a body can be read at all is not: each of these goes to every third.
WHAT_IS_READ = ("nothing", "NUL", "long", "a large number", "words", "odd letters")
HOW_IT_IS_READ = tuple(what for what in GARBAGE if what not in WHAT_IS_READ)


def garbage_for(address: str, number: int) -> list[str]:
    """What is sent to the page of that number."""
    if address.startswith("/admin/"):
        return [FOR_THE_ADMIN[(number + place) % len(FOR_THE_ADMIN)] for place in (0, 2)]
    return [*WHAT_IS_READ, *(what for place, what in enumerate(HOW_IT_IS_READ) if (place + number) % 3 == 0)]


@pytest.mark.databases
@pytest.mark.parametrize("viewer", ["guest", "staff"])
def test_whatever_is_sent_is_no_error_of_ours(viewer: str, house: House) -> None:
    """Each from the same beginning: what a form changed is undone."""
    wrong = []
    house.visitor(viewer).get("/")  # seen now, which is not written anew with each of the requests
    for number, (name, address) in enumerate(everything(house)):
        if address.startswith("/admin/") != (viewer == "staff"):
            continue  # the admin's pages read what staff send, all others what anybody does
        for what in garbage_for(address, number):
            every_url.fresh()
            with transaction.atomic():
                answer = GARBAGE[what](house.visitor(viewer), address)
                transaction.set_rollback(True)
            if answer.status_code >= 500 or lacks(answer):
                wrong.append((name, what, answer.status_code, lacks(answer)))
            if answer.status_code == 405:
                break  # nothing of what is sent here is read
    assert wrong == []


@pytest.mark.databases
@pytest.mark.parametrize("viewer", ["guest", "staff"])
def test_whatever_is_asked_for_is_no_error_of_ours(viewer: str, house: House) -> None:
    wrong = []
    for name, address in everything(house):
        for query in (QUERY, "?kind__exact=%00"):
            answer = house.visitor(viewer).get(address + query)
            if answer.status_code >= 500:
                wrong.append((name, query, answer.status_code))
    assert wrong == []


@pytest.mark.parametrize("method", ["put", "delete", "trace", "nonsense"])
def test_other_methods_break_nothing(method: str, house: House) -> None:
    for name, address in everything(house):
        assert house.visitor("guest").generic(method.upper(), address).status_code < 500, name


def test_without_its_token_no_form_is_taken(house: House) -> None:
    """From another site's page a browser sends our cookies along, but no token."""
    visitor = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for viewer in ("guest", "staff"):
        visitor.force_login(house.users[viewer])
        for name, address in everything(house):
            if name != "(none)":
                assert visitor.post(address, {"name": "x"}).status_code == 403, name


# --- cards ------------------------------------------------------------------------------------------------------------

# Swapped for each other in the other world. A deck is written in dealing order, so the hands change with it.
RUNNING = [("Kh", "Th"), ("7d", "Jd"), ("9h", "Qs"), ("8s", "As"), ("7s", "Kd")]
NEVER_SHOWN = [("7d", "Jd"), ("8s", "Ts")]
SHOWN_TO_ALICE = {"8s"}


def other(text: str, swaps: list[tuple[str, str]]) -> str:
    """The record with other cards in its deck where nobody has seen any."""
    swapped = {a: b for pair in swaps for a, b in (pair, pair[::-1])}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("deal "):
            head, deck, *rest = line.split(" ", 2)
            cards = re.findall("..", deck)
            lines[number] = " ".join([head, "".join(swapped.get(card, card) for card in cards), *rest])
    return "\n".join(lines)


def pages(house: House, viewer: str) -> dict[str, bytes]:
    found = {}
    for name, address in everything(house):
        every_url.fresh()
        answer = house.visitor(viewer).get(address)
        found[f"{name} {address}"] = _without_chance(b"%d %b" % (answer.status_code, body_of(answer)))
    return found


def body_of(answer: Any) -> bytes:
    if not answer.streaming:
        return bytes(answer.content)

    async def read() -> bytes:
        return b"".join([part async for part in answer])

    return async_to_sync(read)()


def _without_chance(page: bytes) -> bytes:
    """CSRF tokens are letters and digits, 32 or 64 of them; forms that count once have a number made by chance."""
    page = re.sub(rb'(csrfmiddlewaretoken" value="|X-CSRFToken": ")[0-9A-Za-z]{32,64}', b"", page)
    page = re.sub(rb"Last here [^<]+", b"", page)  # how long ago a session was last seen
    return re.sub(rb'name="(nonce|once)" value="[^"]+"', b"", page)


def into_another_world(house: House, viewer: str) -> None:
    """The same moment of the same games, but for every card that this viewer has not seen."""
    known = SHOWN_TO_ALICE if viewer == "player" else set()
    never_shown = [pair for pair in NEVER_SHOWN if not known & set(pair)]
    texts: dict[Table | GameRecord, list[tuple[str, str]]] = {
        Table.objects.get(pk=house.table.pk): RUNNING,
        Table.objects.get(pk=house.finished.table_id): never_shown,
        GameRecord.objects.get(pk=house.finished.pk): never_shown,
    }
    for row, swaps in texts.items():
        text = other(row.record, swaps)
        assert text != row.record
        assert record.read(text)
        row.record = text
        row.save(update_fields=["record"])
    for kept in (house.table.pk, house.finished.table_id):
        tables.forget(kept)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_page_tells_a_hidden_card(viewer: str, house: House) -> None:
    """Staff and the players themselves included: a running game's cards come over the socket alone."""
    before = pages(house, viewer)
    into_another_world(house, viewer)
    after = pages(house, viewer)
    assert [name for name, page in before.items() if after[name] != page] == []


def test_a_page_that_told_one_would_be_seen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "mask", lambda text, viewer: text)
    before = pages(house, "staff")
    into_another_world(house, "staff")
    after = pages(house, "staff")
    told = [name.split(" ")[0] for name, page in before.items() if after[name] != page]
    assert "admin:games_gamerecord_change" in told
