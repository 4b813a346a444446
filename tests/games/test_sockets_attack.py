"""Sockets of people who mean no good: floods, nonsense, made-up ids, other people's seats, crowds from one address."""

import socket
import time as clock
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import bell, consumers, live, pool, sockets
from games.models import Table
from tests.serving import Site
from tests.staff import sign_in_with_two_factors

from .play import breaches, everything, row
from .test_sockets import Hall, Seconds, _patient, _pool, hall, seconds  # noqa: F401 -- fixtures
from .wire import Page, cookie_of

pytestmark = pytest.mark.django_db(transaction=True)


# --- frames -----------------------------------------------------------------------------------------------------------

ASK = "{ask}"
NONSENSE = [
    '{"type":"act","do":"f","ask":NaN}',
    '{"type":"act","do":"f","ask":1e999}',
    '{"type":"act","do":"f","ask":-1e999}',
    '{"type":"act","do":"f","ask":9007199254740993}',
    '{"type":"act","do":"f","ask":{ask}.0}',
    '{"type":"act","do":"f","ask":"{ask}"}',
    '{"type":"act","do":"f","ask":[{ask}]}',
    '{"type":"act","do":["f"],"ask":{ask}}',
    '{"type":"act","do":"f","do":"f","ask":{ask}}',
    '{"type":"act","do":"f","ask":1,"ask":{ask}}',
    '{"type":"leave","x":[[[[[]]]]]}',
    '{"type":"leave","x":' + "9" * 400 + "}",
    '{"type":"leave","x":"' + "y" * 4_096 + '"}',
    '{"type":"leave"}{"type":"leave"}',
    '[{"type":"leave"}]',
    '{"type":"leave"',
    '{"type":"LEAVE"}',
    '{"type":"leave\x00"}',
    '{"TYPE":"leave"}',
    '{"type":["leave"]}',
    '{"type":"closed"}',
    '{"type":"hang_up","code":1000}',
    '{"type":"websocket.disconnect"}',
    '{"type":"__init__"}',
    "null",
    "\ud800",
]


async def test_no_nonsense_moves_anything(hall: Hall) -> None:  # noqa: F811
    """Each of them would fold bob's hand, or free his seat, if it were read kindly."""
    page = await hall.open(hall.bob)
    before = await pool.run(everything)
    for text in NONSENSE:
        page.send_text(text.replace(ASK, str(page.view["ask"])))
    await page.many("error", len(NONSENSE))
    assert {error["code"] for error in page.of("error")} == {"malformed"}
    assert page.close_code is None
    assert await pool.run(everything) == before


async def test_a_frames_other_fields_name_nobody_and_no_other_table(hall: Hall) -> None:  # noqa: F811
    """Who acts is the session, where is the socket: whatever a frame says of it is not even looked at."""
    other = await pool.run(live.open_table, "Another", 10)
    page = await hall.open(hall.vera)
    ask = (await hall.open(hall.bob)).view["ask"]
    liars: list[dict[str, Any]] = [
        {"user": hall.bob.pk, "user_id": hall.bob.pk, "you": {"id": hall.bob.public_id}},
        {"seat": 2, "my_seat": 2, "number": 2},
        {"session": hall.cookies[hall.bob.pk].partition("=")[2]},
        {"is_staff": True, "is_superuser": True},
    ]
    before = await pool.run(everything)
    for lie in liars:
        for frame in (
            {"type": "act", "do": "f", "ask": ask},
            {"type": "act", "do": "L"},
            {"type": "sit_out", "value": True},
        ):
            assert (await page.error(page.send(**{**lie, **frame})))["code"] == "not_seated", lie
    assert await pool.run(everything) == before
    page.send(type="sit", seat=3, buy_in=500, table=other.public_id, table_id=other.pk)
    await page.version(hall.version + 1)
    assert page.view["my_seat"] == 3
    assert await pool.run(lambda: other.seats.count()) == 0
    assert await pool.run(breaches) == []


@pytest.mark.parametrize("path", ["/ws/lobby/", ""])
async def test_a_strangers_flood_is_closed_4008(
    path: str,
    hall: Hall,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    seconds: Seconds,  # noqa: F811
) -> None:
    monkeypatch.setattr(sockets, "BURST", 20)
    watching = await hall.open(hall.alice)
    before = await pool.run(everything)
    page = hall.knock(None, path)
    await page.until(lambda page: page.accepted)
    for _frame in range(200):
        page.send(type="sit", seat=3, buy_in=500)
    assert await page.closed() == 4008
    assert len(page.texts) <= 66, "no more answers than frames that were taken or refused"
    assert await pool.run(everything) == before
    await watching.settled()
    assert watching.close_code is None


# --- addresses --------------------------------------------------------------------------------------------------------


async def test_no_guess_finds_a_table(hall: Hall) -> None:  # noqa: F811
    """A private table is found by its whole id alone: 128 random bits."""
    await pool.run(Table.objects.filter(pk=hall.table.pk).update, private=True)
    known = hall.table.public_id
    guesses = [str(hall.table.pk), "1", known[:-1], known + "0", known[:31] + "_", known[::-1] + "x", "0" * 32]
    for guess in guesses:
        page = hall.knock(hall.alice, f"/ws/tables/{guess}/")
        assert await page.closed() == 4003, guess
        assert [frame["type"] for frame in page.frames] == ["bye"]
    assert len(known) == 32
    for path in (f"/ws/tables/{known}", f"/ws/tables/{known}/x/", "/ws/tables//", "/ws/tables/%00/", "/ws/tables/\x00/",
                 f"/ws/TABLES/{known}/", "/ws/tables/" + "9" * 5_000 + "x/y/"):  # fmt: skip
        page = hall.knock(hall.alice, path)
        await page.closed()
        assert not page.accepted, path


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "null"}, {"origin": "http://localhost"}, {"origin": "file://"}, {"origin": "http://localhost:8000.evil.example"},
        {"origin": "http://evil.example#http://localhost:8000"}, {"origin": "HTTP://LOCALHOST:8000"}, {"origin": "*"},
    ],
    ids=str,
)  # fmt: skip
async def test_a_page_of_another_origin_gets_no_socket(headers: dict[str, str], hall: Hall) -> None:  # noqa: F811
    for user in (hall.bob, None):
        page = hall.knock(user, **headers)
        await page.closed()
        assert not page.accepted


# --- signing out ------------------------------------------------------------------------------------------------------


def _signed_up(hall: Hall) -> tuple[User, Client]:  # noqa: F811
    user = User.objects.create_user("Mira", password="pa55word of Mira")
    browser = Client()
    browser.force_login(user)
    hall.cookies[user.pk] = f"sessionid={browser.cookies['sessionid'].value}"
    return user, browser


def _sign_out(browser: Client, user: User) -> None:
    browser.post(reverse("account_logout"))


def _change_password(browser: Client, user: User) -> None:
    new = {"oldpassword": "pa55word of Mira", "password1": "a new one for her", "password2": "a new one for her"}
    other = Client()
    other.post(reverse("account_login"), {"login": "Mira", "password": "pa55word of Mira"})
    answer = other.post(reverse("account_change_password"), new)
    assert answer.status_code == 302, "changed, in another browser"
    user.refresh_from_db()
    assert user.check_password("a new one for her")


def _block(browser: Client, user: User) -> None:
    root = User.objects.create_superuser("Head of House", password="-")
    staff = sign_in_with_two_factors(Client(), root)
    staff.post(reverse("admin:accounts_user_change", args=[user.pk]), {})
    user.refresh_from_db()
    assert not user.is_active


@pytest.mark.parametrize("end", [_sign_out, _change_password, _block])
async def test_whoever_is_signed_out_by_a_page_loses_the_sockets_too(
    end: Callable[[Client, User], None],
    hall: Hall,  # noqa: F811
) -> None:
    user, browser = await pool.run(_signed_up, hall)
    page, bob = await hall.open(user), await hall.open(hall.bob)
    await consumers.sweep()
    assert page.close_code is None
    await pool.run(end, browser, user)
    await consumers.sweep()
    assert await page.closed() == 4001
    again = await hall.open(user)
    assert again.frames[0]["you"] is None, "and the old cookie is nobody's"
    assert bob.close_code is None


# --- crowds -----------------------------------------------------------------------------------------------------------


def _from(hall: Hall, address: str, user: User | None = None, **headers: str) -> Page:  # noqa: F811
    """A page that comes from that address, as the server says."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await hall.application({**scope, "client": [address, 50_000]}, receive, send)

    page = Page(application, f"/ws/tables/{hall.table.public_id}/", hall.cookies[user.pk] if user else "", **headers)
    hall.pages.append(page)
    return page


async def test_an_address_holds_so_many_sockets_and_more_are_told_to_try_later(
    hall: Hall,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sockets, "AN_ADDRESS", 3)
    pages = [await _from(hall, "8.8.4.4").until(lambda page: page.of("view")) for _page in range(3)]
    for user in (None, hall.bob):
        refused = _from(hall, "8.8.4.4", user, x_forwarded_for="9.9.9.9")
        assert await refused.closed() == 4013
        assert refused.frames == [{"type": "bye", "why": "too many from here"}]
    assert len(bell.listeners(f"table:{hall.table.pk}")) == 3
    await _from(hall, "8.8.8.8").until(lambda page: page.of("view"))
    await pages[0].leave()
    await _from(hall, "8.8.4.4").until(lambda page: page.of("view"))
    assert sockets.AN_ADDRESS == 3


async def test_this_machine_and_its_proxies_are_no_crowd(
    hall: Hall,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a proxy that nobody told us of would be one visitor with everybody's sockets."""
    monkeypatch.setattr(sockets, "AN_ADDRESS", 1)
    for address in ("127.0.0.1", "10.0.0.7", "172.17.0.1", "::1"):
        for _page in range(3):
            await _from(hall, address).until(lambda page: page.of("view"))


@pytest.mark.parametrize(
    ("proxies", "client", "forwarded", "expected"),
    [
        (0, "8.8.4.4", (), "8.8.4.4"),
        (0, "8.8.4.4", ("9.9.9.9",), "8.8.4.4"),
        (1, "10.0.0.1", ("9.9.9.9",), "9.9.9.9"),
        (1, "10.0.0.1", ("1.1.1.1, 9.9.9.9",), "9.9.9.9"),
        (1, "10.0.0.1", ("1.1.1.1", "9.9.9.9"), "9.9.9.9"),
        (2, "10.0.0.1", ("1.1.1.1, 9.9.9.9, 10.0.0.2",), "9.9.9.9"),
        (2, "8.8.4.4", ("9.9.9.9",), "8.8.4.4"),
        (1, "10.0.0.1", (), None),
        (1, "10.0.0.1", ("nonsense",), None),
        (1, "10.0.0.1", ("\xff",), None),
        (0, "2a00:1450:4001:81b::200e", (), "2a00:1450:4001:81b::/64"),
        (0, "fe80::1%eth0", (), None),
        (0, "", (), None),
    ],
)
def test_an_address_is_what_our_own_proxies_say(
    proxies: int, client: str, forwarded: tuple[str, ...], expected: str | None, settings: Any
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = [(b"x-forwarded-for", value.encode("latin-1")) for value in forwarded]
    assert sockets.address_of({"client": [client, 1] if client else None, "headers": headers}) == expected


async def test_staff_are_shown_no_more_at_a_table_than_anybody(hall: Hall) -> None:  # noqa: F811
    root = await pool.run(User.objects.create_superuser, "Head of House", password="-")
    hall.cookies[root.pk] = await pool.run(cookie_of, root)
    page, stranger = await hall.open(root), await hall.open()
    assert page.view == stranger.view
    assert (await pool.run(row, hall.table)).version == hall.version


# --- the real server --------------------------------------------------------------------------------------------------

HANDSHAKE = (
    b"GET %s HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://localhost:%d\r\n%s\r\n"
)
HEADERS = [
    b"Sec-WebSocket-Protocol: \xff\xfe\r\n",
    b"Sec-WebSocket-Protocol: ,,,\r\n",
    b"Sec-WebSocket-Protocol: %ff%00\r\n",
    b"Sec-WebSocket-Protocol: " + b"a" * 9_000 + b"\r\n",
    b"Sec-WebSocket-Extensions: permessage-deflate; ;=%s\r\n",
    b"Daphne-Root-Path: /%ff\r\n",
    b"Daphne-Root-Path: \xff\r\n",
    b"Cookie: sessionid=\xff\xfe\r\n",
    b"Cookie: " + b"a=b;" * 3_000 + b"\r\n",
    b"Accept-Language: \xff\r\n",
    b"X-Forwarded-For: \xff, nonsense\r\n",
    b"Origin: http://[\r\n",
    b"Origin: null\r\n",
]
PATHS = [b"/ws/lobby/%ff", b"/ws/tables/\xff/", b"/ws/tables/%00/", b"*", b"/" + b"a" * 9_000, b"http://x/ws/nothing/"]


def _handshake(site: Site, extra: bytes = b"", path: bytes = b"/ws/lobby/") -> tuple[socket.socket, bytes]:
    connection = socket.create_connection(("localhost", site.port), timeout=10)
    connection.sendall(HANDSHAKE % (path, site.port, site.port, extra))
    return connection, connection.recv(4_096).split(b"\r\n")[0]


def test_the_real_server_answers_nonsense_calmly() -> None:
    with Site() as site:
        good, status = _handshake(site)
        assert status.startswith(b"HTTP/1.1 101")
        for extra in HEADERS:
            connection, status = _handshake(site, extra)
            connection.close()
            assert status.split()[1] in (b"101", b"400", b"403"), (extra[:60], status)
        for path in PATHS:
            connection, status = _handshake(site, path=path)
            connection.close()
            assert status.split()[1] in (b"400", b"403"), (path[:60], status)
        _too_large_a_frame(site)
        _handshakes_that_never_end(site)
        _a_root_of_ones_own(site)
        good.close()
        assert "Traceback" not in site.log


def _too_large_a_frame(site: Site) -> None:
    """The server's own limit: it hangs up while the frame comes, whatever the frame says of its length."""
    for length in (b"\xfe\x80\x00", b"\xff" + (1 << 40).to_bytes(8, "big")):
        connection, status = _handshake(site)
        assert status.startswith(b"HTTP/1.1 101")
        connection.sendall(b"\x81" + length + b"\x00\x00\x00\x00" + b"x" * 20_000)
        connection.settimeout(10)
        heard = b"."
        try:
            while heard:
                heard = connection.recv(4_096)
        except ConnectionError:
            pass
        connection.close()


def _handshakes_that_never_end(site: Site) -> None:
    """A hundred connections that send a little and wait keep nobody else waiting."""
    slow = [socket.create_connection(("localhost", site.port), timeout=10) for _connection in range(100)]
    for connection in slow:
        connection.sendall(b"GET /ws/lobby/ HTTP/1.1\r\nHost: loc")
    began = clock.monotonic()
    assert site.status("/health/live") == 200
    connection, status = _handshake(site)
    assert status.startswith(b"HTTP/1.1 101")
    assert clock.monotonic() - began < 5
    for one in (*slow, connection):
        one.close()


def _a_root_of_ones_own(site: Site) -> None:
    """Daphne believes a header about the site's root: links and redirects would lead where the client says."""
    asked = Request(f"{site.url}/", headers={"Daphne-Root-Path": "//evil.example"})
    with urlopen(asked, timeout=10) as answer:
        assert b"evil.example" not in answer.read()
