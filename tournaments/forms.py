"""Forms of tournaments: the filter of their list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms import ANY

from .models import Tournament


class FilterForm(forms.Form):
    """Which tournaments somebody wants to see, as the list's URL has it. Nonsense in a URL filters nothing."""

    use_required_attribute = False

    format = forms.MultipleChoiceField(
        label=_("Format"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[
            (Tournament.SIT_AND_GO, _("Sit & go")),
            (Tournament.FREEZEOUT, _("Freezeout")),
            (Tournament.ARENA, _("Arena")),
        ],
    )
    purse = forms.BooleanField(label=_("Within my wallet"), required=False)
    cards = forms.ChoiceField(
        label=_("Cards"), required=False, choices=[ANY, ("3", _("Three")), ("4", _("Four, one discarded"))]
    )
    blind = forms.ChoiceField(
        label=_("Blind betting"), required=False, choices=[ANY, ("yes", _("Allowed")), ("no", _("Not allowed"))]
    )
    raises = forms.ChoiceField(
        label=_("Bets a player"), required=False, choices=[ANY, ("free", _("Without limit")), ("limited", _("Limited"))]
    )
    azi = forms.ChoiceField(
        label=_("Azi"), required=False, choices=[ANY, ("buyin", _("Buy in")), ("replay", _("Everybody replays"))]
    )
    bots = forms.ChoiceField(
        label=_("Bots"), required=False, choices=[ANY, ("yes", _("May fill up")), ("no", _("Never"))]
    )

    OTHERS = ("cards", "blind", "raises", "azi", "bots")

    def wanted(self) -> dict[str, Any]:
        """What is asked for; "", False or nothing where anything will do."""
        self.is_valid()
        return {name: self.cleaned_data.get(name, "") for name in self.fields}

    @property
    def others(self) -> list[forms.BoundField]:
        """The choices that most people leave alone."""
        return [self[name] for name in self.OTHERS]

    @property
    def is_used(self) -> bool:
        return any(self.wanted().values())

    @property
    def asks_for_others(self) -> bool:
        """Whether one of these is made, so that it must be seen."""
        wanted = self.wanted()
        return any(wanted[name] for name in self.OTHERS)
