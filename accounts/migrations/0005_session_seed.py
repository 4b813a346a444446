from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0004_looks"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="session_seed",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=128),
        ),
    ]
