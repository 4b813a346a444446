"""All that scripts write is marked for translation: in a language with accents nothing in the browser is plain. Its
words are longer too: no page grows wider than a phone with them.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from accounts.card_letters import LETTERS
from tests import pseudo
from tests.e2e.styleguide import Guide
from tests.e2e.test_tournament_felt import Seated, cup, news, out  # noqa: F401 -- cup is a fixture
from tests.serving import Site
from tests.stage import DUEL, play_duel, set_stage

PHONE = {"width": 360, "height": 740}
PAGES = (
    "/",
    "/rules/",
    "/tournaments/",
    "/tables/open/",
    "/tournaments/new/",
    "/games/",
    "/wallet/",
    "/account/",
    "/leaderboard/",
    "/practice/",
    "/practice/game/",
    "/offline/",
    "/players/Bob/",
)

# What the page says to whom sees it and to whom hears it, data apart.
_SAID = f"""() => {{
  const data = {pseudo.DATA!r};
  const isData = (one) => one.closest(data) !== null;
  const said = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!isData(walker.currentNode.parentElement)) said.push(walker.currentNode.data);
  for (const name of {list(pseudo.SPOKEN)!r}) {{
    for (const one of document.querySelectorAll(`[${{name}}]`)) if (!isData(one)) said.push(one.getAttribute(name));
  }}
  return said.filter(words => /[A-Za-z]/.test(words));
}}"""
_TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that also speaks the language of accents."""
    locale = tmp_path_factory.mktemp("locale")
    pseudo.write(locale)
    with Site([DUEL], AZI_TEST_PSEUDO=str(locale), AZI_TEST_HURRY="1") as site:
        yield site


class Reader:
    """Somebody who reads the language of accents on a phone, and notes what is plain or too wide."""

    def __init__(self, page: Page, *names: str) -> None:
        self.page = page
        self.names = [*names, "UTC", LETTERS["en"]]
        self.noted: dict[str, list[str]] = {}

    def read(self, where: str, *names: str) -> None:
        """`names` are those that this page shows."""
        wrong = list(pseudo.left(self.page.evaluate(_SAID), (*self.names, *names)))
        if (wide := self.page.evaluate(_TOO_WIDE)) > 0:
            wrong.append(f"{wide} px too wide")
        if wrong:
            self.noted[where] = wrong


@pytest.fixture
def reader(new_person: Callable[..., Page]) -> Reader:
    return Reader(new_person(viewport=PHONE, locale="en-XA", timezone_id="UTC", reduced_motion="reduce"))


PLAIN = ("bid-mine", "bid-blind", "discard", "play-full", "azi-asked", "won-tricks", "broke")
MORE = ("lost", "menu", "sit", "top-up", "cup-menu", "closed", "seal-panel", "seal-panel-broken")


def test_no_state_of_the_felt_says_anything_unmarked(reader: Reader, site: Site) -> None:
    """Some of them: `make prove` looks at all."""
    guide = Guide(reader.page, site).open()
    for state in (*PLAIN, *MORE):
        guide.show(state, state in PLAIN)
        reader.read(state, "Steppe 12")
    assert reader.noted == {}


def test_no_page_with_scripts_says_anything_unmarked(reader: Reader, site: Site) -> None:
    stage = set_stage(site, "Alice", "Bob", seated=2)
    play_duel(site, stage)
    page = reader.page
    page.context.add_cookies([{"name": "sessionid", "value": stage.sessions["Bob"], "url": site.url}])
    reader.names += ["Alice", "Bob", "Felt"]
    for path in PAGES:
        page.goto(path)
        reader.read(path, *page.locator("bdi").all_inner_texts())
    page.goto("/games/")
    page.locator("[data-game] a").first.click()
    page.locator("[data-step='1']").wait_for()
    reader.read("replay")
    page.keyboard.press("End")
    reader.read("replay's end")
    assert reader.noted == {}


def test_no_tournament_says_anything_unmarked(reader: Reader, site: Site, cup: list[str]) -> None:  # noqa: F811
    seated = Seated(reader.page, site, cup)
    for name, told in NEWS.items():
        seated.news.say(told)
        reader.page.wait_for_timeout(50)
        reader.read(name, "Felt", "Friday cup")
    assert reader.noted == {}


NEWS = {
    "level": news(),
    "out": news(out()),
}
