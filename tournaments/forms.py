"""Forms of tournaments: the filter of their list, and one of one's own."""

from typing import Any

from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from games import zones
from games.forms import ANY, DEAREST_BET, NAME_LONGEST, Explained, OpenTableForm, RulesFilter
from games.play_now import some_name

from . import levels, prizes
from .models import Tournament
from .passwords import set_password
from .words import DAY, MINUTE, SECOND

SOONEST_MS, LATEST_MS = MINUTE, 30 * DAY
MOST_ENTRIES, MOST_IN_SIT_AND_GO = 1_000, 60
BOT_TABLES = 2  # that bots fill up: each costs the mint a fee and the site its thinking
LEAST_ANTES = 10  # of the first level, in a starting stack

# What a format is like where nothing else is said. A sit & go has places for one table.
USUAL: dict[str, dict[str, Any]] = {
    Tournament.SIT_AND_GO: {
        "duration": 45, "stack": 1_000, "levels": levels.write(levels.schedule(10)), "level_length": 3,
        "break_every": 0, "break_minutes": 5, "min_entries": 2, "max_entries": "", "late_levels": 0, "re_entries": 0,
    },
    Tournament.FREEZEOUT: {
        "duration": 45, "stack": 2_000, "levels": levels.write(levels.schedule(10)), "level_length": 6,
        "break_every": 6, "break_minutes": 5, "min_entries": 4, "max_entries": 200, "late_levels": 4, "re_entries": 0,
    },
    Tournament.ARENA: {
        "duration": 45, "stack": 500, "levels": "10", "level_length": 10, "break_every": 0, "break_minutes": 5,
        "min_entries": 2, "max_entries": 200, "late_levels": 0, "re_entries": 0,
    },
}  # fmt: skip


def _whole(label: Any, least: int, most: int, wrong: Any, help_text: Any = "") -> forms.IntegerField:
    """A number that may be left empty, with one sentence for whatever is wrong with it."""
    messages = dict.fromkeys(("invalid", "min_value", "max_value"), wrong)
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, error_messages=messages, help_text=help_text
    )


class FilterForm(RulesFilter):
    """Which tournaments somebody wants to see, as the list's URL has it."""

    CHIPS = ("format", "purse")

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
    bots = forms.ChoiceField(
        label=_("Bots"), required=False, choices=[ANY, ("yes", _("May fill up")), ("no", _("Never"))]
    )

    all = forms.BooleanField(required=False, widget=forms.HiddenInput)  # however often a series comes


class TournamentForm(OpenTableForm):
    """A tournament of one's own. What is left empty is as the format usually has it (USUAL). Of `preset` all but "own"
    decide the options of the ruleset, as at a table of one's own.
    """

    # Django takes these fields away: here levels say them.
    ante = None  # type: ignore[assignment]
    bet = None  # type: ignore[assignment]

    # What the page shows first.
    name = forms.CharField(
        label=pgettext_lazy("a table or tournament", "Name"),
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "maxlength": NAME_LONGEST}),
        help_text=_("Everybody sees it. Left empty, the tournament is named after a place."),
    )
    format = forms.ChoiceField(
        label=_("Format"),
        initial=Tournament.SIT_AND_GO,
        widget=forms.RadioSelect,
        choices=[
            (Tournament.SIT_AND_GO, _("Sit & go")),
            (Tournament.FREEZEOUT, _("Freezeout")),
            (Tournament.ARENA, _("Arena")),
        ],
    )
    start = forms.DateTimeField(
        label=_("Start"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"invalid": _("Give a date and a time.")},
        help_text=_("In a minute at the earliest, in 30 days at the latest."),
    )
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    entry_fee = forms.IntegerField(
        label=_("Entry fee"),
        initial=100,
        min_value=0,
        error_messages=dict.fromkeys(
            ("invalid", "required", "min_value"), _("A number of chips, or 0 for free entry.")
        ),
    )
    duration = _whole(_("Minutes that it lasts"), 10, 360, _("An arena lasts 10 to 360 minutes."))

    # And what under "More".
    stack = _whole(_("Starting stack"), 10, 1_000_000, _("A stack has 10 to 1,000,000 chips."))
    levels = forms.CharField(
        label=_("Levels"),
        required=False,
        max_length=1_500,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_(
            "The ante of each level; 20/40 where the smallest bet is another. The last one goes on to the end."
        ),
    )
    level_by = forms.ChoiceField(
        label=_("A level lasts for so many"),
        required=False,
        initial="minutes",
        widget=forms.RadioSelect,
        choices=[("minutes", _("Minutes")), ("games", _("Games at a table"))],
    )
    level_length = _whole(_("How many"), 1, 120, _("A level lasts 1 to 120 minutes or games."))
    break_every = _whole(
        _("Levels between two breaks"), 0, 99, _("At most 99 levels, or 0 for no breaks."), _("0: no breaks.")
    )
    break_minutes = _whole(_("Minutes a break lasts"), 1, 60, _("A break lasts 1 to 60 minutes."))
    min_entries = _whole(
        _("Fewest entries"), 2, MOST_ENTRIES, _("At least 2 entries, and at most 1,000."),
        _("With fewer at the start it does not take place, and all fees come back."),
    )  # fmt: skip
    max_entries = _whole(_("Most entries"), 2, MOST_ENTRIES, _("At least 2 entries, and at most 1,000."))
    late_levels = _whole(
        _("Late registration until the end of level"), 0, 99, _("A level from 1 to 99, or 0 for none."), _("0: none.")
    )
    re_entries = _whole(
        _("How often one may enter again"), 0, 10, _("At most 10 times, or 0 for never."),
        _("While late registration is open, for the same fee and a full stack."),
    )  # fmt: skip
    prizes = forms.ChoiceField(
        label=_("Prizes"),
        required=False,
        initial=Tournament.TOP15,
        widget=forms.RadioSelect,
        choices=[
            (Tournament.TOP15, _("The best 15\u00a0%")),
            (Tournament.WINNER, _("The winner")),
            (Tournament.DOUBLE, _("The better half")),
            (Tournament.CUSTOM, _("Percentages")),
        ],
    )
    percentages = forms.CharField(
        label=_("Percentages, from the first place"),
        required=False,
        max_length=400,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("Whole numbers, 100 together, such as 50 30 20."),
    )
    password = forms.CharField(
        label=_("Password"),
        required=False,
        max_length=64,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("Whoever wants to enter must know it. Left empty, there is none."),
    )

    HELP = {
        "bots": _("They take the places that people leave: in a sit & go after 20 seconds, else up to the fewest."),
        "private": _("Not in the list: only who has the link finds it."),
    }
    MEANINGS = {
        **OpenTableForm.MEANINGS,
        ("format", Tournament.SIT_AND_GO): _("Starts as soon as it is full. Who has no chips left is out."),
        ("format", Tournament.FREEZEOUT): _("Starts at a time, with as many tables as it takes."),
        ("format", Tournament.ARENA): _("So many minutes of games with whoever is free, each from a fresh stack."),
        ("prizes", Tournament.TOP15): _("The better the place, the more."),
        ("prizes", Tournament.WINNER): _("Takes all."),
        ("prizes", Tournament.DOUBLE): _("Wins the same each, about twice the fee."),
        ("prizes", Tournament.CUSTOM): _("As you give them below."),
        ("bots", "beginner"): _("They call too much and know no odds."),
        ("bots", ""): _("Only people play."),
    }

    FIRST = ("name", "format", "start", "zone", "entry_fee", "duration", "preset", "cards", "blind", "raises", "azi",
             "seats_total")  # fmt: skip
    NOT_OF = {
        Tournament.SIT_AND_GO: ("start", "duration", "min_entries", "late_levels", "re_entries"),
        Tournament.FREEZEOUT: ("duration",),
        Tournament.ARENA: ("late_levels", "re_entries"),
    }

    def __init__(self, data: QueryDict | None, highest_fee: int, now: int) -> None:
        super().__init__(data)
        self.now, self.highest_fee = now, highest_fee
        self.starts_at: int | None = None
        for name, words in self.HELP.items():
            self.fields[name].help_text = words
        self.fields["entry_fee"].help_text = _("0 to %(most)s chips. All fees together are the prizes.") % {
            "most": intcomma(highest_fee)
        }
        chosen = USUAL.get(self.data.get("format", ""), USUAL[Tournament.SIT_AND_GO])
        for name, usual in chosen.items():
            of_each = {f"data-{kind}": USUAL[kind][name] for kind in USUAL}
            shown = "" if usual == "" else _("usually %(value)s") % {"value": usual}
            self.fields[name].widget.attrs.update({"placeholder": shown, **of_each})

    @property
    def formats(self) -> Explained:
        """The formats, each with its meaning."""
        return self._explained("format")

    @property
    def structures(self) -> Explained:
        """Who wins what, each with its meaning."""
        return self._explained("prizes")

    @property
    def needs_more(self) -> bool:
        """Whether something under "More" needs another answer."""
        return any(field.name not in self.FIRST for field in self.refused)

    def clean_levels(self) -> list[tuple[int, int]]:
        text = self.cleaned_data["levels"]
        try:
            found = levels.parse(text) if text else []
        except ValueError:
            raise forms.ValidationError(
                _("Antes from 1 on, none lower than the one before, at most 100 of them: 10 15 20/40.")
            ) from None
        if any(bet > DEAREST_BET * ante for ante, bet in found):
            raise forms.ValidationError(_("A smallest bet is at most twenty antes."))
        return found

    def clean_percentages(self) -> list[int]:
        words = self.cleaned_data["percentages"].replace(",", " ").replace("%", " ").split()
        if not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
            raise forms.ValidationError(_("Whole numbers with spaces between them: 50 30 20."))
        return [int(word) for word in words]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        kind = cleaned.get("format")
        if kind is None:
            return cleaned
        for name in self.NOT_OF[kind]:
            self.errors.pop(name, None)
            cleaned.pop(name, None)
        for name, usual in USUAL[kind].items():
            if name not in self.errors and cleaned.get(name) in (None, "", []):
                cleaned[name] = levels.parse(usual) if name == "levels" else usual
        self._check_start(cleaned)
        self._check_fee(cleaned)
        self._check_entries(cleaned)
        self._check_bots(cleaned)
        self._check_stack(cleaned)
        self._check_prizes(cleaned)
        return cleaned

    def _check_start(self, cleaned: dict[str, Any]) -> None:
        if cleaned["format"] == Tournament.SIT_AND_GO or "start" in self.errors:
            return
        local = cleaned.get("start")
        if local is None:
            self.add_error("start", _("When does it start?"))
            return
        zone = zones.named(cleaned.get("zone", "")) or zones.UTC_ZONE
        self.starts_at = zones.on_clocks(local.replace(tzinfo=None), zone)
        if self.starts_at is None:
            self.add_error("start", _("That time does not exist there: the clocks are put forward over it."))
        elif not self.now + SOONEST_MS <= self.starts_at <= self.now + LATEST_MS:
            self.add_error("start", _("It starts in a minute at the earliest, in 30 days at the latest."))

    def _check_fee(self, cleaned: dict[str, Any]) -> None:
        fee = cleaned.get("entry_fee")
        if fee is not None and fee > self.highest_fee:
            message = _("At most %(most)s chips, as the house has it.")
            params = {"most": intcomma(self.highest_fee)}
            self.add_error("entry_fee", forms.ValidationError(message, params=params))

    def _check_entries(self, cleaned: dict[str, Any]) -> None:
        if cleaned["format"] == Tournament.SIT_AND_GO:
            cleaned["max_entries"] = cleaned.get("max_entries") or cleaned.get("seats_total")
            cleaned["min_entries"] = cleaned["max_entries"]
            if (cleaned["max_entries"] or 0) > MOST_IN_SIT_AND_GO and "max_entries" not in self.errors:
                message = _("A sit & go is for at most %(most)d.")
                self.add_error("max_entries", forms.ValidationError(message, params={"most": MOST_IN_SIT_AND_GO}))
            return
        least, most = cleaned.get("min_entries"), cleaned.get("max_entries")
        if least and most and least > most:
            self.add_error("min_entries", _("The fewest can't be more than the most."))
        if cleaned.get("re_entries") and cleaned.get("late_levels") == 0:
            self.add_error("re_entries", _("Nobody can enter again without late registration."))

    def _check_bots(self, cleaned: dict[str, Any]) -> None:
        seats, least = cleaned.get("seats_total"), cleaned.get("min_entries")
        if cleaned.get("bots") and seats and least and least > BOT_TABLES * seats:
            field = "max_entries" if cleaned["format"] == Tournament.SIT_AND_GO else "min_entries"
            self.add_error(field, _("Bots fill up two tables at most."))

    def _check_stack(self, cleaned: dict[str, Any]) -> None:
        stack, found = cleaned.get("stack"), cleaned.get("levels")
        if stack and found and stack < LEAST_ANTES * found[0][0]:
            message = _("At least %(least)d: ten antes of the first level.")
            self.add_error("stack", forms.ValidationError(message, params={"least": LEAST_ANTES * found[0][0]}))

    def _check_prizes(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("prizes") != Tournament.CUSTOM or "percentages" in self.errors:
            return
        percentages = cleaned.get("percentages", [])
        try:
            prizes.check(percentages)
        except ValueError:
            message = _("From the first place down, none more than the one before, 100 together. These are %(sum)d.")
            self.add_error("percentages", forms.ValidationError(message, params={"sum": sum(percentages)}))

    def tournament(self, opener: User) -> Tournament:
        """What a valid form asks for, not yet announced."""
        wanted = self.cleaned_data
        scheduled = wanted["format"] != Tournament.SIT_AND_GO
        freezeout = wanted["format"] == Tournament.FREEZEOUT
        by_games = wanted["level_by"] == "games"
        made = Tournament(
            name=wanted["name"] or some_name(),
            format=wanted["format"],
            cards=int(wanted["cards"]),
            blind=wanted["blind"] == "yes",
            raises=int(wanted["raises"]) if wanted["raises"] else None,
            azi=wanted["azi"],
            seats_total=wanted["seats_total"],
            turn_ms=wanted["turn_seconds"] * SECOND,
            entry_fee=wanted["entry_fee"],
            stack=wanted["stack"],
            levels=[list(level) for level in wanted["levels"]],
            level_ms=wanted["level_length"] * MINUTE,
            level_games=wanted["level_length"] if by_games else None,
            break_every=wanted["break_every"],
            break_ms=wanted["break_minutes"] * MINUTE,
            min_entries=wanted["min_entries"],
            max_entries=wanted["max_entries"],
            late_levels=wanted["late_levels"] if freezeout else 0,
            re_entries=wanted["re_entries"] if freezeout else 0,
            duration_ms=wanted["duration"] * MINUTE,
            prizes=wanted["prizes"] or Tournament.TOP15,
            percentages=wanted["percentages"] if wanted["prizes"] == Tournament.CUSTOM else [],
            bots=bool(wanted["bots"]),
            bot_level=wanted["bots"] or "middle",
            private=wanted["private"],
            opened_by=opener,
            starts_at=self.starts_at if scheduled else None,
        )
        set_password(made, wanted["password"])
        return made
