"""Opening a tournament of one's own: every term, what is refused at its field, its start on the clocks of its zone."""

import re
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts import ledger
from accounts.models import User
from games import zones
from games.rules import THREE_BIDS, Ruleset
from tests.games.play import NOON, person
from tests.races import together
from tests.tournaments.course import Course
from tournaments import levels
from tournaments.models import Policy, Tournament
from tournaments.passwords import opens

pytestmark = pytest.mark.django_db

NEW = "/tournaments/new/"
DAY = 86_400_000
SHORT = {"name": "Жұма кеші", "format": "sitgo", "entry_fee": "100", "preset": "classic", "seats_total": "6",
         "turn_seconds": "20", "bots": "middle", "prizes": "top15", "level_by": "minutes"}  # fmt: skip
FREEZEOUT = {**SHORT, "format": "freezeout", "start": "2026-12-01T20:00", "zone": "Asia/Almaty"}
ARENA = {**FREEZEOUT, "format": "arena"}


def visitor(user: User | None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def opened(wishes: dict[str, Any], by: User | None = None, **others: Any) -> Tournament:
    """The tournament that this form opens; a wish of None is left out."""
    form = {name: value for name, value in {**wishes, **others}.items() if value is not None}
    answer = visitor(by or person(f"player {User.objects.count()}")).post(NEW, form)
    assert answer.status_code == 302, answer.context["form"].errors
    made = Tournament.objects.latest("pk")
    assert answer.headers["Location"] == f"/tournaments/{made.public_id}/"
    return made


def complaints(wishes: dict[str, Any], by: User | None = None, **others: Any) -> dict[str, str]:
    """By field, what the form answers to these wishes; nothing is opened."""
    form = {name: value for name, value in {**wishes, **others}.items() if value is not None}
    answer = visitor(by or person(f"player {User.objects.count()}")).post(NEW, form)
    assert answer.status_code == 200
    assert not Tournament.objects.exists()
    page = answer.content.decode()
    found = {field: str(said[0]) for field, said in answer.context["form"].errors.items()}
    shown = len(re.findall('<span class="field__bad"', page)) + page.count('role="alert"') - 1
    assert shown >= len(found) - ("__all__" in found), "an error that is not shown"
    return found


# --- what is opened ---------------------------------------------------------------------------------------------------


def test_the_short_form_opens_a_sit_and_go_for_one_table(course: Course) -> None:
    alice = person("alice")
    cup = opened(SHORT, alice)
    assert (cup.name, cup.format, cup.entry_fee, cup.opened_by) == ("Жұма кеші", "sitgo", 100, alice)
    assert (cup.min_entries, cup.max_entries, cup.seats_total, cup.starts_at) == (6, 6, 6, None)
    assert cup.levels == [list(level) for level in levels.schedule(10)]
    assert (cup.stack, cup.level_ms, cup.level_games, cup.bots, cup.private) == (1_000, 180_000, None, True, False)
    assert ledger.balance(ledger.wallet(alice)) == ledger.GRANT, "one pays when one enters"


def test_every_term_is_as_it_was_chosen(course: Course) -> None:
    cup = opened(
        FREEZEOUT, preset="own", cards="4", blind="no", raises="2", azi="replay", seats_total="4", stack="5000",
        levels="50 100/200", level_by="games", level_length="7", break_every="2", break_minutes="3", min_entries="5",
        max_entries="77", late_levels="2", re_entries="1", prizes="custom", percentages="60, 40 %", turn_seconds="45",
        bots="best", private="on", password="tulip",
    )  # fmt: skip
    assert cup.ruleset(1) == Ruleset(cards=4, blind=False, raises=2, azi="replay", ante=50, bet=50)
    assert cup.ruleset(2).bet == 200
    assert (cup.seats_total, cup.stack, cup.turn_ms, cup.level_games) == (4, 5_000, 45_000, 7)
    assert (cup.break_every, cup.break_ms, cup.min_entries, cup.max_entries) == (2, 180_000, 5, 77)
    assert (cup.late_levels, cup.re_entries, cup.prizes, cup.percentages) == (2, 1, "custom", [60, 40])
    assert (cup.bots, cup.bot_level, cup.private) == (True, "best", True)
    assert opens(cup, "tulip")
    assert not opens(cup, "rose")


def test_a_preset_decides_the_rules_and_a_format_what_it_does_not_know(course: Course) -> None:
    cup = opened(ARENA, preset="three_bids", cards="7", late_levels="5", re_entries="3", duration="30", levels="")
    assert cup.ruleset(1) == THREE_BIDS.__class__(
        THREE_BIDS.cards, THREE_BIDS.blind, THREE_BIDS.raises, THREE_BIDS.azi, 10, 10
    )
    assert (cup.late_levels, cup.re_entries, cup.duration_ms, cup.stack) == (0, 0, 1_800_000, 500)
    other = opened(SHORT, start="nonsense", zone="\u2028", late_levels="x", min_entries="9999")
    assert (other.starts_at, other.late_levels, other.min_entries) == (None, 0, 6)


def test_a_sit_and_go_may_have_several_tables(course: Course) -> None:
    assert opened(SHORT, max_entries="12").min_entries == 12
    assert "max_entries" in complaints_after(SHORT, max_entries="61")


def complaints_after(wishes: dict[str, Any], **others: Any) -> dict[str, str]:
    Tournament.objects.all().delete()
    return complaints(wishes, **others)


def test_a_name_left_empty_is_a_places(course: Course) -> None:
    assert re.fullmatch(r"\S+ \d\d", opened(SHORT, name="").name)


# --- who may ----------------------------------------------------------------------------------------------------------


def test_who_is_not_signed_in_signs_in_first(course: Course) -> None:
    for answer in (visitor(None).get(NEW), visitor(None).post(NEW, SHORT)):
        assert answer.headers["Location"] == f"/accounts/login/?next={NEW}" or "next=" in answer.headers["Location"]


def test_sent_twice_it_is_one_tournament(course: Course) -> None:
    alice = person("alice")
    first = opened(SHORT, alice, once="abc")
    assert opened(SHORT, alice, once="abc") == first
    assert opened(SHORT, alice, once="def") != first


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_sent_from_two_windows_at_once_it_is_one_tournament() -> None:
    clients = [visitor(alice := person("alice")), visitor(alice)]
    wanted = {**SHORT, "once": "abc"}
    answers = together([partial(client.post, NEW, wanted) for client in clients])
    assert [answer.status_code for answer in answers if isinstance(answer, HttpResponse)] == [302, 302]
    assert Tournament.objects.count() == 1


def test_nobody_announces_more_than_the_house_lets(course: Course) -> None:
    alice = person("alice")
    cups = [opened(SHORT, alice, name=f"Cup <{number}>") for number in range(2)]
    page = visitor(alice).post(NEW, SHORT).content.decode()
    assert "Let one of them begin first" in page
    assert f'<a href="/tournaments/{cups[1].public_id}/"><bdi>Cup &lt;1&gt;</bdi></a>' in page
    assert '<p class="msg" role="alert" tabindex="-1" autofocus>' in page
    assert 'placeholder="usually 1000"' in page
    assert Tournament.objects.count() == 2


def test_the_house_says_how_dear_it_may_be(course: Course) -> None:
    assert complaints(SHORT, entry_fee="1001") == {"entry_fee": "At most 1,000 chips, as the house has it."}
    Policy.objects.create(pk=1, highest_fee=5)
    assert complaints(SHORT, entry_fee="6") == {"entry_fee": "At most 5 chips, as the house has it."}
    assert opened(SHORT, entry_fee="0").entry_fee == 0


def test_here_nobody_adds_to_the_prizes_not_even_staff(course: Course) -> None:
    staff = person("vera")
    staff.is_staff = True
    staff.save()
    cup = opened(SHORT, staff, added="500")
    assert cup.added == 0
    assert ledger.balance(ledger.pool(cup.pool_code)) == 0


def test_bots_fill_up_two_tables_at_most(course: Course) -> None:
    assert "max_entries" in complaints(SHORT, bots="middle", max_entries="13")
    assert opened(SHORT, bots="middle", max_entries="12").bots


# --- what is refused, where -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "field", "words"),
    [
        ({"format": "poker"}, "format", "Select a valid choice"),
        ({"format": None}, "format", "required"),
        ({"start": ""}, "start", "When does it start?"),
        ({"start": "soon"}, "start", "Give a date and a time."),
        ({"start": "2026-11-01T20:00"}, "start", "in a minute at the earliest"),
        ({"start": "2027-12-01T20:00"}, "start", "in 30 days at the latest"),
        ({"start": "0001-01-01T00:00"}, "start", ""),
        ({"start": "9999-12-31T23:59"}, "start", ""),
        ({"entry_fee": "-1"}, "entry_fee", ""),
        ({"entry_fee": "9" * 40}, "entry_fee", ""),
        ({"stack": "9"}, "stack", "10 to 1,000,000"),
        ({"stack": "99", "levels": "10"}, "stack", "At least 100: ten antes"),
        ({"levels": "20 10"}, "levels", "none lower than the one before"),
        ({"levels": "x"}, "levels", "Antes from 1 on"),
        ({"levels": "10/201"}, "levels", "at most twenty antes"),
        ({"levels": "1" * 1_501}, "levels", ""),
        ({"level_length": "0"}, "level_length", "1 to 120"),
        ({"break_minutes": "61"}, "break_minutes", "1 to 60"),
        ({"min_entries": "9", "max_entries": "8"}, "min_entries", "can't be more than the most"),
        ({"max_entries": "1001"}, "max_entries", "at most 1,000"),
        ({"late_levels": "0", "re_entries": "1"}, "re_entries", "without late registration"),
        ({"prizes": "custom", "percentages": "50 30"}, "percentages", "These are 80."),
        ({"prizes": "custom", "percentages": ""}, "percentages", "100 together"),
        ({"prizes": "custom", "percentages": "40 60"}, "percentages", "none more than the one before"),
        ({"prizes": "custom", "percentages": "½ 50"}, "percentages", "Whole numbers"),
        ({"turn_seconds": "61"}, "turn_seconds", "10 to 60"),
        ({"seats_total": "7"}, "seats_total", ""),
        ({"name": "\u200b"}, "name", ""),
        ({"name": "a\x00b"}, "name", ""),
        ({"password": "a\x00b"}, "password", ""),
    ],
)
def test_each_field_says_what_is_wrong_with_it(course: Course, wishes: dict[str, Any], field: str, words: str) -> None:
    found = complaints(FREEZEOUT, **wishes)
    assert list(found) == [field]
    assert words in found[field]


def test_what_is_wrong_under_more_is_unfolded(course: Course) -> None:
    def page(**wishes: str) -> str:
        return visitor(person(f"player {User.objects.count()}")).post(NEW, {**SHORT, **wishes}).content.decode()

    assert '<details class="panel unfold" open>' in page(stack="1")
    assert '<details class="panel unfold">' in page(entry_fee="-1")


# --- the start --------------------------------------------------------------------------------------------------------


def moment(text: str, zone: str) -> int | None:
    found = zones.named(zone)
    assert found is not None
    return zones.on_clocks(datetime.fromisoformat(text), found)


def test_the_start_is_on_the_clocks_of_the_forms_zone(course: Course) -> None:
    assert opened(FREEZEOUT).starts_at == moment("2026-12-01T15:00", "UTC")
    assert opened(FREEZEOUT, zone="").starts_at == moment("2026-12-01T20:00", "UTC")
    for nonsense in ("Nowhere/Land", "../../etc/passwd", "America", "x" * 64, "\\"):
        assert opened(FREEZEOUT, zone=nonsense).starts_at == moment("2026-12-01T20:00", "UTC")


def test_before_and_after_the_clocks_change_an_evening_is_an_evening(course: Course) -> None:
    before, after = moment("2026-10-24T20:00", "Europe/Paris"), moment("2026-10-25T20:00", "Europe/Paris")
    assert before is not None
    assert after is not None
    assert after - before == 25 * 3_600_000


def test_a_time_that_the_clocks_skip_is_refused_and_of_one_that_comes_twice_the_first_counts(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    course.now = int(datetime(2027, 3, 20, tzinfo=ZoneInfo("UTC")).timestamp() * 1_000)
    skipped = complaints(FREEZEOUT, start="2027-03-28T02:30", zone="Europe/Paris")
    assert skipped == {"start": "That time does not exist there: the clocks are put forward over it."}
    assert moment("2026-10-25T02:30", "Europe/Paris") == moment("2026-10-25T00:30", "UTC")


def test_a_start_is_at_least_a_minute_and_at_most_thirty_days_ahead(course: Course) -> None:
    def at(ms: int) -> str:
        return datetime.fromtimestamp(ms / 1_000, ZoneInfo("UTC")).strftime("%Y-%m-%dT%H:%M:%S")

    assert complaints(FREEZEOUT, start=at(NOON + 59_000), zone="UTC")
    assert complaints(FREEZEOUT, start=at(NOON + 30 * DAY + 1_000), zone="UTC")
    assert opened(FREEZEOUT, start=at(NOON + 60_000), zone="UTC").starts_at == NOON + 60_000
    assert opened(FREEZEOUT, start=at(NOON + 30 * DAY), zone="UTC").starts_at == NOON + 30 * DAY
