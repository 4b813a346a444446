"""Pages: the wallet with its statement, the refill."""

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts import ledger
from accounts.models import LedgerAccount, User

from . import paging, statement
from . import wallet as wallets
from .refusals import Refusal

BATCH = 1_000  # lines of the download that are read at once


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


@require_safe
@cache_control(private=True, no_store=True)
def wallet_csv(request: HttpRequest) -> HttpResponseBase:
    """The whole statement, newest first, sent while it is read."""
    if not isinstance(request.user, User):
        return redirect("wallet")
    return StreamingHttpResponse(
        _csv(ledger.wallet(request.user)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="azi-statement.csv"'},
    )


async def _csv(account: LedgerAccount) -> AsyncIterator[str]:
    yield "\ufeff" + statement.csv_rows([statement.COLUMNS])  # the mark by which spreadsheets know UTF-8
    before = None
    while batch := await sync_to_async(statement.lines)(account, before, BATCH):
        yield statement.csv_rows(statement.csv_of(line) for line in batch)
        before = batch[-1].transfer.pk


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
