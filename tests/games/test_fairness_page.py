"""The page about fair deals: what all of them come to, and the heads of today's chains for whoever keeps them."""

import json

import pytest
from django.core.cache import cache
from django.test import Client

from games import fairness_views, synthetic_deals, timing
from games.deal_counts import Counts
from games.fairness_views import Mark, grain
from games.models import DealRecord, DealStatistics, Table

from .finished import a_table
from .play import NOON

pytestmark = pytest.mark.django_db
MINUTE, DAY = 60_000, 86_400_000
MIDNIGHT = NOON - NOON % DAY


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(timing, "now_ms", lambda: NOON)


def deal(table: Table, number: int, made_at: int = NOON, over: bool = True, silent: int = 0) -> DealRecord:
    return DealRecord.objects.create(
        table=table, deal_no=number, game="0" * 32, deal=1, made_at=made_at, header="{}", committed=3, silent=silent,
        record_hash=f"{table.pk:02x}{number:062x}" if over else "",
    )  # fmt: skip


def page(client: Client) -> str:
    cache.clear()
    return client.get("/fairness/").content.decode()


def heads(client: Client) -> list[tuple[str, int]]:
    cache.clear()
    found = json.loads(client.get("/fairness/heads.json").content)
    assert (found["scheme"], found["day"]) == ("azi-fair/1", timing.moment(NOON).date().isoformat())
    return [(head["name"], head["deal_no"]) for head in found["tables"]]


def test_a_site_without_deals_says_so_and_leads_on(client: Client) -> None:
    text = page(client)
    assert "No deal yet" in text
    assert "They say something from 500 deals on; so far 0 are counted." in text
    assert "No deal at a public table today" in text
    assert text.count("Too few deals to say.") == 5  # but the synthetic ones stand beside them
    assert text.count("btn--go") == 1
    assert heads(client) == []


def test_figures_are_of_all_deals_until_now(client: Client) -> None:
    table = a_table()
    deal(table, 1, silent=1)
    deal(table, 2)
    deal(table, 3, over=False)
    DealStatistics.objects.create(pk=1, summed_to=NOON - DAY, over=1_000, committed=2_000, silent=0, void=7)
    text = page(client)
    for number in ("1,002", "2,006", "7"):
        assert f'<dd class="num">{number}</dd>' in text


def test_what_no_fair_shuffle_does_is_called_suspicious(client: Client) -> None:
    counts = synthetic_deals.count(range(600))
    row = DealStatistics.objects.create(pk=1, shown=counts.json())
    assert "Suspicious" not in page(client)
    row.shown["turn_ups"] = [300, 200, 100]
    row.save()
    text = page(client)
    assert text.count("Suspicious") == 1
    assert "Not one of a million fair sites would look this uneven." in text


@pytest.mark.parametrize(
    ("p", "words"),
    [
        (0.37, "37 of 100 fair sites would look at least this uneven."),
        (0.9999, "99 of 100 fair sites would look at least this uneven."),
        (0.004, "One of 250 fair sites would look at least this uneven."),
        (0.000_043, "One of 23,000 fair sites would look at least this uneven."),
        (1e-9, "Not one of a million fair sites would look this uneven."),
    ],
)
def test_what_a_p_value_means_is_said(p: float, words: str) -> None:
    assert Mark(p).words == words
    assert Mark(p).is_suspicious == (p < 0.001)


def test_the_picture_shows_what_lies_somewhere_too_often() -> None:
    fair = synthetic_deals.count(range(600))
    assert not {name[-1] for name, _path in grain(fair)} & {"4"}
    fair.positions[27 * 2 + 5] += 40
    assert ("more4", "M5 2h1v1h-1z") in grain(fair)
    assert grain(Counts(deals=27, positions=[1] * 729)) == []


@pytest.mark.databases
def test_heads_are_the_last_deals_of_today_at_public_tables(client: Client) -> None:
    one, other, quiet = (Table.objects.create(name=name) for name in ("One", "Other", "Quiet"))
    private = a_table(private=True)
    deal(one, 1, NOON - 3 * MINUTE)
    deal(one, 2, NOON - 2 * MINUTE)
    deal(one, 3, over=False)
    deal(other, 8, NOON - MINUTE)
    deal(quiet, 5, MIDNIGHT - 1)
    deal(private, 1)
    assert heads(client) == [("Other", 8), ("One", 2)]
    text = page(client)
    assert f"{other.pk:02x}{8:062x}" in text
    assert private.public_id not in text


def test_of_many_heads_the_page_shows_the_newest(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness_views, "SHOWN", 2)
    for number in range(5):
        deal(Table.objects.create(name=f"T{number}"), 1, NOON - number * MINUTE)
    text = page(client)
    assert ">T0<" in text
    assert ">T2<" not in text
    assert "The file has 3 tables more." in text
    assert len(heads(client)) == 5


def test_the_rules_and_every_page_lead_there(client: Client) -> None:
    assert client.get("/rules/").content.decode().count('href="/fairness/"') == 2
