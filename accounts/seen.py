"""When somebody was last here, and with which device: noted once an hour, so that no page waits for it."""

import time

from allauth.usersessions.models import UserSession
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

EVERY_S = 60 * 60
_NOTED = "seen"


class SeenMiddleware(MiddlewareMixin):
    """Notes the session of who is signed in; the session itself lasts on from then, a guest has no other key."""

    def process_request(self, request: HttpRequest) -> None:
        if request.session.get(_NOTED, 0) > time.time() - EVERY_S or not request.user.is_authenticated:
            return
        request.session[_NOTED] = int(time.time())
        UserSession.objects.create_from_request(request)
