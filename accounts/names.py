"""Display names: what may stand on the screen beside somebody's cards, and when two names count as one.

Two names are one when they read alike whatever their case (`key`), or look alike as they are written (`look`): "Вера"
in Cyrillic and "Bepa" in Latin letters, "Ilya" and "llya", "Vera1" and "Veral". The database keeps both unique.
"""

import re
import unicodedata
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import lookalikes

SHORTEST, LONGEST = 2, 24
LONGEST_KEY = 150  # one character may look like several

# Letters and marks by category, yet drawn as nothing: names made of them look empty or like another's.
_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2d7f\u302a\u302b\u302c\u302d\u302e\u302f\u3164\uffa0"
    "\U0001107f\U00013441\U00013442\U00016fe4"
)
# Besides letters and digits: what is on keyboards, and what people set between words of their language.
_SIGNS = frozenset(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~«»“”„‘’–—…·№€₸₽〇・、。！？¿¡׳״♠♣♥♦♤♧♡♢★☆❤")
_PICTURES = ((0x1F300, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F900, 0x1F9FF))  # emoji that are one character each
_MARKED_BY_ALL = {"Latn", "Grek", "Cyrl"}  # whose letters take the accents that belong to no script

_RESERVED = (
    "admin administrator azi bot dealer guest house moderator operator owner root server staff support system "
    "админ администратор ази бот гость дилер модератор оператор поддержка поддержки "
    "you nobody вы ты никто vous personne "  # what the table calls its reader, and who isn't there
    "admins bots dealers moderators operators админы боты дилеры модераторы операторы"
).split()
# Whoever is called so in the first place speaks for the house, whatever follows: "Admin Vera".
_TITLES = (
    "admin administrator azi moderator operator support system админ администратор ази модератор оператор поддержка"
).split()
# Whoever is called so in the end looks like what stands beside a bot's name: "Vera bot".
_MARKS = ("bot", "бот")
# What goes with those words without making a person's name of them: "Azi Team", "The House".
_BESIDE = (
    "command desk former game games help mod of official play service security site team the "
    "бывший игра игры команда официальный помощь сайт служба"
).split()
_FORMER = ["formerguest", "formerplayer"]  # who is forgotten is called so, and a number
_DIGITS = "0123456789"
_DIGITS_FOR_LETTERS = str.maketrans(_DIGITS, "oizeasbtbg")
_AT_AND_DOLLAR = str.maketrans("@$|", "asl")


def key(name: str) -> str:
    """What a name is called by, whoever asks: "Vera", "VERA" and "Ｖｅｒａ" have one key, and so has "Vеrа" half in
    Cyrillic. The key of a key is itself.

    >>> key("  VERA ")
    'vera'
    """
    if any(map(str.isupper, name)) and (capitals := name.replace("l", "I")).isupper():
        name = capitals  # in "AIGERlM" the small L can only be meant for a capital i
    folded = _folded(name)
    while (again := _folded(lookalikes.skeleton(folded))) != folded:
        folded = again
    return folded


def look(name: str) -> str:
    """What a name looks like as it is written: "Ilya" with a capital i, and "llya" with a small L.

    And then what that looks like in small letters, so that "ТОМ" in Cyrillic capitals meets "Tom".
    """
    return key(lookalikes.skeleton(unicodedata.normalize("NFKC", " ".join(name.split()))))


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
    if not all(map(_is_visible, f" {name}", name)):
        raise ValidationError(
            _("A name may hold letters, digits and the usual signs, and nothing invisible."), code="name_invisible"
        )
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("A name needs a letter or a digit."), code="name_empty")
    if _stacks_marks(name):
        raise ValidationError(_("A name may not stack so many marks on one letter."), code="name_marks")
    return name


def is_reserved(name: str) -> bool:
    """Whether a name reads or looks like the house itself, whatever stands between its letters.

    >>> [name for name in ("Azi Support", "Dealer 7", "Ádmin", "8ot", "Guest of Vera") if is_reserved(name)]
    ['Azi Support', 'Dealer 7', 'Ádmin', '8ot']
    """
    houses, titles, marks, former = _reserved()
    words = re.split(r"[\W_]+", _plain(name).translate(_AT_AND_DOLLAR).strip())
    first, last = next(filter(None, words), ""), next(filter(None, reversed(words)), "")
    return any(houses.fullmatch(worn) or former.match(worn) for worn in _readings("".join(words))) or not (
        titles.isdisjoint(_readings(first)) and marks.isdisjoint(_readings(last))
    )


@cache
def _reserved() -> tuple[re.Pattern[str], frozenset[str], frozenset[str], re.Pattern[str]]:
    """What is the house's own: names of its words alone, words that no name begins or ends with, "Former guest…"."""
    word, beside = "|".join(_worn(_RESERVED)), "|".join(_worn(_BESIDE))
    titles, marks = frozenset(_worn(list(_TITLES))), frozenset(_worn(list(_MARKS)))
    former = "|".join(_worn(_FORMER))
    return re.compile(f"(?:{beside})*(?:{word})(?:{word}|{beside})*"), titles, marks, re.compile(former)


def _worn(words: list[str]) -> list[str]:
    return sorted({worn for word in words for case in (word, word.upper()) for worn in _worn_down(_plain(case))})


def _readings(name: str) -> set[str]:
    """What is read with digits as ornament ("Dealer 7", "7Dealer"), and with digits for letters ("8ot", "Adm1n")."""
    without = {name, name.rstrip(_DIGITS), name.strip(_DIGITS), "".join(c for c in name if c not in _DIGITS)}
    as_letters = {text.translate(_DIGITS_FOR_LETTERS) for text in without}
    return {worn for text in without | as_letters for worn in _worn_down(text)} - {""}


def _plain(name: str) -> str:
    """Without the marks on its letters."""
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.category(c).startswith("M"))


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


def _is_visible(before: str, character: str) -> bool:
    """Whether a character is one of those that names are made of, all of which one sees. `before` stands before it."""
    if character in _INVISIBLE:
        return False
    category = unicodedata.category(character)
    if category in ("Mn", "Mc"):
        return _may_mark(character, before)
    if category == "So" and any(first <= ord(character) <= last for first, last in _PICTURES):
        return True
    return category[0] == "L" or category == "Nd" or character in _SIGNS


def _may_mark(mark: str, before: str) -> bool:
    """Whether a mark goes with the letter, or with the mark on a letter, that it follows."""
    if unicodedata.category(before)[0] not in "LM":
        return False
    if "\u0300" <= mark <= "\u036f":
        return unicodedata.category(before)[0] == "M" or bool(lookalikes.scripts(before) & _MARKED_BY_ALL)
    of_mark, of_letter = lookalikes.scripts(mark), lookalikes.scripts(before)
    return bool(of_mark & of_letter) or bool(of_mark and not of_letter)


def _stacks_marks(name: str) -> bool:
    marks = 0
    for character in name:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > 2:
            return True
    return False
