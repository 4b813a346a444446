"""Pages of one's own account; and signing in and up, where a guest comes too."""

from typing import Any

from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from allauth.account.views import LoginView, SignupView
from allauth.mfa.models import Authenticator
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.doors import for_members, guest_of, open_to_guests
from accounts.models import User


class GuestMixin:
    """Tells the page which guest it is that wants to be somebody."""

    request: HttpRequest

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        return {**context, "guest": guest_of(self.request)}


class SignUp(GuestMixin, SignupView):
    """A new player, or a guest who becomes one."""

    def get_initial(self) -> dict[str, Any]:
        guest = guest_of(self.request)
        initial: dict[str, Any] = super().get_initial()
        return {**initial, "username": guest.name} if guest else initial

    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except ValidationError as refused:
            if refused.code == "not_a_guest":
                return self._already(refused)
            form.add_error("username", refused)
            return self.form_invalid(form)
        if self.user is not None and guest_of(self.request):
            messages.success(
                self.request, _("You are %(name)s now. Chips and seat are yours as before.") % {"name": self.user.name}
            )
        return response

    def _already(self, refused: ValidationError) -> HttpResponse:
        """Pressed twice, or in two windows: the first one counts, and this session is signed in by it."""
        messages.info(self.request, refused.message)
        return redirect("lobby")


class SignIn(GuestMixin, LoginView):
    """A player comes back; a guest leaves the guest's seats and chips behind."""


signup = SignUp.as_view()
login = SignIn.as_view()


@require_POST
@open_to_guests
def cancel_sign_in(request: HttpRequest) -> HttpResponse:
    """Not to go on with the second factor. Who was a guest before still is: signing out would lose their chips."""
    clear_login(request)
    return redirect("account_login")


@require_safe
def factors(request: HttpRequest) -> HttpResponse:
    """allauth's own list of second factors: ours is on the account's page."""
    return redirect("account")


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """All that there is to set, each with what it is now."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return render(request, "account/guest.html")
    return render(
        request,
        "account/account.html",
        {
            "address": EmailAddress.objects.filter(user=user, primary=True).first(),
            "factors": _factors(user),
            "sessions": len(UserSession.objects.purge_and_list(user)),
        },
    )


def _factors(user: User) -> dict[str, Any]:
    """The app, the number of passkeys, and of recovery codes left (None: there are none to be had)."""
    found = list(Authenticator.objects.filter(user=user))
    codes = next((one for one in found if one.type == Authenticator.Type.RECOVERY_CODES), None)
    return {
        "app": next((one for one in found if one.type == Authenticator.Type.TOTP), None),
        "passkeys": sum(one.type == Authenticator.Type.WEBAUTHN for one in found),
        "codes": len(codes.wrap().get_unused_codes()) if codes else None,
    }


@require_POST
@login_required
@for_members
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign out one device of one's own. Its open tables close within seconds (games.sockets)."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    end_sessions(request, [session])
    messages.success(request, _("That device is signed out."))
    return redirect("usersessions_list")
