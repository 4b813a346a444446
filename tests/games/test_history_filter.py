"""My games filtered, summed up, drawn and kept as files."""

import csv
import io
import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, date, datetime
from typing import Any, cast

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import QuerySet
from django.http import QueryDict, StreamingHttpResponse
from django.template.loader import render_to_string
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import figures, history, history_files, history_sums, live, zones
from games.history_form import HistoryFilter
from games.models import GameRecord, PlayerResult, Table
from games.rules import THREE_BIDS, Ruleset, record
from games.rules.cards import NAMES

from .play import NOON, Decks, Time, person
from .test_game_page import known
from .test_history import a_duel, call_off, random_games, visit
from .watching import VARIANTS

pytestmark = pytest.mark.django_db

DAY = 86_400_000


@pytest.fixture
def alice() -> User:
    return person("alice")


@pytest.fixture
def tables() -> dict[str, Table]:
    made = {"Low": live.open_table("Low", 10), "High": live.open_table("High", 500, THREE_BIDS)}
    made["Cup"] = live.open_table("Cup", 50, Ruleset(cards=4))
    Table.objects.filter(pk=made["Cup"].pk).update(stakes=Table.TOURNAMENT)
    made["Cup"].refresh_from_db()
    return made


def add(player: User, table: Table, net: int, at: int = NOON, deals: int = 1, void: bool = False) -> GameRecord:
    """A finished game of this player, whose record nobody can read."""
    game = GameRecord.objects.create(
        public_id=f"game{GameRecord.objects.count() + 1}",
        table=table,
        game_no=GameRecord.objects.filter(table=table).count() + 1,
        record="",
        bank=2 * abs(net),
        deals=deals,
        people=1,
        seats=2,
        ruleset=table.ruleset.preset,
        ante=table.ante,
        started_at=at - 60_000,
        ended_at=at,
        void=void,
    )
    PlayerResult.objects.create(game=game, player=player, seat=1, stack=500, net=net, won=net > 0, **game.facts)
    return game


def found(user: User, query: str = "") -> list[str]:
    return re.findall(r'data-game="(\w+)"', visit(user, f"/games/{query}"))


@pytest.fixture
def games(alice: User, tables: dict[str, Table]) -> dict[str, str]:
    """One game of every kind: its public id by what is special about it."""
    made = {
        "plain": add(alice, tables["Low"], -10),
        "won": add(alice, tables["Low"], 30),
        "azi": add(alice, tables["Low"], -20, deals=3),
        "dear": add(alice, tables["High"], -500),
        "cup": add(alice, tables["Cup"], 900),
        "even": add(alice, tables["Low"], 0, void=True),
        "old": add(alice, tables["Low"], -10, at=NOON - 40 * DAY),
    }
    return {name: game.public_id for name, game in made.items()}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", "plain won azi dear cup even old"),
        ("table={High}", "dear"),
        ("ruleset=three_bids", "dear"),
        ("ruleset=own", "cup"),
        ("ruleset=classic&result=won", "won"),
        ("kind=tournament", "cup"),
        ("kind=cash&result=won", "won"),
        ("stakes=high", "dear"),
        ("stakes=middle", "cup"),
        ("stakes=low&azi=no&result=lost", "plain old"),
        ("result=even", "even"),
        ("azi=yes", "azi"),
        ("until=2026-11-01", "old"),
        ("since=2026-11-01&result=won&kind=cash", "won"),
        ("result=won&stakes=high", ""),
    ],
)
def test_each_filter_finds_its_games(
    query: str, names: str, alice: User, games: dict[str, str], tables: dict[str, Table]
) -> None:
    asked = query.format(**{name: table.public_id for name, table in tables.items()})
    assert sorted(found(alice, f"?{asked}")) == sorted(games[name] for name in names.split())


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("ruleset=x", "Choose one of these."),
        ("result=%00", "Choose one of these."),
        ("table=Nowhere", "Choose one of these."),
        ("table=%00", "Choose one of these."),
        ("since=yesterday", "Give a day, like 2026-11-30."),
        ("until=0001-01-01", "Give a day, like 2026-11-30."),
        ("until=9999-12-31", "Give a day, like 2026-11-30."),
        ("since=2026-12-01&until=2026-11-30", "The last day is before the first."),
        ("zone=%00", ""),
        ("zone=../../etc/passwd", ""),
        ("zone=" + "x" * 200, ""),
    ],
)
def test_what_is_wrong_in_an_address_gets_a_sentence_and_filters_nothing(
    query: str, sentence: str, alice: User, games: dict[str, str]
) -> None:
    html = visit(alice, f"/games/?{query}")
    assert sentence in html
    assert html.count("data-game") in (len(games), len(games) - 1)


def test_a_table_is_offered_that_somebody_was_led_from(
    alice: User, tables: dict[str, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The select has the latest tables; an older one where they played is added, one of others' is not."""
    old = add(alice, tables["High"], 5)
    add(person("bob"), tables["Cup"], 5)
    add(alice, tables["Low"], 5)
    monkeypatch.setattr("games.history_form.RECENT", 1)
    assert "High" not in visit(alice, "/games/").split("</form>")[0]
    assert found(alice, f"?table={tables['High'].public_id}") == [old.public_id]
    assert "Choose one of these." in visit(alice, f"/games/?table={tables['Cup'].public_id}")


def test_days_are_those_of_the_viewers_zone(alice: User, tables: dict[str, Table]) -> None:
    evening = int(datetime(2026, 11, 30, 20, 0, tzinfo=UTC).timestamp() * 1_000)  # in Almaty one o'clock, the day after
    add(alice, tables["Low"], 5, at=evening)
    assert len(found(alice, "?since=2026-12-01")) == 0
    assert len(found(alice, "?since=2026-12-01&zone=Asia/Almaty")) == 1
    assert len(found(alice, "?until=2026-11-30&zone=Asia/Almaty")) == 0
    assert len(found(alice, "?until=2026-11-30&zone=Nowhere")) == 1


def test_a_day_that_has_no_midnight_begins_when_it_begins(alice: User) -> None:
    """In Beirut clocks are put forward at midnight."""
    asked = HistoryFilter(QueryDict("zone=Asia/Beirut"), alice)
    first = datetime(2024, 3, 31, 1, 0, tzinfo=zones.named("Asia/Beirut"))
    assert asked._begin_of(date(2024, 3, 31)) == first.timestamp() * 1_000


def test_what_is_asked_for_is_said_and_kept(
    alice: User, tables: dict[str, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE", 2)
    for net in (5, -5, 5, 5):
        add(alice, tables["Low"], net)
    html = visit(alice, "/games/?result=won&since=2026-11-01&zone=Asia/Almaty&x=1")
    assert "Won" in html
    assert "from Nov 1, 2026" in html
    kept = "result=won&amp;since=2026-11-01&amp;zone=Asia%2FAlmaty"
    older = re.search(rf'href="(\?{kept}&amp;before=\d+)"', html)
    assert older
    assert f'/games/games.csv?{kept}"' in html
    page = visit(alice, "/games/" + older[1].replace("&amp;", "&"))
    assert page.count("data-game") == 1
    assert f'href="/games/?{kept}"' in page
    assert "sums-title" not in page


def test_a_filter_that_finds_nothing_is_cleared(alice: User, games: dict[str, str]) -> None:
    html = visit(alice, "/games/?result=won&stakes=high")
    assert "No game is like that" in html
    assert "No finished game yet" not in html
    assert 'href="/games/">Clear the filter' in html


# --- totals and the chart ---------------------------------------------------------------------------------------------


def results(user: User) -> Any:
    return history.results_of(user)


@pytest.mark.databases
def test_the_totals_count_what_somebody_won_and_the_chips_of_no_tournament(alice: User, games: dict[str, str]) -> None:
    sums = history_sums.sums(results(alice))
    assert (sums.games, sums.won_games, sums.azi_games, sums.called_off) == (6, 2, 1, 1)
    assert (sums.cash_games, sums.in_tournaments, sums.cash_net) == (5, 1, -510)
    assert (sums.biggest_bank, sums.best_net, sums.worst_net) == (60, 30, -500)
    assert (sums.best, sums.worst) == (games["won"], games["dear"])
    assert (sums.won_percent, sums.azi_percent) == (33, 17)
    html = visit(alice, "/games/")
    assert "−510" in html
    assert "1 of these was a tournament" in html
    assert "1 more was called off and counts in nothing." in html


def test_the_best_and_worst_games_have_the_colour_of_their_sign_and_one_stands_once() -> None:
    facts = {"games": 2, "cash_games": 2, "best": "1" * 32, "best_net": -20, "worst": "2" * 32, "worst_net": -50}
    html = render_to_string("games/_history_sums.html", {"sums": facts})
    assert re.findall(r'class="(gain|loss)" href="/games/(.)', html) == [("loss", "1"), ("loss", "2")]
    facts |= {"best_net": 60, "worst": facts["best"], "worst_net": 60}
    html = render_to_string("games/_history_sums.html", {"sums": facts})
    assert re.findall(r'class="(gain|loss)" href="/games/(.)', html) == [("gain", "1")]


@pytest.mark.databases
@pytest.mark.parametrize("number", [2, 7, 119, 120, 250])
def test_the_chart_is_the_sum_of_all_games_so_far(number: int, alice: User, tables: dict[str, Table]) -> None:
    nets = [(n * 37) % 41 - 20 for n in range(number)]
    for net in nets:
        add(alice, tables["Low"], net)
    add(alice, tables["Cup"], 10_000)
    chart = history_sums.chart(results(alice), number)
    assert chart is not None
    points = min(number, 119)
    bounds = [-(-number * part // points) for part in range(points + 1)]
    assert chart.sums == [sum(nets[:bound]) for bound in bounds]
    assert len(chart.sums) <= history_sums.POINTS
    assert chart.line.split()[-1].startswith("600.0,")
    heights = [float(point.split(",")[1]) for point in chart.line.split()]
    assert (min(heights), max(heights)) == (0, figures.HIGH)
    assert "chart__gain" in visit(alice, "/games/")


def test_one_game_is_no_chart(alice: User, tables: dict[str, Table]) -> None:
    add(alice, tables["Low"], 5)
    html = visit(alice, "/games/")
    assert "sums-title" in html
    assert '<svg viewBox="0 0 600' not in html


def test_a_game_repeats_its_facts_in_its_results(time: Time, decks: Decks) -> None:
    a_duel(time, decks)
    table = Table.objects.get()
    live_again = live.tick
    for _step in range(20):
        if Table.objects.get().running:
            break
        time.now = max(time.now, Table.objects.get().due or 0)
        live_again(table.pk)
    call_off(table, time)
    assert PlayerResult.objects.count() == 4
    for result in PlayerResult.objects.select_related("game__table"):
        assert {name: getattr(result, name) for name in result.game.facts} == result.game.facts


@pytest.mark.skipif(connection.vendor != "sqlite", reason="how PostgreSQL reads depends on its statistics")
def test_what_is_asked_of_ones_games_reads_nothing_but_their_index(alice: User) -> None:
    query = "result=won&ruleset=own&stakes=low&azi=yes&kind=cash&since=2026-11-01&until=2026-11-30"
    wanted = HistoryFilter(QueryDict(query), alice).conditions
    rows = history.results_of(alice, wanted)
    newest = rows.order_by("-game").values_list("game_id", flat=True)[:25]
    chart = rows.values_list("game", "net", "ended_at")
    for one in (newest, chart):
        plan = one.explain()
        assert "COVERING INDEX result_of_player_with_facts" in plan, plan
        assert "TEMP B-TREE" not in plan
    with CaptureQueriesContext(connection) as asked:
        history_sums.sums(rows)
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + asked[0]["sql"])
        assert "COVERING INDEX result_of_player_with_facts" in str(cursor.fetchall())


# --- files ------------------------------------------------------------------------------------------------------------


def whole(part: Any, user: User, query: str = "") -> str:
    """All parts of a file."""
    wanted = HistoryFilter(QueryDict(query), user).conditions

    def parts() -> Iterator[str]:
        end = None
        while True:
            text, end = part(user, wanted, end)
            yield text
            if end is None:
                return

    return "".join(parts())


@pytest.mark.parametrize("size", [1, 3, 7, 500])
def test_the_table_for_spreadsheets_is_what_the_filter_finds(
    size: int, alice: User, games: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_files, "ROWS", size)
    rows = list(csv.DictReader(io.StringIO(whole(history_files.csv_part, alice).removeprefix("\ufeff"))))
    assert [row["id"] for row in rows] == list(games.values())[::-1]
    text = whole(history_files.csv_part, alice, "kind=tournament")
    (cup,) = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    assert (cup["chips"], cup["net"], cup["won"], cup["rules"]) == ("tournament", "900", "yes", "own")
    assert (cup["time"], cup["seconds"]) == (datetime.fromtimestamp(NOON / 1000, UTC).isoformat(), "60")


def test_no_name_in_it_is_a_formula(alice: User) -> None:
    add(alice, live.open_table("=1+1", 10), 5)
    assert ",'=1+1," in whole(history_files.csv_part, alice)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_records_are_masked_for_whom_they_are(variant: str, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_files, "RECORDS", 2)
    people = random_games(variant, 3, time, monkeypatch)
    broken = GameRecord.objects.order_by("pk")[1]
    GameRecord.objects.filter(pk=broken.pk).update(rules_version=99)
    for user in (*people, person("olga")):
        text = whole(history_files.records_part, user)
        read = re.split(r"^; game (\w+), .*?$", text, flags=re.M)[1:]
        told = dict(zip(read[::2], read[1::2], strict=True))
        assert set(told) == {row.public_id for row in GameRecord.objects.filter(results__player=user)}
        for row in GameRecord.objects.filter(results__player=user):
            seat = row.results.get(player=user).seat
            if row == broken:
                assert "azi 1" not in told[row.public_id]
                continue
            again = record.read(told[row.public_id])
            assert again.game.net == record.read(row.record).game.net
            named = {(deal, NAMES[card]) for deal, deck in enumerate(again.decks, 1) for card in deck if card >= 0}
            named |= {(m.deal, m.action[-2:]) for m in again.moves if m.action[-2:] in NAMES}
            assert named <= known(row.record, seat)
            assert told[row.public_id].strip() == history.masked(row, seat).strip()


def test_opening_my_games_again_walks_through_them_once(
    alice: User, tables: dict[str, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until there is a new game, or another filter, or somebody else asks."""
    walks = []
    sums = history_sums.sums

    def walk(results: QuerySet[PlayerResult]) -> history_sums.Sums:
        walks.append(results)
        return sums(results)

    monkeypatch.setattr(history_sums, "sums", walk)

    def shown(player: User, path: str = "/games/") -> tuple[int, bool, int]:
        """The chips, whether there is a chart, and how many walks there were so far."""
        client = Client()
        client.force_login(player)
        context: Any = client.get(path).context
        return context["sums"].cash_net, context["chart"] is not None, len(walks)

    add(alice, tables["Low"], 5)
    add(alice, tables["High"], -40)
    assert [shown(alice), shown(alice)] == [(-35, True, 1)] * 2
    assert [shown(alice, "/games/?result=won"), shown(alice)] == [(5, False, 2), (-35, True, 3)]
    add(alice, tables["Low"], 7)
    assert shown(alice) == (-28, True, 4)
    bob = person("bob")
    add(bob, tables["Low"], 3)
    assert [shown(bob), shown(alice)] == [(3, False, 5), (-28, True, 5)]


@pytest.mark.parametrize("name", ["games.csv", "games.azi"])
def test_nobody_has_no_files(name: str) -> None:
    assert Client().get(f"/games/{name}").status_code == 302


@pytest.mark.django_db(transaction=True)
async def test_both_are_sent_part_by_part_and_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from asgiref.sync import sync_to_async

    cache.clear()
    monkeypatch.setattr(history_files, "ROWS", 2)
    user = await sync_to_async(person)("alice")
    table = await sync_to_async(live.open_table)("Low", 10)
    for _game in range(5):
        await sync_to_async(add)(user, table, 5)
    visitor = AsyncClient()
    await visitor.aforce_login(user)
    answer = cast(StreamingHttpResponse, await visitor.get("/games/games.csv?result=won"))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="azi-games.csv"'
    parts = aiter(answer)
    await anext(parts)
    refused = await visitor.get("/games/games.azi")
    assert refused.status_code == 429
    assert "Your games are already on their way" in refused.content.decode()
    assert len([part async for part in parts]) == 2
    text = b"".join([part async for part in cast(StreamingHttpResponse, await visitor.get("/games/games.azi"))])
    assert text.decode().count("its record can't be read any more") == 5


@pytest.mark.django_db(transaction=True)
async def test_who_hangs_up_before_the_first_part_may_ask_again_at_once() -> None:
    visitor = await _asker()
    for _time in range(2):
        answer = await visitor.get("/games/games.csv")
        assert answer.status_code == 200
        answer.close()


@pytest.mark.django_db(transaction=True)
async def test_a_slow_download_holds_with_each_part_and_never_lets_go_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history_files, "ROWS", 1)
    visitor = await _asker()

    async def begin() -> AsyncIterator[bytes]:
        return aiter(cast(StreamingHttpResponse, await visitor.get("/games/games.csv")))

    first = await begin()
    await anext(first)
    cache.clear()  # as after a minute
    await anext(first)
    assert (await visitor.get("/games/games.csv")).status_code == 429
    cache.clear()
    second = await begin()
    await anext(second)
    assert [part async for part in first]
    assert (await visitor.get("/games/games.csv")).status_code == 429
    assert [part async for part in second]
    assert (await visitor.get("/games/games.csv")).status_code == 200


async def _asker() -> AsyncClient:
    """Somebody with three games."""
    from asgiref.sync import sync_to_async

    cache.clear()
    user = await sync_to_async(person)("alice")
    table = await sync_to_async(live.open_table)("Low", 10)
    for _game in range(3):
        await sync_to_async(add)(user, table, 5)
    visitor = AsyncClient()
    await visitor.aforce_login(user)
    return visitor
