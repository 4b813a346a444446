"""What a player's profile shows, and to whom."""

from django.http import Http404

from accounts import names
from accounts.models import User


def called(name: str) -> User:
    """The player of that name, however it is written. Raises Http404 where there is none, or none any more."""
    if len(name) > names.LONGEST_KEY or "\0" in name:  # PostgreSQL takes no NUL
        raise Http404
    player = User.objects.filter(username=names.key(name), is_active=True).first()
    if player is None:
        raise Http404
    return player
