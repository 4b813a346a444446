"""What the scripts say, in one language: a script of its own, at an address that changes with its words."""

import hashlib
import re
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog


class _Catalog(JavaScriptCatalog):
    packages = ["azi_site"]  # without the admin's, which brings its own

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        return {**super().get_context_data(**kwargs), "formats": {}}  # Intl writes our numbers and dates


_CYRILLIC = re.compile(r"\\u(04[0-9a-f]{2})")


@cache
def script(language: str) -> bytes:
    """The language's catalogue and gettext's functions; like Django's own catalogues, read once a process."""
    with override(language):
        text = _Catalog().get(HttpRequest()).content.decode()
    # As it came, each letter in six, it would be two kilobytes more on the way.
    return _CYRILLIC.sub(lambda letter: chr(int(letter[1], 16)), text).encode()


@cache
def _version(language: str) -> str:
    return hashlib.sha256(script(language)).hexdigest()[:12]


def address(language: str) -> str:
    return reverse("words", args=[language, _version(language)])


@require_safe
def words(request: HttpRequest, language: str, version: str) -> HttpResponse:
    """A page of another release asks for other words: it gets those of today, and does not keep them."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    kept = "public, max-age=31536000, immutable" if version == _version(language) else "no-cache"
    request.session.accessed = False  # else it would vary with the cookie, and be fetched anew after signing in
    return HttpResponse(
        script(language), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": kept}
    )
