"""Canaries of fair deals, in real ones: no page, admin page, export, log line or repr holds what would open a card.

A deck's seed, a card's salt, a player's seed before all are combined. What sockets send, test_leaks.py looks through.
"""

import json
import logging
import logging.config
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.log import AdminEmailHandler

from accounts.models import User
from azi_site import logs, my_data
from games import deal_records, dealing, live, proofs, tables
from games.models import Commitment, DealRecord, Table
from games.proofs import Told
from games.rules import fairness, hashes
from tests.staff import sign_in_with_two_factors

from .play import Time, at, person, play, row, start, view
from .test_dealing import Browser, table_for
from .test_leaks import DECK
from .watching import HASH

pytestmark = pytest.mark.django_db

SITE = ("/fairness/", "/fairness/heads.json", "/tables/{table}/", "/tables/{table}/deals.json",
        "/games/{game}/", "/games/{game}/fair/", "/games/{game}/fair.json")  # fmt: skip
ADMIN = ("games/dealrecord/", "games/dealrecord/{deal}/change/", "games/dealrecord/{deal}/history/",
         "games/table/{table}/change/", "games/gamerecord/", "accounts/user/{user}/change/")  # fmt: skip


class Site:
    """Three people at a table, of whom two commit; what they, a stranger and the staff may read just now."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.table, self.browsers = table_for(person("alice"), person("bob"), person("vera"))
        self.alice, self.bob, self.vera = self.browsers
        self.staff = person("root")
        User.objects.filter(pk=self.staff.pk).update(is_staff=True, is_superuser=True)
        self.staff.refresh_from_db()
        visitors = [(one.user, Client()) for one in (self.alice, self.vera)]
        for user, visitor in visitors:
            visitor.force_login(user)
        self.visitors: list[tuple[User | None, Client]] = [*visitors, (None, Client())]
        self.visitors.append((self.staff, sign_in_with_two_factors(Client(), self.staff)))
        self.alice.commit()
        self.bob.commit()
        start(self.table, time)
        self.seeds = DealRecord.objects.get().secret.split()

    @property
    def deal(self) -> DealRecord:
        return DealRecord.objects.get()

    def read(self, user: User | None, visitor: Client) -> str:
        """All of the site that this visitor finds."""
        paths = [path.format(table=self.table.public_id, game=row(self.table).game_id) for path in SITE]
        if user == self.staff:
            ids = {"deal": self.deal.pk, "table": self.table.pk, "user": self.alice.user.pk}
            paths += ["/admin/" + path.format(**ids) for path in ADMIN]
        said = []
        for path in paths:
            answer = visitor.get(path)
            assert answer.status_code in (200, 302, 404), path
            said.append(answer.content)
        text = b"\n".join(said).decode()
        return text + "".join(my_data.pieces(user)) if user else text

    def numbers(self) -> list[set[str]]:
        """What each visitor finds of numbers with 32 bytes."""
        return [{*HASH.findall(self.read(*visitor))} for visitor in self.visitors]

    def file(self) -> str:
        """The proofs of the game's deals, as everybody may have them."""
        answer = Client().get(f"/games/{row(self.table).game_id}/fair.json")
        assert answer.status_code == 200
        return answer.content.decode()

    def call_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(live, "is_stuck", lambda table, now: True)
        live.call_off(self.table.pk, "for the test")


@pytest.fixture
def site(time: Time) -> Site:
    return Site(time)


def salts(deal: DealRecord, seed: str) -> dict[int, str]:
    """By position."""
    cut = json.loads(deal.combination)["cut"]
    return {pos: hashes.salt_of(bytes.fromhex(seed), leaf).hex() for pos, leaf in enumerate(cut)}


# --- pages ------------------------------------------------------------------------------------------------------------


def test_no_page_holds_a_seed_before_the_seeds_are_combined(site: Site) -> None:
    assert len(site.seeds) == 8
    site.alice.reveal()
    secret = {*site.seeds, site.alice.seeds[1].hex(), site.bob.seeds[1].hex()}
    for numbers in site.numbers():
        assert not numbers & secret


def test_no_page_ever_opens_a_card_to_whom_it_was_not_shown(site: Site) -> None:
    site.alice.reveal()
    site.bob.reveal()
    deal = site.deal
    used = deal.secret
    assert used in site.seeds
    salt = salts(deal, used)
    running = {used, *salt.values()}
    for numbers in site.numbers():
        assert not numbers & running
    first, last, winner = _play_one_round_then_fold(site.table)
    held = {event["seat"]: event["pos"] for event in json.loads(site.deal.events) if event["e"] == "deal"}
    shown = {9, *(event["pos"] for event in json.loads(site.deal.events) if event["e"] == "open")}
    assert {first, last, winner} == {1, 2, 3}
    for seat, numbers in zip((1, 3, None, None), site.numbers(), strict=True):
        assert used not in numbers
        assert {pos for pos, number in salt.items() if number in numbers} == shown | {*held.get(seat or 0, ())}


def _play_one_round_then_fold(table: Table) -> tuple[int, int, int]:
    """One opens and one calls, one folds; then a card each, until only one is left or the game is over."""
    first = view(table)["to_act"][0]
    play(table, f"{first}b10")
    last = view(table)["to_act"][0]
    play(table, f"{last}f")
    other = view(table)["to_act"][0]
    play(table, f"{other}c")
    for _card in range(6):
        now = at(table)
        if not now.row.running or now.game is None or not now.game.to_act:
            break
        number = now.game.to_act[0]
        play(table, f"{number}{now.game.legal_actions(number)[0]}")
    return first, last, other


def test_a_deal_that_is_called_off_in_time_takes_all_its_seeds_along(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.alice.reveal()
    site.call_off(monkeypatch)
    secret = {*site.seeds, site.alice.seeds[1].hex(), site.bob.seeds[1].hex()}
    assert site.deal.secret == ""
    assert not {*HASH.findall(site.file())} & secret
    assert not {*HASH.findall(str([browser.frames() for browser in site.browsers]))} & secret


def test_a_deal_that_is_called_off_later_shows_everybody_its_deck(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.alice.reveal()
    site.bob.reveal()
    used = site.deal.secret
    for browser in site.browsers:
        assert used not in str(browser.frames())
    site.call_off(monkeypatch)
    assert used in site.file()
    for browser in site.browsers:
        assert used in str(browser.frames())


def test_who_takes_a_seat_gets_no_proof_of_the_cards_that_were_played_there(site: Site) -> None:
    site.alice.reveal()
    site.bob.reveal()
    play(site.table, " ".join(f"{seat}f" for seat in view(site.table)["to_act"]))
    play(site.table, f"{view(site.table)['to_act'][0]}f")
    assert not row(site.table).running
    live.leave(site.table.pk, site.alice.user.pk)
    olga = person("olga")
    live.sit(site.table.pk, olga.pk, 1, 500)
    newcomer = Browser(site.table, olga)
    assert [frame["step"] for frame in newcomer.frames()] == ["header", "combine", "events", "end"]


# --- logs and reprs ---------------------------------------------------------------------------------------------------


def _formatter() -> logging.Formatter:
    """The site's own, as its settings make it."""
    line = logs.configure("INFO")["formatters"]["line"]
    return logging.config.DictConfigurator({"version": 1}).configure_formatter(dict(line))


def test_a_failure_in_the_making_logs_no_seed(
    time: Time, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The tracebacks go through frames whose variables are seeds."""
    caplog.set_level("DEBUG")
    made: list[bytes] = []

    def token(size: int) -> bytes:
        made.append(secrets.token_bytes(size))
        return made[-1]

    monkeypatch.setattr(fairness, "make", partial(fairness.make, token=token))
    table, _browsers = table_for(person("alice"), person("bob"))
    for where, name in ((hashes, "root_of"), (dealing, "_create")):
        with monkeypatch.context() as patch:
            patch.setattr(where, name, _fail)
            _logged(lambda: start(table, time))
    assert len(made) >= 16
    _assert_logs_tell_nothing(caplog, made[1:9] + made[10:])


AFTER_THE_HEADER: list[tuple[Any, str]] = [
    (hashes, "combined_of"), (hashes, "leaf_of"), (fairness, "Used"), (proofs.Deal, "_open"), (dealing, "_write"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "name"), AFTER_THE_HEADER)
def test_a_failure_logs_nothing_that_opens_a_card(
    where: Any, name: str, site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    site.alice.reveal()
    monkeypatch.setattr(where, name, _fail)
    _logged(site.bob.reveal)
    players = [site.alice.seeds[1], site.bob.seeds[1]]
    _assert_logs_tell_nothing(caplog, [*map(bytes.fromhex, site.seeds), *players])


def _fail(*_args: object, **_kwargs: object) -> None:
    raise RuntimeError("out of luck")


def _logged(call: Callable[[], object]) -> None:
    try:
        call()
    except RuntimeError:
        live.log.exception("table %s: frame %s failed", 1, "reveal")
        return
    raise AssertionError("it did not fail")


def _assert_logs_tell_nothing(caplog: pytest.LogCaptureFixture, seeds: list[bytes]) -> None:
    formatter = _formatter()
    text = caplog.text + "".join(formatter.format(entry) for entry in caplog.records)
    assert "out of luck" in text
    for seed in seeds:
        salts = [hashes.salt_of(seed, leaf) for leaf in range(27)]
        for number in (seed, *salts):
            assert number.hex() not in text
            assert repr(number)[2:-1] not in text
        assert str(hashes.order_of(seed))[1:-1] not in text
    assert not DECK.search(text)


def test_no_error_is_mailed() -> None:
    """A mail of Django's has the variables of every frame."""
    loggers = [logging.getLogger(), *map(logging.getLogger, logging.root.manager.loggerDict)]
    assert not [one for one in loggers if any(isinstance(handler, AdminEmailHandler) for handler in one.handlers)]
    assert not settings.ADMINS


def test_reprs_that_end_up_in_logs_open_no_card(site: Site) -> None:
    site.alice.reveal()
    waiting = at(site.table)
    site.bob.reveal()
    dealt = at(site.table)
    assert dealt.deal is not None
    text = ""
    for thing in (waiting, dealt):
        row, deal = DealRecord.objects.get(), thing.deal
        proof = tables._proof_of(thing)
        known = deal_records.KnownDeal(row, 1, frozenset(range(27)))
        own = (deal, proof, known, row, thing, thing.row, DealRecord.objects.all(), Commitment.objects.all(), Told())
        text += "".join(f"{one!r} {one} {vars(one) if one is known else ''}" for one in own)
        text += repr(deal._used) if deal else ""
    for number in (*site.seeds, *salts(site.deal, site.deal.secret).values(), site.alice.seeds[1].hex()):
        assert number not in text
        assert repr(bytes.fromhex(number)) not in text
    assert str(dealt.deal.deck) not in text
