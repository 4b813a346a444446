import re

from django.db import migrations, models

# The last action of a game that ended as all others had folded, as version 1 of the rules writes it.
FOLD = re.compile(r"\df(@[0-9.]+)?!?\s+result ")


def write_by_folds(apps, schema_editor):
    """What was only in a game's record until now."""
    GameRecord = apps.get_model("games", "GameRecord")
    batch = []
    for game in GameRecord.objects.filter(void=False).only("record").iterator(chunk_size=500):
        if FOLD.search(game.record[-400:]):
            batch.append(game.pk)
        if len(batch) == 500:
            GameRecord.objects.filter(pk__in=batch).update(by_folds=True)
            batch = []
    GameRecord.objects.filter(pk__in=batch).update(by_folds=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_who_is_online")]

    operations = [
        migrations.AddField(
            model_name="gamerecord",
            name="by_folds",
            field=models.BooleanField(default=False, verbose_name="all others folded"),
        ),
        migrations.RunPython(write_by_folds, migrations.RunPython.noop),
    ]
