"""The form of practice's home: against whom, by which rules. It is never sent anywhere: practice_home.js reads it."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .forms import RulesetForm

MOST_BOTS = 5
MIXED = ("", pgettext_lazy("bots", "Mixed"))
LEVELS = (
    ("beginner", pgettext_lazy("bots", "Beginner")),
    ("middle", pgettext_lazy("bots", "Good")),
    ("best", pgettext_lazy("bots", "Best")),
)
STYLES = (
    ("tight", pgettext_lazy("bots", "Careful")),
    ("bold", pgettext_lazy("bots", "Bold")),
    ("blind-lover", pgettext_lazy("bots", "Blind")),
)
STACKS = (20, 50, 100, 200)  # in antes


class PracticeForm(RulesetForm):
    """Who sits at the table, and what is played. Level and style are those of every bot, or of each on its own."""

    count = forms.ChoiceField(
        label=_("Bots"),
        initial="3",
        widget=forms.RadioSelect,
        choices=[(str(count), str(count)) for count in range(1, MOST_BOTS + 1)],
    )
    level = forms.ChoiceField(label=_("Level"), initial="middle", choices=[*LEVELS, MIXED])
    style = forms.ChoiceField(label=_("Style"), initial="", choices=[*STYLES, MIXED])
    each = forms.BooleanField(label=_("Each bot on its own"), required=False)
    stack = forms.ChoiceField(
        label=_("Chips to begin with, in antes"),
        initial="100",
        widget=forms.RadioSelect,
        choices=[(str(antes), str(antes)) for antes in STACKS],
    )

    def __init__(self) -> None:
        super().__init__()
        # What is wrong with a number is said in the browser, at its field.
        for name in ("ante", "bet"):
            field = self.fields[name]
            field.widget.attrs["data-bad"] = field.error_messages["invalid"]
        for number in range(1, MOST_BOTS + 1):
            self.fields[f"level-{number}"] = forms.ChoiceField(choices=[*LEVELS, MIXED], initial="middle")
            self.fields[f"style-{number}"] = forms.ChoiceField(choices=[*STYLES, MIXED], initial="")

    @property
    def each_bot(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """Each bot's number, with the fields of its level and its style."""
        return [(number, self[f"level-{number}"], self[f"style-{number}"]) for number in range(1, MOST_BOTS + 1)]

    @property
    def stakes(self) -> list[forms.BoundField]:
        return [self["ante"], self["bet"]]
