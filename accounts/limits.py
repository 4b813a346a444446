"""How often one address, or one person, may do a thing: the rates are in settings.ACCOUNT_RATE_LIMITS."""

from allauth.core import ratelimit
from django.http import HttpRequest


def allow(request: HttpRequest, action: str, key: str | None = None) -> bool:
    """Counts this request (never a GET) under `action`, say "guest"; False when that was once too often. `key` is
    what rates "a key" are of."""
    return bool(ratelimit.consume(request, action=action, key=key))
