"""The options of a table (rules 3)."""

LARGEST = 10**15  # no number in a record is larger (rules 11)


def _is_amount(value: object) -> bool:
    return type(value) is int and 1 <= value <= LARGEST


class Ruleset:
    """The six options, checked; never changed once made. Raises ValueError."""

    __slots__ = ("ante", "azi", "bet", "blind", "cards", "raises")

    def __init__(
        self,
        cards: int = 3,
        blind: bool = True,
        raises: "int | None" = None,
        azi: str = "buyin",
        ante: int = 10,
        bet: int = 10,
    ) -> None:
        if type(cards) is not int or cards not in (3, 4):
            raise ValueError("cards is 3 or 4")
        if blind is not True and blind is not False:
            raise ValueError("blind is True or False")
        if raises is not None and not _is_amount(raises):
            raise ValueError("raises is at least 1, or None for no limit")
        if azi not in ("buyin", "replay"):
            raise ValueError("azi is buyin or replay")
        if not _is_amount(ante):
            raise ValueError("ante is a number of chips, at least 1")
        if not _is_amount(bet):
            raise ValueError("bet is a number of chips, at least 1")
        self.cards = cards
        self.blind = blind
        self.raises = raises
        self.azi = azi
        self.ante = ante
        self.bet = bet

    @property
    def preset(self) -> str:
        """The name of the preset whose options it has at whatever stakes; OWN where it is none of them."""
        for name, preset in PRESETS.items():
            if self == Ruleset(preset.cards, preset.blind, preset.raises, preset.azi, self.ante, self.bet):
                return name
        return OWN

    def __str__(self) -> str:
        """The options as the record's `rules` line has them (rules 11)."""
        blind = "yes" if self.blind else "no"
        raises = "-" if self.raises is None else str(self.raises)
        return f"cards={self.cards} blind={blind} raises={raises} azi={self.azi} ante={self.ante} bet={self.bet}"

    def __repr__(self) -> str:
        return f"<Ruleset {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


CLASSIC = Ruleset()
THREE_BIDS = Ruleset(blind=False, raises=3, azi="replay")
PRESETS = {"classic": CLASSIC, "three_bids": THREE_BIDS}
OWN = "own"
