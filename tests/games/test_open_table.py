"""Opening a table of one's own: every option, presets, what is refused at its field, and who may open how many."""

import re
from functools import partial
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from accounts import ledger
from accounts.models import User
from games import forms, live
from games.models import Table
from games.rules import CLASSIC, PRESETS, THREE_BIDS, Ruleset
from tests.races import together

from .play import Time, breaches, person, row

pytestmark = pytest.mark.django_db

OPEN = "/tables/open/"
WISHES = {
    "name": "Жұма кеші",
    "preset": "own",
    "cards": "4",
    "blind": "no",
    "raises": "2",
    "azi": "replay",
    "ante": "25",
    "bet": "50",
    "seats_total": "3",
    "turn_seconds": "45",
    "bots": "best",
}


def visitor(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def opened(client: Client, **wishes: Any) -> Table:
    """The table that this form opens; a wish of None is left out."""
    form = {name: value for name, value in {**WISHES, **wishes}.items() if value is not None}
    answer = client.post(OPEN, form)
    assert answer.status_code == 302, errors(answer.content.decode())
    table = Table.objects.get(public_id=answer.headers["Location"].split("/")[2])
    assert table == Table.objects.latest("pk")
    return table


def errors(page: str) -> list[str]:
    """The complaints beside the fields."""
    return re.findall(r'<span class="field__bad"[^>]*>(.*?)</span>', page)


def complaints(**wishes: Any) -> dict[str, str]:
    """By field, what the form answers to these wishes; nothing is opened."""
    form = {name: value for name, value in {**WISHES, **wishes}.items() if value is not None}
    answer = visitor().post(OPEN, form)
    assert answer.status_code == 200
    assert not Table.objects.exists()
    assert not User.objects.exists(), "a guest was made for nothing"
    found = {field: str(said[0]) for field, said in answer.context["form"].errors.items()}
    page = answer.content.decode()
    assert len(errors(page)) == len(found), "an error that is not shown"
    return found


# --- what is opened ---------------------------------------------------------------------------------------------------


def test_every_option_is_as_it_was_chosen(time: Time) -> None:
    alice = person("alice")
    table = opened(visitor(alice))
    assert table.ruleset == Ruleset(cards=4, blind=False, raises=2, azi="replay", ante=25, bet=50)
    assert (table.name, table.seats_total, table.turn_ms) == ("Жұма кеші", 3, 45_000)
    assert (table.bots, table.bot_level) == (True, "best")
    assert (table.private, table.house, table.opened_by) == (False, False, alice)
    other = opened(visitor(alice), cards="3", blind="yes", raises="", azi="buyin", bet="", bots="", private="on")
    assert other.ruleset == Ruleset(ante=25, bet=25)
    assert (other.bots, other.private) == (False, True)


@pytest.mark.parametrize(("preset", "ruleset"), [("classic", CLASSIC), ("three_bids", THREE_BIDS)])
def test_a_preset_decides_whatever_the_options_say(time: Time, preset: str, ruleset: Ruleset) -> None:
    without = {"cards": None, "blind": None, "raises": None, "azi": None}
    for options in ({}, without, {"cards": "7", "raises": "x"}):
        table = opened(visitor(person(f"somebody {len(options)}")), preset=preset, ante="10", bet="", **options)
        assert table.ruleset == ruleset


def test_without_a_preset_the_options_decide(time: Time) -> None:
    assert opened(visitor(person("alice")), preset=None).cards == 4


def test_a_table_without_a_name_is_named_after_a_place(time: Time) -> None:
    alice = visitor(person("alice"))
    assert re.fullmatch(r"\S+ \d\d", opened(alice, name="").name)
    assert re.fullmatch(r"\S+ \d\d", opened(alice, name="   ").name)
    assert opened(alice, name="  Cafe\u0301  du   coin ").name == "Café du coin"
    assert opened(alice, name="e\u0301" * 40).name == "é" * 40


def test_it_is_in_the_lobby_unless_it_is_private(time: Time) -> None:
    alice = visitor(person("alice"))
    shown, hidden = opened(alice), opened(alice, private="on")
    page = visitor().get("/").content.decode()
    assert shown.public_id in page
    assert hidden.public_id not in page
    assert " data-private" in alice.get(f"/tables/{hidden.public_id}/").content.decode()


def test_a_stranger_who_opens_a_table_is_a_guest(time: Time) -> None:
    client = visitor()
    table = opened(client)
    assert table.opened_by is not None
    assert table.opened_by.is_guest
    assert int(client.session["_auth_user_id"]) == table.opened_by.pk


def test_one_address_makes_only_so_many_guests_by_opening_tables(time: Time) -> None:
    for _form in range(10):
        opened(visitor())
    assert visitor().post(OPEN, WISHES).status_code == 429
    assert Table.objects.count() == 10


def test_the_same_form_sent_again_leads_to_the_table_that_it_opened(time: Time) -> None:
    client = visitor()
    once = client.get(OPEN).context["once"]
    table = opened(client, once=once)
    assert client.post(OPEN, {**WISHES, "once": once}).headers["Location"] == f"/tables/{table.public_id}/"
    assert client.post(OPEN, {**WISHES, "once": "another"}).headers["Location"] != f"/tables/{table.public_id}/"
    assert Table.objects.count() == 2


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_the_same_form_sent_eight_times_at_once_opens_one_table() -> None:
    alice = person("alice")
    clients = [visitor(alice) for _form in range(8)]
    answers = together([partial(client.post, OPEN, {**WISHES, "once": "0123456789abcdef"}) for client in clients])
    where = f"/tables/{Table.objects.get().public_id}/"
    assert [getattr(answer, "headers", {}).get("Location") for answer in answers] == [where] * 8, answers


def test_another_persons_form_of_the_same_name_opens_its_own_table(time: Time) -> None:
    tables = [opened(visitor(person(name)), once="the same") for name in ("alice", "bob")]
    assert [table.opened_by.name for table in tables if table.opened_by] == ["alice", "bob"]
    assert [visitor().post(OPEN, {**WISHES, "once": once}).status_code for once in ("\0", "")] == [302, 302]


def test_the_form_of_the_fourth_table_leads_there_when_it_is_sent_again(time: Time) -> None:
    alice = visitor(person("alice"))
    tables = [opened(alice, once=f"form{number}") for number in range(4)]
    assert alice.post(OPEN, {**WISHES, "once": "form3"}).headers["Location"] == f"/tables/{tables[3].public_id}/"


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("name", ["W" * 41, "\u200b", "a\u202eb", "a\0b", "a\nb", "!!!", "b\u0301\u0302\u0303", "\u3164"]),
        ("preset", ["x", "own ", "\0"]),
        ("cards", [None, "", "2", "5", "3.0", "three"]),
        ("blind", [None, "", "maybe"]),
        ("raises", ["0", "10", "-1", "1.5", "9" * 5_000]),
        ("azi", [None, "", "none"]),
        ("ante", [None, "", "0", "-5", "1000001", "9" * 5_000, "1e3", "2.5", "ten", "\0", "NaN", "Infinity"]),
        ("bet", ["0", "-1", "501", "9" * 5_000, "x"]),
        ("seats_total", [None, "", "1", "7", "x", "9" * 5_000]),
        ("turn_seconds", [None, "", "9", "61", "9" * 5_000, "15.5"]),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(time: Time, field: str, values: list[str | None]) -> None:
    for value in values:
        assert list(complaints(**{field: value})) == [field], repr(value)


def test_nothing_at_all_is_refused_at_every_field_that_needs_an_answer(time: Time) -> None:
    needed = {"cards", "blind", "azi", "ante", "seats_total", "turn_seconds"}
    assert set(complaints(**dict.fromkeys(WISHES))) == needed


def test_what_was_typed_is_still_there_after_an_error(time: Time) -> None:
    page = visitor().post(OPEN, {**WISHES, "ante": "0", "name": "<b>Ours</b>"}).content.decode()
    assert 'value="&lt;b&gt;Ours&lt;/b&gt;"' in page
    assert re.search(r'name="cards" value="4"[^>]* checked', page)
    assert re.search(r'name="ante" value="0"[^>]* aria-invalid="true"', page)
    assert 'aria-describedby="id_ante_helptext id_ante_error"' in page


def test_a_fifth_table_of_ones_own_is_refused_on_the_form(time: Time) -> None:
    alice = visitor(person("alice"))
    tables = [opened(alice) for _form in range(4)]
    page = alice.post(OPEN, WISHES).content.decode()
    assert re.search(r'<p class="msg" role="alert">Four tables', page)
    assert Table.objects.count() == 4
    Table.objects.filter(pk=tables[0].pk).update(closed=True)
    opened(alice)


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_of_eight_forms_at_once_four_open_a_table() -> None:
    alice = person("alice")
    clients = [visitor(alice) for _form in range(8)]
    answers = together([partial(client.post, OPEN, WISHES) for client in clients])
    assert sorted(getattr(answer, "status_code", 0) for answer in answers) == [200] * 4 + [302] * 4, answers
    assert Table.objects.filter(opened_by=alice).count() == 4
    assert breaches() == []


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_says_what_each_choice_means(time: Time) -> None:
    page = visitor().get(OPEN).content.decode()
    for words in forms.OpenTableForm.MEANINGS.values():
        assert str(words) in page
    for name, field in forms.OpenTableForm.base_fields.items():
        assert str(field.label) in page, name
    ungrouped = re.sub(r"<fieldset.*</fieldset>", "", page, flags=re.DOTALL)
    assert 'type="radio"' not in ungrouped, "radio buttons belong to a question"


def test_the_options_of_a_preset_are_what_the_rules_say() -> None:
    for name, ruleset in PRESETS.items():
        form = forms.OpenTableForm(QueryDict(f"preset={name}&ante=10&seats_total=6&turn_seconds=20"))
        assert form.is_valid(), form.errors
        assert form.ruleset == ruleset


@pytest.mark.parametrize(("chips", "ante", "dearest"), [(10_000, "10", "500"), (150, "7", "7"), (0, "1", "0")])
def test_the_page_says_which_antes_a_purse_is_enough_for(time: Time, chips: int, ante: str, dearest: str) -> None:
    page = visitor(person("alice", chips)).get(OPEN).content.decode()
    assert re.search(rf'name="ante" value="{ante}"', page)
    assert f"Your {chips:,} chips are enough for antes up to {dearest}." in page
    if chips == ledger.GRANT:
        assert "Your 10,000 chips" in visitor().get(OPEN).content.decode(), "what a guest begins with"


def test_whoever_opens_a_table_plays_there_by_its_rules(time: Time) -> None:
    alice = person("alice")
    table = opened(visitor(alice), seats_total="2")
    live.sit(table.pk, alice.pk, 1, 500)
    time.pass_ms(4_000)
    assert row(table).running
    assert "cards=4 blind=no raises=2 azi=replay ante=25 bet=50" in row(table).record
