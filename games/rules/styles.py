"""The styles of bots, whatever their level, so that tables differ."""


class Style:
    """How a bot leans where it could do either; each is 0 to 1.

    `caution`: how much better than its price a hand must be. `drive`: how soon and how far it raises. `blind`: how
    readily it plays without looking.
    """

    __slots__ = ("blind", "caution", "drive")

    def __init__(self, caution: float, drive: float, blind: float) -> None:
        self.caution = caution
        self.drive = drive
        self.blind = blind


STYLES = {
    "tight": Style(caution=0.5, drive=0.3, blind=0.1),
    "bold": Style(caution=0.1, drive=0.8, blind=0.25),
    "blind-lover": Style(caution=0.2, drive=0.5, blind=0.7),
}
