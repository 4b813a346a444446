// What lies over a tournament's table when its game is no longer the viewer's: out, won, moved, waiting for a game.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { number } from "../games/sentence.js";
import { isOff, isOver, moved, ordinal } from "./words.js";

const WHY = {
  few: () => gettext("Too few players had entered."),
  director: () => gettext("Its organiser called it off."),
  error: () => gettext("It was an error of ours, and we are sorry."),
};

const say = (format, values) => interpolate(format, values, true);

const ENDS = ["out", "off"]; // what is behind them is no longer the viewer's

const screen = (name, heading, words, buttons) => html`<section
  class="sheet outcome ${ENDS.includes(name) ? "outcome--end" : ""}" id="screen" data-screen=${name}
  role="dialog" aria-labelledby="screen-title" tabindex="-1"><h2 id="screen-title">${heading}</h2>
  ${words.filter(Boolean).map((said) => html`<p>${said}</p>`)}
  <div class="acts">${buttons}</div></section>`;

const toTournament = (page, kind = "") =>
  html`<a class="btn ${kind}" data-do="tournament" href=${page}>${gettext("See the tournament")}</a>`;

const button = (hook, words, press) =>
  html`<button type="button" class="btn" data-do=${hook} @click=${press}>${words}</button>`;

// --- out -------------------------------------------------------------------------------------------------------------

const heading = ({ place, final, tied }, entries) => {
  if (place === null) return gettext("You are out");
  if (place === 1 && final) return tied ? gettext("You share the first place") : gettext("You won the tournament");
  const values = { place: ordinal(place), entries: number(entries) };
  return say(final ? gettext("You finished %(place)s of %(entries)s") : gettext("You are out"), values);
};

const points = ({ format, me }) =>
  format === "arena"
    ? say(ngettext("With %(count)s point.", "With %(count)s points.", me.score), { count: number(me.score) })
    : "";

const standing = ({ place, final }, entries) => {
  if (place === null) return gettext("Your place is known when the other tables have finished their games.");
  if (final) return "";
  const values = { place: ordinal(place), entries: number(entries) };
  return say(gettext("That is %(place)s of %(entries)s so far; others may still enter."), values);
};

const prize = ({ prize: chips, final }, news) => {
  if (chips === null || !final) return "";
  if (!chips) return news.paid_places ? gettext("There is no prize for this place.") : "";
  const won = say(ngettext("You won %(count)s chip.", "You won %(count)s chips.", chips), { count: number(chips) });
  return isOver(news) ? won : `${won} ${gettext("You have it when the tournament is over.")}`;
};

const forChips = (fee) => say(ngettext("for %(count)s chip", "for %(count)s chips", fee), { count: number(fee) });

const again = (form, fee) => html`<button type="submit" form=${form.id} class="btn btn--go" data-do="enter_again"
  >${gettext("Enter again")}${fee ? html`<small>${forChips(fee)}</small>` : nothing}</button>`;

/** The end of the viewer's tournament; `enter` is the form with which they may enter again, if they may. */
export function outScreen(news, { page, fee, enter, watchOn }) {
  const { out } = news.me;
  const watch = isOver(news) ? nothing : button("watch_on", gettext("Watch on"), watchOn);
  const buttons = [watch, enter ? again(enter, fee) : toTournament(page, "btn--go")];
  const words = [points(news), standing(out, news.entries), prize(out, news)];
  return screen("out", heading(out, news.entries), words, buttons);
}

/** It did not take place. */
export const offScreen = (news, { page }) =>
  screen(
    "off",
    gettext("The tournament was called off"),
    [WHY[news.why]?.(), gettext("Everybody's entry fee comes back.")],
    [toTournament(page, "btn--go")],
  );

// --- on the way ------------------------------------------------------------------------------------------------------

/** The viewer's chair is at another table now. */
export const movedScreen = (news, href) =>
  screen(
    "moved",
    moved(news.me.number),
    [],
    [html`<a class="btn btn--go" data-do="go" href=${href}>${gettext("Go there")}</a>`],
  );

const pauseButton = (form, value, words, kind) => html`<button type="submit" form=${form.id} name="pause" value=${value}
  class="btn ${kind}" data-do="pause">${words}</button>`;

const waitWords = (news, now) =>
  news.ends_at !== null && now >= news.ends_at
    ? gettext("Time is over. The last games are being played…")
    : gettext("Waiting for your next game…");

/** In an arena: between two games. */
export function waitScreen(news, { page, pause, now }) {
  const { paused } = news.me;
  const other = () =>
    paused
      ? pauseButton(pause, "no", gettext("Play on"), "btn--go")
      : pauseButton(pause, "yes", gettext("Pause"), "");
  return screen(
    "wait",
    paused ? gettext("You pause") : waitWords(news, now),
    [paused && gettext("Nobody seats you until you play on.")],
    [toTournament(page), pause ? other() : nothing],
  );
}

export const isShownOff = (news) => isOff(news) && news.me !== null;
