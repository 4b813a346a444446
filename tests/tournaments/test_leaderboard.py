"""The leaderboards' scores follow the tally and finished tournaments, each once, and are the same counted anew."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games import ratings, recount, tally
from games.models import GameRecord, PlayerResult, Progress, Rating, Table
from tests.games.finished import a_table, game, member, random_games
from tests.games.play import NOON, person
from tests.races import together
from tests.tournaments import course
from tournaments import leaderboard, periods, rescore
from tournaments.models import Entry, Score, Tournament

pytestmark = pytest.mark.django_db

DAY = 86_400_000


@pytest.fixture(autouse=True)
def _fresh_workers() -> None:
    tally._failing.clear()
    leaderboard._failing.clear()
    leaderboard._looking = leaderboard._Looking()


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1_000)


def work() -> None:
    """The clock looks until there is nothing to do."""
    for _look in range(100):
        jobs = [*tally.due(NOON), *leaderboard.due(NOON)]
        if not jobs:
            return
        for job in jobs:
            job()
    raise AssertionError("there is no end to it")


def score(player: User, period: str = "all", ruleset: str = "") -> Score:
    return Score.objects.get(player=player, period=period, ruleset=ruleset)


def numbers() -> list[tuple[Any, ...]]:
    fields = ("player", "period", "ruleset", *rescore.FIELDS)
    return [
        *Progress.objects.filter(worker="leaderboard").values_list("tally_no"),
        *Score.objects.order_by("player", "period", "ruleset").values_list(*fields),
    ]


def a_cup(*players: User, points: tuple[int, ...] = (30, 15, 10), **fields: Any) -> Tournament:
    """A tournament that is over."""
    cup = Tournament.objects.create(
        **{"name": "Cup", "levels": [[10, 10]], "created": NOON, "ended_at": NOON, "state": "finished", **fields}
    )
    Entry.objects.bulk_create(
        Entry(tournament=cup, player=one, number=1, state=Entry.OUT, created=NOON, points=won)
        for one, won in zip(players, points, strict=False)
    )
    return cup


class TestPeriods:
    def test_a_moment_is_of_its_week_month_and_season(self) -> None:
        assert periods.of(ms("2026-11-30T00:00")) == ["all", "2026-W49", "2026-11", "2026-Q4"]
        assert periods.of(ms("2026-11-29T23:59:59")) == ["all", "2026-W48", "2026-11", "2026-Q4"]

    def test_around_new_year_the_week_has_a_year_of_its_own(self) -> None:
        assert periods.of(ms("2027-01-01T12:00")) == ["all", "2026-W53", "2027-01", "2027-Q1"]

    def test_the_ones_before(self) -> None:
        assert periods.last_week(date(2027, 1, 4)) == "2026-W53"
        assert periods.last_season(date(2027, 2, 28)) == "2026-Q4"
        assert periods.last_season(date(2026, 12, 31)) == "2026-Q3"


class TestGames:
    def test_a_game_counts_in_four_periods_by_all_rulesets_and_by_its_own(self) -> None:
        alice, bob = member("alice"), member("bob")
        game(a_table(), alice, bob, bank=70, deals=2)
        work()
        mine = Score.objects.filter(player=alice)
        assert {(one.period, one.ruleset) for one in mine} == {
            (period, ruleset) for period in periods.of(NOON) for ruleset in ("", "classic")
        }
        assert {(one.games, one.won, one.azi, one.chips, one.bank, one.run) for one in mine} == {(1, 1, 1, 10, 70, 1)}
        assert (score(bob).won, score(bob).chips, score(bob).bank, score(bob).longest_run) == (0, -10, 0, 0)

    def test_games_with_bots_alone_private_and_void_ones_count_nowhere(self) -> None:
        alice, bob = member("alice"), member("bob")
        game(a_table(), alice, bob, people=1, members=1)
        game(a_table(private=True), alice, bob)
        game(a_table(), alice, bob, void=True)
        work()
        assert not Score.objects.exists()
        assert Progress.objects.get(worker="leaderboard").tally_no == 3

    def test_a_tournaments_games_are_rated_and_its_chips_are_nobodys(self) -> None:
        alice, bob = member("alice"), member("bob")
        game(a_table(stakes=Table.TOURNAMENT), alice, bob, bank=9_000)
        work()
        assert (score(alice).games, score(alice).chips, score(alice).bank) == (1, None, 0)

    def test_a_run_ends_with_a_lost_game_and_begins_anew_with_the_week(self) -> None:
        alice, bob = member("alice"), member("bob")
        table = a_table()
        for nth, winner in enumerate([0, 0, 0, 1, 0, 0]):
            game(table, alice, bob, winner=winner, ended_at=NOON + (7 * DAY if nth > 4 else 0))
        work()
        assert (score(alice).run, score(alice).longest_run) == (2, 3)
        later = score(alice, periods.week(periods.day_of(NOON + 7 * DAY)))
        assert (later.run, later.longest_run) == (1, 1)

    def test_a_rating_is_there_after_thirty_games_and_is_that_after_the_periods_last(self) -> None:
        alice, bob, carol = member("alice"), member("bob"), member("carol")
        table = a_table()
        for nth in range(40):
            game(table, alice, bob, carol, winner=nth % 3 % 2, ruleset="classic" if nth % 2 else "own",
                 ended_at=NOON + (7 * DAY if nth >= 35 else 0))  # fmt: skip
            if nth == 28:
                work()
                assert score(alice).rating is None
        work()
        results = list(PlayerResult.objects.filter(player=alice).order_by("pk").values_list("rating", flat=True))
        assert score(alice).rating == results[39] == ratings.shown(Rating.objects.get(player=alice, ruleset="").mu)
        assert score(alice, periods.week(periods.day_of(NOON))).rating == results[34]
        assert score(alice, ruleset="own").rating is None, "twenty games of it"

    def test_bots_are_marked_and_who_is_gone_is_not_listed(self) -> None:
        alice, bob = member("alice"), member("bob")
        bot = User.objects.create(name="Bot", username="bot", look="bot", is_bot=True, is_active=False)
        User.objects.filter(pk=bob.pk).update(is_active=False)
        game(a_table(), alice, bob, bot)
        work()
        assert [score(one).who for one in (alice, bob, bot)] == [Score.PERSON, Score.UNLISTED, Score.BOT]

    def test_what_always_fails_is_passed_over_in_the_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        alice, bob = member("alice"), member("bob")
        first, table, add = game(a_table(), alice, bob), a_table(), leaderboard._add
        for _game in range(3):
            game(table, alice, bob)

        def failing(read: Progress, last: int) -> None:
            if read.tally_no < 1:
                raise RuntimeError("this one")
            add(read, last)

        monkeypatch.setattr(leaderboard, "_add", failing)
        tally.tally()
        for _try in range(leaderboard.FAILURES):
            with pytest.raises(RuntimeError):
                leaderboard.follow()
        work_without_waiting()
        assert score(alice).games == 3
        monkeypatch.undo()
        assert first.pk
        assert len(list(rescore.differences())) == 16
        rescore.rebuild()
        assert score(alice).games == 4


class TestWhoIsListed:
    def whos(self, player: User) -> set[int]:
        return set(Score.objects.filter(player=player).values_list("who", flat=True))

    def look(self, minute: int) -> None:
        for _look in range(5):
            for job in leaderboard.due(NOON + minute * 60_000):
                job()

    def check(self) -> None:
        call_command("tally", "check", stdout=StringIO())

    def test_a_guest_is_when_they_sign_up(self) -> None:
        ann = person("ann")
        game(a_table(), ann, member("bob"), member("carol"))
        a_cup(ann)
        work()
        assert self.whos(ann) == {Score.UNLISTED}
        self.check()
        User.objects.filter(pk=ann.pk).update(is_guest=False)
        self.look(1)
        assert self.whos(ann) == {Score.PERSON}
        self.check()

    @pytest.mark.databases
    def test_nobody_who_is_blocked_even_if_a_game_or_a_cup_of_theirs_is_counted_first(self) -> None:
        """Games of later weeks make new rows, beside which the others would stay as they were."""
        ann, bob = member("ann"), member("bob")
        for week, listed in enumerate((Score.PERSON, Score.UNLISTED, Score.PERSON)):
            User.objects.filter(pk=ann.pk).update(is_active=listed == Score.PERSON)
            game(a_table(), ann, bob, ended_at=NOON + week * 7 * DAY, ruleset=("classic", "own", "three_bids")[week])
            a_cup(ann, ended_at=NOON + (week + 9) * 7 * DAY)
            leaderboard._looking = leaderboard._Looking(began=NOON)  # it has just looked
            work()
            assert len(self.whos(ann)) == 1
            self.look(week + 1)
            assert self.whos(ann) == {listed}
            assert self.whos(bob) == {Score.PERSON}
            self.check()

    def test_players_are_looked_through_some_at_a_time_once_a_minute(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(leaderboard, "PLAYERS", 2)
        for name in ("ann", "bob", "carol"):
            Score.objects.create(player=member(name), period="all", ruleset="", who=Score.UNLISTED)
        listed = []
        for _look in range(4):
            for job in leaderboard.due(NOON):
                job()
            listed.append(Score.objects.filter(who=Score.PERSON).count())
        assert listed == [2, 3, 3, 3]
        assert leaderboard.due(NOON + 59_999) == []
        assert len(leaderboard.due(NOON + 60_000)) == 1
        assert len(leaderboard.due(NOON - 1)) == 1, "a clock that was put back"


def work_without_waiting() -> None:
    for _job in range(5):
        leaderboard.follow()


class TestTournaments:
    def test_points_of_a_public_tournament_come_once(self) -> None:
        alice, bob, carol = member("alice"), member("bob"), member("carol")
        a_cup(alice, bob, carol)
        work()
        leaderboard.score(Tournament.objects.get().pk)
        assert [score(one).points for one in (alice, bob, carol)] == [30, 15, 10]
        assert {one.points for one in Score.objects.filter(player=alice)} == {30}
        assert Score.objects.filter(player=alice).count() == 8
        assert score(alice).chips is None

    def test_they_add_up_beside_games(self) -> None:
        alice, bob = member("alice"), member("bob")
        for _round in range(2):
            a_cup(alice, bob)
            game(a_table(), alice, bob)
            work()
        assert (score(alice).points, score(alice).games, score(alice).chips) == (60, 2, 20)
        assert list(rescore.differences()) == []

    @pytest.mark.parametrize("fields", [
        {"private": True}, {"state": Tournament.CANCELLED}, {"state": Tournament.PAYING}, {"state": Tournament.RUNNING},
    ])  # fmt: skip
    def test_others_have_none(self, fields: dict[str, Any]) -> None:
        a_cup(member("alice"), **fields)
        work()
        assert not Score.objects.exists()

    def test_one_that_was_played(self, course: course.Course) -> None:
        from tests.tournaments.course import boards, enter, tournament

        cup = tournament()
        enter(cup, "alice", "bob", "carol")
        course.until_games_run()
        course.decide(boards(cup)[0], alice=200, bob=-100, carol=-100)
        course.pass_ms(60_000)
        work()
        points = dict(Entry.objects.filter(tournament=cup).values_list("player", "points"))
        assert points
        assert {one.player_id: one.points for one in Score.objects.filter(period="all", ruleset="")} == points


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_several_workers_at_once_count_everything_once() -> None:
    random_games(40)
    people = list(User.objects.order_by("pk"))
    for _cup in range(5):
        a_cup(*people[:3])

    def worker() -> None:
        for _look in range(30):
            for job in [*tally.due(NOON), *leaderboard.due(NOON)]:
                job()

    assert [outcome for outcome in together([worker] * 3) if outcome] == []
    assert score(people[0]).points == 150
    assert [*recount.differences(), *rescore.differences()] == []


class TestCountedAnew:
    @pytest.fixture
    def season(self) -> None:
        """Games of four weeks in no good order, and tournaments."""
        rng = random.Random(7)
        for one in random_games(80):
            GameRecord.objects.filter(pk=one.pk).update(ended_at=NOON + rng.randrange(28) * DAY)
        people = list(User.objects.order_by("pk"))
        for _cup in range(3):
            a_cup(*rng.sample(people, 3))
        work()

    def test_it_makes_the_same_scores(self, season: None) -> None:
        before = numbers()
        Score.objects.filter(ruleset="").delete()
        Score.objects.update(longest_run=99, points=3)
        call_command("tally", "rebuild", stdout=StringIO())
        assert numbers() == before

    @pytest.mark.parametrize("tamper", [
        lambda: Score.objects.filter(pk=some_score().pk).update(chips=10**9),
        lambda: Score.objects.filter(pk=some_score().pk).update(points=1),
        lambda: Score.objects.filter(pk=some_score().pk).update(who=Score.UNLISTED),
        lambda: some_score().delete(),
        lambda: Score.objects.create(player=member("nobody"), period="all", ruleset=""),
        lambda: Rating.objects.filter(ruleset="", player=some_score().player).update(mu=50.0),
    ])  # fmt: skip
    def test_the_command_finds_what_was_tampered_with(self, season: None, tamper: Callable[[], object]) -> None:
        call_command("tally", "check", stdout=StringIO())
        tamper()
        out = StringIO()
        with pytest.raises(CommandError, match="1 differences"):
            call_command("tally", "check", stdout=out)
        assert "instead of" in out.getvalue()


def some_score() -> Score:
    return Score.objects.filter(games__gt=0).order_by("pk")[0]
