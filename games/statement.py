"""A wallet's statement: every transfer in a player's words, with what the wallet held after it."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import adjustments
from accounts.models import LedgerAccount, Transfer

from .models import Table

PAGE = 50
_NEWEST = 2**63 - 1

# One statement, so that the balance and the rows are of one moment. Each way is read from its own index up to the
# page's size; what a wallet held after a row is what it holds now without all that came later, which is summed up only
# where the caller does not know it.
_LINES = """
    WITH lines AS (
        SELECT * FROM (SELECT *, amount AS change FROM accounts_transfer
            WHERE credit_id = %(wallet)s AND id < %(before)s ORDER BY id DESC LIMIT %(size)s) AS came
        UNION ALL
        SELECT * FROM (SELECT *, -amount AS change FROM accounts_transfer
            WHERE debit_id = %(wallet)s AND id < %(before)s ORDER BY id DESC LIMIT %(size)s) AS went
        ORDER BY id DESC LIMIT %(size)s
    ), start AS (
        {start}
    )
    SELECT lines.*, CAST(start.balance - SUM(change) OVER (ORDER BY lines.id DESC) + change AS BIGINT) AS after
    FROM lines CROSS JOIN start ORDER BY lines.id DESC
"""
_SUMMED_UP = """
        SELECT balance
            - (SELECT COALESCE(SUM(amount), 0) FROM accounts_transfer WHERE credit_id = %(wallet)s AND id >= %(before)s)
            + (SELECT COALESCE(SUM(amount), 0) FROM accounts_transfer WHERE debit_id = %(wallet)s AND id >= %(before)s)
            AS balance
        FROM accounts_ledgeraccount WHERE id = %(wallet)s
"""
_LINES_SUMMED_UP = _LINES.format(start=_SUMMED_UP)
_LINES_GOING_ON = _LINES.format(start="SELECT CAST(%(held)s AS BIGINT) AS balance")

_IN_TOURNAMENT = re.compile(r"tournament:\d+:(entry|prize|refund):.+")
_AT_TABLE = re.compile(r"table:(\d+):seat:\d+:(sit|leave|top_up):\d+")
_WORDS = {
    "sit": gettext_lazy("Sat down at {table}"),
    "leave": gettext_lazy("Left {table}"),
    "top_up": gettext_lazy("Topped up at {table}"),
    "entry": gettext_lazy("Entry fee of a tournament"),
    "prize": gettext_lazy("Prize of a tournament"),
    "refund": gettext_lazy("Entry fee given back"),
    "grant": gettext_lazy("Chips to begin with"),
    "refill": gettext_lazy("Refill"),
    "adjust": gettext_lazy("Adjustment by an operator"),
}


@dataclass(frozen=True)
class Line:
    """One transfer as its wallet's owner sees it: chips that came (or, negative, went), and what was there then."""

    transfer: Transfer
    change: int
    after: int
    table: Table | None
    reason: str

    @property
    def held(self) -> int:
        """What was there before it."""
        return self.after - self.change

    @property
    def plain(self) -> str:
        return self._format.format(table=self.table.title if self.table else "")

    @property
    def html(self) -> SafeString:
        return format_html(self._format, table=_linked(self.table) if self.table else "")

    @property
    def _format(self) -> str:
        key = self.transfer.key
        at_table, in_tournament = _AT_TABLE.fullmatch(key), _IN_TOURNAMENT.fullmatch(key)
        kind = at_table[2] if at_table else in_tournament[1] if in_tournament else key.partition(":")[0]
        if kind in _WORDS:
            return str(_WORDS[kind])
        return _("Chips received") if self.change > 0 else _("Chips given back")


def lines(wallet: LedgerAccount, before: int | None = None, size: int = PAGE) -> list[Line]:
    """The newest transfers of this wallet, or the newest before the one with that id, newest first."""
    values = {"wallet": wallet.pk, "before": _NEWEST if before is None else before, "size": size}
    return _read(_LINES_SUMMED_UP, values)


def lines_after(line: Line, wallet: LedgerAccount, size: int) -> list[Line]:
    """Those that follow this one, older still: as quick for the last as for the first, whatever is booked meanwhile."""
    values = {"wallet": wallet.pk, "before": line.transfer.pk, "size": size, "held": line.held}
    return _read(_LINES_GOING_ON, values)


def _read(sql: str, values: dict[str, int]) -> list[Line]:
    found = list(Transfer.objects.raw(sql, values))
    reasons = adjustments.reason_of(transfer for transfer in found if transfer.key.startswith("adjust:"))
    tables = _tables(found)
    return [
        Line(
            transfer,
            transfer.change,  # type: ignore[attr-defined]  # of the statement's SQL
            transfer.after,  # type: ignore[attr-defined]
            tables.get(transfer.pk),
            reasons.get(transfer.pk, ""),
        )
        for transfer in found
    ]


def _tables(transfers: Iterable[Transfer]) -> dict[int, Table]:
    """The tables that these transfers were for, by the transfer's id."""
    at_tables = {transfer.pk: _AT_TABLE.fullmatch(transfer.key) for transfer in transfers}
    ids = {pk: int(found[1]) for pk, found in at_tables.items() if found}
    tables = Table.objects.only("public_id", "name", "closed").in_bulk(set(ids.values()))
    return {pk: tables[table] for pk, table in ids.items() if table in tables}


def _linked(table: Table) -> SafeString:
    if table.closed:
        return format_html("<bdi>{}</bdi>", table.title)
    return format_html('<a href="{}"><bdi>{}</bdi></a>', reverse("table", args=[table.public_id]), table.title)


# --- for spreadsheets -------------------------------------------------------------------------------------------------

COLUMNS = ("time", "what", "reason", "chips", "balance", "reference")


def csv_head(columns: Iterable[str]) -> str:
    """The first line, after the mark by which spreadsheets know UTF-8."""
    return "\ufeff" + csv_rows([columns])


def csv_rows(rows: Iterable[Iterable[object]]) -> str:
    """These rows as CSV: numbers raw, and no text that a spreadsheet would take for a formula."""
    text = io.StringIO()
    csv.writer(text).writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def csv_of(line: Line) -> tuple[object, ...]:
    """A line under COLUMNS."""
    transfer = line.transfer
    return transfer.created.isoformat(), line.plain, line.reason, line.change, line.after, transfer.key


def _cell(value: object) -> object:
    if isinstance(value, str) and value.lstrip().startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + value
    return value
