from django.db import models


class ClockTick(models.Model):
    """When some clock last looked, in the server's milliseconds: one row for the whole site."""

    last_ms = models.BigIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="clock_one_row")]

    def __str__(self) -> str:
        return str(self.last_ms)
