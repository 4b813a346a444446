"""Downloads that are sent while they are read: to each person one of a kind at a time."""

from collections.abc import AsyncIterator, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render

KEPT_S = 60  # a download of which nobody heard the end is over by then

# From where the last part ended (None: from the start), the next part's text and where it ends (None: it was the last).
NextPart = Callable[[Any], tuple[str, Any]]


def send(request: HttpRequest, kind: str, filename: str, content_type: str, next_part: NextPart) -> HttpResponseBase:
    """A file of this kind for who is signed in, made part by part; a refusal while another is on its way to them."""
    downloading = f"{kind}:{request.user.pk}"
    if not cache.add(downloading, True, KEPT_S):
        return render(request, "games/downloading.html", {"kind": kind}, status=429)
    return StreamingHttpResponse(
        _parts(next_part, downloading),
        content_type=f"{content_type}; charset=utf-8",
        # Not compressed: each part would be by itself, and browsers read the first and take it for the whole.
        headers={"Content-Disposition": f'attachment; filename="{filename}"', "Content-Encoding": "identity"},
    )


async def _parts(next_part: NextPart, downloading: str) -> AsyncIterator[str]:
    try:
        text, end = await sync_to_async(_part)(next_part, None)
        yield text
        while end is not None:
            text, end = await sync_to_async(_part)(next_part, end)
            yield text
    finally:
        await cache.adelete(downloading)


def _part(next_part: NextPart, end: Any) -> tuple[str, Any]:
    """Nothing keeps a connection to the database between two parts: whoever reads slowly would keep it from others."""
    try:
        return next_part(end)
    finally:
        if not connection.in_atomic_block:  # as the tests' own transactions are
            connection.close()
