"""Browsers before a real server. Every page that a test opens must be free of errors and of CSP violations."""

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, WebError, expect

from tests import chromium, firefox
from tests.e2e.table import Table
from tests.serving import Site

PATIENCE_MS = 15_000  # on a busy machine
expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What the servers said goes with a failure."""
    report = yield
    for name, value in getattr(item, "funcargs", {}).items():
        if report.failed and isinstance(value, Site):
            report.sections.append((f"the log of {name}", value.log[-8_000:]))
    return report


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium where there is one, with flags that keep it quiet."""
    return {**browser_type_launch_args, **chromium.launch()}


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The site with shuffled decks and quick bots, one for all tests: whoever needs an empty table opens one."""
    with Site(AZI_TEST_HURRY="1") as site:
        yield site


@pytest.fixture
def stacked_site() -> Iterator[Callable[[Sequence[str]], Site]]:
    """Starts a site of the test's own, with quick bots, where the n-th deal of each table uses the n-th deck."""
    sites: list[Site] = []

    def start(decks: Sequence[str]) -> Site:
        sites.append(Site(decks, AZI_TEST_HURRY="1"))
        return sites[-1].prepare().start()

    yield start
    for site in sites:
        site.close()


class Guard:
    """Collects what goes wrong in browser contexts: console errors (CSP violations are some), exceptions, failures."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self._forgiven: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("requestfailed", self._failed)

    def forgive(self, part: str) -> None:
        """For a test that provokes an error: complaints with this text in them do not count."""
        self._forgiven.append(part)

    def check(self) -> None:
        """Fails the test on any complaint."""
        left = [text for text in self.complaints if not any(part in text for part in self._forgiven)]
        assert not left, "\n".join(left)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"exception: {error.error}")

    def _failed(self, request: Request) -> None:
        # A page that is left stops its requests; that is nobody's fault.
        if request.failure not in ("net::ERR_ABORTED", "NS_BINDING_ABORTED"):
            self.complaints.append(f"failed: {request.url}: {request.failure}")


@pytest.fixture
def guard() -> Iterator[Guard]:
    """Checked when the test is over."""
    guard = Guard()
    yield guard
    guard.check()


# The first, blank page of a browser has no storage. One expression: in Firefox Playwright puts "return" before it.
_PLAYED_BEFORE = 'origin !== "null" && (localStorage["azi.guide"] ??= "done")'


@pytest.fixture
def new_person(new_context: Callable[..., BrowserContext], guard: Guard, site_url: str) -> Callable[..., Page]:
    """Opens a browser of somebody's own (cookies, storage) and gives its page, watched by the guard.

    They have played before: only who comes with `guided=True` is shown around.
    """

    def come(guided: bool = False, **options: Any) -> Page:
        return _page(new_context(**{"base_url": site_url, **options}), guard, guided)

    return come


def _page(context: BrowserContext, guard: Guard, guided: bool = False) -> Page:
    guard.watch(context)
    if not guided:
        context.add_init_script(_PLAYED_BEFORE)
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


@pytest.fixture(scope="session")
def firefox_browser(playwright: Playwright) -> Iterator[Browser]:
    """A Firefox, for the few tests that are told in it too."""
    how = firefox.launch(playwright.firefox.executable_path)
    if how is None:
        pytest.skip(firefox.MISSING)
    browser = playwright.firefox.launch(**how)
    yield browser
    browser.close()


@pytest.fixture
def in_firefox(firefox_browser: Browser, guard: Guard, site_url: str) -> Iterator[Callable[..., Page]]:
    """What `new_person` does, in Firefox."""
    contexts: list[BrowserContext] = []

    def come(guided: bool = False, **options: Any) -> Page:
        contexts.append(firefox_browser.new_context(**{"base_url": site_url, **options}))
        return _page(contexts[-1], guard, guided)

    yield come
    for context in contexts:
        context.close()


@pytest.fixture(
    params=["new_person", pytest.param("in_firefox", marks=pytest.mark.firefox)], ids=["chromium", "firefox"]
)
def anybody(request: pytest.FixtureRequest, browser: Browser) -> Callable[..., Page]:
    """For what is told in both browsers."""
    come: Callable[..., Page] = request.getfixturevalue(request.param)
    return come


@pytest.fixture
def site_url(site: Site) -> str:
    """Where `new_person` goes when paths are relative; a test with a site of its own overrides it by `base_url=`."""
    return site.url


@pytest.fixture
def person(new_person: Callable[..., Page]) -> Page:
    """The page of one person."""
    return new_person()


@pytest.fixture(scope="session")
def house_table(site: Site) -> str:
    """The public id of a table that never closes."""
    with urlopen(site.url) as lobby:
        found = re.search(r"/tables/([0-9a-f]{32})/", lobby.read().decode())
    assert found
    return found[1]


@pytest.fixture
def table(house_table: str, new_person: Callable[..., Page]) -> Callable[..., Table]:
    """Opens the page of a table that the test speaks for: of the real one it needs the page alone."""
    return lambda **options: Table(new_person(**options), house_table)
