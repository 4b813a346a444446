"""The style guide's states as a test goes through them, and what holds in each of them at any size."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from tests.serving import Site

_OPERATOR = """
from django.test import Client
from accounts import names
from accounts.models import User
from tests.staff import sign_in_with_two_factors
name = "Head of House"
head, _ = User.objects.get_or_create(**names.keys(name), defaults={"name": name, "is_staff": True})
print(sign_in_with_two_factors(Client(), head).cookies["sessionid"].value)
"""

_STATES = """async () => {
  const { STATES, isPlain } = await import("/static/games/sample_views.js");
  return Object.keys(STATES).map((name) => [name, isPlain(name)]);
}"""

# With its letters: Cyrillic ones are fetched when a state first needs them, and wider ones stand there until then.
_DRAWN = """async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await drawn();
  await document.fonts.ready;
  await drawn();
}"""

# What is wrong with the page as it is now, a sentence each. Sheets and forms may lie over what is behind them.
_WRONG = """() => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const words = (one) => one.textContent.replace(/\\s+/g, " ").trim().slice(0, 32);
  const named = (one) => `${one.getAttribute("class").trim()} (${words(one)})`;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) wrong.push(`${wide} px stick out`);

  const covered = document.querySelector(".sheet, :popover-open");
  const dock = document.querySelector(".dock");
  const floor = dock?.checkVisibility() ? Math.min(innerHeight, box(dock).top) : innerHeight;
  const scrolls = innerHeight < 600; // a phone on its side

  for (const one of covered ? [] : all(".bank__sum, .trump .card")) {
    const under = dock?.checkVisibility() && meet(box(one), box(dock));
    if (box(one).top < 0 || box(one).bottom > innerHeight || under) wrong.push(`not in sight: ${named(one)}`);
  }
  for (const one of covered || scrolls ? [] : all(".hand__card")) {
    const { top, height, left, right } = box(one);
    const beside = dock && (right <= box(dock).left || box(dock).right <= left);
    if (top < innerHeight * 0.4) wrong.push(`out of the thumb's reach: ${named(one)}`);
    if (top + height * 0.45 > (beside ? innerHeight : floor)) wrong.push(`its index is hidden: ${named(one)}`);
  }

  const drawn = [...all(".seats .seat"), ...all(".bank__sum, .trump .card, .played .card")];
  const apart = drawn.filter((one) => !one.closest(".pop, .sheet"));
  apart.forEach((one, at) => {
    for (const other of apart.slice(at + 1)) {
      if (one.contains(other) || !meet(box(one), box(other))) continue;
      wrong.push(`${named(one)} lies over ${named(other)}`);
    }
  });
  return wrong;
}"""

_SMALL = """() => [...document.querySelectorAll("button, .btn, .icon, select, .sheet input, .dock input")]
  .filter((one) => one.checkVisibility() && !one.matches("[type=hidden], [type=checkbox], [type=radio], .preset"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
  .map(([one, { width, height }]) => `${one.className} ${one.textContent.trim()}: ${width} x ${height}`)"""


class Guide:
    """The states one after another in one page, as staff see them."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        shown = site.manage("shell", "-v", "0", "-c", _OPERATOR)
        key = shown.strip().splitlines()[-1]
        page.context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
        page.emulate_media(reduced_motion="reduce")
        self._here = False

    def open(self) -> "Guide":
        """Goes to the guide itself and waits until it is drawn."""
        self.page.goto("/styleguide/")
        self.page.locator("html[data-shown]").wait_for()
        return self

    def states(self, only_plain: bool = False) -> Iterator[str]:
        """Shows each state and gives its name: those that are nothing but a view, the plain ones, in one page."""
        found: list[tuple[str, bool]] = self.page.evaluate(_STATES)
        for name, plain in sorted(found, key=lambda one: not one[1]):
            if plain or not only_plain:
                self.show(name, plain)
                yield name

    def show(self, name: str, plain: bool = False) -> None:
        """One state; a plain one without loading the page anew."""
        if plain and self._here:
            self.page.evaluate("name => { location.hash = name; }", name)
        else:
            self.page.goto(f"/styleguide/?state={name}")
        self._here = plain
        self.page.locator(f"html[data-shown='{name}']").wait_for()
        self.page.evaluate(_DRAWN)

    def wrong(self) -> list[str]:
        """What of the state's drawing is amiss."""
        found: list[str] = self.page.evaluate(_WRONG)
        return found

    def small(self) -> list[str]:
        """What is too small for a finger."""
        found: list[str] = self.page.evaluate(_SMALL)
        return found

    def low(self) -> list[dict[str, Any]]:
        """The pairs of colours with too little contrast; the guide must be open."""
        found: list[dict[str, Any]] = self.page.evaluate(
            "() => [...document.querySelectorAll('.is-low')].map(cell => ({...cell.dataset}))"
        )
        return found
