"""allauth's forms with Azi's word for what a user name is: a name."""

from typing import Any

from allauth.account import forms as allauth
from django.utils.translation import gettext_lazy as _

from accounts import names


class SignupForm(allauth.SignupForm):
    """Name and password; an e-mail address only for who wants to find the way back when the password is lost."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        name.max_length = names.LONGEST
        name.widget.attrs.update({"maxlength": str(names.LONGEST), "autocomplete": "username"})
        name.widget.attrs.pop("placeholder", None)


class LoginForm(allauth.LoginForm):
    """Name and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        self.fields["login"].widget.attrs.pop("placeholder", None)
