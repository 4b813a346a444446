// What lies over the felt for a moment: Azi and its buy-in, and the form for how many chips to bring.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { clamp } from "./bidding.js";
import { isMe } from "./names.js";
import { chips, errorNote, icon, patch, seam, symbol } from "./parts.js";
import { mySeat } from "./seats.js";
import { fill, number, rich, sentence } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { isAsked } from "./words.js";

// --- Azi (rules 8) -------------------------------------------------------------------------------------------------

const FREE = () => gettext("play for free");
const DECIDES = () => gettext("to decide");
const JOINS = () => gettext("bought in");
const OUT = () => gettext("out");

const standing = (view, seat) => {
  if (seat.tricks) return FREE;
  if (view.to_act.includes(seat.seat)) return DECIDES;
  return seat.last?.[0] === "j" ? JOINS : OUT;
};

/** Who plays on, who decides, who is out: a row each. */
const who = (view) => {
  const seats = view.seats.filter((seat) => !seat.waiting);
  const names = (seat, index) => html`${index ? ", " : ""}<bdi>${isMe(view, seat.seat) ? gettext("You") : seat.name}</bdi>`;
  const row = (words) => {
    const group = seats.filter((seat) => standing(view, seat) === words);
    if (!group.length) return nothing;
    return html`<li>${patch(group[0], "ava--s")}<span>${group.map(names)}</span
      ><span class="tag ${words === DECIDES ? "tag--live" : ""}">${words()}</span></li>`;
  };
  return html`<ul class="who rows">${[FREE, DECIDES, JOINS, OUT].map(row)}</ul>`;
};

const aziPrice = (view, cost) => html`<dl class="price"><div><dt>${gettext("Bank")}</dt><dd>${chips(view.bank)}</dd></div>
  <div><dt>${mySeat(view).in ? gettext("Price to join, half the bank") : gettext("Price to join, the whole bank")}</dt
  ><dd>${chips(cost)}</dd></div></dl>`;

const aziClock = (view, ui) => (view.deadline === null ? nothing : html`<div class="clock">${seam(view.deadline - ui.now, view.turn_ms)}
  <span class="num">${fill(gettext("%(amount)s s"), secondsLeft(view.deadline, ui.now))}</span></div>`);

/** Azi: what happened, who plays on, and for the viewer that is asked, the price. */
export function azi(view, ui) {
  const cost = view.cost.j;
  const asked = isAsked(view) && cost !== undefined;
  const can = asked && ui.live && !ui.sending;
  const press = (word) => () => can && ui.acts.act(word);
  return html`<section class="sheet" aria-labelledby="azi-title">
    <div class="azi-head">${symbol("horns", "horns", "0 0 48 20")}<h2 id="azi-title">${gettext("Azi")}</h2>
      <p>${gettext("Three tricks, three winners. The bank stays, and new cards are dealt.")}</p></div>
    ${asked ? aziPrice(view, cost) : nothing}
    ${who(view)}
    ${aziClock(view, ui)}
    ${errorNote(ui)}
    ${asked ? html`<div class="acts">
      <button type="button" class="btn" data-do="p" aria-disabled=${String(!can)} @click=${press("p")}>${gettext("Stay out")}</button>
      <button type="button" class="btn btn--go ${ui.sending === "j" ? "is-busy" : ""}" data-do="j" aria-disabled=${String(!can)}
        @click=${press("j")}>${fill(gettext("Buy in for %(amount)s"), cost)}</button></div>` : nothing}
  </section>`;
}

// --- bringing chips to the table -----------------------------------------------------------------------------------

/** What may be brought: {min, max} as the table and the purse allow; max < min when the purse is too small. */
function bounds(view, purse) {
  const [min, most] = view.buy_in;
  return { min, max: purse === null ? most : Math.min(most, purse) };
}

/** A sensible first offer: half of what the table allows. */
const offer = (view, { min, max }) => Math.max(min, Math.min(max, Math.round(view.buy_in[1] / 2)));

const digits = (field) => Number(field.value.replace(/\D/g, ""));

const amountFields = (open, value, set) => html`
  <label class="field" for="bring">${gettext("Chips to bring")}
    <input id="bring" name="bring" class="num" inputmode="numeric" autocomplete="off" aria-describedby="bring-limits"
      .value=${live(String(value))} @change=${set}></label>
  <input class="range" type="range" aria-label=${gettext("Chips to bring")} min=${open.min} max=${open.max}
    .value=${live(String(value))} @input=${set}>
  <p class="fine" id="bring-limits">${rich(sentence(gettext("From %(min)s to %(max)s."), open))}</p>`;

const tooPoor = (open, purse) => html`<p class="msg">${rich(sentence(
  gettext("This table asks for at least %(min)s chips; you have %(purse)s."), { min: open.min, purse }))}</p>`;

/** The form that takes a seat with some chips. */
export function sitForm(view, ui, seat) {
  const open = bounds(view, ui.purse);
  const enough = open.max >= open.min;
  const value = clamp(ui.bring ?? offer(view, open), open);
  const can = ui.live && !ui.sending && enough;
  const submit = (event) => {
    event.preventDefault();
    if (can) ui.acts.sit(seat, clamp(digits(event.target.elements.bring), open));
  };
  return html`<form class="sheet sheet--form" aria-labelledby="bring-title" @submit=${submit}
    @keydown=${({ key }) => key === "Escape" && ui.acts.closeSheet()}>
    <h2 id="bring-title">${fill(gettext("Sit down at seat %(amount)s"), seat)}</h2>
    ${enough ? amountFields(open, value, ({ target }) => ui.acts.bring(clamp(digits(target), open))) : tooPoor(open, ui.purse)}
    ${errorNote(ui)}
    <div class="acts"><button type="button" class="btn" @click=${ui.acts.closeSheet}>${gettext("Not now")}</button>
      <button type="submit" class="btn btn--go ${ui.sending ? "is-busy" : ""}" aria-disabled=${String(!can)}
        >${fill(gettext("Sit with %(amount)s"), value)}</button></div>
  </form>`;
}

// --- the table's menu ----------------------------------------------------------------------------------------------

const choice = (words, on, press, ui) => html`<button type="button" class="btn btn--quiet menu__row" role="switch"
  aria-checked=${String(on)} ?disabled=${!ui.live} @click=${press}><span>${words}</span><span class="switch" aria-hidden="true"></span></button>`;

/** What one does with a seat besides playing: in the menu at the top. */
export function menu(view, ui) {
  const seat = mySeat(view);
  if (!seat) return nothing;
  const cash = view.stakes === "cash";
  const leave = seat.in && view.phase !== "over" && view.phase !== "waiting" ? gettext("Fold and leave the table") : gettext("Leave the table");
  return html`<button class="icon" type="button" popovertarget="seat-menu" aria-label=${gettext("My seat")}>${icon("menu")}</button>
    <div id="seat-menu" class="panel pop pop--menu" popover>
      <p class="eyebrow">${rich(sentence(gettext("Seat %(seat)s, %(chips)s chips"), { seat: seat.seat, chips: number(seat.stack) }))}</p>
      ${view.ruleset.blind ? choice(gettext("Show my cards at once"), ui.showAtOnce, () => ui.acts.showAtOnce(!ui.showAtOnce), ui) : nothing}
      ${choice(gettext("Sit out from the next game on"), seat.sitting_out, () => ui.acts.sitOut(!seat.sitting_out), ui)}
      ${cash ? html`<button type="button" class="btn menu__row" data-do="leave" ?disabled=${!ui.live || seat.leaving} popovertarget="seat-menu"
        popovertargetaction="hide" @click=${ui.acts.leave}>${leave}</button>` : nothing}
    </div>`;
}
