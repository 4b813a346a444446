"""Under AZI_TEST_HURRY bots answer almost at once and waits are short: for browser tests that are not about pace."""

from django.apps import AppConfig


class Hurry(AppConfig):
    name = "tests.hurry"

    def ready(self) -> None:
        from games import between, consumers, moves, seats
        from tournaments import arena, knockout

        moves.BOT_MS, moves.BOT_ALONE_MS = (60, 160), 60
        between.FIRST_GAME_MS = 1_000
        seats.READY_MS = 500
        consumers.SWEEP_S = 1
        knockout.ARRIVE_MS = arena.ARRIVE_MS = 2_500
