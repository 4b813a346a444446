"""The admin reads tables and games, and changes nothing: chips and cards move through games.live alone.

Complete records hold every card, so they are never shown here; staff see what the public sees.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.rules import record

from .models import GameRecord, PlayerResult, Seat, Table


class ReadOnly:
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "player", "stack", "sitting_out", "leaving")


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("name", "stakes", "ante", "game_no", "version", "closed")
    exclude = ("record",)
    inlines = (SeatInline,)


class ResultInline(ReadOnly, admin.TabularInline):
    model = PlayerResult
    fields = ("seat", "player", "stack", "net", "won")


@admin.register(GameRecord)
class GameRecordAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("public_id", "table", "game_no", "bank", "deals", "people")
    exclude = ("record",)
    readonly_fields = ("public_record",)
    inlines = (ResultInline,)

    @admin.display(description=_("record, as the public sees it"))
    def public_record(self, finished: GameRecord) -> str:
        return record.mask(finished.record, None)
