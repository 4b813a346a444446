"""What other ASGI servers load. `manage.py serve` builds the same application itself, with the clock beside it."""

import os

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "azi_site.settings")
django.setup()

if not settings.REDIS_URL:
    raise ImproperlyConfigured(
        "Several processes need REDIS_URL to tell each other what changed. For one process run `manage.py serve`."
    )

from azi_site.application import build  # noqa: E402 -- the apps must be loaded first

application = build()
