"""What a load balancer or supervisor asks: is the process alive, and should it get traffic."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

# True once this process was told to stop: it finishes what it has and gets nothing new.
draining = False


@never_cache
def live(request: HttpRequest) -> JsonResponse:
    """200 as long as this process answers at all."""
    return JsonResponse({"live": True})


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """200 when this process can serve: not draining, and its database answers; else 503 with the reason."""
    if draining:
        return JsonResponse({"ready": False, "why": "draining"}, status=503)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"ready": False, "why": "database"}, status=503)
    return JsonResponse({"ready": True})
