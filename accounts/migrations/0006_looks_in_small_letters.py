"""Names written in capitals look like the same in small letters: everybody gets the new keys, as in 0004."""

from django.db import migrations

from accounts import names


def give_keys(apps, schema_editor):
    for old, new in names.give_keys(apps.get_model("accounts", "User")):
        print(f"  {old} looks like somebody who was here before, and is called {new} from now on.")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_session_seed"),
    ]

    operations = [
        migrations.RunPython(give_keys, migrations.RunPython.noop),
    ]
