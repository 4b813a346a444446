"""Tournaments, who entered them, the tables they are played at. Every write goes through live.py or director.py."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from games.models import Table
from games.rules import Ruleset

LARGEST_STAKE = 10**12
HIGHEST_LEVEL = 1_000


def new_public_id() -> str:
    """Sixteen random bytes in hex: what a URL names, impossible to guess."""
    return secrets.token_hex(16)


class Terms(models.Model):
    """What a tournament is played for and by. Times are milliseconds; `levels` are [ante, smallest bet] each.

    A level lasts `level_ms`, or, where `level_games` is set, until one table has played so many games in it.
    """

    SIT_AND_GO, FREEZEOUT, ARENA = "sitgo", "freezeout", "arena"
    FORMATS = ((SIT_AND_GO, _("sit & go")), (FREEZEOUT, _("freezeout")), (ARENA, _("arena")))
    WINNER, TOP15, DOUBLE, CUSTOM = "winner", "top15", "double", "custom"
    PRIZES = (
        (WINNER, _("the winner takes all")),
        (TOP15, _("the best 15 %")),
        (DOUBLE, _("half the field doubles up")),
        (CUSTOM, _("percentages of your own")),
    )

    name = models.CharField(_("name"), max_length=40)
    format = models.CharField(_("format"), max_length=10, choices=FORMATS, default=SIT_AND_GO)
    cards = models.PositiveSmallIntegerField(_("cards"), default=3, choices=((3, "3"), (4, "4")))
    blind = models.BooleanField(_("blind betting"), default=True)
    raises = models.PositiveSmallIntegerField(_("bets a seat a deal"), null=True, blank=True)
    azi = models.CharField(
        _("Azi"), max_length=6, default="buyin", choices=(("buyin", _("buy in")), ("replay", _("all play again")))
    )
    seats_total = models.PositiveSmallIntegerField(_("seats a table"), default=6)
    turn_ms = models.PositiveIntegerField(_("time for a turn, ms"), default=20_000)
    entry_fee = models.PositiveBigIntegerField(_("entry fee"), default=100)
    added = models.PositiveBigIntegerField(_("added prize from the house"), default=0)
    stack = models.PositiveBigIntegerField(_("starting stack"), default=1_000)
    levels = models.JSONField(_("levels"), default=list)
    level_ms = models.PositiveIntegerField(_("a level's length, ms"), default=300_000)
    level_games = models.PositiveSmallIntegerField(_("a level's length, games"), null=True, blank=True)
    break_every = models.PositiveSmallIntegerField(_("levels between two breaks"), default=0)
    break_ms = models.PositiveIntegerField(_("a break's length, ms"), default=300_000)
    min_entries = models.PositiveSmallIntegerField(_("fewest entries"), default=2)
    max_entries = models.PositiveSmallIntegerField(_("most entries"), default=6)
    late_levels = models.PositiveSmallIntegerField(_("late registration until the end of level"), default=0)
    re_entries = models.PositiveSmallIntegerField(_("re-entries a player"), default=0)
    duration_ms = models.PositiveIntegerField(_("an arena's length, ms"), default=3_600_000)
    prizes = models.CharField(_("prizes"), max_length=8, choices=PRIZES, default=TOP15)
    percentages = models.JSONField(_("percentages, from the first place"), default=list, blank=True)
    bots = models.BooleanField(_("bots may fill up"), default=False)
    bot_level = models.CharField(_("how well its bots play"), max_length=8, default="middle")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """The name as it is shown: those of the house are translated (words.HOUSE)."""
        return pgettext("a tournament", self.name)

    def ruleset(self, level: int) -> Ruleset:
        """The rules at that level, from 1."""
        ante, bet = self.stakes(level)
        return Ruleset(self.cards, self.blind, self.raises, self.azi, ante, bet)

    def stakes(self, level: int) -> tuple[int, int]:
        """Ante and smallest bet at that level. After the last one they double each time, so that every knock-out ends;
        an arena ends by the clock and stays there."""
        ante, bet = self.levels[min(max(level, 1), len(self.levels)) - 1]
        further = 0 if self.is_arena else max(0, level - len(self.levels))
        return min(ante << min(further, 60), LARGEST_STAKE), min(bet << min(further, 60), LARGEST_STAKE)

    @property
    def is_arena(self) -> bool:
        return self.format == self.ARENA

    def terms(self) -> dict[str, Any]:
        """All of it by field, for another one of the same terms."""
        return {field.name: getattr(self, field.name) for field in Terms._meta.local_fields}


class Series(Terms):
    """A tournament that comes again and again: each day, or on those weekdays, at that time on that zone's clocks."""

    AHEAD_DAYS = 7

    at = models.TimeField(_("starts at"), help_text=_("on the clocks of the time zone"))
    zone = models.CharField(_("time zone"), max_length=40, default="Asia/Almaty")
    weekdays = models.CharField(
        _("weekdays"), max_length=7, default="1234567", help_text=_("digits, Monday is 1: 67 is every weekend")
    )
    active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("series of tournaments")
        verbose_name_plural = _("series of tournaments")


class Policy(models.Model):
    """What the staff lets players do when they make tournaments. One row."""

    highest_fee = models.PositiveBigIntegerField(_("highest entry fee"), default=1_000)
    announced_each = models.PositiveSmallIntegerField(_("tournaments of one player that wait to start"), default=2)

    class Meta:
        verbose_name = _("policy for players' tournaments")
        verbose_name_plural = _("policy for players' tournaments")
        constraints = (models.CheckConstraint(condition=models.Q(pk=1), name="one_policy"),)

    def __str__(self) -> str:
        return str(self._meta.verbose_name)


class Tournament(Terms):
    """One tournament. Its row is locked by whoever changes it or its entries, so its director's work is in one order.

    `due` is when the clock must look at it, whatever its tables do. `level` is 0 until it starts.
    """

    ANNOUNCED, RUNNING, PAYING, FINISHED = "announced", "running", "paying", "finished"
    REFUNDING, CANCELLED = "refunding", "cancelled"
    STATES = (
        (ANNOUNCED, _("announced")),
        (RUNNING, _("running")),
        (PAYING, _("paying prizes")),
        (FINISHED, _("finished")),
        (REFUNDING, _("giving fees back")),
        (CANCELLED, _("cancelled")),
    )
    WHYS = (
        ("", ""),
        ("few", _("too few entries")),
        ("director", _("called off by its organiser")),
        ("error", _("called off because of an error of ours")),
    )

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    series = models.ForeignKey(Series, models.PROTECT, null=True, blank=True, related_name="tournaments")
    day = models.DateField(null=True, blank=True, help_text=_("of a series: the local date"))
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("opened by")
    )
    once = models.CharField(max_length=40, unique=True, null=True, blank=True, editable=False)
    private = models.BooleanField(_("private"), default=False)
    password = models.CharField(max_length=128, blank=True, default="", editable=False)

    state = models.CharField(_("state"), max_length=10, choices=STATES, default=ANNOUNCED)
    why = models.CharField(_("why it was cancelled"), max_length=10, choices=WHYS, blank=True, default="")
    created = models.BigIntegerField(help_text=_("ms"))
    scored = models.BooleanField(default=False, editable=False, help_text=_("its points are in the leaderboards"))
    starts_at = models.BigIntegerField(_("starts at, ms"), null=True, blank=True)
    due = models.BigIntegerField(null=True, blank=True, db_index=True, help_text=_("when the clock must look, ms"))
    started_at = models.BigIntegerField(null=True, blank=True)
    ended_at = models.BigIntegerField(null=True, blank=True)

    level = models.PositiveSmallIntegerField(default=0)
    level_ends = models.BigIntegerField(null=True, blank=True, help_text=_("ms; null where games are counted"))
    break_next = models.BooleanField(default=False, help_text=_("a break begins when no game runs any more"))
    break_until = models.BigIntegerField(null=True, blank=True, help_text=_("ms"))
    ends_at = models.BigIntegerField(null=True, blank=True, help_text=_("of an arena: no game begins after that, ms"))
    entries = models.PositiveIntegerField(default=0, help_text=_("all that were not withdrawn"))
    fallen = models.PositiveIntegerField(default=0, help_text=_("of these, those that are out"))
    tables_open = models.PositiveIntegerField(default=0)
    tables_ever = models.PositiveIntegerField(default=0)
    entries_closed = models.BooleanField(default=False)
    hand_for_hand = models.BooleanField(default=False)
    round = models.PositiveIntegerField(default=0, help_text=_("hand for hand: games of one round are like one game"))
    final_table = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = (
            models.UniqueConstraint(fields=("series", "day"), name="tournament_of_a_series_once"),
            models.CheckConstraint(condition=models.Q(seats_total__range=(2, 6)), name="tournament_seats_2_to_6"),
            models.CheckConstraint(
                condition=models.Q(entries__lte=models.F("max_entries")), name="tournament_not_over"
            ),
            models.CheckConstraint(condition=models.Q(fallen__lte=models.F("entries")), name="tournament_fallen"),
            models.CheckConstraint(condition=models.Q(stack__gte=1), name="tournament_stack"),
        )
        indexes = (
            models.Index(fields=("state", "starts_at"), name="tournament_by_state"),
            models.Index(fields=("id",), condition=models.Q(scored=False), name="tournament_to_be_scored"),
        )

    @property
    def pool_code(self) -> str:
        """The ledger's name for its pool, and the first word of the keys of its transfers."""
        return f"tournament:{self.pk}"

    @property
    def is_timed(self) -> bool:
        """Whether its levels go by time; an arena's always do."""
        return self.level_games is None or self.is_arena

    @property
    def counted(self) -> models.QuerySet["Entry"]:
        """Its entries, those apart that were withdrawn."""
        return Entry.objects.filter(tournament=self).exclude(state=Entry.WITHDRAWN)

    @property
    def left(self) -> int:
        """Entries that are still in."""
        return self.entries - self.fallen

    @property
    def is_open(self) -> bool:
        """Whether somebody may still enter, if there is room."""
        return self.state == self.ANNOUNCED or (self.state == self.RUNNING and not self.entries_closed)

    @property
    def is_over(self) -> bool:
        return self.state not in (self.ANNOUNCED, self.RUNNING)

    @property
    def is_off(self) -> bool:
        """Whether it was called off."""
        return self.state in (self.REFUNDING, self.CANCELLED)

    def is_break(self, now: int) -> bool:
        return self.break_until is not None and now < self.break_until

    def pool(self, entries: int) -> int:
        """What there is to be won with so many entries: all fees and what the house adds, chips."""
        return entries * self.entry_fee + self.added


class TournamentTable(models.Model):
    """A table as a tournament's: its number, how many of its players are in, how far its games are booked."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="tables")
    table = models.OneToOneField(Table, models.PROTECT, primary_key=True, related_name="of_tournament")
    number = models.PositiveIntegerField()
    players = models.PositiveSmallIntegerField(default=0, help_text=_("entries that sit there and are in"))
    booked = models.PositiveIntegerField(default=0, help_text=_("number of the last game whose outcome is booked"))
    games_at_level = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0, help_text=_("the last round it played, hand for hand"))
    held = models.BooleanField(default=False, help_text=_("waits for other tables, or for company"))
    closed = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("tournament's table")
        verbose_name_plural = _("tournament's tables")
        constraints = (models.UniqueConstraint(fields=("tournament", "number"), name="tournament_table_numbered_once"),)
        indexes = (models.Index(fields=("tournament", "closed", "players", "number"), name="tournament_roomiest"),)

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Entry(models.Model):
    """One paid entry of a player; who re-enters has several. `stack` is booked when a game is over.

    Places count entries. `fallen` is how many entries were out when this one was, itself and those tied with it
    included; with the number of all entries it gives the place (places.py), written when nobody can enter any more.
    """

    IN, OUT, WITHDRAWN = "in", "out", "withdrawn"
    STATES = (
        (IN, pgettext_lazy("an entry", "in")),
        (OUT, pgettext_lazy("an entry", "out")),
        (WITHDRAWN, pgettext_lazy("an entry", "withdrawn")),
    )

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entered")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tournament_entries")
    number = models.PositiveSmallIntegerField(help_text=_("of this player's entries, from 1"))
    state = models.CharField(max_length=10, choices=STATES, default=IN)
    created = models.BigIntegerField(help_text=_("ms"))
    table = models.ForeignKey(TournamentTable, models.PROTECT, null=True, blank=True, related_name="entries")
    stack = models.PositiveBigIntegerField(default=0)
    out_stack = models.PositiveBigIntegerField(null=True, blank=True, help_text=_("at its last game's start"))
    out_at = models.BigIntegerField(null=True, blank=True, help_text=_("ms"))
    out_round = models.PositiveIntegerField(null=True, blank=True, help_text=_("whose place waits for the round's end"))
    fallen = models.PositiveIntegerField(null=True, blank=True)
    place = models.PositiveIntegerField(null=True, blank=True)
    prize = models.PositiveBigIntegerField(default=0)
    points = models.PositiveIntegerField(default=0, help_text=_("for the leaderboards"))
    settled = models.BooleanField(default=False, help_text=_("its prize is paid, or its fee given back"))

    score = models.PositiveIntegerField(default=0, help_text=_("arena: points"))
    streak = models.PositiveIntegerField(default=0, help_text=_("arena: games won in a row"))
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    paused = models.BooleanField(default=False, help_text=_("arena: not seated again"))
    free_since = models.BigIntegerField(null=True, blank=True, help_text=_("arena: waits for a game since, ms"))

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "player", "number"), name="entry_numbered_once"),
            models.UniqueConstraint(
                fields=("tournament", "player"), condition=models.Q(state="in"), name="entry_in_once"
            ),
        )
        indexes = (
            models.Index(fields=("tournament", "state", "-stack"), name="entry_by_stack"),
            models.Index(fields=("player", "state"), name="entry_by_player"),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.player_id}/{self.number}"


class Move(models.Model):
    """A player was sent from one table to another, and why. For operators, and for whoever asks."""

    BREAKS, BALANCES, FINAL = "breaks", "balances", "final"
    WHYS = (
        (BREAKS, _("the table was broken up")),
        (BALANCES, _("the tables were balanced")),
        (FINAL, _("the final table was drawn")),
    )

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="moves")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="moves")
    of = models.PositiveIntegerField(help_text=_("number of the table left"))
    to = models.PositiveIntegerField(help_text=_("number of the new table"))
    why = models.CharField(max_length=8, choices=WHYS)
    at = models.BigIntegerField(help_text=_("ms"))

    class Meta:
        verbose_name = _("move to another table")
        verbose_name_plural = _("moves to other tables")

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.of} → {self.to}"


class Score(models.Model):
    """What the leaderboards know of one player in one period, by all rulesets ("") or one. tournaments.leaderboard
    derives it from rated games, in the order of the tally, and from finished public tournaments. Guests have scores
    too, and are not listed until they sign up.

    `period` is "all", a week ("2026-W48"), a month ("2026-11") or a season ("2026-Q4"), all of UTC. `rating` is the one
    after the last game in it, null while it is provisional. `chips` and `bank` are of cash tables alone; `chips` is
    null where none was played at.
    """

    PERSON, BOT, UNLISTED = 0, 1, 2
    WHO = ((PERSON, _("person")), (BOT, _("bot")), (UNLISTED, _("not listed")))

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="scores")
    period = models.CharField(max_length=8)
    ruleset = models.CharField(max_length=10, blank=True)
    who = models.PositiveSmallIntegerField(choices=WHO, default=PERSON)
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    azi = models.PositiveIntegerField(default=0)
    rating = models.IntegerField(null=True, blank=True)
    chips = models.BigIntegerField(null=True, blank=True)
    points = models.PositiveIntegerField(default=0)
    bank = models.PositiveBigIntegerField(default=0, help_text=_("the biggest one won"))
    run = models.PositiveIntegerField(default=0, help_text=_("games won in a row by now"))
    longest_run = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        constraints = (models.UniqueConstraint(fields=("player", "period", "ruleset"), name="score_once"),)
        indexes = (
            models.Index(fields=("period", "ruleset", "-rating", "who", "player"), name="score_by_rating"),
            models.Index(fields=("period", "ruleset", "-chips", "who", "player"), name="score_by_chips"),
            models.Index(fields=("period", "ruleset", "-points", "who", "player"), name="score_by_points"),
            models.Index(fields=("period", "ruleset", "-bank", "who", "player"), name="score_by_bank"),
            models.Index(fields=("period", "ruleset", "-longest_run", "who", "player"), name="score_by_longest_run"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} {self.period} {self.ruleset}".rstrip()
