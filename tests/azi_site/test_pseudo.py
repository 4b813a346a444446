"""All that the server writes is marked for translation: in a language with accents no page has a plain letter."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from accounts.card_letters import LETTERS
from tests import pseudo
from tests.games.conftest import _fresh_process, decks, time  # noqa: F401 -- fixtures
from tests.games.play import Decks, Time

from . import every_url
from .every_url import House

pytestmark = pytest.mark.django_db

SPOKEN = {"accept-language": pseudo.CODE}
FORMS = ("open_table", "new_tournament", "account_login", "account_signup", "account_reset_password")


@pytest.fixture(scope="module")
def locale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    locale = tmp_path_factory.mktemp("locale")
    pseudo.write(locale)
    return locale


@pytest.fixture(autouse=True)
def _spoken(locale: Path) -> Iterator[None]:
    languages = [*settings.LANGUAGES, (pseudo.CODE, "Pseudo")]
    with override_settings(LANGUAGES=languages, LOCALE_PATHS=[locale]):
        yield


@pytest.fixture
def house(time: Time, decks: Decks) -> House:  # noqa: F811
    return every_url.build(time, decks)


def data(house: House) -> list[str]:
    """What somebody has called something."""
    people = [user.name for user in house.users.values()]
    return [*people, "bob", house.table.name, house.finished.table.name, "Cup", LETTERS["en"]]


@pytest.mark.parametrize("viewer", ["stranger", "guest", "member", "player"])
def test_no_page_says_anything_unmarked(house: House, viewer: str) -> None:
    found: dict[str, list[str]] = {}
    for name, pages in every_url.addresses(house).items():
        for page in pages:
            if name.startswith(("admin:", "styleguide")):
                continue
            answer = house.visitor(viewer).get(page, headers=SPOKEN, follow=True)
            if answer.get("content-type", "").startswith("text/html"):
                found[page] = pseudo.unmarked(b"".join(answer).decode(), data(house))
    assert len(found) > 20
    assert {page: said for page, said in found.items() if said} == {}


def test_no_complaint_about_a_form_is_unmarked(house: House) -> None:
    for name in FORMS:
        page = every_url.addresses(house)[name][0]
        answer = house.visitor("stranger").post(page, {"bet": "x", "ante": "0", "email": "x"}, headers=SPOKEN)
        assert pseudo.unmarked(answer.content.decode(), data(house)) == [], name


def test_a_plain_letter_is_found() -> None:
    html = "<p aria-label='⟦þļáíñ⟧'>⟦ŧéẋŧ <b>Bob</b>⟧ and <bdi>Vera</bdi> <i title='Why'>⟦ẋ⟧</i> at Azi</p>"
    assert pseudo.unmarked(html, ["Bob"]) == ["⟧ and", "Why", "at Azi"]
