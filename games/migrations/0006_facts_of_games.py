import re

from django.db import migrations

# The rules line of a record, as version 1 of the rules writes it.
RULES = re.compile(r"^rules cards=(\d) blind=(yes|no) raises=(-|\d+) azi=(\w+) ante=(\d+)", re.MULTILINE)
PRESETS = {("3", "yes", "-", "buyin"): "classic", ("3", "no", "3", "replay"): "three_bids"}


def write_facts(apps, schema_editor):
    """What was only in a game's record until now: its ruleset, its ante, how many played."""
    GameRecord = apps.get_model("games", "GameRecord")
    batch = []
    for game in GameRecord.objects.only("record", "seats", "ruleset", "ante").iterator(chunk_size=500):
        rules = RULES.search(game.record)
        if rules is not None:
            game.ruleset = PRESETS.get(rules.groups()[:4], "own")
            game.ante = int(rules[5])
        game.seats = len(re.findall(r"^seat ", game.record, re.MULTILINE))
        batch.append(game)
        if len(batch) == 500:
            GameRecord.objects.bulk_update(batch, ["ruleset", "ante", "seats"])
            batch = []
    GameRecord.objects.bulk_update(batch, ["ruleset", "ante", "seats"])


class Migration(migrations.Migration):
    dependencies = [("games", "0005_tally")]

    operations = [migrations.RunPython(write_facts, migrations.RunPython.noop)]
