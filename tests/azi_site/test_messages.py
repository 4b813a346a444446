"""Messages in French and Russian: how they are collected, that none is missing or wrong, and that plurals are right."""

import pytest
from babel.messages.catalog import Message
from django.core.management import CommandError, call_command
from django.utils.translation import ngettext, override

from azi_site import catalogues, words
from tournaments.management.commands.announce_house_tournaments import HOUSE

FILES = [(domain, language) for domain in catalogues.DOMAINS for language in catalogues.LANGUAGES]


@pytest.mark.parametrize(("domain", "language"), FILES)
def test_every_message_is_translated(domain: str, language: str) -> None:
    """`manage.py messages extract` brings the .po files up to the source; then somebody translates."""
    assert list(catalogues.faults(domain, language)) == []


def test_the_command_fails_when_something_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("messages", "missing", language="fr")
    monkeypatch.setattr(catalogues, "faults", lambda *file: iter(["not translated: 'Fold'"]))
    with pytest.raises(CommandError, match="2 in all"):
        call_command("messages", "missing", language="fr")


# --- collecting -------------------------------------------------------------------------------------------------------


def test_what_a_template_marks_is_what_django_looks_up() -> None:
    text = """
      {% translate "A <b>table</b>, 100%" %} {% translate "Pause" context "an arena" %} {{ _("Site")|upper }}
      {% include "x.html" with title=_("Rules") %}
      {% blocktranslate trimmed count n=games with who=name %}
        {{ n }}&nbsp;game
        of {{ who }}
      {% plural %}
        {{ n }}&nbsp;games of {{ who }}
      {% endblocktranslate %}"""
    assert list(catalogues.calls(text, ".html")) == [
        ("gettext", ["A <b>table</b>, 100%%", None, None]),
        ("pgettext", ["an arena", "Pause", None]),
        ("_", ["Site", None, None]),
        ("_", ["Rules", None, None]),
        ("ngettext", ["%(n)s&nbsp;game of %(who)s", "%(n)s&nbsp;games of %(who)s", None]),
    ]


def test_a_script_marks_within_templates_and_over_lines() -> None:
    text = """html`<p>${on ? html`<b>${gettext("It's \\"on\\"")}</b>` : pgettext("a seat", 'out')}</p>`;
      ngettext(
        "%(n)s chip",
        "%(n)s " + "chips",
        n,
      ); gettext(words);"""
    assert list(catalogues.calls(text, ".js")) == [
        ("gettext", ['It\'s "on"', None, None]),
        ("pgettext", ["a seat", "out", None]),
        ("ngettext", ["%(n)s chip", "%(n)s chips", None]),
    ]


def test_what_python_marks_is_text_and_no_variable() -> None:
    text = '_("Folded" " now"); gettext(word); words.gettext("no function of ours")'
    assert list(catalogues.calls(text, ".py")) == [("_", ["Folded now"]), ("gettext", [None])]


def test_the_houses_tournaments_are_among_the_messages() -> None:
    there = {message.id for message in catalogues.collected("django", "fr") if message.context == "a tournament"}
    assert {terms["name"] for terms in HOUSE} <= there


# --- what is wrong ----------------------------------------------------------------------------------------------------

CHIPS = ("%(n)s chip", "%(n)s chips")


@pytest.mark.parametrize(
    ("said", "translated", "wrong"),
    [
        ("Fold", "Пас", []),
        ("Fold", "", ["not translated"]),
        ("Bet %(n)s", "Ставка %(m)s", ["other placeholders"]),
        ("You must follow {suit}.", "Ответьте.", ["other placeholders"]),
        ("100%% of it", "всё: 100%", ["other placeholders"]),
        ("<b>Azi</b>", "<i>Ази</i>", ["other tags"]),
        ("Seat: ", "Место:", ["other space at its ends"]),
        (";", "\u202f;", []),
        (CHIPS, ("%(n)s фишка", "%(n)s фишки", "%(n)s фишек"), []),
        (CHIPS, ("фишка", "%(n)s фишки", "%(n)s фишек"), ["other placeholders"]),
        (CHIPS, ("%(n)s фишка", "%(n)s фишки", ""), ["not translated"]),
        (CHIPS, ("%(n)s фишка", "%(n)s фишки"), ["not translated"]),
    ],
)
def test_a_wrong_translation_is_found(said: str, translated: str, wrong: list[str]) -> None:
    assert list(catalogues.faults_of(Message(said, translated), plurals=3)) == wrong


def test_a_guess_is_found() -> None:
    assert list(catalogues.faults_of(Message("Fold", "Пас", flags=["fuzzy"]), plurals=3)) == ["fuzzy"]


# --- plurals ----------------------------------------------------------------------------------------------------------


def test_russian_has_three_plurals_beside_djangos_four() -> None:
    """Django's own Russian catalogue counts otherwise, and pages read both."""
    with override("ru"):
        one, few, many = (ngettext("%(count)d person", "%(count)d people", count) for count in (1, 2, 5))
        assert len({one, few, many}) >= 2
        for count, form in ((21, one), (0, many), (11, many), (12, many), (23, few), (25, many), (101, one)):
            assert ngettext("%(count)d person", "%(count)d people", count) == form, count


@pytest.mark.parametrize(("language", "plurals"), [("fr", "(n > 1)"), ("ru", "n%10==1 && n%100!=11 ? 0")])
def test_scripts_count_as_the_language_does(language: str, plurals: str) -> None:
    assert plurals in words.script(language).decode()


def test_scripts_get_no_words_of_the_admin() -> None:
    assert b"Choose all" not in words.script("ru")
