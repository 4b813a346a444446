"""What the lobby, a page of the games, shows of tournaments."""

from typing import Any

from django import template

from accounts.models import User
from games.visitors import purse_or_grant
from tournaments import listing

register = template.Library()

SHOWN = 3


@register.simple_tag(takes_context=True)
def next_tournaments(context: dict[str, Any]) -> list[listing.Row]:
    """The next to start that the visitor may find in the list."""
    request = context["request"]
    viewer = request.user if isinstance(request.user, User) else None
    return listing.soon(viewer, {}, purse_or_grant(request), SHOWN)
