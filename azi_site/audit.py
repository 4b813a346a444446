"""All audits of the site, as at one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from django.apps import apps
from django.db import connection, transaction
from django.utils.module_loading import module_has_submodule


def breaches() -> list[str]:
    """What is wrong, a sentence each with its app's name before it; the site may go on playing meanwhile."""
    with snapshot():
        return [f"{app}: {breach}" for app, found in _audits() for breach in found]


def _audits() -> Iterator[tuple[str, list[str]]]:
    for config in apps.get_app_configs():
        if config.name != "azi_site" and config.module and module_has_submodule(config.module, "audit"):
            audit = import_module(f"{config.name}.audit")
            if hasattr(audit, "breaches"):
                yield config.label, audit.breaches()


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read within is of one moment, and nobody who writes has to wait for it."""
    if connection.in_atomic_block:  # a test's own transaction
        yield
        return
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        mode, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # type: ignore[attr-defined]
        try:
            with transaction.atomic():
                yield
        finally:
            connection.transaction_mode = mode  # type: ignore[attr-defined]
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
