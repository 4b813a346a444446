"""The site's addresses and some that go wrong on purpose."""

from typing import NoReturn

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest
from django.urls import path

from azi_site.urls import urlpatterns as site

SECRET = "the deck begins with the ace of spades"
WRONG = {400: SuspiciousOperation, 403: PermissionDenied, 404: Http404, 500: RuntimeError}


def wrong(request: HttpRequest, status: int) -> NoReturn:
    raise WRONG[status](SECRET)


urlpatterns = [*site, path("wrong/<int:status>/", wrong)]
