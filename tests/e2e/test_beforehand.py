"""An answer that is chosen before the question comes, and goes out when it does."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.felt import OPEN, check_axe, in_the_dark, picture
from tests.e2e.table import ASKED, Table, View, seat, view

Tables = Callable[..., Table]
PHONE = {"width": 360, "height": 640}
PAUSED = {"f": "You fold. Press again to stop.", "c": "You call. Press again to stop."}


def at_price(chips: int, **facts: object) -> View:
    """The bidding after somebody has raised the level, and with it the price to stay."""
    seats = [seat(1, "Ready Heron", bid=chips, last=f"r{chips}"), *view()["seats"][1:]]
    return view(level=chips, seats=seats, **facts)


def choose(at: Table, kind: str) -> None:
    """Presses "Fold" or "Call" before being asked, and waits until it is chosen."""
    at.page.locator(f"[data-do=ahead-{kind}]{OPEN}").click()
    expect(at.page.locator(f"[data-do=ahead-{kind}]")).to_have_attribute("aria-pressed", "true")


def answers(at: Table, *words: str) -> None:
    """Waits until the page has sent these answers."""
    at.page.wait_for_function("() => document.querySelector('.is-busy')")
    assert at.acts() == list(words)


@pytest.mark.parametrize(("kind", "name"), [("f", "Fold when asked"), ("c", "Call up to 20")])
def test_a_choice_goes_out_once_when_it_is_asked_for(table: Tables, kind: str, name: str) -> None:
    at = table(viewport=PHONE)
    at.show(view())
    expect(at.page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "false")
    choose(at, kind)
    check_axe(at.page)
    picture(at.page, f"ahead-{kind}-360")
    in_the_dark(at.page, f"ahead-{kind}-360-dark")
    assert at.acts() == [], "the choice has left the page"
    at.show(view(**ASKED))
    expect(at.page.locator(".dock")).to_contain_text(PAUSED[kind])
    expect(at.page.locator("#voice")).to_contain_text(PAUSED[kind])
    assert at.acts() == []
    check_axe(at.page)
    picture(at.page, f"ahead-{kind}-goes-out-360")
    answers(at, kind)
    assert at.sent[-1]["ask"] == ASKED["ask"]
    at.show(at_price(40, to_act=[2], ask=9, legal=["c", "f"], cost={"c": 40}))
    expect(at.page.locator(f"[data-do=f]{OPEN}")).to_be_visible()  # the next question is open again
    assert at.acts() == [kind]


def test_a_choice_is_taken_back_in_the_pause(table: Tables) -> None:
    at = table()
    at.show(view())
    choose(at, "f")
    at.show(view(**ASKED))
    at.page.locator(f"[data-do=ahead-f]{OPEN}").click()
    expect(at.page.locator("[data-do=f]")).to_be_visible()
    expect(at.page.locator(f"[data-do=raise]{OPEN}")).to_be_visible()
    at.page.wait_for_timeout(1_000)
    assert at.acts() == []


def test_a_call_falls_when_the_price_rises_and_says_so(table: Tables) -> None:
    at = table(viewport=PHONE)
    at.show(view())
    choose(at, "c")
    at.show(at_price(40))
    words = "Staying in costs 40 now: your choice is dropped."
    expect(at.page.locator(".dock")).to_contain_text(words)
    expect(at.page.locator("#voice")).to_contain_text(words)
    expect(at.page.get_by_role("button", name="Call up to 40")).to_have_attribute("aria-pressed", "false")
    check_axe(at.page)
    picture(at.page, "ahead-dropped-360")
    at.show(at_price(40, to_act=[2], ask=9, legal=["c", "f"], cost={"c": 40}))
    at.page.locator(f"[data-do=c]{OPEN}").wait_for()
    at.page.wait_for_timeout(1_000)
    assert at.acts() == []


def test_a_choice_ends_with_its_deal_and_outlives_a_lost_link(table: Tables) -> None:
    at = table()
    at.show(view())
    choose(at, "f")
    at.show(view(deal=2, events=[]))
    expect(at.page.locator("[data-do=ahead-f]")).to_have_attribute("aria-pressed", "false")
    choose(at, "c")
    at.drop()
    at.show(view(deal=2, events=[], **ASKED))
    answers(at, "c")


def test_who_has_bet_may_fold_to_a_raise(table: Tables) -> None:
    at = table()
    at.show(view(seats=[seat(1, "Ready Heron"), seat(2, "Calm Otter", bid=20, last="b20"), seat(3, "Marc")]))
    expect(at.page.get_by_role("button", name="Fold to any raise")).to_be_enabled()
    expect(at.page.locator("[data-do=ahead-c]")).to_have_count(0)


def test_an_answer_that_was_given_elsewhere_drops_the_choice(table: Tables) -> None:
    at = table()
    at.show(view())
    choose(at, "f")
    at.show(view(**ASKED))
    called = [*view()["events"], {"n": 3, "a": "2c", "chips": 20}]  # in another tab, before the pause was over
    at.show(view(events=called))
    expect(at.page.locator("[data-do=ahead-f]")).to_have_attribute("aria-pressed", "false")
    raised = [*called, {"n": 4, "a": "1r40", "chips": 40}]
    at.show(at_price(40, to_act=[2], ask=9, legal=["c", "f"], cost={"c": 40}, events=raised))
    expect(at.page.locator(f"[data-do=f]{OPEN}")).to_be_visible()
    expect(at.page.locator(".dock")).not_to_contain_text("Press again")
    assert at.acts() == []
