"""Sit & gos and freezeouts as their director runs them: start, bust-outs, moves, levels, the end."""

import pytest

from accounts import ledger
from games.models import Seat, Table
from games.refusals import Refusal
from tests.games.play import person, wallet
from tournaments import audit, director, live
from tournaments.models import Entry, Move, Tournament

from .course import (
    MINUTE,
    Course,
    boards,
    check_books,
    enter,
    entry,
    freezeout,
    now,
    places,
    prizes,
    sizes,
    tournament,
    who,
)

pytestmark = pytest.mark.django_db(transaction=True)


class TestSitAndGo:
    def test_it_starts_when_it_is_full(self, course: Course) -> None:
        cup = tournament()
        enter(cup, "alice", "bob")
        course.pass_ms(60 * MINUTE)
        assert now(cup).state == Tournament.ANNOUNCED
        enter(cup, "vera")
        course.look()
        assert now(cup).state == Tournament.RUNNING
        assert sorted(who(boards(cup)[0])) == ["alice", "bob", "vera"]
        course.until_games_run()
        assert Table.objects.get(pk=boards(cup)[0].pk).running

    def test_to_the_prize(self, course: Course) -> None:
        cup = tournament()
        alice, bob, vera = enter(cup, "alice", "bob", "vera")
        assert wallet(alice) == ledger.GRANT - 100
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, bob=-100)
        assert (entry(cup, "bob").state, entry(cup, "bob").place) == (Entry.OUT, 3)
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, vera=-100)
        course.pass_ms(10_000)
        assert now(cup).state == Tournament.FINISHED
        assert places(cup) == {"alice": 1, "vera": 2, "bob": 3}
        assert (wallet(alice), wallet(bob), wallet(vera)) == (
            ledger.GRANT + 200,
            ledger.GRANT - 100,
            ledger.GRANT - 100,
        )
        assert entry(cup, "alice").points > entry(cup, "vera").points
        assert not Seat.objects.exists()
        assert Table.objects.get().closed
        check_books()

    def test_who_is_out_sees_the_result_from_their_chair_until_the_next_game(self, course: Course) -> None:
        cup = tournament()
        enter(cup, "alice", "bob", "vera")
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, bob=-100)
        assert "bob" in who(boards(cup)[0])
        course.until_games_run()
        assert sorted(who(boards(cup)[0])) == ["alice", "vera"]

    def test_bots_fill_up_when_somebody_has_waited(self, course: Course) -> None:
        cup = tournament(bots=True)
        enter(cup, "alice")
        course.pass_ms(director.FILL_MS - 1_000)
        assert now(cup).entries == 1
        course.pass_ms(3_000)
        assert now(cup).state == Tournament.RUNNING
        assert now(cup).entries == 3
        assert ledger.balance(ledger.pool(now(cup).pool_code)) == 300
        check_books()

    def test_a_bots_prize_goes_back_to_the_mint(self, course: Course) -> None:
        cup = tournament(bots=True, max_entries=2, seats_total=2)
        enter(cup, "alice")
        course.pass_ms(30_000)
        bot = Entry.objects.exclude(player__name="alice").get().player
        course.decide(boards(cup)[0], alice=-100, **{bot.name: 100})
        course.pass_ms(10_000)
        assert prizes(cup) == {bot.name: 200}
        assert ledger.balance(ledger.pool(now(cup).pool_code)) == 0
        check_books()

    def test_one_that_nobody_enters_goes_after_a_day(self, course: Course) -> None:
        cup = tournament()
        course.look()
        course.now += director.IDLE_MS
        course.pass_ms(1_000)
        assert (now(cup).state, now(cup).why) == (Tournament.CANCELLED, "few")

    def test_one_that_does_not_fill_up_gives_the_fee_back_after_a_day(self, course: Course) -> None:
        cup = tournament()
        (alice,) = enter(cup, "alice")
        course.look()
        course.now += director.IDLE_MS
        course.pass_ms(1_000)
        assert now(cup).state == Tournament.CANCELLED
        assert wallet(alice) == ledger.GRANT

    def test_a_private_one_brings_no_points_for_the_leaderboards(self, course: Course) -> None:
        cup = tournament(private=True, max_entries=2, seats_total=2)
        enter(cup, "alice", "bob")
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, bob=-100)
        assert {one.points for one in Entry.objects.all()} == {0}


class TestOutage:
    @pytest.mark.parametrize("gap", [3_600_000, -3_600_000])
    def test_what_goes_on_is_moved_and_what_starts_by_the_wall_clock_is_not(self, course: Course, gap: int) -> None:
        paying, waiting, cup = tournament(name="Paying"), tournament(name="Waiting", bots=True), freezeout()
        enter(paying, "alice", "bob", "vera")
        course.until_games_run()
        course.decide(boards(paying)[0], alice=200, bob=-100, vera=-100)
        Tournament.objects.filter(pk=paying.pk).update(state=Tournament.PAYING, due=course.now)
        enter(waiting, "dana")
        starts_at, due = now(cup).starts_at, now(cup).due
        course.now += gap
        director.shift(gap)
        assert (now(cup).starts_at, now(cup).due) == (starts_at, due)
        course.pass_ms(1_000)
        assert now(paying).state == Tournament.FINISHED
        course.pass_ms(director.FILL_MS + 1_000)
        assert now(waiting).state == Tournament.RUNNING


class TestStart:
    def test_too_few_and_everybody_has_the_fee_back(self, course: Course) -> None:
        cup = freezeout(min_entries=3, added=500)
        alice, bob = enter(cup, "alice", "bob")
        course.pass_ms(6 * MINUTE)
        assert (now(cup).state, now(cup).why) == (Tournament.CANCELLED, "few")
        assert (wallet(alice), wallet(bob)) == (ledger.GRANT, ledger.GRANT)
        assert ledger.balance(ledger.pool(now(cup).pool_code)) == 0
        check_books()

    def test_bots_make_up_the_fewest(self, course: Course) -> None:
        cup = freezeout(min_entries=4, bots=True)
        enter(cup, "alice")
        course.pass_ms(6 * MINUTE)
        assert (now(cup).state, now(cup).entries) == (Tournament.RUNNING, 4)

    def test_more_bots_than_the_cast_has(self, course: Course) -> None:
        cup = freezeout(min_entries=20, bots=True)
        enter(cup, "alice")
        course.pass_ms(6 * MINUTE)
        assert (now(cup).state, now(cup).entries) == (Tournament.RUNNING, 20)

    def test_seven_at_tables_of_three(self, course: Course) -> None:
        cup = freezeout()
        enter(cup, *(f"player {number}" for number in range(7)))
        course.pass_ms(5 * MINUTE + 1_000)
        assert sizes(cup) == [3, 2, 2]
        course.until_games_run()
        assert all(Table.objects.get(pk=board.pk).running for board in boards(cup))
        check_books()

    def test_called_off_by_its_organiser_while_it_runs(self, course: Course) -> None:
        cup = tournament()
        people = enter(cup, "alice", "bob", "vera")
        course.until_games_run()
        assert live.cancel(cup.pk, "director")
        assert not live.cancel(cup.pk, "director")
        course.pass_ms(1_000)
        assert now(cup).state == Tournament.CANCELLED
        assert [wallet(one) for one in people] == [ledger.GRANT] * 3
        course.decide(boards(cup)[0], alice=100, bob=-100)  # the game that ran ends, and counts for nothing
        course.pass_ms(10_000)
        assert Table.objects.get().closed
        check_books()

    def test_what_fails_for_good_is_called_off(self, course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
        cup = tournament()
        (alice, *_others) = enter(cup, "alice", "bob", "vera")
        monkeypatch.setitem(director.WORK, Tournament.ANNOUNCED, broken)
        monkeypatch.setattr(director._failing, "left_alone", list)
        for _failure in range(director.FAILURES):
            with pytest.raises(ZeroDivisionError):
                director.tick(cup.pk)
        course.pass_ms(1_000)
        assert (now(cup).state, now(cup).why) == (Tournament.CANCELLED, "error")
        assert wallet(alice) == ledger.GRANT


def broken(tournament: Tournament) -> None:
    raise ZeroDivisionError


class TestOut:
    def test_two_in_one_game_the_larger_stack_at_its_start_places_higher(self, course: Course) -> None:
        cup = tournament()
        enter(cup, "alice", "bob", "vera")
        course.until_games_run()
        course.decide(boards(cup)[0], alice=0, bob=40, vera=-40)
        course.until_games_run()
        course.decide(boards(cup)[0], alice=200, bob=-140, vera=-60)
        course.pass_ms(1_000)
        assert places(cup) == {"alice": 1, "bob": 2, "vera": 3}

    def test_a_tie_shares_the_place_and_the_prize(self, course: Course) -> None:
        cup = tournament(prizes=Tournament.CUSTOM, percentages=[50, 30, 20], entry_fee=101)
        enter(cup, "alice", "bob", "vera")
        course.until_games_run()
        course.decide(boards(cup)[0], alice=200, bob=-100, vera=-100)
        course.pass_ms(1_000)
        assert places(cup) == {"alice": 1, "bob": 2, "vera": 2}
        pool = 303
        assert sum(prizes(cup).values()) == pool
        assert abs(prizes(cup)["bob"] - prizes(cup)["vera"]) <= 1
        assert prizes(cup)["bob"] >= prizes(cup)["vera"]  # the odd chip goes to who entered first
        check_books()

    def test_double_up_ends_when_half_are_left(self, course: Course) -> None:
        cup = tournament(prizes=Tournament.DOUBLE, max_entries=4, seats_total=4)
        enter(cup, "alice", "bob", "vera", "dana")
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, bob=-100)
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, dana=-100)
        course.pass_ms(10_000)
        assert now(cup).state == Tournament.FINISHED
        assert prizes(cup) == {"alice": 200, "vera": 200}
        assert places(cup) == {"alice": 1, "vera": 1, "dana": 3, "bob": 4}
        check_books()

    def test_a_game_that_was_called_off_puts_nobody_out(self, course: Course) -> None:
        cup = tournament()
        enter(cup, "alice", "bob", "vera")
        course.until_games_run()
        course.decide(boards(cup)[0])
        assert {one.stack for one in Entry.objects.all()} == {100}
        check_books()


class TestMoves:
    def start(self, course: Course, players: int, **terms: object) -> Tournament:
        cup = freezeout(**terms)  # type: ignore[arg-type]
        enter(cup, *(f"player {number}" for number in range(players)))
        course.pass_ms(5 * MINUTE + 1_000)
        course.until_games_run()
        return cup

    def end(self, course: Course, cup: Tournament, number: int, out: int) -> list[str]:
        """The game at that table ends, and so many are out; their names."""
        board = next(board for board in boards(cup) if board.number == number)
        winner, *others = who(board)
        broke = others[:out]
        stacks = {name: entry(cup, name).stack for name in broke}
        nets = {winner: sum(stacks.values()), **{name: -stack for name, stack in stacks.items()}}
        course.decide(board, **nets)
        return broke

    def test_a_table_too_many_breaks_up(self, course: Course) -> None:
        cup = self.start(course, 7, prizes=Tournament.TOP15)
        assert sizes(cup) == [3, 2, 2]
        self.end(course, cup, 1, out=1)
        course.pass_ms(8_000)
        assert sizes(cup) == [2, 2, 2]  # three tables still run
        self.end(course, cup, 3, out=0)
        course.pass_ms(8_000)
        assert sizes(cup) == [3, 3]
        assert set(Move.objects.values_list("of", "why")) == {(3, Move.BREAKS)}
        check_books()

    def test_the_larger_table_gives_the_next_to_open(self, course: Course) -> None:
        cup = self.start(course, 12, seats_total=6)
        assert sizes(cup) == [6, 6]
        self.end(course, cup, 1, out=2)
        assert sizes(cup) == [4, 6]
        course.pass_ms(8_000)
        assert sizes(cup) == [4, 6]  # a game runs at the larger table: it gives nobody away now
        larger = boards(cup)[1]
        names = who(larger)
        self.end(course, cup, 2, out=0)
        course.pass_ms(8_000)
        assert sizes(cup) == [5, 5]
        moved = Move.objects.get()
        assert (moved.why, moved.of, moved.to) == (Move.BALANCES, 2, 1)
        assert moved.entry.player.name == names[1]  # the winner sat in the first chair and deals: the next one opens
        check_books()

    def test_who_moves_takes_along_stack_and_settings_and_waits_for_the_next_game(self, course: Course) -> None:
        cup = self.start(course, 12, seats_total=6)
        self.end(course, cup, 1, out=2)
        course.pass_ms(8_000)
        goes = who(boards(cup)[1])[1]
        Seat.objects.filter(player__name=goes).update(show_at_once=False, bank_ms=7_000)
        self.end(course, cup, 2, out=0)
        course.pass_ms(6_000)
        seat = Seat.objects.get(player__name=goes)
        assert (seat.table_id, seat.show_at_once, seat.stack) == (boards(cup)[0].pk, False, 100)
        assert seat.first_game == Table.objects.get(pk=seat.table_id).game_no + 1

    def test_the_final_table_is_drawn_anew_when_all_are_at_rest(self, course: Course) -> None:
        cup = self.start(course, 6, prizes=Tournament.WINNER)
        assert sizes(cup) == [3, 3]
        for number in (1, 2):
            self.end(course, cup, number, out=1)
            course.pass_ms(8_000)
        assert sizes(cup) == [2, 2]
        self.end(course, cup, 1, out=1)
        course.pass_ms(8_000)
        assert sizes(cup) == [1, 2]  # waits for the other table
        self.end(course, cup, 2, out=0)
        course.pass_ms(12_000)
        assert sizes(cup) == [3]
        assert now(cup).final_table
        assert set(Move.objects.values_list("why", flat=True)) == {Move.FINAL}
        assert Table.objects.get(pk=boards(cup)[0].pk).running
        assert sum(Seat.objects.values_list("stack", flat=True)) == 600
        check_books()

    def test_hand_for_hand_games_of_a_round_are_one_game(self, course: Course) -> None:
        """Six at two tables; the best four win something. With five left the tables wait for one another."""
        cup = self.start(course, 6, prizes=Tournament.CUSTOM, percentages=[40, 30, 20, 10])
        self.end(course, cup, 1, out=1)
        assert now(cup).hand_for_hand
        course.pass_ms(8_000)
        first, second = (Table.objects.get(pk=board.pk) for board in boards(cup))
        assert (first.running, second.running) == (False, True)  # the game that ran is the first round
        self.end(course, cup, 2, out=0)
        course.pass_ms(8_000)
        assert all(Table.objects.get(pk=board.pk).running for board in boards(cup))
        out = self.end(course, cup, 1, out=1)
        assert entry(cup, out[0]).state == Entry.OUT
        assert entry(cup, out[0]).place is None
        out += self.end(course, cup, 2, out=1)
        course.pass_ms(12_000)
        by_stack = sorted(out, key=lambda name: -(entry(cup, name).out_stack or 0))
        tied = len({entry(cup, name).out_stack for name in out}) == 1
        assert [entry(cup, name).place for name in by_stack] == ([4, 4] if tied else [4, 5])
        assert (now(cup).hand_for_hand, now(cup).final_table) == (False, True)
        check_books()

    def test_hand_for_hand_from_the_start_where_all_but_one_win_something(self, course: Course) -> None:
        cup = self.start(course, 6, prizes=Tournament.CUSTOM, percentages=[40, 20, 20, 10, 10])
        assert now(cup).hand_for_hand


class TestLevels:
    def test_by_time_and_from_the_next_game_on(self, course: Course) -> None:
        cup = tournament(level_ms=MINUTE)
        enter(cup, "alice", "bob", "vera")
        course.until_games_run()
        table = boards(cup)[0].pk
        assert Table.objects.get(pk=table).ante == 10
        course.pass_ms(MINUTE)
        assert now(cup).level == 2
        assert Table.objects.get(pk=table).ante == 10  # the game that runs
        course.decide(boards(cup)[0], alice=10, bob=-10)
        course.pass_ms(6_000)
        assert Table.objects.get(pk=table).ante == 15

    def test_by_games(self, course: Course) -> None:
        cup = tournament(level_games=2)
        enter(cup, "alice", "bob", "vera")
        for level in (1, 1, 2, 2, 3):
            course.until_games_run()
            assert now(cup).level == level
            course.decide(boards(cup)[0], alice=1, bob=-1)

    def test_past_the_last_level_stakes_double_so_that_it_ends(self, course: Course) -> None:
        cup = tournament(level_ms=MINUTE, levels=[[10, 10], [20, 40]])
        assert [now(cup).stakes(level) for level in (2, 3, 4)] == [(20, 40), (40, 80), (80, 160)]
        assert now(cup).stakes(1_000) == (10**12, 10**12)

    def test_a_game_that_began_at_an_earlier_level_does_not_count_for_this_one(self, course: Course) -> None:
        cup = freezeout(level_games=1)
        enter(cup, *(f"player {number}" for number in range(9)))
        course.pass_ms(5 * MINUTE)
        course.until_games_run()
        for board in boards(cup):
            course.decide(board)
        assert now(cup).level == 2

    def test_a_break_begins_for_everybody_when_the_last_game_is_over(self, course: Course) -> None:
        cup = freezeout(level_ms=MINUTE, break_every=1, break_ms=5 * MINUTE)
        enter(cup, *(f"player {number}" for number in range(6)))
        course.pass_ms(5 * MINUTE)
        course.until_games_run()
        course.pass_ms(MINUTE)
        first, second = boards(cup)
        assert now(cup).break_next
        course.decide(first)
        course.pass_ms(3 * MINUTE)
        assert now(cup).break_until is None  # a game still runs
        assert not Table.objects.get(pk=first.pk).running
        course.decide(second)
        course.pass_ms(6_000)
        until = now(cup).break_until
        assert until is not None
        assert not now(cup).break_next
        course.pass_ms(4 * MINUTE)
        assert not any(Table.objects.get(pk=board.pk).running for board in boards(cup))
        assert {Table.objects.get(pk=board.pk).next_at for board in boards(cup)} == {until}
        course.pass_ms(MINUTE)
        assert all(Table.objects.get(pk=board.pk).running for board in boards(cup))
        assert now(cup).level == 2
        assert now(cup).level_ends == until + MINUTE


class TestLateEntries:
    def test_a_late_registrant_gets_a_chair_and_a_full_stack(self, course: Course) -> None:
        cup = freezeout(late_levels=2, level_ms=10 * MINUTE)
        enter(cup, "alice", "bob")
        course.pass_ms(6 * MINUTE)
        enter(cup, "vera")
        course.pass_ms(1_000)
        assert sizes(cup) == [3]
        assert Seat.objects.get(player__name="vera").stack == 100
        check_books()

    def test_where_all_chairs_are_taken_a_new_table_opens_and_others_give(self, course: Course) -> None:
        cup = freezeout(late_levels=1, level_ms=10 * MINUTE)
        enter(cup, "alice", "bob", "dana")
        course.pass_ms(6 * MINUTE)
        enter(cup, "vera")
        course.pass_ms(1_000)
        assert sizes(cup) == [3, 1]
        course.decide(boards(cup)[0])
        course.pass_ms(20_000)
        assert sizes(cup) == [2, 2]
        assert all(Table.objects.get(pk=board.pk).running for board in boards(cup))
        check_books()

    def test_places_are_known_when_nobody_can_enter_any_more(self, course: Course) -> None:
        cup = freezeout(late_levels=1, level_ms=10 * MINUTE)
        enter(cup, "alice", "bob", "dana")
        course.pass_ms(5 * MINUTE)
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, bob=-100)
        assert entry(cup, "bob").place is None
        enter(cup, "vera")
        course.pass_ms(10 * MINUTE)
        assert now(cup).entries_closed
        assert entry(cup, "bob").place == 4
        with pytest.raises(Refusal, match="closed"):
            live.enter(cup.pk, person("late"), 1)

    def test_who_is_out_may_enter_again(self, course: Course) -> None:
        cup = freezeout(late_levels=1, re_entries=1, level_ms=10 * MINUTE)
        _alice, bob, _dana = enter(cup, "alice", "bob", "dana")
        course.pass_ms(5 * MINUTE)
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, bob=-100)
        live.enter(cup.pk, bob, 2)
        live.enter(cup.pk, bob, 2)
        course.pass_ms(1_000)
        assert wallet(bob) == ledger.GRANT - 200
        assert (now(cup).entries, now(cup).left) == (4, 3)
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, bob=-100)
        with pytest.raises(Refusal, match="out"):
            live.enter(cup.pk, bob, 3)
        course.pass_ms(10 * MINUTE)
        assert places(cup) == {"alice": None, "dana": None, "bob": 4, "bob 2": 3}
        check_books()

    def test_who_enters_again_at_once_finds_no_old_chair_in_the_way(self, course: Course) -> None:
        cup = freezeout(late_levels=1, re_entries=1, level_ms=10 * MINUTE, seats_total=6)
        _alice, bob, _dana = enter(cup, "alice", "bob", "dana")
        course.pass_ms(5 * MINUTE)
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, bob=-100)
        live.enter(cup.pk, bob, 2)
        course.look()
        assert Seat.objects.get(player=bob).stack == 100
        check_books()

    def test_the_last_one_left_has_won_even_while_others_could_come(self, course: Course) -> None:
        cup = freezeout(late_levels=3, level_ms=10 * MINUTE)
        enter(cup, "alice", "bob")
        course.pass_ms(5 * MINUTE)
        course.until_games_run()
        course.decide(boards(cup)[0], alice=100, bob=-100)
        course.pass_ms(1_000)
        assert now(cup).state == Tournament.FINISHED
        assert prizes(cup) == {"alice": 200}


class TestAbsent:
    def test_a_whole_tournament_that_nobody_comes_to_plays_itself_out(self, course: Course) -> None:
        """Three who never open the page: the clock folds for them, one second each, until one is left."""
        cup = tournament(level_games=1, stack=40)
        enter(cup, "alice", "bob", "vera")
        course.pass_ms(20 * MINUTE, playing=True)
        assert now(cup).state == Tournament.FINISHED
        assert sorted(place or 0 for place in places(cup).values()) in ([1, 2, 3], [1, 2, 2])
        check_books()


class TestAudit:
    def test_it_finds_a_stack_that_nobody_was_given(self, course: Course) -> None:
        cup = tournament()
        enter(cup, "alice", "bob", "vera")
        course.until_games_run()
        Entry.objects.filter(player__name="bob").update(stack=101)
        assert len(audit.breaches()) == 2

    def test_it_finds_a_lost_entry(self, course: Course) -> None:
        cup = tournament()
        enter(cup, "alice", "bob")
        Entry.objects.filter(player__name="bob").delete()
        assert any("fees" in breach for breach in audit.breaches())
