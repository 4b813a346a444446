"""In and out of a tournament, and the chips of it: one fee, one way back, one outcome."""

import pytest

from accounts import ledger
from games.refusals import Refusal
from tests.games.play import person, wallet
from tournaments import live
from tournaments.models import Entry, Tournament
from tournaments.passwords import set_password

from .course import Course, check_books, enter, freezeout, now, tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_fee_goes_into_the_pool_once(course: Course) -> None:
    cup = tournament()
    alice = person("alice")
    first = live.enter(cup.pk, alice, 1)
    assert live.enter(cup.pk, alice, 1) == first
    assert live.enter(cup.pk, alice, 2) == first  # in already
    assert (wallet(alice), now(cup).entries) == (ledger.GRANT - 100, 1)
    assert ledger.balance(ledger.pool(cup.pool_code)) == 100
    check_books()


def test_without_enough_chips(course: Course) -> None:
    cup = tournament()
    alice = person("alice", chips=99)
    with pytest.raises(Refusal, match="funds"):
        live.enter(cup.pk, alice, 1)
    assert (wallet(alice), now(cup).entries) == (99, 0)
    check_books()


def test_a_full_one_takes_nobody_and_no_chips(course: Course) -> None:
    cup = tournament()
    enter(cup, "alice", "bob", "vera")
    dana = person("dana")
    with pytest.raises(Refusal, match="full"):
        live.enter(cup.pk, dana, 1)
    assert wallet(dana) == ledger.GRANT


def test_withdrawing_gives_the_fee_back_once(course: Course) -> None:
    cup = tournament()
    (alice,) = enter(cup, "alice")
    assert live.withdraw(cup.pk, alice)
    assert not live.withdraw(cup.pk, alice)
    assert (wallet(alice), now(cup).entries) == (ledger.GRANT, 0)
    assert ledger.balance(ledger.pool(cup.pool_code)) == 0
    check_books()


def test_who_withdrew_may_enter_again_and_pays_again(course: Course) -> None:
    cup = tournament()
    (alice,) = enter(cup, "alice")
    live.withdraw(cup.pk, alice)
    live.enter(cup.pk, alice, 1)  # an old form, sent again: the entry that it made is withdrawn
    assert now(cup).entries == 0
    live.enter(cup.pk, alice, 2)
    assert (wallet(alice), now(cup).entries) == (ledger.GRANT - 100, 1)
    live.withdraw(cup.pk, alice)
    assert wallet(alice) == ledger.GRANT
    assert Entry.objects.filter(state=Entry.WITHDRAWN).count() == 2
    check_books()


def test_nobody_withdraws_after_the_start(course: Course) -> None:
    cup = tournament()
    alice, *_others = enter(cup, "alice", "bob", "vera")
    course.look()
    with pytest.raises(Refusal, match="started"):
        live.withdraw(cup.pk, alice)
    assert wallet(alice) == ledger.GRANT - 100
    check_books()


def test_a_password_is_asked_of_everybody_but_the_organiser(course: Course) -> None:
    organiser = person("organiser")
    cup = Tournament(name="Ours", opened_by=organiser, private=True, levels=[[10, 10]])
    set_password(cup, "sesame")
    live.announce(cup)
    alice = person("alice")
    with pytest.raises(Refusal, match="password"):
        live.enter(cup.pk, alice, 1, "guess")
    live.enter(cup.pk, alice, 1, "sesame")
    live.enter(cup.pk, organiser, 1)
    assert now(cup).entries == 2
    assert "sesame" not in now(cup).password


def test_a_free_one_needs_no_chips(course: Course) -> None:
    cup = tournament(entry_fee=0)
    alice = person("alice", chips=0)
    live.enter(cup.pk, alice, 1)
    live.withdraw(cup.pk, alice)
    check_books()


def test_what_the_house_adds_comes_from_the_mint_and_goes_back(course: Course) -> None:
    cup = freezeout(added=500)
    assert ledger.balance(ledger.pool(cup.pool_code)) == 500
    live.cancel(cup.pk, "director")
    course.look()
    assert ledger.balance(ledger.pool(cup.pool_code)) == 0
    check_books()


def test_so_many_may_wait_to_start_for_one_player(course: Course) -> None:
    organiser = person("organiser")

    def announce() -> Tournament:
        return live.announce(Tournament(name="Ours", opened_by=organiser, levels=[[10, 10]]))

    announce()
    second = announce()
    with pytest.raises(Refusal, match="too_many_tournaments"):
        announce()
    live.cancel(second.pk, "director")
    announce()


def test_one_form_makes_one_tournament(course: Course) -> None:
    organiser = person("organiser")
    made = [
        live.announce(Tournament(name="Ours", opened_by=organiser, levels=[[10, 10]]), once="form") for _ in range(2)
    ]
    assert made[0] == made[1]
    assert Tournament.objects.count() == 1
