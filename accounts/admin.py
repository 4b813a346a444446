"""What staff may see and do about people and chips: look, block, and give or take chips with a reason.

Whoever could sign in as a player would see that player's hand, so no page here sets a password or an address to
which a new one is sent, or shows what a session or a second factor is made of.
"""

import secrets
from typing import Any

from allauth.account import admin as _allauth_account  # noqa: F401 -- registers what is registered anew below
from allauth.account.models import EmailAddress
from allauth.mfa import admin as _allauth_mfa  # noqa: F401
from allauth.mfa.models import Authenticator
from allauth.usersessions import admin as _allauth_usersessions  # noqa: F401
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.core import signing
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as now_
from django.utils.translation import gettext_lazy as _

from accounts import adjustments
from accounts.models import Adjustment, LedgerAccount, Transfer, User
from accounts.operators import AsOffered, FirstPages, Looking, MadeFilter, ReadOnly, people_named

FORM_LASTS_S = 24 * 60 * 60


@admin.register(User)
class AziUserAdmin(AsOffered, UserAdmin):
    """Names are shown, not edited: `username` must stay the key of `name`."""

    form = forms.ModelForm
    show_full_result_count = False
    paginator = FirstPages
    actions = None
    list_display = ("name", "public_id", "is_guest", "is_bot", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active")
    search_fields = ("name", "username", "email", "public_id")
    ordering = ("-date_joined",)
    readonly_fields = ("name", "username", "public_id", "email", "is_guest", "is_bot", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("name", "username", "public_id")}),
        (_("Contact"), {"fields": ("email",)}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Kind"), {"fields": ("is_guest", "is_bot")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    change_form_template = "admin/looking.html"

    def get_urls(self) -> list[URLPattern]:
        return [url for url in super().get_urls() if url.name != "auth_user_password_change"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Operators block players; who else is an operator is for superusers to say. A bot never signs in."""
        if obj is not None and (obj.is_bot or (obj.is_staff and not _is_superuser(request))):
            return False
        return super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        granted = () if _is_superuser(request) else ("is_staff", "is_superuser", "groups", "user_permissions")
        return (*self.readonly_fields, *granted)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        user = self.get_object(request, object_id)
        wallet = LedgerAccount.objects.filter(owner=user).first() if user else None
        tools = _wallet_tools(request, wallet) if wallet else []
        if wallet and request.user.has_perm("accounts.view_ledgeraccount"):
            tools.append((reverse("admin:accounts_ledgeraccount_change", args=[wallet.pk]), now_("Wallet")))
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "tools": tools})


@admin.register(LedgerAccount)
class LedgerAccountAdmin(Looking):
    list_display = ("code", "kind", "owner", "balance")
    list_filter = ("kind",)
    list_select_related = ("owner",)
    fields = ("code", "kind", "owner", "balance")
    search_help_text = _("The beginning of a code or of a player's name.")

    def named(self, rows: QuerySet[LedgerAccount], term: str) -> QuerySet[LedgerAccount]:
        return rows.filter(Q(owner__in=people_named(term)) | Q(code__startswith=term))

    def tools(self, request: HttpRequest, row: LedgerAccount) -> list[tuple[str, str]]:
        return _wallet_tools(request, row)

    def get_urls(self) -> list[URLPattern]:
        adjust = path(
            "<int:account_id>/adjust/", self.admin_site.admin_view(self.adjust), name="accounts_ledgeraccount_adjust"
        )
        return [adjust, *super().get_urls()]

    def adjust(self, request: HttpRequest, account_id: int) -> HttpResponse:
        """Give chips to a person, or take some, with a reason."""
        wallet = LedgerAccount.objects.filter(pk=account_id, kind=LedgerAccount.Kind.WALLET).first()
        if wallet is None or wallet.owner is None:
            raise Http404
        if not _may_adjust(request, wallet):
            raise PermissionDenied
        form = AdjustmentForm(request, wallet.owner, request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid() and self._adjusted(request, wallet, form):
            return redirect("admin:accounts_ledgeraccount_change", wallet.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": now_("Adjust chips"),
            "what": now_("%(player)s has %(balance)s chips in the wallet.")
            % {"player": wallet.owner.name, "balance": wallet.balance},
            "do": now_("Book it"),
            "form": form,
            "original": wallet,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/reasoned.html", context, status=400 if form.errors else 200)

    def _adjusted(self, request: HttpRequest, wallet: LedgerAccount, form: "AdjustmentForm") -> bool:
        """Book what the form says, with its line in the log; or say on the form why not."""
        operator, player = request.user, wallet.owner
        assert isinstance(operator, User)
        assert player is not None
        chips, reason = form.chips, form.cleaned_data["reason"]
        try:
            with transaction.atomic():
                booked = adjustments.adjust(operator, player, chips, reason, form.cleaned_data["nonce"])
                if booked:
                    self.log_change(request, wallet, f"{chips:+} chips: {reason}")
        except adjustments.Refused as refused:
            form.add_error(None, str(refused))
            return False
        if booked:
            messages.success(request, now_("%(chips)+d chips are booked.") % {"chips": chips})
        else:
            messages.warning(request, now_("That had been booked already. Nothing moved again."))
        return True


class AdjustmentForm(forms.Form):
    """Chips to give or to take. `nonce`, made when the form is shown and signed, lets it be booked only once."""

    way = forms.ChoiceField(label=_("What"), choices=(("give", _("give chips")), ("take", _("take chips"))))
    amount = forms.IntegerField(label=_("Chips"), min_value=1, max_value=adjustments.MOST)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=Adjustment._meta.get_field("reason").max_length,
        help_text=_("The player reads it in their statement."),
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )
    nonce = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, request: HttpRequest, player: User, data: Any = None) -> None:
        self._for = f"{request.user.pk}:{player.pk}"
        fresh = signing.dumps([self._for, secrets.token_hex(16)], salt="adjustment")
        super().__init__(data, initial={"nonce": fresh}, label_suffix="")

    def clean_nonce(self) -> str:
        try:
            made_for, nonce = signing.loads(self.cleaned_data["nonce"], salt="adjustment", max_age=FORM_LASTS_S)
        except (signing.BadSignature, ValueError, TypeError):
            made_for, nonce = "", ""
        if made_for != self._for:
            raise ValidationError(_("This form is too old, or another one's. Please open it again."))
        return str(nonce)

    @property
    def chips(self) -> int:
        """What the wallet gains."""
        amount: int = self.cleaned_data["amount"]
        return amount if self.cleaned_data["way"] == "give" else -amount


class AdjustmentInline(ReadOnly, admin.StackedInline):
    model = Adjustment
    fields = ("operator", "reason")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The reason is a part of the transfer."""
        return request.user.has_perm("accounts.view_transfer")


@admin.register(Transfer)
class TransferAdmin(Looking):
    list_display = ("created", "debit", "credit", "amount", "key")
    list_filter = (MadeFilter,)
    list_select_related = ("debit", "credit")
    fields = ("created", "debit", "credit", "amount", "key")
    inlines = (AdjustmentInline,)
    search_help_text = _(
        "The beginning of a key, an account's code, or a player's name; and a day, such as 2026-11-30."
    )
    made = "created"

    def named(self, rows: QuerySet[Transfer], term: str) -> QuerySet[Transfer]:
        of = Q(owner__in=people_named(term)) | Q(code=term)
        accounts = list(LedgerAccount.objects.filter(of).values_list("pk", flat=True))
        if accounts:
            return rows.filter(Q(debit__in=accounts) | Q(credit__in=accounts))
        return rows.filter(key__startswith=term)


def _is_superuser(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_superuser


def _may_adjust(request: HttpRequest, wallet: LedgerAccount) -> bool:
    return request.user.has_perm("accounts.add_adjustment") and wallet.owner_id != request.user.pk


def _wallet_tools(request: HttpRequest, account: LedgerAccount) -> list[tuple[str, str]]:
    tools = []
    if account.kind == LedgerAccount.Kind.WALLET and _may_adjust(request, account):
        tools.append((reverse("admin:accounts_ledgeraccount_adjust", args=[account.pk]), now_("Adjust chips…")))
    if request.user.has_perm("accounts.view_transfer"):
        listed = reverse("admin:accounts_transfer_changelist") + "?" + urlencode({"q": account.code})
        tools.append((listed, now_("Transfers")))
    return tools


admin.site.unregister(Group)


@admin.register(Group)
class AziGroupAdmin(AsOffered, GroupAdmin):
    """Django's own, but for what an address may name."""


# What a second factor or a session is made of is nobody's to see.
admin.site.unregister([EmailAddress, Authenticator, UserSession])


@admin.register(EmailAddress)
class EmailAddressAdmin(Looking):
    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    list_select_related = ("user",)
    fields = ("email", "user", "primary", "verified")
    search_help_text = _("The beginning of an address or of a player's name.")

    def named(self, rows: QuerySet[EmailAddress], term: str) -> QuerySet[EmailAddress]:
        return rows.filter(Q(user__in=people_named(term)) | Q(email__istartswith=term))
