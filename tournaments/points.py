"""Points: of an arena's games, and of finished tournaments for the leaderboards. Nothing here touches a database.

1. Winning a bank is worth 2 points in an arena, a big one 3, a very big one 4; how big it is counts in antes for each
   player dealt in, so that all levels and tables are alike. From the third win in a row on, points are doubled.
2. A finished tournament is worth ten times the square root of its entries, divided by the place, rounded down; at
   least 1.
"""

from math import isqrt

WIN = 2
BIG_WIN = 3
VERY_BIG_WIN = 4

BIG = 5  # antes for each player dealt in: about every fifth bank at a table of six
VERY_BIG = 10  # about every twelfth

STREAK = 2  # wins in a row after which the next one counts double


def for_bank(bank: int, ante: int, players: int, streak: int) -> int:
    """Arena points for winning this bank, after `streak` games won in a row before this one (rule 1)."""
    points = _for_size(bank, ante * players)
    return points * 2 if streak >= STREAK else points


def for_place(place: int, entries: int) -> int:
    """Leaderboard points of a finished tournament (rule 2)."""
    return max(isqrt(100 * entries) // place, 1)


def _for_size(bank: int, antes: int) -> int:
    if bank >= VERY_BIG * antes:
        return VERY_BIG_WIN
    return BIG_WIN if bank >= BIG * antes else WIN
