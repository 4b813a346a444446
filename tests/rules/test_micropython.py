"""Offline practice runs these modules under MicroPython 1.27: they keep to what it has.

What is missing there was tried out, or is in MicroPython's list of differences. A stray use of it would only show in a
browser, so this test reads the syntax trees instead.
"""

import ast
from collections.abc import Iterator

import pytest

from games.rules import bundle

MODULES = bundle.modules()

MISSING_METHODS = set(
    "bit_count bit_length casefold expandtabs format_map isascii isdecimal isidentifier isnumeric isprintable istitle "
    "ljust maketrans removeprefix removesuffix rjust swapcase title translate zfill __getitem__ __qualname__".split()
)
MISSING_NAMES = {"ascii", "breakpoint", "format", "vars", "aiter", "anext", "ExceptionGroup", "ModuleNotFoundError"}
MISSING_KEYWORDS = {"maxsplit", "strict", "metaclass", "start"}
MISSING_SYNTAX = (ast.Match, ast.TryStar, ast.AsyncFunctionDef)
THEIRS = {"json", "math"}
GENERICS = {"dict", "list", "set", "tuple", "frozenset", "type"}


def faults(source: str) -> list[str]:
    """What MicroPython would not take, with its line."""
    tree = ast.parse(source)
    return [f"line {getattr(node, 'lineno', 0)}: {what}" for node, what in _faults(_runtime(tree))]


def _runtime(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node that is evaluated there: no annotations, nothing under `if MYPY:`."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "MYPY":
                assert not child.orelse
                continue
            yield child
            yield from _runtime(child)


def _faults(nodes: Iterator[ast.AST]) -> Iterator[tuple[ast.AST, str]]:
    for node in nodes:
        if isinstance(node, MISSING_SYNTAX):
            yield node, type(node).__name__
        elif isinstance(node, (ast.Import, ast.ImportFrom)) and not _is_ours(node):
            yield node, "an import from outside"
        elif isinstance(node, ast.Attribute) and node.attr in MISSING_METHODS:
            yield node, node.attr
        elif isinstance(node, ast.Name) and node.id in MISSING_NAMES:
            yield node, node.id
        elif isinstance(node, ast.keyword) and node.arg in MISSING_KEYWORDS:
            yield node, f"keyword {node.arg}="
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0], "positional-only arguments"
        elif _is_literal_with_star(node):
            yield node, "a star in a literal"
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in GENERICS:
            yield node, "a generic outside an annotation"
        elif isinstance(node, ast.ClassDef) and node.keywords:
            yield node, "a metaclass or class keyword"


def _is_literal_with_star(node: ast.AST) -> bool:
    if isinstance(node, ast.Dict):
        return None in node.keys
    if isinstance(node, ast.Set) or (isinstance(node, (ast.Tuple, ast.List)) and isinstance(node.ctx, ast.Load)):
        return any(isinstance(item, ast.Starred) for item in node.elts)
    return False


def _is_ours(node: ast.Import | ast.ImportFrom) -> bool:
    """From this package, and of it only what runs there; or of the few modules that MicroPython has."""
    if isinstance(node, ast.Import):
        return all(alias.name in THEIRS for alias in node.names)
    if node.level != 1:
        return False
    names = [node.module] if node.module else [alias.name for alias in node.names]
    return all(name in MODULES for name in names)


@pytest.mark.parametrize("module", MODULES)
def test_the_module_keeps_to_micropython(module: str) -> None:
    assert faults(bundle.sources()[module]) == []


def test_all_that_practice_needs_is_among_them() -> None:
    assert {"game", "view", "bots", "best", "record", "reader", "cards", "ruleset", "chance", "hints"} <= set(MODULES)


@pytest.mark.parametrize(
    "source",
    [
        "import functools",
        "from typing import Any",
        "from __future__ import annotations",
        "from dataclasses import dataclass",
        "from .hashes import order_of",
        "match 1:\n    case _: pass",
        "def f(a, /): pass",
        "x = (1, *y)",
        "x = [*y]",
        "x = {**y}",
        "Moves = list[int]",
        "x.removeprefix('a')",
        "x.split('a', maxsplit=1)",
        "zip(a, b, strict=True)",
        "class A(metaclass=B): pass",
        "max(hand, key=power.__getitem__)",
    ],
)
def test_what_micropython_lacks_is_found(source: str) -> None:
    assert faults(source)


@pytest.mark.parametrize(
    "source",
    [
        "MYPY = False\nif MYPY:\n    from typing import Any",
        "def f(a: list[int]) -> dict[int, str]: ...",
        "x: list[int] = []",
        "from .cards import BIT",
        "def read():\n    from . import reader",
        "f(*x)",
        "a, *b = c",
    ],
)
def test_what_it_has_is_let_pass(source: str) -> None:
    assert faults(source) == []
