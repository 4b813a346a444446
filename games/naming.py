"""A guest takes another name at the table."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import guests, limits
from accounts.models import User

from . import live
from .signing_in import unless_busy


@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    """{"name": as it is kept}, or 400 with {"code", "message"} and nothing changed. Guests only."""
    user = request.user
    if not isinstance(user, User) or not user.is_guest:
        return _refused("not_a_guest", _("Only guests change their name."))
    if not limits.allow(request, "rename"):
        return _refused("too_many", _("That is a lot of names. Please wait a minute."))
    try:
        name = guests.rename(user, request.POST.get("name", ""))
    except ValidationError as refused:
        return _refused(refused.code or "name", " ".join(refused.messages))
    unless_busy(live.renamed, user.pk)  # the name is kept already
    return JsonResponse({"name": name})


def _refused(code: str, message: str) -> HttpResponse:
    return JsonResponse({"code": code, "message": message}, status=400)
