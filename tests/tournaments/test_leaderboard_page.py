"""The leaderboards' page: places, who is listed, one's own row, and addresses that say anything."""

import re
from typing import Any

import pytest
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from accounts import relations
from accounts.models import User
from games import ratings, timing
from games.models import Rating
from tests.games.finished import member
from tests.games.play import NOON, person
from tournaments import boards, periods
from tournaments.models import Score

pytestmark = pytest.mark.django_db

DAY = periods.day_of(NOON)
WEEK = periods.week(DAY)


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "now_ms", lambda: NOON)


def score(player: User, period: str = WEEK, ruleset: str = "", **fields: Any) -> User:
    Score.objects.create(player=player, period=period, ruleset=ruleset, **{"games": 40, **fields})
    return player


def page(query: str = "", viewer: User | None = None) -> str:
    browser = Client()
    if viewer:
        browser.force_login(viewer)
    answer = browser.get(f"/leaderboard/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def listed(html: str) -> list[str]:
    """Each row: place, player, games, number."""
    rows = re.findall(r"<tr.*?</tr>", html, re.DOTALL)[1:]
    found = []
    for row in rows:
        cells = [" ".join(re.sub("<.*?>", " ", cell).split()) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        cells[1] = cells[1].partition(" ")[2]  # the letters of the patch
        found.append(" | ".join(cells))
    return found


class TestPlaces:
    def test_equal_players_share_one_and_the_next_is_left_out(self) -> None:
        for name, rating in (("ann", 1700), ("bea", 1650), ("cleo", 1650), ("dora", 1600)):
            score(member(name), rating=rating)
        assert listed(page()) == [
            "1 | ann | 40 | 1,700",
            "2 | bea | 40 | 1,650",
            "2 | cleo | 40 | 1,650",
            "4 | dora | 40 | 1,600",
        ]

    def test_the_rule_is_written_there(self) -> None:
        assert "1, 2, 2, 4" in page()

    def test_nothing_is_no_place(self) -> None:
        score(member("ann"), points=0, bank=0, longest_run=0, chips=None, rating=None)
        for board in boards.BOARDS:
            assert listed(page(f"?board={board}")) == [], board

    def test_lost_chips_are_listed_where_somebody_played(self) -> None:
        score(member("ann"), chips=-1_200)
        score(member("bea"), chips=300)
        score(member("cleo"), chips=None, points=5)
        assert listed(page("?board=chips")) == ["1 | bea | 40 | +300", "2 | ann | 40 | −1,200"]

    def test_there_are_fifty_and_ones_own_row_far_below(self) -> None:
        people = [score(member(f"player {nth:02}"), bank=1_000 - nth) for nth in range(60)]
        rows = listed(page("?board=bank", people[57]))
        assert len(rows) == 51
        assert rows[-1] == "58 | player 57 you | 40 | 943"
        assert len(listed(page("?board=bank", people[3]))) == 50

    def test_a_tie_across_the_end_of_the_list(self) -> None:
        people = [score(member(f"player {nth:02}"), bank=500) for nth in range(52)]
        assert listed(page("?board=bank", people[51]))[-1].startswith("1 | player 51")


class TestWhoIsListed:
    def test_bots_only_where_they_are_asked_for(self) -> None:
        bot = User.objects.create(name="Bot", username="bot", look="bot", is_bot=True, is_active=False)
        score(member("ann"), rating=1500)
        score(bot, rating=1600, who=Score.BOT)
        assert listed(page()) == ["1 | ann | 40 | 1,500"]
        assert listed(page("?bots=yes")) == ["1 | Bot bot | 40 | 1,600", "2 | ann | 40 | 1,500"]

    def test_nobody_who_is_gone(self) -> None:
        score(member("ann"), rating=1500, who=Score.UNLISTED)
        assert listed(page("?bots=yes")) == []

    def test_followed_players_and_oneself(self) -> None:
        ann, bea, cleo = (
            score(member(name), rating=1500 + 10 * nth) for nth, name in enumerate(("ann", "bea", "cleo"))
        )
        relations.follow(ann, bea)
        assert listed(page("?followed=yes", ann)) == ["1 | bea | 40 | 1,510", "2 | ann you | 40 | 1,500"]
        assert len(listed(page("?followed=yes"))) == 3, "a stranger follows nobody"
        assert cleo.name not in page("?followed=yes", ann)

    def test_periods_and_rulesets_are_apart(self) -> None:
        ann, bea = member("ann"), member("bea")
        score(ann, rating=1500)
        score(bea, rating=1500, ruleset="three_bids")
        score(bea, rating=1400, period=periods.last_season(DAY))
        assert listed(page("?ruleset=three_bids")) == ["1 | bea | 40 | 1,500"]
        assert listed(page("?period=last_season")) == ["1 | bea | 40 | 1,400"]
        assert listed(page("?period=month")) == []


class TestOnesOwn:
    def test_a_provisional_rating_says_how_far_it_is(self) -> None:
        ann = score(member("ann"), games=12, won=4, azi=2)
        Rating.objects.create(player=ann, ruleset="", mu=25.5, sigma=6, games=12)
        html = page("", ann)
        assert listed(html) == []
        assert "12 of 30 games" in html
        score(member("bea"), rating=1600)
        assert listed(page("", ann))[-1].startswith("– not ranked | ann you 12 of 30 games | 12 | 1,520?")

    def test_who_has_not_played_is_shown_the_way(self) -> None:
        html = page("", member("ann"))
        assert 'action="/play/"' in html
        assert html.count("btn--go") == 1

    def test_a_stranger_sees_the_board_and_no_panel_of_their_own(self) -> None:
        score(member("ann"), rating=1500)
        html = page()
        assert "Your week" not in html
        assert listed(html)

    def test_a_guest_is_not_ranked_and_is_told_how_to_be(self) -> None:
        ann = score(person("ann"), rating=1500, chips=-30, who=Score.UNLISTED)
        assert 'href="/accounts/signup/?next=/leaderboard/%3Fboard%3Dchips"' in page("?board=chips", ann)
        score(member("bea"), rating=1400, chips=10)
        assert listed(page("?board=chips", ann)) == [
            "1 | bea | 40 | +10",
            "– not ranked | ann you Sign up to be listed | 40 | −30",
        ]
        User.objects.filter(pk=ann.pk).update(is_guest=False)
        assert "Sign up to be listed" not in page("", ann)


class TestAddresses:
    @pytest.mark.parametrize("query", [
        "?board=nonsense&period=2026-W99&ruleset=%00&bots=1", "?board=rating&board=run", "?period=", "?%ff=%fe",
    ])  # fmt: skip
    def test_what_says_nothing_is_left_out(self, query: str) -> None:
        assert page(query)

    def test_the_title_says_which_board(self) -> None:
        title = re.search(r"<title>(.*?)</title>", page("?board=run&period=all&ruleset=own"))
        assert title
        assert title[1] == "Longest winning run, all time, own rules · Leaders · Azi"

    def test_a_choice_keeps_the_others(self) -> None:
        html = page("?board=bank&period=season&bots=yes")
        assert 'href="?board=bank&amp;period=season&amp;ruleset=own&amp;bots=yes"' in html
        assert 'href="?board=bank&amp;bots=yes"' in html, "this week goes without saying"

    def test_every_combination_is_a_page(self) -> None:
        ann = score(member("ann"), rating=1500, chips=1, points=1, bank=1, longest_run=1)
        for board in boards.BOARDS:
            for period in periods.NAMES:
                assert page(f"?board={board}&period={period}", ann)


class TestPodium:
    def podium(self, player: User) -> str:
        return strip_tags(Template("{% load podium %}{% podium player %}").render(Context({"player": player}))).strip()

    def test_the_first_three_of_last_season(self) -> None:
        season = periods.last_season(DAY)
        names = ("ann", "bea", "cleo", "dora")
        people = [score(member(name), season, chips=400 - 100 * nth, games=1) for nth, name in enumerate(names)]
        quarter = season.partition("-Q")
        assert self.podium(people[1]) == f"No. 2 by chips won, season {quarter[2]} of {quarter[0]}"
        assert self.podium(people[2]).startswith("No. 3 by")
        assert self.podium(people[3]) == ""
        assert self.podium(member("nobody")) == ""

    def test_this_season_and_rulesets_alone_give_none(self) -> None:
        ann = score(member("ann"), periods.season(DAY), rating=1700)
        score(ann, periods.last_season(DAY), "classic", rating=1700)
        assert self.podium(ann) == ""


@pytest.mark.databases
@pytest.mark.parametrize("bots", [False, True])
def test_the_boards_are_read_from_their_indexes(bots: bool) -> None:
    """Nothing is sorted, and whose number is better is counted in the index."""
    crowd = [User(name=f"p{nth}", username=f"p{nth}", look=f"p{nth}") for nth in range(300)]
    ann, *_others = User.objects.bulk_create(crowd)
    Score.objects.bulk_create(
        Score(player=one, period=period, ruleset=ruleset, **dict.fromkeys(("rating", "chips", "points"), nth),
              bank=nth * 7 % 300, longest_run=nth * 11 % 300)
        for nth, one in enumerate(crowd) for period in periods.of(NOON) for ruleset in ("", "own")
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for key in boards.BOARDS:
        board = boards.Board(boards.Wanted(key, bots=bots), DAY, ann)
        field = board.wanted.field
        for found in (board.best[: boards.LISTED], board.better(Score(**{field: 290})).values("player_id")):
            plan = found.explain()
            assert f"score_by_{field}" in plan
            assert "Sort" not in plan
            assert "TEMP B-TREE" not in plan


def test_a_page_asks_as_many_questions_however_many_play() -> None:
    ann = score(member("ann"), rating=1400)
    counts = []
    for nth in range(3):
        for extra in range(10):
            score(member(f"player {nth} {extra}"), rating=1500)
        with CaptureQueriesContext(connection) as queries:
            page("", ann)
        counts.append(len(queries))
    assert len(set(counts)) == 1
    assert ratings.PROVISIONAL == 30


def test_what_is_chosen_under_more_is_said_beside_it() -> None:
    assert "Three bids · With bots" in strip_tags(page("?ruleset=three_bids&bots=yes"))
    assert "is-on" not in page("?board=run&period=last_season")
