"""Every page and every state of the table in three languages: axe finds nothing, nothing is wider than the screen."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.conftest import browser_type_launch_args, guard, new_person, site_url  # noqa: F401 -- fixtures
from tests.e2e.styleguide import Guide
from tests.serving import Site
from tests.stage import DUEL, play_duel, set_stage

LANGUAGES = ("en", "fr", "ru")
PHONE, WIDE = (360, 740), (1280, 800)

OF_EVERYBODY = (
    *("/", "/rules/", "/tournaments/", "/leaderboard/", "/leaderboard/?board=run&period=all&bots=yes", "/language/"),
    *("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/games/", "/nowhere/"),
)
OF_MEMBERS = (
    *("/", "/games/", "/games/?result=nonsense", "/games/?result=lost", "/wallet/", "/leaderboard/", "/tables/open/"),
    *("/tournaments/new/", "/account/", "/account/data/", "/account/delete/", "/players/Mira/", "/players/Bob/"),
    *("/accounts/email/", "/accounts/password/change/", "/accounts/2fa/", "/accounts/reauthenticate/"),
)

_MEMBER = """
from django.test import Client
from accounts import names
from accounts.models import User
from allauth.account.models import EmailAddress
user = User.objects.filter(**names.keys("Mira")).first()
if user is None:
    user = User.objects.create_user("Mira", "mira@azi.example", "pa55word for Mira")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
browser = Client()
browser.force_login(user)
print(browser.cookies["sessionid"].value)
"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A site where Bob has just beaten Alice."""
    with Site([DUEL], AZI_TEST_HURRY="1") as site:
        play_duel(site, set_stage(site, "Alice", "Bob", seated=2))
        yield site


def wrong_in(page: Page, language: str) -> Iterator[str]:
    if page.locator("html").get_attribute("lang") != language:
        yield "another language"
    if (wide := page.evaluate("() => document.documentElement.scrollWidth - innerWidth")) > 0:
        yield f"{wide} px too wide"
    found = Axe().run(page)
    if found.violations_count:
        yield found.generate_report()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_page_is_good_in_every_language(
    site: Site,
    new_person: Callable[..., Page],  # noqa: F811
    language: str,
    size: tuple[int, int],
    scheme: str,
    guard: object,  # noqa: F811
) -> None:
    guard.forgive("404 (Not Found)")  # type: ignore[attr-defined]  # /nowhere/ is one of the pages
    page = new_person(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale=language, reduced_motion="reduce"
    )
    wrong: dict[str, list[str]] = {}
    for path in OF_EVERYBODY:
        page.goto(f"{site.url}{path}")
        wrong[path] = list(wrong_in(page, language))
    key = site.manage("shell", "-v", "0", "-c", _MEMBER).strip().splitlines()[-1]
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
    for path in OF_MEMBERS:
        page.goto(f"{site.url}{path}")
        wrong[f"{path} (Mira)"] = list(wrong_in(page, language))
    page.goto(f"{site.url}/players/Bob/")
    page.locator("main li a[href^='/games/']").first.click()
    page.locator("[data-step='1']").wait_for()
    wrong["replay"] = list(wrong_in(page, language))
    assert {path: lines for path, lines in wrong.items() if lines} == {}


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["fr", "ru"])
def test_every_state_of_the_table_is_good_in_other_languages(
    site: Site,
    new_person: Callable[..., Page],  # noqa: F811
    language: str,
    size: tuple[int, int],
) -> None:
    """In English tests/faults/test_styleguide.py looks at every state at every size."""
    page = new_person(viewport={"width": size[0], "height": size[1]}, locale=language)
    guide = Guide(page, site).open()
    wrong = {name: found for name in guide.states() if (found := [*guide.wrong(), *wrong_in(page, language)])}
    assert wrong == {}, "\n".join(f"{name}: {line}" for name, lines in wrong.items() for line in lines)
