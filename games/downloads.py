"""Downloads that are sent while they are read: to each person one of a kind at a time."""

import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render

BEGUN_S = 10  # whoever hangs up before the answer is there is held for so long: nothing tells of it
KEPT_S = 60  # a download of which nobody heard the end is over so long after its last part

# From where the last part ended (None: from the start), the next part's text and where it ends (None: it was the last).
NextPart = Callable[[Any], tuple[str, Any]]


def send(request: HttpRequest, kind: str, filename: str, content_type: str, next_part: NextPart) -> HttpResponseBase:
    """A file of this kind for who is signed in, made part by part; a refusal while another is on its way to them."""
    parts = _Parts(f"{kind}:{request.user.pk}", next_part)
    if not parts.begin():
        return render(request, "games/downloading.html", {"kind": kind}, status=429)
    return StreamingHttpResponse(
        parts,
        content_type=f"{content_type}; charset=utf-8",
        # Not compressed: each part would be by itself, and browsers read the first and take it for the whole.
        headers={"Content-Disposition": f'attachment; filename="{filename}"', "Content-Encoding": "identity"},
    )


class _Parts:
    """What is sent. While it is on its way, its own mark stands under a key in the cache."""

    def __init__(self, key: str, next_part: NextPart) -> None:
        self.key, self.mark, self.next_part = key, secrets.token_hex(8), next_part

    def begin(self) -> bool:
        return cache.add(self.key, self.mark, BEGUN_S)

    async def __aiter__(self) -> AsyncIterator[str]:
        try:
            text, end = await sync_to_async(self._part)(None)
            yield text
            while end is not None:
                text, end = await sync_to_async(self._part)(end)
                yield text
        finally:
            await sync_to_async(self.close)()

    def close(self) -> None:
        """The response calls it too, for whoever hangs up before the first part never comes to the end above."""
        if cache.get(self.key) == self.mark:
            cache.delete(self.key)

    def _part(self, end: Any) -> tuple[str, Any]:
        """Nothing keeps a connection to the database between two parts: whoever reads slowly would keep it from others.

        Whoever reads so slowly that another download has begun leaves that one its key.
        """
        if cache.get(self.key, self.mark) == self.mark:
            cache.set(self.key, self.mark, KEPT_S)
        try:
            return self.next_part(end)
        finally:
            if not connection.in_atomic_block:  # as the tests' own transactions are
                connection.close()
