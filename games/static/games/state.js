// The whole state of a table in short sentences, for who can't see it: asked for with a key.

import { callPrice } from "./bidding.js";
import { isHidden, suitOf } from "./cards.js";
import { cardName, called, isMe, person, suitName } from "./names.js";
import { outcome, won } from "./outcome.js";
import { isTournament, mySeat } from "./seats.js";
import { fill, joined, number, sentence, text } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { winning } from "./trick.js";
import { isAsked, seatLabel, situation, waitingFor } from "./words.js";

const level = (view) =>
  isTournament(view) ? gettext("To match: %(level)s.") : pgettext("of the bidding", "Level %(level)s.");

const middle = (view) => {
  if (view.game === null) return [];
  const suit = view.turn_up && suitName(suitOf(view.turn_up));
  const trump = view.six_up ? gettext("Trump is %(suit)s, and its six is highest.") : gettext("Trump is %(suit)s.");
  return [
    sentence(gettext("Bank %(bank)s."), { bank: view.bank }),
    suit && sentence(trump, { suit }),
    view.phase === "bid" && view.level > 0 && sentence(level(view), { level: view.level }),
  ];
};

const turn = (view, now) => {
  if (view.result) return [won(view), outcome(view).why];
  if (!isAsked(view)) return [waitingFor(view) ?? situation(view)];
  const left = view.deadline === null ? 0 : secondsLeft(view.deadline, now);
  const asked = left ? sentence(gettext("Your turn, %(left)s s left."), { left }) : sentence(gettext("Your turn."));
  const price = view.phase === "azi" ? view.cost.j : view.level && view.legal.includes("c") && view.cost.c;
  if (!price) return [asked];
  const costs = view.phase === "azi" ? gettext("Buying in costs %(price)s.") : gettext("Calling costs %(price)s.");
  return [asked, sentence(costs, { price })];
};

const trick = (view) => {
  if (view.phase !== "play" || !view.trick.length) return [];
  const plays = view.trick.map(({ seat, card }) =>
    interpolate(gettext("%(who)s: %(card)s"), { who: called(view, seat), card: cardName(card) }, true),
  );
  const best = view.trick[winning(view, view.trick)].seat;
  const highest = isMe(view, best) ? gettext("You are highest.") : gettext("%(who)s is highest.");
  return [
    sentence(gettext("This trick: %(plays)s."), { plays: plays.join(", ") }),
    sentence(highest, { who: person(view, best) }),
  ];
};

const mine = (view) => {
  const seat = mySeat(view);
  if (!seat) return [sentence(gettext("You're watching."))];
  const down = seat.cards.length && seat.cards.every(isHidden);
  const cards = down ? gettext("face down") : seat.cards.map(cardName).join(", ");
  const owes = view.phase === "bid" && seat.in && view.level > 0 && !isAsked(view) && callPrice(view, seat);
  return [
    seat.cards.length > 0 && sentence(gettext("Your cards: %(cards)s."), { cards }),
    sentence(gettext("You have %(stack)s."), { stack: seat.stack }),
    seat.bid > 0 && sentence(gettext("You have bet %(mine)s."), { mine: seat.bid }),
    owes > 0 && sentence(gettext("Staying in costs %(owes)s."), { owes }),
    view.phase === "play" && seat.in && sentence(tricksWon(seat.tricks)),
  ];
};

const tricksWon = (count) =>
  interpolate(ngettext("%(count)s trick won.", "%(count)s tricks won.", count), { count: number(count) }, true);

const other = (view, seat) => {
  const did = seatLabel(view, seat)?.words ?? "";
  const taken = view.phase === "play" && seat.in ? tricksWon(seat.tricks) : "";
  const what = [fill(ngettext("%(amount)s chip", "%(amount)s chips", seat.stack), seat.stack), did].filter(Boolean);
  const values = { who: { name: seat.name }, what: what.join(", ") };
  return joined(sentence(gettext("%(who)s: %(what)s."), values), sentence(taken));
};

/** Everything that is to be seen, as a string; `now` is the server's time. */
export function wholeState(view, now) {
  const told = [
    ...turn(view, now),
    ...mine(view),
    ...middle(view),
    ...trick(view),
    ...view.seats.filter((seat) => seat.seat !== view.my_seat).map((seat) => other(view, seat)),
  ];
  return told
    .filter(Boolean)
    .map((one) => text(one).trim())
    .join(" ");
}
