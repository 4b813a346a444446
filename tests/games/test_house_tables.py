"""The house's tables: opened once, their bots the better the dearer they are."""

import pytest
from django.core.management import call_command

from games.models import Table
from games.rules import bots

from .play import Time

pytestmark = pytest.mark.django_db


def levels() -> list[str]:
    return list(Table.objects.filter(house=True).order_by("ante", "pk").values_list("bot_level", flat=True))


def test_the_dearer_the_better_are_the_bots(time: Time) -> None:
    call_command("open_house_tables")
    assert levels() == sorted(levels(), key=list(bots.LEVELS).index)
    assert set(levels()) == set(bots.LEVELS)


def test_once_more_opens_none_and_puts_the_levels_right(time: Time) -> None:
    call_command("open_house_tables")
    before = levels()
    Table.objects.filter(house=True).update(bot_level="beginner")  # as an earlier version of the site left them
    call_command("open_house_tables")
    assert levels() == before
