"""The form of a record and its errors (rules 11), case by case: nothing is guessed, and the place is exact."""

import json

import pytest

from games.rules.reader import read_all
from games.rules.record import Record, RecordError, summary

RULES = "rules cards=3 blind=yes raises=- azi=buyin ante=10 bet=10"
DECK = "7dAh9d8dKhTs6sQh7s6h7h8h9hThJh6dTdJdQdKdAd8s9sJsQsKsAs"
LINES = (
    "azi 1",
    RULES,
    "seat 1 500 Aigerim",
    "seat 2 500 Bob",
    "seat 4 35 Camille",
    "dealer 4",
    f"deal {DECK}",
    "1b40@4.1 2L 2r60@7 4L 4c 1c",
    "2Ah 47s@20! 17d 2Kh 4Ts 18d",
    "result 1-40 2+75 4-35",
)
GOOD = "\n".join(LINES) + "\n"


def found_in(data: "str | bytes") -> list[Record | RecordError]:
    return list(read_all(data if isinstance(data, bytes) else data.encode()))


def place(data: "str | bytes") -> tuple[int, int]:
    """Line and column of the one error in this input."""
    (error,) = found_in(data)
    assert isinstance(error, RecordError), summary(error.game)
    assert error.message
    return error.line, error.column


def accepts(data: "str | bytes") -> Record:
    (record,) = found_in(data)
    assert isinstance(record, Record), record
    return record


def changed(line: int, text: str) -> str:
    """The good record with another text on this line."""
    lines = list(LINES)
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


def cut(line: int, text: str = "") -> str:
    """The good record up to before this line, and then this text."""
    return "".join(one + "\n" for one in LINES[: line - 1]) + text


def test_the_good_record_is_good() -> None:
    assert summary(accepts(GOOD).game)["net"] == {"1": -40, "2": 75, "4": -35}


# Lines, blanks, comments


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        GOOD.replace(" ", "\t").replace("Camille", "Ca mille"),
        GOOD.replace(" ", " \t "),
        GOOD.replace("\n", " \t\n"),
        GOOD.replace("\n", "\n \t \n"),
        GOOD.replace("\n", "\n; azi 1\n \t;\n"),
        "\n".join("  \t" + line for line in LINES),
        "\n\n; before the first record\n" + GOOD + "; after it\n \n",
        "\n".join(line if line.startswith("seat") else line + ";x;y azi" for line in LINES),
        "\n".join(line if line.startswith("seat") else line + "\t; \u2028\x00\x0b é" for line in LINES),
        changed(8, "1b40 2L;2f\n2r60;\n;\n4L 4c 1c"),
    ],
)
def test_blanks_comments_and_empty_lines_mean_nothing(text: str) -> None:
    assert summary(accepts(text).game) == summary(accepts(GOOD).game)


@pytest.mark.parametrize("text", ["", "\n", "\r\n \t\r\n", "; nothing", ";azi 1\n", "\n\n;\xa0\n"])
def test_an_input_without_words_holds_no_record(text: str) -> None:
    assert found_in(text) == []


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("\ufeff" + GOOD, (1, 1)),
        (GOOD.replace("\n", "\r"), (1, 5)),
        (GOOD.replace("\n", "\r\r\n"), (1, 5)),
        (GOOD.replace("\n", "\v"), (1, 5)),
        (GOOD.replace("\n", "\u2028"), (1, 5)),
        (changed(8, "1b40\x0c2L"), (8, 1)),
        (changed(8, "1b40 2L\x0c"), (8, 6)),
        (changed(8, "1b40 \x00 2L"), (8, 6)),
        (changed(8, "1b40 2L\u30002r60"), (8, 6)),
        (changed(8, "1b40 2L\x852r60"), (8, 6)),
        (changed(8, "1b40\r 2L"), (8, 1)),
        (changed(8, "\ufeff1b40"), (8, 1)),
        (changed(8, "1b40 2L \U0001f0a1 2r60"), (8, 9)),
        ("azi\xa01\n", (1, 1)),
        ("AZI 1\n", (1, 1)),
        ("azi; 1\n", (1, 4)),
        ("  azi ; 1\n", (1, 6)),
        ("azi 1;\n;\n\n", (1, 6)),
    ],
)
def test_other_blanks_and_line_ends_are_letters(text: str, where: tuple[int, int]) -> None:
    assert place(text) == where


def test_columns_count_code_points() -> None:
    assert place(changed(3, "seat 1 500 Айгерим 🂡") + "\u00e9\u00e9 x") == (11, 1)
    assert place(changed(8, "1b40\t\t2L  2é")) == (8, 11)


# Which lines, in which order


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("azi", (1, 4)),
        ("azi 2\n" + GOOD[6:], (1, 5)),
        ("azi 01\n" + GOOD[6:], (1, 5)),
        ("azi 1 1\n" + GOOD[6:], (1, 7)),
        ("azi 1", (1, 6)),
        ("\n;x\n azi 1 ; x\n\n\n", (3, 7)),
        (cut(3), (2, len(RULES) + 1)),
        (cut(4), (3, 19)),
        (cut(5), (4, 15)),
        (cut(6), (5, 18)),
        (cut(4, "dealer 1\n"), (4, 1)),
        (cut(3, "dealer 1\n"), (3, 1)),
        (cut(2, "seat 1 500 Aigerim\n"), (2, 1)),
        (cut(2, "rule cards=3\n"), (2, 1)),
        (changed(6, "dealer 4\nseat 5 500 Dana"), (7, 1)),
        (changed(6, "deal " + DECK), (6, 1)),
        (changed(7, "result 1+0 2+0 4+0"), (7, 1)),
        (changed(7, "1L"), (7, 1)),
        (changed(7, "rules"), (7, 1)),
        (changed(7, "Deal " + DECK), (7, 1)),
        (changed(8, "deal " + DECK), (8, 1)),
        (changed(8, "deal"), (8, 1)),
        (changed(8, "1b40 deal " + DECK), (8, 6)),
        (changed(8, "1b40 result 1+0"), (8, 6)),
        (changed(10, "deal " + DECK), (10, 1)),
        (GOOD + "deal " + DECK, (11, 1)),
        (GOOD + "  result 1-40 2+75 4-35", (11, 3)),
        (GOOD + " x ; y", (11, 2)),
        (cut(2, "seat"), (2, 1)),
    ],
)
def test_lines_come_in_their_order(text: str, where: tuple[int, int]) -> None:
    assert place(text) == where


# The rules line


@pytest.mark.parametrize(
    ("options", "column"),
    [
        ("", 6),
        (" ; cards=3", 6),
        (" cards=3 blind=yes raises=- azi=buyin ante=10", 51),
        (" cards=3 cards=3 blind=yes", 15),
        (" cards=3 blind=yes raises=- azi=buyin ante=10 bet=10 x", 59),
        (" cards=03", 7),
        (" cards=4.0", 7),
        (" cards=", 7),
        (" cards", 7),
        (" cards==3", 7),
        (" Cards=3", 7),
        (" blind=no blind=no", 16),
        (" blind=Yes", 7),
        (" blind=true", 7),
        (" raises=", 7),
        (" raises=--", 7),
        (" raises=1000000000000001", 7),
        (" ante=٣", 7),
        (" ante=-1", 7),
        (" ante=+1", 7),
        (" ante=1_0", 7),
        (" ante=" + "9" * 5000, 7),
        (" azi=replays", 7),
        (" stack=3", 7),
        (" =3", 7),
    ],
)
def test_the_six_options_once_each(options: str, column: int) -> None:
    assert place(changed(2, "rules" + options)) == (2, column)


def test_options_in_any_order_up_to_the_largest_number() -> None:
    text = changed(2, "rules bet=1000000000000000 ante=10 azi=replay raises=1000000000000000 blind=no cards=4")
    ruleset = accepts("\n".join(text.split("\n")[:6])).game.ruleset
    assert str(ruleset) == f"cards=4 blind=no raises={10**15} azi=replay ante=10 bet={10**15}"


# Seats and dealer


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("seat", 5),
        ("seat ; 2 500 Bob", 6),
        ("seat;2 500 Bob", 5),
        ("seat 2", 7),
        ("seat 2;", 6),
        ("seat 2 ;500 Bob", 8),
        ("seat 2 500;Bob", 8),
        ("seat 7 500 Bob", 6),
        ("seat -2 500 Bob", 6),
        ("seat 2. 500 Bob", 6),
        ("seat ² 500 Bob", 6),
        ("seat 2 1000000000000001 Bob", 8),
        ("seat 2 9999999999999999999 Bob", 8),
        ("seat 2 00 Bob", 8),
        ("seat 2 5e2 Bob", 8),
        ("seat 2 500\xa0Bob", 8),
        ("seat 1 500 Bob", 6),
        ("seat 2  500   " + "x" * 201, 15),
        ("seat 2 500 " + "x" * 100 + " " + "é" * 100, 12),
        ("Seat 2 500 Bob", 1),
    ],
)
def test_a_seat_is_its_number_its_stack_and_any_name(line: str, column: int) -> None:
    assert place(changed(4, line)) == (4, column)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("seat 2 500", ""),
        ("seat 2 500 \t ", ""),
        ("seat 2 500 ;", ";"),
        ("seat 2 500 ; azi 1", "; azi 1"),
        ("seat 2 500 azi 1", "azi 1"),
        ("seat 2 500\tBob\t Bobson", "Bob\t Bobson"),
        ("seat 2 500 " + "🂡" * 200, "🂡" * 200),
        ("seat 2 500 \x00\u2028\x85\xa0\ufeff", "\x00\u2028\x85\xa0\ufeff"),
        ("seat 2 500 a\rb", "a\rb"),
    ],
)
def test_a_name_is_the_rest_of_the_line(line: str, name: str) -> None:
    assert accepts(changed(4, line)).names == {1: "Aigerim", 2: name, 4: "Camille"}


def test_six_seats_and_no_more() -> None:
    lines = ["azi 1", RULES, *(f"seat {number} 500" for number in (6, 5, 4, 3, 2, 1)), "dealer 6"]
    assert accepts("\n".join(lines)).game.numbers == (1, 2, 3, 4, 5, 6)
    lines.insert(8, "seat 1 500")
    assert place("\n".join(lines)) == (9, 6)


@pytest.mark.parametrize(
    ("line", "column"), [("dealer", 7), ("dealer;4", 7), ("dealer 7", 8), ("dealer 04", 8), ("dealer 4 4", 10)]
)
def test_the_dealer_is_a_seat_number(line: str, column: int) -> None:
    assert place(changed(6, line)) == (6, column)


# Decks


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("deal", 5),
        ("deal ;" + DECK, 5),
        ("deal " + DECK[:-4] + ";KsAs", 5 + 51),
        ("deal " + DECK[:-2] + "7d", 58),
        ("deal " + "7d7d" + DECK[4:], 8),
        ("deal " + DECK + "..", 60),
        ("deal " + DECK + "x", 60),
        ("deal " + DECK + " ..", 61),
        ("deal " + DECK[:18] + ".." + DECK[20:52] + "5s", 24),
        ("deal " + DECK[:10] + "xx" + DECK[12:18] + "..", 16),
        ("deal " + DECK[:10] + " " + DECK[10:], 17),
        ("deal .", 6),
        ("deal ..", 8),
        ("deal " + DECK[:6] + "\u0661h" + DECK[8:], 12),
        ("deal " + DECK.replace("Th", "10h"), 32),
        ("deal " + DECK.replace("Th", "th"), 32),
        ("deal " + DECK[:6] + ". " + DECK[8:], 12),
    ],
)
def test_a_deal_is_one_word_of_27_cards(line: str, column: int) -> None:
    assert place(changed(7, line)) == (7, column)


# Actions


@pytest.mark.parametrize(
    "word",
    [
        "1",
        "b40",
        "3b40",
        "11b40",
        "01b40",
        "１b40",
        "1b040",
        "1b+40",
        "1b40.",
        "1b4 ",
        "1b40c",
        "1B40",
        "1b",
        "1b0",
        "1b9",
        "1b981",
        "1b1000000000000000",
        "1b1000000000000001",
        "1b" + "9" * 5000,
        "1b٤٠",
        "1r40",
        "1c",
        "1x",
        "1x..",
        "1Ah",
        "1hA",
        "1j",
        "1p",
        "1t",
        "1?",
        "1b10..20",
        "2f",
        "1b40@",
        "1b40@-1",
        "1b40@1.",
        "1b40@1.23",
        "1b40@.1",
        "1b40@1,5",
        "1b40@00",
        "1b40@01.5",
        "1b40@1.٣",
        "1b40@1000000000000001",
        "1b40@1@1",
        "1b40!@1",
        "1b40!!",
        "1b40@!",
        "!1b40",
        "1@1b40",
        "@1",
        "!",
    ],
)
def test_what_is_no_action_or_not_legal_now_is_refused_at_its_first_letter(word: str) -> None:
    assert place(cut(8, "2L\n4L  " + word + " 1b40")) == (9, 5)


@pytest.mark.parametrize(
    "word", ["1b40", "1b40!", "1b40@0", "1b40@0.0", "1b40@1.5!", "1b40@1000000000000000.9", "1L@12", "1f;1b40"]
)
def test_times_and_the_clocks_mark_change_nothing(word: str) -> None:
    accepts(cut(8, word))


def test_the_clocks_mark_is_not_checked() -> None:
    (move,) = accepts(cut(8, "1b40@12.5!")).moves
    assert (move.seat, move.action, move.tenths, move.by_clock, move.deal) == (1, "b40", 125, True, 1)


# Results


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("result", 7),
        ("result ; 1-40", 7),
        ("result 1-40 2+75", 17),
        ("result 1-40 2+75 4-35 4-35", 23),
        ("result 1-40 2+75 2+75", 18),
        ("result 1-40 2+75 3+0", 18),
        ("result 1-40 2+75 4-34", 18),
        ("result 1-40 2+75 435", 18),
        ("result 1-40 2+75 4", 18),
        ("result 1-40 2+75 4-035", 18),
        ("result 1-40 2+75 4−35", 18),
        ("result 1-40 275 4-35", 13),
        ("result 1-40@1 2+75 4-35", 8),
        ("result 1 -40 2+75 4-35", 8),
        ("result x", 8),
        ("result 1-40 2+75 4-35 azi", 23),
    ],
)
def test_a_result_names_every_seat_once_and_agrees(line: str, column: int) -> None:
    assert place(changed(10, line)) == (10, column)


def test_a_result_in_any_order() -> None:
    assert accepts(changed(10, "result 4-35 2+75 1-40 ; well played")).has_result


def test_a_gain_of_nothing_is_written_plus_0() -> None:
    text = (
        "azi 1\nrules cards=3 blind=no raises=- azi=buyin ante=1 bet=10\nseat 1 999\nseat 2 1\nseat 3 999\ndealer 3\n"
        "deal 6dAh7d8dKhTs6sQh7s6h7h8h9hThJh9dTdJdQdKdAd8s9sJsQsKsAs\n1b500 3c 16d 2Ah 37d 2Kh 3Ts 16s\n"
    )
    # Bob's stake is 1 of 501: of 1003 chips 2 are his, and the odd one of the rest is Alice's.
    accepts(text + "result 1+0 2+1 3-1")
    assert place(text + "result 1-0 2+1 3-1") == (9, 8)
    assert place(text + "result 10 2+1 3-1") == (9, 8)


# Many records


def test_an_error_skips_only_its_own_record() -> None:
    text = GOOD + changed(8, "1x\n1y") + GOOD + "azi 1\n" + GOOD + "azi 1 ; cut"
    shown = [(one.line, one.column) if isinstance(one, RecordError) else "good" for one in found_in(text)]
    assert shown == ["good", (18, 1), "good", (32, 6), "good", (43, 6)]


def test_a_record_may_end_early_before_another() -> None:
    text = cut(7) + cut(8) + GOOD
    assert [isinstance(one, Record) for one in found_in(text)] == [True, True, True]


def test_text_before_the_first_record_is_one_bad_record() -> None:
    text = "; comment\n\n  hello\nworld ; azi\nrules\n" + GOOD
    error, record = found_in(text)
    assert isinstance(error, RecordError)
    assert (error.line, error.column) == (3, 3)
    assert isinstance(record, Record)


def test_text_after_a_result_spoils_the_record() -> None:
    assert place(GOOD + "hello\n") == (11, 1)


# What is no UTF-8


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"\xff\n" + GOOD.encode(), (1, 1)),
        (GOOD.encode("utf-16"), (1, 1)),
        (changed(8, "1b40 % 2L").encode().replace(b"%", b"2\xc3"), (8, 6)),
        (changed(4, "seat 2 500 é % x").encode().replace(b"%", b"\xed\xa0\x80"), (4, 14)),
        (changed(4, "seat 2 500 %").encode().replace(b"%", b"\xc0\x80"), (4, 12)),
        (changed(8, "1b40 2L ; a %").encode().replace(b"%", b"b\x80"), (8, 13)),
        (cut(7, "; %").encode().replace(b"%", b"\xf5"), (7, 3)),
    ],
)
def test_bytes_that_are_no_utf8_are_bad_words(data: bytes, where: tuple[int, int]) -> None:
    first = found_in(data)[0]
    assert isinstance(first, RecordError)
    assert (first.line, first.column) == where


# How long


def test_a_line_of_64_kib_is_read_a_longer_one_refused() -> None:
    accepts(changed(8, LINES[7] + ";" + "x" * (65536 - len(LINES[7]) - 1)))
    assert place(changed(8, LINES[7] + ";" + "x" * (65536 - len(LINES[7])))) == (8, 1)
    accepts(changed(8, LINES[7] + ";" + "x" * (65536 - len(LINES[7]) - 1) + "\r"))
    assert place(GOOD + ";" + "é" * 40000) == (11, 1)


def test_a_long_line_that_begins_a_record_is_that_records_error() -> None:
    text = GOOD + "azi 1 ;" + "x" * 70000 + "\n" + "\n".join(LINES[1:]) + "\n" + GOOD
    first, second, third = found_in(text)
    assert isinstance(first, Record)
    assert isinstance(third, Record)
    assert isinstance(second, RecordError)
    assert (second.line, second.column) == (11, 1)


def test_long_lines_of_a_bad_record_are_skipped() -> None:
    text = "azi 2\n" + "x " * 70000 + "\n" + GOOD
    first, second = found_in(text)
    assert isinstance(first, RecordError)
    assert isinstance(second, Record)


def test_an_input_of_16_mib_is_read_a_larger_one_refused() -> None:
    line = ";" + "x" * 1022 + "\n"
    filler = line * (16 * 1024)
    data = GOOD + filler[len(GOOD) :]
    data = GOOD + ";" + data[len(GOOD) + 1 :]
    assert len(data) == 16 * 1024 * 1024
    accepts(data)
    assert place(data + "\n") == (1, 1)


# What replay prints


def test_the_example_of_the_rules() -> None:
    text = cut(8, "1b40@4.1 2L 2r60@7 4L 4c")
    assert json.dumps(summary(accepts(text).game)) == (
        '{"phase": "bid", "winner": null, "bank": 135, "deals": 1, "stacks": {"1": 470, "2": 430, "4": 0}, '
        '"net": null, "to_act": [1], "legal": {"1": ["L", "c", "f", "r70..980"]}}'
    )
