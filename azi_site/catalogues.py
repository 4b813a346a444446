"""Our messages in other languages: collected from the source, kept in .po files, compiled to .mo. Babel does what
GNU gettext's tools do elsewhere, so that nobody has to install those.
"""

import ast
import io
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

APPS = ("accounts", "azi_site", "games", "tournaments")
ROOT = Path(settings.BASE_DIR)
LOCALE = ROOT / "azi_site" / "locale"
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE)
DOMAINS = ("django", "djangojs")

# What nobody sees: migrations, other people's scripts, and the style guide, which is for those who work on the site.
LEFT_OUT = re.compile(r"/migrations/|/vendor/|/styleguide|/sample_(views|wire)\.js$")

# The functions that mark a message, and which of their arguments are context, message and plural.
MARKS = {
    **dict.fromkeys(("_", "now_", "gettext", "gettext_lazy", "gettext_noop"), (None, 0, None)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (None, 0, 1)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (0, 1, None)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), (0, 1, 2)),
}
# Babel knows French as CLDR does, with a form of its own for millions; Django and most translators do not.
PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def po(language: str, domain: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


# --- from the source -----------------------------------------------------------------------------------------------

Call = tuple[str, list[str | None]]  # the function's name, and its arguments as far as they are plain text


def collected(domain: str, language: str) -> Catalog:
    """All messages of the source, none translated yet, in the order of their files."""
    catalog = _empty(domain, language)
    for path in _sources(domain):
        for name, arguments in calls(path.read_text(), path.suffix):
            context, one, many = (None if place is None else arguments[place] for place in MARKS[name])
            if one is not None:  # else it is what was marked elsewhere
                message = one if many is None else (one, many)
                catalog.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)], context=context)
    return catalog


def _sources(domain: str) -> list[Path]:
    if domain == "djangojs":
        found = [path for app in APPS for path in (ROOT / app / "static").rglob("*.js")]
    else:
        found = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
        found += [path for kind in ("*.html", "*.txt") for path in (ROOT / "templates").rglob(kind)]
    return sorted(path for path in found if not LEFT_OUT.search(path.as_posix()))


def calls(text: str, suffix: str) -> Iterator[Call]:
    """What a source text marks. A template becomes calls of gettext, with all that Django looks up."""
    if suffix == ".py":
        return _calls_of_python(text)
    return _calls_anywhere(text if suffix == ".js" else templatize(text))


def _calls_of_python(text: str) -> Iterator[Call]:
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node.func, ast.Name) and node.func.id in MARKS:
            yield node.func.id, [_plain(argument) for argument in node.args]


def _plain(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


_TEXT = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
_ARGUMENT = rf"u?({_TEXT}(?:\s*\+\s*{_TEXT})*)"
_CALL = re.compile(rf"(?<![\w.])({'|'.join(MARKS)})\(\s*{_ARGUMENT}(?:\s*,\s*{_ARGUMENT})?(?:\s*,\s*{_ARGUMENT})?")


def _calls_anywhere(text: str) -> Iterator[Call]:
    """Babel's own reading of scripts loses what stands in a template within a template, as lit's do."""
    for name, *arguments in _CALL.findall(text):
        yield name, [_joined(argument) if argument else None for argument in arguments]


def _joined(argument: str) -> str:
    return "".join(ast.literal_eval(part) for part in re.findall(_TEXT, argument))


# --- files ---------------------------------------------------------------------------------------------------------


def _empty(domain: str, language: str) -> Catalog:
    catalog = Catalog(locale=language, domain=domain)
    catalog.mime_headers = [("Plural-Forms", PLURALS[language])]
    return catalog


def kept(domain: str, language: str) -> Catalog:
    """What the .po file holds."""
    path = po(language, domain)
    if not path.exists():
        return _empty(domain, language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain, ignore_obsolete=True)


def merge(domain: str, language: str) -> None:
    """Bring the .po file up to the source: what is new waits for its translation, what is gone goes."""
    old, new = kept(domain, language), collected(domain, language)
    for message in new:
        before = old.get(message.id, message.context)
        if message.id and before is not None and before.id == message.id:
            message.string = before.string
            message.user_comments = before.user_comments
            message.flags |= before.flags & {"fuzzy"}
    text = io.BytesIO()
    write_po(text, new, width=0, omit_header=True, sort_by_file=True, include_lineno=False)
    header = HEADER.format(language=language, plural_forms=PLURALS[language])
    path = po(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, header.encode() + text.getvalue().rstrip() + b"\n")


def compile_stale() -> list[Path]:
    """Compile each .po file that is newer than its .mo."""
    made = []
    for language in LANGUAGES:
        for domain in DOMAINS:
            source = po(language, domain)
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
                continue
            compiled = io.BytesIO()
            write_mo(compiled, kept(domain, language))
            _write(target, compiled.getvalue())
            made.append(target)
    return made


def _write(path: Path, content: bytes) -> None:
    """At once, for whoever reads or writes the same file just now."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(path)


# --- what is wrong -------------------------------------------------------------------------------------------------

_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|%|\{\w*\}")
_TAG = re.compile(r"</?[a-z][^>]*>", re.IGNORECASE)


def faults(domain: str, language: str) -> Iterator[str]:
    """What a .po file lacks or has wrong, a line each."""
    catalog, source = kept(domain, language), collected(domain, language)
    there, wanted = _keys(catalog), _keys(source)
    for key in sorted(wanted - there, key=str):
        yield f"not extracted yet (run manage.py messages extract): {key}"
    for key in sorted(there - wanted, key=str):
        yield f"no longer in the source: {key}"
    for message in catalog:
        if message.id:
            for fault in faults_of(message, catalog.num_plurals):
                yield f"{fault}: {message.id!r}" + (f" ({message.context})" if message.context else "")


def _keys(catalog: Catalog) -> set[tuple[object, object]]:
    return {(message.context, message.id) for message in catalog if message.id}


def faults_of(message: Message, plurals: int) -> Iterator[str]:
    """What is wrong with one translation, in a language of so many plural forms."""
    said, forms = _texts(message.id), _texts(message.string)
    if len(forms) != (plurals if message.pluralizable else 1) or not all(forms):
        yield "not translated"
        return
    if message.fuzzy:
        yield "fuzzy"
    for form in forms:
        # Of a plural every form is for numbers beyond one too: in Russian the first is for 1, 21, 31 …
        if set(_PLACEHOLDER.findall(form)) != set(_PLACEHOLDER.findall(said[-1])):
            yield "other placeholders"
        if Counter(_TAG.findall(form)) != Counter(_TAG.findall(said[-1])):
            yield "other tags"
        if _edges(form) != _edges(said[-1]):
            yield "other space at its ends"


def _texts(said: str | list[str] | tuple[str, ...] | None) -> list[str]:
    return [said or ""] if said is None or isinstance(said, str) else list(said)


def _edges(text: str) -> tuple[str, str]:
    """The blanks at both ends, but those that don't break: French has them before its semicolon."""
    return text[: len(text) - len(text.lstrip(" \n\t"))], text[len(text.rstrip(" \n\t")) :]
