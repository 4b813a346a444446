"""What the lobby shows: the open tables, who sits there, and what the last hour's games were like."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Count, Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.rules import OWN, Ruleset
from games.rules.record import RecordError

from . import tables, timing
from .models import GameRecord, Seat, Table

HOUR_MS = 3_600_000
USUAL_TURN_MS = 20_000
PRESET_NAMES = {
    "classic": gettext_lazy("Classic"),
    "three_bids": gettext_lazy("Three bids"),
    OWN: gettext_lazy("Own rules"),
}
STAKES = {"low": (1, 10), "middle": (11, 100), "high": (101, None)}  # antes, both included
HOUR_KEY, HOUR_KEPT_S = "lobby:last_hour", 10
KEPT = 2_000  # banks that this process remembers

_banks: dict[int, tuple[int, int]] = {}


@dataclass(frozen=True)
class Row:
    """A table in the lobby's list. Chips in chips; `purse` is what the viewer has, or would begin with."""

    table: Table
    people: list[User]
    bots: list[User]
    playing: int  # people who neither sit out nor leave
    games: int  # finished in the last hour
    average_bank: int
    mine: bool
    purse: int

    @property
    def bank(self) -> int:
        """What is in the running game's bank."""
        return _bank(self.table)

    @property
    def taken(self) -> int:
        return len(self.people) + len(self.bots)

    @property
    def is_full(self) -> bool:
        return self.taken >= self.table.seats_total

    @property
    def is_too_dear(self) -> bool:
        return self.table.buy_in[0] > self.purse

    @property
    def places(self) -> list[str]:
        """Who has each place, people first: "person", "bot" or "free"."""
        free = self.table.seats_total - self.taken
        return ["person"] * len(self.people) + ["bot"] * len(self.bots) + ["free"] * free

    @property
    def seats_words(self) -> str:
        """The places in words."""
        taken = _("%(taken)d of %(total)d seats taken") % {"taken": self.taken, "total": self.table.seats_total}
        if not self.taken:
            return taken
        people = ngettext("%(count)d person", "%(count)d people", len(self.people)) % {"count": len(self.people)}
        bots = ngettext("%(count)d bot", "%(count)d bots", len(self.bots)) % {"count": len(self.bots)}
        return _("%(taken)s: %(people)s, %(bots)s") % {"taken": taken, "people": people, "bots": bots}

    @property
    def bots_words(self) -> str:
        """What precedes the names of its bots."""
        words = {"beginner": _("beginner bots:"), "middle": _("good bots:"), "best": _("the best bots:")}
        return words[self.table.bot_level]

    @property
    def nobody_words(self) -> str:
        """Whom one meets where nobody sits."""
        if not self.table.bots:
            return _("Nobody yet, and no bots: wait for people.")
        words = {
            "beginner": _("Nobody yet: beginner bots play with you until people come."),
            "middle": _("Nobody yet: good bots play with you until people come."),
            "best": _("Nobody yet: the best bots play with you until people come."),
        }
        return words[self.table.bot_level]

    @property
    def ruleset_words(self) -> str:
        words = in_words(self.table.ruleset)
        if self.table.turn_ms == USUAL_TURN_MS:
            return words
        return ", ".join((words, _("%(seconds)d\u00a0s a turn") % {"seconds": self.table.turn_ms // 1000}))


def rows(viewer: User | None, purse: int) -> list[Row]:
    """The open public tables and those where the viewer sits: where people are first, then by stakes."""
    found = _open_tables(viewer)
    hour = _last_hour([table.pk for table in found])
    listed = [_row(table, viewer, purse, *hour.get(table.pk, (0, 0))) for table in found]
    return sorted(listed, key=lambda row: (not row.people, row.is_full, row.table.ante, row.table.pk))


def fits(row: Row, wanted: Mapping[str, Any]) -> bool:
    """Whether a row is what the filter asks for: the cleaned data of games.forms.FilterForm, where "" is anything."""
    table = row.table
    least, most = STAKES.get(wanted["stakes"], (1, None))
    return (
        not (wanted["free"] and row.is_full)
        and not (wanted["people"] and not row.people)
        and not (wanted["purse"] and row.is_too_dear)
        and least <= table.ante
        and (most is None or table.ante <= most)
        and wanted["cards"] in ("", str(table.cards))
        and wanted["blind"] in ("", "yes" if table.blind else "no")
        and wanted["raises"] in ("", "free" if table.raises is None else "limited")
        and wanted["azi"] in ("", table.azi)
        and wanted["bots"] in ("", "yes" if table.bots else "no")
    )


def in_words(ruleset: Ruleset) -> str:
    """The ruleset in a line for people."""
    words = [_("three cards") if ruleset.cards == 3 else _("four cards, one discarded")]
    if ruleset.blind:
        words.append(_("blind betting"))
    if ruleset.raises is not None:
        bets = ngettext("at most %(raises)d bet a player", "at most %(raises)d bets a player", ruleset.raises)
        words.append(bets % {"raises": ruleset.raises})
    words.append(_("buy in at Azi") if ruleset.azi == "buyin" else _("everybody replays Azi"))
    return ", ".join(words)


def _open_tables(viewer: User | None) -> list[Table]:
    sitting = Seat.objects.filter(table=OuterRef("pk"), player=viewer)
    shown = Q(private=False) if viewer is None else Q(private=False) | Exists(sitting)
    of_a_player = ("player__name", "player__public_id", "player__is_bot")
    of_a_seat = ("table", "player", "number", "sitting_out", "leaving", *of_a_player)
    seats = Prefetch("seats", Seat.objects.select_related("player").only(*of_a_seat))
    return list(Table.objects.filter(shown, closed=False, stakes=Table.CASH).prefetch_related(seats))


def _last_hour(table_ids: list[int]) -> dict[int, tuple[int, int]]:
    """Games that ended in the last hour and their average bank, by table; tables without any are left out.

    Every lobby in sight asks at every ring for thousands of games that hardly change: kept for a few seconds.
    """
    known: dict[int, tuple[int, int]] | None = cache.get(HOUR_KEY)
    if known is None:
        known = _ask_last_hour(table_ids)
        cache.set(HOUR_KEY, known, HOUR_KEPT_S)
    return known


def _ask_last_hour(table_ids: list[int]) -> dict[int, tuple[int, int]]:
    since = timing.now_ms() - HOUR_MS
    counted = GameRecord.counted.filter(table__in=table_ids, ended_at__gt=since).values_list("table")
    return {table: (games, round(bank)) for table, games, bank in counted.annotate(Count("pk"), Avg("bank"))}


def _row(table: Table, viewer: User | None, purse: int, games: int, average_bank: int) -> Row:
    seats = list(table.seats.all())
    people = [seat for seat in seats if not seat.player.is_bot]
    return Row(
        table=table,
        people=[seat.player for seat in people],
        bots=[seat.player for seat in seats if seat.player.is_bot],
        playing=sum(not seat.sitting_out and not seat.leaving for seat in people),
        games=games,
        average_bank=average_bank,
        mine=viewer is not None and any(seat.player_id == viewer.pk and not seat.leaving for seat in people),
        purse=purse,
    )


def _bank(table: Table) -> int:
    """Replaying a record takes about a millisecond, so what a version's bank is stays known."""
    if not table.running:
        return 0
    version, bank = _banks.get(table.pk, (0, 0))
    if version == table.version:
        return bank
    try:
        game = tables.replay(table)[0]
    except RecordError:  # whoever sits down there is told; the list of all others goes on
        return 0
    bank = game.bank if game else 0
    if len(_banks) >= KEPT:
        _banks.clear()
    _banks[table.pk] = (table.version, bank)
    return bank
