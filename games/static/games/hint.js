// A word about betting blind, which "Show my cards at once" hides at a table that allows it: said until it is heard.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mySeat, ownTerms } from "./seats.js";
import { keep, kept } from "./settings.js";

const KEY = "blind-hint";

/** Whether this browser's reader has dismissed the hint. */
export const wasHeard = () => kept(KEY) !== null;

export const keepHeard = () => keep(KEY, "heard");

const DUE = ["waiting", "bid"];

/** The hint, where it is of use: to who sits at a blind table and has the cards shown at once. */
export function blindHint(view, ui) {
  const useful = view.ruleset.blind && mySeat(view) && ownTerms(view).show_at_once && DUE.includes(view.phase);
  if (!ui.hint || !useful) return nothing;
  return html`<aside class="hint" aria-label=${gettext("Betting blind")}>
    <p>${gettext("Here you may bet before you look at your cards: it costs you half.")}</p>
    <button type="button" class="btn btn--s" data-do="play_blind" ?disabled=${!ui.live}
      @click=${() => ui.acts.showAtOnce(false)}>${gettext("Keep mine face down")}</button>
    <button type="button" class="btn btn--s btn--quiet" data-do="hint" @click=${ui.acts.dismissHint}
      >${gettext("Got it")}</button></aside>`;
}
