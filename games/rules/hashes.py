"""The streams and hashes of azi-fair/1 (docs/fairness.md), which who makes a deal and who checks it both work out.

Parts of records are dicts in their JSON form, bytes in lower-case hex.
"""

import hmac
import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Any

SCHEME = "azi-fair/1"
CARDS = 27
DECKS = 8
ZERO = "00" * 32

Json = dict[str, Any]

_U32 = Struct(">I")
_U64 = Struct(">Q")
_BLOCK = Struct(">8I")


def _tag(name: str) -> bytes:
    return f"{SCHEME}/{name}".encode() + b"\0"


_SEED, _SALT, _LEAF, _ROOT = _tag("seed"), _tag("salt"), _tag("leaf"), _tag("root")
_HEADER, _COMBINE, _RECORD = _tag("header"), _tag("combine"), _tag("record")


# Chance that follows from a key


def _stream(key: bytes, label: str) -> Iterator[int]:
    """Numbers below 2^32 without end."""
    prefix = _tag(label)
    for block in count():
        yield from _BLOCK.unpack(hmac.digest(key, prefix + _U32.pack(block), "sha256"))


def _uniform(stream: Iterator[int], choices: int) -> int:
    """One of so many choices, all equally likely: numbers past the last whole round of them are left out."""
    limit = 2**32 // choices * choices
    number = next(stream)
    while number >= limit:
        number = next(stream)
    return number % choices


def _permutation(stream: Iterator[int]) -> list[int]:
    order = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = _uniform(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


# Players' seeds


def commitment(table_id: str, deal_no: int, seat: int, user: str, seed: bytes) -> str:
    """What binds a player to a seed for a deal without showing it (step 1); ids are 32 hex digits."""
    place = bytes.fromhex(table_id) + _U32.pack(deal_no) + bytes([seat]) + bytes.fromhex(user)
    return sha256(_SEED + place + seed).hexdigest()


def opens(header: Json, seat: Json, seed: bytes) -> bool:
    """Whether the seed is the one that a seat of this header is bound to."""
    bound = commitment(header["table_id"], header["deal_no"], seat["seat"], seat["user"], seed)
    return bool(bound == seat["commit"])


# Decks


def order_of(seed: bytes) -> list[int]:
    """The cards of a deck from its seed, by leaf."""
    return _permutation(_stream(seed, "deck"))


def salt_of(seed: bytes, leaf: int) -> bytes:
    """What keeps the card of a leaf secret until it is shown."""
    return hmac.digest(seed, _SALT + bytes([leaf]), "sha256")


def leaf_of(deal_id: bytes, deck: int, leaf: int, card: int, salt: bytes) -> bytes:
    """What binds the server to a card."""
    return sha256(_LEAF + deal_id + bytes([deck, leaf, card]) + salt).digest()


def leaves_of(deal_id: bytes, deck: int, seed: bytes) -> list[bytes]:
    """The leaves of a deck from its seed."""
    return [leaf_of(deal_id, deck, leaf, card, salt_of(seed, leaf)) for leaf, card in enumerate(order_of(seed))]


def root_of(deal_id: bytes, deck: int, leaves: Sequence[bytes]) -> str:
    """What binds the server to a deck."""
    return sha256(_ROOT + deal_id + bytes([deck, CARDS]) + b"".join(leaves)).hexdigest()


def header_hash_of(header: Json) -> str:
    """What binds the server to all decks and to who plays (step 2)."""
    parts = [_HEADER, bytes.fromhex(header["deal_id"] + header["table_id"]), _U32.pack(header["deal_no"])]
    parts.append(bytes([CARDS, DECKS, len(header["seats"])]))
    parts += [bytes([seat["seat"]]) + bytes.fromhex(seat["user"] + seat["commit"]) for seat in header["seats"]]
    parts += [bytes.fromhex("".join(header["roots"]) + header["prev"]), _U64.pack(header["unix_ms"])]
    return sha256(b"".join(parts)).hexdigest()


# What the seeds of all decide (step 4)


def combined_of(header: Json, seeds: Sequence["bytes | None"]) -> bytes:
    """The seeds of a header's seats in their order as one; None for a seat that showed none."""
    parts = [_COMBINE, bytes.fromhex(header["header_hash"])]
    for seat, seed in zip(header["seats"], seeds, strict=True):
        parts.append(bytes([seat["seat"], seed is not None]) + (seed or bytes(32)))
    return sha256(b"".join(parts)).digest()


def pick_of(combined: bytes) -> int:
    """The deck that is used."""
    return _uniform(_stream(combined, "pick"), DECKS)


def cut_of(combined: bytes) -> list[int]:
    """The leaf of the used deck at each position of the deal."""
    return _permutation(_stream(combined, "cut"))


def drawn_dealer_of(header: Json, combined: bytes) -> int:
    """The seat that deals where nobody has won before."""
    seats = header["seats"]
    return int(seats[_uniform(_stream(combined, "dealer"), len(seats))]["seat"])


# The chain (step 7)


def canon(events: Sequence[Json]) -> bytes:
    """The events as the bytes that are hashed."""
    return json.dumps(events, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def record_hash(header_hash: str, combined: str, events: Sequence[Json]) -> str:
    """What the table's next deal continues; `combined` is ZERO where a deal was called off before it was known."""
    parts = bytes.fromhex(header_hash + combined) + sha256(canon(events)).digest()
    return sha256(_RECORD + parts).hexdigest()
