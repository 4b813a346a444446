""" "Play now" seats nobody with whom they have blocked or who has blocked them; a chair that one chooses is free."""

from functools import partial

import pytest

from accounts import relations
from accounts.models import Relation, User
from games import live, lobby, play_now
from games.models import Seat, Table
from games.refusals import Refusal
from tests.races import together

from .play import Time, person, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return person("alice")


@pytest.fixture
def bob() -> User:
    return person("bob")


def seated_together(one: User, other: User) -> bool:
    return Seat.objects.filter(player=one, table__seats__player=other).exists()


@pytest.mark.parametrize("blocker", ["who comes", "who sits"])
def test_tables_of_blocked_players_are_left_out(time: Time, alice: User, bob: User, blocker: str) -> None:
    theirs, other = table_of(bob, person("vera")), table_of(person("dana"))
    relations.block(*((alice, bob) if blocker == "who comes" else (bob, alice)))
    assert play_now.anywhere(alice) == other != theirs


def test_where_nothing_else_is_open_a_fresh_table_is(time: Time, alice: User, bob: User) -> None:
    table = table_of(bob, bots=True)
    relations.block(bob, alice)
    assert play_now.anywhere(alice) != table
    assert not seated_together(alice, bob)


def test_following_keeps_nobody_apart(time: Time, alice: User, bob: User) -> None:
    table = table_of(bob)
    relations.follow(alice, bob)
    assert play_now.anywhere(alice) == table


def test_a_chair_that_one_chooses_is_free(time: Time, alice: User, bob: User) -> None:
    table = table_of(bob)
    relations.block(bob, alice)
    assert play_now.at(table, alice) == table
    assert seated_together(alice, bob)


def test_who_sits_down_meanwhile_is_seen_at_the_seat_itself(
    time: Time, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rows = table_of(person("vera")), lobby.rows
    relations.block(alice, bob)

    def slow_rows(viewer: User, purse: int) -> list[lobby.Row]:
        found = rows(viewer, purse)
        live.sit(table.pk, bob.pk, 2, 500)
        return found

    monkeypatch.setattr(lobby, "rows", slow_rows)
    assert play_now.anywhere(alice) != table
    assert not seated_together(alice, bob)


def test_who_gets_no_seat_is_not_told_because_of_whom(time: Time, alice: User, bob: User) -> None:
    table = table_of(bob)
    relations.block(bob, alice)
    with pytest.raises(Refusal) as refused:
        play_now.at(table, alice, partial(play_now._keep_apart, alice))
    assert (refused.value.code, refused.value.message) == ("busy", "The table is busy. Please try again.")


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_the_same_moment_are_not_seated_together(time: Time) -> None:
    pairs = [(person(f"alice {number}"), person(f"bob {number}")) for number in range(2)]
    table_of(person("vera"), seats_total=6)
    for alice, bob in pairs:
        relations.block(alice, bob)
    players = [player for pair in pairs for player in pair]
    outcomes = together([partial(play_now.anywhere, player) for player in players])
    assert all(isinstance(outcome, Table) for outcome in outcomes), outcomes
    assert not any(seated_together(alice, bob) for alice, bob in pairs)
    assert Relation.objects.count() == 2
