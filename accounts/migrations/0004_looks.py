"""Names that look alike count as one: everybody gets the new keys, and who has another's name gets a number."""

from django.db import migrations, models

from accounts import names


def give_keys(apps, schema_editor):
    for old, new in names.give_keys(apps.get_model("accounts", "User")):
        print(f"  {old} looks like somebody who was here before, and is called {new} from now on.")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_statements"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="look",
            field=models.CharField(default="", editable=False, max_length=150, verbose_name="name, as it looks"),
            preserve_default=False,
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="look",
            field=models.CharField(editable=False, max_length=150, unique=True, verbose_name="name, as it looks"),
        ),
    ]
