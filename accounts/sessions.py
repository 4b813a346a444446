"""Sessions in the database, as Django keeps them, but asked only for keys that it could have made."""

import re

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

_KEY = re.compile(r"[0-9a-z]{8,40}", re.ASCII)


class SessionStore(DatabaseStore):
    """A cookie may hold anything; PostgreSQL takes no text with a NUL in it, and every page would be an error."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and _KEY.fullmatch(key) is not None
