"""A site with many games and players, made quickly: rows are multiplied by the database itself. For the benchmarks."""

import time
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model

OWN_GAMES = 300  # of the ordinary player, whoever else has played how many
EVERY = 10  # of so many games the heavy player has played one
TABLES = 40
DAY_MS = 24 * 60 * 60 * 1000

ORDINARY, HEAVY = "Ordinary", "Heavy"


def make(games: int, players: int) -> None:
    """A new database with so many finished games of two, and so many players in the leaderboards.

    The ordinary player has OWN_GAMES of the games, in equal distances, and a place in the middle of the boards.
    """
    call_command("migrate", verbosity=0)
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")
    with transaction.atomic():
        _Making(games, players).make()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


class _Making:
    def __init__(self, games: int, players: int) -> None:
        self.games = games
        self.players = players
        self.now = int(time.time() * 1000)

    def make(self) -> None:
        from accounts import guests
        from accounts.models import User
        from games import live, tally
        from games.models import Progress
        from tournaments import leaderboard

        ordinary, heavy, one, other = [self._named(guests.create(), name) for name in (ORDINARY, HEAVY, "Cai", "Dan")]
        self.ids = (ordinary.pk, heavy.pk, one.pk, other.pk)
        tables = [live.open_table(f"Felt {number}", 10) for number in range(TABLES)]
        self._multiply_games(self._a_game(tables[0], one, other), tables[0].pk)
        for worker in (tally.WORKER, leaderboard.WORKER):  # they have done all of it, and stay out of the measurement
            Progress.objects.create(worker=worker, tally_no=self.games + 1)
        more = self._multiply(
            User,
            one,
            self.players,
            {"name": "'Player ' || n.i", "username": "'player ' || n.i", "look": "'look ' || n.i"}
            | {"public_id": "printf('%032x', 900000000 + n.i)"},
        )
        self._scores(ordinary, more)

    def _named(self, user: Any, name: str) -> Any:
        from accounts import names

        type(user).objects.filter(pk=user.pk).update(name=name, is_guest=False, **names.keys(name))
        return type(user).objects.get(pk=user.pk)

    def _a_game(self, table: Any, one: Any, other: Any) -> Any:
        """A finished game of two, as the site would have written it."""
        from games.models import GameRecord, PlayerResult
        from games.rules import CLASSIC, record
        from tests.stage import deck

        text = record.head(CLASSIC, [(1, 500, "Cai"), (2, 500, "Dan")], 1)
        text += f"deal {deck(1, {2: 'Ah Kh 7d', 1: '9h 8s 7s'}, '6h')}\n2b20@0.5 1c@1 2Ah@2 19h@2 2Kh@1 17s@1\n"
        game = record.read(text).game
        row = GameRecord.objects.create(
            public_id=f"{0:032x}",
            table=table,
            game_no=0,
            record=text + record.result_line(game),
            bank=60,
            deals=1,
            people=2,
            members=2,
            seats=2,
            ruleset=CLASSIC.preset,
            ante=10,
            started_at=self.now,
            ended_at=self.now,
            tally_no=self.games + 1,
        )
        for number, player in ((1, one), (2, other)):
            net = (game.net or {})[number]
            PlayerResult.objects.create(
                game=row, player=player, seat=number, stack=500, net=net, won=net > 0, **row.facts
            )
        return row

    def _multiply_games(self, row: Any, table: int) -> None:
        from games.models import GameRecord, PlayerResult

        ordinary, heavy, one, other = self.ids
        step = self.games // OWN_GAMES
        ended = f"{self.now} - ({self.games} - n.i) * {max(1, 300 * DAY_MS // self.games)}"
        at_table = f"{table} + n.i % {TABLES}"
        self._multiply(
            GameRecord,
            row,
            self.games,
            {"id": f"{row.pk} + n.i", "public_id": "printf('%032x', n.i)", "game_no": "n.i", "tally_no": "n.i"}
            | {"table_id": at_table, "ended_at": ended, "started_at": f"{ended} - 60000"},
        )
        who = {
            1: f"CASE WHEN n.i % {step} = 0 AND n.i / {step} <= {OWN_GAMES} THEN {ordinary} ELSE {one} END",
            2: f"CASE WHEN n.i % {EVERY} = 1 THEN {heavy} ELSE {other} END",
        }
        for result in row.results.all():
            facts = {"game_id": f"{row.pk} + n.i", "player_id": who[result.seat]}
            facts |= {"table_id": at_table, "ended_at": ended, "net": f"{result.net} * (1 + n.i % 7)"}
            facts |= {"won": "n.i % 3 = 0", "deals": "1 + (n.i % 5 = 0)"}
            self._multiply(PlayerResult, result, self.games, facts)

    def _scores(self, ordinary: Any, players: list[int]) -> None:
        from tournaments import periods
        from tournaments.models import Score

        for period in periods.of(self.now):
            fields = {"player": ordinary, "period": period, "games": 50, "won": 20, "rating": 1500, "bank": 500}
            score = Score.objects.create(**fields, ruleset="", chips=0, points=10, run=1, longest_run=4)
            first = players[0] - 1
            numbers = {"player_id": f"{first} + n.i", "rating": "1000 + n.i % 1001", "chips": "n.i % 2001 - 1000"}
            self._multiply(Score, score, len(players), numbers | {"points": "1 + n.i % 20", "bank": "n.i % 1000"})

    def _multiply(self, model: type[Model], row: Any, count: int, fields: dict[str, str]) -> list[int]:
        """So many rows like this one, but for these fields, in SQL; `n.i` counts from 1. Their ids."""
        before = model._base_manager.order_by("-pk").values_list("pk", flat=True)[0]
        columns = [
            str(field.column) for field in model._meta.concrete_fields if not field.primary_key or "id" in fields
        ]
        told = ", ".join(f'"{column}"' for column in columns)
        made = ", ".join(fields.get(column, f'like_this."{column}"') for column in columns)
        with connection.cursor() as cursor:
            cursor.execute(
                f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
                f'INSERT INTO "{model._meta.db_table}" ({told}) SELECT {made} '
                f'FROM n JOIN "{model._meta.db_table}" like_this ON like_this.id = {row.pk}'
            )
        return list(model._base_manager.filter(pk__gt=before).order_by("pk").values_list("pk", flat=True)[:count])
