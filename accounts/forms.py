"""allauth's forms in Azi's words: a user name is a name, labels say what a field is, a new password is typed once."""

from typing import Any

from allauth.account import forms as account
from allauth.account.models import EmailAddress
from allauth.mfa.base import forms as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts import addresses, names, passkeys
from accounts.models import User

PASSWORD_HELP = _("At least 8 characters, and not one that many people use.")
PASSKEY_NAME = 40  # letters

gettext_noop("Forgot your password?")  # said by allauth; thus our catalogues have it in better words


class Plain(forms.Form):
    """Without placeholders, which say the label again and go when they would help; passwords with one line of help."""

    labels: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("password2", None)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
        if "password1" in self.fields:
            self.fields["password1"].help_text = PASSWORD_HELP


class SignupForm(Plain, account.SignupForm):
    """Name and password; an e-mail address only for who wants to find the way back when the password is lost."""

    labels = {"username": _("Name"), "email": _("E-mail, if you like")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.max_length = names.LONGEST  # type: ignore[attr-defined]
        name.widget.attrs.update({"maxlength": str(names.LONGEST), "autocomplete": "username"})
        self.fields["email"].help_text = _("Only for a new password, should you forget yours.")

    def save(self, request: HttpRequest) -> User:
        """The new player; without the address when too many wait for it, and nobody is told."""
        email = self.cleaned_data.get("email")
        if not email or not addresses.is_crowded(email):
            return super().save(request)
        self.cleaned_data["email"] = ""
        user: User = super().save(request)
        addresses.pretend_to_write(request, email, signup=True)
        return user


class LoginForm(Plain, account.LoginForm):
    """Name and password."""

    labels = {"login": _("Name")}


class AddEmailForm(Plain, account.AddEmailForm):
    labels = {"email": _("E-mail")}

    def save(self, request: HttpRequest) -> EmailAddress:
        """The address; not kept when too many wait for it, and nobody is told."""
        email = self.cleaned_data["email"]
        if not addresses.is_crowded(email):
            return super().save(request)
        addresses.pretend_to_write(request, email, signup=False)
        return EmailAddress(user=self.user, email=email)


class ChangePasswordForm(Plain, account.ChangePasswordForm):
    labels = {"oldpassword": _("Password now"), "password1": _("New password")}


class SetPasswordForm(Plain, account.SetPasswordForm):
    pass


class ResetPasswordForm(Plain, account.ResetPasswordForm):
    labels = {"email": _("E-mail")}

    def clean_email(self) -> str:
        email = str(super().clean_email())
        self.users: list[User] = addresses.to_write_to(self.users)
        return email


class ResetPasswordKeyForm(Plain, account.ResetPasswordKeyForm):
    labels = {"password1": _("New password")}


class ReauthenticateForm(Plain, account.ReauthenticateForm):
    pass


class _Code(Plain):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs.update(
            {"inputmode": "numeric", "autocapitalize": "off", "spellcheck": "false"}
        )


class AuthenticateForm(_Code, mfa.AuthenticateForm):
    labels = {"code": _("Code from the app, or a recovery code")}


class ReauthenticateCodeForm(_Code, mfa.ReauthenticateForm):
    labels = {"code": _("Code from the app, or a recovery code")}


class ActivateTOTPForm(_Code, totp.ActivateTOTPForm):
    labels = {"code": _("The code that the app shows now")}


class AddPasskeyForm(Plain, webauthn.AddWebAuthnForm):
    """A key that signs in by itself, with a fingerprint, a face or a PIN."""

    labels = {"name": _("What you call it")}
    credential = passkeys.AnswerField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"] = forms.BooleanField(
            required=False, initial=True, widget=forms.CheckboxInput(attrs={"hidden": True})
        )
        self.fields["name"].widget.attrs["maxlength"] = PASSKEY_NAME

    def clean_name(self) -> str:
        return str(super().clean_name())[:PASSKEY_NAME]

    def clean(self) -> dict[str, Any]:
        with passkeys.junk_refused():
            return super().clean() or {}


class _ShowPasskey(forms.Form):
    """A passkey that somebody shows: to sign in, as the second step, or once more."""

    credential = passkeys.AnswerField()

    def clean_credential(self) -> Authenticator:
        with passkeys.junk_refused():
            found: Authenticator = super().clean_credential()  # type: ignore[misc]
        return found


class LoginPasskeyForm(_ShowPasskey, webauthn.LoginWebAuthnForm):
    pass


class AuthenticatePasskeyForm(_ShowPasskey, webauthn.AuthenticateWebAuthnForm):
    pass


class ReauthenticatePasskeyForm(_ShowPasskey, webauthn.ReauthenticateWebAuthnForm):
    pass


class EditPasskeyForm(Plain, webauthn.EditWebAuthnForm):
    labels = {"name": _("What you call it")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["maxlength"] = PASSKEY_NAME

    def clean_name(self) -> str:
        return str(self.cleaned_data["name"])[:PASSKEY_NAME]
