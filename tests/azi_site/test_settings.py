"""What differs between installations, and what follows from it: the settings read anew under another environment."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from azi_site import settings as site
from tests.serving import ROOT

ASKED = """
import json
from azi_site import settings
names = %r
print(json.dumps({name: getattr(settings, name) for name in names}, default=str))
"""


def settings(var: Path, *names: str, check: bool = True, **environment: str) -> dict[str, Any]:
    """The named settings as a fresh process reads them under this environment alone."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", ASKED % (names,)],
        cwd=ROOT,
        env={**kept, "AZI_VAR": str(var), **environment},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ImproperlyConfigured(done.stderr)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_by_default_nothing_is_open(tmp_path: Path) -> None:
    found = settings(tmp_path, "DEBUG", "ALLOWED_HOSTS", "AZI_ORIGINS", "EMAIL_BACKEND", "REDIS_URL")
    assert found["DEBUG"] is False
    assert found["AZI_ORIGINS"] == ["http://127.0.0.1:8000", "http://[::1]:8000", "http://localhost:8000"]
    assert sorted(found["ALLOWED_HOSTS"]) == ["127.0.0.1", "[::1]", "localhost"]
    assert found["EMAIL_BACKEND"].endswith("console.EmailBackend")
    assert found["REDIS_URL"] == ""


def test_letters_appear_on_the_console_and_never_on_that_of_a_public_site(tmp_path: Path) -> None:
    """What a public site's process prints is kept as its log, which is no place for password links."""
    asked = ("EMAIL_BACKEND", "MAIL_GOES")
    public = settings(tmp_path, *asked, AZI_ORIGINS="https://azi.example")
    assert public["EMAIL_BACKEND"].endswith("dummy.EmailBackend")
    assert public["MAIL_GOES"] == "nowhere"
    assert settings(tmp_path, "MAIL_GOES")["MAIL_GOES"] == "to the console"
    sent = settings(tmp_path, *asked, EMAIL_URL="smtp://mail.example", AZI_ORIGINS="https://azi.example")
    assert sent["EMAIL_BACKEND"].endswith("smtp.EmailBackend")
    assert sent["MAIL_GOES"] == "out"


def test_the_secret_is_made_once_and_kept_for_the_owner_alone(tmp_path: Path) -> None:
    var = tmp_path / "var"
    first = settings(var, "SECRET_KEY")["SECRET_KEY"]
    assert len(first) > 50
    assert settings(var, "SECRET_KEY")["SECRET_KEY"] == first
    assert stat.S_IMODE((var / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE(var.stat().st_mode) == 0o700
    assert [path.name for path in var.iterdir()] == ["secret"]
    assert settings(tmp_path / "other", "SECRET_KEY")["SECRET_KEY"] != first


def test_a_configured_secret_makes_no_file(tmp_path: Path) -> None:
    assert settings(tmp_path, "SECRET_KEY", AZI_SECRET_KEY="given")["SECRET_KEY"] == "given"
    assert not (tmp_path / "secret").exists()


def test_two_that_start_at_once_keep_one_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret"
    link = os.link

    def late(fresh: str, target: str) -> None:
        path.write_text("the other's")
        link(fresh, target)

    monkeypatch.setattr(os, "link", late)
    assert site.kept_secret(path) == "the other's"


SCHEMES = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")


def test_cookies_and_headers_follow_https(tmp_path: Path) -> None:
    found = settings(
        tmp_path, *SCHEMES, "SECURE_HSTS_SECONDS", "CONTENT_SECURITY_POLICY", "CSRF_TRUSTED_ORIGINS", "ALLOWED_HOSTS",
        AZI_ORIGINS="https://Azi.example,https://azi.example:8443/",
    )  # fmt: skip
    assert all(found[name] for name in SCHEMES)
    assert found["SECURE_HSTS_SECONDS"] > 0
    policy = found["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert policy["connect-src"] == ["'self'", "wss://azi.example", "wss://azi.example:8443"]
    assert policy["upgrade-insecure-requests"] is True
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://azi.example", "https://azi.example:8443"]
    assert "azi.example" in found["ALLOWED_HOSTS"]


def test_cookies_and_headers_follow_http(tmp_path: Path) -> None:
    found = settings(tmp_path, *SCHEMES, "SECURE_HSTS_SECONDS", "CONTENT_SECURITY_POLICY", "SECURE_PROXY_SSL_HEADER")
    assert not any(found[name] for name in SCHEMES)
    assert found["SECURE_HSTS_SECONDS"] == 0
    assert found["SECURE_PROXY_SSL_HEADER"] is None
    policy = found["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert "upgrade-insecure-requests" not in policy
    assert "ws://localhost:8000" in policy["connect-src"]


def test_the_policy_allows_nothing_inline_and_nobody_else() -> None:
    policy = site.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]
    assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]


def test_a_server_for_the_network_names_its_addresses(tmp_path: Path) -> None:
    found = settings(tmp_path, "AZI_ORIGINS", "ALLOWED_HOSTS", HOST="0.0.0.0", PORT="9001")
    assert {"http://localhost:9001", "http://127.0.0.1:9001"} < set(found["AZI_ORIGINS"])
    assert all(origin.startswith("http://") and origin.endswith(":9001") for origin in found["AZI_ORIGINS"])
    assert not any("0.0.0.0" in host for host in found["ALLOWED_HOSTS"])


def test_a_server_at_one_address_is_reached_there(tmp_path: Path) -> None:
    assert "http://192.0.2.7:9001" in settings(tmp_path, "AZI_ORIGINS", HOST="192.0.2.7", PORT="9001")["AZI_ORIGINS"]
    assert (
        "http://[2001:db8::7]:9001" in settings(tmp_path, "AZI_ORIGINS", HOST="2001:db8::7", PORT="9001")["AZI_ORIGINS"]
    )


def test_the_usual_port_is_not_named(tmp_path: Path) -> None:
    assert "http://localhost" in settings(tmp_path, "AZI_ORIGINS", PORT="80")["AZI_ORIGINS"]


@pytest.mark.parametrize("origin", ["azi.example", "ftp://azi.example", "https://", "https://azi.example/play"])
def test_an_origin_that_is_none_is_named(tmp_path: Path, origin: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="is not an origin"):
        settings(tmp_path, "AZI_ORIGINS", AZI_ORIGINS=origin)


def test_sqlite_takes_the_write_lock_first_and_writes_through(tmp_path: Path) -> None:
    database = settings(tmp_path, "DATABASES")["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "azi.sqlite3")
    assert database["ATOMIC_REQUESTS"] is False
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        assert pragma in database["OPTIONS"]["init_command"]


def test_postgresql_has_a_pool(tmp_path: Path) -> None:
    database = settings(tmp_path, "DATABASES", DATABASE_URL="postgresql://azi:word@db.example/azi")["DATABASES"][
        "default"
    ]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["CONN_MAX_AGE"] == 0
    assert database["ATOMIC_REQUESTS"] is False
    assert database["OPTIONS"]["pool"]["max_size"] == 20


def test_other_databases_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="SQLite or PostgreSQL"):
        settings(tmp_path, "DATABASES", DATABASE_URL="mysql://azi@db.example/azi")


def test_a_deployed_site_passes_djangos_checks(tmp_path: Path) -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "azi_site.settings", "AZI_VAR": str(tmp_path)}
    for name in ("AZI_SECRET_KEY", "DATABASE_URL"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**environment, "AZI_ORIGINS": "https://azi.example"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_passwords_are_hashed_by_argon2() -> None:
    assert site.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")
