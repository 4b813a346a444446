"""Page: the leaderboards."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/leaderboard.html")
