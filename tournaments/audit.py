"""What must hold of tournaments at every commit: chips in the pools and on the tables, places, prizes."""

from collections import Counter
from collections.abc import Iterator

from django.db import transaction

from accounts.models import LedgerAccount, Transfer
from games.models import Seat

from .models import Entry, Tournament, TournamentTable


def breaches() -> list[str]:
    """Every breach as a sentence; none on a healthy site."""
    with transaction.atomic():
        return [breach for tournament in Tournament.objects.order_by("pk") for breach in of(tournament)]


def of(tournament: Tournament) -> list[str]:
    """What is wrong with one tournament."""
    entries = list(Entry.objects.filter(tournament=tournament).order_by("pk"))
    found = [
        *_pool(tournament, entries),
        *_fees(tournament, entries),
        *_counts(tournament, entries),
        *_stacks(tournament, entries),
        *_outcome(tournament, entries),
    ]
    return [f"tournament {tournament.pk}: {breach}" for breach in found]


def _counted(entries: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.state != Entry.WITHDRAWN]


def _pool(tournament: Tournament, entries: list[Entry]) -> Iterator[str]:
    """In the pool: every fee and what the house added, less what has gone out of it."""
    there = LedgerAccount.objects.filter(code=f"pool:{tournament.pool_code}").values_list("balance", flat=True).first()
    counted = _counted(entries)
    owed = tournament.pool(len(counted))
    if tournament.is_off:
        owed -= sum(tournament.entry_fee for entry in counted if entry.settled)
        if tournament.state == Tournament.CANCELLED or _is_booked(f"{tournament.pool_code}:added:back"):
            owed -= tournament.added
    else:
        owed -= sum(entry.prize for entry in counted if entry.settled)
    if (there or 0) != owed:
        yield f"{there or 0} chips in its pool instead of {owed}"


def _fees(tournament: Tournament, entries: list[Entry]) -> Iterator[str]:
    """One fee for each entry, and for each at most one way back."""
    booked = set(Transfer.objects.filter(key__startswith=f"{tournament.pool_code}:").values_list("key", flat=True))
    entered = {f"{tournament.pool_code}:entry:{entry.player_id}:{entry.number}" for entry in entries}
    paid = {key for key in booked if ":entry:" in key}
    if tournament.entry_fee and entered != paid:
        yield f"{len(entered)} entries and {len(paid)} fees, {len(entered ^ paid)} of them without the other"
    for entry in entries:
        of = f"{entry.player_id}:{entry.number}"
        prize, refund = (f"{tournament.pool_code}:{what}:{of}" in booked for what in ("prize", "refund"))
        if prize and refund:
            yield f"the entry {of} has a prize and its fee back"


def _is_booked(key: str) -> bool:
    return Transfer.objects.filter(key=key).exists()


def _counts(tournament: Tournament, entries: list[Entry]) -> Iterator[str]:
    counted = _counted(entries)
    fallen = sum(entry.state == Entry.OUT for entry in counted)
    if (tournament.entries, tournament.fallen) != (len(counted), fallen):
        yield f"it counts {tournament.entries} entries, {tournament.fallen} out; there are {len(counted)}, {fallen}"
    here = Counter(entry.table_id for entry in entries if entry.state == Entry.IN)
    open_tables = list(TournamentTable.objects.filter(tournament=tournament, closed=False))
    if len(open_tables) != tournament.tables_open:
        yield f"it counts {tournament.tables_open} open tables; there are {len(open_tables)}"
    for board in open_tables:
        if board.players != here[board.pk]:
            yield f"table {board.number} counts {board.players} players; {here[board.pk]} sit there"


def _stacks(tournament: Tournament, entries: list[Entry]) -> Iterator[str]:
    """A knock-out's stacks sum to what was issued, and each is in front of its seat."""
    if tournament.is_arena or tournament.state != Tournament.RUNNING:
        return
    issued = len(_counted(entries)) * tournament.stack
    booked = sum(entry.stack for entry in entries if entry.state == Entry.IN)
    if booked != issued:
        yield f"{issued} tournament chips were issued, the stacks are {booked}"
    boards = TournamentTable.objects.filter(tournament=tournament, closed=False).select_related("table")
    for board in boards.defer("table__record"):
        if board.table.settled and board.booked < board.table.game_no:
            continue  # a game is over, and its outcome is about to be booked
        seats = dict(Seat.objects.filter(table=board.pk, stack__gt=0).values_list("player", "stack"))
        stacks = {
            entry.player_id: entry.stack for entry in entries if entry.table_id == board.pk and entry.state == "in"
        }
        if seats != stacks:
            yield f"table {board.number}: the seats have other stacks than the entries"


def _outcome(tournament: Tournament, entries: list[Entry]) -> Iterator[str]:
    """Places without a gap (1, 2, 2, 4), prizes that are the pool."""
    if tournament.state not in (Tournament.PAYING, Tournament.FINISHED):
        return
    counted = _counted(entries)
    ranks = sorted(entry.place or 0 for entry in counted)
    if any(rank != ranks.index(rank) + 1 for rank in set(ranks)):
        yield f"its places are {ranks[:10]} …"
    prizes = sum(entry.prize for entry in counted)
    pool = tournament.pool(len(counted))
    if prizes != pool:
        yield f"its prizes are {prizes} chips, its pool was {pool}"
    if tournament.state == Tournament.FINISHED and any(not entry.settled for entry in counted):
        yield "it is finished, and not everybody has their prize"
