"""Pages that begin after a row: `?before=`."""

import re

from django.http import Http404, HttpRequest

_NUMBER = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)


def number(request: HttpRequest) -> int | None:
    """The id before which the page begins; None for the first page. Raises Http404 for what is no id."""
    before = request.GET.get("before")
    if before is None:
        return None
    if not _NUMBER.fullmatch(before):
        raise Http404
    return int(before)
