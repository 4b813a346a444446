"""A display name as a part of an address."""

from django.urls.converters import StringConverter

SLASH, WIDE_SLASH = "/", "／"  # which accounts.names.key takes for one


class NameConverter(StringConverter):
    """A player's name. A slash in it, which would begin another part, is written as its wide form."""

    def to_python(self, value: str) -> str:
        return value.replace(WIDE_SLASH, SLASH)

    def to_url(self, value: str) -> str:
        return value.replace(SLASH, WIDE_SLASH)
