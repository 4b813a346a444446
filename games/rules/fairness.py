"""Deals that nobody chose and that everybody can check: the scheme azi-fair/1 (docs/fairness.md).

    header, seeds = make(table_id, deal_no, seats, prev, unix_ms)   # binds the server to eight decks
    combination = combine(header, seeds, revealed)                  # the players' seeds decide on one, and its cut
    used = Used(header, combination, seeds[combination["pick"]])    # .deck goes to Game.deal, .open shows a card
    verify({**header, **combination, "openings": …, "events": …, "record_hash": …})

Records are dicts in their JSON form, bytes in lower-case hex. The seeds of the decks and what `Used` holds are secret.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence

from . import hashes
from .hashes import CARDS, DECKS, SCHEME, ZERO, Json, canon, commitment, record_hash
from .verifier import Unfair, verify, verify_chain, verify_file

__all__ = [
    "CARDS",
    "DECKS",
    "SCHEME",
    "ZERO",
    "Unfair",
    "Used",
    "canon",
    "combine",
    "commitment",
    "make",
    "record_hash",
    "verify",
    "verify_chain",
    "verify_file",
]


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
    hashes.header_hash_of(header)  # what can't be packed fails here, before there is a secret to show in a traceback
    seeds = [token(32) for _ in range(DECKS)]
    deal_id = bytes.fromhex(header["deal_id"])
    for deck, seed in enumerate(seeds):
        header["roots"].append(hashes.root_of(deal_id, deck, hashes.leaves_of(deal_id, deck, seed)))
    header["header_hash"] = hashes.header_hash_of(header)
    return header, seeds


def combine(header: Json, seeds: Sequence[bytes], revealed: Mapping[int, bytes]) -> Json:
    """What the players' seeds, by seat, make of the decks (steps 4 and 5): all of it is public.

    Raises ValueError where a seed does not open its seat's commitment.
    """
    seats = header["seats"]
    shown = [revealed.get(seat["seat"]) for seat in seats]
    for seat, seed in zip(seats, shown, strict=True):
        if seed is not None and not hashes.opens(header, seat, seed):
            raise ValueError(f"the seed of seat {seat['seat']} does not open its commitment")
    combined = hashes.combined_of(header, shown)
    pick = hashes.pick_of(combined)
    leaves = hashes.leaves_of(bytes.fromhex(header["deal_id"]), pick, seeds[pick])
    return {
        "reveals": [
            {"seat": seat["seat"], "seed": None if seed is None else seed.hex()}
            for seat, seed in zip(seats, shown, strict=True)
        ],
        "combined": combined.hex(),
        "pick": pick,
        "cut": hashes.cut_of(combined),
        "drawn_dealer": hashes.drawn_dealer_of(header, combined),
        "leaves": [leaf.hex() for leaf in leaves],
        "audit": [{"deck": deck, "seed": seed.hex()} for deck, seed in enumerate(seeds) if deck != pick],
    }


class Used:
    """The deck that is used, as only the server knows it: `deck` is its cards in dealing order."""

    __slots__ = ("_cut", "_seed", "deck")

    def __init__(self, header: Json, combination: Json, seed: bytes) -> None:
        self._seed = seed
        self._cut: list[int] = combination["cut"]
        order = hashes.order_of(seed)
        self.deck = [order[leaf] for leaf in self._cut]

    def __repr__(self) -> str:
        return "<Used>"  # what it holds is secret

    def open(self, pos: int) -> Json:
        """The card at this position of the deal, with what proves it (step 6)."""
        leaf = self._cut[pos]
        return {"pos": pos, "leaf": leaf, "card": self.deck[pos], "salt": hashes.salt_of(self._seed, leaf).hex()}
