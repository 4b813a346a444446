"""The moves of a running game: an answer with what follows from it by itself, the clock's answers, the settlement."""

from django.db import connection, transaction
from django.utils.translation import gettext as _

from games.rules import Game, IllegalAction, MalformedAction, bots, record
from games.rules.view import view as game_view

from . import cast, changes, proofs, timing
from .models import GameRecord, PlayerResult, Seat, Table
from .refusals import Refusal, refused
from .tables import TableAt
from .timing import Timing

NEXT_GAME_MS = 5_000
NEXT_DEAL_MS = 3_000  # Azi: time to see the last trick
REVEAL_MS = 2_000  # from a deal's header to its cards, at most; after Azi within that pause
BANK_BACK_MS = 5_000
BOT_MS = (400, 1_600)
BOT_ALONE_MS = 300  # when no person can still act: quick, yet each card is seen
MISSED_IN_A_ROW = 3
ABSENT_MS = 1_000  # at a tournament table the clock answers so soon for who sits out
ALONE = ("bid", "play")  # one seat is asked after the other; else several together

# What of a table's row a deal may change, a game's first one too; a move in mid-game writes less (Move._append).
DEALT = (
    *("game_no", "game_id", "settled", "started_at", "record", "next_deal"),
    *("due", "deadline", "next_at", "moved_at"),
)


def act(at: TableAt, user_id: int, do: str, ask: int | None) -> bool:
    seat = changes.seat_of(at, user_id)
    playing = at.row.running and at.in_game(seat)
    if do != "L":
        current = at.ask(seat.number) if playing else None
        if current != ask:  # also when the game is over by now, so that a second click is no error of the player's
            raise Refusal("stale", _("The table has moved on."))
        if current is None:
            raise Refusal("not_asked", _("It is not your turn."))
    if not playing:
        raise Refusal("not_asked", _("You are not in a running game."))
    now = timing.now_ms()
    move = Move(at, now)
    try:
        move.make(seat.number, do)
    except MalformedAction:
        raise Refusal("malformed", _("That is not an action.")) from None
    except IllegalAction as illegal:
        raise refused(illegal) from None
    if is_absent(at, seat):
        _come_back(move, seat)
    else:
        move.save()
    return True


def _come_back(move: "Move", seat: Seat) -> None:
    """Who acts at a tournament table sits out no longer."""
    seat.sitting_out, seat.out_since, seat.missed = False, None, 0
    move.time_anew(seat)
    with transaction.atomic():
        move.save()
        Seat.objects.filter(pk=seat.pk).update(sitting_out=False, out_since=None, missed=0)


class Move:
    """Actions that are written to a running game together: an answer and what follows from it by itself."""

    def __init__(self, at: TableAt, now: int) -> None:
        assert at.game is not None
        self.at = at
        self.game: Game = at.game
        self.now = now
        self.text = ""
        self.phase = self.game.phase
        self.asked_anew = False

    def make(self, number: int, word: str, by_clock: bool = False) -> None:
        """Apply one action. Raises IllegalAction or MalformedAction and leaves no trace."""
        self.game.apply(number, word)
        row, deal = self.at.row, self.at.deal
        if deal and not deal.over:
            deal.note(number, word)
        tenths = max(0, (self.now - row.moved_at) // 100)
        row.moved_at = self.now
        self.at.timing.note(number, word, tenths, by_clock)
        self.text += " " + record.word(number, word, tenths, by_clock)
        if word != "L":
            self.asked_anew = True

    def deal(self, cards: list[int]) -> None:
        """A new deal of this game, looked at by those who want to see their cards at once."""
        row = self.at.row
        self.game.deal(cards)
        if self.at.deal:
            self.at.deal.dealt(self.game)
        self.at.timing.deal()
        self.text += record.deal_line(cards)
        row.moved_at = self.now
        self.asked_anew = True
        for number in self.game.numbers:
            seat = self.at.seats[number]
            if seat.show_at_once and not seat.player.is_bot and "L" in self.game.legal_actions(number):
                self.make(number, "L")

    def save(self) -> None:
        """Let those who are leaving answer, then write all of it, with the settlement if the game is over."""
        self._let_leavers_answer()
        deal = self.at.deal
        if deal is None or not deal.ends(self.game):
            self._write()
            return
        deal.close()
        with transaction.atomic():
            self._write()
            proofs.keep(self.at.row, deal)

    def _write(self) -> None:
        row, game = self.at.row, self.game
        row.record += self.text
        if game.is_over:
            settle(self.at, self.now)
            return
        if self.asked_anew:
            self._ask()
        elif game.phase != "deal" and row.due is not None and row.due <= self.now:
            row.due = self._due()  # a bot has looked, and takes its time to answer
        if game.phase == "deal" or self.text.startswith("\n"):
            save_dealt(self.at)
        else:
            self._append()

    def _append(self) -> None:
        """The one statement of a move in mid-game. `||`, because `+` would add numbers on SQLite."""
        row = self.at.row
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_table SET record = record || %s, version = version + 1, due = %s, deadline = %s,"
                " moved_at = %s WHERE id = %s AND version = %s",
                (self.text, row.due, row.deadline, row.moved_at, row.pk, row.version),
            )
            if cursor.rowcount != 1:
                raise changes.Outdated
        row.version += 1

    def _let_leavers_answer(self) -> None:
        while leavers := [n for n in self.game.to_act if self.at.seats[n].leaving]:
            self.make(leavers[0], self.game.default_action(leavers[0]), by_clock=True)

    def _ask(self) -> None:
        """Set the times for what the table waits for now. Others' answers move no deadline where all are asked."""
        row, game = self.at.row, self.game
        if game.phase == "deal":
            row.deadline = None
            row.next_at = self.now + NEXT_DEAL_MS
            row.due = row.next_at - REVEAL_MS
            return
        row.next_at = None
        if game.phase in ALONE:
            row.deadline = self._alone_until(self.at.seats[game.to_act[0]], self.now)
        elif row.deadline is None or game.phase != self.phase:
            row.deadline = self.now + row.turn_ms
        row.due = self._due()

    def _alone_until(self, seat: Seat, asked: int) -> int:
        """The end of the time of a seat that is asked alone, since `asked`."""
        full = asked + self.at.row.turn_ms + self.at.bank_ms(seat)
        return min(full, self.now + ABSENT_MS) if is_absent(self.at, seat) else full

    def _due(self) -> int | None:
        """When the clock must look: at a bot's answer, after a time that tells nothing, or when people's time ends."""
        seats, asked = self.at.seats, self.game.to_act
        if self.at.row.deadline is None:
            return None
        due = min(self.times_out_at(n) for n in asked)
        if not any(seats[n].player.is_bot for n in asked):
            return due
        people = [n for n in self.game.numbers if may_answer(seats[n]) and not is_absent(self.at, seats[n])]
        watched = any(self.game.seats[n].in_ or n in asked for n in people)  # asked: folded, at Azi
        return min(due, self.now + (cast.chance.randint(*BOT_MS) if watched else BOT_ALONE_MS))

    def times_out_at(self, number: int) -> int:
        """When the clock answers for somebody who is asked: at the deadline, beside others sooner for who sits out."""
        row = self.at.row
        assert row.deadline is not None
        if self.game.phase in ALONE or not is_absent(self.at, self.at.seats[number]):
            return row.deadline
        return row.deadline - row.turn_ms + ABSENT_MS

    def time_anew(self, seat: Seat) -> None:
        """The time of one who has just sat out of a tournament or come back: counted from the question on, so that
        going to and fro wins nobody any."""
        row = self.at.row
        if row.deadline is None or seat.number not in self.game.to_act:
            return
        if self.game.phase in ALONE:
            row.due = row.deadline = self._alone_until(seat, row.moved_at - self.at.timing.elapsed)
        else:
            row.due = min(row.due or row.deadline, self.times_out_at(seat.number))


def save_dealt(at: TableAt) -> None:
    """Write what a deal may change."""
    changes.save(at, **{name: getattr(at.row, name) for name in DEALT})


def may_answer(seat: Seat) -> bool:
    return not seat.player.is_bot and not seat.leaving


def is_absent(at: TableAt, seat: Seat) -> bool:
    """Whether the clock answers for this seat: who sits out of a tournament is dealt in all the same."""
    return at.row.stakes == Table.TOURNAMENT and seat.sitting_out


def on_clock(at: TableAt, now: int) -> bool:
    assert at.game is not None
    game, row = at.game, at.row
    move = Move(at, now)
    bots_asked = [n for n in game.to_act if at.seats[n].player.is_bot]
    people_asked = [n for n in game.to_act if n not in bots_asked] if row.deadline is not None else []
    late = [n for n in people_asked if now >= move.times_out_at(n)]
    if late:
        for number in late:
            move.make(number, game.default_action(number), by_clock=True)
    elif bots_asked:
        number = bots_asked[0]
        style = cast.style(at.seats[number].player)
        move.make(number, bots.choose(game_view(game, number), cast.chance, level=row.bot_level, style=style))
    move.save()
    return True


def settle(at: TableAt, now: int) -> None:
    """The game is over: stacks, results and the finished record in one transaction; the rest is due at once."""
    game, row = at.game, at.row
    assert game is not None
    assert game.net is not None
    text = row.record + "\n" + record.result_line(game)
    for seat in at.seats.values():
        seat.ready = False  # for the next game: nobody has read this result
    for number, stack in game.stacks.items():
        seat = at.seats[number]
        seat.stack = stack
        seat.bank_ms = min(Seat.BANK_MS, at.bank_ms(seat) + BANK_BACK_MS)
        seat.missed = min(at.timing.missed_in_a_row(number, seat.missed), MISSED_IN_A_ROW)
        if row.stakes == Table.CASH and not seat.player.is_bot and stack < row.ante:
            seat.broke_since = seat.broke_since or now
        if seat.missed == MISSED_IN_A_ROW and not seat.sitting_out:
            seat.sitting_out, seat.out_since, seat.missed = True, now, 0
    with transaction.atomic():
        changes.save(
            at,
            record=text,
            settled=True,
            dealer=game.winner,
            deadline=None,
            moved_at=now,
            next_at=now + NEXT_GAME_MS,
            due=now,
        )
        players = [at.seats[number] for number in game.numbers]
        Seat.objects.bulk_update(players, ["stack", "bank_ms", "missed", "sitting_out", "out_since", "broke_since"])
        Seat.objects.filter(table=row, ready=True).update(ready=False)
        finished = GameRecord.objects.create(
            public_id=row.game_id,
            table=row,
            game_no=row.game_no,
            record=text,
            bank=sum(game.shares.values()),
            deals=game.deals,
            people=sum(not seat.player.is_bot for seat in players),
            members=sum(not seat.player.is_bot and not seat.player.is_guest for seat in players),
            seats=len(players),
            by_folds=game.how == "folds",
            ruleset=game.ruleset.preset,
            ante=game.ruleset.ante,
            started_at=row.started_at or now,
            ended_at=now,
        )
        PlayerResult.objects.bulk_create(
            PlayerResult(
                game=finished,
                player=seat.player,
                seat=seat.number,
                stack=seat.stack - game.net[seat.number],
                net=game.net[seat.number],
                won=seat.number == game.winner,
                **finished.facts,
            )
            for seat in players
        )
    at.timing = Timing(row.turn_ms)
