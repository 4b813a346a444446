"""Operators in tests: signed in as the admin wants it, with a second factor that this session has shown."""

import time

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from accounts.models import User


def sign_in_with_two_factors(client: Client, user: User) -> Client:
    """As `client.force_login`, and with a code of an authenticator app."""
    if not Authenticator.objects.filter(user=user).exists():
        TOTP.activate(user, generate_totp_secret())
    client.force_login(user)
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "mfa", "type": "totp", "at": time.time()}]
    session[f"{AUTHENTICATION_METHODS_SESSION_KEY}_user"] = str(user.pk)
    session.save()
    return client
