"""The page on which somebody deletes their account: what goes, what stays, and what keeps them from it."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as now_
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.languages import language_of
from accounts.models import User
from azi_site import forgetting
from azi_site.my_data import is_member
from games.models import Seat, Table
from tournaments import forgetting as of_tournaments


class Sure(forms.Form):
    sure = forms.BooleanField(label=_("I know that nobody can undo this."))


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """A player who confirms is asked for the password, and then it is done; a guest has none."""
    form = Sure(request.POST if request.method == "POST" else None, label_suffix="")
    if form.is_valid():
        return _confirmed(request, form)
    if request.method == "POST" and not limits.allow(request, "delete_account"):
        return render(request, "429.html", status=429)
    return _page(request, form, 400 if form.errors else 200)


@reauthentication_required(enabled=is_member)
def _confirmed(request: HttpRequest, form: Sure) -> HttpResponse:
    if not limits.allow(request, "delete_account"):
        return render(request, "429.html", status=429)
    assert isinstance(request.user, User)
    if not _is_gone(request.user):
        return _page(request, form, 409)
    logout(request)
    with override(language_of(request, None)):  # the account's went with it, and the next page is in the browser's
        messages.success(request, now_("Your account is deleted. Thank you for having played."))
    return redirect("lobby")


def _page(request: HttpRequest, form: Sure, status: int) -> HttpResponse:
    assert isinstance(request.user, User)
    return render(request, "account/delete.html", {"form": form, **_in_the_way(request.user)}, status=status)


def _is_gone(user: User) -> bool:
    """Whether it is done: by this request, or by the same one in another window just before."""
    return forgetting.delete(user) or not User.objects.filter(pk=user.pk, is_active=True).exists()


def _in_the_way(user: User) -> dict[str, Any]:
    tables = Table.objects.filter(pk__in=Seat.objects.filter(player=user).values("table"), stakes=Table.CASH)
    return {
        "tables": tables.defer("record").order_by("pk"),
        "tournaments": of_tournaments.unfinished_of(user.pk),
    }
