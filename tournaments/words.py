"""A tournament's terms and times in words."""

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.lobby import in_words
from games.models import Seat

from .models import Tournament

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000

EVERY = (
    gettext_lazy("every Monday"),
    gettext_lazy("every Tuesday"),
    gettext_lazy("every Wednesday"),
    gettext_lazy("every Thursday"),
    gettext_lazy("every Friday"),
    gettext_lazy("every Saturday"),
    gettext_lazy("every Sunday"),
)

# What the house calls its own (announce_house_tournaments), for whoever collects what is to be translated.
HOUSE = (
    pgettext_lazy("a tournament", "Six-seat sit & go"),
    pgettext_lazy("a tournament", "Heads-up sit & go"),
    pgettext_lazy("a tournament", "Daily cup"),
    pgettext_lazy("a tournament", "Daily arena"),
    pgettext_lazy("a tournament", "Evening cup"),  # so named on sites that are older
    pgettext_lazy("a tournament", "Lunch arena"),
)

Term = tuple[str, str]  # what it is about, and what holds


def how_long(ms: int) -> str:
    """A length of time in its two largest units: "2 h 5 min", "45 s"."""
    days, rest = divmod(max(0, ms), DAY)
    hours, minutes, seconds = rest // HOUR, rest % HOUR // MINUTE, rest % MINUTE // SECOND
    if days:
        return _joined((days, _("%(n)d\u00a0d")), (hours, _("%(n)d\u00a0h")))
    if hours:
        return _joined((hours, _("%(n)d\u00a0h")), (minutes, _("%(n)d\u00a0min")))
    if minutes:
        return _joined((minutes, _("%(n)d\u00a0min")), (seconds if minutes < 2 else 0, _("%(n)d\u00a0s")))
    return _("%(n)d\u00a0s") % {"n": seconds}


def _joined(*parts: tuple[int, str]) -> str:
    return "\u00a0".join(words % {"n": number} for number, words in parts if number)


def format_of(tournament: Tournament) -> str:
    return {
        Tournament.SIT_AND_GO: _("Sit & go"),
        Tournament.FREEZEOUT: _("Freezeout"),
        Tournament.ARENA: _("Arena"),
    }[tournament.format]


def fee_of(tournament: Tournament) -> str:
    if not tournament.entry_fee:
        return pgettext("an entry fee", "free")
    return ngettext("%(chips)s chip", "%(chips)s chips", tournament.entry_fee) % {
        "chips": intcomma(tournament.entry_fee)
    }


def level_of(tournament: Tournament, level: int) -> str:
    """ "ante 40, bets from 80"."""
    ante, bet = tournament.stakes(level)
    if ante == bet:
        return _("ante %(ante)s") % {"ante": intcomma(ante)}
    return _("ante %(ante)s, bets from %(bet)s") % {"ante": intcomma(ante), "bet": intcomma(bet)}


def weekdays_of(digits: str) -> str:
    """When a series comes again: "daily", "every Saturday", "Mon, Wed, Fri"."""
    if len(digits) == len(EVERY):
        return _("daily")
    if len(digits) == 1:
        return str(EVERY[int(digits) - 1])
    return ", ".join(str(WEEKDAYS_ABBR[int(digit) - 1]) for digit in digits)


def terms_of(tournament: Tournament) -> list[Term]:
    """All that one should know before paying the fee, the levels apart."""
    terms = [
        (_("Format"), _how(tournament)),
        (_("Rules"), in_words(tournament.ruleset(1))),
        (_("Tables"), _tables(tournament)),
        (_("Start"), _start(tournament)),
        (_("Stacks"), _stacks(tournament)),
        (_("Levels"), _levels(tournament)),
        (_("Breaks"), _breaks(tournament)),
        (_("Entering late"), _late(tournament)),
        (_("Prizes"), _prizes(tournament)),
        (_("Bots"), _bots(tournament)),
    ]
    return [(label, words) for label, words in terms if words]


def prizes_of(tournament: Tournament) -> str:
    return {
        Tournament.WINNER: _("the winner takes all"),
        Tournament.TOP15: _("the best 15\u00a0% of the entries, the better the more"),
        Tournament.DOUBLE: _("the better half, the same for everybody"),
        Tournament.CUSTOM: _("%(percentages)s\u00a0%% of the pool")
        % {"percentages": ", ".join(map(str, tournament.percentages))},
    }[tournament.prizes]


def why_cancelled(tournament: Tournament) -> str:
    return {
        "few": _("Too few players had entered when it should have started."),
        "director": _("It was called off by whoever organised it, or by the house."),
        "error": _("It was called off because of an error of ours. We are sorry."),
    }.get(tournament.why, "")


def _how(tournament: Tournament) -> str:
    if tournament.format == Tournament.ARENA:
        return _(
            "Arena: for %(time)s everybody plays game after game with whoever is free, each from a fresh stack. Winning"
            " the bank adds 2 to the score, a big one 3 or 4, and from the third win in a row on twice as much. The"
            " highest score wins."
        ) % {"time": how_long(tournament.duration_ms)}
    if tournament.format == Tournament.SIT_AND_GO:
        return _("Sit & go: it starts as soon as it is full. Whoever has no chips left is out; the last one in wins.")
    return _("Freezeout: whoever has no chips left is out. The last one in wins.")


def _tables(tournament: Tournament) -> str:
    seats = ngettext("%(seats)d seat a table", "%(seats)d seats a table", tournament.seats_total)
    turn = ngettext("%(seconds)d second for a turn", "%(seconds)d seconds for a turn", tournament.turn_ms // SECOND)
    bank = ngettext("%(seconds)d more in reserve", "%(seconds)d more in reserve", Seat.BANK_MS // SECOND)
    return ", ".join(
        (
            seats % {"seats": tournament.seats_total},
            turn % {"seconds": tournament.turn_ms // SECOND},
            bank % {"seconds": Seat.BANK_MS // SECOND},
        )
    )


def _start(tournament: Tournament) -> str:
    if tournament.format == Tournament.SIT_AND_GO:
        words = ngettext(
            "when %(players)d player has entered", "when %(players)d players have entered", tournament.max_entries
        )
        return words % {"players": tournament.max_entries}
    numbers = {"least": tournament.min_entries, "most": intcomma(tournament.max_entries)}
    if tournament.bots:
        words = ngettext(
            "with at least %(least)d entry, bots make up that number; at most %(most)s may enter",
            "with at least %(least)d entries, bots make up that number; at most %(most)s may enter",
            tournament.min_entries,
        )
    else:
        words = ngettext(
            "with at least %(least)d entry, else all fees come back; at most %(most)s may enter",
            "with at least %(least)d entries, else all fees come back; at most %(most)s may enter",
            tournament.min_entries,
        )
    return words % numbers


def _stacks(tournament: Tournament) -> str:
    chips = {"chips": intcomma(tournament.stack)}
    if tournament.is_arena:
        return ngettext("%(chips)s chip in every game", "%(chips)s chips in every game", tournament.stack) % chips
    words = ngettext(
        "%(chips)s chip to begin with; it is worth nothing outside the tournament",
        "%(chips)s chips to begin with; they are worth nothing outside the tournament",
        tournament.stack,
    )
    return words % chips


def _levels(tournament: Tournament) -> str:
    if tournament.is_arena and len(tournament.levels) == 1:
        return _("%(level)s from beginning to end") % {"level": level_of(tournament, 1)}
    if not tournament.is_timed and tournament.level_games is not None:
        words = ngettext(
            "a level ends when a table has played %(games)d game in it",
            "a level ends when a table has played %(games)d games in it",
            tournament.level_games,
        )
        length = words % {"games": tournament.level_games}
    else:
        length = pgettext("levels", "%(time)s each") % {"time": how_long(tournament.level_ms)}
    if tournament.is_arena:
        return length
    return _("%(length)s; after the last one stakes double each time") % {"length": length}


def _breaks(tournament: Tournament) -> str:
    if not tournament.break_every:
        return pgettext("breaks", "none")
    words = ngettext("%(time)s after every level", "%(time)s after every %(levels)d levels", tournament.break_every)
    return words % {"time": how_long(tournament.break_ms), "levels": tournament.break_every}


def _late(tournament: Tournament) -> str:
    if tournament.is_arena:
        return _("at any time; you may also pause and come back")
    if not tournament.late_levels:
        return _("not possible")
    until = _("until level %(level)d is over") % {"level": tournament.late_levels}
    if not tournament.re_entries:
        return pgettext("after going out", "%(until)s; once only") % {"until": until}
    again = ngettext(
        "%(until)s; whoever is out may enter again, once",
        "%(until)s; whoever is out may enter again, up to %(times)d times",
        tournament.re_entries,
    )
    return again % {"until": until, "times": tournament.re_entries}


def _prizes(tournament: Tournament) -> str:
    return prizes_of(tournament) if tournament.entry_fee or tournament.added else _("none: it is for the honour")


def _bots(tournament: Tournament) -> str:
    if not tournament.bots:
        return _("none, only people play")
    return {
        "beginner": _("beginner bots take places that are left; what they win goes back to the house"),
        "middle": _("good bots take places that are left; what they win goes back to the house"),
        "best": _("the best bots take places that are left; what they win goes back to the house"),
    }.get(tournament.bot_level, "")
