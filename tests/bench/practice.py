"""Practice in a real Chromium, from the server with hashed files: how soon it deals, how long its bots think, what it
weighs. Also on a slow phone: then the whole browser gets a quarter of the time, the worker's threads too, of which
Chromium's own throttling knows nothing.

    python -m tests.bench.practice
"""

import asyncio
import json
import os
import random
import re
import signal
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any

import psutil
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from games.rules import bots, practice
from games.rules.bots import STYLES
from games.rules.cards import NAMES
from games.rules.chance import Chance
from tests import chromium
from tests.faults.test_smooth import WHERE
from tests.serving import Site, free_port

SLOWER = 4
SPEEDS = (1, SLOWER)
REPEATS = 5
RUN_S = 0.005  # at a time, for a browser that is slowed
PHONE: Any = {"width": 360, "height": 740}
READING_MS = 1_000
DEAL_MS, BOT_MS, TASK_MS, WEIGHT = 1_000, 300, 50, 600_000
DECISIONS, PASSES = 300, 3
PATIENCE_MS = 120_000

READY = "[data-offline][data-state=ready]"

# When Deal could be pressed, was pressed, and when the hand was painted; and the tasks that were long.
WATCH = """(() => {
  globalThis.marks = {};
  globalThis.long = [];
  const painted = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (marks.drawn ??= performance.now());
    port2.postMessage(null);
  };
  new MutationObserver(() => {
    if (!marks.open && document.querySelector("#rules-now")?.textContent) {
      marks.open = performance.now();
      if (globalThis.atOnce) {
        marks.pressed = marks.open;
        document.querySelector("#deal").click();
      }
    }
    if (!marks.hand && document.querySelector(".hand__card[data-card]")) {
      marks.hand = true;
      requestAnimationFrame(painted);
    }
  }).observe(document, { childList: true, subtree: true });
  addEventListener("pointerdown", ({ timeStamp }) => (marks.pressed ??= timeStamp), true);
  new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask" });
})()"""

# Five of the best, who take no time to look as if they thought.
SIX = """() => {
  const { count, level } = document.querySelector("#setup").elements;
  [count.value, level.value] = ["5", "best"];
}"""
HURRY = """((post) => {
  const pace = { bots: [50, 100], alone: 50, azi: 300 };
  Worker.prototype.postMessage = function (frame) {
    post.call(this, frame.type === "load" ? { ...frame, pace } : frame);
  };
})(Worker.prototype.postMessage)"""

SPIN = """() => {
  const began = performance.now();
  for (let turn = 0, sum = 0; turn < 100_000_000; turn += 1) sum = (sum + turn) | 0;
  return performance.now() - began;
}"""


# --- a slow browser ---------------------------------------------------------------------------------------------------


@contextmanager
def slowed(times: int) -> Iterator[None]:
    """All processes of the browser run a part of the time only, a few ms each time."""
    group = _browsers_group()
    over = threading.Event()

    def work() -> None:
        ran = rested = 0.0
        while not over.is_set():
            began = time.perf_counter()
            time.sleep(RUN_S)
            os.killpg(group, signal.SIGSTOP)
            stopped = time.perf_counter()
            ran += stopped - began
            time.sleep(max(0.0, ran * (times - 1) - rested))  # what one sleep has too much, the next has too little
            os.killpg(group, signal.SIGCONT)
            rested += time.perf_counter() - stopped

    thread = threading.Thread(target=work)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            thread.join()


def _browsers_group() -> int:
    """Playwright gives the browser, with all its processes, a group of its own."""
    for process in psutil.Process().children(recursive=True):
        if "--remote-debugging-pipe" in process.cmdline():
            group = os.getpgid(process.pid)
            assert group != os.getpgrp()
            return group
    raise AssertionError("no browser runs")


def how_slow(browser: Browser) -> float:
    """How much longer the browser really takes for the same work."""
    page = browser.new_page()
    times: dict[int, list[float]] = {speed: [] for speed in SPEEDS}
    for _repeat in range(REPEATS):
        for speed in SPEEDS:
            with slowed(speed):
                times[speed].append(page.evaluate(SPIN))
    page.close()
    plain, slow = (statistics.median(found) for found in times.values())
    return slow / plain


# --- from the press to the first deal ---------------------------------------------------------------------------------


def deals(site: Site, browser: Browser) -> None:
    """Print how long one waits for the cards."""
    returning = _come(site, browser)
    page = returning.new_page()
    page.goto("/practice/")
    page.locator(READY).wait_for(timeout=PATIENCE_MS)
    page.close()
    print(f"practice, from the press on Deal to the hand painted: median and longest of {REPEATS}, ms", flush=True)
    found: dict[tuple[bool, bool, int], list[float]] = {}
    opened: dict[tuple[bool, int], list[float]] = {}
    for _repeat in range(REPEATS):
        for speed in SPEEDS:
            for known in (False, True):
                for warm in (False, True):
                    context = returning if known else _come(site, browser)
                    with slowed(speed):
                        marks = _deal(context, warm)
                    found.setdefault((known, warm, speed), []).append(marks["drawn"] - marks["pressed"])
                    opened.setdefault((known, speed), []).append(marks["open"])
                    if not known:
                        context.close()
    returning.close()
    for known in (False, True):
        visit = "a later visit" if known else "the first visit"
        for warm in (False, True):
            when = "after a second" if warm else "at once"
            cells = [_row(found[known, warm, speed]) for speed in SPEEDS]
            print(f"  {visit}, {when:15} {cells[0]}; slowed {cells[1]} (goal under {DEAL_MS})")
        cells = [_row(opened[known, speed]) for speed in SPEEDS]
        print(f"  {visit}, until Deal can be pressed {cells[0]}; slowed {cells[1]}", flush=True)


def _row(values: list[float]) -> str:
    return f"{statistics.median(values):6.0f}, {max(values):6.0f}"


def _come(site: Site, browser: Browser, **options: Any) -> BrowserContext:
    context = browser.new_context(**{"base_url": site.url, "viewport": PHONE, **options})
    context.add_init_script(WATCH)
    context.set_default_timeout(PATIENCE_MS)
    return context


def _deal(context: BrowserContext, warm: bool) -> dict[str, float]:
    page = context.new_page()
    if not warm:
        page.add_init_script("globalThis.atOnce = true")
    page.goto("/practice/", wait_until="commit")
    if warm:
        page.wait_for_function("() => marks.open", polling=20)
        page.wait_for_timeout(READING_MS)
        page.locator("#deal").click()
    page.wait_for_function("() => marks.drawn", polling=100)
    marks: dict[str, float] = page.evaluate("() => marks")
    page.close()
    return marks


# --- what the bots think ----------------------------------------------------------------------------------------------

Question = dict[str, Any]
Asked = tuple[str, Question]  # what a bot decides, or "" where none does

# A worker as practice's own, which tells how long each answer took.
WORK = """
import { loadRules } from "%(runtime)s";
const rules = await loadRules(%(addresses)s);
addEventListener("message", ({ data }) => {
  const answers = data.map((question) => {
    const began = performance.now();
    const said = rules.answer(question);
    return [performance.now() - began, said];
  });
  postMessage(answers);
});
postMessage("ready");
"""
OPEN_WORKER = """(source) => new Promise((resolve) => {
  globalThis.rules?.terminate();
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  globalThis.rules = new Worker(address, { type: "module" });
  rules.onmessage = resolve;
})"""
ASK = """(questions) => new Promise((resolve) => {
  rules.onmessage = ({ data }) => resolve(data);
  rules.postMessage(questions);
})"""


def games() -> list[list[Asked]]:
    """Games of six, the best bots all: the questions that practice's worker asks of the rules."""
    rng = random.Random(8)
    made: list[list[Asked]] = []
    while sum(bool(what) for game in made for what, _question in game) < DECISIONS:
        made.append(list(_game(rng, 3 + len(made) % 2)))
    return made


def _game(rng: random.Random, cards: int) -> Iterator[Asked]:
    seats = [str(seat) for seat in range(1, 7)]
    question: Question = {
        "do": "begin",
        "rules": {"cards": cards, "blind": True, "raises": None, "azi": "buyin", "ante": 10, "bet": 10},
        "stacks": dict.fromkeys(seats, 500),
        "names": {seat: f"Player {seat}" for seat in seats},
        "bots": {seat: {"level": "best", "style": rng.choice(list(STYLES))} for seat in seats[1:]},
        "dealer": rng.randint(1, 6),
        "me": 1,
        "seed": rng.randrange(2**30),
    }
    yield "", question
    state = _answer(question)
    while state["due"] != "over":
        what = ""
        if state["due"] == "deck":
            question = {"do": "deal", "deck": "".join(rng.sample(NAMES, len(NAMES)))}
        elif state["due"] == "bots":
            what = str(state["view"]["phase"])
            question = {"do": "bot", "tenths": 5}
        else:
            word = bots.choose(state["view"], Chance(rng.randrange(2**30)), "best", "tight")
            question = {"do": "act", "word": word, "ask": state["ask"]}
        yield what, question
        state = _answer(question)


def _answer(question: Question) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(practice.answer(json.dumps(question)))
    assert "error" not in answer, answer
    return answer


def thinking(site: Site, browser: Browser) -> None:
    """Print how long the best bot's decisions take in the worker and, for the same views and seeds, under CPython."""
    played = games()
    page = browser.new_page(base_url=site.url)
    listed = kept(site)
    runtime = next(url for url, *_ in listed if "/rules_runtime." in url)
    page.goto(runtime)  # no page of ours, so it may open a worker like this
    source = WORK % {"runtime": site.url + runtime, "addresses": json.dumps(_addresses(site, listed))}
    names = ("CPython", "worker", "slowed")
    passes: dict[str, list[list[float]]] = {name: [] for name in names}
    for _pass in range(PASSES):
        for name in names:
            passes[name].append([])
        for speed in SPEEDS:
            page.evaluate(OPEN_WORKER, source)
            with slowed(speed):
                for game in played:
                    plain, said = _by_cpython(game)
                    if speed == 1:
                        passes["CPython"][-1] += plain
                    answers = page.evaluate(ASK, [question for _what, question in game])
                    assert [answer for _ms, answer in answers] == said
                    passes["worker" if speed == 1 else "slowed"][-1] += [ms for ms, _answer in answers]
    page.close()
    kinds = [what for game in played for what, _question in game]
    found = {name: [statistics.median(one) for one in zip(*passes[name], strict=True)] for name in names}
    print(f"practice, what a decision of the best of six takes, medians of {PASSES} passes: p50, p95 and longest, ms")
    for kind in [*sorted(set(kinds) - {""}), ""]:
        picked = {
            name: sorted(ms for ms, what in zip(found[name], kinds, strict=True) if what and (what == kind or not kind))
            for name in names
        }
        cells = [f"{name} {_spread(picked[name])}" for name in names]
        ratio = sum(picked["worker"]) / sum(picked["CPython"])
        print(f"  {kind or 'all':8} {len(picked['worker']):4}: {'; '.join(cells)}; {ratio:.1f} times CPython")
    print(f"  goal: under {BOT_MS} slowed", flush=True)


def _spread(times: list[float]) -> str:
    p50, p95 = times[len(times) // 2], times[len(times) * 95 // 100]
    return f"{p50:.0f}, {p95:.0f}, {times[-1]:.0f}"


def _addresses(site: Site, listed: list[Any]) -> dict[str, str]:
    parts = {"program": r"/micropython\.\w*\.?mjs$", "wasm": r"\.wasm$", "rules": r"^/practice/rules/"}
    found = {name: [url for url, *_ in listed if re.search(part, url)] for name, part in parts.items()}
    return {name: site.url + url for name, [url] in found.items()}


def _by_cpython(game: list[Asked]) -> tuple[list[float], list[dict[str, Any]]]:
    times, answers = [], []
    for _what, question in game:
        began = time.perf_counter()
        answers.append(_answer(question))
        times.append(1000 * (time.perf_counter() - began))
    return times, answers


def blocking(site: Site, browser: Browser) -> None:
    """Print the page's longest tasks while it is played: bots think elsewhere."""
    print("practice, the page's longest tasks in a game of six with the best bots, ms, those of 50 and more:")
    for speed in SPEEDS:
        context = _come(site, browser)
        context.add_init_script(HURRY)
        page = context.new_page()
        page.goto("/practice/")
        page.wait_for_function("() => marks.open")
        page.evaluate(SIX)
        with slowed(speed):
            page.evaluate("() => void (long.length = 0)")
            page.locator("#deal").click()
            presses = _play(page)
            longest = sorted(page.evaluate("() => long"), reverse=True)
        context.close()
        said = ", ".join(f"{ms:.0f}" for ms in longest[:6]) or "none"
        print(f"  {'slowed' if speed > 1 else 'at full speed'}: {said}; {len(longest)} in all, {presses} presses")
    print(f"  goal: none beyond {TASK_MS} at full speed", flush=True)


def _play(page: Page) -> int:
    """Presses what there is to press, until the game is over: how often that was."""
    presses = 0
    until = time.monotonic() + PATIENCE_MS / 1000
    while (where := page.evaluate(WHERE)) != "over":
        assert time.monotonic() < until, "the game doesn't end"
        if where:
            page.mouse.click(*where)
            presses += 1
        page.wait_for_timeout(100)
    return presses


# --- what it weighs ---------------------------------------------------------------------------------------------------

KINDS = {
    "program": "/micropython",
    "rules": r"^/practice/rules/",
    "scripts": r"\.js$",
    "styles": r"\.css$",
    "fonts": r"\.woff2$",
    "pictures": r"\.(svg|png|ico|webp)$",
    "words": r"^/jsi18n/",
    "pages": "",
}
ENCODINGS = ("br, gzip", "gzip")


def kept(site: Site) -> list[Any]:
    """What the service worker keeps, as it says: [address, hash, size, language]."""
    lines = re.findall(r"^(\[.*\]),$", _sent(site, "/service-worker.js", "")[1].decode(), re.MULTILINE)
    return [json.loads(line) for line in lines]


def _sent(site: Site, url: str, encodings: str, language: str = "") -> tuple[int, bytes]:
    """What the server sends: so many bytes, headers not counted."""
    connection = HTTPConnection("localhost", site.port)
    headers = {"Accept-Encoding": encodings, "Accept-Language": language}
    connection.request("GET", url, headers={name: value for name, value in headers.items() if value})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200, url
    return len(body), body


def weights(site: Site) -> dict[str, list[int]]:
    """By kind: how many answers, and their bytes as they are, in browsers that know Brotli, and in others."""
    found = {kind: [0] * (2 + len(ENCODINGS)) for kind in KINDS}
    for url, _hash, size, language in kept(site):
        row = found[next(kind for kind, part in KINDS.items() if re.search(part, url))]
        sizes = [_sent(site, url, encodings, language)[0] for encodings in ENCODINGS]
        for at, value in enumerate([1, size, *sizes]):
            row[at] += value
    return found


def keeping(site: Site) -> None:
    """Print what a browser keeps for practice, as it is sent."""
    found = weights(site)
    total = [sum(column) for column in zip(*found.values(), strict=True)]
    print("practice, what is kept for offline: answers, bytes, with Brotli, with gzip")
    for kind, row in [*found.items(), ("all", total)]:
        print("  " + f"{kind:9}" + "".join(f"{value:11,}" for value in row))
    print(f"  goal: under {WEIGHT:,}; {total[2] / WEIGHT:.2f} of it with Brotli, {total[3] / WEIGHT:.2f} with gzip")


class Meter:
    """Stands between browser and server, and counts what the server sends: also to workers, and headers too."""

    def __init__(self, site: Site) -> None:
        self.site, self.port, self.bytes = site, free_port(), 0
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        opening = asyncio.start_server(self._connect, "localhost", self.port)
        asyncio.run_coroutine_threadsafe(opening, self.loop).result()
        self.url = f"http://localhost:{self.port}"

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, forth = await asyncio.open_connection("localhost", self.site.port)
        await asyncio.gather(self._pass(reader, forth, counts=False), self._pass(back, writer, counts=True))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, counts: bool) -> None:
        try:
            while data := await reader.read(65_536):
                self.bytes += len(data) if counts else 0
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass  # who goes away need not say so
        writer.close()

    def since(self, before: int) -> int:
        return self.bytes - before


def visits(site: Site, browser: Browser) -> None:
    """Print what comes over the line for a visit: until one can play, and until all is there."""
    meter = Meter(site)
    print("practice, bytes over the line with headers: until Deal can be pressed, page and worker, all for offline")
    alone = _come(site, browser, base_url=meter.url, service_workers="block")
    whole = _come(site, browser, base_url=meter.url)
    for visit in ("the first visit", "a second one"):
        before = meter.bytes
        page = alone.new_page()
        page.goto("/practice/", wait_until="commit")
        page.wait_for_function("() => marks.open", polling=20)
        pressable = meter.since(before)
        page.wait_for_load_state("networkidle")
        both = meter.since(before)
        page.close()
        before = meter.bytes
        page = whole.new_page()
        page.goto("/practice/")
        page.locator(READY).wait_for(timeout=PATIENCE_MS)
        page.wait_for_load_state("networkidle")
        print(f"  {visit:15}{pressable:10,}{both:10,}{meter.since(before):10,}", flush=True)
        page.close()
    alone.close()
    whole.close()


def main() -> None:
    """Measure at a site as `make run` serves it."""
    site = Site(settings="azi_site.settings").prepare()
    try:
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        site.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**chromium.launch())
            print(f"practice, a browser slowed {SLOWER} times takes {how_slow(browser):.1f} times as long", flush=True)
            deals(site, browser)
            thinking(site, browser)
            blocking(site, browser)
            keeping(site)
            visits(site, browser)
            browser.close()
    finally:
        site.close()


if __name__ == "__main__":
    main()
