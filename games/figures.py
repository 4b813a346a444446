"""Figures on pages: shares in percent, and numbers as a line of an SVG of 600 by 160 units."""

from collections.abc import Sequence

WIDE, HIGH = 600, 160


def percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def down(number: int, numbers: Sequence[int]) -> float:
    """How far below the highest of these numbers this one is drawn."""
    highest, lowest = max(numbers), min(numbers)
    return round(HIGH * (highest - number) / (highest - lowest or 1), 1)


def points(numbers: Sequence[int]) -> str:
    """These numbers, two or more, from left to right. Text: in a template they would be written as a language does."""
    highest, lowest = max(numbers), min(numbers)
    span, steps = highest - lowest or 1, len(numbers) - 1
    return " ".join(
        f"{round(WIDE * step / steps, 1)},{round(HIGH * (highest - number) / span, 1)}"
        for step, number in enumerate(numbers)
    )
