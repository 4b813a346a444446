"""How often one address, or one person, may do a thing: the rates are in settings.ACCOUNT_RATE_LIMITS."""

from allauth.core import ratelimit
from django.http import HttpRequest


def allow(request: HttpRequest, action: str) -> bool:
    """Counts this request (never a GET) under `action`, say "guest"; False when that was once too often."""
    return bool(ratelimit.consume(request, action=action))
