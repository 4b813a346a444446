"""The 27 cards (rules 2): a card is an int 0..26, suit * 9 + rank; a set of them is a 27-bit mask, nine a suit."""

RANKS = "6789TJQKA"
SUITS = "hds"

SIX = 0
ACE = 8
PACK = 27
HIDDEN = -1  # a card that the record's reader doesn't know (rules 11)
MASKED = ".."  # how a hidden card is written

NAMES = tuple([rank + suit for suit in SUITS for rank in RANKS])
BY_NAME = {name: card for card, name in enumerate(NAMES)}
SUIT = tuple([card // 9 for card in range(PACK)])
RANK = tuple([card % 9 for card in range(PACK)])
BIT = tuple([1 << card for card in range(PACK)])
SUIT_MASK = (0x1FF, 0x1FF << 9, 0x1FF << 18)


def name_of(card: int) -> str:
    """The card in two letters, rank then suit; `..` if it is hidden."""
    return MASKED if card < 0 else NAMES[card]


def mask_of(cards: list[int]) -> int:
    """The set of the known ones among these cards."""
    mask = 0
    for card in cards:
        if card >= 0:
            mask |= BIT[card]
    return mask


_words: dict[int, tuple[str, ...]] = {}  # at most one entry for each hand of up to four cards


def words_of(mask: int) -> tuple[str, ...]:
    """The names of a hand's cards, sorted as text."""
    words = _words.get(mask)
    if words is None:
        words = _words[mask] = tuple(sorted([NAMES[card] for card in range(PACK) if mask & BIT[card]]))
    return words


def _power(trump: int, six_up: bool) -> tuple[int, ...]:
    power = []
    for card in range(PACK):
        on_the_road = six_up and RANK[card] == SIX
        power.append(RANK[card] if SUIT[card] != trump else 20 if on_the_road else 10 + RANK[card])
    return tuple(power)


def _trick_strength(trump: int, six_up: bool, led: int) -> tuple[int, ...]:
    power = _power(trump, six_up)
    return tuple([power[card] if SUIT[card] in (trump, led) else -1 for card in range(PACK)])


# POWER[six_up][trump][card]: any trump above any plain card; "six on the road" above all (rules 2).
POWER = tuple([tuple([_power(trump, six_up) for trump in range(3)]) for six_up in (False, True)])

# TRICK_STRENGTH[six_up][trump][led][card]: the highest wins the trick; -1 can't (rules 7.2).
TRICK_STRENGTH = tuple(
    [
        tuple([tuple([_trick_strength(trump, six_up, led) for led in range(3)]) for trump in range(3)])
        for six_up in (False, True)
    ]
)
