"""Every write to a tournament that somebody asks for: announce, enter, withdraw, pause, cancel; and the two ways out
of its pool, prizes and fees given back.

Chips are moved first (the player's wallet, then the pool), then the tournament's row is locked and asked whether that
was allowed; if not, all of it rolls back. So of a last place, or of a start and a registration, one comes first, and
two who lock in another order can't deadlock. What happens by itself is the director's (director.py).
"""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import ledger
from accounts.models import LedgerAccount, User
from games import bell, timing
from games.refusals import Refusal

from .models import Entry, Policy, Tournament
from .passwords import opens

PAID_AT_ONCE = 20


def policy() -> Policy:
    """What the staff lets players do."""
    return Policy.objects.filter(pk=1).first() or Policy(pk=1)


def lock(tournament_id: int) -> Tournament:
    """The tournament for the caller alone until the transaction ends (on SQLite the transaction itself is the lock)."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def announce(tournament: Tournament, once: str = "") -> Tournament:
    """Store a new tournament; what the house adds goes into its pool. `once` names a form of its opener's: sent again,
    it leads to the same tournament. Raises Refusal when that player has announced as many as one may."""
    opener = tournament.opened_by
    with transaction.atomic():
        if opener is not None:
            LedgerAccount.objects.select_for_update().get(pk=ledger.wallet(opener).pk)  # one form after another
            tournament.once = f"{opener.pk}:{once}" if once else None
            if tournament.once and (known := Tournament.objects.filter(once=tournament.once).first()):
                return known
            _check_opener(opener)
        tournament.created = timing.now_ms()
        tournament.due = tournament.starts_at or tournament.created
        tournament.save(force_insert=True)
        pool = ledger.pool(tournament.pool_code)
        if tournament.added:
            ledger.transfer(ledger.mint(), pool, tournament.added, f"{tournament.pool_code}:added")
    bell.ring("tournaments")
    return tournament


def _check_opener(user: User) -> None:
    most = policy().announced_each
    mine = Tournament.objects.filter(opened_by=user)
    if mine.filter(state=Tournament.ANNOUNCED).count() >= most:
        words = _("Tournaments of yours still wait to start. Let one of them begin first.")
        raise Refusal("too_many_tournaments", words)
    if mine.filter(state=Tournament.RUNNING).count() >= 2 * most:
        raise Refusal("too_many_tournaments", _("Tournaments of yours still run. Let one of them end first."))


# --- in and out -------------------------------------------------------------------------------------------------------


def enter(tournament_id: int, user: User, number: int, password: str = "") -> Entry:
    """Pay the entry fee and be in. `number` says which of this player's entries is meant (from 1): asked for again,
    nothing changes. While it runs, this registers late, or enters again. Raises Refusal."""
    _check_password(Tournament.objects.get(pk=tournament_id), user, password)
    with transaction.atomic():
        purse = ledger.wallet(user)
        LedgerAccount.objects.select_for_update().get(pk=purse.pk)
        if not User.objects.filter(pk=user.pk, is_active=True).exists():
            raise Refusal("forbidden", _("This account is no longer there."))  # deleted in another window
        mine = list(Entry.objects.filter(tournament=tournament_id, player=user).order_by("number"))
        known = [entry for entry in mine if entry.state == Entry.IN] or mine[number - 1 : number]
        if known:
            return known[0]
        tournament = Tournament.objects.get(pk=tournament_id)
        entry = _paid(tournament, purse, user, len(mine) + 1)
        tournament = lock(tournament_id)
        check_entering(tournament, mine)
        _count_in(tournament, entry)
    _changed(tournament, user.pk)
    return entry


def enter_bot(tournament_id: int, bot: User) -> None:
    """A bot's entry, its fee from the mint. Raises Refusal, also when another clock has entered it meanwhile."""
    with transaction.atomic():
        number = Entry.objects.filter(tournament=tournament_id, player=bot).count() + 1
        entry = _paid(Tournament.objects.get(pk=tournament_id), ledger.mint(), bot, number)
        tournament = lock(tournament_id)
        check_room(tournament)
        if Entry.objects.filter(tournament=tournament, player=bot, state=Entry.IN).exists():
            raise Refusal("entered", _("This bot has entered already."))
        _count_in(tournament, entry)
    _changed(tournament)


def withdraw(tournament_id: int, user: User) -> bool:
    """Take an entry back before the start, and its fee. False: there was none. Raises Refusal."""
    with transaction.atomic():
        _hold_purse(user)
        entry = Entry.objects.filter(tournament=tournament_id, player=user, state=Entry.IN).first()
        if entry is None:
            return False
        _give_back(entry)
        tournament = lock(tournament_id)
        if tournament.state != Tournament.ANNOUNCED:
            raise Refusal("started", _("The tournament has begun, so nobody can withdraw any more."))
        # No wallet puts those in order who withdraw the same bot.
        if not Entry.objects.filter(pk=entry.pk, state=Entry.IN).update(state=Entry.WITHDRAWN, settled=True):
            return False
        tournament.entries -= 1
        tournament.save(update_fields=["entries"])
    _changed(tournament, user.pk)
    return True


def pause(tournament_id: int, user: User, value: bool) -> bool:
    """In an arena: not be seated again, or be seated again. False: nothing changed. Raises Refusal."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        if not tournament.is_arena:
            raise Refusal("forbidden", _("Only an arena lets its players pause."))
        changed = Entry.objects.filter(tournament=tournament, player=user, state=Entry.IN, paused=not value)
        if not changed.update(paused=value, free_since=None if value else timing.now_ms()):
            return False
        # Who plays just now is free when that game is over, not before.
        Entry.objects.filter(tournament=tournament, player=user, table__isnull=False).update(free_since=None)
        if tournament.state == Tournament.RUNNING:
            wake(tournament, timing.now_ms())
    bell.ring(f"tournament:{tournament.pk}")
    bell.ring(f"user:{user.pk}")
    return True


def cancel(tournament_id: int, why: str, by: User | None = None) -> bool:
    """Call a tournament off: everybody's fee comes back. False: it was over already, or there are no longer too few.
    `why` is one of its WHYS.

    Who asks for it on its page, if somebody does, must be its organiser, before the start. Raises Refusal.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        if by is not None:
            _check_canceller(tournament, by)
        if tournament.is_over or (why == "few" and not _has_too_few(tournament)):
            return False
        now = timing.now_ms()
        tournament.state, tournament.why = Tournament.REFUNDING, why
        tournament.due = tournament.ended_at = now
        tournament.save(update_fields=["state", "why", "due", "ended_at"])
    _changed(tournament)
    return True


def _has_too_few(tournament: Tournament) -> bool:
    return tournament.state == Tournament.ANNOUNCED and tournament.entries < max(2, tournament.min_entries)


def _check_canceller(tournament: Tournament, by: User) -> None:
    if by.pk != tournament.opened_by_id:
        raise Refusal("forbidden", _("Only whoever organises a tournament can call it off."))
    if tournament.state == Tournament.RUNNING:
        raise Refusal("started", _("The tournament has begun, so only the house can call it off."))


def _paid(tournament: Tournament, purse: LedgerAccount, user: User, number: int) -> Entry:
    """An entry, not yet stored, whose fee has moved into the pool."""
    if tournament.entry_fee:
        key = f"{tournament.pool_code}:entry:{user.pk}:{number}"
        try:
            ledger.transfer(purse, ledger.pool(tournament.pool_code), tournament.entry_fee, key)
        except ledger.InsufficientChips:
            raise Refusal("funds", _("You don't have enough chips in your wallet for the entry fee.")) from None
    return Entry(tournament=tournament, player=user, number=number, created=timing.now_ms(), stack=tournament.stack)


def _check_password(tournament: Tournament, user: User, password: str) -> None:
    """Before any transaction: it takes a while, by design."""
    if not tournament.password or user.pk == tournament.opened_by_id:
        return
    if not Entry.objects.filter(tournament=tournament, player=user).exists() and not opens(tournament, password):
        raise Refusal("password", _("That is not this tournament's password."))


def check_entering(tournament: Tournament, mine: list[Entry]) -> None:
    """Raises Refusal where somebody with these entries may not enter (again)."""
    check_room(tournament)
    if sum(entry.state == Entry.OUT for entry in mine) <= tournament.re_entries:
        return
    if tournament.re_entries:
        raise Refusal("out", _("You are out, and have entered again as often as one may."))
    raise Refusal("out", _("You are out, and nobody may enter this tournament again."))


def check_room(tournament: Tournament) -> None:
    over = tournament.ends_at is not None and timing.now_ms() >= tournament.ends_at  # an arena's last games
    if over or not tournament.is_open:
        raise Refusal("closed", _("Nobody can enter this tournament any more."))
    if tournament.entries >= tournament.max_entries:
        raise Refusal("full", _("All places in this tournament are taken."))


def _count_in(tournament: Tournament, entry: Entry) -> None:
    entry.tournament = tournament
    now = timing.now_ms()
    if tournament.is_arena:
        entry.free_since = now
    entry.save(force_insert=True)
    tournament.entries += 1
    tournament.save(update_fields=["entries"])
    # A sit & go may be full now; a late entry wants a seat.
    if tournament.format == Tournament.SIT_AND_GO or tournament.state == Tournament.RUNNING:
        wake(tournament, now)


# --- out of the pool --------------------------------------------------------------------------------------------------


def pay_prizes(tournament_id: int) -> bool:
    """Pay some of the prizes. False: all are paid."""
    return _settle_some(tournament_id, _pay)


def give_fees_back(tournament_id: int) -> bool:
    """Give some fees of a cancelled tournament back. False: all are."""
    return _settle_some(tournament_id, _give_back)


def _settle_some(tournament_id: int, settle: Callable[[Entry], None]) -> bool:
    """Each in a transaction of its own: no transaction moves two wallets' chips."""
    owed = Entry.objects.filter(tournament=tournament_id, settled=False).select_related("tournament", "player")
    some = list(owed.order_by("pk")[:PAID_AT_ONCE])
    for entry in some:
        with transaction.atomic():
            # As whoever withdraws does before booking the same fee: else each could wait for what the other holds.
            _hold_purse(entry.player)
            settle(entry)
            Entry.objects.filter(pk=entry.pk).update(settled=True)
        bell.ring(f"user:{entry.player_id}")
    return bool(some)


def take_added_back(tournament: Tournament) -> None:
    """What the house added to a tournament that did not take place."""
    if tournament.added:
        with transaction.atomic():
            pool = ledger.pool(tournament.pool_code)
            ledger.transfer(pool, ledger.mint(), tournament.added, f"{tournament.pool_code}:added:back")


def _pay(entry: Entry) -> None:
    if entry.prize:
        _out_of_pool(entry, entry.prize, "prize")


def _give_back(entry: Entry) -> None:
    if entry.tournament.entry_fee:
        _out_of_pool(entry, entry.tournament.entry_fee, "refund")


def _hold_purse(player: User) -> None:
    """Locks a person's wallet until the transaction ends. Bots have none."""
    if not player.is_bot:
        LedgerAccount.objects.select_for_update().get(pk=ledger.wallet(player).pk)


def _out_of_pool(entry: Entry, chips: int, what: str) -> None:
    """The key names the entry, so that nothing leaves the pool twice for it, whoever asks and however often."""
    code = entry.tournament.pool_code
    purse = ledger.mint() if entry.player.is_bot else ledger.wallet(entry.player)
    ledger.transfer(ledger.pool(code), purse, chips, f"{code}:{what}:{entry.player_id}:{entry.number}")


# --- telling ----------------------------------------------------------------------------------------------------------


def wake(tournament: Tournament, at: int) -> None:
    """Have the clock look at the tournament at that time, if it would not look before."""
    if tournament.due is None or tournament.due > at:
        tournament.due = at
        tournament.save(update_fields=["due"])


def _changed(tournament: Tournament, *users: int) -> None:
    bell.ring(f"tournament:{tournament.pk}")
    if not tournament.private:
        bell.ring("tournaments")
    for user_id in users:
        bell.ring(f"user:{user_id}")
