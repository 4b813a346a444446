import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Serves the site and runs its clock, in one process, at HOST and PORT from the environment."

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_stacked_decks()
        refuse_uncollected_static()
        # Imported here: daphne installs its reactor when imported.
        from azi_site.application import build
        from azi_site.server import CannotListen, Server

        try:
            server = Server(build(), settings.HOST, settings.PORT)
            self.say_where()
            server.run()
        except CannotListen as error:
            raise CommandError(
                f"Cannot listen on port {settings.PORT} ({error}). "
                f"Choose another one with PORT=, say: make run PORT={settings.PORT + 1}"
            ) from error

    def say_where(self) -> None:
        likely = [f"http://{host}:{settings.PORT}" for host in (settings.HOST, "localhost")]
        first = next((origin for origin in likely if origin in settings.AZI_ORIGINS), settings.AZI_ORIGINS[0])
        self.stdout.write(f"Azi is served at {first} (Ctrl-C stops it).")
        others = [origin for origin in settings.AZI_ORIGINS if origin != first]
        if others:
            self.stdout.write(f"Also welcome: {', '.join(others)}; others by AZI_ORIGINS=.")
        self.stdout.flush()


def refuse_stacked_decks() -> None:
    """Decks known in advance are for tests: nobody shall ever play for chips with them."""
    stacked = settings.AZI_STACKED_DECKS or os.environ.get("AZI_STACKED_DECKS")
    if stacked and settings.SETTINGS_MODULE != "tests.settings":
        raise CommandError("AZI_STACKED_DECKS is for tests: a site with it does not start.")


def refuse_uncollected_static() -> None:
    """Without the hashed names every page would be an error."""
    hashed = settings.STORAGES["staticfiles"]["BACKEND"] == "azi_site.storage.StaticStorage" and not settings.DEBUG
    if hashed and not (settings.STATIC_ROOT / "staticfiles.json").exists():
        raise CommandError("The static files are not collected: manage.py collectstatic (make run does it).")
