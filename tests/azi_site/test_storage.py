"""What is sent of scripts and styles: everything but the comments."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from azi_site.storage import without_comments

SCRIPTS = sorted((settings.BASE_DIR / "games" / "static" / "games").glob("*.js"))


def test_comments_stay_at_home() -> None:
    script = """// What it is.
import { a } from "./a.js"; // why

/** What it does. */
export const at = "https://azi.example//";
/**
 * Two lines,
 * of which one has // in it.
 */
const pattern = /\\/\\*x/;
  // indented
const two = 4 / 2; /* within */
"""
    assert without_comments("games/x.js", script).split("\n") == [
        'import { a } from "./a.js"; // why',
        "",
        'export const at = "https://azi.example//";',
        "const pattern = /\\/\\*x/;",
        "const two = 4 / 2; /* within */",
        "",
    ]
    assert without_comments("azi.css", "a { color: red; /* why */ }/* * */") == "a { color: red;  }"
    assert without_comments("azi.0a1b2c.css", "/* why */b {}") == "b {}"
    assert without_comments("vendor/x.js", script) == script


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_line_of_code_is_lost(path: Path) -> None:
    text = path.read_text()
    lost = [line.strip() for line in text.split("\n") if line not in without_comments(f"games/{path.name}", text)]
    assert [line for line in lost if not re.match(r"//|/\*|\*", line)] == []
