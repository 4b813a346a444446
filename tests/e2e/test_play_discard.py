"""Four cards each: one is put away, unseen by the others, before the bidding."""

from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from games.rules import Game, Ruleset, cards
from tests.e2e.felt import Felt, cards_in, check_axe, picture
from tests.serving import Site
from tests.stage import deck, set_stage

DECK = deck(1, {1: "Kd Qh 8d 6s", 2: "Qd 7s 8s Ah"}, "6h")


def test_a_card_is_put_away_unseen(
    stacked_site: Callable[[Sequence[str]], Site], new_person: Callable[..., Page]
) -> None:
    site = stacked_site([DECK])
    stage = set_stage(site, "Alice", "Bob", seated=2, cards=4)
    felts = {}
    for seat, session in enumerate(stage.sessions.values(), 1):
        page = new_person(base_url=site.url, viewport={"width": 360, "height": 740})
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        felts[seat] = Felt(page).open(stage.table)
    game = Game(Ruleset(cards=4, ante=10, bet=10), {1: 500, 2: 500}, dealer=1)
    game.deal([cards.BY_NAME[DECK[at : at + 2]] for at in range(0, 54, 2)])
    for seat in (1, 2):
        game.apply(seat, "L")
    for seat, felt in felts.items():
        felt.agrees(game, seat)

    alice, bob = felts[1], felts[2]
    expect(alice.button("x")).to_have_text("Choose a card to put away")
    alice.play("8d")  # a first choice, and then a better one
    alice.play("6s")
    expect(alice.card("8d")).to_have_attribute("aria-pressed", "false")
    expect(alice.card("6s")).to_have_attribute("aria-pressed", "true")
    check_axe(alice.page)
    picture(alice.page, "discard-360")
    alice.page.get_by_role("button", name="Put away the 6 of spades").click()
    game.apply(1, "x6s")
    for seat, felt in felts.items():
        felt.agrees(game, seat)
    bob.play("Ah")
    bob.page.get_by_role("button", name="Put away the ace of hearts").click()
    game.apply(2, "xAh")
    for seat, felt in felts.items():
        felt.agrees(game, seat)
    bob.press("f")
    for felt in felts.values():
        felt.page.locator(".result").wait_for()
    assert not cards_in("".join(bob.frames)) & {"Kd", "Qh", "8d", "6s"}
    assert not cards_in("".join(alice.frames)) & {"Qd", "7s", "8s", "Ah"}
    site.manage("audit")
