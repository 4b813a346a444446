"""One seat of a game, with its part in the running deal."""

from .cards import BIT, HIDDEN, NAMES, mask_of
from .refusals import IllegalAction


class Seat:
    """A numbered chair: its stack, and what it holds and has done in the running deal.

    `bid` is a value, `ante` and `paid` are chips: `paid` is all that it paid in during this deal, ante included, net of
    what went back (rules 9.3). `cards` are those still held, in dealing order; `held` is the mask of the known ones.
    """

    __slots__ = (
        "ante",
        "bid",
        "cards",
        "dealt",
        "held",
        "in_",
        "last",
        "looked",
        "number",
        "paid",
        "raises",
        "stack",
        "start",
        "tricks",
    )

    def __init__(self, number: int, stack: int) -> None:
        self.number = number
        self.start = stack
        self.stack = stack
        self.sit_out()

    def sit_out(self) -> None:
        """Everything that belongs to a deal begins anew: the seat is not in it unless it takes cards."""
        self.in_ = False
        self.looked = False
        self.dealt: list[int] = []
        self.cards: list[int] = []
        self.held = 0
        self.ante = 0
        self.bid = 0
        self.paid = 0
        self.raises = 0
        self.tricks = 0
        self.last: str | None = None

    def take_cards(self, cards: list[int], looked: bool) -> None:
        """Dealt into the new deal (rules 5.1 and 5.2)."""
        self.in_ = True
        self.looked = looked
        self.dealt = cards
        self.cards = list(cards)
        self.held = mask_of(cards)

    def has_hidden(self) -> bool:
        """Whether the record's reader doesn't know all cards that this seat holds (rules 11)."""
        return HIDDEN in self.cards

    def check_holds(self, card: int, known: int) -> None:
        """Refuse a card that is not here, and can't be a hidden one: none is, or it is among those known elsewhere."""
        if self.held & BIT[card]:
            return
        if not self.has_hidden():
            raise IllegalAction("not_held", card=NAMES[card])
        if known & BIT[card]:
            raise IllegalAction("elsewhere", card=NAMES[card])

    def part_with(self, card: int) -> None:
        """Take this card out of the hand; one that is not among its known cards was one of the hidden."""
        if card >= 0 and self.held & BIT[card]:
            self.cards.remove(card)
            self.held ^= BIT[card]
        else:
            self.cards.remove(HIDDEN)
