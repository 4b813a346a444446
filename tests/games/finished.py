"""Games that are over, without having been played: what ratings and leaderboards are tested with."""

import random
from typing import Any

from accounts.models import User
from games.models import GameRecord, PlayerResult, Table
from tests.games.play import NOON, person


def member(name: str) -> User:
    """A person who has signed up."""
    found = person(name)
    User.objects.filter(pk=found.pk).update(is_guest=False)
    found.is_guest = False
    return found


def a_table(**fields: Any) -> Table:
    return Table.objects.create(name="Felt", **fields)


def game(table: Table, *players: User, winner: int = 0, **fields: Any) -> GameRecord:
    """A finished game of these players, of which one has won 10 of each other."""
    found = GameRecord.objects.create(
        public_id=f"{random.getrandbits(128):032x}", table=table, record="", started_at=NOON,
        game_no=1 + GameRecord.objects.filter(table=table).count(),
        **{"bank": 10 * len(players), "deals": 1, "people": sum(not one.is_bot for one in players),
           "members": sum(not (one.is_bot or one.is_guest) for one in players), "seats": len(players),
           "ruleset": "classic", "ended_at": NOON, **fields},
    )  # fmt: skip
    lost = 0 if found.void else -10
    PlayerResult.objects.bulk_create(
        PlayerResult(
            game=found, player=one, seat=seat, stack=500, won=seat == winner + 1 and not found.void,
            net=-lost * (len(players) - 1) if seat == winner + 1 else lost,
            **found.facts,
        )
        for seat, one in enumerate(players, 1)
    )  # fmt: skip
    return found


def random_games(number: int, seed: int = 1) -> list[GameRecord]:
    rng = random.Random(seed)
    people = [member(f"player {nth}") for nth in range(8)]
    tables = [a_table(), a_table(stakes=Table.TOURNAMENT), a_table(private=True)]
    return [
        game(
            rng.choice(tables),
            *rng.sample(people, size := rng.randint(2, 6)),
            winner=rng.randrange(size),
            ruleset=rng.choice(("classic", "three_bids", "own")),
            deals=rng.choice((1, 1, 3)),
            void=rng.random() < 0.1,
        )
        for _game in range(number)
    ]
