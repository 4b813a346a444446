"""The admin's door: staff come in with two factors, and nobody else comes in."""

from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.defaults import permission_denied

from accounts.models import User


def may_enter(request: HttpRequest) -> bool:
    """Whether who asks is of the staff and has shown a second factor in this session."""
    user = request.user
    return isinstance(user, User) and user.is_active and user.is_staff and _factor(user) != "" and _shown(request)


@never_cache
def door(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Sends who stands before the admin to what is missing: signing in, a second factor, showing it; or inside."""
    user = request.user
    inside = get_next_redirect_url(request) or resolve_url("admin:index")
    if not isinstance(user, User):
        return _to("account_login", inside)
    if not user.is_staff or not user.is_active:
        # Not raised: anybody may knock here, and each time a traceback would be in the log.
        return permission_denied(request, PermissionDenied())
    factor = _factor(user)
    if not factor:
        messages.warning(request, _("Staff sign in with a second factor. Set one up, then open the admin again."))
        return redirect("mfa_index")
    if not _shown(request):
        return _to(factor, inside)
    return HttpResponseRedirect(inside)  # redirect() would take what it can't read for the name of a view


def _factor(user: User) -> str:
    """The page where this person shows a second factor; empty when there is none."""
    types = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    if Authenticator.Type.TOTP in types:
        return "mfa_reauthenticate"
    return "mfa_reauthenticate_webauthn" if Authenticator.Type.WEBAUTHN in types else ""


def _shown(request: HttpRequest) -> bool:
    """A session from before the factor was set up has shown none: whoever holds it may know the password alone."""
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, request.user))


def _to(name: str, inside: str) -> HttpResponse:
    return redirect(f"{resolve_url(name)}?{urlencode({'next': inside})}")
