// What a seat did, in words: told as a sentence, or as a row of the record of the game.

import { wasBlind } from "./history.js";
import { called, cardName, isMe, person } from "./names.js";
import { number, sentence } from "./sentence.js";

/** The sentence for me, or the one for somebody else. */
export const chose = (view, seat, mine, theirs, values = {}) =>
  isMe(view, seat) ? sentence(mine, values) : sentence(theirs, { who: person(view, seat), ...values });

export const bidSentence = (view, event) => {
  const { seat, word, value } = event;
  const blind = wasBlind(view, seat, event.n);
  if (word === "b") {
    return blind
      ? chose(view, seat, gettext("You bet %(value)s blind."), gettext("%(who)s bets %(value)s blind."), { value })
      : chose(view, seat, gettext("You bet %(value)s."), gettext("%(who)s bets %(value)s."), { value });
  }
  return blind
    ? chose(view, seat, gettext("You raise to %(value)s blind."), gettext("%(who)s raises to %(value)s blind."), {
        value,
      })
    : chose(view, seat, gettext("You raise to %(value)s."), gettext("%(who)s raises to %(value)s."), { value });
};

const callSentence = (view, { seat, n, chips }) => {
  const values = { chips: chips ?? 0 };
  return wasBlind(view, seat, n)
    ? chose(view, seat, gettext("You call blind for %(chips)s."), gettext("%(who)s calls blind for %(chips)s."), values)
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
    chose(view, seat, gettext("You play the %(card)s."), gettext("%(who)s plays the %(card)s."), {
      card: cardName(value),
    }),
  j: (view, { seat, chips }) =>
    chose(view, seat, gettext("You buy in for %(chips)s."), gettext("%(who)s buys in for %(chips)s."), {
      chips: chips ?? 0,
    }),
  p: (view, { seat }) => chose(view, seat, gettext("You stay out."), gettext("%(who)s stays out.")),
};

/** What happened, as a sentence; null for a word that this page doesn't know. */
export const eventSentence = (view, event) => EVENT_SENTENCES[event.word]?.(view, event) ?? null;

/** A row of the record of the game: [sentence, what stands at its end]. */
export function eventRow(view, event) {
  const { seat, word, value, chips } = event;
  const who = isMe(view, seat) ? gettext("You") : person(view, seat);
  const blind = "brc".includes(word) && wasBlind(view, seat, event.n);
  const row = (format, end = "") => [sentence(format, { who }), end];
  switch (word) {
    case "L":
      return row(pgettext("record", "%(who)s: looks"));
    case "b":
      return row(
        blind ? pgettext("record", "%(who)s: bets blind") : pgettext("record", "%(who)s: bets"),
        number(value),
      );
    case "r":
      return row(
        blind ? pgettext("record", "%(who)s: raises blind") : pgettext("record", "%(who)s: raises"),
        number(value),
      );
    case "c":
      return row(
        blind ? pgettext("record", "%(who)s: calls blind") : pgettext("record", "%(who)s: calls"),
        number(chips ?? 0),
      );
    case "f":
      return row(pgettext("record", "%(who)s: folds"));
    case "x":
      return row(pgettext("record", "%(who)s: discards"));
    case "j":
      return row(pgettext("record", "%(who)s: buys in"), number(chips ?? 0));
    case "p":
      return row(pgettext("record", "%(who)s: stays out"));
    default:
      return [sentence("%(who)s", { who: { name: called(view, seat) } }), cardName(value)];
  }
}
