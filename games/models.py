"""Tables, seats and finished games. Every write to a table goes through games.live."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from games.rules import Ruleset


def new_public_id() -> str:
    """Sixteen random bytes in hex: what a URL names, impossible to guess."""
    return secrets.token_hex(16)


class Table(models.Model):
    """A place where games follow one another, and the game that runs there as text.

    `record` is the running game in the words of rules 11, or the last one while its result is shown (`settled`),
    or empty while nobody plays. Times are milliseconds since 1970. `version` is raised by every write to the table
    or its seats, and every such write is guarded by it.
    """

    CASH, TOURNAMENT = "cash", "tournament"

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=40)
    house = models.BooleanField(_("house table"), default=False)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("opened by")
    )
    once = models.CharField(
        max_length=40, unique=True, null=True, blank=True, editable=False, help_text=_("by whose form it was opened")
    )
    private = models.BooleanField(_("private"), default=False)
    stakes = models.CharField(max_length=10, default=CASH, choices=[(CASH, _("cash")), (TOURNAMENT, _("tournament"))])
    bots = models.BooleanField(_("bots fill empty seats"), default=True)
    bot_level = models.CharField(_("how well its bots play"), max_length=8, default="middle")
    closed = models.BooleanField(_("closed"), default=False)
    seats_total = models.PositiveSmallIntegerField(_("seats"), default=6)
    turn_ms = models.PositiveIntegerField(_("time for a turn, ms"), default=20_000)

    cards = models.PositiveSmallIntegerField(_("cards"), default=3)
    blind = models.BooleanField(_("blind betting"), default=True)
    raises = models.PositiveSmallIntegerField(_("bets a seat a deal"), null=True, blank=True)
    azi = models.CharField(_("Azi"), max_length=6, default="buyin")
    ante = models.PositiveBigIntegerField(_("ante"), default=10)
    bet = models.PositiveBigIntegerField(_("smallest bet"), default=10)

    version = models.PositiveBigIntegerField(default=1)
    due = models.BigIntegerField(null=True, blank=True, db_index=True, help_text=_("when the clock must look, ms"))
    deadline = models.BigIntegerField(null=True, blank=True, help_text=_("when the time of those asked ends, ms"))
    next_at = models.BigIntegerField(null=True, blank=True, help_text=_("when the next game or deal begins, ms"))
    moved_at = models.BigIntegerField(default=0, help_text=_("when the last action or deal was, ms"))
    empty_since = models.BigIntegerField(null=True, blank=True, help_text=_("without people since, ms"))

    game_id = models.CharField(max_length=32, blank=True, default="")
    game_no = models.PositiveIntegerField(default=0)
    next_deal = models.PositiveIntegerField(default=1)
    dealer = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("seat of the last game's winner"))
    started_at = models.BigIntegerField(null=True, blank=True)
    record = models.TextField(default="", blank=True)
    settled = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = (
            models.CheckConstraint(condition=models.Q(seats_total__range=(2, 6)), name="table_seats_2_to_6"),
            models.CheckConstraint(condition=models.Q(ante__gte=1, bet__gte=1), name="table_stakes_positive"),
            models.CheckConstraint(condition=models.Q(cards__in=(3, 4)), name="table_cards_3_or_4"),
            models.CheckConstraint(condition=models.Q(azi__in=("buyin", "replay")), name="table_azi_known"),
            models.CheckConstraint(
                condition=models.Q(bot_level__in=("beginner", "middle", "best")), name="table_bot_level_known"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """The name as it is shown: a tournament's tables have its name and a number, and the house's are translated."""
        name, mark, number = self.name.partition(" #")
        return pgettext("a tournament", name) + mark + number

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(
            cards=self.cards, blind=self.blind, raises=self.raises, azi=self.azi, ante=self.ante, bet=self.bet
        )

    @property
    def buy_in(self) -> tuple[int, int]:
        """The least and the most chips to sit down with."""
        return 20 * self.ante, 200 * self.ante

    @property
    def escrow_code(self) -> str:
        """The ledger's name for the chips that lie at this table."""
        return f"table:{self.pk}"

    @property
    def running(self) -> bool:
        return bool(self.record) and not self.settled


class Seat(models.Model):
    """A chair that somebody sits in. `stack` is what it had when the running game began."""

    BANK_MS = 30_000
    BROKE_MS = 60_000  # to top up a stack below an ante

    table = models.ForeignKey(Table, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats")
    stack = models.PositiveBigIntegerField(_("stack"))
    first_game = models.PositiveIntegerField(help_text=_("number of the first game it may be dealt into"))
    bank_ms = models.PositiveIntegerField(default=BANK_MS)
    missed = models.PositiveSmallIntegerField(default=0, help_text=_("answers in a row that the clock gave"))
    show_at_once = models.BooleanField(default=True)
    ready = models.BooleanField(default=False)
    sitting_out = models.BooleanField(default=False)
    out_since = models.BigIntegerField(null=True, blank=True)
    leaving = models.BooleanField(default=False)
    top_up_to = models.PositiveBigIntegerField(null=True, blank=True, help_text=_("stack wished for the next game"))
    broke_since = models.BigIntegerField(null=True, blank=True, help_text=_("below an ante since, ms"))

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="seat_taken_once"),
            models.UniqueConstraint(fields=("table", "player"), name="player_seated_once"),
            models.CheckConstraint(condition=models.Q(number__range=(1, 6)), name="seat_1_to_6"),
        )

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class CountedGames(models.Manager["GameRecord"]):
    """The games that statistics are made of: those that somebody won."""

    def get_queryset(self) -> models.QuerySet["GameRecord"]:
        return super().get_queryset().filter(void=False)


class GameRecord(models.Model):
    """A finished game. `record` is complete: it holds every card, so nobody but the rules code reads it unmasked.

    A `void` one was called off: its stacks are as at its start, and it counts in no statistics (`counted`).
    """

    RULES_VERSION = 1

    public_id = models.CharField(max_length=32, unique=True, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="games")
    game_no = models.PositiveIntegerField()
    record = models.TextField()
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    bank = models.PositiveBigIntegerField(_("bank"))
    deals = models.PositiveIntegerField(_("deals"))
    people = models.PositiveSmallIntegerField(_("people"))
    members = models.PositiveSmallIntegerField(
        _("signed up"), default=0, help_text=_("people in it who were no guests when it ended")
    )
    seats = models.PositiveSmallIntegerField(_("players"), default=0, help_text=_("how many were dealt in"))
    ruleset = models.CharField(_("ruleset"), max_length=10, default="own", help_text=_("its preset, or “own”"))
    ante = models.PositiveBigIntegerField(_("ante"), default=0)
    started_at = models.BigIntegerField()
    ended_at = models.BigIntegerField()
    void = models.BooleanField(_("called off"), default=False)
    by_folds = models.BooleanField(_("all others folded"), default=False)
    shared = models.BooleanField(_("shared"), default=False, help_text=_("whoever has its link may see it"))
    tally_no = models.PositiveBigIntegerField(
        null=True, blank=True, unique=True, editable=False, help_text=_("its number in the order of the tally")
    )

    objects = models.Manager()
    counted = CountedGames()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = (models.UniqueConstraint(fields=("table", "game_no"), name="game_settled_once"),)
        indexes = (
            models.Index(fields=("table", "ended_at"), name="game_by_table_and_end"),
            models.Index(fields=("id",), condition=models.Q(tally_no=None), name="game_to_be_tallied"),
        )

    def __str__(self) -> str:
        return self.public_id

    @property
    def facts(self) -> dict[str, Any]:
        """What each of its results repeats of it."""
        return {
            "table_id": self.table_id,
            "ruleset": self.ruleset,
            "ante": self.ante,
            "deals": self.deals,
            "bank": self.bank,
            "cash": self.table.stakes == Table.CASH,
            "void": self.void,
            "ended_at": self.ended_at,
        }


FACTS = ("ended_at", "table", "ruleset", "ante", "deals", "bank", "cash", "void")


class PlayerResult(models.Model):
    """What one player won or lost in one finished game, in chips; nothing in a game that was called off.

    The facts of the game by which players filter theirs stand here too, all in one index: what somebody asks of their
    own games reads nothing else, however many games others have played.
    """

    game = models.ForeignKey(GameRecord, models.PROTECT, related_name="results")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="results")
    seat = models.PositiveSmallIntegerField()
    stack = models.PositiveBigIntegerField(help_text=_("at the start"))
    net = models.BigIntegerField()
    won = models.BooleanField()
    rating = models.IntegerField(null=True, blank=True, help_text=_("after this game, where it counted"))
    ruleset_rating = models.IntegerField(null=True, blank=True, help_text=_("by this ruleset's games alone"))

    table = models.ForeignKey(Table, models.PROTECT, related_name="+", null=True, blank=True, db_index=False)
    ruleset = models.CharField(max_length=10, default="own")
    ante = models.PositiveBigIntegerField(default=0)
    deals = models.PositiveIntegerField(default=1)
    bank = models.PositiveBigIntegerField(default=0)
    cash = models.BooleanField(default=True)
    void = models.BooleanField(default=False)
    ended_at = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = (models.UniqueConstraint(fields=("game", "player"), name="result_booked_once"),)
        indexes = (
            models.Index(fields=("player", "-game", *FACTS, "net", "won"), name="result_of_player_with_facts"),
            models.Index(
                fields=("player", "-game", "rating"),
                condition=models.Q(rating__isnull=False),
                name="result_that_changed_a_rating",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"


class Commitment(models.Model):
    """A player's bond to a random seed, given ahead of the table's deal of that number (docs/fairness.md, step 1).

    `seed` is empty until it is revealed. Not a fact of the table's version: the first one of a seat's player stands.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    deal_no = models.PositiveBigIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    commit = models.CharField(max_length=64)
    seed = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table", "deal_no", "seat", "player"), name="commitment_stands_once"),
        )

    def __str__(self) -> str:
        return f"{self.table_id}/{self.deal_no}/{self.seat}"


class DealRecord(models.Model):
    """One deal's proof (docs/fairness.md): what everybody may have of it, as JSON, and the secret that it rests on.

    `header` is stored before it is sent, `combination` when the seeds are combined, `events` when the deal is over;
    each is written once, and together they are the public record. `secret` holds the seeds of all eight decks until
    they are combined, then that of the used deck, and nothing once it is erased; it never leaves the database but for
    a deal that was called off (`void`) after that, whose deck is everybody's to see.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="deals")
    deal_no = models.PositiveBigIntegerField(_("number at its table"))
    game = models.CharField(_("game"), max_length=32, db_index=True, help_text=_("its public id"))
    deal = models.PositiveIntegerField(_("number in its game"))
    made_at = models.BigIntegerField(_("made, ms"))
    header = models.TextField()
    combination = models.TextField(blank=True, default="")
    events = models.TextField(blank=True, default="")
    record_hash = models.CharField(max_length=64, blank=True, default="")
    secret = models.TextField(blank=True, default="")
    committed = models.PositiveSmallIntegerField(_("seats that committed"), default=0)
    silent = models.PositiveSmallIntegerField(_("of those, seats that did not reveal in time"), default=0)
    void = models.BooleanField(_("called off"), default=False)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = (models.UniqueConstraint(fields=("table", "deal_no"), name="deal_made_once"),)
        indexes = (
            # All that sums and heads of chains read: the row itself is some twelve kilobytes.
            models.Index(
                fields=("made_at", "table", "committed", "silent", "void", "record_hash"), name="deal_with_facts"
            ),
            models.Index(
                fields=("made_at",),
                condition=~models.Q(secret="") & ~models.Q(record_hash="") & models.Q(void=False),
                name="deal_to_be_erased",
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id}/{self.deal_no}"

    @property
    def seeds(self) -> list[bytes]:
        """The secret seeds: of all eight decks, of the used one, or of none."""
        return [bytes.fromhex(seed) for seed in self.secret.split()]


class Presence(models.Model):
    """When a seated player's page was last heard from, ms. Not a fact of the table's version."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seen_at = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "player"), name="presence_once"),)

    def __str__(self) -> str:
        return f"{self.table_id}/{self.player_id}"


class SeenOutside(models.Model):
    """When a player was last known to have a page open that is no table's, the lobby say, ms."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    seen_at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.player_id)


# --- derived from finished games by games.tally, and made anew from them at any time --------------------------------


class Progress(models.Model):
    """How far a worker has come: the tally's number of the last game that it has done.

    Whatever changes the numbers that it keeps is guarded by `version`, which every such write raises.
    """

    worker = models.CharField(max_length=12, primary_key=True)
    tally_no = models.PositiveBigIntegerField(default=0)
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.worker}: {self.tally_no}"


class Rating(models.Model):
    """How well somebody plays, of all rulesets ("") or of one: openskill's estimate and its uncertainty."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings")
    ruleset = models.CharField(max_length=10, blank=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = (models.UniqueConstraint(fields=("player", "ruleset"), name="rating_once_a_ruleset"),)

    def __str__(self) -> str:
        return f"{self.player_id} {self.ruleset}".rstrip()


class Totals(models.Model):
    """What somebody did in all their counted games at public tables of one ruleset with so many players.

    `chips` and `biggest_bank` are of cash tables alone; chips of a tournament's own are no wallet's.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="totals")
    ruleset = models.CharField(max_length=10)
    seats = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    azi = models.PositiveIntegerField(default=0, help_text=_("games that came to Azi"))
    chips = models.BigIntegerField(default=0)
    biggest_bank = models.PositiveBigIntegerField(default=0, help_text=_("won"))
    biddings = models.PositiveIntegerField(default=0, help_text=_("in which it was dealt in and asked"))
    bids_won = models.PositiveIntegerField(default=0, help_text=_("in which it made the last bet or raise"))
    bets = models.PositiveIntegerField(default=0, help_text=_("bets and raises"))
    blind_bets = models.PositiveIntegerField(default=0, help_text=_("bets and raises made without having looked"))

    class Meta:
        verbose_name = _("totals")
        verbose_name_plural = _("totals")
        constraints = (models.UniqueConstraint(fields=("player", "ruleset", "seats"), name="totals_once"),)

    def __str__(self) -> str:
        return f"{self.player_id} {self.ruleset} {self.seats}"


class DealStatistics(models.Model):
    """The one row of what all deals with a record come to (games.deal_statistics).

    `counts` are of the decks of the games that were tallied, `shown` the same at some time before: a page that showed
    each deal as it is counted would show its cards. `over` and the sums beside it of all deals that were made
    before `summed_to`, ms.
    """

    counts = models.JSONField(default=dict)
    shown = models.JSONField(default=dict)
    summed_to = models.BigIntegerField(default=0)
    over = models.PositiveBigIntegerField(default=0)
    committed = models.PositiveBigIntegerField(default=0)
    silent = models.PositiveBigIntegerField(default=0)
    void = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.over} deals"
