"""One game of Azi, from the antes to the moment the bank is won: the replay of its record."""

from . import azi, bidding, discards, tricks
from .actions import JOIN, LOOK, parse
from .cards import ACE, BIT, HIDDEN, PACK, RANK
from .refusals import IllegalAction
from .ruleset import LARGEST, Ruleset
from .seat import Seat

DEAL = "deal"
DISCARDS = "discard"
BID = "bid"
PLAY = "play"
AZI = "azi"
OVER = "over"

# What a phase is: its legal words for a seat that is asked, its actions, its answer for a seat that does not answer.
_PHASES = {
    DISCARDS: (discards.legal, discards.act, discards.default),
    BID: (bidding.legal, bidding.act, bidding.default),
    PLAY: (tricks.legal, tricks.act, tricks.default),
    AZI: (azi.legal, azi.act, azi.default),
}


class Game:
    """A game between two to six seats. Everything here is a fact for the server; what one seat may know is `view`'s.

    Chance comes in through `deal`, time through `default_action`. Stacks, bank and shares are chips; `level` and bids
    are values (rules 6.4). `events` are the public facts so far: (number from 1, word with the seat's digit and any
    discard as "2x", chips that it paid).
    """

    __slots__ = (
        "asked_since",
        "azi_bank",
        "bank",
        "carried",
        "deal_begins",
        "dealer",
        "deals",
        "dealt",
        "events",
        "how",
        "known",
        "last_trick",
        "leader",
        "level",
        "next_in",
        "numbers",
        "phase",
        "raised_blind",
        "ring",
        "ruleset",
        "seats",
        "shares",
        "six_up",
        "still_in",
        "to_act",
        "trick",
        "trick_order",
        "turn_up",
        "winner",
    )

    def __init__(self, ruleset: Ruleset, stacks: dict[int, int], dealer: int) -> None:
        """`stacks` by seat number, `dealer` any of the table's seats (rules 4.1). Raises ValueError."""
        _check_start(stacks, dealer)
        self.ruleset = ruleset
        self.dealer = dealer
        self.numbers = tuple(sorted(stacks))
        self.seats = {number: Seat(number, stacks[number]) for number in self.numbers}
        # Clockwise from the seat after the dealer (rules 1): a dealer's own seat comes last.
        self.ring = [self.seats[number] for number in sorted(stacks, key=lambda number: (number - dealer - 1) % 6)]
        self.next_in = self.ring
        self.phase = DEAL
        self.deals = 0
        self.bank = 0
        self.carried = 0  # what lay in the bank before this deal's antes
        self.azi_bank = 0  # the bank as it stood when Azi came about
        self.turn_up: int | None = None
        self.six_up = False
        self.known = 0  # cards of which a reader of a masked record knows where they are
        self.dealt: list[Seat] = []
        self.still_in: list[Seat] = []
        self.level = 0
        self.leader: int | None = None  # who bet or raised last; in play, who leads the trick
        self.raised_blind = False
        self.trick: list[tuple[int, int]] = []
        self.last_trick: list[tuple[int, int]] = []
        self.trick_order: list[Seat] = []
        self.events: list[tuple[int, str, int]] = []
        self.deal_begins = 0
        self.to_act: tuple[int, ...] = ()
        self.asked_since: dict[int, int] = {}
        self.winner: int | None = None
        self.how: str | None = None
        self.shares: dict[int, int] = {}

    # Playing

    def deal(self, deck: list[int]) -> None:
        """Give out the next deal: 27 cards in dealing order, HIDDEN where a masked record doesn't say (rules 5.1).

        Raises IllegalAction when no deal is due, ValueError when this is no deck.
        """
        if self.phase != DEAL:
            raise IllegalAction("over" if self.phase == OVER else "no_deck_due")
        turn_up = self.turn_up_place
        self.known = _known_cards(deck, turn_up)
        self._set_up(deck, turn_up)
        if self.deals == 1 or self.ruleset.azi == "replay":
            self._take_antes()
        if self.ruleset.cards == 4:
            discards.begin(self)
        else:
            bidding.begin(self)

    def apply(self, number: int, word: str) -> None:
        """Let a seat act, in a word of the record without the seat's digit (rules 11).

        Raises MalformedAction or IllegalAction, and then nothing has changed.
        """
        kind, value = parse(word)
        seat = self.seats.get(number)
        if seat is None:
            raise IllegalAction("not_playing", seat=number)
        if kind == LOOK:
            self._look(seat)
        elif number in self.to_act:
            _PHASES[self.phase][1](self, seat, kind, value)
        else:
            raise IllegalAction(self._why_not_asked())

    def _look(self, seat: Seat) -> None:
        """A seat still in may look until the bidding ends, in turn or not (rules 5.2)."""
        if not self.may_look(seat):
            looked = seat.in_ and seat.looked and self.phase in (DISCARDS, BID)
            raise IllegalAction("looked_already" if looked else "cannot_look")
        seat.looked = True
        self.events.append((len(self.events) + 1, str(seat.number) + LOOK, 0))
        if seat.number in self.asked_since:  # what it may discard, or what its answers cost, is another now
            self.asked_since[seat.number] = len(self.events)

    # Asking

    def legal_actions(self, number: int) -> tuple[str, ...]:
        """The words that `apply` accepts from this seat now, sorted; a range `r70..980` stands for all its values.

        `L` also where the seat is not asked but may look; ("?",) where a masked record hides its cards (rules 11).
        """
        seat = self.seats.get(number)
        if seat is None:
            return ()
        words: tuple[str, ...] = ()
        if number in self.to_act:
            words = _PHASES[self.phase][0](self, seat)
        return (LOOK,) + words if self.may_look(seat) else words

    def default_action(self, number: int) -> str:
        """What the engine does for a seat that is asked and does not answer (rules 10); always legal.

        Raises IllegalAction for a seat that is asked nothing, or that must play from hidden cards.
        """
        if number not in self.to_act:
            raise IllegalAction(self._why_not_asked())
        return _PHASES[self.phase][2](self, self.seats[number])

    def cost(self, number: int, word: str) -> int:
        """The chips that this legal action would take from the seat now; 0 for those that take none."""
        kind, value = parse(word)
        seat = self.seats.get(number)
        if seat is None:
            return 0
        if self.phase == BID:
            return bidding.cost(self, seat, kind, value)
        return azi.price(self, seat) if self.phase == AZI and kind == JOIN else 0

    def asked_at(self, number: int) -> "int | None":
        """The number of the event since which this seat's question, and what it would pay, is unchanged.

        0 before the first event, None when the seat is asked nothing. The same whatever cards are hidden.
        """
        return self.asked_since.get(number)

    def may_look(self, seat: Seat) -> bool:
        """Whether the seat's cards still lie face down and it may look at them (rules 5.2)."""
        return seat.in_ and not seat.looked and (self.phase == BID or self.phase == DISCARDS)

    # Standing

    @property
    def is_over(self) -> bool:
        """Whether the bank is won."""
        return self.phase == OVER

    @property
    def stacks(self) -> dict[int, int]:
        """The chips behind, by seat."""
        return {number: self.seats[number].stack for number in self.numbers}

    @property
    def net(self) -> "dict[int, int] | None":
        """Each seat's gain or loss, once the game is over."""
        if self.phase != OVER:
            return None
        return {number: self.seats[number].stack - self.seats[number].start for number in self.numbers}

    @property
    def turn_up_place(self) -> int:
        """The place in the deck of the turn-up of the deal that is due: after all hands (rules 5.1)."""
        return len(self.next_in) * self.ruleset.cards

    # What the phases are made with

    def after(self, seat: Seat) -> list[Seat]:
        """The other seats of this deal, clockwise after this one."""
        place = self.dealt.index(seat)
        return self.dealt[place + 1 :] + self.dealt[:place]

    def ask(self, seats: list[Seat]) -> None:
        """These seats are asked now, nobody else."""
        self.to_act = tuple(sorted([seat.number for seat in seats]))
        now = len(self.events)
        self.asked_since = {number: now for number in self.to_act}

    def ask_one(self, seat: Seat) -> None:
        """It is this seat's turn."""
        self.to_act = (seat.number,)
        self.asked_since = {seat.number: len(self.events)}

    def answered(self, seat: Seat) -> None:
        """Where several are asked at once, this one has answered."""
        self.to_act = tuple([number for number in self.to_act if number != seat.number])
        del self.asked_since[seat.number]

    def tell(self, seat: Seat, word: str, chips: int) -> None:
        """A public fact of the game: what this seat has done, as everybody may see it."""
        seat.last = word
        self.events.append((len(self.events) + 1, str(seat.number) + word, chips))

    def take(self, seat: Seat, chips: int) -> None:
        """Chips of this deal from a stack into the bank; negative ones go back."""
        seat.stack -= chips
        seat.paid += chips
        self.bank += chips

    # Inside

    def _set_up(self, deck: list[int], turn_up: int) -> None:
        """Everything that belongs to one deal begins anew."""
        self.deals += 1
        self.carried = self.bank
        self.turn_up = deck[turn_up]
        self.six_up = RANK[self.turn_up] == ACE
        for seat in self.ring:
            seat.sit_out()
        self.dealt = self.next_in
        self.still_in = list(self.dealt)
        players = len(self.dealt)
        for place in range(players):
            self.dealt[place].take_cards(list(deck[place:turn_up:players]), not self.ruleset.blind)
        self.level = 0
        self.leader = None
        self.raised_blind = False
        self.trick = []
        self.last_trick = []
        self.deal_begins = len(self.events)

    def _take_antes(self) -> None:
        """The ante, or the whole stack where that is less, when the cards go out (rules 4.2 and 8)."""
        for seat in self.dealt:
            seat.ante = min(self.ruleset.ante, seat.stack)
            self.take(seat, seat.ante)

    def _why_not_asked(self) -> str:
        if self.phase == OVER:
            return "over"
        return "deck_due" if self.phase == DEAL else "not_your_turn"


def _check_start(stacks: dict[int, int], dealer: int) -> None:
    if not 2 <= len(stacks) <= 6:
        raise ValueError("two to six seats take part")
    for number, stack in stacks.items():
        if number not in (1, 2, 3, 4, 5, 6):
            raise ValueError("seats are numbered 1 to 6")
        if type(stack) is not int or not 1 <= stack <= LARGEST:
            raise ValueError("a stack is a number of chips, at least 1")
    if dealer not in (1, 2, 3, 4, 5, 6):
        raise ValueError("the dealer is a seat, 1 to 6")


def _known_cards(deck: list[int], turn_up: int) -> int:
    """The cards of a deck that are not hidden, as a mask. Raises ValueError when it is no deck."""
    if len(deck) != PACK:
        raise ValueError("a deck has 27 cards")
    known = 0
    for card in deck:
        if not HIDDEN <= card < PACK:
            raise ValueError("a card is 0 to 26")
        if card != HIDDEN:
            if known & BIT[card]:
                raise ValueError("no card is twice in a deck")
            known |= BIT[card]
    if deck[turn_up] == HIDDEN:
        raise ValueError("the turn-up is never hidden")
    return known
