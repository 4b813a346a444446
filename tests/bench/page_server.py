"""The server whose pages tests/bench/pages.py asks for: the site as it is, and beside it a page of fifty rows that
reads nothing from the database but who asks.

    python -m tests.bench.page_server

serves the database of AZI_VAR on PORT, on one core, until it is told to stop.
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.template import engines  # noqa: E402
from django.urls import path  # noqa: E402

from azi_site import application, urls  # noqa: E402
from azi_site.server import Server  # noqa: E402

ROWS = "".join(f"<li><bdi>Player {row}</bdi> <b>{2_000 - row}</b></li>" for row in range(50))
PAGE = engines["django"].from_string(
    '{% extends "base.html" %}{% block title %}Fifty rows{% endblock %}'
    f'{{% block content %}}<ol class="panel rows">{ROWS}</ol>{{% endblock %}}'
)


def trivial(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PAGE.render({}, request))


def main() -> None:
    urls.urlpatterns.insert(0, path("bench/", trivial, name="bench"))
    Server(application.build(), "127.0.0.1", settings.PORT).run()


if __name__ == "__main__":
    main()
