"""A language that nobody speaks: every message with accents, in brackets and longer. What has none escaped marking."""

import gettext
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from textwrap import wrap

import allauth
import django
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from azi_site import catalogues

CODE = "en-xa"

_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ACCENTED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÓÞɊŔŠŦÛṼŴẊÝŽáƀçðéƒĝĥíĵķļɱñóþɋŕšŧúṽŵẋýž"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_KEPT = re.compile(r"(%\(\w+\)[sd]|%%|%[sd]|\{\w*\}|<[^>]+>|&#?\w+;)")


def pseudo(message: str) -> str:
    """The message as that language has it; placeholders and tags stay."""
    parts = _KEPT.split(message)
    words = "".join(part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts))
    longer = wrap("~" * (sum(map(len, parts[::2])) // 4), 8)
    return f"⟦{words}{' '.join(longer)}⟧" if message.strip() else message


def write(locale: Path) -> None:
    """The language's compiled catalogues, below this folder."""
    folder = locale / "en_XA" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    for domain in catalogues.DOMAINS:
        catalog = catalogues.collected(domain, "fr")
        for message in catalog:
            if message.id:
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                said = tuple(pseudo(str(one)) for one in ids)
                message.string = said if message.pluralizable else said[0]
        if domain == "django":
            _add_foreign(catalog)
        with (folder / f"{domain}.mo").open("wb") as file:
            write_mo(file, catalog)


def _add_foreign(catalog: Catalog) -> None:
    """What Django and allauth say, where they say it in French."""
    homes = [Path(str(package.__file__)).parent for package in (django, allauth)]
    for path in (path for home in homes for path in home.rglob("locale/fr/LC_MESSAGES/django.mo")):
        with path.open("rb") as file:
            found = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        for key in found:
            whole, nth = key if isinstance(key, tuple) else (key, None)
            context, _, message = whole.rpartition("\x04")
            if message and nth in (None, 0) and catalog.get(message, context or None) is None:
                ids = message if nth is None else (message, message)
                said = pseudo(message)
                catalog.add(ids, said if nth is None else (said, said), context=context or None)


# --- what is in no language ------------------------------------------------------------------------------------------

# Names, times by the device's clock, keys, records, addresses; and what is in a language of its own.
DATA = (
    "bdi, time, kbd, code, pre, .ava, .open-hand, .share, [translate=no], [lang]:not(html), "
    "script, style, template, noscript"
)
SPOKEN = ("aria-label", "title", "placeholder", "alt", "aria-valuetext")
_SILENT = {"script", "style", "template", "noscript", "bdi", "time", "kbd", "code", "pre"}
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_LETTERS = re.compile(r"[A-Za-z]")


class _Page(HTMLParser):
    """Collects what a page says, data apart."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        classes = (held.get("class") or "").split()
        own = tag != "html" and "lang" in held
        silent = tag in _SILENT or held.get("translate") == "no" or own or "ava" in classes or "share" in classes
        if not self._is_silent and not silent:
            self.said += [value for name in SPOKEN if (value := held.get(name))]
            if tag == "meta" and (held.get("name") == "description" or "og:description" in held.values()):
                self.said.append(held.get("content") or "")
        if tag not in _VOID:
            self._open.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._is_silent:
            self.said.append(data)

    @property
    def _is_silent(self) -> bool:
        return any(silent for _, silent in self._open)


def unmarked(html: str, data: Iterable[str] = ()) -> list[str]:
    """What this page says in letters that no message has; `data` are names that may stand in it."""
    page = _Page()
    page.feed(html)
    return list(left(page.said, data))


def left(said: Iterable[str], data: Iterable[str]) -> Iterator[str]:
    known = _known(tuple(data))
    for words in said:
        if _LETTERS.search(known.sub("", words)):
            yield " ".join(words.split())


@cache
def _known(data: tuple[str, ...]) -> re.Pattern[str]:
    """The site's own name, addresses, names in isolation, and those."""
    longest_first = sorted(filter(None, data), key=len, reverse=True)
    return re.compile(
        "|".join(
            [r"\bAzi\b", "\u2068[^\u2069]*\u2069", r"https?://\S+", r"\S+@\S+\.\w+", *map(re.escape, longest_first)]
        )
    )
