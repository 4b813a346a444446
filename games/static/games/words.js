// The words on the felt and in the dock: a seat's label, the sentence in the middle, what the buttons say.

import { bidSentence } from "./acts.js";
import { callPrice, price } from "./bidding.js";
import { duty, suitOf } from "./cards.js";
import { lastRaise, wasBlind } from "./history.js";
import { isMe, person } from "./names.js";
import { freeSeats, isArena, isBroke, isTournament, mySeat } from "./seats.js";
import { fill, joined, number, sentence } from "./sentence.js";

// --- at a seat -----------------------------------------------------------------------------------------------------

const LAST = {
  b: (value, blind) => (blind ? fill(gettext("Blind %(amount)s"), value) : fill(gettext("Bet %(amount)s"), value)),
  r: (value, blind) => (blind ? fill(gettext("Blind %(amount)s"), value) : fill(gettext("Raise %(amount)s"), value)),
  c: (value, blind) => {
    if (!blind) return fill(gettext("Call %(amount)s"), value);
    return fill(value > 999 ? gettext("Blind %(amount)s") : gettext("Blind call %(amount)s"), value); // a phone's room
  },
  f: () => gettext("Folded"),
  L: () => gettext("Looked"),
  x: () => gettext("Discarded"),
  j: () => gettext("Bought in"),
  p: () => gettext("Stays out"),
};
const LAST_KIND = { b: "up", r: "up", c: "", j: "" };

/** The label at a seat: {kind: "" | "up" | "blind" | "none", words}, or null. */
export function seatLabel(view, seat) {
  if (["over", "waiting", "shuffle"].includes(view.phase) || seat.waiting) return standing(view, seat);
  if (view.phase === "azi" && view.to_act.includes(seat.seat)) return { kind: "none", words: gettext("Decides") };
  const word = seat.last?.[0];
  if (!seat.in && view.phase !== "azi") {
    return { kind: "none", words: word === "f" ? gettext("Folded") : gettext("Not in this deal") };
  }
  if (view.phase === "azi" && !"jp".includes(word)) return standing(view, seat);
  if (!(word in LAST)) {
    return seat.paid ? { kind: "none", words: fill(gettext("Ante %(amount)s"), seat.paid) } : standing(view, seat);
  }
  const n = "brc".includes(word) ? lastBid(view, seat.seat) : null;
  const blind = n !== null && wasBlind(view, seat.seat, n);
  const value = word === "c" ? seat.bid : Number(seat.last.slice(1));
  return { kind: blind ? "blind" : (LAST_KIND[word] ?? "none"), words: LAST[word](value, blind) };
}

const lastBid = (view, seat) => {
  const made = view.events.filter(({ a }) => Number(a[0]) === seat && "brc".includes(a[1]));
  return made.length ? made.at(-1).n : null;
};

function standing(view, seat) {
  if (seat.leaving) return { kind: "none", words: gettext("Leaving") };
  const least = isTournament(view) ? 1 : view.ruleset.ante; // there a stack below the ante is played for
  if (seat.sitting_out && !isTournament(view)) return { kind: "none", words: gettext("Sits out") };
  if (seat.waiting && seat.stack < least) return { kind: "none", words: gettext("Out of chips") };
  if (seat.waiting) return { kind: "none", words: gettext("Next game") };
  return null;
}

/** Whether nothing is heard from a seat's page: while its answers count it is coming back, else it is away. Who sits
 * out of a tournament has a seat in its games all the same, so that it is said here. */
export function absence(view, seat) {
  if (isTournament(view) && seat.sitting_out) return isArena(view) ? gettext("Pauses") : gettext("Sits out");
  if (seat.bot || seat.leaving || seat.online !== false) return null;
  const awaited = seat.in && !["over", "waiting"].includes(view.phase);
  return awaited ? gettext("Reconnecting") : gettext("Away");
}

/** Of the viewer who sits out of a tournament, in a sentence; and how they end it, at any table. */
export const absentWords = (view) =>
  isArena(view)
    ? gettext("You pause: this game is folded, and nobody seats you until you come back.")
    : gettext("You sit out: the clock folds for you.");
export const backWords = (view) => (isArena(view) ? gettext("Come back") : gettext("I'm back"));

/** What each must bid to stay in. A tournament has levels of another kind. */
export const levelWord = (view) => (isTournament(view) ? gettext("To match") : pgettext("of the bidding", "Level"));

// --- what is going on ----------------------------------------------------------------------------------------------

const FOLLOW = {
  h: () => gettext("Hearts were led. Follow with a heart."),
  d: () => gettext("Diamonds were led. Follow with a diamond."),
  s: () => gettext("Spades were led. Follow with a spade."),
};
const TRUMP_IN = {
  h: () => gettext("You have no card of the suit led. Play a trump: a heart."),
  d: () => gettext("You have no card of the suit led. Play a trump: a diamond."),
  s: () => gettext("You have no card of the suit led. Play a trump: a spade."),
};

/** What my hand has to do, which is also why the other cards can't be played (rules 7.1). */
export function dutySentence(view) {
  const hand = mySeat(view).cards;
  const trump = suitOf(view.turn_up);
  switch (duty(hand, view.trick, trump)) {
    case "lead":
      return sentence(gettext("You lead: play any card."));
    case "follow":
      return sentence(FOLLOW[suitOf(view.trick[0].card)]());
    case "trump":
      return sentence(TRUMP_IN[trump]());
    default:
      return sentence(gettext("You have neither the suit led nor a trump: play any card."));
  }
}

const bidding = (view) => {
  const me = mySeat(view);
  const raise = lastRaise(view);
  if (!raise) return sentence(gettext("Nobody has bet yet."));
  const made = bidSentence(view, raise);
  if (!me?.in || !me.bid || isMe(view, raise.seat)) return made;
  return joined(made, sentence(gettext("You have bet %(mine)s."), { mine: me.bid }));
};

/** Whether the viewer is asked something now. */
export const isAsked = (view) => view.my_seat !== null && view.to_act.includes(view.my_seat);

const waitsFor = (view, one, many) => {
  if (!view.to_act.length) return null;
  if (view.to_act.length > 1) return sentence(many);
  return sentence(one, { who: person(view, view.to_act[0]) });
};

const playing = (view) => {
  if (isAsked(view)) return dutySentence(view);
  if (view.trick.length || !view.last_trick.length) {
    return waitsFor(view, gettext("%(who)s is to play."), gettext("%(who)s is to play."));
  }
  const winner = view.leader;
  return isMe(view, winner)
    ? sentence(gettext("You took the trick."))
    : sentence(gettext("%(who)s took the trick and leads."), { who: person(view, winner) });
};

/** Who would play the next game. */
const readySeats = (view) =>
  view.seats.filter((seat) => !seat.sitting_out && !seat.leaving && seat.stack >= view.ruleset.ante);

/** Whether a next game is on its way: bots play with people only. */
export const isSoon = (view) => {
  if (isTournament(view)) return true;
  const ready = readySeats(view);
  return ready.length > 1 && ready.some((seat) => !seat.bot) && !isBroke(view);
};

const isFull = (view) => !freeSeats(view).length;

/** Whether somebody who would play can't: the other seats are taken, and sit out. */
export const isStuck = (view) =>
  view.phase === "waiting" &&
  !isTournament(view) &&
  isFull(view) &&
  !isBroke(view) &&
  readySeats(view).length === 1 &&
  !readySeats(view)[0].bot;

/** When nobody who sits here wants the next game. */
const idleTable = (view) => {
  if (mySeat(view)?.sitting_out) {
    const bots = view.bots && (!isFull(view) || view.seats.some((seat) => seat.bot));
    return bots
      ? sentence(gettext("Bots come to play with you when you are back."))
      : sentence(gettext("The game begins when you are back and somebody else plays."));
  }
  if (view.seats.every((seat) => seat.bot)) {
    return view.bots
      ? sentence(gettext("Nobody sits here yet. Sit down, and bots come to play with you."))
      : sentence(gettext("Nobody sits here yet. The game begins when two have sat down."));
  }
  return sentence(gettext("Nobody plays now: whoever sits here sits out."));
};

/** What a tournament's table waits for between two games. */
export const held = () => sentence(gettext("This table waits for the rest of the tournament."));

const waiting = (view) => {
  if (isTournament(view)) return view.next === null ? held() : sentence(gettext("Wait for the next game."));
  if (isBroke(view)) return sentence(gettext("The table waits for your top-up."));
  const ready = readySeats(view);
  if (!ready.some((seat) => !seat.bot)) return idleTable(view);
  if (ready.length > 1) return sentence(gettext("The next game is about to begin."));
  if (isStuck(view)) {
    return view.seats_total === 2
      ? sentence(gettext("Nobody can play here now: the other seat sits out."))
      : sentence(gettext("Nobody can play here now: the other seats sit out."));
  }
  if (view.bots) return sentence(gettext("Bots are about to sit down and play."));
  return mySeat(view)?.sitting_out
    ? sentence(gettext("The game begins when you are back."))
    : sentence(gettext("The game begins when a second player sits down."));
};

/** Whether it is Azi, up to the new cards: after the first deal nothing else has the deck shuffled. */
export const isAzi = (view) => view.phase === "azi" || (view.phase === "shuffle" && view.deal > 0);

const shuffling = (view) =>
  isAzi(view)
    ? sentence(gettext("Azi: the bank of %(bank)s stays. New cards come."), { bank: view.bank })
    : sentence(gettext("The cards are being shuffled."));

/** The one sentence in the middle of the felt. */
export function situation(view) {
  switch (view.phase) {
    case "waiting":
      return waiting(view);
    case "shuffle":
      return shuffling(view);
    case "discard":
      return isAsked(view)
        ? sentence(gettext("Put one card away, unseen by the others."))
        : waitsFor(view, gettext("%(who)s puts a card away."), gettext("The others put a card away."));
    case "bid":
      return bidding(view);
    case "play":
      return playing(view);
    default:
      return null;
  }
}

/** Whose answer the table waits for, when it isn't mine. */
export const waitingFor = (view) => waitsFor(view, gettext("Waiting for %(who)s."), gettext("Waiting for the others."));

// --- deciding ------------------------------------------------------------------------------------------------------

const NO_RAISE = {
  short: () => gettext("Your chips reach no further than to stay in."),
  used: () => gettext("You have used up your raises of this deal."),
  alone: () => gettext("Nobody else has chips left to bet."),
};
export const noRaise = (why) => NO_RAISE[why]();

export const callWords = (view, seat) => {
  const chips = callPrice(view, seat);
  const allIn = chips === seat.stack && chips > 0;
  if (!seat.looked) {
    const format = allIn
      ? pgettext("below a bid", "blind, all in, pay %(amount)s")
      : pgettext("below a bid", "blind, pay %(amount)s");
    return [gettext("Call"), fill(format, chips)];
  }
  return [
    gettext("Call"),
    fill(allIn ? pgettext("below a bid", "all in, %(amount)s") : pgettext("below a bid", "%(amount)s more"), chips),
  ];
};
export const raiseWords = (word, value) =>
  fill(word === "b" ? pgettext("a button", "Bet %(amount)s") : gettext("Raise to %(amount)s"), value);
/** What such a bid takes, where the button's amount doesn't say it already. */
export const payWords = (seat, value) => {
  const chips = price(seat, value);
  if (!seat.looked) return fill(pgettext("below a bid", "blind, pay %(amount)s"), chips);
  return chips === value ? "" : fill(pgettext("below a bid", "pay %(amount)s"), chips);
};
/** The least that a bid is to, and for who hasn't looked what it takes. */
export const fromWords = (seat, value) => {
  if (seat.looked) return fill(pgettext("below a bid", "from %(amount)s"), value);
  const values = { amount: number(value), chips: number(price(seat, value)) };
  return interpolate(pgettext("below a bid", "from %(amount)s, pay %(chips)s"), values, true);
};
export const raiseNote = (seat, value) => {
  const chips = price(seat, value);
  const format = seat.looked
    ? pgettext("a bid", "costs %(chips)s, leaves you %(rest)s")
    : pgettext("a bid", "blind: costs %(chips)s, leaves you %(rest)s");
  return sentence(format, { chips, rest: seat.stack - chips });
};
const PRESETS = {
  min: [() => pgettext("an amount", "Min"), () => pgettext("an amount", "Min %(amount)s")],
  half: [() => pgettext("an amount", "½ bank"), () => pgettext("an amount", "½ bank %(amount)s")],
  bank: [() => pgettext("an amount", "Bank"), () => pgettext("an amount", "Bank %(amount)s")],
  all: [() => pgettext("an amount", "All in"), () => pgettext("an amount", "All in %(amount)s")],
};
/** On the button, where there is little room; and for who doesn't see where the slider goes. */
export const presetWords = (name, value) =>
  ["half", "bank"].includes(name) || value > 999 ? PRESETS[name][0]() : presetName(name, value);
export const presetName = (name, value) => fill(PRESETS[name][1](), value);
