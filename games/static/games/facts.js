// What is played at this table, in words: its rules and limits, for who asks in the menu.

import { html } from "../vendor/lit-html/lit-html.js";
import { number } from "./sentence.js";
import { levelWord } from "./words.js";

export const LEVELS = {
  beginner: () => pgettext("bots", "beginner"),
  middle: () => pgettext("bots", "middle"),
  best: () => pgettext("bots", "best"),
};

const raisesWords = (raises) =>
  raises === null
    ? pgettext("raises", "without limit")
    : interpolate(npgettext("raises", "%(count)s a seat", "%(count)s a seat", raises), { count: number(raises) }, true);

/** The table's facts, as [what, words]. */
export function facts(view) {
  const { ruleset, turn_ms: turn, bot_level: bots } = view;
  const { cards, blind, raises, azi, ante, bet } = ruleset;
  return [
    [gettext("Cards"), cards === 4 ? pgettext("cards", "four, one is put away") : pgettext("cards", "three")],
    [gettext("Ante"), number(ante)],
    [gettext("Bets and raises"), interpolate(gettext("by %(bet)s or more"), { bet: number(bet) }, true)],
    [gettext("Raises in a deal"), raisesWords(raises)],
    [levelWord(view), gettext("the highest bid; staying in means reaching it")],
    [gettext("Betting blind"), blind ? gettext("before looking, for half the price") : pgettext("betting blind", "no")],
    [gettext("Azi"), azi === "buyin" ? gettext("its winners play on, others may buy in") : gettext("all play again")],
    turn && [gettext("Time to answer"), interpolate(gettext("%(count)s s"), { count: number(turn / 1000) }, true)],
    bots in LEVELS && [gettext("Bots"), LEVELS[bots]()],
  ].filter(Boolean);
}

/** Opened low in a menu, they are read from their top. */
const show = ({ target }) => target.open && target.scrollIntoView({ block: "start" });

/** With `more` rows, as [what, words]. */
export const tableFacts = (view, more = []) => html`<details class="facts" @toggle=${show}><summary
  class="btn btn--quiet menu__row"><span>${gettext("About this table")}</span></summary><dl>${[...facts(view), ...more].map(
    ([what, words]) => html`<div><dt>${what}</dt><dd>${words}</dd></div>`,
  )}</dl></details>`;
