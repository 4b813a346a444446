"""Pages: the wallet with its statement, the refill."""

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST, require_safe

from accounts import ledger
from accounts.models import LedgerAccount, User

from . import paging, statement
from . import wallet as wallets
from .refusals import Refusal

BATCH = 1_000  # lines of the download that are read at once
DOWNLOAD_S = 60  # a download of which nobody heard the end is over by then


@require_safe
@cache_control(private=True, no_store=True)
def wallet(request: HttpRequest) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        return render(request, "games/wallet_of_nobody.html")
    held = wallets.holdings(user)
    lines = statement.lines(ledger.wallet(user), paging.number(request), statement.PAGE + 1)
    context = {
        "held": held,
        "refill": wallets.refill_for(user, held),
        "refill_below": wallets.REFILL_BELOW,
        "refill_to": wallets.REFILL_TO,
        "tomorrow": wallets.tomorrow(),
        "lines": lines[: statement.PAGE],
        "older": lines[statement.PAGE - 1].transfer.pk if len(lines) > statement.PAGE else None,
        "is_first": "before" not in request.GET,
    }
    return render(request, "games/wallet.html", context)


@require_GET
@cache_control(private=True, no_store=True)
def wallet_csv(request: HttpRequest) -> HttpResponseBase:
    """The whole statement, newest first, sent while it is read: to each person one at a time."""
    if not isinstance(request.user, User):
        return redirect("wallet")
    downloading = f"statement:{request.user.pk}"
    if not cache.add(downloading, True, DOWNLOAD_S):
        return render(request, "games/downloading.html", status=429)
    return StreamingHttpResponse(
        _csv(ledger.wallet(request.user), downloading),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="azi-statement.csv"'},
    )


async def _csv(account: LedgerAccount, downloading: str) -> AsyncIterator[str]:
    try:
        text, last = await sync_to_async(_next)(account, None)
        # The mark is the one by which spreadsheets know UTF-8.
        yield "\ufeff" + statement.csv_rows([statement.COLUMNS]) + text
        while last:
            text, last = await sync_to_async(_next)(account, last)
            yield text
    finally:
        await cache.adelete(downloading)


def _next(account: LedgerAccount, last: statement.Line | None) -> tuple[str, statement.Line | None]:
    """The lines that follow that one, and the last of them; None after the end.

    Nothing keeps a connection to the database between two of these: whoever reads slowly would keep it from others.
    """
    try:
        batch = statement.lines_after(last, account, BATCH) if last else statement.lines(account, size=BATCH)
        return statement.csv_rows(map(statement.csv_of, batch)), batch[-1] if batch else None
    finally:
        if not connection.in_atomic_block:  # as the tests' own transactions are
            connection.close()


@require_POST
def refill(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, User):
        try:
            chips = wallets.refill(request.user)
        except Refusal as refusal:
            messages.info(request, refusal.message)
        else:
            messages.success(request, _("%(chips)s chips came to your wallet.") % {"chips": intcomma(chips)})
    return redirect("wallet")
