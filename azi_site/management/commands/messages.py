from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from azi_site import catalogues


class Command(BaseCommand):
    help = "Messages in other languages: extract them into the .po files, compile these, or list what is missing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("do", choices=["extract", "compile", "missing"])
        parser.add_argument("--language", choices=catalogues.LANGUAGES, help="only this one")

    def handle(self, *args: Any, do: str, language: str | None, **options: Any) -> None:
        languages = [language] if language else catalogues.LANGUAGES
        files = [(domain, one) for one in languages for domain in catalogues.DOMAINS]
        if do == "compile":
            catalogues.compile_stale()
        elif do == "extract":
            for file in files:
                catalogues.merge(*file)
        else:
            wrong = sum(self._tell(*file) for file in files)
            if wrong:
                raise CommandError(f"{wrong} in all")

    def _tell(self, domain: str, language: str) -> int:
        found = list(catalogues.faults(domain, language))
        for fault in found:
            self.stdout.write(f"{language} {domain}: {fault}")
        self.stdout.write(f"{language} {domain}: {len(found)} missing or wrong")
        return len(found)
