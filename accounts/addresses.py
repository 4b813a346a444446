"""E-mail addresses that nobody has confirmed yet: anybody may write down a stranger's."""

from allauth.account.internal.flows import email_verification
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.models import User

UNCONFIRMED = 3  # accounts that may wait for one address


def is_crowded(email: str) -> bool:
    """Whether so many accounts wait for this address that no other may."""
    return EmailAddress.objects.filter(email=email.lower(), verified=False).count() >= UNCONFIRMED


def pretend_to_write(request: HttpRequest, email: str, *, signup: bool) -> None:
    """Says what is said when a letter goes out, as often as that would be said, and sends none."""
    if email_verification.consume_email_verification_rate_limit(request, email):
        email_verification.add_email_verification_sent_message(request, email, signup=signup)


def to_write_to(users: list[User]) -> list[User]:
    """Of all whose address it is or may be, the one that a letter is about.

    Who confirmed it comes alone. Else it is whoever named it first, so that nobody who names it later takes from
    them the way back.
    """
    return sorted(users, key=lambda user: user.pk)[:1]
