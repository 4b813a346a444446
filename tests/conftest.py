"""What all tests share: the test database, on SQLite or, with AZI_TEST_DATABASE=postgresql, on a PostgreSQL."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections, transaction
from django.test import TransactionTestCase
from servestatic.middleware import ServeStaticMiddleware

from azi_site import catalogues
from tests import postgres


@pytest.fixture(scope="session", autouse=True)
def _catalogues() -> None:
    """Messages in other languages as they are in the source just now."""
    catalogues.compile_stale()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The socket folder of a PostgreSQL server that lives as long as this test session."""
    with postgres.server() as host:
        yield host


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Where the test database is, said just before it is made: one for each process that tests."""
    database = connections["default"].settings_dict
    if database["ENGINE"] == "django.db.backends.postgresql":
        database["HOST"] = request.getfixturevalue("postgresql")
        # Without a pool: a thread that ends closes its connection, so nothing holds the database at the end.
        database["OPTIONS"].pop("pool", None)
        settings.DATABASES["default"]["OPTIONS"].pop("pool", None)
    else:
        # A crash of the machine may lose a test database.
        database["OPTIONS"]["init_command"] = database["OPTIONS"]["init_command"].replace("FULL", "OFF")


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On PostgreSQL the whole server goes, so nobody has to wait until nobody uses the database."""
    return "postgresql" in connections["default"].settings_dict["ENGINE"]


# What migrating has made, and no test changes.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


def _empty_tables(case: TransactionTestCase) -> None:
    """After a test that commits: all rows go. Django's own way makes every permission anew, 50 ms a test."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True, include_views=False):
            if table not in KEPT:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@pytest.fixture(scope="session", autouse=True)
def _quick_ends() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", _empty_tables)
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_found_once() -> Iterator[None]:
    """Each client of a test loads the middleware anew, which looks for all static files: 50 ms, the same each time."""
    found: dict[str, Any] = {}
    find = ServeStaticMiddleware.add_files_from_finders

    def add(middleware: ServeStaticMiddleware) -> None:
        if not found:
            find(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ServeStaticMiddleware, "add_files_from_finders", add)
        yield


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """How often one address did something is kept in the cache: every test begins at zero."""
    cache.clear()
