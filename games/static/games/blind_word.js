// A word about betting blind, which "Show my cards at once" hides at a table that allows it: said until it is heard, or
// a game of the reader's is over.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mySeat, ownTerms } from "./seats.js";
import { keep, kept } from "./settings.js";

const KEY = "blind-word";

/** Whether this browser's reader has dismissed the word. */
export const wasHeard = () => kept(KEY) !== null;

export const keepHeard = () => keep(KEY, "heard");

const DUE = ["waiting", "bid"];

/** The word, where it is of use: to who sits at a blind table with chips to bet, and has the cards shown at once. */
export function blindWord(view, ui) {
  const bets = mySeat(view)?.stack > 0 && DUE.includes(view.phase);
  const useful = view.ruleset.blind && bets && ownTerms(view).show_at_once;
  if (!ui.blindWord || !useful) return nothing;
  return html`<aside class="blind-word" aria-label=${gettext("Betting blind")}>
    <p>${gettext("Here you may bet before you look at your cards: each bet then costs you only half.")}</p>
    <button type="button" class="btn btn--s" data-do="play_blind" ?disabled=${!ui.live}
      @click=${() => ui.acts.showAtOnce(false)}>${gettext("Keep mine face down")}</button>
    <button type="button" class="btn btn--s btn--quiet" data-do="blind_word" @click=${ui.acts.dismissBlindWord}
      >${gettext("Got it")}</button></aside>`;
}
