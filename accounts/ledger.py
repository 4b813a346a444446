"""The only code that moves chips between accounts.

Chips are play money: made by the mint, moved by transfers, never sold and never passed between players.
Every function here wants to run inside `transaction.atomic()`, beside what the chips are moved for. One transaction
moves at most one wallet's chips, and moves accounts before it writes to a table: any other order can deadlock.
"""

from django.db import connection, transaction

from accounts.models import LedgerAccount, User

GRANT = 10_000

_BOOK = """
    INSERT INTO accounts_transfer (debit_id, credit_id, amount, key) VALUES (%s, %s, %s, %s)
    ON CONFLICT (key) DO NOTHING
"""
_MOVE = """
    UPDATE accounts_ledgeraccount SET balance = balance + %s
    WHERE id = %s AND (balance + %s >= 0 OR kind = 'mint')
"""


class InsufficientChips(Exception):
    """The account that should pay has fewer chips than that; nothing has moved."""

    def __init__(self, account: LedgerAccount, amount: int) -> None:
        super().__init__(f"{account.code} has fewer than {amount} chips")
        self.account = account
        self.amount = amount


def mint() -> LedgerAccount:
    """Where all chips come from and unneeded ones go; its balance is minus all the others'."""
    return _account(LedgerAccount.Kind.MINT, "mint")


def wallet(user: User) -> LedgerAccount:
    """A person's or guest's own chips. Bots have none: ValueError."""
    if user.is_bot:
        raise ValueError("A bot has no wallet: its chips come from the mint and go back there.")
    return _account(LedgerAccount.Kind.WALLET, f"wallet:{user.pk}", owner=user)


def escrow(of: str) -> LedgerAccount:
    """The chips in front of everybody at a cash table: `escrow("table:7")`."""
    return _account(LedgerAccount.Kind.ESCROW, f"escrow:{of}")


def pool(of: str) -> LedgerAccount:
    """The prizes-to-be of a tournament: `pool("tournament:4")`."""
    return _account(LedgerAccount.Kind.POOL, f"pool:{of}")


def balance(account: LedgerAccount) -> int:
    """The chips booked there now, read from the database whatever this object remembers."""
    return LedgerAccount.objects.values_list("balance", flat=True).get(pk=account.pk)


def transfer(debit: LedgerAccount, credit: LedgerAccount, amount: int, key: str) -> bool:
    """Moves `amount` chips (> 0) from `debit` to `credit`, once for this `key`.

    False: that key is booked already and nothing moves. Raises InsufficientChips, and then nothing has moved.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("A transfer belongs into the transaction of what it pays for.")
    if amount <= 0 or debit.pk == credit.pk or not key:
        raise ValueError(f"No transfer: {amount} chips from {debit.code} to {credit.code} for {key!r}")
    # A savepoint, so that the caller may catch InsufficientChips and go on without the row.
    with transaction.atomic(), connection.cursor() as cursor:
        # Judged by the row count: a caught IntegrityError would have broken the transaction.
        cursor.execute(_BOOK, [debit.pk, credit.pk, amount, key])
        if cursor.rowcount == 0:
            return False
        for account, change in sorted(((debit, -amount), (credit, amount)), key=_locking_order):
            cursor.execute(_MOVE, [change, account.pk, change])
            if cursor.rowcount == 0:
                raise InsufficientChips(account, amount)
    return True


def grant(user: User) -> bool:
    """The chips that every new player starts with; False when this one has had them."""
    return transfer(mint(), wallet(user), GRANT, f"grant:{user.pk}")


def _locking_order(move: tuple[LedgerAccount, int]) -> tuple[bool, int]:
    """The wallet first, else by id: with one order for everybody, two transfers never wait for each other."""
    account, _change = move
    return account.kind != LedgerAccount.Kind.WALLET, account.pk


def _account(kind: LedgerAccount.Kind, code: str, owner: User | None = None) -> LedgerAccount:
    account, _made = LedgerAccount.objects.get_or_create(code=code, defaults={"kind": kind, "owner": owner})
    return account
