"""Deals that nobody chose and that everybody can check: the scheme azi-fair/1 (docs/fairness.md).

The server binds itself to eight decks (`make`), the players' seeds decide which one is used and how it is cut
(`combine`), and each card of it is shown with its proof (`Used.open`). Records are dicts in their JSON form: bytes
are lower-case hex there.
"""

import hmac
import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
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


_SEED, _SALT, _LEAF, _ROOT, _HEADER = _tag("seed"), _tag("salt"), _tag("leaf"), _tag("root"), _tag("header")
_COMBINE, _RECORD = _tag("combine"), _tag("record")


# Chance from a key


def _numbers(key: bytes, label: str) -> Iterator[int]:
    """The stream of this key and label, as numbers below 2^32."""
    prefix = _tag(label)
    for block in count():
        yield from _BLOCK.unpack(hmac.digest(key, prefix + _U32.pack(block), "sha256"))


def _uniform(numbers: Iterator[int], choices: int) -> int:
    """One of so many choices, all as likely as each other: numbers from the last, shorter round are left out."""
    limit = 2**32 // choices * choices
    number = next(numbers)
    while number >= limit:
        number = next(numbers)
    return number % choices


def _permutation(numbers: Iterator[int]) -> list[int]:
    order = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = _uniform(numbers, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


# The making side


def commitment(table_id: str, deal_no: int, seat: int, user: str, seed: bytes) -> str:
    """What binds a player to a seed for a deal without showing it (step 1); ids are 32 hex digits."""
    place = bytes.fromhex(table_id) + _U32.pack(deal_no) + bytes([seat]) + bytes.fromhex(user)
    return sha256(_SEED + place + seed).hexdigest()


def make(
    table_id: str,
    deal_no: int,
    seats: Sequence[tuple[int, str, str]],
    prev: str,
    unix_ms: int,
    token: Callable[[int], bytes] = secrets.token_bytes,
) -> tuple[Json, list[bytes]]:
    """The header of a new deal, which is public, and the seeds of its decks, which are secret (step 2).

    `seats` are (number, user, commitment), ZERO for one without; `prev` is the record hash of the table's last deal.
    """
    header: Json = {
        "scheme": SCHEME,
        "n": CARDS,
        "k": DECKS,
        "deal_id": token(16).hex(),
        "table_id": table_id,
        "deal_no": deal_no,
        "unix_ms": unix_ms,
        "prev": prev,
        "seats": [{"seat": seat, "user": user, "commit": commit} for seat, user, commit in sorted(seats)],
        "roots": [],
    }
    _header_hash(header)  # what can't be packed is refused here, before there is a secret
    seeds = [token(32) for _ in range(DECKS)]
    deal_id = bytes.fromhex(header["deal_id"])
    header["roots"] = [_root(deal_id, deck, _Deck(deal_id, deck, seed).leaves) for deck, seed in enumerate(seeds)]
    header["header_hash"] = _header_hash(header)
    return header, seeds


def combine(header: Json, seeds: Sequence[bytes], revealed: Mapping[int, bytes]) -> Json:
    """What the seeds of players, by seat, make of the decks (steps 4 and 5): all of it is public.

    Raises ValueError where a seed does not open its seat's commitment.
    """
    for seat in header["seats"]:
        if seat["seat"] in revealed and _commitment_of(header, seat, revealed[seat["seat"]]) != seat["commit"]:
            raise ValueError(f"the seed of seat {seat['seat']} does not open its commitment")
    shown = [revealed.get(seat["seat"]) for seat in header["seats"]]
    combined = _combined(header, shown)
    pick = _pick(combined)
    used = _Deck(bytes.fromhex(header["deal_id"]), pick, seeds[pick])
    return {
        "reveals": [
            {"seat": seat["seat"], "seed": None if seed is None else seed.hex()}
            for seat, seed in zip(header["seats"], shown, strict=True)
        ],
        "combined": combined.hex(),
        "pick": pick,
        "cut": _cut(combined),
        "drawn_dealer": _drawn_dealer(header, combined),
        "leaves": [leaf.hex() for leaf in used.leaves],
        "audit": [{"deck": deck, "seed": seed.hex()} for deck, seed in enumerate(seeds) if deck != pick],
    }


class Used:
    """The deck that is used, as only the server knows it: `deck` is its cards in dealing order."""

    __slots__ = ("_cut", "_seed", "deck")

    def __init__(self, header: Json, combination: Json, seed: bytes) -> None:
        self._seed = seed
        self._cut = combination["cut"]
        order = _permutation(_numbers(seed, "deck"))
        self.deck = [order[leaf] for leaf in self._cut]

    def __repr__(self) -> str:
        return "<Used>"  # a secret

    def open(self, pos: int) -> Json:
        """The card at this position of the deal with its proof (step 6)."""
        leaf = self._cut[pos]
        return {"pos": pos, "leaf": leaf, "card": self.deck[pos], "salt": _salt(self._seed, leaf).hex()}


class _Deck:
    """One of the eight decks: its leaves, each the hash of a card under its own salt."""

    __slots__ = ("leaves",)

    def __init__(self, deal_id: bytes, deck: int, seed: bytes) -> None:
        order = _permutation(_numbers(seed, "deck"))
        self.leaves = [_leaf(deal_id, deck, leaf, card, _salt(seed, leaf)) for leaf, card in enumerate(order)]


def canon(events: Sequence[Json]) -> bytes:
    """The events as the bytes that are hashed (step 7)."""
    return json.dumps(events, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def record_hash(header_hash: str, combined: str, events: Sequence[Json]) -> str:
    """What the table's next deal continues; `combined` is ZERO where a deal was called off before it."""
    parts = bytes.fromhex(header_hash) + bytes.fromhex(combined) + sha256(canon(events)).digest()
    return sha256(_RECORD + parts).hexdigest()


def _salt(seed: bytes, leaf: int) -> bytes:
    return hmac.digest(seed, _SALT + bytes([leaf]), "sha256")


def _leaf(deal_id: bytes, deck: int, leaf: int, card: int, salt: bytes) -> bytes:
    return sha256(_LEAF + deal_id + bytes([deck, leaf, card]) + salt).digest()


def _root(deal_id: bytes, deck: int, leaves: Sequence[bytes]) -> str:
    return sha256(_ROOT + deal_id + bytes([deck, CARDS]) + b"".join(leaves)).hexdigest()


def _header_hash(header: Json) -> str:
    parts = [
        _HEADER,
        bytes.fromhex(header["deal_id"] + header["table_id"]),
        _U32.pack(header["deal_no"]),
        bytes([CARDS, DECKS, len(header["seats"])]),
    ]
    parts += [bytes([seat["seat"]]) + bytes.fromhex(seat["user"] + seat["commit"]) for seat in header["seats"]]
    parts += [bytes.fromhex("".join(header["roots"]) + header["prev"]), _U64.pack(header["unix_ms"])]
    return sha256(b"".join(parts)).hexdigest()


def _commitment_of(header: Json, seat: Json, seed: bytes) -> str:
    return commitment(header["table_id"], header["deal_no"], seat["seat"], seat["user"], seed)


def _combined(header: Json, shown: Sequence[bytes | None]) -> bytes:
    parts = [_COMBINE, bytes.fromhex(header["header_hash"])]
    for seat, seed in zip(header["seats"], shown, strict=True):
        parts.append(bytes([seat["seat"], seed is not None]) + (seed or bytes(32)))
    return sha256(b"".join(parts)).digest()


def _pick(combined: bytes) -> int:
    return _uniform(_numbers(combined, "pick"), DECKS)


def _cut(combined: bytes) -> list[int]:
    return _permutation(_numbers(combined, "cut"))


def _drawn_dealer(header: Json, combined: bytes) -> int:
    seats = header["seats"]
    dealer: int = seats[_uniform(_numbers(combined, "dealer"), len(seats))]["seat"]
    return dealer
