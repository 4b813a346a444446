// How a game ended, in words: who won what and why.

import { chose } from "./acts.js";
import { rankOf, suitOf } from "./cards.js";
import { isMe } from "./names.js";
import { fill, number, sentence } from "./sentence.js";

/** Whether the game that is over was the viewer's too: who came in the middle of it has had no part in it. */
export const tookPart = (view) =>
  view.result !== null && Object.keys(view.result.net).some((seat) => isMe(view, Number(seat)));

/** Who won and how much, as a sentence. */
export function won(view) {
  const { winner, how, shares } = view.result;
  if (how === "void") return sentence(gettext("The game was called off."));
  const share = shares[winner] ?? 0;
  return chose(view, winner, gettext("You win: %(share)s."), gettext("%(who)s wins: %(share)s."), { share });
}

/** The heading, the line that says why, and whether the bank was split. */
export function outcome(view) {
  const { winner, how, bank, shares } = view.result;
  if (how === "void") {
    return {
      head: sentence(gettext("The game was called off")),
      why: sentence(gettext("Everybody has their chips back.")),
    };
  }
  const share = shares[winner] ?? 0;
  const head = chose(view, winner, gettext("You win"), gettext("%(who)s wins"));
  if (how === "folds") return { head, share, why: sentence(gettext("Everybody else folded; no card is shown.")) };
  if (share < bank) {
    const values = { share, bank };
    return {
      head,
      share,
      why: sentence(
        gettext("Two tricks, but all in for less: %(share)s of the bank of %(bank)s. The rest goes back."),
        values,
      ),
    };
  }
  return { head, share, why: sentence(gettext("Two tricks take the whole bank.")) };
}

const WON_BY = {
  road: () => pgettext("why a card took the trick", "the six on the road"),
  trump: () => pgettext("why a card took the trick", "highest trump"),
  only: () => pgettext("why a card took the trick", "the only trump"),
  led: () => pgettext("why a card took the trick", "highest of the suit led"),
};

/** Why the best card of a finished trick won it. */
export function trickReason(view, plays, winning) {
  const trump = suitOf(view.turn_up);
  const card = plays[winning].card;
  if (suitOf(card) !== trump) return WON_BY.led();
  if (view.six_up && rankOf(card) === "6") return WON_BY.road();
  const trumps = plays.filter((play) => suitOf(play.card) === trump).length;
  return trumps === 1 && suitOf(plays[0].card) !== trump ? WON_BY.only() : WON_BY.trump();
}

/** Under a name in the result: what they put in, and their tricks. */
export function effort(view, seat) {
  const put = (view.result.shares[seat.seat] ?? 0) - view.result.net[seat.seat];
  const paid = fill(pgettext("in a result", "put in %(amount)s"), put);
  if (view.result.how === "void") return paid;
  const went = () => (seat.last === "f" ? pgettext("in a result", "folded") : pgettext("in a result", "stayed out"));
  if (!seat.in) return `${paid}, ${went()}`;
  if (view.result.how === "folds") return paid;
  const won = seat.tricks;
  const taken = won
    ? interpolate(ngettext("%(count)s trick", "%(count)s tricks", won), { count: number(won) }, true)
    : pgettext("in a result", "no trick");
  return `${paid}, ${taken}`;
}
