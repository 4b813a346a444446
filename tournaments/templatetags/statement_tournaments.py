"""What a wallet's statement, a page of the games, says of tournaments: which one a fee or a prize was for."""

import re

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.statement import Line
from tournaments.models import Tournament

register = template.Library()

_KEY = re.compile(r"tournament:(\d+):(entry|prize|refund):.+")
_WORDS = {
    "entry": _("Entry fee of {tournament}"),
    "prize": _("Prize of {tournament}"),
    "refund": _("Entry fee of {tournament}, given back"),
}


@register.simple_tag
def tournaments_of(lines: list[Line]) -> dict[int, Tournament]:
    """The tournaments that these lines are about, by id."""
    keys = [_KEY.fullmatch(line.transfer.key) for line in lines]
    return Tournament.objects.only("public_id", "name").in_bulk({int(key[1]) for key in keys if key})


@register.simple_tag
def statement_line(line: Line, tournaments: dict[int, Tournament]) -> SafeString:
    """The line in words, with a link to its tournament."""
    key = _KEY.fullmatch(line.transfer.key)
    tournament = tournaments.get(int(key[1])) if key else None
    if key is None or tournament is None:
        return line.html
    where = reverse("tournament", args=[tournament.public_id])
    link = format_html('<a href="{}"><bdi>{}</bdi></a>', where, tournament.name)
    return format_html(str(_WORDS[key[2]]), tournament=link)
