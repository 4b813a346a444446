"""Canaries: in no frame, page, admin page or log line does a card appear to somebody who may not know it yet, nor what
would prove one: a deck's seed, a card's salt, a player's seed before all are combined."""

import json
import random
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from azi_site import my_data
from games import live, moves, tables
from games.models import DealRecord, GameRecord, Table
from games.rules import record
from games.rules.cards import BY_NAME, NAMES
from tests.staff import sign_in_with_two_factors

from .play import DUEL_DECK, Decks, Time, person, play, row, start, table_of
from .watching import CARD, HASH, VARIANTS, Secret, Viewer, Watched, known_to, shuffled_decks

pytestmark = pytest.mark.django_db

DECK = re.compile(r"(?:[6-9TJQKA][hds]){3,}")
ROW = re.compile(r"(?:[6-9TJQKA][hds]){6,}")
ALONE = re.compile(r"(?<![0-9A-Za-z])[1-6]?x?([6-9TJQKA][hds])(?![0-9A-Za-z])")


class Canaries:
    """All that each viewer was sent of views and proofs, looked through after each step."""

    def __init__(self, watched: Watched) -> None:
        self.watched = watched
        self.heard = dict.fromkeys(watched.viewers, 0)  # frames
        self.known: dict[str, dict[int, set[str]]] = {name: {} for name in watched.viewers}  # cards by the deal
        self.combined: set[int] = set()

    def check(self) -> None:
        """Whoever was sent something may know it now."""
        at = self.watched.at
        read = record.read(at.row.record)
        done = DealRecord.objects.exclude(combination="").order_by("deal_no").values_list("deal_no", flat=True)
        deals = list(done)[-len(read.decks) :] if read.decks else []
        self.combined.update(done)
        for viewer in self.watched.viewers.values():
            check(self.watched, viewer, at, read)
            if deals:
                self.known[viewer.name].setdefault(deals[-1], set()).update(
                    known_to(read, self.watched.seat_of(viewer, at))
                )
            for frame in viewer.frames[self.heard[viewer.name] :]:
                self.check_frame(viewer.name, frame)
            self.heard[viewer.name] = len(viewer.frames)

    def check_frame(self, name: str, frame: str) -> None:
        assert self.secrets_in(name, frame) == []
        if frame.startswith('{"type":"shuffle"'):
            deal_no = json.loads(frame)["deal_no"]
            cards = {NAMES[int(card)] for card in re.findall(r'"card":(\d+)', frame)}
            cards |= set(CARD.findall(re.sub(r"[0-9a-f]{32,}", "", frame)))
            assert cards <= self.known[name].get(deal_no, set()), f"{name} is told {cards}"

    def secrets_in(self, name: str, text: str) -> list[Secret]:
        """What of a text this viewer may not know."""
        found = [self.watched.secrets[number] for number in HASH.findall(text) if number in self.watched.secrets]
        return [secret for secret in found if not self._may_know(name, secret)]

    def _may_know(self, name: str, secret: Secret) -> bool:
        if secret.kind == "salt":
            card = NAMES[self.watched.decks[secret.deal_no - 1][secret.pos]]
            return card in self.known[name].get(secret.deal_no, ())
        return secret.kind != "used" and secret.deal_no in self.combined


def check(watched: Watched, viewer: Viewer, at: tables.TableAt, read: record.Record) -> None:
    """A viewer's newest view holds no card but those that they may know, and their own as they may see them."""
    seat = watched.seat_of(viewer, at)
    told = set(CARD.findall(viewer.view)) - (known_to(read, seat) if read.decks else set())
    assert not told, f"{viewer.name} is told {told}"
    shown = json.loads(viewer.view)
    for part in shown["seats"]:
        if part["waiting"] or not part["cards"]:
            continue
        dealt = read.game.seats[part["seat"]]
        if part["seat"] == seat and dealt.looked:
            assert part["cards"] == [NAMES[card] for card in dealt.cards]
        else:
            assert part["cards"] == ["??"] * len(dealt.cards)
    assert shown["legal"] == (list(read.game.legal_actions(seat)) if seat else [])


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_card_reaches_anybody_before_its_time(
    variant: str, time: Time, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Games in a row: whoever waits is dealt in, whoever leaves or has lost all is gone. One of them comes to Azi."""
    caplog.set_level("DEBUG")
    rng = random.Random(f"canaries, {variant}")
    looking = tuple(rng.random() < 0.5 for _person in range(4))
    watched = Watched(monkeypatch, time, variant, looking, (True, True, False, False), shuffled_decks(rng, 60))
    canaries = Canaries(watched)
    to_come = {"bid", "play", "shuffle", "reveal", "restart"} | ({"discard"} if "four" in variant else set())
    for game in range(1, 20):
        watched.sit_again()
        watched.commit_some(rng)
        start(watched.table, time)
        for step in watched.walk(rng, 300):
            canaries.check()
            to_come -= {json.loads(watched.viewers["stranger"].view)["phase"], step.what}
            _ask_for_too_much(watched, rng.choice(list(watched.viewers.values())), rng)
        watched.restart()
        canaries.check()
        assert (row(watched.table).settled, row(watched.table).game_no) == (True, game)
        if game >= 3 and not to_come:
            break
    assert to_come == set()
    assert not DECK.search(caplog.text)
    assert not ALONE.search(caplog.text)
    assert not {*HASH.findall(caplog.text)} & {*watched.secrets}


def _ask_for_too_much(watched: Watched, viewer: Viewer, rng: random.Random) -> None:
    """The sentence that refuses a viewer names no card but those it knows and the one that it asked for."""
    if answer := watched.ask_for_too_much(viewer, rng):
        viewer.frames.pop()
        named = set(CARD.findall(answer.split(":")[0]))
        at = watched.at
        known = known_to(record.read(at.row.record), watched.seat_of(viewer, at))
        assert set(CARD.findall(answer)) <= known | named


def test_the_canaries_sing(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself finds a card that is out of place, wherever it stands."""
    watched, canaries = _begun(time, monkeypatch)
    stranger = watched.viewers["stranger"]
    view = stranger.view
    hidden = (set(NAMES) - known_to(record.read(row(watched.table).record), None)).pop()
    for leak in (view.replace('"??"', f'"{hidden}"', 1), view[:-1] + f',"x":"deal{hidden}"}}'):
        stranger._shown = leak.encode()
        with pytest.raises(AssertionError):
            canaries.check()


@pytest.mark.parametrize("leak", ["used", "salt", "card", "event", "reveal", "seed"])
def test_the_canaries_know_what_proves_a_card(leak: str, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    watched, canaries = _begun(time, monkeypatch)
    stranger = watched.viewers["stranger"]
    deck = watched.decks[0]
    hidden = max(set(range(27)) - {BY_NAME[card] for card in canaries.known["stranger"][1]}, key=deck.index)
    numbers = {one: number for number, one in watched.secrets.items()}
    canaries.combined -= {1} if leak in ("reveal", "seed") else set()
    last = {
        "used": f'"deck_seed":"{numbers[Secret("used", 1)]}"',
        "salt": f'"salt":"{numbers[Secret("salt", 1, deck.index(hidden))]}"',
        "card": f'"openings":[{{"card":{hidden}}}]',
        "event": f'"events":[{{"e":"act","a":"4x{NAMES[hidden]}"}}]',
        "reveal": f'"reveals":["{numbers[Secret("reveal", 1)]}"]',
        "seed": f'"audit":["{numbers[Secret("seed", 1)]}"]',
    }
    with pytest.raises(AssertionError):
        canaries.check_frame(stranger.name, f'{{"type":"shuffle","deal_no":1,{last[leak]}}}')


def _begun(time: Time, monkeypatch: pytest.MonkeyPatch) -> tuple[Watched, Canaries]:
    """A game whose cards are out."""
    decks = shuffled_decks(random.Random(1), 9)
    watched = Watched(monkeypatch, time, "classic", (False,) * 4, (True,) * 4, decks)
    time.pass_ms(2_000)
    canaries = Canaries(watched)
    canaries.check()
    return watched, canaries


# --- pages ------------------------------------------------------------------------------------------------------------


def cards_in(page: str) -> set[str]:
    """Cards that a page names, alone or in a row. Random tokens and hashes aside, unless they are made of cards."""
    text = re.sub(r"[0-9A-Za-z]{28,}", lambda found: found[0] if ROW.search(found[0]) else "", page)
    return set(ALONE.findall(text)) | set(DECK.findall(text))


@pytest.fixture
def staff(db: None) -> Client:
    user = person("root")
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    visitor = Client()
    return sign_in_with_two_factors(visitor, User.objects.get(pk=user.pk))


ADMIN = ("", "games/", "games/table/", "games/table/{table}/change/", "games/table/{table}/history/",
         "games/gamerecord/", "accounts/user/", "accounts/user/{alice}/change/", "accounts/ledgeraccount/",
         "accounts/transfer/")  # fmt: skip


def test_pages_and_the_admin_show_no_card_of_a_running_game(time: Time, decks: Decks, staff: Client) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c 2Ah")
    mine = Client()
    mine.force_login(alice)
    for path in ("/", "/lobby/tables/", f"/tables/{table.public_id}/"):
        for visitor in (mine, staff, Client()):
            answer = visitor.get(path)
            assert answer.status_code == 200
            assert cards_in(answer.content.decode()) == set(), path
    for player in (alice, bob):
        assert cards_in("".join(my_data.pieces(player))) == set()
    for path in ADMIN:
        answer = staff.get("/admin/" + path.format(table=table.pk, alice=alice.pk))
        assert answer.status_code == 200, path
        page = answer.content.decode()
        assert cards_in(page) == set(), path
        assert "azi 1" not in page
        assert "dealer 1" not in page


def test_the_admin_shows_of_a_finished_game_what_the_public_saw(time: Time, decks: Decks, staff: Client) -> None:
    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    play(table, "2b20 1c 2Ah 19h 2Kh 17s")
    finished = GameRecord.objects.get()
    page = staff.get(f"/admin/games/gamerecord/{finished.pk}/change/").content.decode()
    assert "2b20@0 1c@0" in page
    seen = {"6h", "Ah", "9h", "Kh", "7s"}
    assert {card for card in NAMES if card in page.split("azi 1")[1].split("result")[0]} == seen
    assert finished.record not in page
    for path in ("games/gamerecord/", f"games/table/{table.pk}/change/", f"games/gamerecord/{finished.pk}/history/"):
        assert cards_in(staff.get("/admin/" + path).content.decode()) == set()


@pytest.mark.parametrize(
    "path", ["games/table/{table}/change/", "games/table/{table}/delete/", "games/table/add/", "games/gamerecord/add/",
             "games/gamerecord/{game}/change/", "games/gamerecord/{game}/delete/"]
)  # fmt: skip
def test_the_admin_changes_no_table_and_no_game(path: str, time: Time, decks: Decks, staff: Client) -> None:
    decks(DUEL_DECK)
    table = table_of(person("alice"), person("bob"))
    start(table, time)
    play(table, "2f")
    where = "/admin/" + path.format(table=table.pk, game=GameRecord.objects.get().pk)
    before = row(table)
    assert staff.post(where, {"name": "Mine", "record": "azi 1"}).status_code == 403
    after = row(table)
    assert (after.name, after.version, after.record) == (before.name, before.version, before.record)


def test_a_failure_logs_no_card(
    time: Time, decks: Decks, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The traceback goes through frames whose variables are decks and hands."""
    from azi_site import logs

    decks(DUEL_DECK)
    alice, bob = person("alice"), person("bob")
    table = table_of(alice, bob)
    start(table, time)
    said: list[str] = []

    def fail(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr(moves.Move, "_append", fail)
    formatter = _formatter(logs)
    for _try in range(2):
        try:
            play(table, "2b20")
        except RuntimeError:
            live.log.exception("table %s: frame %s failed", table.pk, "act")
    said = [formatter.format(entry) for entry in caplog.records]
    assert "out of luck" in said[-1]
    for line in said:
        assert not DECK.search(line)
        assert not ALONE.search(line), line


def _formatter(logs: Any) -> Any:
    """The site's own, as its settings make it."""
    import logging.config

    settings = logs.configure("INFO")["formatters"]["line"]
    return logging.config.DictConfigurator({"version": 1}).configure_formatter(dict(settings))


def test_reprs_that_end_up_in_logs_name_no_card(time: Time, decks: Decks) -> None:
    decks(DUEL_DECK)
    table = table_of(person("alice"), person("bob"))
    at = start(table, time)
    for thing in (at, at.row, at.game, at.timing, *at.seats.values(), Table.objects.all(), *live.due(10**15)):
        assert cards_in(repr(thing) + str(thing)) == set()


def test_tables_keep_no_frame_for_who_has_gone(time: Time, decks: Decks) -> None:
    """A seat's frame is drawn for the user who sits there, never for a number that somebody else may have next."""
    decks(DUEL_DECK)
    alice, bob, vera = person("alice"), person("bob"), person("vera")
    table = table_of(alice, bob)
    at = start(table, time)
    assert tables.view(at, at.seat_of(vera.pk), time.now)["my_seat"] is None
    assert at.seat_of(None) is None
