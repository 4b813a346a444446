from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import LedgerAccount, Transfer, User


@admin.register(User)
class AziUserAdmin(UserAdmin):
    """Names are shown, not edited: `username` must stay the key of `name`."""

    list_display = ("name", "public_id", "is_guest", "is_bot", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active")
    search_fields = ("name", "username", "email", "public_id")
    ordering = ("-date_joined",)
    readonly_fields = ("name", "username", "public_id", "is_guest", "is_bot", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("name", "username", "public_id", "password")}),
        (_("Contact"), {"fields": ("email",)}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Kind"), {"fields": ("is_guest", "is_bot")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


class ReadOnly(admin.ModelAdmin):
    """What is booked may be looked at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(LedgerAccount)
class LedgerAccountAdmin(ReadOnly):
    list_display = ("code", "kind", "owner", "balance")
    list_filter = ("kind",)
    list_select_related = ("owner",)
    search_fields = ("code", "owner__name")


@admin.register(Transfer)
class TransferAdmin(ReadOnly):
    list_display = ("created", "debit", "credit", "amount", "key")
    list_select_related = ("debit", "credit")
    search_fields = ("key", "debit__code", "credit__code")
    date_hierarchy = "created"
