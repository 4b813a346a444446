"""People who play by themselves through sockets, come back when the link breaks, and remember all they were shown."""

import random
import threading
import time
from collections import defaultdict
from typing import Any

from websockets.exceptions import WebSocketException

from tests.client import Client, View, Visitor
from tests.handshake import Handshake

TRY_AGAIN_S = 0.05


class Player(threading.Thread):
    """Sits down where it has no seat, answers whatever it is asked, says that it is ready, until `stop` is called.

    `shown` holds the events of each game by number, `results` the net of each finished game, as views showed them:
    by the protocol's first promise, all of it is committed. It takes part in every deal, and checks it.
    """

    def __init__(self, visitor: Visitor, table: str, chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.visitor, self.table, self.chance = visitor, table, chance
        self.shown: dict[str, dict[int, str]] = defaultdict(dict)
        self.results: dict[str, dict[str, int]] = {}
        self.handshake = Handshake()
        self.newest: View | None = None
        self.versions: list[int] = []
        self.seats: set[int] = set()
        self.errors: list[dict[str, Any]] = []
        self.closes: list[int | None] = []
        self._answered: set[int] = set()  # versions, of this connection: the answer may have died with the last one
        self._stopped = threading.Event()

    @property
    def steps(self) -> int:
        """How many events it has been shown."""
        return sum(len(events) for events in list(self.shown.values()))

    def is_mid_game(self) -> bool:
        """Whether what it saw last was a game under way."""
        return self.newest is not None and self.newest["phase"] in ("bid", "play")

    def is_waiting_for_cards(self) -> bool:
        """Whether what it saw last was a header without its cards."""
        if self.newest is None or self.newest["phase"] != "shuffle":
            return False
        deal = self.handshake.records.get(self.newest["next_deal"] - 1)
        return deal is not None and "combined" not in deal

    def refusals(self, code: str) -> int:
        """How often it was refused something with this code."""
        return sum(error["code"] == code for error in self.errors)

    def stop(self) -> None:
        """No more answers."""
        self._stopped.set()
        self.join(10)

    def run(self) -> None:
        """Connect, play until the link breaks, come back."""
        while not self._stopped.is_set():
            try:
                with self.visitor.at(self.table, self.handshake) as client:
                    self._play(client)
                if not self._stopped.is_set():
                    self.closes.append(client.close_code)
            except (WebSocketException, OSError):
                time.sleep(TRY_AGAIN_S)

    def _play(self, client: Client) -> None:
        read = refused = 0
        self._answered.clear()
        while not self._stopped.is_set() and client.close_code is None:
            for view in client.views[read:]:
                self._remember(view)
                read += 1
            for error in client.errors[refused:]:
                self.errors.append(error)
                self._answered.clear()  # an answer that was refused is given again
                refused += 1
            if read and not self._answer(client):
                time.sleep(0.005)

    def _remember(self, view: View) -> None:
        self.newest = view
        self.versions.append(view["version"])
        if view["my_seat"] is not None:
            self.seats.add(view["my_seat"])
        for event in view["events"]:
            self.shown[view["game"]][event["n"]] = event["a"]
        if view["result"]:
            self.results[view["game"]] = view["result"]["net"]

    def _answer(self, client: Client) -> bool:
        """Says what there is to say to the newest view, once; whether there was anything."""
        view = client.view
        if view["version"] in self._answered:
            return False
        self._answered.add(view["version"])
        if view["my_seat"] is None:
            if view["stakes"] == "tournament":
                return False  # out of it
            free = set(range(1, view["seats_total"] + 1)) - {seat["seat"] for seat in view["seats"]}
            client.send(type="sit", seat=min(free), buy_in=view["buy_in"][1])
        elif view["mine"]["broke_until"]:
            client.send(type="top_up", to=view["buy_in"][1])
        elif view["phase"] == "over":
            client.send(type="next", game_no=view["game_no"])
        elif client.asked():
            client.act(self._choose(view["legal"]))
        return True

    def _choose(self, legal: list[str]) -> str:
        """Anything legal, but games should be played to their end: few folds, small raises."""
        likely = [word for word in legal if word not in ("f", "p")]
        words = likely if likely and self.chance.random() < 0.9 else legal
        return self.chance.choice(words).partition("..")[0]
