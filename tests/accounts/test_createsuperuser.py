"""The first operator: `manage.py createsuperuser`."""

from typing import Any

import pytest
from django.core.management import call_command

from accounts import audit, ledger
from accounts.models import User

pytestmark = pytest.mark.django_db


def make_operator(monkeypatch: pytest.MonkeyPatch, **options: Any) -> User:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a long enough one")
    call_command("createsuperuser", interactive=False, username="Op Vera", email="", verbosity=0, **options)
    return User.objects.get(is_superuser=True)


def test_an_operator_begins_with_the_chips_of_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    operator = make_operator(monkeypatch)
    assert operator.name == "Op Vera"
    assert ledger.balance(ledger.wallet(operator)) == ledger.GRANT
    assert audit.breaches() == []


def test_a_name_is_asked_for_by_that_word(capsys: pytest.CaptureFixture[str]) -> None:
    from accounts.management.commands.createsuperuser import Command

    assert Command().username_field.verbose_name == "name"
