"""When a tournament is decided, and what each entry has won then: place, prize, points."""

from games import timing

from . import places, points, prizes
from .models import Entry, Tournament
from .step import Step


def pool(tournament: Tournament) -> int:
    """What there is to be won: all fees and what the house added, chips."""
    return tournament.pool(tournament.entries)


def paid_places(tournament: Tournament) -> int:
    """How many places win something, as entries stand."""
    if not pool(tournament) or not tournament.entries:
        return 0
    return len(prizes.weights(tournament.prizes, tournament.entries, tournament.percentages))


def is_decided(tournament: Tournament) -> bool:
    """Whether there is nothing left to play for: one is left, or, where all prizes are equal, as many as win one."""
    if tournament.left <= 1:
        return True
    doubled = tournament.prizes == Tournament.DOUBLE and tournament.entries_closed
    return doubled and tournament.left <= paid_places(tournament)


def finish(step: Step) -> None:
    """A knock-out is decided: who is left shares the first place."""
    tournament = step.tournament
    entries = list(tournament.counted.order_by("pk"))  # in the written order, of entry
    for entry in entries:
        entry.place = 1 if entry.fallen is None else places.place(tournament.entries, entry.fallen)
    _award(step, entries)


def finish_arena(step: Step) -> None:
    """An arena is over: places by points."""
    entries = list(step.tournament.counted.order_by("pk"))
    best_first = sorted(entries, key=lambda entry: -entry.score)
    ranked = places.ranking([entry.score for entry in best_first])
    for entry, place in zip(best_first, ranked, strict=True):
        entry.place = place
    _award(step, entries)


def _award(step: Step, entries: list[Entry]) -> None:
    """Write what everybody has won; the clock pays it out."""
    tournament = step.tournament
    ranked = [entry.place or 1 for entry in entries]
    won = [0] * len(entries)
    if pool(tournament):
        weights = prizes.weights(tournament.prizes, len(entries), tournament.percentages)
        won = prizes.shared(prizes.amounts(pool(tournament), weights), ranked)
    for entry, chips in zip(entries, won, strict=True):
        entry.prize = chips
        entry.points = 0 if tournament.private else points.for_place(entry.place or 1, len(entries))
        entry.settled = chips == 0
        step.call(entry.player_id)
    Entry.objects.bulk_update(entries, ["place", "prize", "points", "settled"], batch_size=200)
    tournament.state, tournament.entries_closed, tournament.hand_for_hand = Tournament.PAYING, True, False
    tournament.due = tournament.ended_at = timing.now_ms()
    tournament.break_until = tournament.level_ends = None
    tournament.save(
        update_fields=["state", "entries_closed", "hand_for_hand", "due", "ended_at", "break_until", "level_ends"]
    )
