"""The letters on jacks, queens, kings and aces: those of the page's language, or what its reader is used to."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from accounts.languages import page_before
from accounts.models import User

LETTERS = {"en": "J Q K A", "fr": "V D R A", "ru": "В Д К Т"}
COOKIE = "card_letters"  # of whoever has no account, not even a guest's


def letters_of(request: HttpRequest) -> str:
    """A key of LETTERS."""
    user = getattr(request, "user", None)
    kept = user.card_letters if isinstance(user, User) else request.COOKIES.get(COOKIE)
    return kept if kept in LETTERS else usual()


def usual() -> str:
    """Those of the page's language: a key of LETTERS."""
    language = (get_language() or settings.LANGUAGE_CODE)[:2]
    return language if language in LETTERS else "en"


def context(request: HttpRequest) -> dict[str, object]:
    letters = letters_of(request)
    return {"card_letters": letters, "courts": LETTERS[letters], "all_card_letters": LETTERS}


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Choose some, and go back to the page that asked. Who takes their language's own keeps to that of each page."""
    response = redirect(page_before(request))
    chosen = request.POST.get("letters", "")
    if chosen not in LETTERS:
        return response
    kept = "" if chosen == usual() else chosen
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(card_letters=kept)
    elif kept:
        response.set_cookie(
            COOKIE,
            kept,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=True,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]
        )
    else:
        response.delete_cookie(COOKIE)
    return response
