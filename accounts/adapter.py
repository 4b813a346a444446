"""What Azi asks of django-allauth: names in place of user names, and the grant at sign up."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts import ledger, names
from accounts.models import User

NAME_TAKEN = _("Somebody has that name already.")


class AccountAdapter(DefaultAccountAdapter):
    """The one place where a person's account begins."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The display name as it will be kept; `shallow` leaves out the question whether it is taken."""
        name = names.clean(username)
        if names.is_reserved(name):
            raise ValidationError(_("That name belongs to the house."), code="name_reserved")
        if not shallow and User.objects.filter(username=names.key(name)).exists():
            raise ValidationError(NAME_TAKEN, code="name_taken")
        return name

    def is_safe_url(self, url: str | None) -> bool:
        """Whether `next` may lead there. What is no address at all ("http://[") is not safe, and no error of ours."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """Keeps the name as typed and, as `username`, what it is compared by."""
        user.name = user.username
        user.username = names.key(user.name)

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        """The new player and their first chips, both or neither."""
        if not commit:
            return super().save_user(request, user, form, commit)
        try:
            with transaction.atomic():
                super().save_user(request, user, form)
                ledger.grant(user)
        except IntegrityError:
            # Two people signed up with one name between our question and our insert.
            messages.error(request, str(NAME_TAKEN))
            raise ImmediateHttpResponse(redirect("account_signup")) from None
        return user

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """A person signs in by their name, however they write it."""
        if "username" in credentials:
            credentials["username"] = names.key(credentials["username"])
        return super().authenticate(request, **credentials)
