"""The admin reads tables and games, and changes nothing but this: it may call off a game that is stuck.

Complete records hold every card, and the secrets of deals open them, so neither is ever shown here; staff see what the
public sees.
"""

import json
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin import AziUserAdmin
from accounts.models import User
from accounts.operators import Looking, MadeFilter, ReadOnly, people_named
from games.rules import record

from . import live, timing
from .book import TOTALS
from .deal_records import KnownDeal
from .models import DealRecord, GameRecord, PlayerResult, Rating, Seat, Table, Totals
from .refusals import Refusal


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "player", "stack", "sitting_out", "leaving")


class StuckFilter(admin.SimpleListFilter):
    """Games that nobody moves on any more, as live.is_stuck has it."""

    title = _("running game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("stuck", _("stuck")), ("running", _("running"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        running = queryset.filter(settled=False).exclude(record="")
        if self.value() == "stuck":
            now = timing.now_ms()
            overdue = Q(due=None) | Q(due__lt=now - F("turn_ms"))
            return running.filter(overdue, moved_at__lte=now - live.STUCK_TURNS * F("turn_ms"))
        return running if self.value() == "running" else queryset


@admin.register(Table)
class TableAdmin(Looking):
    list_display = ("name", "public_id", "stakes", "ante", "game_no", "game_runs", "moved", "closed")
    list_filter = (StuckFilter, "closed", "house", "private", "stakes")
    fields = (
        "name", "public_id", "stakes", "house", "private", "opened_by", "bots", "bot_level", "closed", "seats_total",
        "turn_ms", "cards", "blind", "raises", "azi", "ante", "bet", "version", "game_no", "game_id", "game_runs",
        "moved", "due_at", "deadline_at",
    )  # fmt: skip
    readonly_fields = ("public_id",)
    inlines = (SeatInline,)
    search_help_text = _("A table's public id or the beginning of its name, or of the name of somebody who sits there.")

    def named(self, rows: QuerySet[Table], term: str) -> QuerySet[Table]:
        seated = Seat.objects.filter(player__in=people_named(term)).values("table")
        return rows.filter(Q(public_id=term) | Q(name__istartswith=term) | Q(pk__in=seated))

    @admin.display(description=_("game runs"), boolean=True)
    def game_runs(self, table: Table) -> bool:
        return table.running

    @admin.display(description=_("last moved"))
    def moved(self, table: Table) -> datetime | None:
        return _moment(table.moved_at)

    @admin.display(description=_("clock looks"))
    def due_at(self, table: Table) -> datetime | None:
        return _moment(table.due)

    @admin.display(description=_("time ends"))
    def deadline_at(self, table: Table) -> datetime | None:
        return _moment(table.deadline)

    def tools(self, request: HttpRequest, row: Table) -> list[tuple[str, str]]:
        if not (row.running and _may_call_off(request)):
            return []
        return [(reverse("admin:games_table_call_off", args=[row.pk]), gettext("Call this game off…"))]

    def get_urls(self) -> list[URLPattern]:
        where = "<int:table_id>/call-off/"
        call_off = path(where, self.admin_site.admin_view(self.call_off), name="games_table_call_off")
        return [call_off, *super().get_urls()]

    def call_off(self, request: HttpRequest, table_id: int) -> HttpResponse:
        """Asks for the reason, then ends a stuck game as if it had never been dealt."""
        if not _may_call_off(request):
            raise PermissionDenied
        table = Table.objects.filter(pk=table_id).first()
        if table is None:
            raise Http404
        form = ReasonForm(request.POST if request.method == "POST" else None, label_suffix="")
        if request.method == "POST" and form.is_valid() and self._called_off(request, table, form):
            return redirect("admin:games_table_change", table.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Call a game off"),
            "what": gettext(
                "Game %(number)d at %(table)s ends as if it had never been dealt: every stack is as at its start, and"
                " it counts in no statistics. That is for games that are stuck: one that goes on can't be called off."
            )
            % {"number": table.game_no, "table": table.name},
            "do": gettext("Call it off"),
            "form": form,
            "original": table,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/reasoned.html", context, status=400 if form.errors else 200)

    def _called_off(self, request: HttpRequest, table: Table, form: "ReasonForm") -> bool:
        """Call it off and log by whom and why; or say on the form why not."""
        why = form.cleaned_data["reason"]
        try:
            void = live.call_off(table.pk, why)
        except Refusal as refusal:
            form.add_error(None, refusal.message)
            return False
        self.log_change(request, table, f"called off game {void.game_no} ({void.public_id}): {why}")
        messages.success(request, gettext("Game %(number)d is called off.") % {"number": void.game_no})
        return True


class ReasonForm(forms.Form):
    """Why something is done that only an operator may do."""

    reason = forms.CharField(
        label=_("Reason"), max_length=200, widget=forms.TextInput(attrs={"class": "vTextField", "autofocus": True})
    )

    def clean_reason(self) -> str:
        return " ".join(self.cleaned_data["reason"].split())


@admin.register(Seat)
class SeatAdmin(Looking):
    list_display = ("table", "number", "player", "stack", "sitting_out", "leaving", "missed")
    list_filter = ("sitting_out", "leaving")
    list_select_related = ("table", "player")
    fields = (
        *("table", "number", "player", "stack", "first_game", "bank_ms", "missed", "sitting_out", "leaving"),
        *("top_up_to",),
    )
    search_help_text = _("The beginning of a player's or a table's name.")

    def named(self, rows: QuerySet[Seat], term: str) -> QuerySet[Seat]:
        at = Q(table__public_id=term) | Q(table__name__istartswith=term)
        return rows.filter(at | Q(player__in=people_named(term)))


class ResultInline(ReadOnly, admin.TabularInline):
    model = PlayerResult
    fields = ("seat", "player", "stack", "net", "won")


@admin.register(GameRecord)
class GameRecordAdmin(Looking):
    list_display = ("public_id", "table", "game_no", "bank", "deals", "people", "ended", "void")
    list_filter = (MadeFilter, "void")
    list_select_related = ("table",)
    fields = (
        *("public_id", "table", "game_no", "bank", "deals", "people", "members", "rules_version", "started", "ended"),
        *("void", "public_record"),
    )
    inlines = (ResultInline,)
    search_help_text = _(
        "A game's or a table's public id, or the beginning of a player's name; and a day (2026-11-30)."
    )
    made = "ended_at"
    stored = staticmethod(lambda moment: int(moment.timestamp() * 1_000))

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameRecord]:
        """Lists need no records, which are most of a row."""
        return super().get_queryset(request).defer("record", "table__record")

    def named(self, rows: QuerySet[GameRecord], term: str) -> QuerySet[GameRecord]:
        played = PlayerResult.objects.filter(player__in=people_named(term)).values("game")
        return rows.filter(Q(public_id=term) | Q(table__public_id=term) | Q(pk__in=played))

    @admin.display(description=_("started"))
    def started(self, finished: GameRecord) -> datetime | None:
        return _moment(finished.started_at)

    @admin.display(description=_("ended"))
    def ended(self, finished: GameRecord) -> datetime | None:
        return _moment(finished.ended_at)

    @admin.display(description=_("record, as the public sees it"))
    def public_record(self, finished: GameRecord) -> str:
        try:
            return record.mask(finished.record, None)
        except record.RecordError as error:  # a game called off because of that
            return gettext("It can't be read from line %(line)d on.") % {"line": error.line}


@admin.register(DealRecord)
class DealRecordAdmin(Looking):
    list_display = ("table", "deal_no", "game", "dealt", "committed", "silent", "void", "over")
    list_filter = (MadeFilter, "void")
    list_select_related = ("table",)
    fields = (
        *("table", "deal_no", "game", "deal", "dealt", "committed", "silent", "void", "over", "erased"),
        *("record_hash", "public_record"),
    )
    search_help_text = _("A game's or a table's public id, and a day (2026-11-30).")
    made = "made_at"
    stored = staticmethod(lambda moment: int(moment.timestamp() * 1_000))

    def get_queryset(self, request: HttpRequest) -> QuerySet[DealRecord]:
        """Lists need none of the texts, which are most of a row."""
        return super().get_queryset(request).defer("header", "combination", "events", "secret", "table__record")

    def named(self, rows: QuerySet[DealRecord], term: str) -> QuerySet[DealRecord]:
        return rows.filter(Q(game=term) | Q(table__public_id=term))

    @admin.display(description=_("dealt"))
    def dealt(self, deal: DealRecord) -> datetime | None:
        return _moment(deal.made_at)

    @admin.display(description=_("over"), boolean=True)
    def over(self, deal: DealRecord) -> bool:
        return deal.record_hash != ""

    @admin.display(description=_("its secret is erased"), boolean=True)
    def erased(self, deal: DealRecord) -> bool:
        return deal.secret == ""

    @admin.display(description=_("record, as the public has it"))
    def public_record(self, deal: DealRecord) -> str:
        return json.dumps(KnownDeal(deal, None, frozenset()).record, indent=1)


admin.site.unregister(User)


@admin.register(Rating)
class RatingAdmin(Looking):
    list_display = ("player", "ruleset", "games", "mu", "sigma")
    list_filter = ("ruleset",)
    list_select_related = ("player",)
    fields = ("player", "ruleset", "games", "mu", "sigma")
    search_help_text = _("The beginning of a player's name.")

    def named(self, rows: QuerySet[Rating], term: str) -> QuerySet[Rating]:
        return rows.filter(player__in=people_named(term))


@admin.register(Totals)
class TotalsAdmin(Looking):
    list_display = ("player", "ruleset", "seats", "games", "won", "chips", "biggest_bank")
    list_filter = ("ruleset", "seats")
    list_select_related = ("player",)
    fields = ("player", "ruleset", "seats", *TOTALS)
    search_help_text = _("The beginning of a player's name.")

    def named(self, rows: QuerySet[Totals], term: str) -> QuerySet[Totals]:
        return rows.filter(player__in=people_named(term))


@admin.register(User)
class PlayerAdmin(AziUserAdmin):
    """Who is blocked leaves every table: nobody shall wait for them, and their chips go to their wallet.

    In a tournament they sit out, and the clock folds for them.
    """

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            try:
                live.leave_all(obj.pk)
            except Refusal as refusal:
                messages.warning(request, refusal.message)


def _may_call_off(request: HttpRequest) -> bool:
    """The one thing that an operator may change about a table."""
    return request.user.has_perm("games.change_table")


def _moment(ms: int | None) -> datetime | None:
    return timing.moment(ms) if ms else None
