"""Forms of the lobby: the filter of its list, and a table of one's own."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import names
from games.rules import CLASSIC, OWN, PRESETS, Ruleset

NAME_LONGEST = 40
LARGEST_ANTE = 1_000_000
MOST_RAISES = 9
DEAREST_BET = 20  # antes: the least that one sits down with
TURN_SECONDS = (10, 60)

ANY = ("", _("Any"))
STAKES_NAMES = (("low", _("Ante up to 10")), ("middle", _("Ante 11 to 100")), ("high", _("Ante above 100")))
Explained = list[tuple[BoundWidget, Any]]  # a choice and what it means


def options_of(ruleset: Ruleset) -> dict[str, str]:
    """The values of RulesetForm's fields that make this ruleset, stakes apart."""
    return {
        "cards": str(ruleset.cards),
        "blind": "yes" if ruleset.blind else "no",
        "raises": "" if ruleset.raises is None else str(ruleset.raises),
        "azi": ruleset.azi,
    }


def _in_range(words: Any) -> dict[str, Any]:
    """The messages of a number's field: the same sentence for whatever is wrong with it."""
    return dict.fromkeys(("required", "invalid", "min_value", "max_value"), words)


class RulesFilter(forms.Form):
    """Which rules somebody wants to play by, as a list's URL has it. Nonsense in a URL filters nothing."""

    use_required_attribute = False
    CHIPS: tuple[str, ...] = ()  # fields of one press, shown before all others

    cards = forms.ChoiceField(
        label=_("Cards"), required=False, choices=[ANY, ("3", _("Three")), ("4", _("Four, one discarded"))]
    )
    blind = forms.ChoiceField(
        label=_("Blind betting"), required=False, choices=[ANY, ("yes", _("Allowed")), ("no", _("Not allowed"))]
    )
    raises = forms.ChoiceField(
        label=_("Bets a player"),
        required=False,
        choices=[ANY, ("free", _("Without limit")), ("limited", pgettext_lazy("bets", "Limited"))],
    )
    azi = forms.ChoiceField(
        label=_("Azi"), required=False, choices=[ANY, ("buyin", _("Buy in")), ("replay", _("Everybody replays"))]
    )

    def wanted(self) -> dict[str, Any]:
        """What is asked for; "", False or nothing where anything will do."""
        self.is_valid()
        return {name: self.cleaned_data.get(name, "") for name in self.fields}

    @property
    def others(self) -> list[forms.BoundField]:
        """The choices that most people leave alone."""
        return [self[name] for name in self.fields if name not in (*self.CHIPS, "all")]

    @property
    def is_used(self) -> bool:
        """Whether anything is asked for in particular."""
        return any(value for name, value in self.wanted().items() if name != "all")

    @property
    def asks_for_others(self) -> bool:
        """Whether one of these is made, so that it must be seen."""
        wanted = self.wanted()
        return any(wanted[field.name] for field in self.others)


class FilterForm(RulesFilter):
    """What tables somebody wants to see, as the lobby's URL has it."""

    field_order = ("free", "people", "purse", "stakes", "cards", "blind", "raises", "azi", "bots", "all")

    free = forms.BooleanField(label=_("Free seat"), required=False)
    people = forms.BooleanField(label=_("People there"), required=False)
    purse = forms.BooleanField(label=_("Within my wallet"), required=False)
    stakes = forms.ChoiceField(
        label=_("Stakes"),
        required=False,
        choices=[ANY, *STAKES_NAMES],
    )
    bots = forms.ChoiceField(
        label=_("Bots"), required=False, choices=[ANY, ("yes", _("Until people come")), ("no", _("Never"))]
    )

    all = forms.BooleanField(required=False, widget=forms.HiddenInput)  # however many there are

    CHIPS = ("free", "people", "purse")

    @property
    def chips(self) -> list[forms.BoundField]:
        """The choices of one press."""
        return [self[name] for name in self.CHIPS]


class RulesetForm(forms.Form):
    """All options of a ruleset. Of `preset` all but "own" decide them but for the stakes, whatever these say."""

    preset = forms.ChoiceField(
        label=_("Rules"),
        required=False,
        initial="classic",
        widget=forms.RadioSelect,
        choices=[
            ("classic", _("Classic")),
            ("three_bids", _("Three bids")),
            (OWN, _("My own rules")),
        ],
    )
    cards = forms.ChoiceField(
        label=_("Cards"), widget=forms.RadioSelect, choices=[("3", _("Three cards")), ("4", _("Four cards"))]
    )
    blind = forms.ChoiceField(
        label=_("Blind betting"), widget=forms.RadioSelect, choices=[("yes", _("Allowed")), ("no", _("Not allowed"))]
    )
    raises = forms.ChoiceField(
        label=_("Bets and raises of one player in a deal"),
        required=False,
        choices=[("", _("Without limit")), *((str(count), str(count)) for count in range(1, MOST_RAISES + 1))],
        help_text=_("How many times one player may bet or raise before only calling and folding are left."),
    )
    azi = forms.ChoiceField(
        label=_("At Azi, when three players took one trick each"),
        widget=forms.RadioSelect,
        choices=[("buyin", _("Buy in")), ("replay", _("Everybody replays"))],
    )
    ante = forms.IntegerField(
        label=_("Ante"),
        min_value=1,
        max_value=LARGEST_ANTE,
        error_messages=_in_range(_("An ante is 1 to 1,000,000 chips.")),
        help_text=_("What everybody pays into the bank before each game."),
    )
    bet = forms.IntegerField(
        label=_("Smallest bet"),
        required=False,
        min_value=1,
        max_value=DEAREST_BET * LARGEST_ANTE,
        error_messages=_in_range(_("A bet is a number of chips, at least 1 and at most twenty antes.")),
        help_text=_("Bets begin at it, and raises go up by at least as much. Left empty, it is the ante."),
    )
    # What each choice of a ruleset means; the template sets them beside the choices.
    MEANINGS = {
        ("preset", "classic"): _("Three cards, blind betting, bets without limit, buying in at Azi."),
        ("preset", "three_bids"): _("Three cards, no blind betting, three bets a player, all replay Azi."),
        ("preset", OWN): _("As you choose them below."),
        ("cards", "3"): _("Everybody gets three and plays them."),
        ("cards", "4"): _("Everybody gets four and puts one away unseen before the bidding."),
        ("blind", "yes"): _("Who bets before looking at the cards pays half of what the bet counts for."),
        ("blind", "no"): _("Everybody sees their cards at once, and bets cost what they count for."),
        ("azi", "buyin"): _(
            "These three play on for the bank. The others may join for half of it, or all if they folded."
        ),
        ("azi", "replay"): _("Everybody pays the ante again and gets new cards; the bank stays and grows."),
    }

    def __init__(self, data: QueryDict | None = None, *, ante: int = CLASSIC.ante) -> None:
        preset = PRESETS.get(data.get("preset", "")) if data is not None else None
        # A preset's options take the place of what is left out or said otherwise, before anything is judged.
        said = data if data is None or preset is None else {**data.dict(), **options_of(preset)}
        super().__init__(said, initial={**options_of(CLASSIC), "ante": ante})

    @property
    def presets(self) -> Explained:
        """The choices of a preset, each with its meaning."""
        return self._explained("preset")

    @property
    def options(self) -> list[tuple[forms.BoundField, Explained]]:
        """The options that are a choice between two, each with its meaning."""
        return [(self[name], self._explained(name)) for name in ("cards", "blind", "azi")]

    @property
    def refused(self) -> list[forms.BoundField]:
        """The fields that need another answer."""
        return [self[name] for name in self.fields if name in self.errors]

    def _explained(self, name: str) -> Explained:
        return [(choice, self.MEANINGS[name, choice.data["value"]]) for choice in self[name].subwidgets]

    @property
    def ruleset(self) -> Ruleset:
        """What a valid form asks for."""
        options = self.cleaned_data
        return Ruleset(
            cards=int(options["cards"]),
            blind=options["blind"] == "yes",
            raises=int(options["raises"]) if options["raises"] else None,
            azi=options["azi"],
            ante=options["ante"],
            bet=options["bet"] or options["ante"],
        )


class OpenTableForm(RulesetForm):
    """A table of one's own."""

    field_order = ("name",)

    name = forms.CharField(
        label=pgettext_lazy("a table or tournament", "Name"),
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "maxlength": NAME_LONGEST}),
        help_text=_("Everybody sees it. Left empty, the table is named after a place."),
    )
    seats_total = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        initial="6",
        widget=forms.RadioSelect,
        choices=[(str(count), str(count)) for count in range(2, 7)],
    )
    turn_seconds = forms.IntegerField(
        label=_("Seconds for a turn"),
        initial=20,
        min_value=TURN_SECONDS[0],
        max_value=TURN_SECONDS[1],
        error_messages=_in_range(_("A turn takes 10 to 60 seconds.")),
        help_text=_("10 to 60. Whoever takes longer draws on a reserve of half a minute."),
    )
    bots = forms.ChoiceField(
        label=_("Bots"),
        required=False,
        initial="middle",
        widget=forms.RadioSelect,
        choices=[
            ("beginner", pgettext_lazy("bots", "Beginner")),
            ("middle", pgettext_lazy("bots", "Good")),
            ("best", pgettext_lazy("bots", "Best")),
            ("", pgettext_lazy("bots", "None")),
        ],
        help_text=_("They play until people come, and make room for them."),
    )
    private = forms.BooleanField(
        label=_("Private"),
        required=False,
        help_text=_("Not in the list: only who has the link finds the table and sees its games."),
    )

    MEANINGS = {
        **RulesetForm.MEANINGS,
        ("bots", "beginner"): _("They call too much and know no odds: good company for first games."),
        ("bots", "middle"): _("They weigh their cards against the price, but read nobody."),
        ("bots", "best"): _("They read what others bid and play, and give nothing away."),
        ("bots", ""): _("You wait for people."),
    }

    @property
    def bot_levels(self) -> Explained:
        """Who keeps one company until people come, each with its meaning."""
        return self._explained("bots")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        return names.readable(name, 1, NAME_LONGEST) if name else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        ante, bet = cleaned.get("ante"), cleaned.get("bet")
        if ante and bet and bet > DEAREST_BET * ante:
            message = _("At most %(most)d: twenty antes are the least that anybody sits down with.")
            self.add_error("bet", forms.ValidationError(message, code="bet_too_dear", params={"most": 20 * ante}))
        return cleaned
