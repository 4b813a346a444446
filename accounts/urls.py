"""The pages of accounts: our own, and allauth's behind our doors."""

from collections.abc import Sequence

from allauth.account import urls as account
from allauth.mfa import urls as mfa
from allauth.usersessions import urls as usersessions
from django.urls import URLPattern, URLResolver, include, path

from accounts import card_letters, languages, views
from accounts.doors import door

_OURS = {"account_login": views.login, "account_signup": views.signup, "mfa_index": views.factors}


def _behind_doors(patterns: Sequence[URLPattern | URLResolver]) -> list[URLPattern | URLResolver]:
    """The same addresses, and nothing of allauth's that no door stands before."""
    doors: list[URLPattern | URLResolver] = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            doors.append(URLResolver(pattern.pattern, _behind_doors(pattern.url_patterns)))
        else:
            view = _OURS.get(pattern.name or "")
            doors.append(
                URLPattern(
                    pattern.pattern, door(pattern.name, view or pattern.callback), pattern.default_args, pattern.name
                )
            )
    return doors


urlpatterns = [
    path("account/", views.account, name="account"),
    path("language/", languages.language, name="language"),
    path("account/cards/", card_letters.choose, name="card_letters"),
    path("account/sessions/<int:pk>/end/", views.end_session, name="end_session"),
    path("accounts/not-now/", views.cancel_sign_in, name="cancel_sign_in"),
    path("accounts/", include(_behind_doors(account.urlpatterns))),
    path("accounts/2fa/", include(_behind_doors(mfa.urlpatterns))),
    path("accounts/sessions/", include(_behind_doors(usersessions.urlpatterns))),
]
