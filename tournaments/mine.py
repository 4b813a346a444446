"""The viewer's own part in a tournament, and what they may do next."""

from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounts.models import User
from games.refusals import Refusal

from . import live, places
from .models import Entry, Tournament, TournamentTable


@dataclass(frozen=True)
class Mine:
    """What the viewer has to do with a tournament, and may do next. `entries` are all of theirs, withdrawn ones too."""

    tournament: Tournament
    entries: list[Entry]
    is_opener: bool
    purse: int

    @cached_property
    def entry(self) -> Entry | None:
        """The one that is in, else the last that went out."""
        counted = [entry for entry in self.entries if entry.state != Entry.WITHDRAWN]
        return next((entry for entry in counted if entry.state == Entry.IN), counted[-1] if counted else None)

    @property
    def is_in(self) -> bool:
        return self.entry is not None and self.entry.state == Entry.IN

    @property
    def is_out(self) -> bool:
        return self.entry is not None and self.entry.state == Entry.OUT

    @property
    def number(self) -> int:
        """Of the entry that would be the next."""
        return len(self.entries) + 1

    @property
    def place(self) -> int | None:
        """Of who is out; while others may still enter it is what it is so far."""
        entry = self.entry
        if entry is None or entry.place is not None or entry.fallen is None:
            return entry.place if entry else None
        return places.place(self.tournament.entries, entry.fallen)

    @property
    def table(self) -> TournamentTable | None:
        running = self.tournament.state == Tournament.RUNNING and self.is_in
        return self.entry.table if running and self.entry is not None else None

    @property
    def may_withdraw(self) -> bool:
        return self.is_in and self.tournament.state == Tournament.ANNOUNCED

    @property
    def may_pause(self) -> bool:
        """In an arena, whether it has begun or not."""
        return self.is_in and self.tournament.is_arena and self.tournament.state == Tournament.RUNNING

    @property
    def may_cancel(self) -> bool:
        return self.is_opener and self.tournament.state == Tournament.ANNOUNCED

    @property
    def needs_password(self) -> bool:
        return bool(self.tournament.password) and not self.entries and not self.is_opener

    @cached_property
    def why_not(self) -> Refusal | None:
        """Why the viewer can't enter now, if so; the password apart."""
        try:
            live.check_entering(self.tournament, self.entries)
        except Refusal as refusal:
            return refusal
        if self.tournament.entry_fee > self.purse:
            return Refusal("funds", _("You don't have enough chips in your wallet for the entry fee."))
        return None

    @property
    def may_enter(self) -> bool:
        return not self.is_in and self.why_not is None


def mine(tournament: Tournament, viewer: User | None, purse: int) -> Mine:
    """`purse` is what the viewer has, or would begin with."""
    if viewer is None:
        return Mine(tournament, [], False, purse)
    own = Entry.objects.filter(tournament=tournament, player=viewer).order_by("number")
    entries = list(own.select_related("table__table").defer("table__table__record"))
    return Mine(tournament, entries, tournament.opened_by_id == viewer.pk, purse)
