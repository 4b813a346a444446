"""The audit names every breach: each is made here by hand, where no code of ours would."""

import pytest
from django.db import transaction

from accounts import ledger
from games import audit
from games.models import GameRecord, PlayerResult, Seat, Table

from .play import DUEL_DECK, Decks, Time, person, play, start, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(time: Time, decks: Decks) -> Table:
    """One game is over and the next one runs."""
    decks(DUEL_DECK, DUEL_DECK)
    table = table_of(person("alice"), person("bob"))
    start(table, time)
    play(table, "2f")
    start(table, time)
    play(table, "2b20")
    assert audit.breaches() == []
    return table


def only_breach() -> str:
    found = audit.breaches()
    assert len(found) == 1, found
    return found[0]


def test_chips_before_a_seat_that_are_not_in_escrow(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(record="", settled=True)
    Seat.objects.filter(number=1).update(stack=999)
    assert only_breach() == f"table {table.pk}: 1000 chips in escrow, 1489 in front of its seats"


def test_chips_in_escrow_for_no_table(table: Table) -> None:
    with transaction.atomic():
        ledger.transfer(ledger.mint(), ledger.escrow("table:999"), 70, "stray")
    assert only_breach() == "escrow:table:999: 70 chips for no table"


def test_a_seat_that_did_not_begin_with_its_stack(table: Table) -> None:
    Seat.objects.filter(number=1).update(stack=500)
    Seat.objects.filter(number=2).update(stack=500)
    assert sorted(audit.breaches()) == [
        f"table {table.pk}: seat 1 began with 510 chips, the seat has 500",
        f"table {table.pk}: seat 2 began with 490 chips, the seat has 500",
    ]


def test_a_running_game_that_does_not_replay_is_named_without_its_cards(table: Table) -> None:
    record = Table.objects.get(pk=table.pk).record
    Table.objects.filter(pk=table.pk).update(record=record + " 2Ah")
    assert only_breach().startswith(f"table {table.pk}: its record does not replay (line ")


def test_a_finished_game_that_does_not_replay(table: Table) -> None:
    finished = GameRecord.objects.get()
    GameRecord.objects.update(record=finished.record.replace("2f@0", "2c@0"))
    assert only_breach().startswith(f"game {finished.pk}: its record does not replay (line ")


def test_results_that_are_not_the_records(table: Table) -> None:
    PlayerResult.objects.filter(seat=1).update(net=11)
    finished = GameRecord.objects.get()
    assert audit.breaches() == [
        f"game {finished.pk}: its record and its results differ",
        f"game {finished.pk}: its results don't sum to 0",
    ]


@pytest.mark.parametrize("won", [True, False])
def test_a_game_without_exactly_one_winner(table: Table, won: bool) -> None:
    PlayerResult.objects.update(won=won)
    assert only_breach() == f"game {GameRecord.objects.get().pk}: {2 if won else 0} winners"


def test_a_game_that_was_called_off_and_won(table: Table) -> None:
    GameRecord.objects.update(void=True)
    assert only_breach() == f"game {GameRecord.objects.get().pk}: it was called off, and somebody won or lost"
