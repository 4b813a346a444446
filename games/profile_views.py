"""Pages: a player's profile; and how one stands to its player, and who sees one's own games."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts import limits, relations
from accounts.models import GamesSeenBy, User
from accounts.relations import BLOCKS, FOLLOWS

from . import profiles, visibility

# What a page shows depends on who asks, and a shared computer keeps pages: nobody keeps these.
_personal = cache_control(private=True, no_store=True)

DO = {
    "follow": relations.follow,
    "unfollow": relations.unfollow,
    "block": relations.block,
    "unblock": relations.unblock,
}


@require_safe
@_personal
def profile(request: HttpRequest, name: str) -> HttpResponse:
    player = profiles.called(name)
    if player.name != name:
        return redirect("profile", player.name)
    viewer = request.user if isinstance(request.user, User) else None
    rated = profiles.rated(player)
    sees_games = visibility.may_see_history(viewer, player)
    context = {
        "player": player,
        "initials": profiles.initials(player.name),
        "dye": profiles.dye(player.pk),
        "rating": rated.get(""),
        "shown": profiles.shown(rated.get("")),
        "line": profiles.line(player),
        "sees_games": sees_games,
        "results": profiles.results(player, rated) if sees_games else None,
        "recent": profiles.recent(player) if sees_games else [],
        **(_own(player) if viewer == player else _of_another(viewer, player)),
    }
    return render(request, "games/profile.html", context)


def _own(player: User) -> dict[str, Any]:
    return {
        "is_me": True,
        "seen_by": GamesSeenBy.choices,
        "followed": relations.to_others(player, FOLLOWS),
        "blocked": relations.to_others(player, BLOCKS),
    }


def _of_another(viewer: User | None, player: User) -> dict[str, Any]:
    """To whoever is blocked by this player they are never online, and a stranger, who may be anybody, isn't told."""
    stands, stood = relations.between(viewer, player) if viewer else ("", "")
    return {
        "follows": stands == FOLLOWS,
        "blocks": stands == BLOCKS,
        "may_relate": viewer is not None and not player.is_bot,
        "whereabouts": _whereabouts(player, stood) if viewer else None,
    }


def _whereabouts(player: User, stood: str) -> profiles.Whereabouts:
    return profiles.NOWHERE if stood == BLOCKS else profiles.whereabouts(player)


@require_POST
def relate(request: HttpRequest, name: str) -> HttpResponse:
    """Follow a player, block them, or do so no more. `back` leads to one's own profile, from where it was asked."""
    player = profiles.called(name)
    viewer = request.user
    if not isinstance(viewer, User):
        return redirect_to_login(reverse("profile", args=[player.name]))
    do = DO.get(request.POST.get("do", ""))
    if do is None:
        raise BadRequest
    if not limits.allow(request, "relation"):
        return render(request, "429.html", status=429)
    try:
        do(viewer, player)
    except relations.Refused as refused:
        messages.error(request, str(refused))
    if "back" in request.POST:
        return redirect(f"{reverse('profile', args=[viewer.name])}#others")
    return redirect("profile", player.name)


@require_POST
def privacy(request: HttpRequest) -> HttpResponse:
    """Who sees one's games from now on."""
    player = request.user
    if not isinstance(player, User):
        return redirect_to_login(reverse("lobby"))
    seen_by = request.POST.get("games_seen_by", "")
    if seen_by not in GamesSeenBy.values:
        raise BadRequest
    User.objects.filter(pk=player.pk).update(games_seen_by=seen_by)
    messages.success(request, _("Saved."))
    return redirect("profile", player.name)
