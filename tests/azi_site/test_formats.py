"""Numbers and dates as each language writes them."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils.translation import override

WHEN = datetime(2026, 11, 30, 18, 5, tzinfo=UTC)


def shown(template: str, language: str) -> str:
    with override(language):
        return Template("{% load humanize %}" + template).render(Context({"when": WHEN, "chips": 12_500}))


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Nov 30, 2026, 18:05"), ("fr", "30 nov. 2026, 18:05"), ("ru", "30 ноября 2026 г., 18:05")],
)
def test_a_moment_is_written_as_scripts_would(language: str, said: str) -> None:
    assert shown('{% include "_when.html" %}', language).partition(">")[2].removesuffix("</time>\n") == said


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Nov 30, 2026"), ("fr", "30 novembre 2026"), ("ru", "30 ноября 2026 г.")]
)
def test_a_day(language: str, said: str) -> None:
    assert shown('{{ when|date:"DATE_FORMAT" }}', language) == said


@pytest.mark.parametrize(("language", "said"), [("en", "12,500"), ("fr", "12\xa0500"), ("ru", "12\xa0500")])
def test_thousands_are_grouped(language: str, said: str) -> None:
    assert shown("{{ chips|intcomma }}", language) == said
