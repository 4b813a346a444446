// Azi, over the felt: what happened, who plays on, and the price for who may buy in (rules 8).

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { isMe } from "./names.js";
import { chips, errorNote, nameOf, patch, seam, symbol } from "./parts.js";
import { mySeat } from "./seats.js";
import { fill, rich, sentence } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { isAsked } from "./words.js";

const FREE = () => pgettext("of one or more players", "play for free");
const DECIDES = () => pgettext("of one or more players", "to decide");
const JOINS = () => pgettext("of one or more players", "bought in");
const OUT = () => pgettext("of one or more players", "out");

const standing = (view, seat) => {
  if (seat.tricks) return FREE;
  if (view.to_act.includes(seat.seat)) return DECIDES;
  return seat.last?.[0] === "j" ? JOINS : OUT;
};

/** Who plays on, who decides, who is out: a row each. */
const who = (view) => {
  const seats = view.seats.filter((seat) => !seat.waiting);
  const names = (seat, index) =>
    html`${index ? ", " : ""}${isMe(view, seat.seat) ? gettext("You") : nameOf(seat)}`;
  const row = (words) => {
    const group = seats.filter((seat) => standing(view, seat) === words);
    if (!group.length) return nothing;
    return html`<li>${patch(group[0], "ava--s")}<span>${group.map(names)}</span
      ><span class="tag ${words === DECIDES ? "tag--live" : ""}">${words()}</span></li>`;
  };
  return html`<ul class="who rows">${[FREE, DECIDES, JOINS, OUT].map(row)}</ul>`;
};

const priceList = (view, cost) => {
  const words = mySeat(view).in ? gettext("Price to join, half the bank") : gettext("Price to join, the whole bank");
  return html`<dl class="price"><div><dt>${gettext("Bank")}</dt><dd>${chips(view.bank)}</dd></div>
    <div><dt>${words}</dt><dd>${chips(cost)}</dd></div></dl>`;
};

const clock = (view, ui) => {
  if (view.deadline === null) return nothing;
  const left = fill(gettext("%(amount)s s"), secondsLeft(view.deadline, ui.now));
  return html`<div class="clock">${seam(view.deadline - ui.now, view.turn_ms)}<span class="num">${left}</span></div>`;
};

const buttons = (cost, ui) => {
  const can = ui.live && !ui.sending;
  const one = (word, words, kind) => html`<button type="button" data-do=${word} aria-disabled=${String(!can)}
    class="btn ${kind} ${ui.sending === word ? "is-busy" : ""}" @click=${() => can && ui.acts.act(word)}
    >${words}</button>`;
  return html`<div class="acts">${one("p", gettext("Stay out"), "")}
    ${one("j", fill(gettext("Buy in for %(amount)s"), cost), "btn--go")}</div>`;
};

// On a low screen the sheet lies over the bank, so it says how much that is, also to whoever decides nothing.
const happened = (view) =>
  sentence(gettext("Three tricks, three winners. The bank of %(bank)s stays, and new cards are dealt."), { bank: view.bank });

/** Azi: what happened, who plays on, and for the viewer that is asked, the price. */
export function azi(view, ui) {
  const cost = view.cost.j;
  const asked = isAsked(view) && cost !== undefined;
  return html`<section class="sheet sheet--azi" aria-labelledby="azi-title">
    <div class="azi-head">${symbol("horns", "horns", "0 0 48 20")}<h2 id="azi-title">${gettext("Azi")}</h2>
      <p>${rich(happened(view))}</p></div>
    ${asked ? priceList(view, cost) : nothing}${who(view)}${clock(view, ui)}${errorNote(ui)}
    ${asked ? buttons(cost, ui) : nothing}</section>`;
}
