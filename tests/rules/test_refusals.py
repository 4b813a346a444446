"""Every sentence of the rules' refusals is there for translators to find."""

from pathlib import Path

from babel.messages.extract import extract_from_file

from games.rules import refusals


def test_every_reason_and_suit_is_marked_for_translation() -> None:
    marked = {
        text for _line, text, *_rest in extract_from_file("python", Path(refusals.__file__), {"gettext_noop": None})
    }
    assert marked == {*refusals.REASONS.values(), *refusals.SUIT_NAMES}
