"""Azi's one settings file. Everything that differs between installations comes from environment variables (README)."""

import ipaddress
import os
import secrets
import socket
from pathlib import Path
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from azi_site import logs

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent

# What must outlive a restart: the database and the secret. The hashed static files are made anew from the source.
VAR = Path(env.str("AZI_VAR", default=str(BASE_DIR / "var")))


def kept_secret(path: Path) -> str:
    """The secret in this file, made when there is none yet; only its owner may read it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    if not path.exists():
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            # A link, not a rename: of two processes that start at once, the second finds the first one's secret.
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()


def own_origins(host: str, port: int) -> list[str]:
    """The origins under which a server listening at host:port is reached, when none are configured."""
    hosts = {"localhost", "127.0.0.1", "[::1]"}
    if host in ("0.0.0.0", "::"):  # noqa: S104 -- a name for "every address", not a bind
        hosts |= {socket.gethostname().lower(), *_own_addresses()}
    elif host:
        hosts.add(f"[{host}]" if ":" in host else host.lower())
    return sorted(f"http://{name}" if port == 80 else f"http://{name}:{port}" for name in hosts)


def _own_addresses() -> set[str]:
    found = set()
    try:
        found |= {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    except OSError:
        pass  # a machine that cannot look up its own name
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Connecting a datagram socket sends nothing: it only asks which of our addresses faces outwards.
            probe.connect(("192.0.2.1", 9))
            found.add(str(probe.getsockname()[0]))
    except OSError:
        pass  # a machine without a network
    return {address for address in found if not ipaddress.ip_address(address).is_unspecified}


def checked_origin(origin: str) -> str:
    """`scheme://host[:port]` as browsers write it, or a clear complaint."""
    parts = urlsplit(origin.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise ImproperlyConfigured(f"AZI_ORIGINS: {origin!r} is not an origin such as https://azi.example")
    return f"{parts.scheme}://{parts.netloc.lower()}"


# Where it serves.
HOST = env.str("HOST", default="localhost")
PORT = env.int("PORT", default=8000)
DEBUG = env.bool("DEBUG", default=False)
_CONFIGURED = [checked_origin(origin) for origin in env.list("AZI_ORIGINS", default=[])]
AZI_ORIGINS = _CONFIGURED or own_origins(HOST, PORT)
AZI_PUBLIC_ORIGIN = _CONFIGURED[0] if _CONFIGURED else None  # where links in letters lead; else where they came from
HTTPS = all(origin.startswith("https://") for origin in AZI_ORIGINS)
# How many proxies of ours stand in front and add to X-Forwarded-For; with none, the header is the client's own words.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("AZI_TRUSTED_PROXIES", default=0)

SECRET_KEY = env.str("AZI_SECRET_KEY", default="") or kept_secret(VAR / "secret")
SECRET_KEY_FALLBACKS = env.list("AZI_SECRET_KEY_FALLBACKS", default=[])

# Our own health checks ask by loopback names whatever the public origin is.
ALLOWED_HOSTS = sorted({urlsplit(origin).hostname or "" for origin in AZI_ORIGINS} | {"localhost", "127.0.0.1"})
ALLOWED_HOSTS = [f"[{host}]" if ":" in host else host for host in ALLOWED_HOSTS]
CSRF_TRUSTED_ORIGINS = AZI_ORIGINS

INSTALLED_APPS = [
    "azi_site",
    "tournaments",
    "games",
    "accounts",
    "channels",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic.runserver_nostatic",
    "azi_site.apps.AziStaticFilesConfig",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "azi_site.headers.PermissionsPolicyMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # against BREACH it adds a random length, and tokens are masked anew
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.languages.LanguageMiddleware",
    "accounts.seen.SeenMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "azi_site.urls"
ASGI_APPLICATION = "azi_site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "accounts.card_letters.context",
                "games.context.visitor",
                "tournaments.context.called",
            ],
        },
    }
]

# The database: a file here unless DATABASE_URL names a PostgreSQL.
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR / 'azi.sqlite3'}")}
_database = DATABASES["default"]
_database["ATOMIC_REQUESTS"] = False
if _database["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that reads before it writes would otherwise die when somebody wrote in between.
    # FULL: a view shows only what is on the disk.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
elif _database["ENGINE"] == "django.db.backends.postgresql":
    # Every request has a thread of its own under ASGI, so connections are kept in a pool, not with threads.
    _database["CONN_MAX_AGE"] = 0
    _database["CONN_HEALTH_CHECKS"] = True
    _database["OPTIONS"] = {
        **_database.get("OPTIONS", {}),
        "pool": {"min_size": 1, "max_size": env.int("AZI_DATABASE_POOL", default=20), "timeout": 10},
    }
else:
    raise ImproperlyConfigured("DATABASE_URL: Azi keeps its data in SQLite or PostgreSQL.")

# Redis or Valkey carries the doorbell and the rate limits between processes; one process needs none.
REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    # Beyond so many entries (300 unless told) the oldest are forgotten, and with them who has tried how often: a few
    # hundred addresses or names tried at once would lift everybody's limits. An entry takes some 300 bytes.
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
}

# Who somebody is.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "lobby"
ACCOUNT_ADAPTER = "games.signing_in.SigningIn"
USERSESSIONS_ADAPTER = "games.signing_in.Devices"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_USER_DISPLAY = str  # the display name
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
# "strict": a sign up with a known address looks like any other, so nobody learns whose address is known.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGOUT_REDIRECT_URL = "lobby"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",  # the key: an address and a name
    "login_failed_name": "1000/h/key",  # whoever tries
    "signup": "20/m/ip",
    "change_password": "5/m/user",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "confirm_email": "1/3m/key",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
    "guest": "10/m/ip",
    "rename": "10/m/user",
    "relation": "30/m/user",
    "enter": "30/m/user",
    "my_data": "5/10m/user",
    "delete_account": "10/m/user",
    "tournament": "10/m/ip,60/h/ip",
    "tournament_password": "10/m/ip,300/h/key",
}

# Second factors. An address is no way to sign in here, so whether it is verified says nothing about who is who.
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "accounts.forms.AuthenticateForm",
    "reauthenticate": "accounts.forms.ReauthenticateCodeForm",
    "activate_totp": "accounts.forms.ActivateTOTPForm",
    "add_webauthn": "accounts.forms.AddPasskeyForm",
    "login_webauthn": "accounts.forms.LoginPasskeyForm",
    "authenticate_webauthn": "accounts.forms.AuthenticatePasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.ReauthenticatePasskeyForm",
    "edit_webauthn": "accounts.forms.EditPasskeyForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Azi"
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off

SESSION_ENGINE = "accounts.sessions"

# Cookies and headers follow the configured origins' scheme.
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180  # a guest has no other key to their chips
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Subdomains and plain http are the business of whoever owns the domain and its proxy.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        # Some browsers do not count a websocket of the same host as 'self'; none takes an IPv6 address here.
        "connect-src": ["'self'", *(origin.replace("http", "ws", 1) for origin in AZI_ORIGINS if "[" not in origin)],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        **({"upgrade-insecure-requests": True} if HTTPS else {}),
    }
}

# Until EMAIL_URL says how mail leaves, letters are printed to the console, apart from the log (standard error); but
# not where the site is public: what its process prints is kept by somebody, and that is no place for password links.
MAIL_GOES = "out" if env.str("EMAIL_URL", default="") else "nowhere" if HTTPS else "to the console"
vars().update(env.email("EMAIL_URL", default="dummymail://" if HTTPS else "consolemail://"))
DEFAULT_FROM_EMAIL = env.str("AZI_FROM_EMAIL", default="Azi <noreply@localhost>")

# Static files are served by the site itself, under names that hold their hash.
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "azi_site.storage.StaticStorage"},
}
SERVESTATIC_USE_FINDERS = DEBUG
SERVESTATIC_AUTOREFRESH = DEBUG
SERVESTATIC_ALLOW_ALL_ORIGINS = False

LOGGING = logs.configure(env.str("AZI_LOG_LEVEL", default="INFO"))

# Languages.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("ru", "Русский")]  # as those call it who speak it
FORMAT_MODULE_PATH = "azi_site.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Set another one after restoring a backup: versions start over then, and pages must not take them for older ones.
AZI_EPOCH = env.str("AZI_EPOCH", default="1")

# Decks stacked by tests; no settings but the tests' own may hold any (manage.py serve refuses).
AZI_STACKED_DECKS: list[str] = []
