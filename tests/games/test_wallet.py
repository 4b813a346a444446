"""The wallet's page: where chips are, how they moved, and the refill for whoever has few left."""

import csv
import io
import re
import time as clock
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import date
from functools import partial
from typing import cast

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction
from django.http import StreamingHttpResponse
from django.test import AsyncClient, Client

from accounts import adjustments, ledger
from accounts.models import LedgerAccount, Transfer, User
from games import live, statement, wallet_views
from games import wallet as wallets
from games.models import Seat, Table
from games.refusals import Refusal
from tests.races import together

from .play import DUEL_DECK, Decks, Time, breaches, person, play, refused, start, table_of, wallet

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> list[date]:
    """Today, for refills: the last one of this list."""
    days = [date(2026, 12, 1)]
    monkeypatch.setattr(wallets, "today", lambda: days[-1])
    return days


def page(user: User, path: str = "/wallet/") -> str:
    visitor = Client()
    visitor.force_login(user)
    answer = visitor.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    """What stands on a page, without its marks."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def move(user: User, chips: int, key: str) -> None:
    """Chips from the mint to a wallet, or back."""
    way = (ledger.mint(), ledger.wallet(user)) if chips > 0 else (ledger.wallet(user), ledger.mint())
    with transaction.atomic():
        ledger.transfer(*way, abs(chips), key)


# --- the refill -------------------------------------------------------------------------------------------------------


def test_whoever_has_fewer_than_2000_chips_may_refill_to_5000(day: list[date]) -> None:
    alice = person("alice", 1_999)
    assert wallets.refill(alice) == 3_001
    assert wallet(alice) == 5_000
    assert breaches() == []


def test_2000_chips_are_enough(day: list[date]) -> None:
    alice = person("alice", 2_000)
    with refused("enough"):
        wallets.refill(alice)


def test_chips_at_tables_count(time: Time, day: list[date]) -> None:
    alice = person("alice", 2_500)
    table_of(alice)
    assert wallet(alice) == 2_000
    with refused("enough"):
        wallets.refill(alice)
    poor = person("poor", 1_500)
    table_of(poor)
    assert wallets.refill(poor) == 3_500
    assert wallet(poor) == 4_500


def test_chips_of_a_running_game_count_until_they_are_lost(time: Time, decks: Decks, day: list[date]) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice", 2_000), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b490 1c")
    with refused("enough"):
        wallets.refill(alice)
    play(table, "2Ah 19h 2Kh 17s")
    assert wallets.refill(alice) == 3_500


def test_chips_of_a_tournament_are_no_chips(day: list[date]) -> None:
    alice = person("alice", 100)
    table = live.open_table("Final", 10)
    Table.objects.filter(pk=table.pk).update(stakes=Table.TOURNAMENT)
    Seat.objects.create(table=table, number=1, player=alice, stack=9_000, first_game=1)
    assert wallets.holdings(alice).total == 100


def test_a_refill_comes_once_a_day_of_utc(day: list[date]) -> None:
    alice = person("alice", 0)
    wallets.refill(alice)
    move(alice, -5_000, "lost")
    with refused("refilled"):
        wallets.refill(alice)
    day.append(date(2026, 12, 2))
    assert wallets.refill(alice) == 5_000


def test_a_refill_before_midnight_leaves_nothing_to_refill_after_it(day: list[date]) -> None:
    alice = person("alice", 0)
    wallets.refill(alice)
    day.append(date(2026, 12, 2))
    with refused("enough"):
        wallets.refill(alice)


def test_a_double_click_refills_once_and_says_so(day: list[date]) -> None:
    alice = person("alice", 500)
    visitor = Client()
    visitor.force_login(alice)
    said = [visitor.post("/wallet/refill/", follow=True).content.decode() for _click in range(2)]
    assert "4,500 chips came to your wallet." in said[0]
    assert "You have had today&#x27;s refill." in said[1]
    assert wallet(alice) == 5_000


def test_a_stranger_and_a_link_refill_nothing() -> None:
    assert Client().post("/wallet/refill/").status_code == 302
    alice = person("alice", 0)
    visitor = Client()
    visitor.force_login(alice)
    assert visitor.get("/wallet/refill/").status_code == 405
    assert wallet(alice) == 0


def outcomes(calls: Sequence[Callable[[], object]]) -> list[str]:
    """What all came to, with the codes of refusals; anything else is an error."""
    found = []
    for outcome in together(calls):
        if isinstance(outcome, Exception) and not isinstance(outcome, Refusal):
            raise outcome
        found.append(outcome.code if isinstance(outcome, Refusal) else "done")
    return sorted(found)


@pytest.mark.django_db(transaction=True)
@pytest.mark.databases
def test_eight_devices_at_once_refill_once(day: list[date]) -> None:
    alice = person("alice", 100)
    assert outcomes([partial(wallets.refill, alice)] * 8) == ["done"] + ["refilled"] * 7
    assert wallet(alice) == 5_000
    assert breaches() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.databases
def test_devices_on_both_sides_of_midnight_refill_once(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("alice", 100)
    days = iter([date(2026, 12, 1), date(2026, 12, 2)] * 20)
    monkeypatch.setattr(wallets, "today", lambda: next(days))
    found = outcomes([partial(wallets.refill, alice)] * 8)
    assert found.count("done") == 1
    assert wallet(alice) == 5_000


@pytest.mark.django_db(transaction=True)
@pytest.mark.databases
@pytest.mark.parametrize("chips", [1_900, 2_100])
def test_chips_under_way_to_and_from_tables_are_counted(
    chips: int, time: Time, day: list[date], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sitting down and leaving at the same moment as refills: the sum of it all is as if one came after the other."""
    read = ledger.balance

    def read_slowly(account: LedgerAccount) -> int:
        chips = read(account)
        clock.sleep(0.1)  # time for others between the wallet's chips and the tables'
        return chips

    monkeypatch.setattr(ledger, "balance", read_slowly)
    alice = person("alice", chips)
    left, taken = table_of(alice), table_of()
    calls: list[Callable[[], object]] = [
        partial(wallets.refill, alice),
        partial(live.leave, left.pk, alice.pk),
        partial(live.sit, taken.pk, alice.pk, 1, 1_000),
        partial(wallets.refill, alice),
    ]
    done = outcomes(calls)
    assert wallets.holdings(alice).total == (5_000 if chips < 2_000 else chips)
    assert done.count("enough") == (0 if chips < 2_000 else 2)
    assert breaches() == []


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_wallet_says_where_the_chips_are(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    table_of(alice, buy_in=700)
    start(table, time)
    said = words(page(alice))
    assert "In your wallet 8,800 At tables 1,200 In all 10,000" in said
    assert said.count("A game is running: this is what you had when it began.") == 1
    assert f'href="/tables/{table.public_id}/"' in page(alice)
    assert "Sat down at Felt" in said
    assert "Refill to" not in said
    assert "fewer than 2,000 chips in all, you may refill to 5,000" in said


def test_a_refill_is_offered_where_it_applies(day: list[date]) -> None:
    alice = person("alice", 1_200)
    assert "Refill to 5,000" in words(page(alice))
    wallets.refill(alice)
    said = words(page(alice))
    assert "Refill to 5,000" not in said
    assert "The next one is possible from Dec 2, 2026, 00:00" in said


def test_a_stranger_is_led_to_a_name() -> None:
    answer = Client().get("/wallet/")
    assert answer.status_code == 200
    assert "Play as a guest" in answer.content.decode()
    assert "/accounts/login/?next=/wallet/" in answer.content.decode()
    assert Client().get("/wallet/statement.csv").status_code == 302


def test_every_transfer_is_told_in_words(time: Time, day: list[date]) -> None:
    alice, boss = person("alice"), person("boss")
    table = table_of(alice, buy_in=500)
    live.leave(table.pk, alice.pk)
    for key in (f"table:{table.pk}:seat:1:top_up:9", "spent:on nothing"):
        move(alice, -10, key)
    move(alice, 25, "found")
    adjustments.adjust(boss, alice, -9_500, "Chips from a second name", "form 1")
    wallets.refill(alice)
    told = [(line.plain, line.change, line.after, line.reason) for line in statement.lines(ledger.wallet(alice))]
    assert told == [
        ("Refill", 4_495, 5_000, ""),
        ("Adjustment by an operator", -9_500, 505, "Chips from a second name"),
        ("Chips received", 25, 10_005, ""),
        ("Chips given back", -10, 9_980, ""),
        ("Topped up at Felt", -10, 9_990, ""),
        ("Left Felt", 500, 10_000, ""),
        ("Sat down at Felt", -500, 9_500, ""),
        ("Chips to begin with", 10_000, 10_000, ""),
    ]
    said = words(page(alice))
    assert "Chips from a second name −9,500" in said
    assert "+4,495" in said


def test_a_name_is_no_markup(time: Time) -> None:
    alice = person("alice")
    table = table_of(alice)
    Table.objects.filter(pk=table.pk).update(name="<b>{table}</b> & Co")
    html = page(alice)
    assert "<b>" not in html.split("Statement")[1].split("</section>")[0].replace("<bdi>", "")
    assert "&lt;b&gt;{table}&lt;/b&gt; &amp; Co" in html


def test_nobody_sees_anybody_elses_wallet(time: Time) -> None:
    alice, bob = person("alice"), person("bob", 4_321)
    table_of(bob, buy_in=321)
    assert "4,000" in page(bob)
    assert "4,000" not in page(alice)


def ledger_of(user: User, number: int) -> None:
    """So many transfers of one chip, every third of which goes back, with as many of somebody else between them."""
    rows, purse, mint, other = [], ledger.wallet(user), ledger.mint(), ledger.escrow("table:99")
    for n in range(number):
        rows.append(
            Transfer(
                debit=purse if n % 3 == 2 else mint,
                credit=mint if n % 3 == 2 else purse,
                amount=1,
                key=f"t{user.pk}-{n}",
            )
        )
        rows.append(Transfer(debit=mint, credit=other, amount=1, key=f"o{user.pk}-{n}"))
    # Booked past the ledger, for speed: balances below.
    super(type(Transfer.objects.all()), Transfer.objects.all()).bulk_create(rows, batch_size=2_000)
    came = sum(-1 if n % 3 == 2 else 1 for n in range(number))
    LedgerAccount.objects.filter(pk=purse.pk).update(balance=ledger.balance(purse) + came)


def test_the_pages_are_the_whole_statement_with_the_right_balances() -> None:
    alice = person("alice")
    ledger_of(alice, 7 * statement.PAGE // 2)
    whole = statement.lines(ledger.wallet(alice), size=10_000)
    running = 0
    for line in reversed(whole):
        running += line.change
        assert line.after == running
    assert running == wallet(alice)
    seen: list[tuple[int, int]] = []
    path = "/wallet/"
    while path:
        html = page(alice, path)
        seen += [
            (_number(change), _number(after))
            for change, after in re.findall(
                r'statement__change [a-z]+">(.*?)</span>.*?Balance </span>(.*?)</span>', html, re.S
            )
        ]
        older = re.search(r'href="\?before=(\d+)"', html)
        path = f"/wallet/?before={older[1]}" if older else ""
    assert seen == [(line.change, line.after) for line in whole]


def _number(text: str) -> int:
    return int(text.strip().replace(",", "").replace("−", "-"))


@pytest.mark.parametrize("before", ["", "0", "-1", "x", "1e9", "٣", "9" * 30])
def test_a_page_that_there_cannot_be_is_not_found(before: str) -> None:
    visitor = Client()
    visitor.force_login(person("alice"))
    assert visitor.get("/wallet/", {"before": before}).status_code == 404


@pytest.mark.skipif(connection.vendor != "sqlite", reason="how PostgreSQL reads depends on its statistics")
def test_a_page_is_read_from_the_indexes_by_age() -> None:
    """However many transfers there are, each way costs a page's rows, in their order."""
    alice = person("alice")
    with connection.cursor() as cursor:
        values = {"wallet": ledger.wallet(alice).pk, "before": 1_000, "size": 50}
        cursor.execute("EXPLAIN QUERY PLAN " + statement._LINES_SUMMED_UP, values)
        plan = " ".join(str(step[3]) for step in cursor.fetchall())
    assert "accounts_transfer USING INDEX transfer_in_by_age (credit_id=? AND id<?)" in plan
    assert "accounts_transfer USING INDEX transfer_out_by_age (debit_id=? AND id<?)" in plan
    assert "COVERING INDEX transfer_in_by_age (credit_id=? AND id>?)" in plan
    assert "SCAN accounts_transfer" not in plan


# --- the download -----------------------------------------------------------------------------------------------------


CSV = "/wallet/statement.csv"


async def with_lines(monkeypatch: pytest.MonkeyPatch, number: int = 100) -> tuple[User, AsyncClient]:
    """Alice with so many transfers and one, signed in, and downloads in batches of 40."""
    monkeypatch.setattr(wallet_views, "BATCH", 40)
    alice = await sync_to_async(person)("alice")
    await sync_to_async(ledger_of)(alice, number)
    visitor = AsyncClient()
    await visitor.aforce_login(alice)
    return alice, visitor


async def parts(answer: object) -> AsyncIterator[str]:
    async for part in cast(StreamingHttpResponse, answer):
        yield part.decode()


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.mark.django_db(transaction=True)
async def test_the_download_is_the_whole_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, visitor = await with_lines(monkeypatch)
    answer = await visitor.get(CSV)
    assert answer.streaming
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer.headers["Content-Disposition"]
    text = b"".join([part async for part in cast(StreamingHttpResponse, answer)]).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 101
    whole = await sync_to_async(statement.lines)(await sync_to_async(ledger.wallet)(alice), size=1_000)
    assert [(int(r["chips"]), int(r["balance"]), r["reference"]) for r in rows] == [
        (line.change, line.after, line.transfer.key) for line in whole
    ]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00", rows[0]["time"])


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", [39, 79, 100])
async def test_what_is_booked_during_the_download_breaks_no_balance(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    alice, visitor = await with_lines(monkeypatch, number)
    held, text = await sync_to_async(wallet)(alice), ""
    async for part in parts(await visitor.get(CSV)):
        text += part
        await sync_to_async(move)(alice, -7, f"meanwhile {len(text)}")
    rows = [(int(row["chips"]), int(row["balance"])) for row in read_csv(text)]
    assert len(rows) == number + 1
    for chips, balance in rows:
        assert balance == held
        held -= chips
    assert held == 0


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
async def test_a_slow_reader_keeps_no_connection_to_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    _alice, visitor = await with_lines(monkeypatch)
    connected = [
        await sync_to_async(lambda: connection.connection is not None)()
        async for _part in parts(await visitor.get(CSV))
    ]
    assert connected == [False] * 4


@pytest.mark.django_db(transaction=True)
async def test_one_person_downloads_one_statement_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    _alice, visitor = await with_lines(monkeypatch)
    first = parts(await visitor.get(CSV))
    await anext(first)
    second = await visitor.get(CSV)
    assert second.status_code == 429
    assert "Your statement is already on its way" in second.content.decode()
    other = AsyncClient()
    await other.aforce_login(await sync_to_async(person)("bob"))
    assert (await other.get(CSV)).status_code == 200
    async for _part in first:
        pass
    third = parts(await visitor.get(CSV))
    await anext(third)
    await third.aclose()  # type: ignore[attr-defined]  # who hangs up


def test_lines_that_go_on_from_a_line_are_those_of_the_page_from_there() -> None:
    alice = person("alice")
    ledger_of(alice, 30)
    purse = ledger.wallet(alice)
    for line in statement.lines(purse):
        assert statement.lines_after(line, purse, 8) == statement.lines(purse, line.transfer.pk, 8)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="how PostgreSQL reads depends on its statistics")
def test_lines_that_go_on_add_up_nothing_that_came_later() -> None:
    with connection.cursor() as cursor:
        values = {"wallet": ledger.wallet(person("alice")).pk, "before": 1_000, "size": 50, "held": 10_000}
        cursor.execute("EXPLAIN QUERY PLAN " + statement._LINES_GOING_ON, values)
        plan = " ".join(str(step[3]) for step in cursor.fetchall())
    assert "transfer_in_by_age (credit_id=? AND id<?)" in plan
    assert "transfer_out_by_age (debit_id=? AND id<?)" in plan
    assert "id>?" not in plan
    assert "SCAN accounts_transfer" not in plan


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "'=1"])
def test_no_cell_is_a_formula(name: str) -> None:
    cell = next(csv.reader(io.StringIO(statement.csv_rows([[name, -5]]))))
    assert cell[0].startswith("'")
    assert cell[1] == "-5"


def test_a_name_with_commas_and_quotes_stays_one_cell() -> None:
    assert next(csv.reader(io.StringIO(statement.csv_rows([['a, "b"\nc', 1]])))) == ['a, "b"\nc', "1"]


# --- the header -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/rules/", "/wallet/", "/games/"])
def test_the_purse_stands_on_every_page(path: str) -> None:
    alice = person("alice", 1_234)
    assert '<span class="chips">1,234</span>' in page(alice, path)
    assert "bar__purse" not in Client().get(path).content.decode()


def test_where_i_am_is_marked() -> None:
    alice = person("alice")
    for path, name in (("/", "Tables"), ("/games/", "My games"), ("/wallet/", "Wallet"), ("/rules/", "Rules")):
        marked = re.findall(r'<nav class="nav".*?</nav>', page(alice, path), re.S)
        assert re.findall(r'aria-current="page">([^<]*)</a>', marked[0]) == [name]
