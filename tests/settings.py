"""The site's own settings, with what tests need otherwise. Also for a server that tests start (`manage.py serve`)."""

import atexit
import os
import shutil
import tempfile

os.environ.setdefault("AZI_SECRET_KEY", "tests only")
if "AZI_VAR" not in os.environ:
    os.environ["AZI_VAR"] = tempfile.mkdtemp(prefix="azi-tests-")
    atexit.register(shutil.rmtree, os.environ["AZI_VAR"], ignore_errors=True)
if os.environ.get("AZI_TEST_DATABASE", "sqlite") == "postgresql":
    # tests/conftest.py starts a server of its own and says here where it listens.
    os.environ.setdefault("DATABASE_URL", "postgresql://azi@/azi")

from azi_site.settings import *  # noqa: F403
from azi_site.settings import DATABASES, INSTALLED_APPS, LANGUAGES, VAR, env

AZI_STACKED_DECKS = env.json("AZI_STACKED_DECKS", default=[])

# In memory, SQLite's test database fails races with "table is locked".
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "tests.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Straight from the source: nothing to collect before a test.
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_USE_STATIC_ROOT = False

if env.bool("AZI_TEST_UNLIMITED", default=False):
    ACCOUNT_RATE_LIMITS = False  # type: ignore[assignment]

if env.bool("AZI_TEST_HURRY", default=False):
    INSTALLED_APPS = [*INSTALLED_APPS, "tests.hurry.Hurry"]

# A language besides (tests/pseudo.py), with its catalogues in this folder.
if pseudo := env.str("AZI_TEST_PSEUDO", default=""):
    LANGUAGES = [*LANGUAGES, ("en-xa", "Pseudo")]
    LOCALE_PATHS = [pseudo]

# For a later release, as a browser sees it: files in this folder stand before the site's own, and none is kept long.
if later := env.str("AZI_TEST_STATIC", default=""):
    STATICFILES_DIRS = [later]
    SERVESTATIC_MAX_AGE = 0
