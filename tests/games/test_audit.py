"""The audit names every breach: each is made here by hand, where no code of ours would."""

import json

import pytest
from django.db import transaction

from accounts import ledger
from games import audit
from games.models import DealRecord, GameRecord, PlayerResult, Seat, Table

from .dealt import a_chain, a_deal, a_game
from .finished import a_table
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


# --- deals ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def chain() -> list[DealRecord]:
    """Three deals that follow one another."""
    deals = a_chain(a_table(), 3)
    assert audit.breaches() == []
    return deals


def test_a_deal_that_does_not_continue_the_one_before(chain: list[DealRecord]) -> None:
    chain[1].delete()
    assert audit.breaches() == [
        f"table {chain[0].table_id}: deal 2 is missing",
        f"table {chain[0].table_id}: deal 3 does not continue the record of the deal before it",
    ]


def test_deals_that_are_missing_though_the_records_continue_one_another(chain: list[DealRecord]) -> None:
    a_deal(chain[0].table, 6, chain[2].record_hash)
    assert only_breach() == f"table {chain[0].table_id}: deals 4 to 5 are missing"


def test_the_last_deal_is_missing(chain: list[DealRecord]) -> None:
    Table.objects.filter(pk=chain[0].table_id).update(next_deal=5)
    assert only_breach() == f"table {chain[0].table_id}: deal 4 is missing"


def test_decks_of_tests_have_no_records(chain: list[DealRecord], decks: Decks) -> None:
    a_deal(chain[0].table, 6, chain[2].record_hash)
    decks(DUEL_DECK)
    assert audit.breaches() == []


def test_a_table_whose_first_deals_are_gone(chain: list[DealRecord]) -> None:
    chain[0].delete()
    assert only_breach() == f"table {chain[0].table_id}: deal 2 does not continue the record of the deal before it"


def test_a_deal_made_before_the_one_before_was_over(chain: list[DealRecord]) -> None:
    DealRecord.objects.filter(pk=chain[1].pk).update(record_hash="", events="")
    assert only_breach() == f"table {chain[0].table_id}: deal 3 was made before deal 2 was over"


def test_a_record_that_was_changed_afterwards(chain: list[DealRecord]) -> None:
    events = json.loads(chain[1].events)[:-1]
    DealRecord.objects.filter(pk=chain[1].pk).update(events=json.dumps(events))
    assert only_breach() == f"deal {chain[1].pk}: its record does not have its hash"


def test_a_called_off_deal_whose_seed_is_gone(chain: list[DealRecord]) -> None:
    DealRecord.objects.update(void=True)
    assert audit.breaches() == []
    DealRecord.objects.filter(pk=chain[2].pk).update(secret="")
    assert only_breach() == f"deal {chain[2].pk}: it was called off, and the seed of its deck is gone"


def test_a_game_that_was_played_with_another_deck_than_its_proof_has(time: Time) -> None:
    game = a_game(time, person("alice"), person("bob"))
    assert audit.breaches() == []
    deal = DealRecord.objects.filter(game=game.public_id).latest("deal_no")
    DealRecord.objects.filter(pk=deal.pk).update(secret="00" * 32)
    assert only_breach() == f"deal {deal.pk}: its game was played with another deck"
    DealRecord.objects.filter(pk=deal.pk).update(secret="")
    assert audit.breaches() == [], "erased"


def test_the_audit_reads_deals_some_at_a_time(chain: list[DealRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "DEALS", 2)
    DealRecord.objects.filter(pk=chain[2].pk).update(record_hash="00" * 32)
    assert only_breach() == f"deal {chain[2].pk}: its record does not have its hash"
