"""The filter of My games: which of somebody's finished games to list, sum up and download."""

import re
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from . import zones
from .forms import ANY, STAKES_NAMES
from .lobby import PRESET_NAMES, STAKES
from .models import PlayerResult, Table

RECENT = 500  # games whose tables are offered
OFFERED = 20
_ID = re.compile(r"[-\w]{1,32}", re.ASCII)
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)

_NO_CHOICE = {"invalid_choice": _("Choose one of these.")}


def _choice(label: Any, *choices: tuple[str, Any]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=[ANY, *choices], error_messages=_NO_CHOICE)


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": _("Give a day, like 2026-11-30.")},
    )


class HistoryFilter(forms.Form):
    """As the page's URL has it. What is wrong there gets a sentence, and filters nothing."""

    use_required_attribute = False

    table = _choice(_("Table"))
    ruleset = _choice(_("Rules"), *PRESET_NAMES.items())
    kind = _choice(_("Chips"), ("cash", _("Cash tables")), ("tournament", _("Tournaments")))
    stakes = _choice(_("Stakes"), *STAKES_NAMES)
    result = _choice(_("Result"), ("won", _("Won")), ("lost", _("Lost")), ("even", _("Even or called off")))
    azi = _choice(_("Azi"), ("yes", _("Came to Azi")), ("no", _("Without Azi")))
    since = _day(_("From"))
    until = _day(_("To"))
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None, user: User) -> None:
        super().__init__(data)
        self.user = user
        self._tables = self._offered()
        self._choices_of("table").choices = [ANY, *self._tables.items()]
        self.is_valid()

    def _choices_of(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def _offered(self) -> dict[str, str]:
        """The tables where they played last, by public id, and the one that is asked for if they ever played there."""
        mine = PlayerResult.objects.filter(player=self.user)
        recent = mine.order_by("-game").values_list("table", flat=True)[:RECENT]
        found = list(dict.fromkeys(table for table in recent if table))[:OFFERED]
        rows = Table.objects.only("public_id", "name").in_bulk(found)
        offered = {rows[pk].public_id: rows[pk].name for pk in found}
        asked = self.data.get("table", "")
        if _ID.fullmatch(asked) and asked not in offered:
            other = Table.objects.only("public_id", "name").filter(public_id=asked).first()
            if other and mine.filter(table=other).exists():
                offered[asked] = other.name
        return offered

    # --- judging --------------------------------------------------------------------------------------------------

    def clean_since(self) -> date | None:
        return self._usual("since")

    def clean_until(self) -> date | None:
        return self._usual("until")

    def _usual(self, name: str) -> date | None:
        day: date | None = self.cleaned_data[name]
        if day and not FIRST_DAY <= day <= LAST_DAY:
            raise ValidationError(self.fields[name].error_messages["invalid"], code="invalid")
        return day

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", ValidationError(_("The last day is before the first."), code="backwards"))
            del cleaned["since"]
        return cleaned

    # --- what is asked for ----------------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> dict[str, Any]:
        """The answers that can be read, by field; nothing of those where anything will do."""
        return {name: value for name, value in self.cleaned_data.items() if value and name != "zone"}

    @property
    def days_of(self) -> ZoneInfo:
        """The zone whose days these are."""
        return zones.named(self.cleaned_data.get("zone", "")) or zones.UTC_ZONE

    @property
    def conditions(self) -> Q:
        """The same of a PlayerResult; all of it stands in one index."""
        return Q(*(getattr(self, f"_{name}")(value) for name, value in self.wanted.items()))

    def _table(self, public_id: str) -> Q:
        return Q(table=Table.objects.only("pk").get(public_id=public_id).pk)

    def _ruleset(self, preset: str) -> Q:
        return Q(ruleset=preset)

    def _kind(self, kind: str) -> Q:
        return Q(cash=kind == "cash")

    def _stakes(self, name: str) -> Q:
        least, most = STAKES[name]
        return Q(ante__gte=least) if most is None else Q(ante__range=(least, most))

    def _result(self, result: str) -> Q:
        return {"won": Q(won=True), "lost": Q(net__lt=0), "even": Q(net=0)}[result]

    def _azi(self, answer: str) -> Q:
        return Q(deals__gt=1) if answer == "yes" else Q(deals=1)

    def _since(self, day: date) -> Q:
        return Q(ended_at__gte=self._begin_of(day))

    def _until(self, day: date) -> Q:
        return Q(ended_at__lt=self._begin_of(day + timedelta(days=1)))

    def _begin_of(self, day: date) -> int:
        """Where clocks are put forward over midnight, the moment at which they are."""
        return int(datetime(day.year, day.month, day.day, tzinfo=self.days_of).timestamp() * 1_000)

    # --- saying it ------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> list[str]:
        """What is asked for in words, each by itself."""
        return [self._said(name, value) for name, value in self.wanted.items()]

    def _said(self, name: str, value: Any) -> str:
        if name == "since":
            return gettext("from %(day)s") % {"day": date_format(value, "DATE_FORMAT")}
        if name == "until":
            return gettext("to %(day)s") % {"day": date_format(value, "DATE_FORMAT")}
        return str(dict(self._choices_of(name).choices)[value])  # type: ignore[arg-type]

    @property
    def query(self) -> str:
        """The same for another page's URL, without a `?`."""
        dated = {"zone": self.days_of.key} if {"since", "until"} & set(self.wanted) else {}
        return urlencode({**self.wanted, **dated})

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields that somebody fills in."""
        return [self[name] for name in self.fields if name != "zone"]
