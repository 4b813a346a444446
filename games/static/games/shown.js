// What a table's view shows of a deal must be what was proved of it: who was dealt in and from whom on, the turn-up, the
// reader's own cards, the cards that were played.

import { HIDDEN } from "./cards.js";
import { must } from "./fair.js";

const CARDS = [..."hds"].flatMap((suit) => [..."6789TJQKA"].map((rank) => rank + suit));

/** The phases in which seats hold the cards of a deal. */
export const IN_HAND = ["discard", "bid", "play"];

/** The cards among a deal's actions, in the words of the rules. */
const playsIn = (actions) => actions.map(({ a }) => a).filter((a) => /^[1-6][6-9TJQKA][hds]$/.test(a));

/**
 * Whether the view shows something of this deal that is not proved yet. Throws Unfair where it is something else than
 * what was proved. `me`: the reader's {id, seat}, the seat as the deal's header has it.
 */
export function isLacking(deal, view, me) {
  if (deal.test || deal.hole || deal.events.at(-1)?.e === "void") return false;
  if (!deal.sound) return view.result?.how !== "void";
  const turnUp = deal.events.find((event) => event.e === "open");
  if (turnUp && view.turn_up) must(CARDS[turnUp.card] === view.turn_up, "shown_trump", { card: turnUp.card });
  if (IN_HAND.includes(view.phase)) compareSeats(deal, view);
  const [plays, hand] = [comparePlays(deal, view), compareHand(deal, view, me)];
  return (view.turn_up && !turnUp) || plays || hand;
}

/** Who was dealt in, and from whom on. */
function compareSeats({ header, combination, events, dealer }, view) {
  for (const { seat, user } of header.seats) {
    must(view.seats.some((one) => one.seat === seat && one.player === user), "shown_seats", { seat });
  }
  const numbers = header.seats.map(({ seat }) => seat);
  const more = view.seats.find((one) => one.cards.length && !numbers.includes(one.seat));
  must(!more, "shown_seats", { seat: more?.seat });
  if (events[0]?.e !== "deal") return;
  const from = dealer === null ? combination.drawn_dealer : (dealer ?? view.dealer);
  const first = numbers.find((number) => number > from) ?? numbers[0];
  must(view.dealer === from && events[0].seat === first, "shown_dealer", { seat: from });
}

function comparePlays(deal, view) {
  const told = playsIn(deal.events);
  const laid = view.trick.map(({ seat, card }) => ({ a: `${seat}${card}` }));
  const shown = new Set(playsIn([...laid, ...view.events]));
  for (const word of shown) {
    const of = (plays) => [...plays].filter((one) => one[0] === word[0]).length;
    // As many of the seat's were opened, but not this one; or the deal is over, and it never was.
    const due = of(shown) > of(told) && !deal.ended;
    const about = { seat: Number(word[0]), card: CARDS.indexOf(word.slice(1)) };
    must(told.includes(word) || due, "shown_card", about);
  }
  return [...shown].some((word) => !told.includes(word));
}

function compareHand(deal, view, me) {
  const mine = view.seats.find(({ seat }) => seat === view.my_seat);
  if (!mine || mine.player !== me.id || mine.seat !== me.seat) return false;
  const cards = mine.cards.filter((card) => card !== HIDDEN);
  if (!deal.shown && !deal.ended) return cards.length > 0;
  const opened = deal.openings.map(({ card }) => CARDS[card]);
  const other = cards.find((card) => !opened.includes(card));
  must(!other, "shown_hand", { seat: mine.seat, card: CARDS.indexOf(other) });
  return false;
}
