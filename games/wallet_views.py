"""Pages: the wallet with its statement, the refill."""

from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST, require_safe

from accounts import ledger
from accounts.models import LedgerAccount, User

from . import downloads, paging, statement
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


@require_GET
@cache_control(private=True, no_store=True)
def wallet_csv(request: HttpRequest) -> HttpResponseBase:
    """The whole statement, newest first, sent while it is read: to each person one at a time."""
    if not isinstance(request.user, User):
        return redirect("wallet")
    account = ledger.wallet(request.user)
    return downloads.send(request, "statement", "azi-statement.csv", "text/csv", lambda last: _next(account, last))


def _next(account: LedgerAccount, last: statement.Line | None) -> tuple[str, statement.Line | None]:
    """The lines that follow that one, and the last of them; None after the end."""
    batch = statement.lines_after(last, account, BATCH) if last else statement.lines(account, size=BATCH)
    text = statement.csv_rows(map(statement.csv_of, batch))
    return (text if last else statement.csv_head(statement.COLUMNS) + text), batch[-1] if batch else None


@require_POST
def refill(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, User):
        try:
            chips = wallets.refill(request.user)
        except Refusal as refusal:
            messages.info(request, refusal.message)
        else:
            came = ngettext("%(chips)s chip came to your wallet.", "%(chips)s chips came to your wallet.", chips)
            messages.success(request, came % {"chips": intcomma(chips)})
    return redirect("wallet")
