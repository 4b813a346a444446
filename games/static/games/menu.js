// The table's menu: what one does here besides playing.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { canVibrate, vibrates } from "./attention.js";
import { LETTERS } from "./cards.js";
import { tableFacts } from "./facts.js";
import { keysWork } from "./keys.js";
import { icon } from "./parts.js";
import { isArena, isTournament, mySeat, ownTerms } from "./seats.js";
import { rich, sentence } from "./sentence.js";
import { canSound, isOn } from "./sound.js";
import { letters } from "./sprite.js";
import { mayTopUp, raisedTo } from "./top_up.js";
import { backWords, isAsked, isAzi } from "./words.js";

/** A row that does something and closes the menu. */
export const row = (hook, words, press, can, kind = "") => html`<button type="button" class="btn btn--quiet menu__row ${kind}"
  data-do=${hook} ?disabled=${!can} popovertarget="seat-menu" popovertargetaction="hide" @click=${press}
  ><span>${words}</span></button>`;

const link = (hook, href, words) =>
  html`<a class="btn btn--quiet menu__row" data-do=${hook} href=${href}><span>${words}</span></a>`;

export const showAtOnce = (view, ui) => {
  if (!view.ruleset.blind) return nothing;
  const on = ownTerms(view).show_at_once ?? true;
  return html`<button type="button" class="btn btn--quiet menu__row" role="switch" data-do="show_at_once"
      aria-checked=${String(on)} aria-describedby="show-at-once-why" ?disabled=${!ui.live}
      @click=${() => ui.acts.showAtOnce(!on)}
      ><span>${gettext("Show my cards at once")}</span><span class="switch" aria-hidden="true"></span></button>
    <p class="fine" id="show-at-once-why">${gettext(
      "Off: they lie face down, and each bet before you look costs you only half.",
    )}</p>`;
};

/** What this browser does besides showing. */
const choice = (hook, words, on, press) => html`<button type="button" class="btn btn--quiet menu__row" role="switch"
  data-do=${hook} aria-checked=${String(on)} @click=${() => press(!on)}
  ><span>${words}</span><span class="switch" aria-hidden="true"></span></button>`;

export const senses = (ui) => html`${canSound() ? choice("sound", gettext("Sound"), isOn(), ui.acts.turnSound) : nothing}
  ${canVibrate() ? choice("vibrate", gettext("Vibrate on my turn"), vibrates(), ui.acts.turnVibration) : nothing}`;

export const keys = (ui) => html`${row("keys", gettext("Keys"), ui.acts.openKeys, true, "menu__keys")}
  ${choice("single_keys", gettext("Single keys"), keysWork(), ui.acts.letKeysWork)}`;

/** The letters to choose from; `letter` makes the button of one, [name, its four letters]. */
export const cards = (letter) => html`<div class="menu__cards" role="group" aria-labelledby="letters-title">
  <span class="eyebrow" id="letters-title">${gettext("Letters on cards")}</span>
  <div class="presets">${Object.entries(LETTERS).map(letter)}</div></div>`;

/** Sent as the page's own form, which comes back to the table. */
const letter = ([name, four]) => html`<button type="submit" class="preset" form="letters" name="letters" value=${name}
  translate="no" aria-pressed=${String(name === letters)}>${[...four].join(" ")}</button>`;

export const rules = (ui) => html`<a class="btn btn--quiet menu__row" href=${ui.pages.rules} target="_blank"
  rel="noopener"><span>${gettext("Rules")}</span><small>${gettext("in a new tab")}</small></a>`;

/** The button at the top and what it opens. */
export const opening = (rows) => html`<button class="icon menu" id="menu" type="button" popovertarget="seat-menu"
    >${icon("menu")}<span>${gettext("Menu")}</span></button>
  <div id="seat-menu" class="panel pop pop--menu" popover>${rows}</div>`;

const topUp = (view, ui) => {
  if (!mayTopUp(view)) return nothing;
  const wished = ownTerms(view).top_up_to;
  const words = wished ? html`${gettext("Top up")}<small>${rich(raisedTo(wished))}</small>` : gettext("Top up");
  return row("open_top_up", words, ui.acts.openTopUp, ui.live);
};

/** What becomes of the hand of who leaves: nobody folds before being asked, nor once cards are played. */
const leaveWords = (view, seat) => {
  const plays = isAzi(view) ? seat.tricks > 0 : seat.in;
  if (!plays || ["over", "waiting"].includes(view.phase)) return gettext("Leave the table");
  if (view.phase === "play" || (view.phase === "bid" && !seat.stack)) {
    return gettext("Leave: your cards are played for you");
  }
  return view.phase === "bid" && isAsked(view)
    ? gettext("Fold and leave the table")
    : gettext("Leave, and fold when you are asked");
};

const leave = (view, seat, ui) => {
  if (view.stakes !== "cash") return nothing;
  return row("leave", leaveWords(view, seat), ui.acts.leave, ui.live && !seat.leaving, "menu__leave");
};

const sitOutWords = (view) => {
  if (isArena(view)) {
    return html`${pgettext("an arena", "Pause")}<small>${gettext("Folds this game; no other until you come back.")}</small>`;
  }
  return isTournament(view)
    ? html`${gettext("Sit out")}<small>${gettext("The clock folds for you until you are back.")}</small>`
    : gettext("Sit out from the next game on");
};

const seated = (view, seat, ui) => {
  const format = ngettext("Seat %(seat)s, %(chips)s chip", "Seat %(seat)s, %(chips)s chips", seat.stack);
  const where = sentence(format, { seat: seat.seat, chips: seat.stack });
  const out = seat.sitting_out;
  const words = out ? backWords(view) : sitOutWords(view);
  return html`<p class="eyebrow">${rich(where)}</p>${showAtOnce(view, ui)}${topUp(view, ui)}
    ${row("sit_out", words, () => ui.acts.sitOut(!out), ui.live)}
    ${leave(view, seat, ui)}`;
};

const elsewhere = (seat, ui) => {
  if (ui.pages.tournament) return gettext("See the tournament");
  return seat ? gettext("Other tables; keep my seat") : gettext("Other tables");
};

export function menu(view, ui) {
  const seat = mySeat(view);
  const rename = ui.you && ui.mayRename;
  const { login, signup } = ui.pages;
  return opening(html`
      ${seat ? seated(view, seat, ui) : nothing}
      ${senses(ui)}
      ${keys(ui)}
      ${cards(letter)}
      ${seat ? row("show_around", gettext("Show me around"), ui.acts.showAround, ui.advice !== null) : nothing}
      ${row("invite", gettext("Invite"), ui.acts.invite, true)}
      ${rename ? row("rename", gettext("Rename"), ui.acts.openRename, true) : nothing}
      ${ui.you?.guest && signup ? link("sign_up", signup, gettext("Sign up: keep your chips")) : nothing}
      ${ui.you === null ? link("sign_in", login, gettext("Sign in")) : nothing}
      ${tableFacts(view)}
      ${rules(ui)}
      ${link("language", ui.pages.language, gettext("Language"))}
      <a class="btn btn--quiet menu__row" href=${ui.pages.lobby}
        >${elsewhere(seat, ui)}</a>`);
}
