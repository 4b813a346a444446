"""Cards on pages that the server draws."""

from django import template
from django.template import Context

register = template.Library()


@register.simple_tag(takes_context=True)
def symbol(context: Context, card: str) -> str:
    """The sprite's symbol of a card ("HK", "D10"), with the reader's letters where we drew them."""
    letters = context.get("card_letters")
    return f"{card}-{letters}" if card[1] in "JQKA" and letters in ("fr", "ru") else card
