"""Writing a record, reading it back, and masking it (rules 11)."""

import random

import pytest

from games.rules import CLASSIC, THREE_BIDS, Game, IllegalAction, Ruleset, record
from games.rules.cards import name_of
from games.rules.record import RecordError
from tests.rules.tables import ALICE, AZI_HANDS, AZI_PLAY, AZI_TURN_UP, BOB, PLAIN, VERA, shuffled, stacked, walk
from tests.rules.test_vectors import RANDOM

HEAD = record.head(CLASSIC, [(1, 500, "Aigerim"), (2, 500, "Bob; builder"), (4, 35, "")], 4)


def written(game: Game, rng: random.Random) -> str:
    """The running text of a game, as the live table appends to it."""
    seats = [(number, game.seats[number].start, f"P{number}") for number in game.numbers]
    text = record.head(game.ruleset, seats, game.dealer)
    deals = 0
    for seat, word in walk(game, rng):
        if game.deals > deals:
            deals = game.deals
            deck = [card for seat in game.dealt for card in seat.dealt]
            text += record.deal_line(_deck_of(game, deck))
        text += " " + record.word(seat, word, rng.choice([None, 0, 5, 30, 41]), rng.random() < 0.1)
    return text + "\n" + record.result_line(game)


def _deck_of(game: Game, hands: list[int]) -> list[int]:
    """A deck that deals what is dealt; the cards that went to nobody come in any order."""
    players = len(game.dealt)
    assert game.turn_up is not None
    deck = [game.dealt[at % players].dealt[at // players] for at in range(len(hands))] + [game.turn_up]
    return deck + [card for card in range(27) if card not in deck]


# Writing


def test_the_running_text_is_a_record_after_every_word() -> None:
    text = HEAD
    assert record.read(text).game.phase == "deal"
    text += record.deal_line(stacked(("7d 8d 6s", "Ah Kh Qh", "9d Ts 7s"), "6h"))
    assert record.read(text).game.phase == "bid"
    moves = ((1, "b40", 41, False), (2, "L", None, False), (2, "r60", 70, False), (4, "f", 200, True))
    for seat, action, tenths, by_clock in moves:
        text += " " + record.word(seat, action, tenths, by_clock)
        record.read(text)
    assert text.endswith(" 1b40@4.1 2L 2r60@7 4f@20!")
    assert record.read(text).names == {1: "Aigerim", 2: "Bob; builder", 4: ""}


def test_a_deal_line_may_follow_actions() -> None:
    text = record.head(PLAIN, [(1, 500, "Alice"), (2, 500, "Bob"), (3, 500, "Vera")], 3)
    text += record.deal_line(stacked(AZI_HANDS, AZI_TURN_UP)) + AZI_PLAY
    text += record.deal_line(stacked(AZI_HANDS, AZI_TURN_UP)) + AZI_PLAY
    assert record.read(text).game.deals == 2


@pytest.mark.parametrize("name", ["two\nlines", "x" * 201])
def test_a_name_that_would_not_read_back_is_refused(name: str) -> None:
    with pytest.raises(ValueError):
        record.head(CLASSIC, [(1, 500, name), (2, 500, "Bob")], 1)


@pytest.mark.parametrize("name", ["", "; azi 1", "a\rb", "b\r", "a\t b", "\x00", "\u2028", "🂡" * 200, "deal 6h", "!"])
def test_any_other_name_reads_back(name: str) -> None:
    text = record.head(CLASSIC, [(1, 500, name), (2, 500, "Bob")], 1)
    read = record.read(text)
    assert read.names == {1: name, 2: "Bob"}
    assert record.write(read) == text


def test_tenths_of_a_second() -> None:
    words = [record.word(1, "c", tenths) for tenths in (None, 0, 1, 10, 123)]
    assert words == ["1c", "1c@0", "1c@0.1", "1c@1", "1c@12.3"]


@pytest.mark.parametrize("seed", range(60))
def test_write_read_replay_is_the_identity(seed: int) -> None:
    rng = random.Random(seed)
    ruleset = Ruleset(rng.choice([3, 4]), rng.random() < 0.5, rng.choice([None, 2]), rng.choice(["buyin", "replay"]))
    seats = rng.sample(range(1, 7), rng.randint(2, 6))
    game = Game(ruleset, {seat: rng.randint(1, 600) for seat in seats}, rng.randint(1, 6))
    text = written(game, rng)
    read = record.read(text)
    assert record.summary(read.game) == record.summary(game)
    assert read.game.events == game.events
    again = record.read(record.write(read))
    assert record.write(again) == record.write(read)
    assert [str(move) for move in again.moves] == [str(move) for move in read.moves]
    for viewer in (None, *game.numbers):
        masked = record.read(record.mask(read, viewer))
        assert record.summary(masked.game) == record.summary(game)
        assert masked.game.events == game.events
        assert record.mask(masked, viewer) == record.mask(text, viewer)


# Reading


@pytest.mark.parametrize("text", ["", "; nothing", "hello", HEAD + HEAD])
def test_read_wants_one_record(text: str) -> None:
    with pytest.raises(RecordError):
        record.read(text)


def test_an_error_says_where() -> None:
    with pytest.raises(RecordError, match="line 8, column 4: seat 1: ") as error:
        record.read(HEAD + "deal " + "." * 18 + "6h" + "." * 34 + "\n4L 1c")
    assert (error.value.line, error.value.column) == (8, 4)


# Masking


def masked_lines(text: str, viewer: int | None) -> list[str]:
    return [line for line in record.mask(text, viewer).split("\n") if not line.startswith(("azi", "rules", "seat"))]


FOUR_HANDS = ("7d 8d 6s 6d", "Ah Kh Qh Jh", "9d Ts 7s 8s")
PLAYED = "1L 1x6d 2x 2L 3x 1b20 2c 3c 17d 2Ah 39d 2Kh 3Ts 18d\nresult 1-30 2+50 3-20\n"


def four_cards() -> str:
    text = record.head(Ruleset(cards=4), [(1, 500, "Alice"), (2, 500, "Bob"), (3, 500, "Vera")], 3)
    return text + "deal " + "".join(name_of(card) for card in stacked(FOUR_HANDS, "6h")) + "\n" + PLAYED


def test_the_public_may_have_the_turn_up_and_what_was_played() -> None:
    assert masked_lines(four_cards(), None) == [
        "dealer 3",
        "deal ........................6h............................",
        "1L 1x.. 2x 2L 3x 1b20 2c 3c 17d 2Ah 39d 2Kh 3Ts 18d",
        "result 1-30 2+50 3-20",
        "",
    ]


def test_a_seat_may_have_its_own_cards_and_its_discard() -> None:
    deal, actions = masked_lines(four_cards(), ALICE)[1:3]
    assert deal == "deal 7d....8d....6s....6d....6h............................"
    assert actions.startswith("1L 1x6d 2x 2L 3x")


def test_but_not_what_it_discarded_unseen() -> None:
    assert masked_lines(four_cards(), BOB)[1] == "deal ..Ah....Kh....Qh........6h............................"
    assert masked_lines(four_cards(), VERA)[1] == "deal ....9d....Ts....7s......6h............................"


def test_nor_cards_at_which_it_never_looked() -> None:
    text = HEAD.replace("seat 4", "seat 3") + "deal 7dAh9d8dKhTs6sQh7s6h7h8h9hThJh6dTdJdQdKdAd8s9sJsQsKsAs\n1b20 2f 3c"
    assert masked_lines(text, 2)[1] == "deal ..................6h.................................."
    assert masked_lines(text, 1)[1] == "deal 7d....8d....6s....6h.................................."


def test_a_stranger_may_have_what_the_public_has() -> None:
    assert record.mask(four_cards(), 6) == record.mask(four_cards(), None)


# Replaying a masked record


def masked(deck: str, words: str, ruleset: Ruleset = PLAIN) -> Game:
    seats = [(1, 500, "Alice"), (2, 500, "Bob"), (3, 500, "Vera")]
    return record.read(record.head(ruleset, seats, 3) + "deal " + deck.ljust(54, ".") + "\n" + words).game


def refusal(game: Game, seat: int, word: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        game.apply(seat, word)
    return refused.value.reason


HIDDEN = "." * 18


def test_a_hidden_hand_may_play_any_card_not_known_elsewhere() -> None:
    game = masked(HIDDEN + "6h" + "7h", "1b20 2c 3c")
    assert game.legal_actions(ALICE) == ("?",)
    assert refusal(game, ALICE, "6h") == "elsewhere"  # the turn-up
    assert refusal(game, ALICE, "7h") == "elsewhere"  # never dealt
    game.apply(ALICE, "Ah")
    assert refusal(game, BOB, "Ah") == "elsewhere"  # played
    game.apply(BOB, "As")
    game.apply(VERA, "7d")
    assert refusal(game, ALICE, "7d") == "elsewhere"


def test_a_card_of_another_hand_is_elsewhere_even_after_a_fold() -> None:
    game = masked("..Ks" + "." * 14 + "6h", "1b20 2f 3c")
    assert refusal(game, ALICE, "Ks") == "elsewhere"


def test_a_hand_with_a_hidden_card_is_not_judged() -> None:
    game = masked("Ah..7sKd....7d..9s6h", "1b20 2c 3c")
    game.apply(ALICE, "Kd")
    assert game.legal_actions(BOB) == ("?",)
    game.apply(BOB, "8h")
    assert game.legal_actions(VERA) == ("?",)
    game.apply(VERA, "9s")  # one of its cards is hidden: it might hold no diamond, whatever else
    assert game.legal_actions(game.to_act[0])


def test_a_hand_is_judged_again_once_its_hidden_card_is_played() -> None:
    game = masked("Ah..7s....8s7d..TsQh", "1b20 2c 3c 1As")
    assert [card for card in game.seats[ALICE].cards if card < 0] == []
    game.apply(BOB, "6s")
    game.apply(VERA, "7s")
    assert game.legal_actions(ALICE) == ("7d", "Ah")


def test_the_clock_cannot_choose_among_hidden_cards() -> None:
    game = masked(HIDDEN + "6h", "1b20 2c 3c")
    with pytest.raises(IllegalAction, match="hidden"):
        game.default_action(ALICE)


FOUR = Ruleset(cards=4, blind=False)


def test_a_hidden_hand_discards_a_named_or_a_hidden_card() -> None:
    game = masked("." * 24 + "6h", "", FOUR)
    assert game.legal_actions(ALICE) == ("?",)
    assert game.default_action(ALICE) == "x.."
    game.apply(ALICE, "x..")
    assert refusal(game, BOB, "x6h") == "elsewhere"
    game.apply(BOB, "x7h")
    assert refusal(game, VERA, "x7h") == "elsewhere"
    game.apply(VERA, "x8h")
    assert refusal(game, ALICE, "8h") == "bid_now"
    for word in ("1b20", "2c", "3c"):
        game.apply(int(word[0]), word[1:])
    assert refusal(game, ALICE, "8h") == "elsewhere"  # discarded


def test_a_known_hand_does_not_discard_a_hidden_card() -> None:
    game = masked("Ah....Kh....Qh....Jh....6h", "", FOUR)
    assert refusal(game, ALICE, "x..") == "not_hidden"
    game.apply(BOB, "x..")


def test_a_hidden_hand_that_has_not_looked_discards_its_last_unseen() -> None:
    game = masked("." * 18 + "Ah...." + "6h", "", Ruleset(cards=4))
    assert game.legal_actions(ALICE) == ("L", "x")
    assert refusal(game, ALICE, "x..") == "discard_unseen"
    game.apply(ALICE, "x")
    game.apply(ALICE, "L")
    for seat in (BOB, VERA):
        game.apply(seat, "x")
    for word in ("1b20", "2c", "3c"):
        game.apply(int(word[0]), word[1:])
    assert refusal(game, ALICE, "Ah") == "elsewhere"  # it was the last card dealt to her


def test_a_turn_up_is_never_hidden() -> None:
    game = Game(THREE_BIDS, {1: 500, 2: 500}, 2)
    deck = shuffled(random.Random(1))
    deck[6] = -1
    with pytest.raises(ValueError, match="turn-up"):
        game.deal(deck)


def test_steps_are_the_game_after_each_deal_and_move() -> None:
    text = next(case["agn"] for case in RANDOM if case["want"]["deals"] > 1)
    known = record.read(text)
    seen = [(game.deals, game.phase, len(game.events)) for game in record.steps(known)]
    assert len(seen) == len(known.decks) + len(known.moves)
    assert seen[-1] == (known.game.deals, known.game.phase, len(known.game.events))
    assert len({id(game) for game in record.steps(known)} - {id(known.game)}) == 1
