"""azi-fair/1 over real sockets: who is told what, in which order, and what a client may send (docs/fairness.md)."""

import json
import random
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio

from accounts.models import User
from azi_site.application import build
from games import live, pool, tables
from games.models import Commitment, DealRecord
from tests.handshake import Handshake

from .play import DUEL_DECK, Decks, Time, everything, person, play, row, start, table_of
from .test_dealing import Browser
from .test_sockets import _patient, _pool  # noqa: F401 -- fixtures
from .wire import Frame, Page, cookie_of

pytestmark = pytest.mark.django_db(transaction=True)


class Felt:
    """Alice and bob sit here and the first game is due; vera has no seat."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.alice, self.bob, self.vera = person("alice"), person("bob"), person("vera")
        self.table = table_of(self.alice, self.bob)
        self.application = build()
        self.pages: list[Page] = []
        self.cookies = {user.pk: cookie_of(user) for user in (self.alice, self.bob, self.vera)}
        self.browsers = {user.pk: Browser(self.table, user) for user in (self.alice, self.bob)}

    async def open(self, user: User | None = None) -> Page:
        """A page with its first view."""
        path = f"/ws/tables/{self.table.public_id}/"
        page = Page(self.application, path, self.cookies[user.pk] if user else "")
        self.pages.append(page)
        return await page.until(lambda page: page.of("view"))

    async def commitment(self, user: User, deal_no: int = 1) -> str:
        return await pool.run(self.browsers[user.pk].commitment, deal_no)

    def seed(self, user: User, deal_no: int = 1) -> str:
        return self.browsers[user.pk].seeds[deal_no].hex()

    async def start(self) -> None:
        await pool.run(start, self.table, self.time)

    async def committed(self, *users: User) -> None:
        """The game is due, these have committed to its first deal, and its header stands."""
        for user in users:
            await pool.run(self.browsers[user.pk].commit)
        await self.start()

    async def kept(self) -> tuple[Any, ...]:
        """All rows that a handshake may write."""
        return await pool.run(_kept)


def _kept() -> tuple[Any, ...]:
    return everything(), list(Commitment.objects.values_list()), list(DealRecord.objects.values_list())


@pytest_asyncio.fixture
async def felt(time: Time) -> AsyncIterator[Felt]:
    felt = await pool.run(Felt, time)
    yield felt
    for page in felt.pages:
        if page.close_code is None:
            await page.leave()


def steps(page: Page) -> list[str]:
    return [frame["step"] for frame in page.of("shuffle")]


def step(name: str) -> Callable[[Page], bool]:
    return lambda page: name in steps(page)


def told(page: Page) -> Handshake:
    """What a browser makes of all that came to this page. It sends nothing."""
    handshake = Handshake(commits=False)
    for frame in page.frames:
        handshake.hear(frame)
    return handshake


async def test_a_whole_handshake_and_a_whole_game(felt: Felt) -> None:
    alice, bob, vera, stranger = [await felt.open(user) for user in (felt.alice, felt.bob, felt.vera, None)]
    for page, user in ((alice, felt.alice), (bob, felt.bob)):
        page.send(type="commit", deal_no=1, commit=await felt.commitment(user))
        await page.until(step("commit"))
    await felt.start()
    for page in (alice, bob, vera, stranger):
        await page.until(step("header"))
        assert (page.view["phase"], page.view["next_deal"], page.view["dealer"]) == ("shuffle", 2, None)
    for page, user in ((alice, felt.alice), (bob, felt.bob)):
        following = await felt.commitment(user, 2)
        page.send(type="reveal", deal_no=1, r=felt.seed(user), next=following)
    for page in (alice, bob):
        await page.until(step("own"))
        await page.until(lambda page: steps(page).count("commit") == 2)
    await vera.until(step("events"))
    await pool.run(play, felt.table, f"{vera.view['to_act'][0]}f")
    for page in (alice, bob, vera, stranger):
        await page.until(step("end"))
        assert not page.of("error")
        dealing = [one for one in steps(page) if one != "commit"]
        own = ["own"] if page in (alice, bob) else []
        assert dealing == ["header", "combine", "events", *own, "events", "end"]
        handshake = told(page)
        assert (handshake.faults, handshake.verified) == ([], {1})
    assert [one["seed"] is not None for one in told(vera).records[1]["reveals"]] == [True, True]
    assert vera.of("shuffle") == stranger.of("shuffle")
    echoes = [frame for frame in alice.of("shuffle") if frame["step"] == "commit"]
    mine = [(deal_no, 1, await felt.commitment(felt.alice, deal_no)) for deal_no in (1, 2)]
    assert [(one["deal_no"], one["seat"], one["commit"]) for one in echoes] == mine
    assert await pool.run(Commitment.objects.filter(deal_no=2).count) == 2


async def test_a_commitment_is_answered_to_its_sender_alone_by_the_one_that_stands(felt: Felt) -> None:
    first, second, bob = [await felt.open(user) for user in (felt.alice, felt.alice, felt.bob)]
    mine = await felt.commitment(felt.alice)
    first.send(type="commit", deal_no=1, commit=mine)
    await first.until(step("commit"))
    version = (await pool.run(row, felt.table)).version
    second.send(type="commit", deal_no=1, commit="ab" * 32)
    second.send(type="commit", deal_no=1, commit="cd" * 32)
    await second.until(lambda page: len(steps(page)) == 2)
    for page in (first, second):
        await page.settled()
        assert {(one["deal_no"], one["seat"], one["commit"]) for one in page.of("shuffle")} == {(1, 1, mine)}
    await bob.settled()
    assert (first.of("error"), second.of("error"), bob.of("shuffle")) == ([], [], [])
    assert (await pool.run(row, felt.table)).version == version, "a commitment is no fact of the version"


async def test_any_tab_reveals_and_a_second_time_changes_nothing(felt: Felt) -> None:
    await felt.committed(felt.alice, felt.bob)
    first, second, bob = [await felt.open(user) for user in (felt.alice, felt.alice, felt.bob)]
    for page in (first, second, second):
        page.send(type="reveal", deal_no=1, r=felt.seed(felt.alice), next=None)
        await page.settled()
        assert (page.of("error"), steps(page)) == ([], ["header"])
    bob.send(type="reveal", deal_no=1, r=felt.seed(felt.bob), next=None)
    await bob.until(step("own"))
    ref = bob.send(type="reveal", deal_no=1, r=felt.seed(felt.bob), next=None)
    assert (await bob.error(ref))["code"] == "late"


async def test_a_page_that_opens_in_mid_deal_is_told_all_of_it_in_order(felt: Felt) -> None:
    await felt.committed(felt.alice, felt.bob)
    waiting = await felt.open(felt.alice)
    await waiting.until(step("header"))
    for user in (felt.alice, felt.bob):
        await pool.run(felt.browsers[user.pk].reveal)
    await waiting.until(step("own"))
    asked = waiting.view["to_act"][0]
    await pool.run(play, felt.table, f"{asked}b10 {3 - asked}c")
    await waiting.until(lambda page: len(told(page).records[1]["events"]) == 7)
    alice, again, bob, vera, stranger = [
        await (await felt.open(user)).until(step("events"))
        for user in (felt.alice, felt.alice, felt.bob, felt.vera, None)
    ]
    for page in (alice, again, bob):
        await page.until(step("own"))
        assert [frame["type"] for frame in page.frames[:2]] == ["hello", "view"]
        assert steps(page) == ["header", "combine", "events", "own"]
        assert told(page).faults == []
    for page in (vera, stranger):
        await page.settled()
        assert steps(page) == ["header", "combine", "events"]
    assert alice.texts[1:] == again.texts[1:], "a page that comes back is told the same"
    assert told(alice).records == told(waiting).records
    hands = [{one["card"] for one in told(page).records[1]["openings"]} for page in (alice, bob)]
    assert (len(hands[0] | hands[1]), told(vera).records[1]["openings"]) == (6, [])


async def test_a_page_of_another_process_is_told_too(felt: Felt) -> None:
    """All that the two share is the database."""
    await felt.committed(felt.alice, felt.bob)
    bob = await felt.open(felt.bob)
    for user in (felt.alice, felt.bob):
        await pool.run(felt.browsers[user.pk].reveal)
    tables.forget(felt.table.pk)
    bob.send(type="view")
    await bob.until(step("own"))
    assert (steps(bob), told(bob).faults) == (["header", "combine", "events", "own"], [])


async def test_what_is_no_word_of_the_handshake_is_refused_and_changes_nothing(felt: Felt) -> None:
    await felt.committed(felt.alice, felt.bob)
    alice, bob, vera, stranger = [await felt.open(user) for user in (felt.alice, felt.bob, felt.vera, None)]
    good, mine = "ab" * 32, felt.seed(felt.alice)
    before = await felt.kept()
    sent: list[tuple[Page, Frame, str]] = [
        (alice, {"type": "commit", "deal_no": 1, "commit": good}, "stale"),
        (alice, {"type": "commit", "deal_no": 3, "commit": good}, "stale"),
        (alice, {"type": "commit", "deal_no": -2, "commit": good}, "stale"),
        (alice, {"type": "commit", "deal_no": 2**53, "commit": good}, "stale"),
        (alice, {"type": "commit", "deal_no": 2, "commit": good.upper()}, "malformed"),
        (alice, {"type": "commit", "deal_no": 2, "commit": good[1:]}, "malformed"),
        (alice, {"type": "commit", "deal_no": 2, "commit": good + "\n"}, "malformed"),
        (alice, {"type": "commit", "deal_no": 2, "commit": "\u0661" * 64}, "malformed"),
        (alice, {"type": "commit", "deal_no": 2, "commit": ""}, "malformed"),
        (vera, {"type": "commit", "deal_no": 2, "commit": good}, "not_seated"),
        (stranger, {"type": "commit", "deal_no": 2, "commit": good}, "signed_out"),
        (alice, {"type": "reveal", "deal_no": 2, "r": mine}, "late"),
        (alice, {"type": "reveal", "deal_no": 0, "r": mine}, "late"),
        (alice, {"type": "reveal", "deal_no": -(2**53), "r": mine}, "late"),
        (alice, {"type": "reveal", "deal_no": 2**53, "r": mine, "next": None}, "late"),
        (alice, {"type": "reveal", "deal_no": 1, "r": felt.seed(felt.bob)}, "illegal"),
        (alice, {"type": "reveal", "deal_no": 1, "r": "00" * 32, "next": good}, "illegal"),
        (bob, {"type": "reveal", "deal_no": 1, "r": mine, "next": good}, "illegal"),
        (alice, {"type": "reveal", "deal_no": 1, "r": mine.upper() + "g"}, "malformed"),
        (alice, {"type": "reveal", "deal_no": 1, "r": mine + " "}, "malformed"),
        (vera, {"type": "reveal", "deal_no": 1, "r": mine}, "illegal"),
        (stranger, {"type": "reveal", "deal_no": 1, "r": mine}, "signed_out"),
    ]
    for page, frame, code in sent:
        error = await page.error(page.send(**frame))
        assert (error["code"], set(error)) == (code, {"type", "ref", "code", "message"}), frame
        assert mine not in json.dumps(error)
    assert await felt.kept() == before
    assert [page.close_code for page in (alice, bob, vera, stranger)] == [None] * 4


NONSENSE = [
    '{"type":"commit","deal_no":"2","commit":"C"}', '{"type":"commit","deal_no":2.0,"commit":"C"}',
    '{"type":"commit","deal_no":true,"commit":"C"}', '{"type":"commit","deal_no":null,"commit":"C"}',
    '{"type":"commit","deal_no":[2],"commit":"C"}', '{"type":"commit","deal_no":2,"commit":["C"]}',
    '{"type":"commit","deal_no":2,"commit":null}', '{"type":"commit","commit":"C"}',
    '{"type":"commit","deal_no":2}', '{"type":"commit","deal_no":2,"deal_no":2,"commit":"C"}',
    '{"type":"commit","deal_no":2,"commit":"C","commit":"C"}',
    '{"type":"commit","deal_no":9007199254740993,"commit":"C"}',
    '{"type":"commit","deal_no":2,"commit":{"C":1}}', '{"type":"commit","deal_no":2,"commit":7}',
    '{"type":"COMMIT","deal_no":2,"commit":"C"}', '{"type":"shuffle","step":"commit","deal_no":2,"commit":"C"}',
    '{"type":"reveal","deal_no":"1","r":"R"}', '{"type":"reveal","deal_no":1,"r":null}',
    '{"type":"reveal","deal_no":1,"r":["R"]}', '{"type":"reveal","deal_no":1,"R":"R"}',
    '{"type":"reveal","deal_no":1,"r":"R","next":7}', '{"type":"reveal","deal_no":1,"r":"R","next":["C"]}',
    '{"type":"reveal","deal_no":1,"r":"R","next":false}', '{"type":"reveal","deal_no":1,"r":"R","r":"R"}',
    '{"type":"reveal","r":"R","next":null}', '{"type":"reveal","deal_no":1e0,"r":"R"}',
    '{"type":"reveal","deal_no":1,"r":"R","x":[[[[[1]]]]]}', '{"type":"reveal","deal_no":1,"r":"R"',
]  # fmt: skip


async def test_no_nonsense_commits_or_reveals(felt: Felt) -> None:
    await felt.committed(felt.alice, felt.bob)
    page = await felt.open(felt.alice)
    before = await felt.kept()
    for text in NONSENSE:
        page.send_text(text.replace('"C"', f'"{"ab" * 32}"').replace('"R"', f'"{felt.seed(felt.alice)}"'))
        await page.settled()
    assert [error["code"] for error in page.of("error")] == ["malformed"] * len(NONSENSE)
    assert await felt.kept() == before


async def test_a_next_commitment_that_is_wrong_takes_no_reveal_back(felt: Felt) -> None:
    await felt.committed(felt.alice, felt.bob)
    page = await felt.open(felt.alice)
    ref = page.send(type="reveal", deal_no=1, r=felt.seed(felt.alice), next="nonsense")
    assert (await page.error(ref))["code"] == "malformed"
    assert await pool.run(Commitment.objects.exclude(seed="").count) == 1
    assert await pool.run(Commitment.objects.filter(deal_no=2).count) == 0


async def test_a_fuzz_of_frames_never_breaks_the_deal(felt: Felt, caplog: pytest.LogCaptureFixture) -> None:
    rng = random.Random("the handshake's frames")
    await felt.committed(felt.alice, felt.bob)
    page = await felt.open(felt.alice)
    good = {
        "commit": {"type": "commit", "deal_no": 2, "commit": secrets.token_hex(32)},
        "reveal": {"type": "reveal", "deal_no": 1, "r": felt.seed(felt.alice), "next": secrets.token_hex(32)},
    }
    for number in range(150):
        page.send_text(_spoilt(json.dumps(rng.choice(list(good.values()))), rng))
        if number % 20 == 0:  # the inbox is small
            await page.settled()
    await page.settled()
    assert page.close_code is None
    assert {error["code"] for error in page.of("error")} <= {"malformed", "stale", "late", "illegal"}
    assert not [entry for entry in caplog.records if entry.levelname == "ERROR"]
    for user in (felt.alice, felt.bob):
        await pool.run(felt.browsers[user.pk].reveal)
    await page.until(step("own"))
    await pool.run(play, felt.table, f"{page.view['to_act'][0]}f")
    await page.until(step("end"))
    assert (told(page).faults, told(page).verified) == ([], {1})


def _spoilt(text: str, rng: random.Random) -> str:
    """The text with a few characters changed, lost, or told twice."""
    for _change in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(("", '"', "0", "f", "F", "}", ",", "[", "-", "\x00", "é", text)) + text[at + 1 :]
    return text[:4_000]


async def test_a_deck_of_a_test_says_that_it_proves_nothing(felt: Felt, decks: Decks) -> None:
    decks(DUEL_DECK)
    page = await felt.open(felt.alice)
    page.send(type="commit", deal_no=1, commit=await felt.commitment(felt.alice))
    await page.until(step("commit"))
    await felt.start()
    await page.until(step("test"))
    assert page.of("shuffle")[-1] == {"type": "shuffle", "step": "test", "deal_no": 1}
    assert (await page.error(page.send(type="reveal", deal_no=1, r=felt.seed(felt.alice))))["code"] == "late"


async def test_a_deal_that_is_called_off_shows_its_deck_to_all(felt: Felt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "is_stuck", lambda table, now: True)
    await felt.committed(felt.alice, felt.bob)
    pages = [await felt.open(user) for user in (felt.bob, None)]
    for user in (felt.alice, felt.bob):
        await pool.run(felt.browsers[user.pk].reveal)
    await pool.run(live.call_off, felt.table.pk, "for the test")
    for page in pages:
        await page.until(step("end"))
        handshake = told(page)
        assert (handshake.faults, handshake.verified) == ([], {1})
        assert len(handshake.records[1]["deck_seed"]) == 64
        assert handshake.records[1]["events"][-1] == {"e": "void", "why": "stuck"}
