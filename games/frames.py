"""What a client may send: JSON within limits, then one of a fixed table of frames with fields of fixed types."""

import json
from typing import Any

MAX_BYTES = 4_096
MAX_DEPTH = 4
MAX_INT = 2**53
MAX_REF = 64  # characters of a ref that we echo

FIELDS: dict[str, dict[str, tuple[type, ...]]] = {
    "act": {"do": (str,), "ask": (int, type(None))},
    "sit": {"seat": (int,), "buy_in": (int,)},
    "leave": {},
    "sit_out": {"value": (bool,)},
    "top_up": {"to": (int,)},
    "show_at_once": {"value": (bool,)},
    "next": {"game_no": (int,)},
    "commit": {"deal_no": (int,), "commit": (str,)},
    "reveal": {"deal_no": (int,), "r": (str,), "next": (str, type(None))},
    "hint": {},
    "ping": {"version": (int, type(None))},
    "view": {},
}  # fmt: skip
OPTIONAL = {("act", "ask"), ("ping", "version"), ("reveal", "next")}


class Malformed(ValueError):
    """A frame that is not of the protocol. `ref` is the frame's, where that much could be read."""

    def __init__(self, ref: object = None) -> None:
        super().__init__("malformed frame")
        self.ref = ref


def parse(text: str) -> dict[str, Any]:
    """One frame with its type and fields checked. Raises Malformed."""
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES or _depth(text) > MAX_DEPTH:
        raise Malformed
    try:
        frame = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse, parse_int=_int, parse_float=_float)
    except (ValueError, RecursionError):
        raise Malformed from None
    if not isinstance(frame, dict):
        raise Malformed
    ref = _ref(frame)
    kind = frame.get("type")
    fields = FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise Malformed(ref)
    for name, types in fields.items():
        if name not in frame and (kind, name) in OPTIONAL:
            frame[name] = None
        if type(frame.get(name)) not in types:  # not isinstance: True is an int
            raise Malformed(ref)
    return frame


def ref_of(text: str) -> object:
    """The ref of a frame that nobody will answer, so that its sender knows which one was refused."""
    try:
        return parse(text).get("ref")
    except Malformed as malformed:
        return malformed.ref


def _ref(frame: dict[str, Any]) -> object:
    ref = frame.get("ref")
    if ref is None or (isinstance(ref, int | str) and len(str(ref)) <= MAX_REF):
        return ref
    raise Malformed


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice")
    return made


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _int(digits: str) -> int:
    number = int(digits) if len(digits) <= 17 else MAX_INT + 1
    if abs(number) > MAX_INT:
        raise ValueError("a number too large")
    return number


def _float(digits: str) -> float:
    number = float(digits)
    if abs(number) > MAX_INT:  # 1e999 is infinity in other words
        raise ValueError("a number too large")
    return number


def _depth(text: str) -> int:
    """How deep the braces and brackets outside strings nest, counted before anything is built."""
    depth = deepest = 0
    quoted = escaped = False
    for char in text:
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = quoted
        elif char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "}]":
            depth -= 1
    return deepest
