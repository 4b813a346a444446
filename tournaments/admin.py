"""Tournaments in the admin: staff look at them, call one off with a reason, and keep the series and the policy."""

from datetime import datetime, time
from math import isfinite
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminTimeWidget
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.operators import AsOffered, FirstPages, Looking, MadeFilter, people_named
from games import timing, zones
from games.admin import ReasonForm

from . import levels, live, prizes
from .forms import LEAST_ANTES, MOST_ENTRIES, MOST_IN_SIT_AND_GO
from .models import Entry, Move, Policy, Score, Series, Terms, Tournament, TournamentTable
from .words import MINUTE, SECOND

_TERMS = (
    *("name", "format", "cards", "blind", "raises", "azi", "seats_total", "turn_ms", "entry_fee", "added", "stack"),
    *("levels", "level_ms", "level_games", "break_every", "break_ms", "min_entries", "max_entries", "late_levels"),
    *("re_entries", "duration_ms", "prizes", "percentages", "bots", "bot_level"),
)


@admin.register(Tournament)
class TournamentAdmin(Looking):
    list_display = ("name", "public_id", "format", "state", "starts", "entries", "fallen", "level", "entry_fee")
    list_filter = (MadeFilter, "state", "format", "private")
    fields = (
        *_TERMS,
        *("public_id", "series", "day", "opened_by", "private", "has_password", "state", "why", "made_at", "starts"),
        *("started", "ended", "due_at", "level", "level_over", "break_over", "arena_over", "entries", "fallen"),
        *("tables_open", "tables_ever", "entries_closed", "hand_for_hand", "round", "final_table"),
    )
    readonly_fields = ("public_id",)
    search_help_text = _("A public id, or the beginning of a name or of its organiser's; and a day (2026-11-30).")
    made = "created"
    stored = staticmethod(lambda moment: int(moment.timestamp() * 1_000))

    def named(self, rows: QuerySet[Tournament], term: str) -> QuerySet[Tournament]:
        return rows.filter(Q(public_id=term) | Q(name__istartswith=term) | Q(opened_by__in=people_named(term)))

    @admin.display(description=_("password"), boolean=True)
    def has_password(self, tournament: Tournament) -> bool:
        return bool(tournament.password)

    @admin.display(description=_("announced"))
    def made_at(self, tournament: Tournament) -> datetime | None:
        return _moment(tournament.created)

    @admin.display(description=_("starts"))
    def starts(self, tournament: Tournament) -> datetime | None:
        return _moment(tournament.starts_at)

    @admin.display(description=_("started"))
    def started(self, tournament: Tournament) -> datetime | None:
        return _moment(tournament.started_at)

    @admin.display(description=_("ended"))
    def ended(self, tournament: Tournament) -> datetime | None:
        return _moment(tournament.ended_at)

    @admin.display(description=_("clock looks"))
    def due_at(self, tournament: Tournament) -> datetime | None:
        return _moment(tournament.due)

    @admin.display(description=_("level ends"))
    def level_over(self, tournament: Tournament) -> datetime | None:
        return _moment(tournament.level_ends)

    @admin.display(description=_("break ends"))
    def break_over(self, tournament: Tournament) -> datetime | None:
        return _moment(tournament.break_until)

    @admin.display(description=_("arena ends"))
    def arena_over(self, tournament: Tournament) -> datetime | None:
        return _moment(tournament.ends_at)

    def tools(self, request: HttpRequest, row: Tournament) -> list[tuple[str, str]]:
        page = (reverse("tournament", kwargs={"public_id": row.public_id}), gettext("Its page"))
        if row.is_over or not _may_call_off(request):
            return [page]
        return [page, (reverse("admin:tournaments_tournament_call_off", args=[row.pk]), gettext("Call it off…"))]

    def get_urls(self) -> list[URLPattern]:
        where = "<int:tournament_id>/call-off/"
        call_off = path(where, self.admin_site.admin_view(self.call_off), name="tournaments_tournament_call_off")
        return [call_off, *super().get_urls()]

    def call_off(self, request: HttpRequest, tournament_id: int) -> HttpResponse:
        """Asks for the reason, then calls a tournament off, whether it has begun or not."""
        if not _may_call_off(request):
            raise PermissionDenied
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            raise Http404
        form = ReasonForm(request.POST if request.method == "POST" else None, label_suffix="")
        if request.method == "POST" and form.is_valid() and self._called_off(request, tournament, form):
            return redirect("admin:tournaments_tournament_change", tournament.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Call a tournament off"),
            "what": gettext("%(name)s ends without a winner: everybody's entry fee comes back. That can't be undone.")
            % {"name": tournament.name},
            "do": gettext("Call it off"),
            "form": form,
            "original": tournament,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/reasoned.html", context, status=400 if form.errors else 200)

    def _called_off(self, request: HttpRequest, tournament: Tournament, form: ReasonForm) -> bool:
        """Call it off and log by whom and why; or say on the form why not."""
        why = form.cleaned_data["reason"]
        if not live.cancel(tournament.pk, "director"):
            form.add_error(None, gettext("This tournament is over already."))
            return False
        self.log_change(request, tournament, f"called off ({tournament.public_id}): {why}")
        messages.success(request, gettext("The tournament is called off. Fees come back within seconds."))
        return True


@admin.register(TournamentTable)
class TournamentTableAdmin(Looking):
    list_display = ("tournament", "number", "table", "players", "booked", "games_at_level", "held", "closed")
    list_filter = ("held", "closed")
    list_select_related = ("tournament", "table")
    fields = ("tournament", "number", "table", "players", "booked", "games_at_level", "round", "held", "closed")
    search_help_text = _("A tournament's or a table's public id.")

    def named(self, rows: QuerySet[TournamentTable], term: str) -> QuerySet[TournamentTable]:
        return rows.filter(Q(tournament__public_id=term) | Q(table__public_id=term))


@admin.register(Entry)
class EntryAdmin(Looking):
    list_display = ("tournament", "player", "number", "state", "stack", "score", "place", "prize", "points", "settled")
    list_filter = (MadeFilter, "state", "settled")
    list_select_related = ("tournament", "player")
    fields = (
        *("tournament", "player", "number", "state", "entered", "table", "stack", "out_stack", "went_out", "out_round"),
        *("fallen", "place", "prize", "points", "settled", "score", "streak", "games", "wins", "paused", "free"),
    )
    search_help_text = _("A tournament's public id, or the beginning of a player's name; and a day (2026-11-30).")
    made = "created"
    stored = staticmethod(lambda moment: int(moment.timestamp() * 1_000))

    def named(self, rows: QuerySet[Entry], term: str) -> QuerySet[Entry]:
        return rows.filter(Q(tournament__public_id=term) | Q(player__in=people_named(term)))

    @admin.display(description=_("entered"))
    def entered(self, entry: Entry) -> datetime | None:
        return _moment(entry.created)

    @admin.display(description=_("went out"))
    def went_out(self, entry: Entry) -> datetime | None:
        return _moment(entry.out_at)

    @admin.display(description=_("free since"))
    def free(self, entry: Entry) -> datetime | None:
        return _moment(entry.free_since)


@admin.register(Score)
class ScoreAdmin(Looking):
    list_display = ("player", "period", "ruleset", "who", "games", "rating", "chips", "points", "bank", "longest_run")
    list_filter = ("who", "ruleset")
    list_select_related = ("player",)
    fields = (
        *("player", "period", "ruleset", "who", "games", "won", "azi", "rating", "chips", "points", "bank", "run"),
        *("longest_run",),
    )
    search_help_text = _("A period (2026-W48), or the beginning of a player's name.")

    def named(self, rows: QuerySet[Score], term: str) -> QuerySet[Score]:
        return rows.filter(Q(period=term) | Q(player__in=people_named(term)))


@admin.register(Move)
class MoveAdmin(Looking):
    list_display = ("tournament", "player", "of", "to", "why", "moved")
    list_filter = ("why",)
    list_select_related = ("tournament", "entry__player")
    fields = ("tournament", "entry", "player", "of", "to", "why", "moved")
    search_help_text = _("A tournament's public id, or the beginning of a player's name.")

    def named(self, rows: QuerySet[Move], term: str) -> QuerySet[Move]:
        return rows.filter(Q(tournament__public_id=term) | Q(entry__player__in=people_named(term)))

    @admin.display(description=_("player"))
    def player(self, move: Move) -> str:
        return str(move.entry.player)

    @admin.display(description=_("at"))
    def moved(self, move: Move) -> datetime | None:
        return _moment(move.at)


class Duration(forms.FloatField):
    """A length of time that is stored as milliseconds, and written in this unit."""

    def __init__(self, unit: int, **kwargs: Any) -> None:
        self.unit = unit
        super().__init__(widget=forms.NumberInput(attrs={"class": "vIntegerField"}), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return f"{value / self.unit:g}" if isinstance(value, int) else value  # what somebody wrote is text

    def to_python(self, value: Any) -> Any:
        written = super().to_python(value)
        return written if written is None or not isfinite(written) else round(written * self.unit)


class SeriesForm(forms.ModelForm):
    """The staff's template of a tournament: levels and percentages as text, times in seconds and minutes, and nothing
    that could not be played.
    """

    turn_ms = Duration(SECOND, label=_("time for a turn, seconds"), initial=20_000)
    level_ms = Duration(MINUTE, label=_("a level's length, minutes"), initial=300_000)
    break_ms = Duration(MINUTE, label=_("a break's length, minutes"), initial=300_000)
    duration_ms = Duration(MINUTE, label=_("an arena's length, minutes"), initial=3_600_000)
    at = forms.TimeField(
        label=_("starts at"),
        required=False,
        widget=AdminTimeWidget,
        help_text=_("On the clocks of the time zone. A sit & go needs none: the next one opens when one has started."),
    )
    zone = forms.ChoiceField(label=_("time zone"), choices=zones.choices, initial="Asia/Almaty")
    bot_level = forms.ChoiceField(
        label=_("how well its bots play"),
        choices=[
            ("beginner", pgettext_lazy("bots", "beginner")),
            ("middle", pgettext_lazy("bots", "good")),
            ("best", pgettext_lazy("bots", "best")),
        ],
        initial="middle",
    )
    levels = forms.CharField(
        label=_("levels"),
        initial=levels.write(levels.schedule(10)),
        widget=forms.TextInput(attrs={"class": "vTextField", "maxlength": 1_500}),
        help_text=_("The ante of each level; 20/40 where the smallest bet is another."),
    )
    percentages = forms.CharField(
        label=_("percentages"),
        required=False,
        widget=forms.TextInput(attrs={"class": "vTextField", "maxlength": 400}),
        help_text=_("From the first place, 100 together; only for prizes of your own."),
    )

    class Meta:
        model = Series
        fields = (*_TERMS, "at", "zone", "weekdays", "active")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["levels"] = levels.write(self.instance.levels)
            self.initial["percentages"] = " ".join(map(str, self.instance.percentages))

    def clean_levels(self) -> list[list[int]]:
        try:
            return [list(level) for level in levels.parse(self.cleaned_data["levels"])]
        except ValueError as error:
            raise ValidationError(str(error)) from None

    def clean_percentages(self) -> list[int]:
        words = self.cleaned_data["percentages"].replace(",", " ").replace("%", " ").split()
        if not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
            raise ValidationError(_("Whole numbers with spaces between them: 50 30 20."))
        return [int(word) for word in words]

    def clean_weekdays(self) -> str:
        days: str = self.cleaned_data["weekdays"]
        if not days or set(days) - set("1234567") or len(set(days)) < len(days):
            raise ValidationError(_("Each weekday at most once, from 1 (Monday) to 7 (Sunday)."))
        return "".join(sorted(days))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("at") is None and "at" not in self.errors:
            cleaned["at"] = time(0)
            if cleaned.get("format") != Terms.SIT_AND_GO:
                self.add_error("at", _("When does it start?"))
        self._check_numbers(cleaned)
        self._check_entries(cleaned)
        if cleaned.get("prizes") == Terms.CUSTOM and "percentages" in cleaned:
            try:
                prizes.check(cleaned["percentages"])
            except ValueError as error:
                self.add_error("percentages", str(error))
        return cleaned

    RANGES = {
        "cards": (3, 4), "seats_total": (2, 6), "turn_ms": (5_000, 120_000), "stack": (10, 10**9), "raises": (1, 9),
        "entry_fee": (0, 10**9), "added": (0, 10**9), "level_ms": (10_000, 86_400_000), "level_games": (1, 1_000),
        "break_ms": (10_000, 86_400_000), "duration_ms": (60_000, 86_400_000), "re_entries": (0, 100),
        "late_levels": (0, 100), "break_every": (0, 100),
    }  # fmt: skip

    def _check_numbers(self, cleaned: dict[str, Any]) -> None:
        for name, (least, most) in self.RANGES.items():
            value = cleaned.get(name)
            if value is not None and not least <= value <= most:
                unit = getattr(self.fields[name], "unit", 1)
                params = {"least": f"{least / unit:.10g}", "most": f"{most / unit:.10g}"}
                self.add_error(name, ValidationError(_("From %(least)s to %(most)s."), params=params))
        stack, found = cleaned.get("stack"), cleaned.get("levels")
        if stack and found and stack < LEAST_ANTES * found[0][0]:
            self.add_error("stack", _("A stack is at least ten antes of the first level."))

    def _check_entries(self, cleaned: dict[str, Any]) -> None:
        least, most = cleaned.get("min_entries"), cleaned.get("max_entries")
        if least is None or most is None:
            return
        if not 2 <= least <= most <= MOST_ENTRIES:
            params = {"most": MOST_ENTRIES}
            self.add_error("max_entries", ValidationError(_("2 ≤ fewest ≤ most ≤ %(most)d."), params=params))
        elif cleaned.get("format") == Terms.SIT_AND_GO and not (least == most <= MOST_IN_SIT_AND_GO):
            message = _("A sit & go starts when it is full: the fewest and the most are the same, at most %(most)d.")
            self.add_error("min_entries", ValidationError(message, params={"most": MOST_IN_SIT_AND_GO}))


@admin.register(Series)
class SeriesAdmin(AsOffered, admin.ModelAdmin):
    """Templates that recur. One that shall not recur any more is set inactive; what it has announced stays."""

    form = SeriesForm
    actions = None
    paginator = FirstPages
    show_full_result_count = False
    list_display = ("name", "format", "at", "zone", "weekdays", "entry_fee", "added", "active")
    list_filter = ("active", "format")
    ordering = ("name", "pk")
    fieldsets = (
        (None, {"fields": ("name", "format", "active")}),
        (_("When"), {"fields": ("at", "zone", "weekdays")}),
        (_("Rules"), {"fields": ("cards", "blind", "raises", "azi", "seats_total", "turn_ms")}),
        (_("Chips"), {"fields": ("entry_fee", "added", "stack", "prizes", "percentages")}),
        (_("Levels"), {"fields": ("levels", "level_ms", "level_games", "break_every", "break_ms", "duration_ms")}),
        (_("Entries"), {"fields": ("min_entries", "max_entries", "late_levels", "re_entries", "bots", "bot_level")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Policy)
class PolicyAdmin(AsOffered, admin.ModelAdmin):
    """One row, made the first time that somebody wants it otherwise."""

    actions = None
    list_filter = ()
    list_display = ("__str__", "highest_fee", "announced_each")
    fields = ("highest_fee", "announced_each")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Until there is a row, what holds without one."""
        if not Policy.objects.exists():
            holds = {"fee": intcomma(live.policy().highest_fee), "each": live.policy().announced_each}
            words = gettext(
                "As nobody has changed it: entry fees up to %(fee)s chips, and %(each)d tournaments of one player may"
                " wait to start."
            )
            messages.info(request, words % holds)
        return super().changelist_view(request, extra_context)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not Policy.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Policy, form: Any, change: bool) -> None:
        obj.pk = 1
        super().save_model(request, obj, form, change)


def _may_call_off(request: HttpRequest) -> bool:
    return request.user.has_perm("tournaments.change_tournament")


def _moment(ms: int | None) -> datetime | None:
    return timing.moment(ms) if ms else None
