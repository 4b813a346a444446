// What lies over the felt for a moment: Azi and its buy-in, and the form for how many chips to bring.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { isMe } from "./names.js";
import { chips, patch, seam, symbol } from "./parts.js";
import { mySeat } from "./seats.js";
import { fill, number, rich, sentence } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { isAsked } from "./words.js";

// --- Azi (rules 8) -------------------------------------------------------------------------------------------------

const standing = (view, seat) => {
  if (seat.tricks) return { words: gettext("plays on free"), kind: "" };
  if (view.to_act.includes(seat.seat)) return { words: gettext("decides"), kind: "tag--live" };
  if (seat.last?.[0] === "j") return { words: gettext("buys in"), kind: "" };
  return { words: gettext("stays out"), kind: "" };
};

const who = (view) => html`<ul class="who rows">${view.seats.filter((seat) => !seat.waiting).map((seat) => {
  const { words, kind } = standing(view, seat);
  return html`<li>${patch(seat, "ava--s")}<span>${isMe(view, seat.seat) ? gettext("You") : html`<bdi>${seat.name}</bdi>`}</span
    ><span class="tag ${kind}">${words}</span></li>`;
})}</ul>`;

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
    ${ui.error ? html`<p class="msg" role="alert">${ui.error}</p>` : nothing}
    ${asked ? html`<div class="acts">
      <button type="button" class="btn" data-do="p" aria-disabled=${String(!can)} @click=${press("p")}>${gettext("Stay out")}</button>
      <button type="button" class="btn btn--go ${ui.sending === "j" ? "is-busy" : ""}" data-do="j" aria-disabled=${String(!can)}
        @click=${press("j")}>${fill(gettext("Buy in for %(amount)s"), cost)}</button></div>` : nothing}
  </section>`;
}

// --- bringing chips to the table -----------------------------------------------------------------------------------

/** What may be brought: [min, max] as the table and the purse allow; max < min when the purse is too small. */
const bounds = (view, ui, already) => {
  const [least, most] = view.buy_in;
  const reach = ui.purse === null ? most : Math.min(most, already + ui.purse);
  return { min: Math.max(least, already + (already ? 1 : 0)), max: reach };
};

/** A sensible first offer: half of what the table allows. */
const offer = (view, { min, max }) => Math.max(min, Math.min(max, Math.round(view.buy_in[1] / 2)));

const chipsForm = (view, ui, { title, already, word, send }) => {
  const open = bounds(view, ui, already);
  const keep = (value) => Math.max(open.min, Math.min(open.max, Math.round(value) || open.min));
  const value = keep(ui.bring ?? offer(view, open));
  const can = ui.live && !ui.sending && open.max >= open.min;
  const submit = (event) => {
    event.preventDefault();
    if (can) send(keep(Number(event.target.elements.bring.value.replace(/\D/g, ""))));
  };
  const set = (event) => ui.acts.bring(keep(Number(event.target.value.replace(/\D/g, ""))));
  const limits = sentence(gettext("From %(min)s to %(max)s."), { min: open.min, max: open.max });
  return html`<form class="sheet sheet--form" role="dialog" aria-labelledby="bring-title" @submit=${submit}
    @keydown=${(event) => event.key === "Escape" && ui.acts.closeSheet()}>
    <h2 id="bring-title">${title}</h2>
    ${open.max < open.min
      ? html`<p class="msg">${rich(sentence(gettext("This table asks for at least %(min)s chips; you have %(purse)s."), { min: open.min, purse: ui.purse }))}</p>`
      : html`<label class="field" for="bring">${gettext("Chips to bring")}
          <input id="bring" name="bring" class="num" inputmode="numeric" autocomplete="off" .value=${live(String(value))}
            @change=${set} aria-describedby="bring-limits"></label>
        <input class="range" type="range" aria-label=${gettext("Chips to bring")} min=${open.min} max=${open.max}
          .value=${live(String(value))} @input=${set}>
        <p class="fine" id="bring-limits">${rich(limits)}</p>`}
    ${ui.error ? html`<p class="msg" role="alert">${ui.error}</p>` : nothing}
    <div class="acts"><button type="button" class="btn" @click=${ui.acts.closeSheet}>${gettext("Not now")}</button>
      <button type="submit" class="btn btn--go ${ui.sending ? "is-busy" : ""}" aria-disabled=${String(!can)}>${fill(word, value)}</button></div>
  </form>`;
};

/** The form that takes a seat. */
export const sitForm = (view, ui, seat) =>
  chipsForm(view, ui, {
    title: fill(gettext("Sit down at seat %(amount)s"), seat),
    already: 0,
    word: gettext("Sit with %(amount)s"),
    send: (amount) => ui.acts.sit(seat, amount),
  });

/** The form that raises a stack at the next game's start. */
export const topUpForm = (view, ui) =>
  chipsForm(view, ui, {
    title: gettext("Top up your stack"),
    already: mySeat(view).stack,
    word: gettext("Top up to %(amount)s"),
    send: (amount) => ui.acts.topUp(amount),
  });

// --- the table's menu ----------------------------------------------------------------------------------------------

const choice = (words, on, press, ui) => html`<button type="button" class="btn btn--quiet menu__row" role="switch"
  aria-checked=${String(on)} ?disabled=${!ui.live} @click=${press}><span>${words}</span><span class="switch" aria-hidden="true"></span></button>`;

/** What one does with a seat besides playing: in the menu at the top. */
export function menu(view, ui) {
  const seat = mySeat(view);
  if (!seat) return nothing;
  const cash = view.stakes === "cash";
  const leave = seat.in && view.phase !== "over" && view.phase !== "waiting" ? gettext("Fold and leave the table") : gettext("Leave the table");
  return html`<button class="icon" type="button" popovertarget="seat-menu" aria-label=${gettext("My seat")}>${ui.menuIcon}</button>
    <div id="seat-menu" class="panel pop pop--menu" popover>
      <p class="eyebrow">${rich(sentence(gettext("Seat %(seat)s, %(chips)s chips"), { seat: seat.seat, chips: number(seat.stack) }))}</p>
      ${view.ruleset.blind ? choice(gettext("Show my cards at once"), ui.showAtOnce, () => ui.acts.showAtOnce(!ui.showAtOnce), ui) : nothing}
      ${choice(gettext("Sit out from the next game on"), seat.sitting_out, () => ui.acts.sitOut(!seat.sitting_out), ui)}
      ${cash && seat.stack < view.buy_in[1]
        ? html`<button type="button" class="btn btn--quiet menu__row" ?disabled=${!ui.live} popovertarget="seat-menu"
            popovertargetaction="hide" @click=${ui.acts.openTopUp}>${gettext("Top up your stack")}</button>` : nothing}
      ${cash ? html`<button type="button" class="btn menu__row" data-do="leave" ?disabled=${!ui.live || seat.leaving} popovertarget="seat-menu"
        popovertargetaction="hide" @click=${ui.acts.leave}>${leave}</button>` : nothing}
    </div>`;
}
