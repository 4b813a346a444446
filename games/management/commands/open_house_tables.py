from typing import Any

from django.core.management.base import BaseCommand

from games import cast, live
from games.models import Table
from games.rules import CLASSIC, THREE_BIDS

TABLES = (
    ("Ala-Too", 5, CLASSIC),
    ("Karavan", 10, CLASSIC),
    ("Issyk-Kul", 10, THREE_BIDS),
    ("Shyrdak", 25, CLASSIC),
    ("Tulpar", 50, THREE_BIDS),
    ("Kök-Börü", 100, CLASSIC),
)


class Command(BaseCommand):
    help = "Opens the house tables that are not there yet, and has the cast of bots ready."

    def handle(self, *args: Any, **options: Any) -> None:
        cast.make_cast()
        there = set(Table.objects.filter(house=True).values_list("name", flat=True))
        for name, ante, ruleset in TABLES:
            if name not in there:
                live.open_table(name, ante, ruleset, house=True)
