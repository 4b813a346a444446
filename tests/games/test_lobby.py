"""The button "Play now": where it seats somebody, and what it does for whoever can't pay for any seat."""

import pytest

from games import lobby
from games.models import Table

from .play import Time, person, refused, seat_of, table_of

pytestmark = pytest.mark.django_db


def test_play_now_seats_at_an_open_public_table(time: Time) -> None:
    closed, private = table_of(), table_of()
    Table.objects.filter(pk=closed.pk).update(closed=True)
    Table.objects.filter(pk=private.pk).update(private=True)
    open_ = table_of()
    Table.objects.update(bots=True)
    alice = person("alice")
    assert lobby.play_now(alice) == open_
    assert lobby.play_now(alice) == open_
    assert seat_of(open_, alice).stack == 500


def test_where_all_tables_are_full_another_one_is_opened(time: Time) -> None:
    full = table_of(*(person(f"player {number}") for number in range(6)))
    Table.objects.update(bots=True)
    assert lobby.play_now(person("alice")) != full
    assert Table.objects.count() == 2


@pytest.mark.parametrize("chips", [0, 19])
def test_whoever_is_broke_leaves_no_empty_tables_behind(time: Time, chips: int) -> None:
    table_of()
    broke = person("broke", chips)
    for _press in range(3):
        with refused("funds"):
            lobby.play_now(broke)
    assert Table.objects.count() == 1


def test_twenty_chips_are_enough(time: Time) -> None:
    table_of()
    assert lobby.play_now(person("poor", 20)).ante == 1
