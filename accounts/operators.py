"""What the admin's pages have in common: they only look, quickly, and at nothing but what they name.

Django lets staff filter a list by any field of its rows from the address alone; `?record__contains=Ah` would tell a
live hand card by card. Here an address may name only what `list_filter` offers.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, ClassVar

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Max, Min, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User

COUNTED = 10_000
PEOPLE = 50  # whose names begin as a search does

_DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b", re.ASCII)
_CLOCKS_MAY_DIFFER = timedelta(hours=1)

Stored = Callable[[datetime], Any]


class FirstPages(Paginator):
    """Counts no further than anybody leafs: a count over a million rows would be the slowest part of the page."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows.order_by()[: COUNTED + 1].count()


class ReadOnly:
    """No adding, changing or deleting, for anybody."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AsOffered:
    """An address names only what the page offers: a filter of its list, and the primary key as a row's field."""

    list_filter: ClassVar[Any]
    opts: Any

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        offered: set[str | None] = set()
        for item in self.list_filter:
            if isinstance(item, str):
                offered |= {f"{item}__exact", f"{item}__isnull"}
            elif isinstance(item, type) and issubclass(item, admin.SimpleListFilter):
                offered.add(item.parameter_name)
        return lookup in offered and "\x00" not in value  # PostgreSQL takes no text with a NUL

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return bool(to_field == self.opts.pk.name)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Django checks no name of a field that is empty, and then looks for the field of that name."""
        return super().get_object(request, object_id, from_field or None)  # type: ignore[misc]


class Looking(AsOffered, ReadOnly, admin.ModelAdmin):
    """Lists and pages to look at. `made` names the field that says when a row was made, `stored` how it says it."""

    actions = None
    list_per_page = 50
    show_full_result_count = False
    paginator = FirstPages
    ordering = ("-pk",)
    change_form_template = "admin/looking.html"
    search_fields = ("pk",)  # shows the box; what is looked for, `named` says
    made = ""
    stored: Stored = staticmethod(lambda moment: moment)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term
        for day in _DAY.findall(search_term) if self.made else ():
            try:
                queryset = self.made_on(queryset, date.fromisoformat(day))
            except (ValueError, OverflowError):
                continue  # the 31st of June is a word like any other
            term = term.replace(day, " ")
        term = " ".join(term.split())
        return (self.named(queryset, term) if term else queryset), False

    def named(self, rows: QuerySet[Any], term: str) -> QuerySet[Any]:
        """The rows that a search means."""
        return rows.none()

    def made_on(self, rows: QuerySet[Any], first: date, days: int = 1) -> QuerySet[Any]:
        """Rows made on these days of UTC. Ids ascend with time, so no index on the time is needed."""
        start = datetime(first.year, first.month, first.day, tzinfo=UTC)
        end = start + timedelta(days=days)
        lowest = _first_id(self.model, self.made, self.stored(start - _CLOCKS_MAY_DIFFER))
        highest = _first_id(self.model, self.made, self.stored(end + _CLOCKS_MAY_DIFFER))
        between = {f"{self.made}__gte": self.stored(start), f"{self.made}__lt": self.stored(end)}
        return rows.filter(pk__gte=lowest, pk__lt=highest, **between)

    def tools(self, request: HttpRequest, row: Any) -> list[tuple[str, str]]:
        """Where somebody who looks at this row may go on to: addresses with their labels."""
        return []

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        tools = self.tools(request, row) if row is not None else []
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "tools": tools})


class MadeFilter(admin.SimpleListFilter):
    """When a row was made, for lists of `Looking`. A day of one's own goes into the search box."""

    title = _("when")
    parameter_name = "when"
    DAYS = {"today": (0, 1), "yesterday": (1, 1), "week": (6, 7), "month": (29, 30)}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("today", _("today")),
            ("yesterday", _("yesterday")),
            ("week", _("past 7 days")),
            ("month", _("past 30 days")),
        ]

    def __init__(self, request: HttpRequest, params: Any, model: type[Model], model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        self._lists = model_admin

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in self.DAYS:
            return queryset
        back, days = self.DAYS[self.value() or ""]
        made: QuerySet[Any] = self._lists.made_on(queryset, now().astimezone(UTC).date() - timedelta(days=back), days)
        return made


def people_named(term: str) -> list[int]:
    """The users whose name begins like that, however it is written, or whose public id it is."""
    found = User.objects.filter(Q(username__startswith=names.key(term)) | Q(public_id=term))
    return list(found.order_by("username").values_list("pk", flat=True)[:PEOPLE])


def _first_id(model: type[Model], field: str, value: Any) -> int:
    """The lowest id from which on rows are that new: some twenty look-ups by id, however many rows there are."""
    rows = model._default_manager.order_by("pk")
    ends = model._default_manager.aggregate(low=Min("pk"), high=Max("pk"))
    low, high = ends["low"] or 0, (ends["high"] or 0) + 1
    while low < high:
        middle = (low + high) // 2
        newer = rows.filter(pk__gte=middle).values_list(field, flat=True).first()
        if newer is None or newer >= value:
            high = middle
        else:
            low = middle + 1
    return low
