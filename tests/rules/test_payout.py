"""Who gets what of the bank (rules 9)."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import Ruleset
from games.rules.payout import in_proportion, shares
from games.rules.seat import Seat
from tests.rules.tables import (
    ALICE,
    AZI_HANDS,
    AZI_PLAY,
    AZI_TURN_UP,
    BLIND,
    BOB,
    PLAIN,
    VERA,
    dealt,
    play,
    stacked,
)

BOB_WINS = ("7d 8d 6s", "Ah Kh Qh", "9d Ts 7s")


def test_a_full_winner_takes_the_whole_bank() -> None:
    game = play(dealt(PLAIN, *BOB_WINS, turn_up="6h"), "1b90 2c 3c 17d 2Ah 39d 2Kh 3Ts 18d")
    assert game.shares == {BOB: 300}


def test_a_short_winner_takes_its_part_and_the_rest_goes_back_in_proportion() -> None:
    game = dealt(PLAIN, *BOB_WINS, turn_up="6h", stacks=(500, 50, 500))
    play(game, "1b90 2c 3c 17d 2Ah 39d 2Kh 3Ts 18d")
    # 250 chips are in the bank, Bob's stake is 50 of 100. Of the other 125 the odd chip is Alice's, nearer the dealer.
    assert game.shares == {BOB: 125, ALICE: 63, VERA: 62}
    assert game.net == {ALICE: -37, BOB: 75, VERA: -38}


def test_a_folded_payer_gets_its_part_back_too() -> None:
    game = dealt(PLAIN, *BOB_WINS, turn_up="6h", stacks=(500, 50, 500))
    play(game, "1b60 2c 3r90 1f 37s 2Ah 2Kh 3Ts")
    # Alice 70, Bob 50, Vera 100 less the uncalled 30: 190 chips; Bob's stake is 50 of Vera's 70.
    assert game.shares == {BOB: 135, ALICE: 28, VERA: 27}


def test_what_lay_there_before_the_deal_is_the_winners_alone() -> None:
    game = play(dealt(PLAIN, *AZI_HANDS, turn_up=AZI_TURN_UP, stacks=(500, 500, 30)), AZI_PLAY)
    game.deal(stacked(("6d 7d 8d", "9d Td Jd", "Ah Kh Qh"), "6h"))
    play(game, "1b50 2c 16d 29d 3Ah 3Kh 17d 2Td")
    assert (game.winner, game.shares) == (VERA, {ALICE: 50, BOB: 50, VERA: 90})


def test_a_short_ante_is_a_short_stake() -> None:
    game = dealt(PLAIN, *BOB_WINS, turn_up="6h", stacks=(500, 4, 500))
    play(game, "1b10 3c 17d 2Ah 39d 2Kh 3Ts 18d")
    # 44 chips: Bob's stake is 4 of 20, so 8 are his.
    assert game.shares == {BOB: 8, ALICE: 18, VERA: 18}


def test_a_blind_stake_counts_its_value() -> None:
    game = dealt(BLIND, "7d 8d 6s", "Ah Kh Qh", turn_up="6h", stacks=(500, 30))
    play(game, "1L 1b100 2c 17d 2Ah 2Kh 18d")
    # Bob's blind 20 chips are a bid of 40, which is all that was called of Alice's 100.
    assert game.shares == {BOB: 10 + 40 + 10 + 20}


def test_the_stake_of_a_folded_seat_does_not_set_the_measure() -> None:
    game = dealt(Ruleset(blind=False), *BOB_WINS, turn_up="6h", stacks=(200, 50, 500))
    play(game, "1b20 2r30 3r190 1f 2c 37s 2Ah 2Kh 3Ts")
    assert game.winner == BOB
    assert game.seats[VERA].bid == 40
    assert game.shares == {BOB: game.seats[ALICE].paid + 100}


@given(st.integers(0, 10**6), st.lists(st.integers(1, 10**6), min_size=1, max_size=6))
def test_chips_split_exactly_by_largest_remainders(chips: int, weights: list[int]) -> None:
    parts = in_proportion(chips, weights)
    exact = [Fraction(chips * weight, sum(weights)) for weight in weights]
    assert sum(parts) == chips
    assert all(abs(part - share) < 1 for part, share in zip(parts, exact, strict=True))
    lost = [share - int(share) for share in exact]
    rounded_up = [(-lost[place], place) for place in range(len(parts)) if parts[place] > exact[place]]
    rounded_down = [(-lost[place], place) for place in range(len(parts)) if parts[place] < exact[place]]
    assert not rounded_up or not rounded_down or max(rounded_up) < min(rounded_down)


seats = st.lists(
    st.tuples(st.integers(0, 20), st.integers(0, 60), st.booleans(), st.booleans()), min_size=2, max_size=6
)


@settings(max_examples=300)
@given(seats, st.integers(0, 200), st.integers(0, 5))
def test_the_bank_is_shared_out_as_the_rule_says(
    facts: list[tuple[int, int, bool, bool]], carried: int, who: int
) -> None:
    """Once more, in exact fractions and straight from the sentences of rules 9.3."""
    dealt_in = []
    for number, (ante, bid, blind, is_in) in enumerate(facts, 1):
        seat = Seat(number, 1000)
        seat.ante, seat.bid, seat.in_ = ante, bid, is_in
        seat.paid = ante + ((bid + 1) // 2 if blind else bid)
        dealt_in.append(seat)
    winner = dealt_in[who % len(dealt_in)]
    winner.in_ = True
    still_in = [seat for seat in dealt_in if seat.in_]
    bank = carried + sum(seat.paid for seat in dealt_in)
    got = shares(winner, still_in, dealt_in, bank, carried)
    assert sum(got.values()) == bank

    full = max(seat.ante + seat.bid for seat in still_in)
    stake = winner.ante + winner.bid
    if stake == full:
        assert got == {winner.number: bank}
        return
    paid = bank - carried
    won = int(Fraction(paid * stake, full))
    others = [seat for seat in dealt_in if seat is not winner]
    total = sum(seat.paid for seat in others)
    exact = {seat.number: Fraction((paid - won) * seat.paid, total) for seat in others}
    back = {number: int(share) for number, share in exact.items()}
    odd = paid - won - sum(back.values())
    order = sorted(others, key=lambda seat: (int(exact[seat.number]) - exact[seat.number], seat.number))
    for seat in order[:odd]:
        back[seat.number] += 1
    back[winner.number] = carried + won
    assert got == {number: chips for number, chips in back.items() if chips}
