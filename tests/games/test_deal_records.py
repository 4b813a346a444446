"""The proofs of finished games, read back: whole, for each viewer what they may have, and the chain of a table."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import deal_records, live, tables
from games.models import DealRecord, GameRecord, Table
from games.rules import fairness, verifier
from games.rules.cards import NAMES

from .dealt import a_chain, a_game, next_game
from .play import Decks, Time, person, play, row, start, table_of
from .test_game_page import known, visitor_of
from .test_history import a_duel, call_off
from .watching import VARIANTS

pytestmark = pytest.mark.django_db

SEED = bytes(range(32))


def records(game: GameRecord, seat: int | None) -> list[dict[str, Any]]:
    return [deal.record for deal in deal_records.deals_of(game, seat)]


def opened(game: GameRecord, seat: int | None) -> set[tuple[int, str]]:
    """The cards in the openings that this viewer gets, with the number of their deal."""
    deals = deal_records.deals_of(game, seat)
    return {(deal.row.deal, NAMES[one["card"]]) for deal in deals for one in deal.record["openings"]}


def dealt_by_alice(time: Time, *people: User, **how: Any) -> Table:
    """A table where she deals with a fair deck, so that Bob is asked first."""
    table = table_of(*people, **how)
    Table.objects.filter(pk=table.pk).update(dealer=1)
    tables.forget(table.pk)
    start(table, time)
    return table


def commitment(table: Table, player: User, seat: int, deal_no: int = 1) -> str:
    return fairness.commitment(table.public_id, deal_no, seat, player.public_id, SEED)


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("alice", "bob", "vera")]


@pytest.fixture
def game(people: list[User], time: Time) -> GameRecord:
    """Alice (seat 1), Bob (2) and Vera (3) have played."""
    return a_game(time, *people)


@pytest.fixture
def void(people: list[User], time: Time) -> GameRecord:
    """They were dealt cards and looked at them, and the game was called off."""
    table = table_of(*people)
    start(table, time)
    return call_off(table, time)


# --- records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_everybody_gets_a_whole_proof_with_the_cards_that_they_may_know(variant: str, time: Time) -> None:
    people = [person(name) for name in ("alice", "bob", "vera", "dana")]
    for seed in range(2):
        game = a_game(time, *people, ruleset=VARIANTS[variant], seed=seed, looking=seed == 1)
        assert game.deals == DealRecord.objects.filter(game=game.public_id).count()
        for seat in (1, 2, 3, 4, None):
            verifier.verify_chain(records(game, seat))
            shown_to_all = {
                (deal, card) for deal, card in known(game.record, seat) if (deal, card) not in opened(game, seat)
            }
            assert opened(game, seat) <= known(game.record, seat)
            assert shown_to_all <= played(game), "all others were played before everybody"


def played(game: GameRecord) -> set[tuple[int, str]]:
    return {
        (deal.row.deal, NAMES[event["card"]])
        for deal in deal_records.deals_of(game, None)
        for event in deal.events
        if event["e"] == "open"
    }


def test_the_public_gets_the_turn_up(game: GameRecord) -> None:
    for deal in deal_records.deals_of(game, None):
        turn_up = next(event for event in deal.events if event["e"] == "open")
        assert deal.record["openings"] == [{key: turn_up[key] for key in deal_records.OPENING}]


def test_a_card_that_was_put_away_unseen_stays_closed(people: list[User], time: Time) -> None:
    table = dealt_by_alice(time, *people[:2], ruleset=VARIANTS["four cards"], looking=False)
    play(table, "2x 1L")
    card = next(word for word in tables.load(table.pk).game.legal_actions(1) if word[0] == "x")  # type: ignore[union-attr]
    play(table, f"1{card} 2L 2f")
    game = GameRecord.objects.get()
    seen, named = ({one["pos"] for one in records(game, seat)[0]["openings"]} for seat in (2, 1))
    deals = {event["seat"]: event["pos"] for event in records(game, None)[0]["events"] if event["e"] == "deal"}
    assert seen == {*deals[2][:3], 8}
    assert named == {*deals[1], 8}, "what was put away by name its owner had seen"


def test_who_did_not_look_gets_nothing_of_their_own(people: list[User], time: Time) -> None:
    table = dealt_by_alice(time, *people[:2], looking=False)
    play(table, "2f")
    assert [len(records(GameRecord.objects.get(), seat)[0]["openings"]) for seat in (1, 2)] == [1, 1]


def test_once_the_secret_is_erased_only_what_was_shown_is_opened(game: GameRecord) -> None:
    before = {seat: opened(game, seat) for seat in (1, 2, 3, None)}
    DealRecord.objects.update(secret="")
    for seat, cards in before.items():
        verifier.verify_chain(records(game, seat))
        assert opened(game, seat) == cards & played(game)


def test_a_deal_that_was_called_off_shows_its_deck_to_everybody(void: GameRecord) -> None:
    for seat in (1, None):
        (record,) = records(void, seat)
        verifier.verify(record)
        assert record["deck_seed"] == DealRecord.objects.get().secret
    assert record["events"][-1] == {"e": "void", "why": "stuck"}


def test_a_deal_called_off_before_its_cards_were_decided_has_no_deck(people: list[User], time: Time) -> None:
    table = table_of(*people)
    live.commit(table.pk, people[0].pk, 1, commitment(table, people[0], 1))
    start(table, time)
    void = call_off(table, time)
    (record,) = records(void, 1)
    verifier.verify(record)
    assert not {"combined", "deck_seed"} & set(record)
    assert record["openings"] == []
    assert "No cards had been decided yet." in page(visitor_of(people[0]), void)


# --- addresses --------------------------------------------------------------------------------------------------------

ENDS = ("fair/", "fair.json")


def page(visitor: Client, game: GameRecord, end: str = "fair/") -> str:
    answer = visitor.get(f"/games/{game.public_id}/{end}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def statuses(visitor: Client, game: GameRecord) -> list[int]:
    paths = [f"/games/{game.public_id}/{end}" for end in ENDS]
    return [visitor.get(path).status_code for path in (*paths, f"/tables/{game.table.public_id}/deals.json")]


def test_the_file_is_what_its_reader_may_have(people: list[User], game: GameRecord) -> None:
    answer = visitor_of(people[0]).get(f"/games/{game.public_id}/fair.json")
    assert answer.json() == records(game, 1)
    assert verifier.verify_file(answer.content)[0] == game.deals
    assert answer.headers["Content-Disposition"] == f'attachment; filename="azi-fair-{game.public_id[:8]}.json"'
    for visitor, way in ((visitor_of(people[0]), "?as=public"), (visitor_of(person("olga")), ""), (Client(), "")):
        assert json.loads(page(visitor, game, "fair.json" + way)) == records(game, None)


def test_nobody_keeps_them(game: GameRecord) -> None:
    for path in (f"/games/{game.public_id}/fair/", f"/games/{game.public_id}/fair.json"):
        assert {"private", "no-store"} <= set(Client().get(path).headers["Cache-Control"].split(", "))


def test_proofs_of_a_private_table_are_for_who_knows_it(people: list[User], game: GameRecord) -> None:
    Table.objects.update(private=True)
    stranger = visitor_of(person("olga"))
    assert statuses(visitor_of(people[0]), game) == [200, 200, 200]
    assert statuses(stranger, game) == statuses(Client(), game) == [404, 404, 404]
    stranger.get(f"/tables/{game.table.public_id}/")
    assert statuses(stranger, game) == [200, 200, 200]


def test_a_shared_game_does_not_tell_its_table(people: list[User], game: GameRecord) -> None:
    """A header names the table, and its link is all that a private one is kept by."""
    Table.objects.update(private=True)
    GameRecord.objects.update(shared=True)
    assert statuses(Client(), game) == [200, 404, 404]
    assert game.table.public_id not in page(Client(), game)
    assert "stays at its private table" in page(Client(), game)
    assert "stays at its private table" in page(visitor_of(people[0]), game, "fair/?as=public")
    assert game.table.public_id in page(visitor_of(people[0]), game, "fair.json")


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_says_who_took_part_and_who_was_silent(people: list[User], time: Time) -> None:
    table = table_of(*people)
    for seat, player in enumerate(people[:2], 1):
        live.commit(table.pk, player.pk, 1, commitment(table, player, seat))
    start(table, time)
    live.reveal(table.pk, people[0].pk, 1, SEED.hex())
    game = next_game(table, time)
    text = re.sub(r"<[^>]*>", " ", page(Client(), game))
    told = re.findall(r"(alice|bob|vera) +(took part|stayed silent|took no part)", text)
    assert told[:3] == [("alice", "took part"), ("bob", "stayed silent"), ("vera", "took no part")]


def test_the_page_says_whether_own_cards_are_opened(people: list[User], time: Time) -> None:
    play(dealt_by_alice(time, *people[:2]), "2f")
    game, alice = GameRecord.objects.get(), visitor_of(people[0])
    assert "Your 3 cards are opened here, for you alone." in page(alice, game)
    assert "Your 3 cards" not in page(Client(), game) + page(alice, game, "fair/?as=public")
    DealRecord.objects.update(secret="")
    assert "erased after 30 days" in page(alice, game)


def test_the_deals_before_and_after_are_linked(game: GameRecord, time: Time) -> None:
    second = next_game(game.table, time, seed=2)
    last, first = (DealRecord.objects.filter(game=one.public_id).order_by("deal_no") for one in (game, second))
    to = 'href="/games/%s/fair/#deal-%d"'
    assert to % (second.public_id, first.first().deal_no) in page(Client(), game)  # type: ignore[union-attr]
    assert to % (game.public_id, last.last().deal_no) in page(Client(), second)  # type: ignore[union-attr]
    start(row(game.table), time)
    assert row(game.table).game_id not in page(Client(), second), "a game that still runs has no page"


def test_a_deal_that_was_called_off_says_so(void: GameRecord) -> None:
    assert "Called off, because the game was stuck." in page(Client(), void)


def test_a_game_without_a_proof_says_so(time: Time, decks: Decks) -> None:
    _alice, _bob, game = a_duel(time, decks)
    assert "This game has no proof" in page(Client(), game)
    assert json.loads(page(Client(), game, "fair.json")) == []
    assert "/fair/" not in page(Client(), game, "")


def test_the_replay_links_to_the_proof(game: GameRecord) -> None:
    assert f'href="/games/{game.public_id}/fair/"' in page(Client(), game, "")


def test_names_are_no_markup(game: GameRecord) -> None:
    User.objects.filter(name="bob").update(name="<i>bob")
    assert "<i>bob" not in page(Client(), game)
    assert "<bdi>&lt;i&gt;bob</bdi>" in page(Client(), game)


# --- the chain --------------------------------------------------------------------------------------------------------


def chain(table: Table, query: str = "") -> Any:
    return Client().get(f"/tables/{table.public_id}/deals.json{query}")


def test_the_chain_binds_each_deal_to_the_one_before(game: GameRecord, time: Time) -> None:
    next_game(game.table, time, seed=2)
    found = chain(game.table).json()
    assert found["more"] is False
    assert [deal["deal_no"] for deal in found["deals"]] == list(range(1, len(found["deals"]) + 1))
    head = fairness.ZERO
    for link in found["deals"]:
        whole = DealRecord.objects.get(deal_no=link["deal_no"])
        assert link["prev"] == head
        assert link["combined"] == json.loads(whole.combination)["combined"]
        assert not {"audit", "openings", "events", "deck_seed"} & set(link)
        head = link["record_hash"]
    assert chain(game.table, "?after=1").json()["deals"] == found["deals"][1:]
    assert chain(game.table, "?after=999999999999999999").json() == {"deals": [], "more": False}


def test_a_deal_that_is_not_over_is_not_in_it(people: list[User], time: Time) -> None:
    table = table_of(*people)
    start(table, time)
    assert DealRecord.objects.get().combination
    assert chain(table).json() == {"deals": [], "more": False}


def test_a_called_off_deal_is_in_it(void: GameRecord) -> None:
    assert [(deal["void"], "deck_seed" in deal) for deal in chain(void.table).json()["deals"]] == [(True, False)]


def test_a_long_chain_comes_in_parts_by_few_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_records, "CHAIN", 3)
    table = live.open_table("Felt", 10)
    a_chain(table, 4)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = chain(table).json()
    assert len(queries) <= 3
    assert ([deal["deal_no"] for deal in found["deals"]], found["more"]) == ([1, 2, 3], True)
    rest = chain(table, "?after=3").json()
    assert ([deal["deal_no"] for deal in rest["deals"]], rest["more"]) == ([4], False)


@pytest.mark.parametrize("after", ["", "x", "-1", "1.5", "٣", "9" * 40, "1 2", "%00", "1e3"])
def test_what_is_no_number_is_told_so(after: str) -> None:
    answer = chain(live.open_table("Felt", 10), f"?after={after}")
    assert answer.status_code == 400
    assert answer.json() == {"code": "malformed", "message": "That is no number of a deal."}


def test_there_is_no_chain_of_no_table() -> None:
    assert Client().get(f"/tables/{'0' * 32}/deals.json").status_code == 404
