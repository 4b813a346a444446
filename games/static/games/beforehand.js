// Choosing before being asked: "Fold", or "Call" up to what staying in costs now. The choice stays in the page until
// the question comes: nobody learns of it. Pure; {kind: "f" | "c", upTo (chips), game, deal, after (the number of the
// viewer's answer before it)} is a choice.

import { callPrice } from "./bidding.js";
import { isAbsent, mySeat } from "./seats.js";
import { sentence } from "./sentence.js";
import { isAsked } from "./words.js";

/** How long an answer chosen beforehand can still be taken back once the question has come. */
const PAUSE_MS = 900;

/** Whether the viewer may be asked in this bidding and isn't yet. */
const isDue = (view) => {
  const seat = mySeat(view);
  return view.phase === "bid" && seat !== null && seat.in && seat.stack > 0 && !seat.leaving && !isAbsent(view);
};
export const mayChoose = (view) => isDue(view) && !isAsked(view) && view.to_act.length > 0;

/** Chips that "Call" may take, 0 where there is nothing to call. */
export const limit = (view) => (view.level ? callPrice(view, mySeat(view)) : 0);

/** The number of the viewer's latest answer in this deal. */
const answered = (view) =>
  view.events.filter(({ a }) => Number(a[0]) === view.my_seat && a[1] !== "L").at(-1)?.n ?? null;

export const choose = (view, kind) => ({
  kind,
  upTo: limit(view),
  game: view.game,
  deal: view.deal,
  after: answered(view),
});

const rose = (price) => sentence(gettext("Staying in costs %(price)s now: your choice is dropped."), { price });
const free = () => sentence(gettext("Staying in costs nothing: your choice is dropped."));

/** What a new view leaves of a choice: {ahead: the choice or null, dropped: why it fell, as a sentence, or null}. */
export function review(ahead, view) {
  // The question it was meant for may have been answered elsewhere, or by the clock.
  const same =
    ahead && ahead.game === view.game && ahead.deal === view.deal && ahead.after === answered(view);
  if (!same || !isDue(view)) return { ahead: null, dropped: null };
  const price = limit(view);
  if (ahead.kind === "c" && price > ahead.upTo) return { ahead: null, dropped: rose(price) };
  // Nobody folds what costs nothing.
  if (ahead.kind === "f" && isAsked(view) && view.cost.c === 0) return { ahead: null, dropped: free() };
  return { ahead, dropped: null };
}

/** The action word that answers this view's question as chosen, or null. */
export const reply = (ahead, view) => (ahead && isAsked(view) && view.legal.includes(ahead.kind) ? ahead.kind : null);

const GOES = { f: () => gettext("You fold. Press again to stop."), c: () => gettext("You call. Press again to stop.") };

/** What is about to be answered and how to stop it, or null. */
export const goesOut = (ahead, view) => GOES[reply(ahead, view)]?.() ?? null;

/** Answers once, after a pause in which the choice can be taken back. */
export class Replier {
  #timer = 0;
  #planned = null; // the choice and the question that wait

  /** `send` is called at the end of the pause, unless another plan has come in its place. */
  plan(ahead, view, send) {
    const planned = reply(ahead, view) && `${ahead.kind} ${view.game} ${view.ask}`;
    if (planned === this.#planned) return;
    clearTimeout(this.#timer);
    this.#planned = planned;
    if (!planned) return;
    this.#timer = setTimeout(() => {
      this.#planned = null;
      send();
    }, PAUSE_MS);
  }
}
