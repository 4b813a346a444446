"""Hints as the rules make them, of a view alone; who may ask for one is in tests/games/test_advice.py."""

import json

from games.rules import Ruleset, hints
from games.rules.chance import Chance
from games.rules.view import view
from tests.rules.tables import ALICE, BLIND, BOB, PLAIN, anything, dealt


def test_there_is_none_of_an_unseen_hand() -> None:
    shown = view(anything(BLIND), ALICE)
    assert hints.is_unseen(shown)
    assert hints.hint(shown, Chance(1)) is None


def test_there_is_none_where_there_is_no_hand() -> None:
    game = anything(PLAIN)
    game.apply(ALICE, "f")
    for shown in (view(game, ALICE), view(game, BOB)):
        assert hints.hint(shown, Chance(1)) is None
        assert not hints.is_unseen(shown)


def test_what_a_call_takes_and_how_often_it_has_to_win() -> None:
    game = dealt(Ruleset(blind=False, ante=10), "Ah Kh Qh", "7d 7s 8s", "8d 9d 9s")
    game.apply(ALICE, "b30")
    found = hints.hint(view(game, BOB), Chance(1))
    assert found is not None
    assert found["call"] == {"cost": 30, "bank": 90, "even": 34}
    assert found["cards"] == {}


def test_each_card_has_its_chances_and_the_view_stays_as_it_was() -> None:
    game = dealt(PLAIN, "Ah 7d Ts", "Kd 8h 8s")
    for word in ("b20", "c"):
        game.apply(game.to_act[0], word)
    shown = view(game, ALICE)
    before = json.dumps(shown)
    found = hints.hint(shown, Chance(5))
    assert found is not None
    assert set(found["cards"]) == {"Ah", "7d", "Ts"}
    assert found["win"] == max(found["cards"].values())
    assert json.dumps(shown) == before
    assert hints.hint(shown, Chance(5)) == found
