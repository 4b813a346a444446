"""What may stand on the screen beside somebody's cards."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError

from accounts import names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Vera", "Vera"),
        ("  Vera   Lynn ", "Vera Lynn"),
        ("Азамат", "Азамат"),
        ("Әсел Қызы", "Әсел Қызы"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("愛子", "愛子"),
        ("x" * 24, "x" * 24),
        ("D'Arc-7", "D'Arc-7"),
    ],
)
def test_names_are_kept_in_one_form(typed: str, kept: str) -> None:
    assert names.clean(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "", "V", "x" * 25, "--", "   ",
        "Ve\u200bra",  # zero-width space
        "Ve\u202era",  # right-to-left override
        "Ve\u2066ra",  # isolate
        "Ve\ufeffra",
        "Ve\x00ra",
        "Ve\nra",
        "Ve\tra",
        "Ve\u00a0ra",  # no-break space
        "Ve\u00adra",  # soft hyphen
        "\u3164\u3164",  # Hangul filler: a letter, and nothing to see
        "Ve\ufe0fra",  # variation selector
        "Ve\U000e0100ra",
        "\U000e0041\U000e0042",  # tags
        "Ve\ue000ra",  # private use
        "V\u0316\u0317\u0318e",  # marks upon marks
        "Ve\ufffcra",  # object replacement
        "Ve\u2800ra",  # Braille blank
        "Vera\U0001d159",  # null notehead
        "Vera\U0001d167",  # combining stem
        "Vera\u302a",  # ideographic tone mark
        "Vera\U00016fe4",  # Khitan filler
        "Vera\u20dd",  # enclosing circle
        "Vera\u05bf",  # a Hebrew point on a Latin letter
        "Vera-\u0301",  # a mark on no letter
        "Vera\U0001f3fb",  # a skin tone alone
        "Vera\u00bd",
        "\ufdfa\ufdfa\ufdfa",  # ligatures that fold into whole phrases
    ],
)  # fmt: skip
def test_names_that_are_not_shown(typed: str) -> None:
    with pytest.raises(ValidationError):
        names.clean(typed)


@pytest.mark.parametrize(
    "name", ["Vera 🦊", "Vera_7", "Q̃ara", "अमिता", "פָּנִים", "สมศรี", "O’Neil", "二〇一", "[Vera] +1 €"]
)
def test_what_one_sees_is_shown(name: str) -> None:
    assert names.clean(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("name", ["Friday\ufffc", "Friday\U0001d159", "Friday\U0001d167", "Friday\u302a"])
def test_a_table_has_no_name_that_draws_as_anothers(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        names.readable(name, 1, 40)
    assert refusal.value.code == "name_invisible"


@pytest.mark.parametrize("other", ["vera", "VERA", "Ｖｅｒａ", " Vera "])
def test_one_name_however_it_is_written(other: str) -> None:
    assert names.key(other) == names.key("Vera")


def test_case_is_compared_in_every_script() -> None:
    assert names.key("АЗАМАТ") == names.key("Азамат")
    assert names.key("STRASSE") == names.key("Straße")


def test_the_key_of_a_key_is_itself() -> None:
    for name in ("Ｖｅｒａ", "Straße", "İpek", "ﬁnn", "Zo\u00eb", "Вера", "Mmm 0|1", "Ыю", "11", "lI", "AIl", "A1l"):
        assert names.key(names.key(name)) == names.key(name)


@pytest.mark.parametrize("name", ["ADMIN", "аdmin", "Аdmіn", "Adm1n", "A.d.m.i.n", "Ad min", "Админ", "АЗИ", "Ѕupport"])
def test_nobody_is_called_like_the_house(name: str) -> None:
    with pytest.raises(ValidationError):
        names.clean(name)
    assert names.is_reserved(name)


@pytest.mark.parametrize(
    "name",
    ["You", "Vera bot", "Azi Support", "Azi Team", "The House", "AziSupport", "Служба поддержки", "Бот 5", "Guest 57",
     "Dealer 7", "7 Dealer", "Moderator1", "M0derator 1", "8ot", "5ystem", "@dmin", "Ádmin", "Admïn", "Admin Vera",
     "Azi of Tom"],
)  # fmt: skip
def test_nobody_speaks_for_the_house(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        names.clean(name)
    assert refusal.value.code == "name_reserved"


@pytest.mark.parametrize(
    "name", ["Former guest ab12", "Former  Guest", "F0rmer guest 1", "FORMER GUEST", "Forrner guest"]
)
def test_nobody_is_called_like_a_guest_who_is_forgotten(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        names.clean(name)
    assert refusal.value.code == "name_reserved"


@pytest.mark.parametrize(
    "name",
    ["Azira", "Азиза", "Guest of Vera", "House Martin", "Botagoz", "Боташ", "Robot", "Modest", "Staffan", "Hostel 7"],
)
def test_a_name_that_only_begins_like_the_house_is_free(name: str) -> None:
    assert names.clean(name) == name


@pytest.mark.parametrize(
    "name", ["Вера", "Ұлпан Қыз", "Ы Өмүрбек", "Νίκος", "김철수", "愛子アイ", "Aiko 愛子", "Vera-7 (♠)", "ვერა"]
)
def test_a_name_in_one_script_is_welcome(name: str) -> None:
    assert names.clean(name) == name


@pytest.mark.parametrize("name", ["Vеra", "Вepa", "Αlex", "김Вера", "Veraვ", "愛子Вера"])
def test_a_name_keeps_to_one_script(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        names.clean(name)
    assert refusal.value.code == "name_scripts"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Вера", "Bepa"),  # Cyrillic, and what it looks like in Latin letters
        ("АЗАМАТ", "A3AMAT"),
        ("Ilya", "llya"),  # a capital i, a small L
        ("Oleg", "0leg"),
        ("Vera1", "Veral"),
        ("Tom", "Torn"),
        ("Сосо", "Coco"),
        ("D'Arc", "D’Arc"),
        ("Tom", "ТОМ"),  # Cyrillic capitals
        ("Aigerim", "AIGERlM"),  # a small L among capitals
        ("AI", "A1"),
        ("Al", "AI"),
    ],
)
def test_two_names_that_look_alike_have_a_key_in_common(one: str, other: str) -> None:
    assert set(names.keys(one).items()) & set(names.keys(other).items())


@pytest.mark.parametrize(
    ("one", "other"), [("Vera", "Wera"), ("Қайрат", "Кайрат"), ("Zoe", "Zoë"), ("Ия", "Ийя"), ("Alia", "Alla")]
)
def test_two_names_that_differ_to_the_eye_have_none(one: str, other: str) -> None:
    assert not set(names.keys(one).items()) & set(names.keys(other).items())
