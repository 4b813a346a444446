"""Every address of the site, asked for by everybody: what the tests of all pages have in common."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts import guests
from accounts.models import LedgerAccount, User
from games.models import GameRecord, Table
from tests.games.dealt import a_deal
from tests.games.play import DUEL_DECK, Decks, Time, person, play, row, start, table_of
from tests.games.wire import cookie_of
from tests.staff import sign_in_with_two_factors
from tournaments import levels
from tournaments import live as tournaments
from tournaments.models import Tournament

VIEWERS = ("stranger", "guest", "member", "player", "staff")


@dataclass
class House:
    """A table with a running game, one with a finished game, a tournament, and people. `alice` and `bob` play at both.

    In the running game bob has shown Ah and alice is asked; hidden are his Kh and 7d and her 9h, 8s and 7s. In the
    finished one bob's 7d and alice's 8s were never shown.
    """

    table: Table
    finished: GameRecord
    tournament: Tournament
    users: dict[str, User]
    sessions: dict[str, str]
    browser: Client  # one for all: each new one would load the whole site's middleware and static files again

    def visitor(self, name: str) -> Client:
        """A browser in which that viewer is signed in and has done nothing yet."""
        self.browser.cookies.clear()
        if name in self.sessions:
            self.browser.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[name]
        return self.browser


def build(time: Time, decks: Decks) -> House:
    alice, bob = person("alice"), person("bob")
    decks(DUEL_DECK, DUEL_DECK)
    table, over = table_of(alice, bob), table_of(alice, bob)
    for one, words in ((table, "2b20 1c 2Ah"), (over, "2b20 1c 2Ah 19h 2Kh 17s")):
        start(one, time)
        play(one, words)
    users = {
        "guest": guests.create(),
        "member": User.objects.create_user("Mira", "mira@azi.example", "pa55word for Mira"),
        "player": alice,
        "staff": User.objects.create_superuser("Head of House", "head@azi.example", "pa55word for the head"),
    }
    for user in users.values():
        LedgerAccount.objects.get_or_create(code=f"wallet:{user.pk}", kind="wallet", owner=user)
    finished = GameRecord.objects.get(table=over)
    a_deal(over, 2, game=finished.public_id)  # so that pages of proofs have something to show
    sessions = {name: cookie_of(user).partition("=")[2] for name, user in users.items()}
    browser = Client(raise_request_exception=False)
    sign_in_with_two_factors(browser, users["staff"])
    sessions["staff"] = browser.cookies[settings.SESSION_COOKIE_NAME].value
    cup = Tournament(name="Cup", levels=levels.schedule(10), opened_by=users["member"])
    return House(row(table), finished, tournaments.announce(cup), users, sessions, browser)


# --- addresses --------------------------------------------------------------------------------------------------------

# For every name of an address with parameters, what to put there. Names without parameters are found by themselves.
ARGUMENTS: dict[str, Callable[[House], dict[str, Any]]] = {
    "table": lambda house: {"public_id": house.table.public_id},
    "table_deals": lambda house: {"public_id": house.table.public_id},
    "tournament_table": lambda house: {"public_id": house.table.public_id},
    "words": lambda house: {"language": "fr", "version": "0"},
    "practice_rules": lambda house: {"version": "0"},
    **dict.fromkeys(("profile", "relate"), lambda house: {"name": house.users["player"].name}),
    "game": lambda house: {"public_id": house.finished.public_id},
    "game_record": lambda house: {"public_id": house.finished.public_id},
    "game_views": lambda house: {"public_id": house.finished.public_id},
    **dict.fromkeys(("share_game", "game_fair", "game_deals"), lambda house: {"public_id": house.finished.public_id}),
    **dict.fromkeys(
        (
            *("tournament", "tournament_news", "enter_tournament", "withdraw_from_tournament"),
            *("pause_in_tournament", "cancel_tournament"),
        ),
        lambda house: {"public_id": house.tournament.public_id},
    ),
    "account_confirm_email": lambda house: {"key": "none"},
    "account_reset_password_from_key": lambda house: {"uidb36": "1", "key": "set-password"},
    "end_session": lambda house: {"pk": 1},
    "mfa_edit_webauthn": lambda house: {"pk": 1},
    "mfa_remove_webauthn": lambda house: {"pk": 1},
    "admin:app_list": lambda house: {"app_label": "games"},
    "admin:view_on_site": lambda house: {
        "content_type_id": ContentType.objects.get_for_model(Table).pk,
        "object_id": house.table.pk,
    },
    "admin:games_table_call_off": lambda house: {"table_id": house.table.pk},
    "admin:tournaments_tournament_call_off": lambda house: {"tournament_id": house.tournament.pk},
    "admin:accounts_ledgeraccount_adjust": lambda house: {
        "account_id": LedgerAccount.objects.get(owner=house.users["player"]).pk
    },
}


def names(patterns: list[Any] | None = None, namespace: str = "", *before: str) -> Iterator[tuple[str, set[str]]]:
    """Every named address: its full name and its parameters, those of what it is included under as well."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here = (*before, *pattern.pattern.regex.groupindex)
        if isinstance(pattern, URLResolver):
            within = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from names(pattern.url_patterns, within, *here)
        elif pattern.name:
            yield namespace + pattern.name, set(here)


def unnamed(patterns: list[Any] | None = None) -> Iterator[URLPattern]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from unnamed(pattern.url_patterns)
        elif not pattern.name:
            yield pattern


def _models() -> dict[str, Any]:
    return {f"admin:{model._meta.app_label}_{model._meta.model_name}": model for model in admin.site._registry}


def lacking() -> list[str]:
    """The names with parameters for which nobody has said what to put there."""
    pages = _models()
    return [
        name
        for name, parameters in names()
        if parameters and name not in ARGUMENTS and name.rpartition("_")[0] not in pages
    ]


def addresses(house: House) -> dict[str, list[str]]:
    """Every address by name; of the admin's pages of one row, those of the newest row."""
    found: dict[str, list[str]] = {}
    pages = _models()
    for name, parameters in names():
        if not parameters:
            found[name] = [reverse(name)]
        elif name in ARGUMENTS:
            found[name] = [reverse(name, kwargs=ARGUMENTS[name](house))]
        elif (model := pages.get(name.rpartition("_")[0])) is not None:
            rows = model._default_manager.order_by("-pk").values_list("pk", flat=True)[:1]
            found[name] = [reverse(name, args=[pk]) for pk in rows]
    return found


def fresh() -> None:
    """Nobody has asked for too much yet."""
    cache.clear()
