"""Practice's worker plays whole games with the real rules, through the frames of a table, and keeps them."""

from itertools import permutations
from typing import Any

import pytest
from playwright.sync_api import Page

from games.cast import NAMES
from games.rules import record
from games.rules.cards import NAMES as CARDS
from tests.rules.tables import AZI_HANDS, AZI_PLAY, AZI_TURN_UP, stacked

View = dict[str, Any]

CLASSIC = {"cards": 3, "blind": True, "raises": None, "azi": "buyin", "ante": 10, "bet": 10}
BOTS = [{"level": "middle", "style": None}, {"level": "best", "style": "bold"}]
SETUP = {"rules": CLASSIC, "bots": BOTS, "stack": 500}
AZI = f"""azi 1
rules cards=3 blind=no raises=- azi=buyin ante=10 bet=10
seat 1 500 Alice
seat 2 500 Bob
seat 3 500 Vera
dealer 3
deal {"".join(CARDS[card] for card in stacked(AZI_HANDS, AZI_TURN_UP))}
"""
BEGINNERS = [{"level": "beginner", "style": "bold"}]

# A page that hears the worker: `heard` are its frames, in their order; `until` waits for one.
OPEN = """async (cast) => {
  const { PracticeLink } = await import("/static/games/practice_link.js");
  globalThis.store = await import("/static/games/practice_store.js");
  globalThis.heard = [];
  let waiting = [];
  const hear = (frame) => {
    heard.push(frame);
    waiting = waiting.filter((one) => !one(frame));
  };
  globalThis.until = (is) => new Promise((resolve) => waiting.push((frame) => is(frame) && (resolve(frame), true)));
  const vendor = "/static/vendor/micropython/micropython";
  const addresses = { program: `${vendor}.mjs`, wasm: `${vendor}.wasm`, rules: "/practice/rules/0.json" };
  const ears = { view: hear, link: (state) => hear({ type: "link", ...state }), hint: hear, error: hear };
  globalThis.link = new PracticeLink({
    worker: "/static/games/practice_worker.js", ...addresses, cast, you: "You",
    pace: { bots: [0, 0], alone: 0, azi: 0 },
  }, ears);
  link.open();
  await link.ready;

  /** Do what a frame asks for, and hear what comes of it. */
  globalThis.tell = async (frame, is = ({ type }) => type === "view") => {
    const answered = until((one) => one.type === "error" || is(one));
    if (frame.type === "start") link.start(frame.setup);
    else if (frame.type === "resume") link.resume();
    else link.send(frame);
    return answered;
  };
  globalThis.standsStill = (view) => view.type === "view" && (view.phase === "over" || view.ask !== null);
  /** Answer, until the game is over. */
  globalThis.toTheEnd = async (choose = (view) => (view.legal.includes("c") ? "c" : view.legal.at(-1))) => {
    let view = link.view.ask !== null || link.view.phase === "over" ? link.view : await until(standsStill);
    while (view.phase !== "over") {
      const word = choose(view).split("..")[0];
      const { ask } = view;
      view = await tell({ type: "act", do: word, ask }, (one) => standsStill(one) && one.ask !== ask);
      if (view.type === "error") throw new Error(JSON.stringify(view));
    }
    return view;
  };
}"""
TELL = "(frame) => tell(frame)"


@pytest.fixture
def page(person: Page) -> Page:
    """A page of the site that does nothing of its own, with the worker."""
    return opened(person)


def opened(page: Page) -> Page:
    page.goto("/static/games/fair.js")
    page.evaluate(OPEN, list(NAMES))
    return page


def tell(page: Page, **frame: Any) -> View:
    view: View = page.evaluate(TELL, frame)
    return view


def start(page: Page, **setup: Any) -> View:
    return tell(page, type="start", setup={**SETUP, **setup})


def to_the_end(page: Page) -> View:
    view: View = page.evaluate("() => toTheEnd()")
    return view


def kept(page: Page) -> list[View]:
    games: list[View] = page.evaluate("() => store.games()")
    return games


def test_games_are_played_to_their_end_one_after_the_other_and_kept(page: Page) -> None:
    view = start(page)
    assert (view["stakes"], view["my_seat"], view["seats_total"], view["game_no"]) == ("practice", 1, 3, 1)
    assert view["deal"] == 1
    names = [seat["name"] for seat in view["seats"]]
    assert names[0] == "You"
    assert set(names[1:]) < set(NAMES)
    assert [seat["bot"] for seat in view["seats"]] == [False, True, True]
    assert all(card != "??" for card in view["seats"][0]["cards"])

    first = to_the_end(page)
    assert first["result"]["players"]["1"] == {
        "player": "you", "name": "You", "bot": False, **{n: first["seats"][0][n] for n in ("in", "tricks", "last")}
    }  # fmt: skip
    second = tell(page, type="next", game_no=1)
    assert (second["game_no"], second["dealer"]) == (2, first["result"]["winner"])
    for seat, before in zip(second["seats"], first["seats"], strict=True):
        carried = before["stack"] if before["stack"] >= 10 else 500
        assert seat["stack"] + seat["paid"] == carried
    to_the_end(page)

    newest, older = kept(page)
    assert (older["id"], older["me"], older["net"]) == (first["game"], 1, first["result"]["net"])
    assert first["practice"]["kept"] == first["game"]
    read = record.read(older["record"])
    assert read.has_result
    assert newest["at"] >= older["at"]
    versions = page.evaluate("() => heard.filter(({ type }) => type === 'view').map(({ version }) => version)")
    assert versions == sorted(set(versions))


def test_the_chips_of_who_cannot_pay_are_the_first_stack_again(page: Page) -> None:
    start(page, stack=10, rules={**CLASSIC, "blind": False}, bots=BEGINNERS)
    over = to_the_end(page)
    view = tell(page, type="next")
    assert view["practice"]["refilled"] is any(seat["stack"] < 10 for seat in over["seats"])
    assert all(seat["stack"] + seat["paid"] >= 10 for seat in view["seats"])


def test_taking_back_leads_to_the_same_game_and_takes_the_kept_one_away(page: Page) -> None:
    start(page)
    over = to_the_end(page)
    back = tell(page, type="take_back")
    assert (back["phase"] != "over", back["practice"]["kept"], back["game"]) == (True, None, over["game"])
    assert back["epoch"] != over["epoch"]
    assert kept(page) == []
    again = to_the_end(page)
    assert (again["result"], again["events"]) == (over["result"], over["events"])
    assert len(kept(page)) == 1


def test_a_game_is_dealt_again_with_the_same_cards_and_the_bots_do_the_same(page: Page) -> None:
    start(page)
    first = to_the_end(page)
    view = tell(page, type="again")
    assert (view["game_no"], view["dealer"], view["practice"]["may_take_back"]) == (2, first["dealer"], False)
    again = to_the_end(page)
    assert (again["result"], again["events"]) == (first["result"], first["events"])
    assert {game["id"] for game in kept(page)} == {first["game"], again["game"]}


def test_the_decks_of_a_record_are_dealt_by_its_rules_to_its_seats(page: Page) -> None:
    view = start(page, record=AZI + AZI_PLAY, bots=BEGINNERS)
    assert view["ruleset"]["blind"] is False
    assert [seat["name"] for seat in view["seats"]] == ["Alice", "Bob", "Vera"]
    assert view["seats"][0]["cards"] == AZI_HANDS[0].split()
    to_the_end(page)
    assert record.read(kept(page)[0]["record"]).decks[0] == stacked(AZI_HANDS, AZI_TURN_UP)


def test_a_masked_record_puts_the_person_in_its_owners_seat(page: Page) -> None:
    view = start(page, record=record.mask(AZI + "1b20 2f 3f", 3), bots=BEGINNERS)
    assert (view["my_seat"], view["turn_up"]) == (3, AZI_TURN_UP)
    assert tell(page, type="open", value=True)["seats"][2]["cards"] == AZI_HANDS[2].split()


def test_azi_is_dealt_on_by_itself(page: Page) -> None:
    start(page, record=AZI, bots=BEGINNERS)
    sitting = page.evaluate("() => store.now()")
    sitting["game"] |= {"moves": AZI_PLAY.split()[:-1], "by_itself": []}
    page.goto("/static/games/fair.js")  # its worker ends
    put = "async (sitting) => { await (await import('/static/games/practice_store.js')).setNow(sitting); }"
    page.evaluate(put, sitting)
    last_card = """async () => {
      const view = await tell({ type: "resume" });
      return tell({ type: "act", do: "Ts", ask: view.ask }, ({ deal }) => deal === 2);
    }"""
    view = opened(page).evaluate(last_card)
    assert (view["deal"], view["phase"], view["bank"]) == (2, "bid", 90)
    assert page.evaluate("() => heard.some(({ phase }) => phase === 'shuffle')")


def test_all_hands_are_shown_when_asked_for(page: Page) -> None:
    view = start(page, record=AZI)
    assert view["seats"][1]["cards"] == ["??"] * 3
    view = tell(page, type="open", value=True)
    assert (view["practice"]["open"], view["seats"][1]["cards"]) == (True, AZI_HANDS[1].split())
    assert tell(page, type="open", value=False)["seats"][1]["cards"] == ["??"] * 3


def test_a_hint_and_ones_cards_later(page: Page) -> None:
    view = start(page, record=AZI)
    hint = page.evaluate("() => tell({ type: 'hint' }, ({ type }) => type === 'hint')")
    assert (hint["type"], hint["ask"]) == ("hint", view["ask"])
    assert tell(page, type="show_at_once", value=False)["mine"]["show_at_once"] is False
    assert start(page, show_at_once=False)["seats"][0]["looked"] is False


def test_after_a_reload_the_game_goes_on_where_it_was(page: Page) -> None:
    start(page, record=AZI, bots=BEGINNERS)
    bet = (
        "() => tell({ type: 'act', do: 'b20', ask: link.view.ask }, (one) => standsStill(one) && one.events.length > 1)"
    )
    before = page.evaluate(bet)
    opened(page)
    after = page.evaluate("() => tell({ type: 'resume' }, standsStill)")
    assert {**after, "version": 0} == {**before, "version": 0}
    back = tell(page, type="take_back")
    assert (back["phase"], back["events"]) == ("bid", [])
    to_the_end(page)


def test_what_is_refused_says_why_and_changes_nothing(page: Page) -> None:
    def code(**frame: Any) -> str:
        answer = tell(page, **frame)
        assert answer["type"] == "error", answer
        return str(answer["code"])

    assert code(type="resume") == code(type="take_back") == code(type="next") == "gone"
    assert code(type="dance") == code(type="start", setup=None) == "malformed"
    assert code(type="start", setup={**SETUP, "bots": []}) == "malformed"
    view = start(page, record=AZI)
    assert code(type="start", setup={**SETUP, "rules": {}, "stack": 0}) == "malformed"
    assert code(type="act", do="c", ask=view["ask"]) == "illegal"
    assert code(type="act", do="b20", ask=view["ask"] + 1) == "stale"
    assert code(type="act") == "malformed"
    assert code(type="take_back") == "not_asked"
    wrong = tell(page, type="start", setup={**SETUP, "record": AZI.replace("cards=3", "cards=5")})
    assert (wrong["code"], wrong["line"], wrong["column"]) == ("record", 2, 7)
    assert tell(page, type="view")["seats"] == view["seats"]


def test_records_are_read_and_replayed_without_a_game(page: Page) -> None:
    read = page.evaluate("(text) => link.ask({ do: 'read', text })", AZI + AZI_PLAY + "\nazi 2\n")
    good, bad = read["records"]
    assert (good["deals"], bad["error"]["line"], bad["error"]["column"]) == (1, 9, 5)
    entries = """async (found) => {
      const entry = () => store.entryOf(found, { id: crypto.randomUUID(), at: 1 });
      return [await store.keepNew([entry(), entry()]), await store.keepNew([entry()]), (await store.games()).length];
    }"""
    assert page.evaluate(entries, good) == [1, 0, 1]
    question = {"do": "steps", "record": good["record"], "seat": None, "open": True, "me": 1}
    told = page.evaluate("(question) => link.ask(question)", question)
    assert len(told["views"]) == len(told["waits"]) == 1 + len(AZI_PLAY.split())
    assert [seat["cards"] for seat in told["views"][0]["seats"]] == [hand.split() for hand in AZI_HANDS]
    assert [seat["bot"] for seat in told["views"][0]["seats"]] == [False, True, True]
    refusal = page.evaluate("() => link.ask({ do: 'steps', record: 'azi 2' }).catch(({ code, line }) => [code, line])")
    assert refusal == ["record", 1]


def test_a_second_tab_says_that_the_game_is_played_elsewhere_and_may_take_it(page: Page) -> None:
    view = start(page, record=AZI)
    other = opened(page.context.new_page())
    assert tell(other, type="resume")["code"] == "elsewhere"
    assert len(page.evaluate("() => heard.filter(({ type }) => type === 'error')")) == 0
    page.evaluate("() => void (globalThis.ended = until(({ why }) => why === 'elsewhere'))")
    take = "(does) => { const shown = until(({ type }) => type === 'view'); link[does]({ here: true }); return shown; }"
    assert other.evaluate(take, "resume")["game"] == view["game"]
    assert page.evaluate("() => ended")["state"] == "ended"
    assert page.evaluate(take, "open")["game"] == view["game"]


def test_a_worker_that_a_browser_ends_is_told_and_another_goes_on(person: Page) -> None:
    person.add_init_script(
        """globalThis.Worker = class extends Worker {
          constructor(...all) { super(...all); globalThis.worker = this; }
        };"""
    )
    page = opened(person)
    view = start(page)
    page.clock.install()
    page.evaluate("() => { worker.terminate(); link.refresh(); }")
    page.evaluate("() => void (globalThis.ended = until(({ type }) => type === 'link'))")
    page.clock.fast_forward(8_500)
    assert page.evaluate("() => ended") == {"type": "link", "state": "ended", "why": "silent"}
    page.clock.resume()
    again = page.evaluate("() => { const shown = until(({ type }) => type === 'view'); link.open(); return shown; }")
    assert (again["game"], again["seats"][0]["cards"]) == (view["game"], view["seats"][0]["cards"])


def test_kept_games_are_listed_anew_where_another_tab_changes_them(page: Page) -> None:
    other = opened(page.context.new_page())
    other.evaluate("() => void (globalThis.changed = new Promise((resolve) => store.onChange(resolve)))")
    start(page)
    to_the_end(page)
    other.evaluate("() => changed")
    assert len(kept(other)) == 1
    other.evaluate("() => store.clear()")
    assert kept(page) == []


def test_a_browser_that_keeps_nothing_still_plays_and_says_so(person: Page) -> None:
    person.goto("/static/games/fair.js")
    # A newer page's database: this one can't open it.
    person.evaluate(
        """() => new Promise((resolve) => {
          const asked = indexedDB.open("azi-practice", 99);
          asked.onsuccess = () => { asked.result.close(); resolve(); };
        })"""
    )
    page = opened(person)
    assert start(page)["practice"]["troubled"]
    over = to_the_end(page)
    assert (over["practice"]["troubled"], over["practice"]["kept"]) == (True, None)
    assert tell(page, type="next")["game_no"] == 2


def test_a_newer_page_may_upgrade_what_is_kept(page: Page) -> None:
    start(page)
    page.evaluate("() => store.games()")
    upgraded = """() => new Promise((resolve) => {
      const asked = indexedDB.open("azi-practice", 99);
      asked.onblocked = () => resolve("blocked");
      asked.onsuccess = () => { asked.result.close(); resolve("upgraded"); };
    })"""
    assert page.evaluate(upgraded) == "upgraded"


def test_a_browser_that_cannot_says_why(person: Page, guard: Any) -> None:
    guard.forgive("nowhere")
    person.goto("/static/games/fair.js")
    states = """async ([worker, program]) => {
      const { PracticeLink } = await import("/static/games/practice_link.js");
      return new Promise((resolve) => {
        const addresses = { worker, program, wasm: "/nowhere", rules: "/nowhere", cast: [], you: "You" };
        const link = new PracticeLink(addresses, { link: (state) => resolve([state, link.failed, link.start({})]) });
        link.open();
      });
    }"""
    for addresses in (["/nowhere.js", ""], ["/static/games/practice_worker.js", "/nowhere.mjs"]):
        state, failed, ref = person.evaluate(states, addresses)
        assert state == {"state": "ended", "why": "cannot"}
        assert failed
        assert ref is None


def test_every_order_of_the_cards_is_as_likely_as_any_other(person: Page) -> None:
    person.goto("/static/games/fair.js")
    orders = """async () => {
      const { below, deck, shuffled } = await import("/static/games/practice_decks.js");
      const told = (...numbers) => () => numbers.shift();
      const orders = [0, 1, 2].flatMap((one) => [0, 1].map((other) => shuffled([1, 2, 3], told(one, other))));
      return [orders, below(3, told(2 ** 32 - 1, 5)), below(2, told(2 ** 32 - 1)), deck(), deck()];
    }"""
    orders, rejected, whole, deck, other = person.evaluate(orders)
    assert sorted(map(tuple, orders)) == sorted(permutations([1, 2, 3]))
    assert (rejected, whole) == (2, 1)  # the last number of 32 bits would make 0 of three likelier
    assert sorted(deck[at : at + 2] for at in range(0, 54, 2)) == sorted(CARDS)
    assert deck != other
