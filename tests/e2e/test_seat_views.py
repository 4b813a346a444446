"""What the felt says of a view. The views are made up, so that each state is there at once."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.felt import OPEN, check_axe, in_the_dark, picture
from tests.e2e.table import ASKED, WAITING, Table, View, idle, result, seat, view

LANDSCAPE = {"width": 740, "height": 360}


def test_others_are_named_in_full_and_what_they_did_is_said(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view())
    page = at.page
    expect(page.locator(".dock")).to_contain_text("Waiting for Ready Heron.")
    expect(page.locator("#situation")).to_have_text("Marc bets 20 blind and pays 10.")
    expect(page.locator(".log li").nth(1)).to_have_text("You look")
    expect(page.locator(".log li").nth(2)).to_contain_text("Marc bets blind20 for 10")
    expect(page.locator("[data-seat='4'] .seat__name")).to_have_text("Kunak bot")
    expect(page.locator("[data-seat='1'] .act")).to_have_text("Ante 10")
    at.show(view(seats=[seat(1, "Ready Heron", online=False), seat(2, "Calm Otter", cards=["Ah", "Ts", "7d"])]))
    expect(page.locator("[data-seat='1']")).to_contain_text("Reconnecting")
    check_axe(page)
    in_the_dark(page, "seat-reconnecting-1280-dark")


def test_a_press_that_was_on_its_way_when_the_view_came_does_nothing(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view())
    at.page.locator("[data-do=raise]").wait_for()
    at.page.evaluate("""() => {
      const early = new MutationObserver(() => document.querySelector("[data-do=raise][aria-disabled=false]")?.click());
      early.observe(document.getElementById("table"), { subtree: true, childList: true, attributes: true });
      setTimeout(() => early.disconnect(), 200);
    }""")
    at.show(view(**ASKED))
    at.page.wait_for_timeout(300)
    assert at.acts() == [], "a press meant for what stood there before has raised"
    at.page.locator(f"[data-do=raise]{OPEN}").click()
    at.page.wait_for_function("() => document.querySelector('.is-busy')")
    assert at.acts() == ["r30"]


def test_what_is_being_typed_stays_while_the_clock_ticks(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view(**ASKED))
    field = at.page.locator("#raise-to")
    field.fill("4")
    at.page.wait_for_timeout(1_200)  # the page is drawn anew every second
    field.press("End")
    field.press("5")
    field.press("Enter")
    at.page.wait_for_function("() => document.querySelector('.is-busy')")
    assert at.acts() == ["r45"]


def test_betting_blind_is_explained_until_it_is_understood(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.show(view())
    word = at.page.locator(".blind-word")
    expect(word).to_contain_text("each bet then costs you only half")
    check_axe(at.page)
    picture(at.page, "seat-blind-word-360")
    at.page.get_by_role("button", name="Got it").click()
    expect(word).to_have_count(0)
    at.page.reload()
    at.page.wait_for_timeout(100)
    at.show(view())
    at.page.locator("[data-phase=bid]").wait_for()
    expect(word).to_have_count(0)


def test_the_word_about_betting_blind_goes_with_the_first_game(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view())
    expect(at.page.locator(".blind-word")).to_be_visible()
    at.show(result())
    at.show(view(game="3" * 32))
    at.page.locator("[data-phase=bid]").wait_for()
    expect(at.page.locator(".blind-word")).to_have_count(0)


@pytest.mark.parametrize("wide", [360, 1280])
def test_the_servers_own_sentence_says_what_was_refused(table: Callable[..., Table], wide: int) -> None:
    at = table(viewport={"width": wide, "height": 740})
    at.show(view(my_seat=None, mine=None, seats=[seat(1, "Ready Heron")], phase="bid"))
    at.page.get_by_role("button", name="Sit here, seat 3").click()
    at.page.locator("[data-do=send]").click()
    at.page.wait_for_function("() => document.querySelector('.is-busy')")
    sentence = "You left this table with 730 chips: within 30 minutes, come back with as many."
    at.send({"type": "error", "ref": at.sent[-1]["ref"], "code": "limits", "message": sentence})
    expect(at.page.locator(".sheet").get_by_role("alert")).to_have_text(sentence)
    check_axe(at.page)
    picture(at.page, f"seat-limits-{wide}")


def test_a_lost_link_covers_no_seat(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 1280, "height": 800})
    at.show(view())
    at.page.locator("[data-phase=bid]").wait_for()
    assert at._socket
    at.is_down = True
    at._socket.close(code=4013)
    notice = at.page.locator(".notice")
    expect(notice).to_contain_text("Your seat is kept.")
    box = notice.bounding_box()
    assert box
    for one in at.page.locator(".seat").all():
        other = one.bounding_box()
        assert other
        assert box["y"] + box["height"] <= other["y"], "the notice lies over a seat"
    picture(at.page, "seat-lost-1280")


def test_a_typed_amount_counts_at_once_and_says_when_it_is_out_of_range(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.show(view(my_seat=None, mine=None, seats=[seat(1, "Ready Heron")]))
    page = at.page
    page.get_by_role("button", name="Sit here, seat 3").click()
    field, send, note = page.locator("#amount"), page.locator("[data-do=send]"), page.locator("#amount-limits")
    field.fill("300")
    expect(send).to_have_text("Sit with 300")
    expect(page.locator(".sheet .range")).to_have_value("300")
    field.fill("296.5")
    expect(send).to_have_text("Sit with 296")
    field.fill("1,500")
    expect(send).to_have_text("Sit with 1,500")
    field.fill("99999")
    expect(note).to_have_text("99,999 is too much: the most is 2,000.")
    expect(field).to_have_value("99999")
    check_axe(page)
    picture(page, "seat-too-much-360")
    field.press("Tab")
    expect(field).to_have_value("2000")
    expect(note).to_contain_text("the most is 2,000")


def test_a_bet_out_of_range_is_corrected_before_it_is_made(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view(**ASKED))
    at.page.locator(f"[data-do=raise]{OPEN}").wait_for()  # until then Enter answers nothing
    field = at.page.locator("#raise-to")
    field.fill("45")
    expect(at.page.locator("[data-do=raise]")).to_contain_text("Raise to 45")
    field.fill("5000")
    expect(at.page.locator("#raise-note")).to_have_text("5,000 is too much: the most is 480.")
    picture(at.page, "seat-raise-wrong-1280")
    field.press("Enter")
    expect(field).to_have_value("480")
    assert at.acts() == [], "a number that isn't open has bet everything"
    expect(at.page.locator("#raise-note")).to_contain_text("leaves you")
    field.press("Enter")
    at.page.wait_for_function("() => document.querySelector('.is-busy')")
    assert at.acts() == ["r480"]


def test_a_table_where_nobody_can_play_shows_the_way_to_another(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    two = [idle(1, "Ready Heron", sitting_out=True), idle(2, "Calm Otter")]
    at.show(view(**WAITING, seats_total=2, seats=two))
    expect(at.page.locator("#situation")).to_contain_text("Nobody can play here now: the other seat sits out.")
    expect(at.page.get_by_role("link", name="Find another table")).to_have_attribute("href", "/")
    check_axe(at.page)
    picture(at.page, "seat-stuck-360")


def test_what_a_waiting_table_waits_for(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    soon = int(time.time() * 1000) + 3_000
    said = at.page.locator("#situation")
    out = [idle(2, "Calm Otter", sitting_out=True), idle(4, "Kunak", bot=True), idle(5, "Batyr", bot=True)]
    at.show(view(**{**WAITING, "next": soon}, seats=out))
    expect(said).to_have_text("Bots come to play with you when you are back.")
    mine = {"show_at_once": True, "top_up_to": None, "broke_until": soon}
    at.show(view(**WAITING, mine=mine, seats=[idle(2, "Calm Otter", stack=3), idle(4, "Kunak", bot=True)]))
    expect(said).to_have_text("The table waits for your top-up.")
    at.show(view(**{**WAITING, "next": soon}, seats=[idle(2, "Calm Otter"), idle(4, "Kunak", bot=True)]))
    expect(said).to_contain_text("The next game is about to begin. Next in")


def test_who_waits_alone_at_a_private_table_can_invite(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740}, permissions=["clipboard-write"])
    at.show(view(**WAITING, private=True, bots=False, watching=1, seats=[idle(2, "Calm Otter")]))
    expect(at.page.locator(".top .tag")).to_have_text("Private")
    check_axe(at.page)
    picture(at.page, "seat-alone-360")
    at.page.locator(".felt").get_by_role("button", name="Invite").click()
    expect(at.page.get_by_label("The link to this table")).to_be_focused()


def test_a_result_is_read_from_its_top(table: Callable[..., Table]) -> None:
    at = table(viewport=LANDSCAPE)
    at.show(view(**ASKED))
    at.page.locator("[data-do=c]").wait_for()
    at.page.evaluate("scrollTo(0, 9999)")
    at.page.locator("[data-do=c]").focus()
    at.show(result())
    at.page.locator(".result").wait_for()
    assert at.page.evaluate("scrollY") == 0
    picture(at.page, "seat-result-740")


def test_the_way_to_the_whole_game_is_not_under_the_button(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    played = [
        "3b20",
        "4c",
        "1c",
        "2c",
        "3Kh",
        "4Qh",
        "1Jh",
        "2Ah",
        "2Ts",
        "3Ks",
        "4Qs",
        "1Js",
        "3Ad",
        "4Kd",
        "1Qd",
        "2Td",
    ]
    events = [{"n": n, "a": a, "chips": 20} for n, a in enumerate(played, 1)]
    seats = [{**one, "tricks": 2 if one["seat"] == 3 else 0} for one in view()["seats"]]
    ended = {
        "winner": 3,
        "how": "tricks",
        "bank": 120,
        "shares": {"3": 120},
        "net": {"1": -30, "2": -30, "3": 90, "4": -30},
    }
    at.show(result(events=events, seats=seats, result=ended, turn_up="6h", six_up=True))
    expect(at.page.locator(".tricks li")).to_have_count(3)
    link = at.page.get_by_role("link", name="See this game step by step").bounding_box()
    acts = at.page.locator(".result > .acts").bounding_box()
    picture(at.page, "seat-result-four-360")
    assert link
    assert acts
    assert link["y"] + link["height"] <= acts["y"], "the button lies over the link"


def test_a_phone_on_its_side_shows_cards_and_buttons_at_once(table: Callable[..., Table]) -> None:
    at = table(viewport=LANDSCAPE)
    six = [*view()["seats"], seat(5, "Batyr", bot=True), seat(6, "A name of twenty-four ch")]
    at.show(view(**ASKED, seats=six))
    at.page.locator(f"[data-do=raise]{OPEN}").wait_for()
    for one in at.page.locator(".hand__card, .dock .btn").all():
        expect(one).to_be_in_viewport(ratio=1)
    picture(at.page, "seat-landscape-bid-740")
    at.page.locator("[data-do=raise]").click()
    for one in at.page.locator(".hand__card, .dock .btn, .dock input").all():
        expect(one).to_be_in_viewport(ratio=1)
    check_axe(at.page)
    picture(at.page, "seat-landscape-raise-740")
    play = {"phase": "play", "legal": ["Ah"], "ask": 8, "to_act": [2], "trick": [{"seat": 1, "card": "9h"}]}
    at.show(view(**play, seats=six))
    at.page.locator(".trick").wait_for()
    for one in at.page.locator(".hand__card").all():
        expect(one).to_be_in_viewport(ratio=1)
    picture(at.page, "seat-landscape-play-740")


def test_the_plate_of_whose_turn_it_is_keeps_off_the_trump(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    six = [*view()["seats"], seat(5, "Batyr", bot=True), seat(6, "A name of twenty-four ch")]
    at.show(view(seats=six, six_up=True, turn_up="6h", watching=1))
    at.page.locator("[data-phase=bid]").wait_for()
    picture(at.page, "seat-plate-360")
    plate = at.page.locator(".is-turn").bounding_box()
    trump = at.page.locator(".mid .trump").bounding_box()
    assert plate
    assert trump
    assert trump["x"] + trump["width"] + 3 <= plate["x"]


def test_who_leaves_hears_where_the_chips_are(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.show(view(**WAITING, seats=[idle(2, "Calm Otter")]))
    at.page.locator(".me[data-seat]").wait_for()
    at.show(view(**WAITING, my_seat=None, mine=None, seats=[]))
    words = "You left with 480 chips: they are in your wallet."
    expect(at.page.locator(".dock")).to_contain_text(words)
    expect(at.page.locator("#voice")).to_have_text(words)
    picture(at.page, "seat-left-360")
    at.show(view(my_seat=None, mine=None, phase="shuffle", to_act=[], turn_up=None, events=[], deal=0))
    expect(at.page.locator("#voice")).to_have_text("")


def test_who_leaves_at_a_result_has_a_next_step(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.show(result())
    at.page.locator("[data-do=next]").wait_for()
    at.show(result(my_seat=None, mine=None))
    expect(at.page.locator(".result")).to_contain_text("they are in your wallet.")
    expect(at.page.get_by_role("link", name="To the tables", exact=True)).to_be_in_viewport()


def test_only_the_result_is_told_to_who_comes_to_it(table: Callable[..., Table]) -> None:
    at = table()
    at.show(result())
    voice = at.page.locator("#voice")
    expect(voice).to_contain_text("Marc\u2069 wins")
    expect(voice).not_to_contain_text("New deal")


def test_who_sits_down_where_the_winner_sat_has_no_part_in_the_result(table: Callable[..., Table]) -> None:
    at = table()
    over = result()
    names = {"1": "Ready Heron", "2": "Old Elk", "3": "Marc", "4": "Kunak"}
    played = {"in": False, "tricks": 0, "last": "f", "bot": False}
    players = {number: {**played, "player": f"9{number}" * 16, "name": name} for number, name in names.items()}
    ended = {**over["result"], "winner": 2, "shares": {"2": 60}, "net": {"1": -10, "2": 30, "3": -10, "4": -10}}
    seats = [seat(1, "Ready Heron"), idle(2, "Calm Otter"), seat(3, "Marc")]
    at.show({**over, "result": {**ended, "players": players}, "seats": seats})
    expect(at.page.locator(".result h2")).to_have_text("Old Elk wins")
    rows = at.page.locator("[data-net-seat]")
    expect(rows.first).to_contain_text("Old Elk")
    expect(rows).to_have_count(4)  # also of who has gone
    voice = at.page.locator("#voice")
    expect(voice).to_contain_text("Old Elk\u2069 wins")
    expect(voice).not_to_contain_text("You")
    expect(at.page.locator(".net-list")).not_to_contain_text("You")
    players["2"]["player"] = "2" * 32  # who played there and has come back
    at.show({**over, "result": {**ended, "players": players}, "seats": seats})
    expect(at.page.locator(".result h2")).to_have_text("You win")
    expect(rows.first).to_contain_text("You")


def test_azi_is_still_told_while_the_cards_are_shuffled(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    seats = [seat(1, "Ready Heron", tricks=1), seat(2, "Calm Otter", tricks=1), seat(3, "Marc", tricks=1)]
    now = int(time.time() * 1000)
    shuffled: View = {"phase": "shuffle", "to_act": [], "deadline": None, "next": now + 3_000, "bank": 120}
    at.show(view(seats=[seat(1, "Ready Heron"), seat(2, "Calm Otter")]))
    at.page.locator("[data-phase=bid]").wait_for()
    at.show(view(**shuffled, seats=seats))
    expect(at.page.locator("#situation")).to_contain_text("Azi: the bank of 120 stays. New cards come.")
    expect(at.page.locator("#voice")).to_contain_text("The bank of 120 stays. You play on for free.")
    picture(at.page, "seat-azi-shuffle-360")
    at.show(view(**{**shuffled, "deal": 0}, seats=seats))
    expect(at.page.locator("#situation")).to_contain_text("The cards are being shuffled.")


def test_what_leaving_does_is_said_as_it_is(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view(**ASKED))
    leave = at.page.locator("[data-do=leave]")
    expect(leave).to_have_text("Fold and leave the table")
    at.show(view())
    expect(leave).to_have_text("Leave, and fold when you are asked")
    at.show(view(phase="play"))
    expect(leave).to_have_text("Leave: your cards are played for you")
    at.show(view(phase="azi"))
    expect(leave).to_have_text("Leave the table")
    at.show(result(seats=[seat(2, "Calm Otter", leaving=True), seat(3, "Marc")]))
    expect(leave).to_have_text("Leave the table")
    expect(at.page.locator(".result")).to_contain_text("You are leaving the table.")
    expect(at.page.locator(".result")).not_to_contain_text("when this game is over")
    expect(at.page.locator("#voice")).not_to_contain_text("when this game is over")


def test_that_time_ran_out_is_not_said_of_the_next_game(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view(**{**ASKED, "deadline": int(time.time() * 1000) - 1_000}))
    at.page.locator("[data-phase=bid]").wait_for()
    folded = [{"n": 1, "a": "2L", "chips": 0}, {"n": 2, "a": "3b20", "chips": 10}, {"n": 3, "a": "2f", "chips": 0}]
    seats = [seat(1, "Ready Heron"), seat(2, "Calm Otter", last="f", **{"in": False}), seat(3, "Marc")]
    at.show(view(events=folded, seats=seats))
    said = at.page.get_by_text("Time ran out. You fold.").and_(at.page.locator("p, .msg"))
    expect(said).to_be_visible()
    at.show(view(game="2" * 32, game_no=2, events=[], level=0))
    expect(at.page.locator("#situation")).to_have_text("Nobody has bet yet.")
    expect(said).to_have_count(0)


def test_a_blind_call_is_the_same_at_the_seat_in_the_log_and_told(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 1280, "height": 800})
    at.show(view())
    at.page.locator("[data-phase=bid]").wait_for()
    words = [("2L", 0), ("3b20", 10), ("4c", 10), ("1L", 0), ("1r60", 60), ("3c", 20), ("2c", 60), ("4c", 5)]
    events = [{"n": n, "a": a, "chips": chips} for n, (a, chips) in enumerate(words, 1)]
    blind = {"looked": False, "last": "c"}
    seats = [
        seat(1, "Ready Heron", bid=60, last="r60"),
        seat(2, "Calm Otter", bid=60, last="c"),
        seat(3, "Marc", bid=60, **blind),
        seat(4, "Kunak", bot=True, bid=30, stack=0, **blind),  # all in
    ]
    at.show(view(seats=seats, events=events, level=60))
    for number, words_there in [("3", "Blind call 60"), ("4", "Blind call 30"), ("1", "Raise 60")]:
        expect(at.page.locator(f"[data-seat='{number}'] .act")).to_have_text(words_there)
    rows = at.page.locator(".log li")
    for index, row in enumerate(["20 for 10", "20 for 10", "", "60", "60 for 20", "60", "30 for 5"], 2):
        expect(rows.nth(index).locator(".num")).to_have_text(row)
    expect(at.page.locator("#voice")).to_contain_text("Marc\u2069 calls 60 blind and pays 20.")
    expect(at.page.locator("#voice")).to_contain_text("You call for 60.")
    picture(at.page, "seat-blind-call-1280")
    at.show(view(seats=[*seats[:2], seat(3, "Marc", bid=60_000, **blind)], events=events, level=60_000))
    expect(at.page.locator("[data-seat='3'] .act")).to_have_text("Blind 60,000")


def test_cards_that_lie_face_down_are_told_once_a_deal_and_the_bank_once_in_a_breath(
    table: Callable[..., Table],
) -> None:
    at = table()
    voice = at.page.locator("#voice")
    down = seat(2, "Calm Otter", looked=False)
    shown = {**ASKED, "level": 0, "legal": ["L", "b10..480", "f"], "cost": {"b10": 5, "b480": 240}, "events": []}
    shown |= {"seats": [seat(1, "Ready Heron"), down], "mine": {**view()["mine"], "show_at_once": False}}
    at.show(view(**shown))
    lies = "Your cards lie face down: L looks at them, bets before that cost half."
    keys = "Press ? for the keys, W to hear how everything stands."
    expect(voice).to_have_text(f"New deal. Trump is hearts. Bank 50. {lies} Your turn: bet or fold. {keys}")
    at.show(view(**{**shown, "ask": 8, "bank": 60}))
    expect(voice).to_have_text("Your turn: bet or fold. Before you look, bets cost half. Bank 60.")


def test_sitting_out_during_a_game_begins_with_the_next_one(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view())
    at.page.locator(".me[data-seat]").wait_for()
    at.show(view(seats=[seat(1, "Ready Heron"), seat(2, "Calm Otter", sitting_out=True), seat(3, "Marc")]))
    expect(at.page.locator("#voice")).to_contain_text("You sit out from the next game on.")


def test_somebody_invited_can_sign_in_and_come_back_here(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.you = None
    at.page.reload()
    at.page.wait_for_timeout(100)
    at.show(view(my_seat=None, mine=None, watching=1))
    here = at.page.evaluate("location.pathname")
    expect(at.page.locator(".dock [data-do=sign_in]")).to_have_attribute("href", f"/accounts/login/?next={here}")
    check_axe(at.page)
    picture(at.page, "seat-nobody-360")
    at.page.get_by_role("button", name="Menu", exact=True).click()
    expect(at.page.locator("#seat-menu [data-do=sign_in]")).to_be_visible()
    picture(at.page, "seat-nobody-menu-360")


def test_a_guest_finds_how_to_keep_the_chips(table: Callable[..., Table]) -> None:
    at = table()
    at.show(view())
    at.page.get_by_role("button", name="Menu", exact=True).click()
    here = at.page.evaluate("location.pathname")
    link = at.page.get_by_role("link", name="Sign up: keep your chips")
    expect(link).to_have_attribute("href", f"/accounts/signup/?next={here}")


def test_a_guest_whose_session_ended_is_not_told_to_sign_in_again(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.show(view())
    at.page.locator(".me[data-seat]").wait_for()
    assert at._socket
    at._socket.close(code=4001)
    notice = at.page.locator(".notice")
    expect(notice).to_contain_text("This session has ended.")
    expect(notice.get_by_role("link")).to_have_attribute("href", "/")
    picture(at.page, "seat-ended-360")


def test_forms_fit_a_phone_on_its_side(table: Callable[..., Table]) -> None:
    at = table(viewport=LANDSCAPE)
    at.show(view(my_seat=None, mine=None, seats=[seat(1, "Ready Heron")]))
    at.page.get_by_role("button", name="Sit here, seat 3").click()
    for one in at.page.locator(".sheet .btn, .sheet input").all():
        expect(one).to_be_in_viewport(ratio=1)
    picture(at.page, "seat-landscape-sit-740")
    asked = {"phase": "azi", "to_act": [2], "ask": 9, "legal": ["j", "p"], "cost": {"j": 25}}
    seats = [seat(1, "Ready Heron", tricks=1), seat(2, "Calm Otter"), seat(3, "Marc", tricks=1), seat(4, "Kunak")]
    at.page.locator("[data-do=close]").click()
    at.show(view(**asked, seats=seats))
    at.page.locator("[data-do=j]").wait_for()
    for one in at.page.locator(".sheet .btn").all():
        expect(one).to_be_in_viewport(ratio=1)
    check_axe(at.page)
    picture(at.page, "seat-landscape-azi-740")
    at.show(view(**WAITING, private=True, bots=False, seats=[idle(2, "Calm Otter")]))
    at.page.locator(".felt [data-do=felt_invite]").wait_for()
    picture(at.page, "seat-landscape-alone-740")
    at.page.set_viewport_size({"width": 1280, "height": 800})
    picture(at.page, "seat-alone-1280")


CUP: View = {"name": "Evening cup, table 3", "stakes": "tournament", "buy_in": [0, 0], "bots": False}


def test_in_a_tournament_one_sits_out_of_a_running_game_and_is_back(table: Callable[..., Table]) -> None:
    at = table(viewport={"width": 360, "height": 740})
    at.show(view(**CUP, **ASKED))
    page, dock = at.page, at.page.locator(".dock")
    expect(page).to_have_title(re.compile("^Your turn: "))
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.locator("[data-do=leave], [data-do=open_top_up]")).to_have_count(0)
    page.locator("[data-do=sit_out]").click()
    assert at.sent[-1]["value"] is True
    absent = [
        seat(1, "Ready Heron", sitting_out=True),
        seat(2, "Calm Otter", cards=["Ah", "Ts", "7d"], sitting_out=True),
    ]
    at.show(view(**CUP, **{**ASKED, "ask": 8}, seats=absent))
    expect(dock).to_contain_text("You sit out: the clock folds for you.")
    expect(page.locator("#voice")).to_have_text("You sit out: the clock folds for you.")
    expect(page.locator("[data-seat='1']")).to_contain_text("Sits out")
    expect(page).to_have_title(re.compile("^(?!Your turn)"))
    check_axe(page)
    dock.get_by_role("button", name="I'm back").click()
    assert at.sent[-1]["value"] is False
    at.show(view(**CUP, **ASKED))
    expect(dock.locator("[data-do=f]")).to_be_visible()
    assert at.acts() == []


def test_a_tournaments_table_offers_no_seat_and_says_what_it_waits_for(table: Callable[..., Table]) -> None:
    at = table()
    page = at.page
    at.show(view(**CUP, my_seat=None, mine=None))
    expect(page.locator(".dock")).to_have_text("You're watching a tournament.")
    expect(page.locator(".seat__free")).to_have_count(0)
    alone = [idle(2, "Calm Otter")]
    at.show(view(**WAITING, **CUP, seats=alone))
    expect(page.locator("#situation")).to_have_text("This table waits for the rest of the tournament.")
    expect(page.locator("[data-do=felt_invite]")).to_have_count(0)
    held = result(**CUP, next=None)
    at.show(held)
    expect(page.locator(".result .say")).to_have_text("This table waits for the rest of the tournament.")
    broke = [{**one, "stack": 0} if one["seat"] == 2 else one for one in held["seats"]]
    at.show({**held, "seats": broke})
    expect(page.locator(".result .say")).to_have_text("You have no chips left.")
