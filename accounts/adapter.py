"""What Azi asks of django-allauth: names for user names, the grant at sign up, and guests who become players."""

from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import guests, languages, ledger, names
from accounts.doors import guest_of
from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """The one place where a person's account begins."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("Name and password don't belong together."),
        "too_many_login_attempts": _("Too many attempts. Try again in a few minutes."),
        "incorrect_password": _("That is not your password."),
        "enter_current_password": _("That is not your password."),
        "rate_limited": _("Too many attempts. Try again in a few minutes."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The display name as it will be kept; `shallow` leaves out the question whether it is taken."""
        name = names.clean(username)
        if not shallow:
            guest = guest_of(self.request)
            guests.refuse_taken(name, but=guest.pk if guest else None)
        return name

    def is_safe_url(self, url: str | None) -> bool:
        """Whether `next` may lead there. What is no address at all ("http://[") is not safe, and no error of ours."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """Keeps the name as typed and, beside it, what it is compared by."""
        user.name = user.username
        for field, value in names.keys(user.name).items():
            setattr(user, field, value)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """A letter whose links lead to the site's public origin: whoever asks for it may have called us anything."""
        if origin := settings.AZI_PUBLIC_ORIGIN:
            context = {
                name: origin + urlsplit(value)._replace(scheme="", netloc="").geturl()
                if name.endswith("_url")
                else value
                for name, value in context.items()
            }
            context["current_site"] = SimpleNamespace(domain=urlsplit(origin).netloc, name=urlsplit(origin).netloc)
        return super().render_mail(template_prefix, email, context, headers)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Counts one address's attempts at one name, and more generously everybody's at that name.

        With a narrow limit on the name alone, six wrong passwords from anywhere would keep its owner out.
        """
        super().pre_authenticate(request, **credentials)
        name = str(credentials.get("username", ""))
        everybodys = ratelimit.consume(request, app="allauth.account", action="login_failed_name", key=name)
        if not everybodys:
            raise self.validation_error("too_many_login_attempts")
        # Taken back with the others when the password is right.
        self._login_failed_rl_usage.usage += everybodys.usage

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{ratelimit.get_ip(request)}:{super()._get_login_attempts_cache_key(request, **credentials)}"

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        """The new player and their first chips, both or neither; a guest keeps row, seat, chips and session.

        ValidationError when the name was taken just now, or the guest has signed up in another window.
        """
        user = super().save_user(request, user, form, commit=False)
        if not commit:
            return user
        guest = guest_of(request)
        if guest is None:
            return _begin(user)
        return guests.sign_up(guest, user)

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        languages.keep(request, user)

    def set_password(self, user: User, password: str) -> None:
        """Writes the password alone: the rest of this row may be older than the database."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """A person signs in by their name, however they write it."""
        if "username" in credentials:
            credentials["username"] = names.key(credentials["username"])
        return super().authenticate(request, **credentials)


def _begin(user: User) -> User:
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            ledger.grant(user)
    except IntegrityError:
        # Two people signed up with one name between our question and our insert.
        raise ValidationError(guests.NAME_TAKEN, code="name_taken") from None
    return user


class MFAAdapter(DefaultMFAAdapter):
    """Authenticator apps and passkeys show the name that people know."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That doesn't fit, or was used already. Try again."),
    }

    def get_totp_label(self, user: User) -> str:
        return user.name

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        return {**super().get_public_key_credential_user_entity(user), "name": user.name}
