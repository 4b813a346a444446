"""Deleting one's account: what goes, what stays, what keeps one from it; at the same moment as others, and killed."""

import re
from collections.abc import Callable
from functools import partial
from time import sleep
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts import adjustments, guests, ledger
from accounts import forgetting as of_accounts
from accounts.models import Adjustment, Forgotten, LedgerAccount, Relation, Transfer, User
from azi_site import forgetting
from games import bell, live
from games import forgetting as of_games
from games import wallet as wallets
from games.models import Commitment, GameRecord, PlayerResult, Presence, Seat, SeenOutside, Table
from games.refusals import Refusal
from games.rules import record
from tests.games.conftest import _fresh_process, decks, time  # noqa: F401 -- fixtures
from tests.games.play import DUEL_DECK, Decks, Time, breaches, person, play, row, start, table_of
from tests.races import together
from tournaments import forgetting as of_tournaments
from tournaments import levels
from tournaments import live as tournaments
from tournaments.models import Score, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

PASSWORD = "seven-of-clubs-41"
HERE = reverse("delete_account")
DUEL = "2b20 1c 2Ah 19h 2Kh 17s"


def member(name: str = "Vera") -> User:
    player = person(name)
    User.objects.filter(pk=player.pk).update(is_guest=False, email="vera@azi.example")
    player = User.objects.get(pk=player.pk)
    player.set_password(PASSWORD)
    player.save()
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    return player


def sign_in(name: str = "Vera") -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    return client


def delete(client: Client) -> Any:
    """Says yes, and then the password."""
    asked = client.post(HERE, {"sure": "on"})
    assert asked.status_code == 302
    return client.post(asked["Location"], {"password": PASSWORD, "next": HERE}, follow=True)


def finish() -> None:
    for _step in range(100):
        jobs = forgetting.due(0)
        if not jobs:
            return
        for job in jobs:
            job()
    raise AssertionError("it never ends")


def called(player: User) -> str:
    return User.objects.values_list("name", flat=True).get(pk=player.pk)


def duel(alice: User, bob: User, time: Time, decks: Decks) -> Table:  # noqa: F811
    """A game of theirs that is over, and nobody sits there any more."""
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, DUEL)
    for player in (alice, bob):
        live.leave(table.pk, player.pk)
    return table


# --- what goes, and what stays ----------------------------------------------------------------------------------------


def test_a_member_confirms_with_the_password_and_is_gone() -> None:
    vera, mira = member(), person("Mira")
    client, elsewhere = sign_in(), sign_in()
    assert elsewhere.get("/account/").status_code == 200
    TOTP.activate(vera, "secret")
    Authenticator.objects.filter(user=vera).delete()  # else a code would be asked for
    Relation.objects.create(player=vera, other=mira, kind=Relation.Kind.BLOCKS)
    Relation.objects.create(player=mira, other=vera, kind=Relation.Kind.FOLLOWS)
    Score.objects.create(player=vera, period="all", ruleset="")
    answer = delete(client)
    assert "Your account is deleted" in answer.text
    finish()
    kept = User.objects.get(pk=vera.pk)
    assert re.fullmatch(r"Former player [0-9a-f]{10}", kept.name)
    assert (kept.is_active, kept.email, kept.has_usable_password(), kept.last_login) == (False, "", False, None)
    assert ledger.balance(ledger.wallet(kept)) == 0
    assert Transfer.objects.get(key=f"forgotten:{vera.pk}").amount == ledger.GRANT
    for left in (EmailAddress, UserSession, Authenticator):
        assert not left.objects.filter(user=vera).exists()
    assert not Relation.objects.exists()
    assert not Session.objects.filter(pk=elsewhere.session.session_key).exists()
    assert Score.objects.get().who == Score.UNLISTED
    assert elsewhere.get("/account/").status_code == 302
    assert guests.rename(mira, "Vera") == "Vera", "the name is free again"
    assert not Forgotten.objects.exists()
    assert breaches() == []


def test_a_second_factor_goes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    vera = member()
    TOTP.activate(vera, "secret")
    assert forgetting.delete(vera)
    assert not Authenticator.objects.filter(user=vera).exists()


def test_open_pages_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[str] = []
    monkeypatch.setattr(bell, "ring", rung.append)
    vera = member()
    assert forgetting.delete(vera)
    assert rung == [f"user:{vera.pk}"]


def test_the_name_is_in_no_record_any_more_and_all_of_them_replay(time: Time, decks: Decks) -> None:  # noqa: F811
    alice, bob = person("Alice Seven"), person("Bob")
    table = duel(alice, bob, time, decks)
    before = GameRecord.objects.get()
    assert "Alice Seven" in before.record
    assert "Alice Seven" in row(table).record
    assert forgetting.delete(alice)
    finish()
    after = GameRecord.objects.get()
    name = called(alice)
    assert name.startswith("Former guest")
    assert after.record == before.record.replace("seat 1 500 Alice Seven", f"seat 1 500 {name}") != before.record
    assert row(table).record == after.record
    read = record.read(after.record)
    assert read.names == {1: name, 2: "Bob"}
    assert read.game.net == {result.seat: result.net for result in PlayerResult.objects.all()}
    mine = Client()
    mine.force_login(bob)
    page = mine.get(f"/games/{after.public_id}/")
    assert page.status_code == 200
    assert name in page.text
    assert "Alice Seven" not in page.text + mine.get("/games/").text
    assert mine.get(f"/games/{after.public_id}/views.json").status_code == 200
    for gone in ("Alice Seven", name):
        assert mine.get(f"/players/{gone}/").status_code == 404
    assert breaches() == []


def test_a_name_that_looks_like_a_record_changes_no_other_line() -> None:
    text = "azi 1\nrules x\nseat 1 500 seat 2 500 x\nseat 2 500 Bob\nseat 3 7\nseat 4 50 Alice\r\ndealer 2\n"
    assert of_games.rename(text, 2, "Nobody") == text.replace("seat 2 500 Bob", "seat 2 500 Nobody")
    assert of_games.rename(text, 1, r"\1") == text.replace("500 seat 2 500 x", r"500 \1")
    assert of_games.rename(text, 3, "Nobody") == text.replace("seat 3 7", "seat 3 7 Nobody")
    assert of_games.rename(text, 5, "Nobody") == text


def test_a_forgotten_guest_is_in_no_record_either(time: Time, decks: Decks) -> None:  # noqa: F811
    from tests.games.test_forget_guests import away

    alice, bob = person("Alice Seven"), person("Bob")
    duel(alice, bob, time, decks)
    GameRecord.objects.update(ended_at=1)
    away(alice)
    call_command("forget_guests")
    finish()
    assert "Alice Seven" not in GameRecord.objects.get().record
    assert "seat 2 500 Bob\n" in GameRecord.objects.get().record


def test_the_operators_log_names_nobody_any_more() -> None:
    vera, head = member(), User.objects.create_superuser("Head of House")
    noted = LogEntry.objects.create(
        user=head,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(vera.pk),
        object_repr="Vera",
        action_flag=CHANGE,
    )
    assert forgetting.delete(vera)
    assert LogEntry.objects.get(pk=noted.pk).object_repr == called(vera)


def test_reasons_that_operators_gave_name_nobody_any_more() -> None:
    vera, head = member("Вера"), User.objects.create_superuser("Head of House")
    for number, why in enumerate(("вера asked; Верочка didn't", "Вера " + 190 * "x")):
        adjustments.adjust(head, vera, 5 - 10 * number, why, str(number))
    noted = LogEntry.objects.create(
        user=head,
        content_type=ContentType.objects.get_for_model(LedgerAccount),
        object_id=str(ledger.wallet(vera).pk),
        action_flag=CHANGE,
        change_message="+5 chips: (Вера)",
    )
    assert forgetting.delete(vera)
    name = called(vera)
    said = Adjustment.objects.order_by("pk").values_list("reason", flat=True)
    assert list(said) == [f"{name} asked; Верочка didn't", f"{name} {190 * 'x'}"[:200]]
    assert LogEntry.objects.get(pk=noted.pk).change_message == f"+5 chips: ({name})"


def test_where_a_page_was_last_heard_from_goes_too() -> None:
    vera = member()
    table = live.open_table("Felt", 10)
    Presence.objects.create(table=table, player=vera, seen_at=1)
    Commitment.objects.create(table=table, player=vera, deal_no=1, seat=1, commit="ab" * 32)
    SeenOutside.objects.create(player=vera, seen_at=1)
    assert forgetting.delete(vera)
    finish()
    assert not Presence.objects.exists()
    assert not Commitment.objects.exists()
    assert not SeenOutside.objects.exists()


# --- asking for it ----------------------------------------------------------------------------------------------------


def test_a_guest_confirms_plainly() -> None:
    guest, client = guests.create(), Client()
    client.force_login(guest)
    assert "password" not in client.get(HERE).text.lower()
    refused = client.post(HERE)
    assert (refused.status_code, called(guest)) == (400, guest.name)
    assert client.post(HERE, {"sure": "on"})["Location"] == "/"
    assert called(guest).startswith("Former guest")
    assert "_auth_user_id" not in client.session


def test_without_the_password_nothing_happens() -> None:
    vera = member()
    client = sign_in()
    asked = client.post(HERE, {"sure": "on"})
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    client.post(asked["Location"], {"password": "wrong", "next": HERE})
    client.get(HERE)
    assert called(vera) == "Vera"


def test_a_member_hears_of_the_box_before_the_password_is_asked() -> None:
    member()
    answer = sign_in().post(HERE)
    assert answer.status_code == 400
    assert "Tick the box" in answer.text


def test_the_last_word_is_in_the_language_of_the_page_that_says_it() -> None:
    guest, client = guests.create(), Client(headers={"accept-language": "ru"})
    User.objects.filter(pk=guest.pk).update(language="fr")
    client.force_login(guest)
    assert "Supprimer" in client.get(HERE).text
    lobby = client.post(HERE, {"sure": "on"}, follow=True)
    assert lobby.headers["Content-Language"] == "ru"
    assert "Ваш аккаунт удалён" in lobby.text


def test_strangers_are_sent_to_sign_in() -> None:
    assert Client().get(HERE)["Location"].startswith("/accounts/login/")
    assert Client().post(HERE, {"sure": "on"})["Location"].startswith("/accounts/login/")


def test_whoever_sits_somewhere_leaves_first() -> None:
    guest = person("Alice")
    table, client = table_of(guest), Client()
    client.force_login(guest)
    answer = client.post(HERE, {"sure": "on"})
    assert (answer.status_code, called(guest)) == (409, "Alice")
    assert "Leave the table first" in answer.text
    assert f"/tables/{table.public_id}/" in answer.text
    live.leave(table.pk, guest.pk)
    assert client.post(HERE, {"sure": "on"}).status_code == 302


@pytest.mark.parametrize("fee", [0, 100])
def test_whoever_has_entered_a_tournament_withdraws_first(fee: int) -> None:
    guest, client = person("Alice"), Client()
    cup = tournaments.announce(Tournament(name="Cup", levels=levels.schedule(10), entry_fee=fee))
    tournaments.enter(cup.pk, guest, 1)
    client.force_login(guest)
    answer = client.post(HERE, {"sure": "on"})
    assert (answer.status_code, called(guest)) == (409, "Alice")
    assert "Withdraw from it first" in answer.text
    assert f"/tournaments/{cup.public_id}/" in answer.text
    tournaments.withdraw(cup.pk, guest)
    assert client.post(HERE, {"sure": "on"}).status_code == 302
    assert breaches() == []


def test_staff_are_not_deleted() -> None:
    head = User.objects.create_superuser("Head of House")
    assert not forgetting.delete(head)
    client = Client()
    client.force_login(head)
    assert "You help to run this site" in client.get(HERE).text


def test_nobody_deletes_too_often() -> None:
    client = Client()
    client.force_login(person("Alice"))
    assert [client.post(HERE).status_code for _time in range(11)][-2:] == [400, 429]


# --- killed, and at the same moment -----------------------------------------------------------------------------------


class Killed(Exception):
    pass


@pytest.mark.parametrize("name", ["_call_nobody", "leave_no_trace"])
def test_killed_in_the_first_step_nothing_has_changed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    vera = member()
    real = getattr(of_accounts, name)

    def die(*args: Any) -> None:
        real(*args)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(of_accounts, name, die)
        with pytest.raises(Killed):
            forgetting.delete(vera)
    assert (called(vera), ledger.balance(ledger.wallet(vera))) == ("Vera", ledger.GRANT)
    assert forgetting.delete(vera)
    assert breaches() == []


KILLS = [
    (live, "rewrite"),
    (of_games, "_take_out_of_tables"),
    (of_games, "rename"),
    (of_tournaments, "unlist"),
    (of_accounts, "leave_no_trace"),
]


@pytest.mark.parametrize(("module", "name"), KILLS, ids=[name for _module, name in KILLS])
def test_killed_afterwards_the_clock_goes_on(
    module: Any,
    name: str,
    time: Time,  # noqa: F811
    decks: Decks,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice, bob = person("Alice Seven"), person("Bob")
    table = duel(alice, bob, time, decks)
    assert forgetting.delete(alice)
    real, times = getattr(module, name), []

    def die(*args: Any, **kwargs: Any) -> Any:
        done = real(*args, **kwargs)
        times.append(1)
        if len(times) == 1:
            raise Killed
        return done

    monkeypatch.setattr(module, name, die)
    for _look in range(5):
        for job in forgetting.due(0):
            try:
                job()
            except Killed:
                forgetting._failing.clear()  # another process has not seen it fail
    assert times
    assert not Forgotten.objects.exists()
    assert "Alice Seven" not in GameRecord.objects.get().record + row(table).record
    assert breaches() == []


def test_one_that_fails_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    vera = member()
    assert forgetting.delete(vera)
    monkeypatch.setattr(of_games, "take_out_some", lambda player: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        forgetting.due(0)[0]()
    assert forgetting.due(0) == []
    forgetting._failing.clear()


@pytest.mark.django_db(transaction=True)
def test_asked_by_four_at_once_it_is_done_once() -> None:
    vera = member()
    assert sorted(together([partial(forgetting.delete, vera)] * 4), key=str) == [False, False, False, True]
    together([partial(forgetting.go_on, vera.pk)] * 4)
    assert Transfer.objects.filter(key=f"forgotten:{vera.pk}").count() == 1
    assert breaches() == []


@pytest.mark.django_db(transaction=True)
def test_two_of_one_game_are_forgotten_at_once(
    time: Time,  # noqa: F811
    decks: Decks,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice, bob = person("Alice Seven"), person("Bob Eight")
    duel(alice, bob, time, decks)
    assert together([partial(forgetting.delete, alice), partial(forgetting.delete, bob)]) == [True, True]
    rename = of_games.rename

    def slowly(text: str, seat: int, name: str) -> str:
        sleep(0.1)
        return rename(text, seat, name)

    monkeypatch.setattr(of_games, "rename", slowly)
    Table.objects.update(record="", game_id="")  # which would put the two in order
    assert together([partial(forgetting.go_on, one.pk) for one in (alice, bob)]) == [None, None]
    read = record.read(GameRecord.objects.get().record)
    assert read.names == {1: called(alice), 2: called(bob)}
    assert breaches() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_whoever_sits_down_at_the_same_moment_either_sits_or_is_gone(attempt: int) -> None:
    vera = member()
    table = live.open_table("Felt", 10)
    calls: list[Callable[[], object]] = [
        partial(forgetting.delete, vera),
        partial(live.sit, table.pk, vera.pk, 1, 500),
    ]
    gone, sat = together(calls)
    assert Seat.objects.filter(player=vera).exists() != gone
    assert isinstance(gone, bool)
    assert sat is None if not gone else isinstance(sat, Refusal)
    assert breaches() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fee", [0, 100])
def test_whoever_enters_a_tournament_at_the_same_moment_either_plays_or_is_gone(fee: int) -> None:
    vera = member()
    cup = tournaments.announce(Tournament(name="Cup", levels=levels.schedule(10), entry_fee=fee))
    calls: list[Callable[[], object]] = [
        partial(forgetting.delete, vera),
        partial(tournaments.enter, cup.pk, vera, 1),
    ]
    gone, entered = together(calls)
    assert Tournament.objects.get(pk=cup.pk).entries == (0 if gone else 1)
    assert isinstance(entered, Refusal) == gone
    assert breaches() == []


def test_nobody_is_refilled_who_is_gone() -> None:
    vera = member()
    assert forgetting.delete(vera)
    with pytest.raises(Refusal):
        wallets.refill(vera)
    assert ledger.balance(ledger.wallet(vera)) == 0
