from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.db import transaction
from django.utils.translation import gettext

from accounts import ledger
from accounts.models import User


class Command(createsuperuser.Command):
    help = "An operator, who signs in by name and begins with the same chips as everybody."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.username_field.verbose_name = gettext("name")  # asked for as people write it, kept as it is compared

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        for operator in User.objects.filter(is_superuser=True):
            with transaction.atomic():
                ledger.grant(operator)
