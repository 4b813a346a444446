"""Which language somebody reads: chosen in this browser, else on another device of theirs, else their browser's."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from accounts.models import User

NAMES = dict(settings.LANGUAGES)


def chosen_here(request: HttpRequest) -> str | None:
    """What this browser's cookie says."""
    said = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    return said if said in NAMES else None


def language_of(request: HttpRequest, user: User | None) -> str:
    """The language of whoever sent this: of a page, or of a socket's handshake."""
    kept = user.language if user and user.language in NAMES else None
    return chosen_here(request) or kept or translation.get_language_from_request(request)


def keep(request: HttpRequest, user: User) -> None:
    """Who signs in and has made no choice yet takes along the one of this browser."""
    chosen = chosen_here(request)
    if chosen and not user.language:
        User.objects.filter(pk=user.pk, language="").update(language=chosen)


class LanguageMiddleware:
    """After Django's, which knows the cookie and the browser but no accounts. A stranger costs no query here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not chosen_here(request) and isinstance(request.user, User):
            language = language_of(request, request.user)
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return self.get_response(request)


@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    """Choose one: for this browser, and signed in for one's other devices too. Then back to where one came from."""
    after = page_before(request)
    if request.method != "POST":
        return render(request, "account/language.html", {"after": after})
    response = HttpResponseRedirect(after)
    chosen = request.POST.get("language", "")
    if chosen in NAMES:
        if isinstance(request.user, User):
            User.objects.filter(pk=request.user.pk).update(language=chosen)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]
        )
    return response


def page_before(request: HttpRequest) -> str:
    """The page that asked, if it is one of ours."""
    said = request.POST.get("next") or request.GET.get("next") or ""
    ours = said.startswith("/") and url_has_allowed_host_and_scheme(said, allowed_hosts=None)
    return said if ours else resolve_url(settings.LOGIN_REDIRECT_URL)
