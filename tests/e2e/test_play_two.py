"""Four people, two of them and a spectator in browsers, play a game from a blind bet through Azi to the bank.

Hands and bids are scripted. After every step each page must show what the rules say that this person may know, and
at the end no frame of any socket may have carried a card before its time.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from games.rules import CLASSIC, Game, cards
from tests.client import Client, Visitor
from tests.e2e.felt import Felt, cards_in, check_axe, in_the_dark, picture
from tests.serving import Site
from tests.stage import deck, set_stage

# Hearts are trump. The trick winners are dora, alice and emil; bob plays to the end and wins none.
FIRST = {1: "Kd Qh 8d", 2: "Qd 7s 8s", 3: "7h 9s Ts", 4: "9d Jd Js"}
# The six on the road: the turn-up is the ace, so alice's six beats bob's king.
SECOND = {1: "6s Ah Kh", 2: "Ks 7h 8h", 3: "6d 7d 8d", 4: "9d Td Jd"}
HANDS = [FIRST, SECOND]
TURN_UPS = ["6h", "As"]
DECKS = [deck(1, hands, turn_up) for hands, turn_up in zip(HANDS, TURN_UPS, strict=True)]


class Party:
    """The people at the table, and the same game replayed beside them by the rules alone."""

    def __init__(self, felts: dict[int | None, Felt], clients: dict[int, Client]) -> None:
        self.felts, self.clients = felts, clients
        self.game = Game(CLASSIC, dict.fromkeys((1, 2, 3, 4), 500), dealer=1)
        self.played: list[list[str]] = []

    def deal(self) -> None:
        """The next deck, which alice, dora and emil look at at once."""
        self.game.deal(_ints(DECKS[self.game.deals]))
        self.played.append([])
        for seat in (1, 3, 4):
            self.game.apply(seat, "L")
        self.all_agree()

    def act(self, seat: int, word: str) -> None:
        """One answer, through the page where the person has one."""
        felt = self.felts.get(seat)
        if felt is None:
            self.clients[seat].wait(lambda view: seat in view["to_act"])
            self.clients[seat].act(word)
        elif word[0] in "br":
            felt.bid(int(word[1:]))
        elif word in cards.BY_NAME:
            felt.play(word)
        else:
            felt.press(word)
        self.game.apply(seat, word)
        if word in cards.BY_NAME:
            self.played[-1].append(word)
        self.all_agree()

    def look(self, seat: int) -> None:
        """Somebody who plays blind looks."""
        self.felts[seat].press("L")
        self.game.apply(seat, "L")
        self.all_agree()

    def all_agree(self) -> None:
        """Every page shows this person's share of the truth, and no other card."""
        for seat, felt in self.felts.items():
            felt.agrees(self.game, seat)
            looked = seat is not None and self.game.seats[seat].looked
            assert felt.cards_shown() <= self.known_to(seat, self.game.deals, len(self.played[-1]), looked)

    def known_to(self, seat: int | None, deal: int, played: int, looked: bool) -> set[str]:
        """The cards that somebody may know when so many cards of a deal (from 1) have been played."""
        own = set(HANDS[deal - 1][seat].split()) if seat and looked else set()
        return own | {TURN_UPS[deal - 1]} | set(self.played[deal - 1][:played])

    def check_frames(self, seat: int | None, frames: list[str]) -> None:
        """No frame names a card that its reader could not know then."""
        seen: set[str] = set()
        for text in frames:
            frame = json.loads(text)
            named = cards_in(text)
            if frame["type"] == "view" and frame["game_no"] > 1:
                break
            if frame["type"] != "view" or not frame["game"]:
                assert not named, text
                continue
            played = [event for event in frame["events"] if cards_in(event["a"])]
            assert named <= self.known_to(seat, frame["deal"], len(played), _has_looked(frame, seat)), text
            seen |= named
        assert seen >= set(self.played[0]) | set(self.played[1]), "the frames have not been read"


def _has_looked(frame: dict[str, Any], seat: int | None) -> bool:
    return any(event["a"] == f"{seat}L" for event in frame["events"])


def _ints(text: str) -> list[int]:
    return [cards.BY_NAME[text[at : at + 2]] for at in range(0, len(text), 2)]


def test_from_a_blind_bet_through_azi_to_the_bank(
    stacked_site: Callable[[Sequence[str]], Site], new_person: Callable[..., Page]
) -> None:
    site = stacked_site(DECKS)
    stage = set_stage(site, "Alice", "Bob", "Dora", "Emil")
    felts: dict[int | None, Felt] = {}
    for seat, name in ((1, "Alice"), (2, "Bob"), (None, "Vera")):
        page = new_person(base_url=site.url, viewport={"width": 360, "height": 740} if name == "Bob" else None)
        if seat:
            page.context.add_cookies([{"name": "sessionid", "value": stage.sessions[name], "url": site.url}])
        felts[seat] = Felt(page).open(stage.table)
    alice, bob, vera = felts[1], felts[2], felts[None]
    clients = {n: Visitor(site.url, stage.sessions[name]).at(stage.table) for n, name in ((3, "Dora"), (4, "Emil"))}

    bob.sit(2, 500)
    bob.menu("Show my cards at once")
    check_axe(vera.page)
    alice.sit(1, 500)  # two sit: the game begins in three seconds
    for seat, client in clients.items():
        client.send(type="sit", seat=seat, buy_in=500)

    party = Party(felts, clients)
    party.deal()
    asked: list[str] = []  # a request for a card would tell the network which one it is
    for felt in (alice, vera):
        felt.page.on("request", lambda request: asked.append(request.url))
    expect(bob.page.locator(".hand--down")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Look at my cards")).to_be_visible()
    picture(bob.page, "two-blind-360")
    party.act(2, "b20")  # blind: it costs him half
    expect(bob.page.locator(".me__chips")).to_have_text("480")
    expect(vera.page.locator("#situation")).to_have_text("Bob bets 20 blind and pays 10.")
    party.act(3, "c")
    party.act(4, "c")
    expect(alice.button("c")).to_contain_text("20 more")
    check_axe(alice.page)
    picture(alice.page, "two-bid-1280")
    party.act(1, "r60")
    party.look(2)
    expect(bob.button("c")).to_contain_text("40 more")
    picture(bob.page, "two-bid-360")
    party.act(2, "c")
    party.act(3, "c")
    party.act(4, "c")

    expect(vera.page.locator("[data-seat='1'] .seat__lead")).to_have_text("leads")
    party.act(1, "Kd")
    picture(bob.page, "two-follow-360")
    bob.card("7s").click(force=True)  # what can't be played says why
    expect(bob.page.get_by_role("alert")).to_have_text("Diamonds were led. Follow with a diamond.")
    assert bob.acts() == ["b20", "L", "c"]
    party.act(2, "Qd")
    party.act(3, "7h")
    party.act(4, "9d")
    party.act(3, "9s")
    party.act(4, "Js")
    expect(alice.page.locator("#situation")).to_have_text("You have no card of the suit led. Play a trump: a heart.")
    check_axe(alice.page)
    in_the_dark(alice.page, "two-trump-1280-dark")
    party.act(1, "Qh")
    party.act(2, "7s")
    party.act(1, "8d")
    party.act(2, "8s")
    party.act(3, "Ts")
    party.act(4, "Jd")

    for felt in felts.values():
        expect(felt.page.get_by_role("heading", name="Azi", exact=True)).to_be_visible()
        expect(felt.page.locator(".azi-head")).to_contain_text("The bank of 270 stays")
    expect(bob.button("j")).to_have_text("Buy in for 135")
    expect(alice.button("j")).to_have_count(0)
    check_axe(bob.page)
    picture(bob.page, "two-azi-360")
    picture(alice.page, "two-azi-1280")
    party.act(2, "j")
    party.deal()
    assert bob.page.locator(".hand--down").is_visible(), "he still plays blind"
    expect(vera.page.locator(".trump")).to_contain_text("six on the road")
    party.look(2)
    for seat, word in ((2, "b10"), (3, "f"), (4, "f"), (1, "c"), (2, "Ks"), (1, "6s"), (1, "Ah"), (2, "7h")):
        party.act(seat, word)

    assert party.game.net == {1: 345, 2: -205, 3: -70, 4: -70}
    for felt in felts.values():
        nets = felt.page.locator("[data-net-seat] .num").all_text_contents()
        assert sorted(text.strip().replace("−", "-") for text in nets) == ["+345", "-205", "-70", "-70"]
        expect(felt.page.locator(".result__head")).to_contain_text("Two tricks take the whole bank.")
    expect(alice.page.get_by_role("heading", name="You win")).to_be_visible()
    expect(vera.page.get_by_role("heading", name="Alice wins")).to_be_visible()
    assert not asked, asked
    picture(bob.page, "two-result-360")
    in_the_dark(vera.page, "two-result-1280-dark")
    bob.menu("Leave the table")  # before the next game begins
    expect(bob.page.locator(".me[data-seat='2']")).to_have_count(0)
    bob.page.goto("/")
    expect(bob.page.locator(".bar .chips")).to_have_text("9,795")

    for seat, felt in felts.items():
        party.check_frames(seat, felt.frames)
    for seat, client in clients.items():
        party.check_frames(seat, client.frames)
    site.manage("audit")
