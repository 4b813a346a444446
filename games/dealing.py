"""Dealing by azi-fair/1 (docs/fairness.md): players' commitments and reveals, the header, the deal that comes of them.

A deck is due when a game begins and after Azi. Then the header is stored with the table's next version; the cards go
out when all who had committed have revealed, or two seconds later; at once where nobody had. Commitments and reveals
have rows of their own and don't raise the table's version. Whoever is killed in between, the next clock goes on with
the same header.
"""

import json
import re
import secrets
from collections.abc import Iterable
from functools import partial
from typing import Any, cast

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.rules import Game, Ruleset, cards, fairness, record
from games.rules.game import DEAL

from . import changes, timing
from .changes import Outdated
from .models import Commitment, DealRecord, Seat, Table
from .moves import REVEAL_MS, Move, save_dealt
from .proofs import Deal
from .refusals import Refusal
from .tables import TableAt
from .timing import Timing

_HEX = re.compile(r"[0-9a-f]{64}")


def stacked(deal_no: int) -> list[int] | None:
    """The deck of the table's deal of that number, where tests prepared one: nothing can be proved of it."""
    decks: list[str] = settings.AZI_STACKED_DECKS
    if deal_no > len(decks):
        return None
    text = decks[deal_no - 1]
    return [cards.BY_NAME[text[at : at + 2]] for at in range(0, len(text), 2)]


# --- what players send ------------------------------------------------------------------------------------------------


def commit(table_id: int, user_id: int, deal_no: int, commitment: str) -> dict[str, Any]:
    """Bind a player to a seed for the table's next deal; the first time stands. The commitment that stands.

    Raises Refusal: malformed, not_seated, stale (another deal is the next).
    """
    with transaction.atomic():
        return _commit(_locked(table_id), user_id, deal_no, commitment)


def reveal(table_id: int, user_id: int, deal_no: int, seed: str, following: str | None = None) -> dict[str, Any] | None:
    """Open a player's commitment to the deal whose header stands; when it was the last one, the cards go out.

    `following` is a commitment to the next deal: then what stands for that. What is wrong with it takes no reveal back.
    Raises Refusal: malformed, late (there is no such header, or its cards are out), illegal (it opens nothing); and as
    `commit` does.
    """
    if not _HEX.fullmatch(seed):
        raise _malformed()
    stands, refused = None, None
    with transaction.atomic():
        row = _locked(table_id)
        header = _waiting(table_id, deal_no)
        commitments = list(Commitment.objects.filter(table=table_id, deal_no=deal_no))
        ours = _opened(header, commitments, user_id, seed)
        if not ours.seed:
            ours.seed = seed
            Commitment.objects.filter(pk=ours.pk).update(seed=seed)
        complete = len(_seeds(header, commitments)) == len(_bound(header))
        if following is not None:
            try:
                stands = _commit(row, user_id, deal_no + 1, following)
            except Refusal as refusal:
                refused = refusal
    if complete:
        changes.make(table_id, partial(_complete, deal_no=deal_no))
    if refused is not None:
        raise refused
    return stands


def _locked(table_id: int) -> Table:
    """The table's row, which whoever makes a header or deals the cards out writes to: so no commitment that we say
    stands is left out of the header, and no seed that we take is left out of the cards."""
    return Table.objects.select_for_update().only("next_deal").get(pk=table_id)


def _commit(row: Table, user_id: int, deal_no: int, commitment: str) -> dict[str, Any]:
    if not _HEX.fullmatch(commitment) or commitment == fairness.ZERO:  # in a header that is a seat without one
        raise _malformed()
    number = Seat.objects.filter(table=row.pk, player=user_id).values_list("number", flat=True).first()
    if number is None:
        raise Refusal("not_seated", _("You have no seat at this table."))
    if row.next_deal != deal_no:
        raise Refusal("stale", _("The table has moved on."))
    key = {"table_id": row.pk, "deal_no": deal_no, "seat": number, "player_id": user_id}
    stands = Commitment.objects.filter(**key).values_list("commit", flat=True).first()
    if stands is None:
        stands = Commitment.objects.create(**key, commit=commitment).commit
    return {"deal_no": deal_no, "seat": number, "commit": stands}


def _waiting(table_id: int, deal_no: int) -> dict[str, Any]:
    """The header whose cards are still to come."""
    waiting = DealRecord.objects.filter(table=table_id, deal_no=deal_no, combination="", record_hash="")
    header = waiting.values_list("header", flat=True).first()
    if header is None:
        raise Refusal("late", _("This deal does not wait for anybody any more."))
    return cast("dict[str, Any]", json.loads(header))


def _opened(header: dict[str, Any], commitments: list[Commitment], user_id: int, seed: str) -> Commitment:
    """This player's commitment in the header, which the seed opens."""
    bound = _bound(header)
    mine = [one for one in commitments if one.player_id == user_id and bound.get(one.seat) == one.commit]
    users = {seat["seat"]: seat["user"] for seat in header["seats"]}
    if not mine or _commitment(header, mine[0].seat, users[mine[0].seat], seed) != mine[0].commit:
        raise Refusal("illegal", _("This does not open what you committed to."))
    return mine[0]


def _malformed() -> Refusal:
    return Refusal("malformed", _("That message could not be read."))


def _commitment(header: dict[str, Any], seat: int, user: str, seed: str) -> str:
    return fairness.commitment(header["table_id"], header["deal_no"], seat, user, bytes.fromhex(seed))


def _bound(header: dict[str, Any]) -> dict[int, str]:
    """The commitments in a header, by seat."""
    return {seat["seat"]: seat["commit"] for seat in header["seats"] if seat["commit"] != fairness.ZERO}


def _revealed(table_id: int, header: dict[str, Any]) -> dict[int, bytes]:
    """The seeds that were revealed under a header, by seat."""
    return _seeds(header, Commitment.objects.filter(table=table_id, deal_no=header["deal_no"]).exclude(seed=""))


def _seeds(header: dict[str, Any], commitments: Iterable[Commitment]) -> dict[int, bytes]:
    bound = _bound(header)
    return {one.seat: bytes.fromhex(one.seed) for one in commitments if one.seed and bound.get(one.seat) == one.commit}


def _complete(at: TableAt, deal_no: int) -> bool:
    """All have revealed: the cards go out, unless the pause after Azi is still on."""
    deal, now = at.deal, timing.now_ms()
    if deal is None or not deal.is_open or deal.deal_no != deal_no or now < (at.row.next_at or 0):
        return False
    _deal_out(at, now)
    return True


# --- when a deck is due -----------------------------------------------------------------------------------------------


def is_due(at: TableAt) -> bool:
    """Whether the game on the table waits for a deck."""
    return at.row.running and at.game is not None and at.game.phase == DEAL


def go_on(at: TableAt, now: int) -> None:
    """The next step towards the cards: the header, or after it, when the clock calls, the cards themselves."""
    if at.deal and at.deal.is_open:
        _deal_out(at, now)
    elif (prepared := stacked(at.row.next_deal)) is not None:
        _deal_stacked(at, prepared, now)
    else:
        _make_header(at, now)


def _deal_stacked(at: TableAt, deck: list[int], now: int) -> None:
    row = at.row
    if row.next_at is not None and now < row.next_at:
        changes.save(at, due=row.next_at)
        return
    at.deal, row.next_deal = None, row.next_deal + 1
    _write(at, deck, now)


def _make_header(at: TableAt, now: int) -> None:
    """Bound to eight decks from here on; made before the transaction in which it is stored."""
    row, game = at.row, at.game
    assert game is not None
    seats = {seat.number: at.seats[seat.number] for seat in game.next_in}
    commits = _commits(row, row.next_deal, seats)
    header, seeds = fairness.make(
        row.public_id,
        row.next_deal,
        [(number, seats[number].player.public_id, commits.get(number, fairness.ZERO)) for number in sorted(seats)],
        _head(row),
        now,
    )
    deal = at.deal = Deal(row.game_id, game.deals + 1, header, seeds)
    row.next_deal += 1
    pause = row.next_at is not None and now < row.next_at
    at_once = not commits and not pause
    if at_once:
        deal.combine({})
        _draw_dealer(at)
    else:
        row.due = max(row.next_at or 0, now + REVEAL_MS if commits else 0)
    with transaction.atomic():
        if at_once:
            _write(at, deal.deck, now)
        else:
            save_dealt(at)
        if _commits(row, deal.deal_no, seats) != commits:
            raise Outdated  # somebody has committed since we looked
        _create(deal, row, len(commits), now)


def _commits(row: Table, deal_no: int, seats: dict[int, Seat]) -> dict[int, str]:
    """What the players in these seats have committed to for that deal."""
    found = Commitment.objects.filter(table=row.pk, deal_no=deal_no)
    return {one.seat: one.commit for one in found if one.seat in seats and seats[one.seat].player_id == one.player_id}


def _head(row: Table) -> str:
    """The record hash of the table's previous deal."""
    deals = DealRecord.objects.filter(table=row.pk).exclude(record_hash="").order_by("-deal_no")
    return deals.values_list("record_hash", flat=True).first() or fairness.ZERO


def _create(deal: Deal, row: Table, committed: int, now: int) -> None:
    Commitment.objects.filter(table=row.pk, deal_no__lt=deal.deal_no).delete()
    DealRecord.objects.create(
        table=row,
        deal_no=deal.deal_no,
        game=deal.game,
        deal=deal.number,
        made_at=now,
        header=json.dumps(deal.header),
        combination=json.dumps(deal.combination) if deal.combination else "",
        secret=" ".join(seed.hex() for seed in deal.seeds),
        committed=committed,
    )


def _deal_out(at: TableAt, now: int) -> None:
    """Combine what was revealed; the cards go out."""
    deal, row = at.deal, at.row
    assert deal is not None
    revealed = _revealed(row.pk, deal.header)
    deal.combine(revealed)
    _draw_dealer(at)
    with transaction.atomic():
        _write(at, deal.deck, now)
        if _revealed(row.pk, deal.header) != revealed:
            raise Outdated  # somebody was just in time
        DealRecord.objects.filter(table=row.pk, deal_no=deal.deal_no).update(
            combination=json.dumps(deal.combination),
            secret=deal.seeds[0].hex(),
            silent=len(_bound(deal.header)) - len(revealed),
        )


def _draw_dealer(at: TableAt) -> None:
    """Where no game was won before, the dealer of the first deal is drawn from the same seeds."""
    row, game, deal = at.row, at.game, at.deal
    assert game is not None
    assert deal is not None
    assert deal.combination is not None
    if game.deals == 0 and row.dealer is None:
        _begin_anew(at, game.stacks, game.ruleset, deal.combination["drawn_dealer"])


def begin(at: TableAt, players: list[Seat], now: int) -> None:
    """A game of its own number and id before its first deal; a dealer who is to be drawn is not known before that."""
    row = at.row
    _begin_anew(at, {seat.number: seat.stack for seat in players}, row.ruleset, row.dealer)
    row.game_no += 1
    row.game_id = secrets.token_hex(16)
    row.settled, row.started_at, row.moved_at = False, now, now
    row.next_at, row.deadline = None, None
    at.timing, at.deal = Timing(row.turn_ms), None


def _begin_anew(at: TableAt, stacks: dict[int, int], ruleset: Ruleset, dealer: int | None) -> None:
    """Until the dealer is drawn the lowest seat stands in the record: some seat must."""
    dealer = min(stacks) if dealer is None else dealer
    at.game = Game(ruleset, stacks, dealer)
    at.row.record = record.head(ruleset, [(n, stacks[n], at.seats[n].player.name) for n in sorted(stacks)], dealer)


def _write(at: TableAt, deck: list[int], now: int) -> None:
    move = Move(at, now)
    move.deal(deck)
    move.save()
