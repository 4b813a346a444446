"""Display names: what may stand on the screen beside somebody's cards, and when two names count as one.

Two names are one when they read alike whatever their case (`key`), or look alike as they are written (`look`): "Вера"
in Cyrillic and "Bepa" in Latin letters, "Ilya" and "llya", "Vera1" and "Veral". The database keeps both unique.
"""

import unicodedata
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import lookalikes

SHORTEST, LONGEST = 2, 24
LONGEST_KEY = 150  # one character may look like several

# Letters and marks by category, yet drawn as nothing: names made of them look empty or like another's.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_RESERVED = (
    "admin administrator azi bot dealer guest house moderator operator owner root server staff support system "
    "админ администратор ази бот гость дилер модератор оператор поддержка"
).split()


def key(name: str) -> str:
    """What a name is called by, whoever asks: "Vera", "VERA" and "Ｖｅｒａ" have one key, and so has "Vеrа" half in
    Cyrillic. The key of a key is itself.

    >>> key("  VERA ")
    'vera'
    """
    folded = _folded(name)
    while (again := _folded(lookalikes.skeleton(folded))) != folded:
        folded = again
    return folded


def look(name: str) -> str:
    """What a name looks like as it is written: "Ilya" with a capital i, and "llya" with a small L."""
    return _folded(lookalikes.skeleton(unicodedata.normalize("NFKC", " ".join(name.split()))))


def keys(name: str) -> dict[str, str]:
    """The fields of User that keep this name unique."""
    return {"username": key(name), "look": look(name)}


def _folded(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", " ".join(folded.split()))


def clean(name: str) -> str:
    """The name in the form in which it is kept (NFC, single spaces); ValidationError where it may not be shown."""
    name = readable(name, SHORTEST, LONGEST)
    if not lookalikes.keeps_to_one_script(name):
        raise ValidationError(_("A name keeps to one alphabet: Latin or Cyrillic, not both."), code="name_scripts")
    if len(_folded(name)) > 2 * LONGEST or max(map(len, keys(name).values())) > LONGEST_KEY:
        raise ValidationError(_("A name may not hold such ligatures."), code="name_ligatures")
    if is_reserved(name):
        raise ValidationError(_("That name belongs to the house."), code="name_reserved")
    return name


def readable(name: str, shortest: int, longest: int) -> str:
    """A name, of a table say, as it may stand on the screen (NFC, single spaces); ValidationError where it may not."""
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
    """Whether a name reads or looks like the house itself, whatever stands between its letters."""
    bare = "".join(character for character in name if character.isalnum())
    return not _reserved().isdisjoint(_worn_down(bare))


@cache
def _reserved() -> frozenset[str]:
    return frozenset(worn for name in _RESERVED for case in (name, name.upper()) for worn in _worn_down(case))


def _worn_down(name: str) -> set[str]:
    """All that it may be taken for, the look of what is written and then that of its small letters."""
    return {key(name), key(look(name))}


def give_keys(users: Any) -> list[tuple[str, str]]:
    """Gives everybody the keys of their name; who has another's name gets a number: (old name, new name) for each.

    For migrations, whose model of users it takes. Who has an account keeps a name before a guest does, and who was
    there first before others.
    """
    taken: set[str] = set()
    renamed = []
    for user in users.objects.order_by("is_guest", "pk"):
        name, number = user.name, 1
        while taken & _marks(name):
            number += 1
            name = f"{user.name[: LONGEST - len(str(number)) - 1].rstrip()} {number}"
        taken |= _marks(name)
        if name != user.name:
            renamed.append((user.name, name))
        # First out of everybody's way: a key that is new to one may still be another's.
        users.objects.filter(pk=user.pk).update(name=name, username=f"~{user.pk}", look=f"~{user.pk}")
    for user in users.objects.all():
        users.objects.filter(pk=user.pk).update(**keys(user.name))
    return renamed


def _marks(name: str) -> set[str]:
    return {f"{field}:{value}" for field, value in keys(name).items()}


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
