"""Requests that change nothing: a stable code of the protocol and a sentence for the player, in their language."""

from django.utils.translation import gettext

from games.rules import IllegalAction
from games.rules.refusals import REASONS


class Refusal(Exception):
    """What was asked for can't be had. `code` is one of the protocol's, `message` says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


def refused(illegal: IllegalAction) -> Refusal:
    """The rules' refusal of an action, in the player's language."""
    params = {name: gettext(value) if isinstance(value, str) else value for name, value in illegal.params.items()}
    return Refusal(illegal.code, gettext(REASONS[illegal.reason]).format(**params))
