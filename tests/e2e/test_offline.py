"""Without a network practice opens from what the browser kept, and any other page says how it stands. Nothing private
is kept, and a new version comes only when somebody asks for it."""

import json
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Guard
from tests.e2e.felt import check_axe, in_the_dark, picture
from tests.e2e.test_people import sign_up
from tests.serving import ROOT, Site

OFFLINE = "[data-offline]"

# Everything in the caches: {address: its text}.
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      kept[request.url.slice(location.origin.length)] = await (await cache.match(request)).text();
    }
  }
  return kept;
}"""


FORGET = """async (part) => {
  const cache = await caches.open("azi-offline");
  const [one] = (await cache.keys()).filter(({ url }) => url.includes(part));
  return cache.delete(one);
}"""
RELEASE = "() => getComputedStyle(document.documentElement).getPropertyValue('--release').trim()"


@pytest.fixture
def own_site() -> Iterator[Site]:
    """One that can be stopped and started again."""
    with Site(AZI_TEST_HURRY="1") as site:
        yield site


@pytest.fixture
def come(new_person: Callable[..., Page], guard: Guard) -> Callable[..., Page]:
    """Opens practice in a browser that keeps everything."""

    def come(site: Site, **options: Any) -> Page:
        page = new_person(base_url=site.url, viewport={"width": 360, "height": 740}, **options)
        page.goto("/practice/")
        state(page, "ready")
        return page

    guard.forgive("ERR_CONNECTION_REFUSED")
    return come


def state(page: Page, name: str) -> None:
    expect(page.locator(OFFLINE)).to_have_attribute("data-state", name)


def copies(page: Page) -> set[str]:
    """The places in the caches, but for the note of the language."""
    return set(page.evaluate(KEPT)) - {"/language"}


def listed(site: Site) -> set[str]:
    """The places that the list names."""
    with urlopen(f"{site.url}/service-worker.js") as worker:
        lines = re.findall(r"^(\[.*\]),$", worker.read().decode(), re.MULTILINE)
    return {f"{url}?{language}.{content}" for url, content, _size, language in map(json.loads, lines)}


def release_another(site: Site, folder: Path) -> None:
    """One file is not what it was."""
    css = (ROOT / "azi_site/static/azi.css").read_text()
    (folder / "azi.css").write_text(f"{css}\n:root {{ --release: later; }}\n")
    site.environment["AZI_TEST_STATIC"] = str(folder)


def test_a_network_that_goes_and_comes_back_with_a_new_version(
    own_site: Site, come: Callable[..., Page], tmp_path: Path
) -> None:
    page = come(own_site, locale="fr-FR")
    first = listed(own_site)
    assert copies(page) == first

    # What the browser has forgotten is fetched again before anything is called ready.
    assert page.evaluate(FORGET, "/practice/game/?en")
    page.reload()
    state(page, "ready")
    assert copies(page) == first

    own_site.stop()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    state(page, "ready")
    page.goto("/wallet/")
    expect(page.get_by_role("heading")).to_have_text("Vous êtes hors ligne")
    check_axe(page)
    picture(page, "offline-360")
    in_the_dark(page, "offline-360-dark")
    page.locator(".btn--go").click()
    page.wait_for_url("**/practice/")
    state(page, "ready")
    page.goto("/rules/")
    release_another(own_site, tmp_path)
    own_site.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#goal")).to_be_visible()

    page.goto("/practice/")
    state(page, "old")
    picture(page, "offline-new-360")
    assert first < copies(page), "the version in use has lost something"
    with page.expect_navigation():
        page.locator(OFFLINE).get_by_role("button").click()
    state(page, "ready")
    assert copies(page) == listed(own_site)
    own_site.stop()
    page.reload()
    assert page.evaluate(RELEASE) == "later"
    assert page.evaluate(FORGET, "/practice/game/?en")
    page.reload()
    state(page, "failed")


def test_nothing_private_is_ever_kept(own_site: Site, come: Callable[..., Page]) -> None:
    """Signed in, on every kind of page: in the caches is the list, the language last read, and no name."""
    page = come(own_site)
    sign_up(page, "Mira of Almaty")
    page.goto("/")
    table = page.locator(".t-name a").first.get_attribute("href")
    for path in ("/wallet/", "/players/Mira of Almaty/", "/games/", "/tournaments/", "/account/", str(table)):
        page.goto(path)
        expect(page.locator("#main")).to_be_visible()
    page.goto("/practice/")
    state(page, "ready")
    assert copies(page) == listed(own_site)
    kept = json.dumps(page.evaluate(KEPT))
    assert "Mira" not in kept
    assert "csrfmiddlewaretoken" not in kept
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}

    # A network that answers nothing holds nobody up for long.
    assert own_site.process
    own_site.process.send_signal(signal.SIGSTOP)
    page.reload(wait_until="commit", timeout=6_000)
    own_site.process.send_signal(signal.SIGCONT)
    state(page, "ready")
