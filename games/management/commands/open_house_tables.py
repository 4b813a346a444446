from typing import Any

from django.core.management.base import BaseCommand

from games import cast, live
from games.models import Table
from games.rules import CLASSIC, THREE_BIDS

TABLES = (
    ("Ala-Too", 5, CLASSIC, "beginner"),
    ("Karavan", 10, CLASSIC, "beginner"),
    ("Issyk-Kul", 10, THREE_BIDS, "middle"),
    ("Shyrdak", 25, CLASSIC, "middle"),
    ("Tulpar", 50, THREE_BIDS, "best"),
    ("Kök-Börü", 100, CLASSIC, "best"),
)


class Command(BaseCommand):
    help = "Opens the house tables that are not there yet, and has the cast of bots ready."

    def handle(self, *args: Any, **options: Any) -> None:
        cast.make_cast()
        there = {table.name: table for table in Table.objects.filter(house=True).defer("record")}
        for name, ante, ruleset, level in TABLES:
            if name not in there:
                live.open_table(name, ante, ruleset, house=True, bot_level=level)
            elif there[name].bot_level != level:
                live.set_bot_level(there[name].pk, level)
