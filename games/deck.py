"""Where decks come from: the operating system's randomness, or, in tests only, a stack prepared in advance."""

import secrets

from django.conf import settings

from games.rules import cards

_chance = secrets.SystemRandom()


def shuffled(deal_no: int) -> list[int]:
    """27 cards in dealing order for the table's deal of that number (from 1)."""
    stacked: list[str] = settings.AZI_STACKED_DECKS
    if deal_no <= len(stacked):
        text = stacked[deal_no - 1]
        return [cards.BY_NAME[text[at : at + 2]] for at in range(0, len(text), 2)]
    deck = list(range(27))
    _chance.shuffle(deck)
    return deck


def first_dealer(numbers: list[int]) -> int:
    """The dealer where no game was won before: drawn, or the lowest seat where decks are stacked."""
    return min(numbers) if settings.AZI_STACKED_DECKS else _chance.choice(numbers)
