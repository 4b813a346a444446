"""Practice without a network: the service worker with the list of what it keeps, and the page that says "offline".

Nobody lists by hand what is kept. It is the practice pages in every language, what these name, what that names, and so
on. Such a page must be the same for everybody who reads its language: the browser compares what it gets with the list.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin

from csp.decorators import csp
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from azi_site.storage import without_comments

PAGES = ("practice", "practice_game", "offline")
VIEWS = ("words", "practice_rules")  # what pages name that is no file
WORKER = "service_worker.js"

# How one kind of content names what it needs.
_NAMES = {
    ".html": re.compile(r'"(/[^"#?]+)'),
    ".js": re.compile(r'\b(?:from|import)\s*\(?\s*"(\.[^"]+)"'),
    ".css": re.compile(r"""\burl\(["']?([^"')#?]+)"""),
}


class Kept(NamedTuple):
    """One line of the list."""

    url: str
    content: str  # a hash
    size: int  # in bytes, not compressed
    language: str = ""  # of a page


@csp({"default-src": ["'none'"], "connect-src": ["'self'"], "frame-ancestors": ["'none'"]})
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The same for everybody, and asked for anew each time: other bytes are a new version."""
    request.session.accessed = False
    return HttpResponse(_worker(), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Made without the request: nothing of whoever asks can be in it."""
    request.session.accessed = False
    return HttpResponse(render_to_string("offline.html"))


@cache
def _worker() -> bytes:
    source = without_comments(WORKER, Path(str(finders.find(WORKER))).read_text())
    lines = ",\n".join(json.dumps(one) for one in kept())
    version = _hash(f"{lines}{source}".encode())
    return f'const VERSION = "{version}";\nconst LIST = [\n{lines},\n];\n{source}'.encode()


@cache
def kept() -> tuple[Kept, ...]:
    """The pages, and then the rest in the order in which it is met."""
    pages: list[Kept] = []
    found: dict[str, Kept] = {}
    waiting: list[str] = []
    for url in map(reverse, PAGES):
        for language, _ in settings.LANGUAGES:
            page = _answer(url, language)
            # What it may do is kept with it: with another policy it is another page.
            policy = _in_order(page.headers["Content-Security-Policy"])
            pages.append(Kept(url, _hash(policy.encode() + page.content), len(page.content), language))
            waiting += _named(url, ".html", page.content)
    for url in waiting:
        if url not in found:
            body = _body(url)
            found[url] = Kept(url, _hash(body), len(body))
            waiting += _named(url, Path(url).suffix, body)
    return (*pages, *found.values())


def _hash(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:16]


def _in_order(policy: str) -> str:
    """The same policy is not always written in the same order."""
    return ";".join(sorted(" ".join(sorted(part.split())) for part in policy.split(";")))


def _named(url: str, kind: str, body: bytes) -> Iterator[str]:
    """The addresses of ours without which this does not work."""
    if kind in _NAMES:
        others = (urljoin(url, path) for path in _NAMES[kind].findall(body.decode()))
        yield from (other for other in others if other.startswith(settings.STATIC_URL) or _is_view(other))


def _is_view(url: str) -> bool:
    try:
        return url.startswith("/") and resolve(url).url_name in VIEWS
    except Resolver404:
        return False


def _body(url: str) -> bytes:
    """What is sent for this address."""
    if not url.startswith(settings.STATIC_URL):
        return _answer(url).content
    name = unquote(url.removeprefix(settings.STATIC_URL))
    # A name with a hash in it is only where the files were collected.
    return Path(finders.find(name) or staticfiles_storage.path(name)).read_bytes()


def _answer(url: str, language: str = settings.LANGUAGE_CODE) -> HttpResponse:
    """What a stranger gets who reads this language."""
    request = HttpRequest()
    request.method, request.path, request.path_info = "GET", url, url
    request.session = SessionBase()  # empty, and with nothing to read from
    request.user = AnonymousUser()
    view = resolve(url)
    with override(language):
        response: HttpResponse = view.func(request, *view.args, **view.kwargs)
    CSPMiddleware(lambda _request: response)(request)
    if response.status_code != 200:
        raise LookupError(f"{url} can't be kept: it answers {response.status_code}.")
    return response
