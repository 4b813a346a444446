"""What a story on a real server begins with: people who are signed in, tables without bots, stacked hands."""

import json
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.client import Client
from tests.serving import Site

ALL = [rank + suit for suit in "hds" for rank in "6789TJQKA"]


@dataclass(frozen=True)
class Stage:
    """A table's public id, and the session keys of people who can sit down there."""

    table: str
    sessions: dict[str, str]


def deck(dealer: int, hands: dict[int, str], turn_up: str) -> str:
    """The deck that deals these hands (rules 5.1); the cards that are left in an order of no meaning."""
    order = sorted(hands, key=lambda seat: (seat - dealer - 1) % 6)
    split = {seat: hand.split() for seat, hand in hands.items()}
    dealt = [split[seat][card] for card in range(len(split[order[0]])) for seat in order]
    dealt.append(turn_up)
    return "".join(dealt + [card for card in ALL if card not in dealt])


# Dealt by seat 1 to seats 2 and 1: seat 2 has the two highest trumps.
DUEL = deck(1, {2: "Ah Kh 7d", 1: "9h 8s 7s"}, "6h")


def play_duel(site: Site, stage: Stage) -> None:
    """Bob, who sits second, beats Alice, at a site whose first deck is DUEL."""
    alice, bob = (Client(site.url, stage.table, f"sessionid={stage.sessions[name]}") for name in ("Alice", "Bob"))
    asked: dict[Client, Any] = {alice: None, bob: None}

    def is_asked_anew(who: Client, view: dict[str, Any]) -> bool:
        return view["ask"] not in (None, asked[who])

    with alice, bob:
        for who, word in ((bob, "b20"), (alice, "c"), (bob, "Ah"), (alice, "9h"), (bob, "Kh"), (alice, "7s")):
            asked[who] = who.wait(partial(is_asked_anew, who))["ask"]
            who.act(word)
        bob.wait(lambda view: view["phase"] == "over")


def set_stage(
    site: Site, *people: str, name: str = "Felt", bots: bool = False, seated: int = 0, cards: int = 3
) -> Stage:
    """A table with an ante of 10, and people with 10,000 chips; the first `seated` of them sit there with 500 each."""
    script = _SCRIPT.format(people=people, name=name, bots=bots, seated=seated, cards=cards)
    shown = site.manage("shell", "-v", "0", "-c", script)
    table, sessions = json.loads(shown.strip().splitlines()[-1])
    return Stage(table, sessions)


_SCRIPT = """
import json
from django.test import Client
from accounts import guests, names
from games import live
from games.rules import Ruleset

sessions = {{}}
table = live.open_table({name!r}, 10, Ruleset(cards={cards}), bots={bots})
for number, name in enumerate({people!r}, 1):
    user = guests.create()
    user.name, user.username, user.look = name, names.key(name), names.look(name)
    user.save()
    visitor = Client()
    visitor.force_login(user)
    sessions[name] = visitor.cookies["sessionid"].value
    if number <= {seated}:
        live.sit(table.pk, user.pk, number, 500)
print(json.dumps([table.public_id, sessions]))
"""
