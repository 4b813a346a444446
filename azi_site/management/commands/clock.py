import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from azi_site import clock
from games import bell, far_bell, pool


class Command(BaseCommand):
    help = "The clock alone, for a site of several server processes. `manage.py serve` has one inside."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL:
            raise CommandError("REDIS_URL is not set: a clock of its own could not tell the servers what it changed.")
        asyncio.run(self._run())

    async def _run(self) -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        self.stdout.write("The clock is running.")
        bell.connect()
        await clock.run(stop)
        await far_bell.disconnect()
        await asyncio.to_thread(pool.shut_down)
