"""What a browser says that a passkey answered: anybody may send anything in its place.

The libraries that take it apart expect what a browser sends and stumble in many ways over the rest. Here all of it
becomes the one answer of a wrong code.
"""

import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from allauth.mfa.adapter import get_adapter
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from django import forms
from django.forms.fields import InvalidJSONInput

LONGEST = 65_536  # characters; a key with a chain of certificates says some thousand

_NO_ANSWER = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    InvalidSignature,
    LookupError,
    RecursionError,
    TypeError,
    UnsupportedAlgorithm,
    ValueError,  # with UnicodeError, binascii.Error and json.JSONDecodeError
    struct.error,
)


@contextmanager
def junk_refused() -> Iterator[None]:
    """ValidationError `incorrect_code` for whatever is no passkey's answer."""
    try:
        yield
    except _NO_ANSWER as error:
        raise get_adapter().validation_error("incorrect_code") from error


class AnswerField(forms.JSONField):
    """A JSON object that any database can keep. It counts once, so it is never shown again."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> dict[str, Any] | None:  # type: ignore[override]
        if value in self.empty_values:
            return None
        with junk_refused():
            if len(value) > LONGEST:
                _refuse("longer than any key's answer")
            answer = json.loads(value, parse_constant=_refuse)
            if not isinstance(answer, dict) or not answer:
                _refuse("no object")
            # Neither lone surrogates, infinities nor NUL can be stored.
            if "\\u0000" in json.dumps(answer, ensure_ascii=False, allow_nan=False).encode().decode():
                _refuse("a NUL")
            return answer

    def bound_data(self, data: Any, initial: Any) -> Any:
        return InvalidJSONInput("")

    def prepare_value(self, value: Any) -> str:
        return ""


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)
