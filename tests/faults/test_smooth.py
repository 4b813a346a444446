"""What the table weighs, and how it runs, also on a CPU slowed four times. It prints its figures (pytest -s)."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page

from tests import chromium
from tests.serving import Site

SLOWER = 4
WEIGHT = 150_000  # bytes, compressed, all of a first visit to a table
KEPT = 600_000  # likewise, all that a browser keeps so that practice works without a network
TASK_MS = 50.0
PAINT_MS = 100.0
SHIFT = 0.001  # at loading: none that anybody sees
GAMES = 2
SIZES = {"phone": (360, 740), "desk": (1280, 800)}

OBSERVE = """() => {
  window.presses = [];
  window.shifts = [];
  let phase = null;
  let changed = 0; // when the last phase began: then there is another screen, whose parts lie elsewhere
  const look = () => {
    const now = document.querySelector("[data-phase]")?.dataset.phase ?? "over";
    if (now !== phase) [phase, changed] = [now, performance.now()];
    requestAnimationFrame(look);
  };
  look();
  new PerformanceObserver((list) => {
    for (const { interactionId, name, duration } of list.getEntries()) {
      if (interactionId) presses.push([duration, name]);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, startTime, value, sources } of list.getEntries()) {
      const within = startTime - changed > 600;
      if (!hadRecentInput && within) shifts.push([value, sources.map(({ node }) => node?.className ?? "").join(", ")]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""

# Where to press now, the first of these first; null while there is nothing to press.
WHERE = """() => {
  if (document.querySelector(".result")) return "over";
  if (document.querySelector(".is-resting, .is-busy")) return null;
  if (!document.querySelector("[data-turn=me], [data-do=p]")) return null;
  for (const wanted of [".hand__card[data-card]", "[data-do=j]", "[data-do=c]", "[data-do=raise]", "[data-do=f]"]) {
    const found = [...document.querySelectorAll(wanted)].find((one) => one.ariaDisabled === "false");
    if (!found) continue;
    const { x, y, width, height } = found.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }
  return null;
}"""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium where there is one."""
    return {**browser_type_launch_args, **chromium.launch()}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """The site as it is served: hashed and compressed."""
    site = Site(settings="azi_site.settings").prepare()
    try:
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        yield site.start()
    finally:
        site.close()


def slow_down(page: Page, rate: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def tasks(trace: Path) -> list[float]:
    """What each task of the page's main thread took of the CPU, in ms: others may use this machine at the same time."""
    events = json.loads(trace.read_text())["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        event.get("tdur", event["dur"]) / 1000
        for event in events
        if event["name"] == "RunTask" and event["ph"] == "X" and (event["pid"], event["tid"]) in mains
    ]


def test_a_first_visit_to_a_table_is_light(site: Site, browser: Browser) -> None:
    page = browser.new_page(base_url=site.url)
    page.goto("/")
    table = page.locator(".t-name a").first.get_attribute("href")
    page.close()
    assert table
    page = browser.new_page(base_url=site.url, viewport={"width": 360, "height": 740})
    page.add_init_script(f"({OBSERVE})()")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    names: dict[str, str] = {}
    weights: dict[str, int] = {}
    session.on("Network.requestWillBeSent", lambda event: names.update({event["requestId"]: event["request"]["url"]}))
    session.on(
        "Network.loadingFinished", lambda event: weights.update({event["requestId"]: int(event["encodedDataLength"])})
    )
    page.goto(table)
    page.locator("[data-phase]").wait_for()
    page.wait_for_load_state("networkidle")
    for request, weight in sorted(weights.items(), key=lambda one: -one[1])[:12]:
        print(f"{weight:8,d}  {names[request].removeprefix(site.url)}")
    total = sum(weights.values())
    shift = sum(value for value, _ in page.evaluate("window.shifts"))
    print(f"{total:8,d}  bytes in {len(weights)} answers: a first visit to a table; it shifts by {shift:.4f}")
    page.close()
    assert total < WEIGHT
    assert shift < SHIFT


def test_what_practice_keeps_is_light(site: Site) -> None:
    with urlopen(f"{site.url}/service-worker.js") as worker:
        lines = re.findall(r"^(\[.*\]),$", worker.read().decode(), re.MULTILINE)
    weights = []
    for url, _content, _size, language in map(json.loads, lines):
        asked = {"Accept-Encoding": "gzip, br", "Accept-Language": language or "en"}
        with urlopen(Request(site.url + url, headers=asked)) as answer:
            weights.append((len(answer.read()), url, language))
    for weight, url, language in sorted(weights, reverse=True)[:12]:
        print(f"{weight:8,d}  {url} {language}")
    total = sum(weight for weight, _url, _language in weights)
    print(f"{total:8,d}  bytes in {len(weights)} answers: all that practice keeps")
    assert total < KEPT


@pytest.mark.parametrize("slower", [1, SLOWER])
@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_smooth(site: Site, browser: Browser, tmp_path: Path, size: str, slower: int) -> None:
    """No long task; and on a slow phone a press is answered by the next paint soon."""
    width, height = SIZES[size]
    page = browser.new_page(base_url=site.url, viewport={"width": width, "height": height})
    page.add_init_script(f"({OBSERVE})()")
    slow_down(page, slower)
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    page.locator(".me[data-seat]").wait_for()
    page.locator("[data-phase=bid]").wait_for(timeout=60_000)
    trace = tmp_path / "trace.json"
    browser.start_tracing(page=page, path=trace, categories=["disabled-by-default-devtools.timeline"])
    presses = sum(play(page) for _game in range(GAMES))
    browser.stop_tracing()
    slowest = sorted(tasks(trace), reverse=True)
    paints = sorted(page.evaluate("window.presses"), reverse=True)
    shifts = sorted(page.evaluate("window.shifts"), reverse=True)
    page.close()
    print(f"\n{size}, {width} x {height}, CPU {slower} times slower, {GAMES} games, {presses} presses")
    print(f"longest tasks: {', '.join(f'{task:.0f} ms' for task in slowest[:8])}, of {len(slowest)}")
    print(f"from press to paint: {', '.join(f'{ms:.0f} ms {name}' for ms, name in paints[:5])}")
    print(f"layout shifts within a phase of the game: {sum(value for value, _ in shifts):.4f}")
    for value, what in shifts[:4]:
        print(f"   {value:.4f} {what}")
    assert presses
    assert slower > 1 or slowest[0] <= TASK_MS
    assert not paints or paints[0][0] <= PAINT_MS


def play(page: Page) -> int:
    """Presses what there is to press until a game is over and the next one runs: how often that was."""
    presses = 0
    for _look in range(1_200):
        where = page.evaluate(WHERE)
        if where == "over":
            page.locator("[data-phase=bid]").wait_for(timeout=60_000)
            return presses
        if where:
            page.mouse.click(*where)  # no locator: what it looks up would count as a task of the page
            presses += 1
        page.wait_for_timeout(100)
    raise AssertionError("the game doesn't end")
