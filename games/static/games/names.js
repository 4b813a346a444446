// What people, suits and cards are called.

import { isHidden, rankOf, suitOf } from "./cards.js";
import { mySeat, seatOf } from "./seats.js";

/** Who plays, or in the game that is over played, at a seat: since then another may sit there. */
export const playerAt = (view, seat) => {
  const player = view.result?.players?.[seat];
  return player ? { seat, ...player } : seatOf(view, seat);
};

/** Whether the viewer plays, or played, at a seat. */
export const isMe = (view, seat) =>
  view.result?.players?.[seat] ? playerAt(view, seat).player === mySeat(view)?.player : seat === view.my_seat;

/** A seat's person as a sentence's value. */
export const person = (view, seat) => ({ name: playerAt(view, seat)?.name ?? String(seat) });

/** Under a card or in a row: "You", or the name. */
export const called = (view, seat) => (isMe(view, seat) ? gettext("You") : person(view, seat).name);

const RANKS = {
  6: () => pgettext("rank", "6"),
  7: () => pgettext("rank", "7"),
  8: () => pgettext("rank", "8"),
  9: () => pgettext("rank", "9"),
  T: () => pgettext("rank", "10"),
  J: () => pgettext("rank", "jack"),
  Q: () => pgettext("rank", "queen"),
  K: () => pgettext("rank", "king"),
  A: () => pgettext("rank", "ace"),
};
// In a sentence of who plays it or puts it away: languages have an article there, or a case.
const THE_RANKS = {
  6: () => pgettext("a card that is played", "the 6"),
  7: () => pgettext("a card that is played", "the 7"),
  8: () => pgettext("a card that is played", "the 8"),
  9: () => pgettext("a card that is played", "the 9"),
  T: () => pgettext("a card that is played", "the 10"),
  J: () => pgettext("a card that is played", "the jack"),
  Q: () => pgettext("a card that is played", "the queen"),
  K: () => pgettext("a card that is played", "the king"),
  A: () => pgettext("a card that is played", "the ace"),
};
const OF_SUIT = {
  h: () => pgettext("of a suit", "hearts"),
  d: () => pgettext("of a suit", "diamonds"),
  s: () => pgettext("of a suit", "spades"),
};
const SUITS = {
  h: () => pgettext("suit", "hearts"),
  d: () => pgettext("suit", "diamonds"),
  s: () => pgettext("suit", "spades"),
};

export const suitName = (suit) => SUITS[suit]();

const named = (card, ranks) => {
  const values = { rank: ranks[rankOf(card)](), suit: OF_SUIT[suitOf(card)]() };
  return interpolate(gettext("%(rank)s of %(suit)s"), values, true);
};

export const cardName = (card) => (isHidden(card) ? gettext("face down") : named(card, RANKS));

/** A card as what somebody plays or puts away: "the king of hearts". */
export const theCard = (card) => named(card, THE_RANKS);
