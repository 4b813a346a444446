"""Display names: what may stand on the screen beside somebody's cards, and when two names count as one."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 24

# Letters and marks by category, yet drawn as nothing: names made of them look empty or like another's.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_RESERVED = frozenset({"admin", "administrator", "azi", "dealer", "house", "moderator", "staff", "support", "system"})


def key(name: str) -> str:
    """What a name is compared by: two names with the same key are the same name ("Vera", "VERA", "Ｖｅｒａ").

    >>> key("  VERA ")
    'vera'
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", " ".join(folded.split()))


def clean(name: str) -> str:
    """The name in the form in which it is kept (NFC, single spaces); ValidationError where it may not be shown."""
    name = readable(name, SHORTEST, LONGEST)
    if len(key(name)) > 2 * LONGEST:
        raise ValidationError(_("A name may not hold such ligatures."), code="name_ligatures")
    return name


def readable(name: str, shortest: int, longest: int) -> str:
    """Any name, of a table say, as it may stand on the screen (NFC, single spaces); ValidationError where it may not."""
    name = " ".join(part for part in unicodedata.normalize("NFC", name).split(" ") if part)
    if not shortest <= len(name) <= longest:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="name_length",
            params={"shortest": shortest, "longest": longest},
        )
    if not all(_is_visible(character) for character in name):
        raise ValidationError(_("A name may not hold invisible or control characters."), code="name_invisible")
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("A name needs a letter or a digit."), code="name_empty")
    if _stacks_marks(name):
        raise ValidationError(_("A name may not stack so many marks on one letter."), code="name_marks")
    return name


def is_reserved(name: str) -> bool:
    """Whether a name sounds like the house itself, so that nobody may sign up with it."""
    return key(name) in _RESERVED


def _is_visible(character: str) -> bool:
    if character == " ":
        return True
    if character in _INVISIBLE or "\u180b" <= character <= "\u180f" or "\ufe00" <= character <= "\ufe0f":
        return False
    if 0xE0100 <= ord(character) <= 0xE01EF:
        return False
    # C: control, format (zero-width, bidi), surrogates, private, unassigned; Z: other spaces and line breaks.
    return unicodedata.category(character)[0] not in "CZ"


def _stacks_marks(name: str) -> bool:
    marks = 0
    for character in name:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > 2:
            return True
    return False
