"""Pages: a player's profile."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from . import profiles

# What a page shows depends on who asks, and a shared computer keeps pages: nobody keeps these.
_personal = cache_control(private=True, no_store=True)


@require_safe
@_personal
def profile(request: HttpRequest, name: str) -> HttpResponse:
    player = profiles.called(name)
    if player.name != name:
        return redirect("profile", player.name)
    return render(request, "games/profile.html", {"player": player})
