from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class AziSiteConfig(AppConfig):
    name = "azi_site"
    default = True
    default_auto_field = "django.db.models.BigAutoField"


class AziStaticFilesConfig(StaticFilesConfig):
    """Collects what pages use: of htmx version 2 alone, no extensions (one names a module that is not there)."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "django_htmx/ext/*", "htmax-*", "htmx-4*"]
