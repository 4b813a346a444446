"""Arenas: seated again after each game with whoever is free, equal stacks, points, pauses, the end of the time."""

import re

import pytest
from django.test import Client

from accounts import ledger
from games.models import GameRecord, Seat, Table
from games.refusals import Refusal
from tests.games.play import wallet
from tournaments import arena, live
from tournaments.models import Entry, Tournament, TournamentTable

from .course import MINUTE, NOON, Course, boards, check_books, enter, entry, now, places, prizes, tournament, who

pytestmark = pytest.mark.django_db(transaction=True)


def started(course: Course, *names: str, **terms: object) -> Tournament:
    """An arena that has begun, its first games running."""
    wanted: dict[str, object] = {
        "format": Tournament.ARENA,
        "starts_at": NOON + MINUTE,
        "duration_ms": 10 * MINUTE,
        "max_entries": 50,
        **terms,
    }
    cup = tournament(**wanted)
    enter(cup, *names)
    course.pass_ms(MINUTE + 1_000)
    course.until_games_run()
    return cup


def test_everybody_is_seated_at_once_and_again_after_each_game(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera")
    assert sorted(who(boards(cup)[0])) == ["alice", "bob", "vera"]
    course.decide(boards(cup)[0], alice=100, bob=-100)
    course.pass_ms(5_000)
    course.until_games_run()
    assert sorted(who(boards(cup)[0])) == ["alice", "bob", "vera"]
    assert set(Seat.objects.values_list("stack", flat=True)) == {100}  # from equal stacks again
    assert TournamentTable.objects.count() == 1
    check_books()


def test_points_for_the_bank_more_for_a_big_one_and_in_a_streak(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera")
    scores = []
    for _game in range(3):
        course.decide(boards(cup)[0], alice=20, bob=-20)
        scores.append(entry(cup, "alice").score)
        course.pass_ms(5_000)
        course.until_games_run()
    gained = [scores[0], scores[1] - scores[0], scores[2] - scores[1]]
    assert gained[0] == gained[1] > 0
    assert gained[2] == 2 * gained[1]
    assert entry(cup, "alice").streak == 3
    course.decide(boards(cup)[0], bob=100, alice=-100)
    assert entry(cup, "alice").streak == 0
    assert entry(cup, "bob").score > gained[0]


def test_whoever_comes_late_is_seated_with_whoever_is_free(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera")
    enter(cup, "dana", "erlan", "farida")
    course.pass_ms(arena.WAIT_MS + 1_000)
    assert [board.players for board in boards(cup)] == [3, 3]
    check_books()


def test_two_alone_wait_for_company_while_others_play(course: Course) -> None:
    """Else two who pause together would be seated together, and play into each other's hands."""
    cup = started(course, "alice", "bob", "vera")
    enter(cup, "dana", "erlan")
    course.pass_ms(MINUTE)
    assert [board.players for board in boards(cup)] == [3]
    course.decide(boards(cup)[0])
    course.pass_ms(20_000)
    assert sum(board.players for board in boards(cup)) == 5
    check_books()


def test_a_lone_one_waits(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera")
    enter(cup, "dana")
    course.pass_ms(MINUTE)
    assert [board.players for board in boards(cup)] == [3]
    course.decide(boards(cup)[0])
    course.pass_ms(20_000)
    assert sum(board.players for board in boards(cup)) == 4


def test_who_pauses_is_not_seated_until_they_come_back(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera")
    vera = entry(cup, "vera").player
    assert live.pause(cup.pk, vera, True)
    assert not live.pause(cup.pk, vera, True)
    course.decide(boards(cup)[0])
    course.pass_ms(20_000)
    assert sorted(who(boards(cup)[0])) == ["alice", "bob"]
    live.pause(cup.pk, vera, False)
    course.decide(boards(cup)[0])
    course.pass_ms(20_000)
    assert sorted(who(boards(cup)[0])) == ["alice", "bob", "vera"]


def test_who_is_absent_is_paused(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera")
    Seat.objects.filter(player__name="vera").update(sitting_out=True)
    course.decide(boards(cup)[0])
    course.pass_ms(20_000)
    assert entry(cup, "vera").paused
    assert sorted(who(boards(cup)[0])) == ["alice", "bob"]


def test_the_game_that_runs_when_time_is_over_still_counts(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera", prizes=Tournament.CUSTOM, percentages=[70, 30])
    course.pass_ms(10 * MINUTE)
    assert now(cup).state == Tournament.RUNNING
    course.decide(boards(cup)[0], bob=100, alice=-100)
    course.pass_ms(10_000)
    assert now(cup).state == Tournament.FINISHED
    assert places(cup) == {"bob": 1, "alice": 2, "vera": 2}
    page = Client().get(f"/tournaments/{cup.public_id}/").content.decode()
    heads = re.findall(r'<th scope="col" class="r[^"]*">(.*?)</th>', page[page.index('id="cup-standings"') :])
    assert heads[:3] == ["Score", "Prize", "Leaderboard points"]
    assert f'<td class="r num">{entry(cup, "bob").score}</td>' in page
    assert prizes(cup) == {"bob": 210, "alice": 45, "vera": 45}
    assert wallet(entry(cup, "bob").player) == ledger.GRANT + 110
    assert all(Table.objects.values_list("closed", flat=True))
    check_books()


def test_nobody_pays_for_an_arena_whose_last_games_run(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera")
    course.pass_ms(10 * MINUTE)
    with pytest.raises(Refusal, match="closed"):
        enter(cup, "dana")
    check_books()


def test_no_game_begins_after_the_end(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera", duration_ms=MINUTE)
    course.pass_ms(MINUTE - 10_000)
    course.decide(boards(cup)[0])
    course.pass_ms(MINUTE)
    assert now(cup).state == Tournament.FINISHED
    assert GameRecord.objects.count() == 1


def test_a_game_that_was_called_off_counts_for_nobody(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera")
    course.decide(boards(cup)[0], alice=50, bob=-50)
    course.pass_ms(5_000)
    course.until_games_run()
    board = boards(cup)[0]
    streak, score = entry(cup, "alice").streak, entry(cup, "alice").score
    table = Table.objects.get(pk=board.pk)
    GameRecord.objects.create(
        public_id=table.game_id, table=table, game_no=table.game_no, record=table.record, bank=0, deals=1, people=3,
        started_at=course.now, ended_at=course.now, void=True,
    )  # fmt: skip
    Table.objects.filter(pk=table.pk).update(
        settled=True, due=course.now, next_at=course.now, version=table.version + 1
    )
    course.look()
    assert (entry(cup, "alice").streak, entry(cup, "alice").score) == (streak, score)


def test_at_tables_of_two_the_odd_one_waits(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera", seats_total=2)
    assert [board.players for board in boards(cup)] == [2]
    assert Entry.objects.filter(table=None).count() == 1


def test_levels_go_up_and_one_may_still_come(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera", level_ms=2 * MINUTE)
    course.pass_ms(3 * MINUTE)
    assert now(cup).level == 2
    enter(cup, "dana")
    course.decide(boards(cup)[0])
    course.pass_ms(20_000)
    assert {Table.objects.get(pk=board.pk).ante for board in boards(cup)} == {15}
    assert sum(board.players for board in boards(cup)) == 4


def test_a_break_begins_when_the_last_game_is_over(course: Course) -> None:
    cup = started(course, "alice", "bob", "vera", level_ms=2 * MINUTE, break_every=1, break_ms=2 * MINUTE)
    course.pass_ms(2 * MINUTE)
    assert now(cup).break_next
    course.decide(boards(cup)[0])
    course.pass_ms(MINUTE)
    assert now(cup).break_until is not None
    assert not Seat.objects.exists()
    course.pass_ms(MINUTE + 20_000)
    assert Table.objects.get(pk=boards(cup)[0].pk).running
    course.pass_ms(20 * MINUTE)
    for _game in range(3):
        if now(cup).state == Tournament.RUNNING and Table.objects.filter(settled=False).exists():
            course.decide(boards(cup)[0])
        course.pass_ms(20_000)
    assert now(cup).state == Tournament.FINISHED
    check_books()
