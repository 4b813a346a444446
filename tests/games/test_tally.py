"""Finished games are tallied: each once, in an order without gaps, and what is counted anew from them is the same."""

import random
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import biddings, book, ratings, recount, tally
from games.models import GameRecord, PlayerResult, Progress, Rating, Seat, Table, Totals
from tests.games.finished import a_table, game, member, random_games
from tests.games.play import (
    AZI_DECK,
    DUEL_DECK,
    NOON,
    Decks,
    Time,
    person,
    play,
    start,
    table_of,
    walk,
)
from tests.races import together

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_worker() -> None:
    tally._failing.clear()


def work() -> None:
    """The clock looks until there is nothing to do."""
    for _look in range(100):
        jobs = tally.due(NOON)
        if not jobs:
            return
        for job in jobs:
            job()
    raise AssertionError("the tally never ends")


def one_of(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.model.objects.filter(pk=rows.order_by("pk").values_list("pk", flat=True)[0])


def numbers() -> list[tuple[Any, ...]]:
    """All that is derived."""
    return [
        *Progress.objects.values_list("worker", "tally_no"),
        *GameRecord.objects.order_by("pk").values_list("pk", "tally_no"),
        *PlayerResult.objects.order_by("pk").values_list("pk", "rating", "ruleset_rating"),
        *Rating.objects.order_by("player", "ruleset").values_list("player", "ruleset", "mu", "sigma", "games"),
        *Totals.objects.order_by("player", "ruleset", "seats").values_list(
            "player", "ruleset", "seats", *book.TOTALS
        ),
    ]  # fmt: skip


class TestWhatCounts:
    def test_two_people_at_a_public_table_are_rated_by_all_rulesets_and_by_theirs(self) -> None:
        alice, bob = member("alice"), member("bob")
        finished = game(a_table(), alice, bob, winner=1)
        work()
        after = ratings.after([ratings.NEW, ratings.NEW], 1)
        for ruleset in ("", "classic"):
            for player, (mu, sigma) in zip((alice, bob), after, strict=True):
                rating = Rating.objects.get(player=player, ruleset=ruleset)
                assert (rating.mu, rating.sigma, rating.games) == (mu, sigma, 1)
        shown = [ratings.shown(mu) for mu, _sigma in after]
        results = PlayerResult.objects.filter(game=finished).order_by("seat")
        assert list(results.values_list("rating", "ruleset_rating")) == [(one, one) for one in shown]

    def test_alone_with_bots_one_is_counted_but_not_rated(self) -> None:
        alice, bot = member("alice"), User.objects.create(name="Bot", username="bot", look="bot", is_bot=True)
        game(a_table(), alice, bot)
        work()
        assert not Rating.objects.exists()
        assert Totals.objects.get(player=alice).games == 1

    def test_guests_are_rated_beside_two_who_have_signed_up_and_not_without(self) -> None:
        alice, bob, guest, other = member("alice"), member("bob"), person("guest"), person("other")
        game(a_table(), alice, guest, other)
        work()
        assert not Rating.objects.exists()
        assert Totals.objects.get(player=alice).games == 1
        game(a_table(), alice, guest, bob)
        work()
        assert set(Rating.objects.values_list("player", flat=True)) == {alice.pk, bob.pk, guest.pk}
        User.objects.update(is_guest=False)
        assert list(recount.differences()) == [], "who signs up later changes no game"

    @pytest.mark.databases
    def test_of_two_alone_ten_games_a_day_are_rated(self) -> None:
        alice, bob, carol = member("alice"), member("bob"), member("carol")
        bot = User.objects.create(name="Bot", username="bot", look="bot", is_bot=True)
        table = a_table()
        for nth in range(13):
            players = (alice, bob, bot) if nth % 2 else (bob, alice)
            game(table, *players, ended_at=NOON + nth, ruleset="own" if nth == 12 else "classic")
        game(table, alice, bob, carol)
        game(table, bob, alice, ended_at=NOON + 86_400_000)
        game(table, alice, carol)
        work()
        rated = PlayerResult.objects.filter(player=alice).order_by("game").values_list("rating", flat=True)
        assert [rating is not None for rating in rated] == [True] * 10 + [False] * 3 + [True] * 3
        assert Rating.objects.get(player=alice, ruleset="").games == 13
        assert sum(Totals.objects.filter(player=alice).values_list("games", flat=True)) == 16
        before = numbers()
        assert list(recount.differences()) == []
        PlayerResult.objects.update(rating=1)
        recount.rebuild()
        assert numbers() == before

    def test_the_games_of_a_pair_are_counted_however_many_pairs_play(self) -> None:
        people, rng = [member(name) for name in ("alice", "bob", "carol", "dan")], random.Random(5)
        for _game in range(90):
            game(a_table(), *rng.sample(people, 2))
        work()
        assert list(recount.differences()) == []
        rated = PlayerResult.objects.filter(rating__isnull=False, seat=1).count()
        assert rated == 60, "six pairs, ten each"

    @pytest.mark.databases
    def test_older_games_have_those_who_have_signed_up_by_now(self) -> None:
        bot = User.objects.create(name="Bot", username="bot", look="bot", is_bot=True)
        older = game(a_table(), member("alice"), member("bob"), person("guest"), bot, members=0)
        with connection.cursor() as cursor:
            cursor.execute(import_module("games.migrations.0011_members").MEMBERS)
        older.refresh_from_db()
        assert older.members == 2

    @pytest.mark.parametrize("fields", [{"void": True}, {}], ids=["void", "private"])
    def test_it_has_its_number_and_counts_nowhere(self, fields: dict[str, Any]) -> None:
        finished = game(a_table(private=not fields), member("alice"), member("bob"), **fields)
        work()
        finished.refresh_from_db()
        assert finished.tally_no == 1
        assert not Rating.objects.exists()
        assert not Totals.objects.exists()
        assert set(PlayerResult.objects.values_list("rating", flat=True)) == {None}

    def test_a_tournaments_chips_are_no_wallets(self) -> None:
        alice, bob = member("alice"), member("bob")
        game(a_table(stakes=Table.TOURNAMENT), alice, bob, bank=9_000)
        game(a_table(), alice, bob, bank=50)
        work()
        totals = Totals.objects.get(player=alice)
        assert (totals.games, totals.won, totals.chips, totals.biggest_bank) == (2, 2, 10, 50)

    def test_the_biddings_come_from_the_record(self, time: Time, decks: Decks) -> None:
        """Two bets seen, one blind bet, and who called had the last word to nobody."""
        decks(AZI_DECK, DUEL_DECK)
        alice, bob, carol = person("alice"), person("bob"), person("carol")
        table = table_of(alice, bob, carol, looking=False)
        start(table, time)
        play(table, "2b20 3L 3r60 1f 2L 2c")
        seen = biddings.of(Table.objects.get(pk=table.pk).record)
        assert [vars(seen[seat]) for seat in (1, 2, 3)] == [
            {"biddings": 1, "bids_won": 0, "bets": 0, "blind_bets": 0},
            {"biddings": 1, "bids_won": 0, "bets": 1, "blind_bets": 1},
            {"biddings": 1, "bids_won": 1, "bets": 1, "blind_bets": 0},
        ]

    def test_a_record_that_cannot_be_read_costs_only_its_biddings(self, caplog: pytest.LogCaptureFixture) -> None:
        alice, bob = person("alice"), person("bob")
        game(a_table(), alice, bob)
        game(a_table(), alice, bob)
        work()
        totals = Totals.objects.get(player=alice)
        assert (totals.games, totals.biddings) == (2, 0)
        assert caplog.text.count("can't be read") == 2, "once each"


@pytest.mark.databases
class TestOrder:
    def test_numbers_have_no_gaps_and_go_by_id(self) -> None:
        games = random_games(30)
        work()
        assert list(GameRecord.objects.order_by("pk").values_list("tally_no", flat=True)) == list(range(1, 31))
        assert Progress.objects.get(worker="tally").tally_no == len(games)

    def test_who_commits_late_with_a_lower_id_comes_after_and_counting_anew_goes_by_the_tally(self) -> None:
        games = random_games(20)
        late = games[3]
        pk, results = late.pk, list(PlayerResult.objects.filter(game=late))
        PlayerResult.objects.filter(game=late).delete()
        GameRecord.objects.filter(pk=pk).delete()
        work()
        late.pk = pk
        late.save(force_insert=True)
        PlayerResult.objects.bulk_create(results)
        work()
        late.refresh_from_db()
        assert late.tally_no == 20
        before = numbers()
        assert recount.rebuild() == 0
        assert numbers() == before

    def test_one_that_fails_is_logged_and_the_others_go_on(self, caplog: pytest.LogCaptureFixture) -> None:
        games = random_games(10)
        broken = games[2]
        GameRecord.objects.filter(pk=broken.pk).update(void=False, table=a_table())
        PlayerResult.objects.filter(game=broken).update(won=False)
        work()
        assert f"game {broken.pk} can't be tallied" in caplog.text
        assert GameRecord.objects.filter(tally_no=None).get() == broken
        PlayerResult.objects.filter(game=broken, seat=1).update(won=True)
        tally._failing.clear()  # its time is over
        work()
        broken.refresh_from_db()
        assert broken.tally_no == 10

    def test_what_failed_together_is_tried_one_by_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        random_games(4)
        wrote, write = [], tally._write

        def failing(read: Progress, games: list[Any], *rest: Any) -> None:
            wrote.append(len(games))
            if len(games) > 1:
                raise RuntimeError("the database does not take one of these")
            write(read, games, *rest)

        monkeypatch.setattr(tally, "_write", failing)
        with pytest.raises(RuntimeError):
            tally.tally()
        tally._failing._until = dict.fromkeys(tally._failing._until, (0.0, 1))
        work()
        assert wrote == [4, 1, 1, 1, 1]


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
class TestSeveralAtOnce:
    def test_two_workers_tally_each_game_once(self) -> None:
        random_games(40)

        def worker() -> None:
            for _job in range(40):
                tally.tally()

        assert [outcome for outcome in together([worker] * 3) if outcome] == []
        assert list(GameRecord.objects.order_by("pk").values_list("tally_no", flat=True)) == list(range(1, 41))
        assert list(recount.differences()) == []

    def test_killed_before_it_wrote_nothing_has_happened(self, monkeypatch: pytest.MonkeyPatch) -> None:
        random_games(5)
        before = numbers()
        for step in ("move_on", "write_results", "write_totals"):
            with monkeypatch.context() as patch:
                patch.setattr(tally, step, _killed)
                with pytest.raises(KeyboardInterrupt):
                    tally.tally()
            assert [row for row in numbers() if row[0] != "tally"] == before
        work()
        assert list(recount.differences()) == []

    def test_counting_anew_while_the_worker_goes_on(self) -> None:
        random_games(60)
        for _job in range(3):
            tally.tally()
        Rating.objects.update(mu=99.0)
        stop = threading.Event()

        def worker() -> None:
            while not stop.wait(0.002):
                tally.tally()

        def anew() -> None:
            try:
                recount.rebuild()
            finally:
                stop.set()

        assert [outcome for outcome in together([worker, anew]) if outcome] == []
        work()
        assert list(recount.differences()) == []

    def test_settling_waits_for_no_worker(self, time: Time, decks: Decks) -> None:
        """While the tally holds all that it ever locks, a game of the same players ends."""
        if connection.vendor == "sqlite":
            pytest.skip("SQLite has one writer")
        decks(DUEL_DECK, DUEL_DECK)
        alice, bob = person("alice"), person("bob")
        table = table_of(alice, bob)
        game(a_table(), alice, bob)
        start(table, time)
        play(table, "2b20 1c 2Ah 19h 2Kh")
        inside, over = threading.Event(), threading.Event()
        write = tally.write_totals

        def slowly(*args: Any) -> None:
            write(*args)
            inside.set()
            assert over.wait(20)

        def settle() -> None:
            assert inside.wait(20)
            play(table, "17s")
            over.set()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tally, "write_totals", slowly)
            assert [outcome for outcome in together([tally.tally, settle]) if outcome] == []
        assert GameRecord.objects.filter(table=table).exists()


def _killed(*_args: Any, **_fields: Any) -> None:
    raise KeyboardInterrupt


class TestCountedAnew:
    def test_it_makes_the_same_numbers_to_the_last_bit(self) -> None:
        random_games(60)
        work()
        before = numbers()
        PlayerResult.objects.update(rating=None, ruleset_rating=1)
        Rating.objects.all().delete()
        Totals.objects.update(games=7)
        assert recount.rebuild() > 0
        assert numbers() == before

    def test_games_that_were_played_too(self, time: Time) -> None:
        alice, bob, carol = person("alice"), person("bob"), person("carol")
        table = table_of(alice, bob, carol)
        rng = random.Random(3)
        for _game in range(4):
            if Seat.objects.filter(table=table, stack__gte=10, sitting_out=False).count() < 2:
                break
            start(table, time)
            for _step in walk(table, rng, time):
                pass
            time.pass_ms(1)
        work()
        assert Totals.objects.filter(biddings__gt=0).exists()
        assert list(recount.differences()) == []

    @pytest.mark.parametrize("tamper", [
        lambda: one_of(Rating.objects.all()).update(mu=25.1),
        lambda: one_of(Rating.objects.all()).delete(),
        lambda: one_of(Totals.objects.all()).update(chips=1_000_000),
        lambda: one_of(PlayerResult.objects.exclude(rating=None)).update(rating=1),
        lambda: Totals.objects.create(player=person("nobody"), ruleset="own", seats=2, games=1),
        lambda: Progress.objects.update(tally_no=11),
    ])  # fmt: skip
    def test_whatever_is_tampered_with_is_found(self, tamper: Callable[[], object]) -> None:
        random_games(12)
        work()
        assert list(recount.differences()) == []
        tamper()
        assert len(list(recount.differences())) == 1


def test_a_job_takes_few_statements_however_many_games_it_takes() -> None:
    random_games(tally.GAMES)
    tally.progress(tally.WORKER)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        tally.tally()
    assert len(queries) <= 16, [query["sql"][:80] for query in queries]
