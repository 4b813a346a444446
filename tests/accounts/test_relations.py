"""Following and blocking: what holds between two players whatever they press, and in whatever order."""

import itertools
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from accounts import forgetting, relations
from accounts.models import Relation, User
from accounts.relations import BLOCKS, FOLLOWS, Refused
from tests.games.play import person
from tests.races import together

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return person("alice")


@pytest.fixture
def bob() -> User:
    return person("bob")


def test_to_follow_twice_is_to_follow(alice: User, bob: User) -> None:
    for _press in range(2):
        relations.follow(alice, bob)
    assert relations.between(alice, bob) == (FOLLOWS, "")
    assert list(relations.to_others(alice, FOLLOWS)) == [bob]
    for _press in range(2):
        relations.unfollow(alice, bob)
    assert relations.between(alice, bob) == ("", "")


def test_who_blocks_another_follows_them_no_more(alice: User, bob: User) -> None:
    relations.follow(alice, bob)
    for _press in range(2):
        relations.block(alice, bob)
    assert relations.between(alice, bob) == (BLOCKS, "")
    assert list(relations.to_others(alice, BLOCKS)) == [bob]
    relations.unblock(alice, bob)
    assert relations.between(alice, bob) == ("", "")


def test_who_is_blocked_follows_and_unfollows_as_ever(alice: User, bob: User) -> None:
    relations.follow(alice, bob)
    relations.block(bob, alice)
    assert relations.between(alice, bob) == (FOLLOWS, BLOCKS)
    relations.unfollow(alice, bob)
    relations.follow(alice, bob)
    assert relations.between(alice, bob) == (FOLLOWS, BLOCKS)
    assert list(relations.to_others(alice, FOLLOWS)) == [bob]


def test_two_may_block_each_other(alice: User, bob: User) -> None:
    relations.block(alice, bob)
    relations.block(bob, alice)
    relations.unblock(alice, bob)
    assert relations.between(alice, bob) == ("", BLOCKS)


def test_to_unfollow_lifts_no_block_and_to_unblock_ends_no_following(alice: User, bob: User) -> None:
    relations.follow(alice, bob)
    relations.unblock(alice, bob)
    assert relations.between(alice, bob) == (FOLLOWS, "")
    relations.block(alice, bob)
    relations.unfollow(alice, bob)
    assert relations.between(alice, bob) == (BLOCKS, "")


def test_nobody_follows_or_blocks_who_is_no_other_player(alice: User) -> None:
    bot = User.objects.create(name="Botir", username="botir", look="botir", is_bot=True)
    gone = User.objects.create(name="Gone", username="gone", look="gone", is_active=False)
    for other in (bot, gone, alice):
        for change in (relations.follow, relations.block):
            with pytest.raises(Refused, match="That is not possible with this player"):
                change(alice, other)
    assert not Relation.objects.exists()


def test_who_has_blocked_somebody_unblocks_them_before_following(alice: User, bob: User) -> None:
    relations.block(alice, bob)
    with pytest.raises(Refused):
        relations.follow(alice, bob)
    assert relations.between(alice, bob) == (BLOCKS, "")


def test_there_is_a_limit_that_keeps_nobody_from_changing_their_mind(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relations, "MOST", 2)
    relations.follow(alice, bob)
    relations.follow(alice, person("vera"))
    with pytest.raises(Refused):
        relations.block(alice, person("dana"))
    relations.block(alice, bob)
    assert relations.between(alice, bob) == (BLOCKS, "")


def test_blocks_count_in_both_directions(alice: User, bob: User) -> None:
    vera, dana = person("vera"), person("dana")
    relations.block(alice, bob)
    relations.block(vera, alice)
    relations.follow(alice, dana)
    assert relations.blocked_with(alice.pk) == {bob.pk, vera.pk}
    assert relations.blocked_between(bob.pk, [dana.pk, alice.pk])
    assert relations.blocked_between(alice.pk, [vera.pk])
    assert not relations.blocked_between(alice.pk, [dana.pk])
    assert not relations.blocked_between(alice.pk, [])


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_a_follow_and_a_block_at_the_same_moment_leave_the_block(alice: User, bob: User) -> None:
    for _round in range(5):
        Relation.objects.all().delete()
        calls = [partial(relations.follow, alice, bob), partial(relations.block, alice, bob)]
        outcomes = together([*calls, *calls])
        assert all(outcome is None or isinstance(outcome, Refused) for outcome in outcomes)
        assert relations.between(alice, bob) == (BLOCKS, "")


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_who_becomes_nobody_at_that_moment_is_not_followed(alice: User) -> None:
    for number in range(5):
        gone = person(f"gone {number}")
        calls: list[Callable[[], object]] = [
            partial(relations.follow, alice, gone),
            partial(forgetting.forget, gone, User.objects.all()),
            partial(relations.block, gone, alice),
        ]
        outcomes = together(calls)
        assert outcomes[1] is True
        assert all(outcome is None or isinstance(outcome, Refused) for outcome in (outcomes[0], outcomes[2]))
        assert not Relation.objects.exists()


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_many_at_once_keep_to_the_limit(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "MOST", 3)
    others = [person(f"player {number}") for number in range(6)]
    together([partial(change, alice, other) for change, other in zip(_changes(), others, strict=False)])
    assert Relation.objects.filter(player=alice).count() == 3


def _changes() -> Iterator[Callable[[User, User], None]]:
    return itertools.cycle((relations.follow, relations.block))
