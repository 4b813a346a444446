"""A table's page whose server the test is: any view is there at once, and every frame that the page sends is kept."""

import json
import time
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

View = dict[str, Any]


def seat(number: int, name: str, **facts: Any) -> View:
    """Somebody who is in, with three hidden cards and the ante paid."""
    # fmt: off
    return {
        "seat": number, "player": f"{number}" * 32, "name": name, "bot": False, "online": True,
        "sitting_out": False, "waiting": False, "leaving": False, "stack": 480, "bank_ms": 30_000, "in": True,
        "looked": True, "bid": 0, "paid": 10, "cards": ["??"] * 3, "tricks": 0, "last": None,
        **facts,
    }
    # fmt: on


def view(**facts: Any) -> View:
    """A bidding in which Marc has bet blind; it is the turn of seat 1, and ours is seat 2."""
    now = int(time.time() * 1000)
    # fmt: off
    return {
        "type": "view", "table": "0" * 32, "epoch": "e", "version": 1, "name": "Felt", "private": False,
        "ruleset": {"cards": 3, "blind": True, "raises": None, "azi": "buyin", "ante": 10, "bet": 10},
        "seats_total": 6, "buy_in": [200, 2000], "stakes": "cash", "turn_ms": 20_000, "bots": True, "watching": 0,
        "game": "1" * 32, "game_no": 1, "deal": 1, "next_deal": 1, "phase": "bid", "my_seat": 2, "dealer": 1,
        "turn_up": "6h", "six_up": False, "bank": 50, "level": 20, "leader": 3,
        "seats": [
            seat(1, "Ready Heron"),
            seat(2, "Calm Otter", cards=["Ah", "Ts", "7d"]),
            seat(3, "Marc", looked=False, bid=20, paid=20, last="b20"),
            seat(4, "Kunak", bot=True),
        ],
        "trick": [], "last_trick": [], "to_act": [1], "deadline": now + 20_000, "next": None,
        "ask": None, "legal": [], "cost": {}, "result": None,
        "events": [{"n": 1, "a": "2L", "chips": 0}, {"n": 2, "a": "3b20", "chips": 10}],
        "mine": {"show_at_once": True, "top_up_to": None, "broke_until": None},
        **facts,
    }
    # fmt: on


ASKED = {"to_act": [2], "ask": 7, "legal": ["c", "f", "r30..480"], "cost": {"c": 20, "r30": 30, "r480": 480}}
NOBODY = dict.fromkeys(["game", "deadline", "turn_up", "dealer", "leader"])
WAITING: View = {**NOBODY, "phase": "waiting", "to_act": [], "bank": 0, "level": 0, "events": [], "deal": 0}


def idle(number: int, name: str, **facts: Any) -> View:
    """Somebody between two games."""
    return seat(number, name, **{"in": False, "waiting": True, "cards": [], "paid": 0, **facts})


def result(**facts: Any) -> View:
    """A game that Marc has won, everybody else having folded."""
    net = {"1": -10, "2": -10, "3": 30, "4": -10}
    ended = {"winner": 3, "how": "folds", "bank": 60, "shares": {"3": 60}, "net": net}
    now = int(time.time() * 1000)
    over: View = {"phase": "over", "to_act": [], "deadline": None, "next": now + 9_000, "result": ended}
    return view(**{**over, **facts})


class Table:
    """A table's page whose server the test is."""

    def __init__(self, page: Page, table: str) -> None:
        self.page = page
        self.sent: list[View] = []
        self._socket: WebSocketRoute | None = None
        self._version = 0
        self.is_down = False  # then it takes no new link
        self.protocol = 1
        self.you: View | None = {"id": "2" * 32, "name": "Calm Otter", "guest": True}
        page.route_web_socket("**/ws/tables/**", self._open)
        page.goto(f"/tables/{table}/")

    def _open(self, socket: WebSocketRoute) -> None:
        if self.is_down:
            socket.close(code=4013)
            return
        self._socket = socket
        socket.on_message(lambda text: self.sent.append(json.loads(text)))
        self.send({"type": "hello", "protocol": self.protocol, "you": self.you, "server_ms": int(time.time() * 1000)})

    def send(self, frame: View) -> None:
        """A frame from the server."""
        assert self._socket
        self._socket.send(json.dumps(frame))

    def show(self, shown: View) -> None:
        """The next version of the view."""
        self._version += 1
        self.page.wait_for_function("() => document.querySelector('#table .play')")
        self.send({**shown, "version": self._version})

    def drop(self) -> None:
        """The link breaks, and unless the server is down the page comes back by itself."""
        broken = self._socket
        assert broken
        broken.close(code=4013)
        if self.is_down:
            return
        for _step in range(100):
            if self._socket is not broken:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("the page never came back")

    def end(self) -> None:
        """The table is closed for good."""
        assert self._socket
        self._socket.close(code=1000)

    def acts(self) -> list[str]:
        """The answers that the page has sent."""
        return [frame["do"] for frame in self.sent if frame["type"] == "act"]
