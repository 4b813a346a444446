// What lies over a tournament's table when its game is no longer the viewer's: out, won, moved, waiting for a game.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { symbol } from "../games/parts.js";
import { number, rich } from "../games/sentence.js";
import { isOff, isOver, moved, watchOn } from "./words.js";

const WHY = {
  few: () => gettext("Too few players had entered."),
  director: () => gettext("Its organiser called it off."),
  error: () => gettext("It was an error of ours, and we are sorry."),
};

const say = (format, values) => interpolate(format, values, true);

const closeButton = (press) => html`<button type="button" class="icon outcome__close" data-do="close"
  aria-label=${gettext("Close")} @click=${press}><svg viewBox="0 0 24 24" aria-hidden="true"><path
  d="M6 6l12 12M18 6L6 18"/></svg></button>`;

/** It lies at the bottom, so that the winner of the last game stays in sight; `close` puts it away. */
const screen = (name, heading, words, buttons, { close = null, won = false } = {}) => html`<section
  class="sheet outcome ${won ? "outcome--won" : ""}" id="screen" data-screen=${name}
  role="dialog" aria-labelledby="screen-title" tabindex="-1">${won ? symbol("horns", "horns", "0 0 48 20") : nothing}
  <h2 id="screen-title">${heading}</h2>${close ? closeButton(close) : nothing}
  <div class="outcome__words">${words.filter(Boolean).map((said) => html`<p>${said}</p>`)}</div>
  <div class="acts">${buttons}</div></section>`;

const link = (hook, href, words, kind = "") => html`<a class="btn ${kind}" data-do=${hook} href=${href}>${words}</a>`;

const toTournament = (page, kind = "") => link("tournament", page, gettext("See the tournament"), kind);

const button = (hook, words, press) =>
  html`<button type="button" class="btn" data-do=${hook} @click=${press}>${words}</button>`;

// --- out -------------------------------------------------------------------------------------------------------------

const heading = ({ place, final, tied }, entries) => {
  if (place === null) return gettext("You are out");
  if (place === 1 && final) return tied ? gettext("You share the first place") : gettext("You won the tournament");
  const values = { place: number(place), entries: number(entries) };
  return say(final ? gettext("You finished in place %(place)s of %(entries)s") : gettext("You are out"), values);
};

const score = ({ format, me }) =>
  format === "arena" ? say(gettext("Your score: %(count)s."), { count: number(me.score) }) : "";

const standing = ({ place, final }, entries) => {
  if (place === null) return gettext("Your place is known when the other tables have finished their games.");
  if (final) return "";
  const values = { place: number(place), entries: number(entries) };
  return say(gettext("That is place %(place)s of %(entries)s so far; others may still enter."), values);
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

const lastGame = (href) =>
  href && html`<a class="link" data-do="last_game" href=${href}>${gettext("See your last game step by step")}</a>`;

/** What to play next: another sit & go of the same series, or whatever there is. */
const onward = (news, { all }, kind) =>
  news.next
    ? link("another", news.next, gettext("Play another"), kind)
    : link("all", all, gettext("Other tournaments"));

/** The end of the viewer's tournament; `enter` is the form with which they may enter again, if they may, `game` the
 * page of the game that decided it. */
export function outScreen(news, { page, all, fee, enter, game, putAway }) {
  const { out } = news.me;
  const goesOn = !isOver(news);
  const another = !enter && news.next !== null;
  const buttons = [
    goesOn ? button("watch_on", gettext("Watch on"), putAway) : nothing,
    toTournament(page, enter || another ? "" : "btn--go"),
    enter ? again(enter, fee) : nothing,
    !enter && (another || !goesOn) ? onward(news, { all }, "btn--go") : nothing,
  ];
  const words = [score(news), standing(out, news.entries), prize(out, news), lastGame(game)];
  const won = out.place === 1 && out.final;
  return screen("out", heading(out, news.entries), words, buttons, { close: goesOn ? null : putAway, won });
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

const goThere = (href) => [link("go", href, gettext("Go there"), "btn--go")];

/** The viewer's chair is at another table now. */
export const movedScreen = (news, href) => screen("moved", moved(news.me.number), [], goThere(href));

/** The table that was watched is closed; the tournament goes on at that one. */
export const onwardScreen = ({ name, href }) =>
  screen("onward", gettext("This table is closed"), [rich(watchOn(name))], goThere(href));

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
      ? pauseButton(pause, "no", gettext("Come back"), "btn--go")
      : pauseButton(pause, "yes", pgettext("an arena", "Pause"), "");
  return screen(
    "wait",
    paused ? gettext("You pause") : waitWords(news, now),
    [paused && gettext("Nobody seats you until you come back.")],
    [toTournament(page), pause ? other() : nothing],
  );
}

export const isShownOff = (news) => isOff(news) && news.me !== null;
