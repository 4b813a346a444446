"""What a client may send, frame by frame: everything else is malformed, and cheap to refuse."""

import json
from typing import Any

import pytest

from games import frames
from games.frames import Malformed, parse

GOOD: list[dict[str, Any]] = [
    {"type": "act", "do": "r60", "ask": 1012},
    {"type": "act", "do": "L"},
    {"type": "act", "do": "L", "ask": None},
    {"type": "sit", "seat": 3, "buy_in": 500},
    {"type": "leave"},
    {"type": "sit_out", "value": True},
    {"type": "show_at_once", "value": False},
    {"type": "next", "game_no": 42},
    {"type": "commit", "deal_no": 9, "commit": "ab" * 32},
    {"type": "reveal", "deal_no": 8, "r": "cd" * 32, "next": "ab" * 32},
    {"type": "reveal", "deal_no": 8, "r": "cd" * 32, "next": None},
    {"type": "reveal", "deal_no": 8, "r": "cd" * 32},
    {"type": "ping", "version": 1017},
    {"type": "ping"},
    {"type": "view"},
]


@pytest.mark.parametrize("frame", GOOD, ids=json.dumps)
def test_the_protocols_frames_are_read(frame: dict[str, Any]) -> None:
    read = parse(json.dumps({**frame, "ref": "a"}))
    for name, value in frame.items():
        assert read[name] == value
    assert read["ref"] == "a"


@pytest.mark.parametrize("ref", [None, "", "x" * 64, 0, -7, 2**53, "\u0416", "\ud800"])
def test_a_ref_is_any_short_text_or_number(ref: object) -> None:
    assert parse(json.dumps({"type": "view", "ref": ref}))["ref"] == ref


UNREADABLE = {
    "nothing": "",
    "blank": "  ",
    "not json": "hello",
    "cut off": '{"type":"view"',
    "two": '{"type":"view"}{"type":"view"}',
    "single quotes": "{'type':'view'}",
    "trailing comma": '{"type":"view",}',
    "comment": '{"type":"view"}//',
    "text": '"view"',
    "number": "7",
    "null": "null",
    "true": "true",
    "list": '[{"type":"view"}]',
    "NaN": '{"type":"ping","version":NaN}',
    "NaN aside": '{"type":"view","x":NaN}',
    "infinity": '{"type":"view","x":-Infinity}',
    "a number too large": '{"type":"ping","version":9007199254740993}',
    "a number far too large": '{"type":"view","x":' + "9" * 3_900 + "}",
    "a negative number too large": '{"type":"view","x":-9007199254740993}',
    "infinity in digits": '{"type":"view","x":1e999}',
    "a fraction too large": '{"type":"view","x":-9007199254740994.5}',
    "a key twice": '{"type":"view","type":"leave"}',
    "a key twice inside": '{"type":"view","x":{"y":1,"y":1}}',
    "the same key written otherwise": '{"type":"view","\\u0074ype":"leave"}',
    "five deep": '{"type":"view","x":[[[[1]]]]}',
    "five deep, mixed": '{"type":"view","x":{"y":{"z":{"w":{"v":1}}}}}',
    "a thousand deep": '{"type":"view","x":' + "[" * 1_000 + "]" * 1_000 + "}",
    "only brackets": "[" * 4_000,
    "a byte order mark": '\ufeff{"type":"view"}',
    "control characters": '{"type":"vi\new"}',
    "a null byte": '{"type":"view"}\x00',
    "oversize": '{"type":"view","x":"' + "y" * 4_096 + '"}',
    "oversize in bytes": '{"type":"view","x":"' + "\u0416" * 2_040 + '"}',
    "oversize blanks": '{"type":"view"}' + " " * 4_096,
    "a surrogate": '{"type":"view","x":"\ud800"' + "y" * 4_090 + '"}',
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_is_malformed(text: str) -> None:
    with pytest.raises(Malformed) as malformed:
        parse(text)
    assert malformed.value.ref is None


WRONG: list[dict[str, Any]] = [
    {},
    {"type": None},
    {"type": 7},
    {"type": ["view"]},
    {"type": {"view": 1}},
    {"type": ""},
    {"type": "VIEW"},
    {"type": "received"},
    {"type": "websocket.disconnect"},
    {"type": "__class__"},
    {"type": "close"},
    {"act": "view"},
    {"type": "act"},
    {"type": "act", "do": None, "ask": 1},
    {"type": "act", "do": 7, "ask": 1},
    {"type": "act", "do": ["f"], "ask": 1},
    {"type": "act", "do": "f", "ask": "1"},
    {"type": "act", "do": "f", "ask": 1.0},
    {"type": "act", "do": "f", "ask": True},
    {"type": "act", "do": "f", "ask": [1]},
    {"type": "sit"},
    {"type": "sit", "seat": 3},
    {"type": "sit", "seat": "3", "buy_in": 500},
    {"type": "sit", "seat": 3, "buy_in": 500.5},
    {"type": "sit", "seat": None, "buy_in": 500},
    {"type": "sit", "seat": True, "buy_in": 500},
    {"type": "sit_out"},
    {"type": "sit_out", "value": 1},
    {"type": "sit_out", "value": "true"},
    {"type": "sit_out", "value": None},
    {"type": "show_at_once", "value": 0},
    {"type": "next"},
    {"type": "next", "game_no": "42"},
    {"type": "next", "game_no": None},
    {"type": "ping", "version": "7"},
    {"type": "ping", "version": 7.5},
    {"type": "ping", "version": False},
]


@pytest.mark.parametrize("frame", WRONG, ids=json.dumps)
def test_what_is_of_the_wrong_kind_is_malformed_and_its_ref_is_known(frame: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as malformed:
        parse(json.dumps({**frame, "ref": "17"}))
    assert malformed.value.ref == "17"


@pytest.mark.parametrize("ref", [1.5, [1], {"a": 1}, "x" * 65])
def test_a_ref_that_is_none_is_malformed(ref: object) -> None:
    with pytest.raises(Malformed) as malformed:
        parse(json.dumps({"type": "view", "ref": ref}))
    assert malformed.value.ref is None


def test_the_limits_themselves_are_allowed() -> None:
    assert parse('{"type":"view","x":[[[1]]]}')
    assert parse('{"type":"view","x":"[[[[[{{{{{\\""}'), "brackets in a text are no depth"
    assert parse('{"type":"ping","version":9007199254740992}')["version"] == 2**53
    assert parse('{"type":"ping","version":-9007199254740992}')["version"] == -(2**53)
    exactly = '{"type":"view","x":""}'
    assert parse(exactly[:-2] + "y" * (frames.MAX_BYTES - len(exactly)) + exactly[-2:])


def test_fields_that_nobody_knows_are_left_alone() -> None:
    """A client of a later version may send more."""
    assert parse('{"type":"leave","why":"tired"}')["type"] == "leave"
