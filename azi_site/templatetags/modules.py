"""`{% module 'games/table.js' %}`: a page's script, and all that it imports asked for at once instead of in turns.

`{% words %}`: before it, what the scripts say in the page's language.
"""

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from azi_site.words import address

register = template.Library()

IMPORT = re.compile(r'\b(?:from|import)\s*"(\.[^"]+\.js)"')


@register.simple_tag
def module(name: str) -> SafeString:
    """The script of this static name, and a preload for each module that it comes to."""
    preloads = format_html_join("\n", '<link rel="modulepreload" href="{}">', ([static(one)] for one in imported(name)))
    return format_html('{}\n<script type="module" src="{}"></script>', preloads, static(name))


@register.simple_tag
def words() -> SafeString:
    """The script with the words of the page's language."""
    return format_html('<script src="{}" defer></script>', address(get_language() or settings.LANGUAGE_CODE))


@cache
def imported(name: str) -> tuple[str, ...]:
    """The static names of all modules that this one imports, directly or not, in the order of their meeting."""
    found: dict[str, None] = {}
    waiting = [name]
    for one in waiting:
        for path in IMPORT.findall(_text(one)):
            other = _beside(one, path)
            if other not in found:
                found[other] = None
                waiting.append(other)
    found.pop(name, None)
    return tuple(found)


def _text(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise LookupError(f"There is no static file {name}.")
    return Path(path).read_text()


def _beside(name: str, path: str) -> str:
    """The static name that `path` means within the file `name`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
