"""Why an action is refused: a code for programs, a reason to translate by, an English sentence for the player."""


def gettext_noop(text: str) -> str:
    """Mark a text for whoever collects what is to be translated; the rules themselves speak English."""
    return text


SUIT_NAMES = (gettext_noop("hearts"), gettext_noop("diamonds"), gettext_noop("spades"))  # in the order of cards.SUITS

REASONS = {
    "not_playing": gettext_noop("Seat {seat} does not play in this game."),
    "over": gettext_noop("The game is over."),
    "deck_due": gettext_noop("The next deal is about to begin."),
    "no_deck_due": gettext_noop("No new deal is due."),
    "not_your_turn": gettext_noop("It is not your turn."),
    "cannot_look": gettext_noop("You cannot look at your cards now."),
    "looked_already": gettext_noop("You have looked at your cards already."),
    "discard_now": gettext_noop("First every player discards one card."),
    "bid_now": gettext_noop("Now you bet, call, raise or fold."),
    "play_now": gettext_noop("Now you play a card."),
    "join_now": gettext_noop("Now you join or pass."),
    "name_the_discard": gettext_noop("You have looked at your cards: name the one that you discard."),
    "discard_unseen": gettext_noop("You have not looked at your cards: only the last one can go, unseen."),
    "not_held": gettext_noop("You do not hold {card}."),
    "elsewhere": gettext_noop("{card} is known to be elsewhere."),
    "not_hidden": gettext_noop("Your hand is known: name the card that you discard."),
    "must_follow": gettext_noop("You must follow {suit}."),
    "must_trump": gettext_noop("You have no {led}: you must play a trump, {suit}."),
    "no_bet_yet": gettext_noop("Nobody has bet yet: bet or fold."),
    "bet_already": gettext_noop("There is a bet already: call, raise or fold."),
    "nobody_to_answer": gettext_noop("Nobody else in the game has chips left to answer a raise."),
    "raises_used": gettext_noop("You have bet or raised {raises} times in this deal: that is the limit."),
    "no_chips_to_raise": gettext_noop("Your chips do not reach beyond {level}."),
    "too_low": gettext_noop("The least you can go to is {low}."),
    "too_high": gettext_noop("The most you can go to is {high}."),
    "cards_hidden": gettext_noop("The clock cannot choose among hidden cards."),
}
_NOT_ASKED = ("not_playing", "over", "deck_due", "not_your_turn")


class IllegalAction(ValueError):
    """An action that the rules do not allow now. Nothing has changed.

    `code` is the protocol's: "not_asked" when the seat is asked nothing, else "illegal". `reason` is a key of REASONS,
    whose sentence with `params` filled in is the message: translate by reason, never by message.
    """

    def __init__(self, reason: str, **params: "str | int") -> None:
        self.code = "not_asked" if reason in _NOT_ASKED else "illegal"
        self.reason = reason
        self.params = params
        self.message = REASONS[reason].format(**params)
        super().__init__(self.message)


class MalformedAction(ValueError):
    """Text that is no action at all (rules 11)."""

    code = "malformed"

    def __init__(self, word: str) -> None:
        self.message = "This is not an action: " + word[:40]
        super().__init__(self.message)
