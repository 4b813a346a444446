"""The rules beside their peers: pokerkit and pokerfast, both at no-limit hold'em for six, random legal play for all.

Every engine does the same work in its own idiom: it deals (the shuffle is included), makes the legal actions of the
player to act at every step, applies one of them at random (of a range a random value), and keeps its public log of
events: pokerkit as State.operations, pokerfast as u_hand.
"""

import random

from pokerfast import FastHand
from pokerkit import Automation, NoLimitTexasHoldem

from games.rules.bench import OURS, REPEATS, Work, random_play, rates

PLAYERS = 6
STACK = 1000
BLINDS = (10, 20)
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def pokerkit_play(actions: int, rng: random.Random) -> int:
    """pokerkit: its queries say what is legal and for how much, its methods apply it."""
    random.seed(rng.random())  # pokerkit shuffles with the module's own generator
    done = 0
    while done < actions:
        state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, BLINDS, BLINDS[1], (STACK,) * PLAYERS, PLAYERS)
        while state.status:
            legal = []
            if state.can_fold():
                legal.append("fold")
            if state.can_check_or_call():
                legal.append("call")
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            if low is not None and high is not None:
                legal.append("raise")
            choice = rng.choice(legal)
            if choice == "fold":
                state.fold()
            elif choice == "call":
                state.check_or_call()
            else:
                state.complete_bet_or_raise_to(rng.randint(low or 0, high or 0))
            done += 1
    return done


def pokerfast_play(actions: int, rng: random.Random) -> int:
    """pokerfast: get_action_space says what is legal, a method for each action applies it."""
    done = 0
    while done < actions:
        hand = FastHand(
            player_count=PLAYERS, small_blind=BLINDS[0], big_blind=BLINDS[1], min_stack=STACK, max_stack=STACK, rng=rng
        )
        while not hand.done:
            space = hand.get_action_space()
            choice = rng.choice([name for name in ("fold", "check", "call", "min_bet") if name in space])
            if choice == "fold":
                hand.fold()
            elif choice == "check":
                hand.check()
            elif choice == "call":
                hand.call()
            else:
                hand.bet_or_raise(rng.randint(space["min_bet"], space["max_bet"]))
            done += 1
    return done


def main() -> None:
    """Print actions a second of all, and how we stand to the goals."""
    works: dict[str, Work] = {
        "azi, four seats": random_play,
        "pokerfast, six players": pokerfast_play,
        # A tenth of the actions: it would take most of the time.
        "pokerkit, six players": lambda actions, rng: pokerkit_play(actions // 10, rng),
        **{f"azi: {name}": work for name, work in OURS.items() if work is not random_play},
    }
    found = rates(works)
    print(f"actions a second, medians of {REPEATS} repeats in turn")
    for name, rate in found.items():
        print(f"{rate:10,.0f}  {name}")
    azi, pokerfast, pokerkit = list(found.values())[:3]
    print(f"{azi / pokerfast:10.1f}  times pokerfast (goal 1.5)")
    print(f"{azi / pokerkit:10.1f}  times pokerkit (goal 15)")


if __name__ == "__main__":
    main()
