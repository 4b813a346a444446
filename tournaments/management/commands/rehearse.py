import time
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import GameRecord
from tournaments import audit, ending
from tournaments.models import Move, Tournament
from tournaments.rehearsal import MAX, SPEEDS, Rehearsal, begin, unfinished

SHOWN = 20


class Command(BaseCommand):
    help = (
        "Plays a whole tournament with bots through the same code as any other, and prints standings, moves, prizes"
        " and the audit (exit status 1 on a breach). It is private, and its fees come from the mint and return there."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        formats = [name for name, _words in Tournament.FORMATS]
        parser.add_argument("--players", type=int, default=60, help="bots that enter (60)")
        parser.add_argument("--format", choices=formats, default=Tournament.FREEZEOUT, help="(freezeout)")
        parser.add_argument("--seats", type=int, choices=range(2, 7), default=6, help="seats a table (6)")
        parser.add_argument("--re-entries", type=int, default=0, help="how often whoever is out enters again (0)")
        parser.add_argument("--minutes", type=int, default=20, help="how long an arena lasts (20)")
        parser.add_argument("--speed", choices=SPEEDS, default=MAX, help="max skips all waiting (max)")
        parser.add_argument("--resume", action="store_true", help="go on with the one that was cut short, if any was")

    def handle(self, *args: Any, **options: Any) -> None:
        players = options["players"]
        if not 2 <= players <= 1000:
            raise CommandError("--players takes 2 to 1000.")
        tournament = unfinished() if options["resume"] else None
        if tournament is None:
            tournament = begin(players, options["format"], options["seats"], options["re_entries"], options["minutes"])
        self.stdout.write(f"tournament {tournament.pk}: {players} players, {tournament.format}")
        began = time.monotonic()
        rehearsal = Rehearsal(tournament, options["speed"])
        rehearsal.run(players)
        self._report(tournament.pk, rehearsal, time.monotonic() - began)

    def _report(self, pk: int, rehearsal: Rehearsal, seconds: float) -> None:
        tournament = Tournament.objects.get(pk=pk)
        self.stdout.write(f"{tournament.state} at level {tournament.level}, {seconds:.0f} s")
        self._standings(tournament)
        moves = Counter(Move.objects.filter(tournament=tournament).values_list("why", flat=True))
        told = ", ".join(f"{count} because {why}" for value, why in Move.WHYS if (count := moves[value]))
        self.stdout.write(f"tables: {tournament.tables_ever}")
        self.stdout.write(f"players sent to another table: {told or 'none'}")
        games = GameRecord.objects.filter(table__of_tournament__tournament=tournament).count()
        self.stdout.write(f"games: {games}")
        self.stdout.write(f"{'work of':10}{'jobs':>8}{'ms each':>10}{'longest':>10}")
        for kind, jobs in sorted(rehearsal.jobs.items()):
            mean, longest = 1000 * rehearsal.seconds[kind] / jobs, 1000 * rehearsal.longest[kind]
            self.stdout.write(f"{kind:10}{jobs:8}{mean:10.1f}{longest:10.0f}")
        breaches = audit.of(tournament)
        for breach in breaches:
            self.stderr.write(breach)
        if breaches:
            raise CommandError(f"audit: {len(breaches)} breaches")
        self.stdout.write("audit: clean")

    def _standings(self, tournament: Tournament) -> None:
        entries = tournament.counted.select_related("player")
        heading = f"{'place':>6} {'player':20} {'prize':>8}"
        self.stdout.write(f"{heading} {'score':>6}" if tournament.is_arena else heading)
        for entry in entries.order_by("place", "pk")[:SHOWN]:
            score = f" {entry.score:6}" if tournament.is_arena else ""
            self.stdout.write(f"{entry.place or '–':>6} {entry.player.name:20} {entry.prize:8}{score}")
        if tournament.entries > SHOWN:
            self.stdout.write(f"  … {tournament.entries} entries")
        prizes = sum(entries.values_list("prize", flat=True))
        self.stdout.write(f"prizes: {prizes} of {ending.pool(tournament)} in {ending.paid_places(tournament)} places")
