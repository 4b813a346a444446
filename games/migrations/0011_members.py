from django.db import migrations, models

# Who has signed up since counts as if they had then.
MEMBERS = """
    UPDATE games_gamerecord SET members = (
        SELECT COUNT(*) FROM games_playerresult JOIN accounts_user ON accounts_user.id = games_playerresult.player_id
        WHERE games_playerresult.game_id = games_gamerecord.id
            AND NOT accounts_user.is_bot AND NOT accounts_user.is_guest
    )
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0010_by_folds"), ("accounts", "0008_forgotten")]

    operations = [
        migrations.AddField(
            model_name="gamerecord",
            name="members",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="people in it who were no guests when it ended", verbose_name="signed up"
            ),
        ),
        migrations.RunSQL(MEMBERS, migrations.RunSQL.noop),
    ]
