"""The statistics of deals see what is wrong with a shuffle, let a fair one pass, and count each real deal once."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games import deal_counts, deal_statistics, synthetic_deals, tally
from games.deal_counts import Counts
from games.models import DealRecord, DealStatistics, GameRecord, Progress, Table
from games.rules import CLASSIC, Ruleset, record

from .finished import a_table
from .play import Time, person, play, start, table_of

NOON = 1_796_000_000_000
HOUR, DAY = 3_600_000, 86_400_000


@pytest.fixture(autouse=True)
def _looks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_statistics, "_next_look", 0)


def p_values(counts: Counts) -> dict[str, float]:
    return {one.name: one.p for one in counts.statistics()}


# --- shuffles that are not fair ---------------------------------------------------------------------------------------

Shuffle = Callable[[list[int], random.Random], None]


def of_bytes(deck: list[int], rng: random.Random) -> None:
    """A byte modulo the number of choices: the lower ones are likelier."""
    for last, byte in zip(range(26, 0, -1), rng.randbytes(26), strict=True):
        other = byte % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]


def with_any(deck: list[int], rng: random.Random) -> None:
    """Each card changes places with any other one."""
    for at in range(27):
        other = int(rng.random() * 27)
        deck[at], deck[other] = deck[other], deck[at]


def off_by_one(deck: list[int], rng: random.Random) -> None:
    """No card may stay where it is (Sattolo's circle)."""
    for last in range(26, 0, -1):
        other = int(rng.random() * last)
        deck[last], deck[other] = deck[other], deck[last]


def riffled(deck: list[int], rng: random.Random) -> None:
    """Cut anywhere, and not shuffled at all: every card is anywhere as often, after the same one."""
    at = rng.randrange(27)
    deck[:] = deck[at:] + deck[:at]


def trumps_to_seat_1(deck: list[int], rng: random.Random) -> None:
    """Fair, but that now and then seat 1, who is dealt to first, gets a trump for its first card."""
    rng.shuffle(deck)
    trump = deck[12] // 9
    if rng.random() < 0.2 and deck[0] // 9 != trump:
        at = next(at for at in range(13, 27) if deck[at] // 9 == trump or at == 26)
        deck[0], deck[at] = deck[at], deck[0]


@pytest.mark.parametrize(
    ("shuffle", "deals", "seen_by"),
    [
        (of_bytes, 12_000, "positions"),
        (with_any, 3_000, "positions"),
        (off_by_one, 1_000, "positions"),
        (riffled, 500, "successors"),
        (trumps_to_seat_1, 3_000, "trumps"),
    ],
)
def test_an_unfair_shuffle_is_seen(shuffle: Shuffle, deals: int, seen_by: str) -> None:
    rng, counts = random.Random(1), Counts()
    for _deal in range(deals):
        deck = list(range(27))
        shuffle(deck, rng)
        counts.add(deck, (1, 2, 3, 4), 3)
    assert p_values(counts)[seen_by] < 1e-6


def test_a_turn_up_of_a_favourite_suit_is_seen() -> None:
    counts = Counts(deals=3_000, turn_ups=[1_150, 950, 900])
    assert p_values(counts)["turn_ups"] < 1e-6


def test_the_real_shuffle_passes() -> None:
    values = p_values(synthetic_deals.count(range(6_000)))
    assert set(values) == {"positions", "successors", "turn_ups", "trumps"}
    assert all(0.001 < p < 0.999 for p in values.values()), values


def test_the_kept_synthetic_deals_are_those_that_the_code_makes() -> None:
    kept = synthetic_deals.kept()
    assert kept.deals == 1_000_000
    assert all(p > 0.001 for p in p_values(kept).values())
    assert sum(kept.positions) == 27 * kept.deals
    assert sum(kept.successors) == 26 * kept.deals
    assert synthetic_deals.deck(0) == FIRST_DECK


FIRST_DECK = [10, 8, 19, 24, 11, 21, 22, 26, 16, 6, 13, 23, 1, 12, 18, 5, 2, 0, 3, 17, 7, 9, 15, 25, 14, 20, 4]


# --- the numbers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "freedom", "p"),
    [
        # Tables of chi-square, upper tail.
        (3.841, 1, 0.05), (5.991, 2, 0.05), (9.210, 2, 0.01), (18.307, 10, 0.05), (29.588, 10, 0.001),
        (28.869, 18, 0.05), (124.342, 100, 0.05), (149.449, 100, 0.001), (0, 2, 1),
    ],
)  # fmt: skip
def test_p_values_are_those_of_the_tables(value: float, freedom: int, p: float) -> None:
    assert deal_counts.upper_tail(value, freedom) == pytest.approx(p, rel=2e-3)


def test_a_shuffle_far_from_fair_has_a_p_value_of_nothing() -> None:
    assert deal_counts.upper_tail(1e7, 676) == 0


def test_chances_of_trumps_are_those_of_the_other_26_cards() -> None:
    # C(18,3) / C(26,3), and so on; of four cards three and four trumps are counted together.
    assert deal_counts.chances(3) == pytest.approx([816 / 2600, 1224 / 2600, 504 / 2600, 56 / 2600])
    assert deal_counts.chances(4) == pytest.approx([3060 / 14950, 6528 / 14950, 4284 / 14950, 1078 / 14950])


def test_one_deal_is_counted_where_it_belongs() -> None:
    counts = Counts()
    counts.add(list(range(27)), (5, 6, 2), 3)  # hearts to all three; the nine of them are out, and a diamond turns up
    assert counts.positions == [int(at % 28 == 0) for at in range(27 * 27)]
    assert [at for at, count in enumerate(counts.successors) if count] == [27 * card + card + 1 for card in range(26)]
    assert counts.turn_ups == [0, 1, 0]
    assert [seat[0] for seat in counts.trumps[0]] == [0, 1, 0, 0, 1, 1]
    assert counts.statistics() == []  # one deal says nothing


def test_on_average_a_statistic_is_its_degrees_of_freedom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deck alone comes to exactly that, so that a fair shuffle does on average after any number of deals."""
    monkeypatch.setattr(deal_counts, "LEAST", 1)
    for number in range(20):
        for one in synthetic_deals.count([number]).statistics()[:3]:
            assert one.value == pytest.approx(one.freedom), one


# --- real deals -------------------------------------------------------------------------------------------------------


def finished(table: Table, *deals: tuple[int, ...], ruleset: Ruleset = CLASSIC, **fields: Any) -> GameRecord:
    """A finished game that was tallied: for each deal the seats in it. Its decks are the same for the same number."""
    number = 1 + GameRecord.objects.count()
    text = record.head(ruleset, [(seat, 500, "deal") for seat in deals[0]], 2)
    text += "".join(record.deal_line(synthetic_deals.deck(10 * number + at))[at == 0 :] for at in range(len(deals)))
    game = GameRecord.objects.create(
        public_id=f"{number:032x}", table=table, game_no=number, record=text, bank=20, deals=len(deals), people=2,
        started_at=NOON, ended_at=NOON, tally_no=number, **fields,
    )  # fmt: skip
    for at, seats in enumerate(deals, 1):
        header = json.dumps({"seats": [{"seat": seat} for seat in seats]})
        made = {"game": game.public_id, "deal": at, "header": header, "combination": "{}", "record_hash": "00"}
        DealRecord.objects.create(table=table, deal_no=10 * number + at, made_at=NOON, **made)
    Progress.objects.update_or_create(worker=tally.WORKER, defaults={"tally_no": number})
    return game


def games(number: int) -> None:
    table, four = a_table(), Ruleset(cards=4)
    for _game in range(number):
        finished(table, (1, 2, 4), (1, 4))
        finished(table, (1, 2), ruleset=four, void=True)


def counted() -> Counts:
    return deal_statistics.counts_of(deal_statistics.kept())


@pytest.mark.django_db
def test_decks_are_counted_by_the_seats_that_they_were_dealt_to() -> None:
    finished(a_table(), (1, 2, 4), (1, 4))
    deal_statistics.count_some()
    expected = Counts()
    expected.add(synthetic_deals.deck(10), (4, 1, 2), 3)  # dealt by seat 2
    expected.add(synthetic_deals.deck(11), (4, 1), 3)
    assert counted() == expected


@pytest.mark.databases
@pytest.mark.django_db
def test_little_by_little_is_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    games(4)
    monkeypatch.setattr(deal_statistics, "GAMES", 3)
    jobs = deal_statistics.due(NOON)
    assert len(jobs) == 3
    assert deal_statistics.due(NOON) == []  # until a minute later
    for job in [*jobs, *jobs]:  # a second clock finds nothing left
        job()
    bit_by_bit = counted()
    assert bit_by_bit.deals == 12
    monkeypatch.setattr(deal_statistics, "GAMES", 100)
    call_command("deal_statistics", "--anew")
    assert counted() == bit_by_bit
    assert deal_statistics.due(NOON + DAY - 1) == []


@pytest.mark.django_db
def test_no_page_tells_which_cards_the_last_deals_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pages of the same statistics, before and after one deal, would differ at its cards."""
    monkeypatch.setattr(deal_statistics, "LEAST", 6)
    shown = []
    for _three_deals in range(5):
        games(1)
        deal_statistics.count_some()
        shown.append(deal_statistics.shown_of(deal_statistics.kept()))
    assert [counts.deals for counts in shown] == [3, 6, 6, 12, 12]
    assert not any(shown[0].positions)
    assert (shown[1], shown[3]) == (shown[2], shown[4])
    call_command("deal_statistics", "--anew")
    assert deal_statistics.shown_of(deal_statistics.kept()) == shown[4]
    assert counted().deals == 15


@pytest.mark.django_db
def test_of_two_who_count_the_same_games_the_second_throws_its_work_away(monkeypatch: pytest.MonkeyPatch) -> None:
    games(1)
    read = tally.progress(deal_statistics.WORKER)
    deal_statistics.count_some()
    before = counted()
    monkeypatch.setattr(tally, "progress", lambda worker: read)
    deal_statistics.count_some()
    assert counted() == before


@pytest.mark.django_db
def test_a_stacked_deck_of_a_test_counts_in_nothing() -> None:
    game = finished(a_table(), (1, 2), (1, 2))
    DealRecord.objects.filter(game=game.public_id, deal=1).delete()
    deal_statistics.count_some()
    assert counted().deals == 1


@pytest.mark.django_db
def test_a_game_that_cannot_be_read_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    GameRecord.objects.filter(pk=finished(a_table(), (1, 2)).pk).update(record="?")
    finished(a_table(), (1, 2))
    deal_statistics.count_some()
    assert counted().deals == 1
    assert "can't be counted" in caplog.text
    assert "7d" not in caplog.text  # no card in a log


@pytest.mark.databases
@pytest.mark.django_db
def test_figures_are_summed_up_by_the_hour_and_stay_the_same() -> None:
    games(1)
    for number, deal in enumerate(DealRecord.objects.order_by("pk")):
        DealRecord.objects.filter(pk=deal.pk).update(
            made_at=NOON + number * HOUR, committed=3, silent=number, void=number == 2
        )
    running = {"table": a_table(), "deal_no": 1, "game": "0", "deal": 1, "made_at": NOON, "header": "{}"}
    DealRecord.objects.create(**running)
    right = deal_statistics.Figures(over=3, committed=9, silent=3, void=1)
    assert deal_statistics.figures() == right
    deal_statistics.sum_up(NOON + DAY)  # nothing is a day old
    assert not DealStatistics.objects.exists()
    deal_statistics.sum_up(NOON + DAY + 2 * HOUR)
    assert DealStatistics.objects.get().over == 1
    assert deal_statistics.figures() == right
    deal_statistics.catch_up(NOON + 3 * DAY)
    assert DealStatistics.objects.get().over == 3
    assert deal_statistics.figures() == right


@pytest.mark.django_db
def test_the_command_makes_synthetic_deals_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(synthetic_deals, "CHUNK", 150)
    monkeypatch.setattr("multiprocessing.Pool", OneProcess)
    call_command("deal_statistics", "--synthetic", "400", "--file", str(tmp_path / "deals.json"))
    assert synthetic_deals.read(tmp_path / "deals.json") == synthetic_deals.count(range(400))


class OneProcess:
    def __enter__(self) -> "OneProcess":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    imap_unordered = staticmethod(map)


def test_mpmath_is_not_loaded_before_it_is_needed() -> None:
    import subprocess
    import sys

    code = "import sys, games.deal_counts, games.synthetic_deals; assert 'mpmath' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.django_db
def test_a_game_that_was_played_is_counted(time: Time) -> None:
    table = table_of(person("alice"), person("bob"))
    game = start(table, time).game
    assert game is not None
    play(table, f"{game.to_act[0]}f")
    tally.tally()
    deal_statistics.count_some()
    assert counted().deals == 1
    deck = record.read(GameRecord.objects.get().record).decks[0]
    assert all(counted().positions[27 * place + card] for place, card in enumerate(deck))
    assert sum(map(sum, counted().trumps[0])) == 2  # hands
