"""Error pages for which Django's own views won't do."""

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a request that nobody can read.

    Django's view looks for a CSRF token in the form first: where the form is what can't be read, that fails again,
    and what was the client's mistake becomes a server error.
    """
    return HttpResponseBadRequest(render_to_string("400.html"))
