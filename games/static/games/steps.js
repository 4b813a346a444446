// The steps of a replay in words: for the dock and the slider as a sentence, for the list as a row.

import { eventRow, eventSentence } from "./acts.js";
import { suitOf } from "./cards.js";
import { read } from "./history.js";
import { cardName, suitName } from "./names.js";
import { won } from "./outcome.js";
import { joined, rich, sentence, text } from "./sentence.js";

const dealt = (view) => {
  const values = { suit: suitName(suitOf(view.turn_up)), deal: view.deal };
  return view.six_up
    ? sentence(gettext("Deal %(deal)s. Trump is %(suit)s, and its six is highest."), values)
    : sentence(gettext("Deal %(deal)s. Trump is %(suit)s."), values);
};

const isDeal = (view, before) => !before || view.deal !== before.deal;
const isNew = (view, before) => view.events.at(-1)?.n !== before?.events.at(-1)?.n;

const sentenceOf = (view, before) => {
  if (isDeal(view, before)) return dealt(view);
  const done = isNew(view, before) ? eventSentence(view, read(view.events.at(-1))) : null;
  if (view.result && !before.result) return done ? joined(done, won(view)) : won(view);
  const isAzi = ["azi", "shuffle"].includes(view.phase) && !["azi", "shuffle"].includes(before.phase);
  return isAzi ? joined(done, sentence(gettext("Azi: the bank of %(bank)s stays."), { bank: view.bank })) : done;
};

/** What happens at this step (from 0): {told: a string, shown: for a template}. */
export function wordsOf(views, index) {
  const said = sentenceOf(views[index], views[index - 1]) ?? sentence("");
  return { told: text(said), shown: rich(said) };
}

/** The step in the list: [what, what stands at the end of the line]. */
export function rowOf(views, index) {
  const [view, before] = [views[index], views[index - 1]];
  if (isDeal(view, before)) return [rich(sentence(gettext("Deal %(deal)s"), { deal: view.deal })), cardName(view.turn_up)];
  if (!isNew(view, before)) return [rich(won(view)), ""];
  const [said, end] = eventRow(view, read(view.events.at(-1)));
  return [rich(said), end];
}
