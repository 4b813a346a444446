// What a seat did, in words: told as a sentence, or as a row of the record of the game.

import { calledTo, wasBlind } from "./history.js";
import { cardName, isMe, person, theCard } from "./names.js";
import { number, sentence, text } from "./sentence.js";

/** The sentence for me, or the one for somebody else. */
export const chose = (view, seat, mine, theirs, values = {}) =>
  isMe(view, seat) ? sentence(mine, values) : sentence(theirs, { who: person(view, seat), ...values });

export const bidSentence = (view, event) => {
  const { seat, word, value } = event;
  const blind = wasBlind(view, seat, event.n);
  // What it cost is said where it isn't the value: a blind bet counts double (rules 6.4).
  const values = { value, chips: event.chips ?? 0 };
  if (word === "b") {
    return blind
      ? chose(
          view,
          seat,
          gettext("You bet %(value)s blind and pay %(chips)s."),
          gettext("%(who)s bets %(value)s blind and pays %(chips)s."),
          values,
        )
      : chose(view, seat, gettext("You bet %(value)s."), gettext("%(who)s bets %(value)s."), values);
  }
  return blind
    ? chose(
        view,
        seat,
        gettext("You raise to %(value)s blind and pay %(chips)s."),
        gettext("%(who)s raises to %(value)s blind and pays %(chips)s."),
        values,
      )
    : chose(view, seat, gettext("You raise to %(value)s."), gettext("%(who)s raises to %(value)s."), values);
};

const callSentence = (view, event) => {
  const { seat, n } = event;
  const chips = event.chips ?? 0;
  const values = { chips, value: calledTo(view, event) ?? 2 * chips };
  return wasBlind(view, seat, n)
    ? chose(
        view,
        seat,
        gettext("You call %(value)s blind and pay %(chips)s."),
        gettext("%(who)s calls %(value)s blind and pays %(chips)s."),
        values,
      )
    : chose(view, seat, gettext("You call for %(chips)s."), gettext("%(who)s calls for %(chips)s."), values);
};

const EVENT_SENTENCES = {
  L: (view, { seat }) => chose(view, seat, gettext("You look at your cards."), gettext("%(who)s looks at the cards.")),
  b: bidSentence,
  r: bidSentence,
  c: callSentence,
  f: (view, { seat }) => chose(view, seat, gettext("You fold."), gettext("%(who)s folds.")),
  x: (view, { seat }) => chose(view, seat, gettext("You discard a card."), gettext("%(who)s discards a card.")),
  card: (view, { seat, value }) =>
    chose(view, seat, gettext("You play %(card)s."), gettext("%(who)s plays %(card)s."), {
      card: theCard(value),
    }),
  j: (view, { seat, chips }) =>
    chose(view, seat, gettext("You buy in for %(chips)s."), gettext("%(who)s buys in for %(chips)s."), {
      chips: chips ?? 0,
    }),
  p: (view, { seat }) => chose(view, seat, gettext("You stay out."), gettext("%(who)s stays out.")),
};

/** What happened, as a sentence; null for a word that this page doesn't know. */
export const eventSentence = (view, event) => EVENT_SENTENCES[event.word]?.(view, event) ?? null;

const row = (view, seat, mine, theirs, end = "") => [chose(view, seat, mine, theirs), end];

/** A bid's value, and the chips it took where they are not the same. */
const valueFor = (value, chips) =>
  text(sentence(pgettext("record, a bid", "%(value)s for %(chips)s"), { value, chips: chips ?? 0 }));

const bidRow = (view, event, open, blind) => {
  const { seat, value, chips } = event;
  if (!wasBlind(view, seat, event.n)) return row(view, seat, ...open, number(value));
  return row(view, seat, ...blind, valueFor(value, chips));
};

const callRow = (view, event, open, blind) => {
  const { seat, n, chips } = event;
  const value = calledTo(view, event) ?? chips;
  const end = value === chips ? number(chips) : valueFor(value, chips);
  return row(view, seat, ...(wasBlind(view, seat, n) ? blind : open), end);
};

const EVENT_ROWS = {
  L: (view, { seat }) => row(view, seat, pgettext("record", "You look"), pgettext("record", "%(who)s looks")),
  b: (view, event) =>
    bidRow(
      view,
      event,
      [pgettext("record", "You bet"), pgettext("record", "%(who)s bets")],
      [pgettext("record", "You bet blind"), pgettext("record", "%(who)s bets blind")],
    ),
  r: (view, event) =>
    bidRow(
      view,
      event,
      [pgettext("record", "You raise"), pgettext("record", "%(who)s raises")],
      [pgettext("record", "You raise blind"), pgettext("record", "%(who)s raises blind")],
    ),
  c: (view, event) =>
    callRow(
      view,
      event,
      [pgettext("record", "You call"), pgettext("record", "%(who)s calls")],
      [pgettext("record", "You call blind"), pgettext("record", "%(who)s calls blind")],
    ),
  f: (view, { seat }) => row(view, seat, pgettext("record", "You fold"), pgettext("record", "%(who)s folds")),
  x: (view, { seat }) => row(view, seat, pgettext("record", "You discard"), pgettext("record", "%(who)s discards")),
  j: (view, { seat, chips }) =>
    row(view, seat, pgettext("record", "You buy in"), pgettext("record", "%(who)s buys in"), number(chips ?? 0)),
  p: (view, { seat }) => row(view, seat, pgettext("record", "You stay out"), pgettext("record", "%(who)s stays out")),
  card: (view, { seat, value }) =>
    row(view, seat, pgettext("record", "You play"), pgettext("record", "%(who)s plays"), cardName(value)),
};

/** A row of the record of the game, [sentence, what stands at its end]; null for a word that this page doesn't know. */
export const eventRow = (view, event) => EVENT_ROWS[event.word]?.(view, event) ?? null;
