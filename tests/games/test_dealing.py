"""The handshake before the cards (docs/fairness.md): who commits, who reveals, what is waited for, what is kept."""

import json
import secrets
from typing import Any

import pytest

from accounts.models import User
from games import live, tables
from games.models import Commitment, DealRecord, Seat, Table
from games.proofs import Told
from games.refusals import Refusal
from games.rules import Ruleset, fairness, record
from games.rules.cards import name_of

from .play import AZI_DECK, AZI_PLAY, Decks, Time, at, person, play, row, start, table_of, view

pytestmark = pytest.mark.django_db

SECOND = 1_000


class Browser:
    """A player's side of the handshake: seeds that it has committed to, by the deal's number."""

    def __init__(self, table: Table, user: User) -> None:
        self.table, self.user = table, user
        self.seeds: dict[int, bytes] = {}
        self.told = Told()

    def commitment(self, deal_no: int) -> str:
        seed = self.seeds.setdefault(deal_no, secrets.token_bytes(32))
        seat = Seat.objects.get(table=self.table, player=self.user).number
        return fairness.commitment(self.table.public_id, deal_no, seat, self.user.public_id, seed)

    def commit(self) -> dict[str, Any]:
        deal_no = row(self.table).next_deal
        return live.commit(self.table.pk, self.user.pk, deal_no, self.commitment(deal_no))

    def reveal(self) -> None:
        deal_no = row(self.table).next_deal - 1
        live.reveal(self.table.pk, self.user.pk, deal_no, self.seeds[deal_no].hex())

    def frames(self) -> list[dict[str, Any]]:
        """What its page is sent now and was not before."""
        now = at(self.table)
        proof = tables._proof_of(now)
        return [json.loads(frame) for frame in self.told.frames(proof, self.user.pk)]


def table_for(*players: User, **how: Any) -> tuple[Table, list[Browser]]:
    table = table_of(*players, **how)
    return table, [Browser(table, player) for player in players]


def record_of(table: Table, deal_no: int = 1) -> dict[str, Any]:
    """The public record of a deal that is over, as everybody may have it."""
    kept = DealRecord.objects.get(table=table, deal_no=deal_no)
    whole = {**json.loads(kept.header), "openings": [], "events": json.loads(kept.events)}
    if kept.combination:
        whole |= json.loads(kept.combination)
        if kept.void:
            whole["deck_seed"] = kept.secret
    return {**whole, "record_hash": kept.record_hash}


def test_the_cards_wait_for_who_has_committed_and_come_when_all_have_revealed(time: Time) -> None:
    table, (alice, bob, vera) = table_for(person("alice"), person("bob"), person("vera"))
    alice.commit()
    bob.commit()
    start(table, time)
    now = view(table)
    assert (now["phase"], now["deal"], now["next_deal"], now["dealer"]) == ("shuffle", 0, 2, None)
    assert [frame["step"] for frame in vera.frames()] == ["header"]
    alice.reveal()
    assert view(table)["phase"] == "shuffle"
    bob.reveal()
    now = view(table)
    assert (now["phase"], now["deal"]) == ("bid", 1)
    assert now["dealer"] == json.loads(DealRecord.objects.get().combination)["drawn_dealer"]
    assert (DealRecord.objects.get().committed, DealRecord.objects.get().silent) == (2, 0)


def test_who_stays_silent_is_waited_for_two_seconds(time: Time) -> None:
    table, (alice, bob) = table_for(person("alice"), person("bob"))
    alice.commit()
    bob.commit()
    start(table, time)
    alice.reveal()
    time.pass_ms(2 * SECOND - 1)
    assert view(table)["phase"] == "shuffle"
    time.pass_ms(1)
    assert view(table)["phase"] == "bid"
    kept = DealRecord.objects.get()
    assert (kept.committed, kept.silent) == (2, 1)
    with pytest.raises(Refusal) as late:
        bob.reveal()
    assert late.value.code == "late"


def test_where_nobody_has_committed_the_cards_come_at_once(time: Time) -> None:
    table, (_alice, _bob) = table_for(person("alice"), person("bob"))
    start(table, time)
    assert view(table)["phase"] == "bid"


def test_a_whole_game_is_a_record_that_verifies(time: Time) -> None:
    table, browsers = table_for(person("alice"), person("bob"), ruleset=Ruleset(cards=4, ante=10, bet=10))
    for browser in browsers:
        browser.commit()
    start(table, time)
    for browser in browsers:
        browser.reveal()
    _play_on(table)
    if row(table).running:
        time.pass_ms(3 * SECOND)
        assert DealRecord.objects.count() == 2
    whole = record_of(table)
    fairness.verify(whole)
    deck = record.read(row(table).record).decks[0]
    opened = {event["pos"]: event["card"] for event in whole["events"] if event["e"] == "open"}
    assert len(opened) >= 5
    assert all(deck[pos] == card for pos, card in opened.items())


def test_the_next_deal_continues_the_chain(time: Time) -> None:
    table, _browsers = table_for(person("alice"), person("bob"))
    for _game in range(3):
        start(table, time)
        play(table, f"{view(table)['to_act'][0]}f")
        time.pass_ms(4_900)
    fairness.verify_chain([record_of(table, deal_no) for deal_no in (1, 2, 3)])


def test_a_commitment_stands_once_whatever_comes_after_it(time: Time) -> None:
    table, (alice, _bob) = table_for(person("alice"), person("bob"))
    first = alice.commit()
    other = "ab" * 32
    assert live.commit(table.pk, alice.user.pk, 1, other) == first
    assert Commitment.objects.get().commit == first["commit"]


def test_what_is_no_commitment_is_refused_and_changes_nothing(time: Time) -> None:
    table, (alice, _bob) = table_for(person("alice"), person("bob"))
    good = "ab" * 32
    stranger = person("olga")
    for user, deal_no, commitment, code in (
        (alice.user, 1, good.upper(), "malformed"),
        (alice.user, 1, good[:-1], "malformed"),
        (alice.user, 1, good + "\n", "malformed"),
        (alice.user, 1, fairness.ZERO, "malformed"),
        (alice.user, 0, good, "stale"),
        (alice.user, 2, good, "stale"),
        (alice.user, -1, good, "stale"),
        (alice.user, 2**53, good, "stale"),
        (stranger, 1, good, "not_seated"),
    ):
        with pytest.raises(Refusal) as refused:
            live.commit(table.pk, user.pk, deal_no, commitment)
        assert refused.value.code == code
    assert not Commitment.objects.exists()


def test_what_opens_nothing_is_no_reveal(time: Time) -> None:
    table, (alice, bob, vera) = table_for(person("alice"), person("bob"), person("vera"))
    alice.commit()
    bob.commit()
    start(table, time)
    for user, deal_no, seed, code in (
        (alice.user, 1, "00" * 32, "illegal"),
        (alice.user, 1, bob.seeds[1].hex(), "illegal"),
        (alice.user, 1, "zz" * 32, "malformed"),
        (alice.user, 2, alice.seeds[1].hex(), "late"),
        (vera.user, 1, "00" * 32, "illegal"),
        (person("olga"), 1, "00" * 32, "illegal"),
    ):
        with pytest.raises(Refusal) as refused:
            live.reveal(table.pk, user.pk, deal_no, seed)
        assert refused.value.code == code
    assert not Commitment.objects.exclude(seed="").exists()


def test_two_tabs_may_reveal_the_same(time: Time) -> None:
    table, (alice, bob) = table_for(person("alice"), person("bob"))
    alice.commit()
    bob.commit()
    start(table, time)
    alice.reveal()
    alice.reveal()
    assert view(table)["phase"] == "shuffle"
    bob.reveal()
    assert view(table)["phase"] == "bid"


def test_a_restart_goes_on_with_the_same_header(time: Time) -> None:
    table, (alice, bob) = table_for(person("alice"), person("bob"))
    alice.commit()
    bob.commit()
    start(table, time)
    header = DealRecord.objects.get().header
    alice.reveal()
    tables.forget(table.pk)
    time.pass_ms(2 * SECOND)
    kept = DealRecord.objects.get()
    assert kept.header == header
    assert [one["seed"] for one in json.loads(kept.combination)["reveals"]] == [alice.seeds[1].hex(), None]


def test_a_commitment_of_who_sat_there_before_is_not_the_newcomers(time: Time) -> None:
    table, (alice, _bob) = table_for(person("alice"), person("bob"))
    alice.commit()
    live.leave(table.pk, alice.user.pk)
    vera = person("vera")
    live.sit(table.pk, vera.pk, 1, 500)
    start(table, time)
    assert view(table)["phase"] == "bid"
    assert DealRecord.objects.get().committed == 0


def test_who_sits_down_while_a_handshake_runs_waits_for_the_next_game(time: Time) -> None:
    table, (alice, bob) = table_for(person("alice"), person("bob"))
    alice.commit()
    bob.commit()
    start(table, time)
    vera = person("vera")
    live.sit(table.pk, vera.pk, 3, 500)
    newcomer = Browser(table, vera)
    assert newcomer.commit()["deal_no"] == 2
    alice.reveal()
    bob.reveal()
    now = view(table)
    assert now["phase"] == "bid"
    assert [seat["waiting"] for seat in now["seats"]] == [False, False, True]
    assert [one["seat"] for one in json.loads(DealRecord.objects.get().header)["seats"]] == [1, 2]


def test_who_leaves_while_a_handshake_runs_is_dealt_in_and_folds(time: Time) -> None:
    table, (alice, bob, vera) = table_for(person("alice"), person("bob"), person("vera"))
    for browser in (alice, bob, vera):
        browser.commit()
    start(table, time)
    live.leave(table.pk, vera.user.pk)
    for browser in (alice, bob):
        browser.reveal()
    time.pass_ms(2 * SECOND)
    now = at(table)
    assert now.game is not None
    assert now.game.deals == 1
    assert now.game.numbers == (1, 2, 3)
    time.pass_ms(120 * SECOND)
    assert not Seat.objects.filter(player=vera.user).exists()


def test_azis_next_deal_has_a_handshake_of_its_own_within_the_pause(time: Time, decks: Decks) -> None:
    decks(AZI_DECK)
    table, browsers = table_for(person("alice"), person("bob"), person("vera"))
    start(table, time)
    for browser in browsers:
        browser.commit()
    play(table, AZI_PLAY)
    time.pass_ms(SECOND)
    assert DealRecord.objects.get().combination == ""
    for browser in browsers:
        browser.reveal()
    assert view(table)["phase"] == "shuffle", "the last trick is still looked at"
    time.pass_ms(2 * SECOND)
    assert view(table)["phase"] == "bid"
    kept = DealRecord.objects.get()
    assert (kept.deal, kept.deal_no, kept.committed, kept.silent) == (2, 2, 3, 0)


def _play_on(table: Table) -> str:
    """Everybody calls and plays what they must, until the game is over or, with Azi, waits for its next deal."""
    while (now := at(table)).row.running and now.game is not None and now.game.to_act:
        number = now.game.to_act[0]
        words = now.game.legal_actions(number)
        bet = next((word.split("..")[0] for word in words if word[0] == "b"), None)
        play(table, f"{number}{'c' if 'c' in words else bet or now.game.default_action(number)}")
    return str(view(table)["phase"])


def test_a_game_called_off_before_its_cards_shows_no_deck(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (alice, bob) = table_for(person("alice"), person("bob"))
    alice.commit()
    bob.commit()
    start(table, time)
    _call_off(table, time, monkeypatch)
    whole = record_of(table)
    assert whole["events"] == [{"e": "void", "why": "stuck"}]
    assert DealRecord.objects.get().secret == ""
    fairness.verify(whole)


def test_a_game_called_off_after_its_cards_shows_its_deck(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (alice, bob) = table_for(person("alice"), person("bob"))
    alice.commit()
    bob.commit()
    start(table, time)
    alice.reveal()
    bob.reveal()
    play(table, f"{view(table)['to_act'][0]}b10")
    _call_off(table, time, monkeypatch)
    whole = record_of(table)
    assert whole["events"][-1] == {"e": "void", "why": "stuck"}
    fairness.verify(whole)
    steps = [frame["step"] for frame in alice.frames()]
    assert steps == ["header", "combine", "events", "own", "end"]


def _call_off(table: Table, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "is_stuck", lambda table, now: True)
    live.call_off(table.pk, "for the test")


def test_everybody_is_told_the_deal_and_each_seat_its_own_cards(time: Time) -> None:
    table, (alice, bob) = table_for(person("alice"), person("bob"))
    start(table, time)
    olga = Browser(table, person("olga"))
    mine, public = alice.frames(), olga.frames()
    assert [frame["step"] for frame in mine] == ["header", "combine", "events", "own"]
    assert mine[:3] == public
    own = mine[3]["openings"]
    shown = next(seat["cards"] for seat in view(table, alice.user)["seats"] if seat["seat"] == 1)
    assert sorted(name_of(one["card"]) for one in own) == sorted(shown)
    assert bob.frames()[3]["openings"] != own
    play(table, f"{view(table)['to_act'][0]}f")
    after = olga.frames()
    assert [frame["step"] for frame in after] == ["events", "end"]
    assert after[0]["from"] == len(mine[2]["events"])
    assert not olga.frames()


def test_who_plays_blind_is_told_nothing_of_their_cards_before_they_look(time: Time) -> None:
    table, (alice, _bob) = table_for(person("alice"), person("bob"), looking=False)
    start(table, time)
    assert [frame["step"] for frame in alice.frames()] == ["header", "combine", "events"]
    play(table, "1L")
    after = alice.frames()
    assert [frame["step"] for frame in after] == ["events", "own"]
    assert len(after[1]["openings"]) == 3


def test_a_deal_after_a_restart_is_told_as_before(time: Time) -> None:
    table, (alice, bob) = table_for(person("alice"), person("bob"))
    start(table, time)
    number = view(table)["to_act"][0]
    play(table, f"{number}b20")
    before = tables._proof_of(at(table))
    tables.forget(table.pk)
    after = tables._proof_of(tables.load(table.pk))
    assert before is not None
    assert after is not None
    assert (before.head, before.events, before.own) == (after.head, after.events, after.own)
    assert bob.frames()
    assert alice.frames()


def test_nothing_that_is_written_down_holds_a_secret(time: Time) -> None:
    table, _browsers = table_for(person("alice"), person("bob"))
    start(table, time)
    kept = DealRecord.objects.get()
    secret = kept.secret
    assert len(secret) == 64
    assert secret not in kept.header + kept.combination + kept.events + repr(kept) + str(kept)
    deal = at(table).deal
    assert secret not in repr(deal)
    assert str(deal.deck) not in repr(deal)  # type: ignore[union-attr]
