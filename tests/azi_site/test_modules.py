"""A page asks at once for all that its script imports."""

from django.template import Context, Template

from azi_site.templatetags.modules import imported


def test_all_that_a_script_imports_is_asked_for_at_once() -> None:
    page = Template("{% load modules %}{% module 'games/table.js' %}").render(Context())
    lines = page.splitlines()
    assert lines[-1] == '<script type="module" src="/static/games/table.js"></script>'
    assert '<link rel="modulepreload" href="/static/vendor/lit-html/lit-html.js">' in lines
    assert len(lines) == len(set(lines)) == 1 + len(imported("games/table.js"))


def test_modules_of_modules_are_found_and_each_once() -> None:
    found = imported("games/table.js")
    assert "games/seats.js" in found
    assert "vendor/lit-html/directive.js" in found
    assert "games/table.js" not in found
