"""The file of everything that the site knows of somebody: all of it, of nobody else, and no card before its time."""

import json
import tracemalloc
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts import adjustments, guests, ledger
from accounts.models import Relation, User
from azi_site import my_data
from games import history, live
from games.models import GameRecord, PlayerResult, Rating, Totals
from games.rules.cards import NAMES
from tests.games.conftest import _fresh_process, decks, time  # noqa: F401 -- fixtures
from tests.games.play import DUEL_DECK, Decks, Time, person, play, start, table_of
from tests.games.test_leaks import cards_in
from tournaments import levels
from tournaments import live as tournaments
from tournaments.models import Score, Tournament

pytestmark = pytest.mark.django_db

HERE = reverse("my_data")
PASSWORD = "seven-of-clubs-41"
DUEL = "2b20 1c 2Ah 19h 2Kh 17s"


def text_of(user: User) -> str:
    return "".join(my_data.pieces(user))


def known_of(user: User) -> dict[str, Any]:
    known: dict[str, Any] = json.loads(text_of(user))
    return known


async def whole(answer: Any) -> bytes:
    return b"".join([part async for part in answer])


def browser_of(user: User) -> Client:
    client = Client(headers={"user-agent": "Mozilla/5.0 Firefox/140 Linux"})
    client.force_login(user)
    return client


@pytest.fixture
def alice() -> User:
    return person("alice")


@pytest.fixture
def bob() -> User:
    return person("bob")


# --- what is in it ----------------------------------------------------------------------------------------------------


def test_everything_about_one_person_is_in_it(alice: User, bob: User, time: Time, decks: Decks) -> None:  # noqa: F811
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, DUEL)
    User.objects.filter(pk=alice.pk).update(language="ru", card_letters="fr", games_seen_by="nobody")
    EmailAddress.objects.create(user=alice, email="alice@azi.example", primary=True, verified=True)
    Relation.objects.create(player=alice, other=bob, kind="follows")
    adjustments.adjust(User.objects.create_superuser("Head"), alice, 7, "You found a mistake.", "n")
    Rating.objects.create(player=alice, ruleset="", mu=25.0, sigma=8.0, games=1)
    Totals.objects.create(player=alice, ruleset="classic", seats=2, games=1)
    Score.objects.create(player=alice, period="all", ruleset="", games=1)
    cup = tournaments.announce(Tournament(name="Cup", levels=levels.schedule(10), opened_by=alice))
    tournaments.enter(cup.pk, alice, 1)
    browser_of(alice).get("/rules/")
    live.commit(table.pk, alice.pk, 2, "ab" * 32)
    with override("en"):
        known = known_of(User.objects.get(pk=alice.pk))
    account = known["account"]
    assert (account["name"], account["public_id"], account["guest"]) == ("alice", alice.public_id, True)
    assert (account["language"], account["letters_on_cards"], account["games_seen_by"]) == ("ru", "fr", "nobody")
    assert known["email_addresses"] == [{"address": "alice@azi.example", "confirmed": True, "primary": True}]
    assert [device["address"] for device in known["devices"]] == ["127.0.0.1"]
    assert "Firefox" in known["devices"][0]["browser"]
    assert [(one["player"], one["kind"]) for one in known["players_followed_or_blocked"]] == [("bob", "follows")]
    assert known["wallet"] == {"chips": ledger.balance(ledger.wallet(alice))}
    said = {line["what"]: line["chips"] for line in known["transfers"]}
    assert said == {
        "Chips to begin with": 10_000,
        "Sat down at Felt": -500,
        "Adjustment by an operator": 7,
        "Entry fee of a tournament": -100,
    }
    assert "You found a mistake." in [line["reason"] for line in known["transfers"]]
    assert [(seat["table"], seat["seat"]) for seat in known["seats"]] == [("Felt", 1)]
    game = known["games"][0]
    assert (game["seat"], game["stack"], game["won"], game["won_or_lost"]) == (1, 500, False, -30)
    assert game["record"] == history.masked(GameRecord.objects.get(), 1)
    assert game["proofs_of_its_deals"] == f"/games/{game['game']}/fair.json"
    assert [one["commitment"] for one in known["commitments_to_deals"]] == ["ab" * 32]
    assert known["ratings"][0]["mu"] == 25.0
    assert known["totals"][0]["games"] == known["scores"][0]["games"] == 1
    assert [entry["tournament"] for entry in known["tournament_entries"]] == ["Cup"]
    assert [one["tournament"] for one in known["tournaments_opened"]] == ["Cup"]
    assert known["pages_of_tables"][0]["table"] == "Felt"


def test_nobody_s_secrets_are_in_it(alice: User) -> None:
    alice.set_password(PASSWORD)
    alice.save()
    TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(alice)
    client = browser_of(alice)
    client.get("/rules/")
    text = text_of(alice)
    assert {one["kind"] for one in json.loads(text)["second_factors"]} == {"totp", "recovery_codes"}
    for factor in Authenticator.objects.all():
        for secret in factor.data.values():
            assert len(str(secret)) < 4 or str(secret) not in text
    assert alice.password not in text
    assert str(client.session.session_key) not in text
    assert alice.get_session_auth_hash() not in text


def test_who_follows_or_blocks_them_is_not_in_it(alice: User, bob: User) -> None:
    Relation.objects.create(player=bob, other=alice, kind="blocks")
    assert "bob" not in text_of(alice)


def test_an_empty_life_is_valid_json() -> None:
    known = known_of(guests.create())
    assert known["games"] == known["seats"] == known["devices"] == []


# --- no card before its time ------------------------------------------------------------------------------------------


def test_of_a_running_game_there_is_no_card(alice: User, bob: User, time: Time, decks: Decks) -> None:  # noqa: F811
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c 2Ah")
    text = text_of(alice)
    assert cards_in(text) == set()
    assert "azi 1" not in text


def test_of_a_finished_game_there_are_the_own_cards_and_those_shown(
    alice: User,
    bob: User,
    time: Time,  # noqa: F811
    decks: Decks,  # noqa: F811
) -> None:
    """Bob's 7d was never shown, nor alice's 8s; each finds their own."""
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, DUEL)
    shown = {"6h", "Ah", "9h", "Kh", "7s"}
    for player, own in ((alice, "8s"), (bob, "7d")):
        text = known_of(player)["games"][0]["record"]
        assert {card for card in NAMES if card in text} == shown | {own}


def test_a_game_that_can_t_be_read_is_named_without_its_record(
    alice: User,
    bob: User,
    time: Time,  # noqa: F811
    decks: Decks,  # noqa: F811
) -> None:
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, DUEL)
    GameRecord.objects.update(record="azi 9 AhKh")
    game = known_of(alice)["games"][0]
    assert (game["won_or_lost"], game["record"]) == (-30, None)


# --- asking for it ----------------------------------------------------------------------------------------------------


def test_a_guest_downloads_it(alice: User) -> None:
    client = browser_of(alice)
    assert client.get(HERE).status_code == 200
    answer: Any = client.post(HERE, headers={"accept-encoding": "gzip"})
    assert answer["Content-Disposition"] == 'attachment; filename="azi-data.json"'
    assert answer["Content-Encoding"] == "identity", "compressed by parts, it would end after the first in browsers"
    assert {"no-store", "private"} <= {part.strip() for part in answer["Cache-Control"].split(",")}
    assert json.loads(async_to_sync(whole)(answer))["account"]["name"] == "alice"


def test_a_member_shows_the_password_first(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_guest=False)
    alice = User.objects.get(pk=alice.pk)
    alice.set_password(PASSWORD)
    alice.save()
    client = browser_of(alice)
    asked: HttpResponse = client.get(HERE)  # type: ignore[assignment]
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    assert client.post(HERE).status_code == 302
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert client.get(HERE).status_code == 200
    assert client.post(HERE)["Content-Type"].startswith("application/json")


def test_strangers_are_sent_to_sign_in() -> None:
    assert Client().get(HERE)["Location"].startswith("/accounts/login/")


def test_nobody_downloads_too_often(alice: User) -> None:
    client = browser_of(alice)
    statuses = []
    for _time in range(6):
        answer = client.post(HERE)
        statuses.append(answer.status_code)
        cache.delete(f"data:{alice.pk}")  # it was read
    assert statuses == [200] * 5 + [429]


def test_many_games_are_held_in_memory_only_some_at_a_time(alice: User, bob: User, time: Time, decks: Decks) -> None:  # noqa: F811
    decks(DUEL_DECK)
    table = table_of(alice, bob)
    start(table, time)
    play(table, DUEL)
    game = GameRecord.objects.get()
    result = PlayerResult.objects.get(player=alice)
    more = 200
    games = [GameRecord(**{**_fields(game), "public_id": f"{n:032x}", "game_no": n}) for n in range(2, more + 2)]
    GameRecord.objects.bulk_create(games)
    PlayerResult.objects.bulk_create(PlayerResult(**{**_fields(result), "game_id": one.pk}) for one in games)
    tracemalloc.start()
    longest = largest = count = 0
    for piece in my_data.pieces(alice):
        longest = max(longest, len(piece))
        count += piece.count('"record"')
        largest = max(largest, tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    assert count == more + 1
    assert longest < 100_000
    assert largest < 2_000_000


def _fields(one: Any) -> dict[str, Any]:
    skipped = ("id", "tally_no")
    return {field.attname: getattr(one, field.attname) for field in one._meta.fields if field.name not in skipped}


def test_nothing_of_it_is_in_anybody_else_s(alice: User, bob: User) -> None:
    live.sit(live.open_table("Felt", 10).pk, bob.pk, 1, 500)
    browser_of(bob).get("/rules/")
    known = known_of(alice)
    assert known["seats"] == known["devices"] == known["games"] == []
