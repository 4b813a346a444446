// Deciding: what the viewer can do now and what it costs. What can't be done is shown, can't be pressed, and says why.
// `ui`: {live, sending, error, draft (typed or slid value), raising (panel asked for), roomy and ample (there is room for it),
// picked, acts}.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { callPrice, clamp, fromSlider, presets, price, range, whyNoRaise } from "./bidding.js";
import { cardName } from "./names.js";
import { errorNote } from "./parts.js";
import { mySeat } from "./seats.js";
import { fill, number, rich } from "./sentence.js";
import {
  callWords, fromWords, isAsked, noRaise, payWords, presetWords, raiseNote, raiseWords, waitingFor,
} from "./words.js";

/** One button. It stays where it is when it can't be pressed, so that focus does too. */
const button = ({ words, small, kind = "", can, busy = false, press, hook = "", expanded = null }) => html`<button
  type="button" class="btn ${kind} ${busy ? "is-busy" : ""}" aria-disabled=${can ? "false" : "true"}
  aria-expanded=${expanded ?? nothing} data-do=${hook} @click=${() => can && press()}
  ><span>${words}</span>${small ? html`<small class="num">${small}</small>` : nothing}</button>`;

const dock = (ui, ...inside) => html`<section class="dock" aria-label=${gettext("Your decision")}>${errorNote(ui)}${inside}</section>`;

const ready = (view, ui) => ui.live && !ui.sending && isAsked(view);

// --- bidding -------------------------------------------------------------------------------------------------------

/** The value that the raise button names: what was chosen, kept within what is open. */
export const chosenValue = (open, ui) => clamp(ui.draft ?? open.min, open);

const slider = (view, seat, open, ui) => {
  const step = view.ruleset.bet;
  const value = chosenValue(open, ui);
  const set = (wanted) => ui.acts.draft(clamp(wanted, open));
  return html`<div class="raise__slide">
    <button type="button" class="step" aria-label=${fill(gettext("%(amount)s less"), step)} ?disabled=${value <= open.min}
      @click=${() => set(value - step)}>−</button>
    <input class="range" type="range" aria-label=${gettext("Amount")} min=${open.min} max=${open.max} step=${step}
      .value=${live(String(value))} @input=${(event) => set(fromSlider(Number(event.target.value), open, step))}>
    <button type="button" class="step" aria-label=${fill(gettext("%(amount)s more"), step)} ?disabled=${value >= open.max}
      @click=${() => set(value + step)}>+</button></div>`;
};

const presetButtons = (view, seat, open, ui) => html`<div class="presets">${presets(view, open).map(([name, value]) => html`<button
  type="button" class="preset num" aria-pressed=${String(value === chosenValue(open, ui))} @click=${() => ui.acts.draft(value)}
  >${presetWords(name, value, price(seat, value) === seat.stack)}</button>`)}</div>`;

const raisePanel = (view, seat, open, ui) => {
  const value = chosenValue(open, ui);
  const typed = (event) => ui.acts.draft(clamp(Number(event.target.value.replace(/\D/g, "")), open));
  const enter = (event) => {
    event.preventDefault();
    if (ready(view, ui)) ui.acts.act(`${open.word}${chosenValue(open, ui)}`);
  };
  return html`<form class="raise" @submit=${enter}>
    <div class="raise__head"><label for="raise-to">${open.word === "b" ? gettext("Bet") : gettext("Raise to")}</label>
      <input id="raise-to" class="raise__value num" size=${String(open.max).length + 1} inputmode="numeric" autocomplete="off" .value=${live(String(value))}
        @change=${typed} aria-describedby="raise-note">
      <span class="raise__note" id="raise-note">${rich(raiseNote(seat, value))}</span></div>
    ${open.max > open.min ? slider(view, seat, open, ui) : nothing}
    ${open.max > open.min ? presetButtons(view, seat, open, ui) : nothing}</form>`;
};

const raiseButton = (view, seat, open, shown, ui) => {
  const kind = seat.looked ? "btn--go" : "btn--line";
  const can = ready(view, ui);
  if (!open) {
    return button({ words: view.level ? gettext("Raise") : gettext("Bet"), small: isAsked(view) ? gettext("not open") : "", can: false, hook: "raise" });
  }
  if (!shown) {
    const words = open.word === "b" ? gettext("Bet") : gettext("Raise");
    return button({ words, small: fromWords(open.min), kind, can, press: ui.acts.openRaise, hook: "raise", expanded: "false" });
  }
  const value = chosenValue(open, ui);
  return button({
    words: raiseWords(open.word, value, seat.looked), small: payWords(price(seat, value)), kind, can,
    busy: /^[br]/.test(ui.sending ?? ""), press: () => ui.acts.act(`${open.word}${value}`), hook: "raise",
  });
};

const bidWords = (view, seat, open) => {
  if (!isAsked(view)) return waitingFor(view) ? rich(waitingFor(view)) : nothing;
  if (!open && view.level) return noRaise(whyNoRaise(view, seat));
  return seat.looked ? nothing : gettext("You haven't looked: whatever you bet costs you half.");
};

const lookButton = (view, ui) =>
  view.legal.includes("L")
    ? html`<div class="acts">${button({
        words: gettext("Look at my cards"), kind: "btn--go", can: ui.live && !ui.sending, busy: ui.sending === "L",
        press: () => ui.acts.act("L"), hook: "L" })}</div>`
    : nothing;

const bidding = (view, seat, ui) => {
  const open = isAsked(view) ? range(view) : null;
  // Who hasn't looked is offered that first; the panel opens on demand where there isn't room for both.
  const shown = open !== null && (ui.raising || ui.ample || (ui.roomy && seat.looked));
  const can = ready(view, ui);
  const words = bidWords(view, seat, open);
  const [call, more] = callWords(view, seat);
  const onlyCall = isAsked(view) && !open && seat.looked ? "btn--go" : "";
  return dock(
    ui,
    words === nothing || (ui.raising && !ui.ample) ? nothing : html`<p class="say">${words}</p>`,
    shown ? raisePanel(view, seat, open, ui) : nothing,
    html`<div class="acts acts--${view.level ? 3 : 2}">
      ${button({ words: gettext("Fold"), can: can && view.legal.includes("f"), busy: ui.sending === "f", press: () => ui.acts.act("f"), hook: "f" })}
      ${view.level
        ? button({ words: call, small: callPrice(view, seat) ? more : "", kind: onlyCall, can: can && view.legal.includes("c"),
            busy: ui.sending === "c", press: () => ui.acts.act("c"), hook: "c" })
        : nothing}
      ${raiseButton(view, seat, open, shown, ui)}</div>`,
    lookButton(view, ui),
  );
};

// --- discarding ----------------------------------------------------------------------------------------------------

const discarding = (view, seat, ui) => {
  const can = ready(view, ui);
  const blindly = view.legal.includes("x");
  const picked = ui.picked && view.legal.includes(`x${ui.picked}`) ? ui.picked : null;
  const words = picked
    ? interpolate(gettext("Put away the %(card)s"), { card: cardName(picked) }, true)
    : gettext("Choose a card to put away");
  return dock(
    ui,
    html`<div class="acts">${blindly
      ? button({ words: gettext("Put the last card away unseen"), kind: "btn--line", can, busy: ui.sending === "x", press: () => ui.acts.act("x"), hook: "x" })
      : button({ words, kind: "btn--go", can: can && picked !== null, busy: /^x/.test(ui.sending ?? ""), press: () => ui.acts.act(`x${picked}`), hook: "x" })}</div>`,
    lookButton(view, ui),
  );
};

// --- when nothing is asked -----------------------------------------------------------------------------------------

const watching = (view, ui) => {
  const free = view.seats.length < view.seats_total && view.stakes === "cash";
  if (ui.you === null && ui.playNow) {
    return dock(ui, html`<p class="say">${gettext("You are watching.")}</p>
      <div class="acts"><button class="btn btn--go" type="submit" form=${ui.playNow}>${gettext("Play now")}</button></div>`);
  }
  if (!ui.acts.openSit) return nothing;
  return dock(ui, html`<p class="say">${free
    ? gettext("You are watching. Take an empty seat to play from the next game on.")
    : gettext("You are watching. Every seat is taken.")}</p>`);
};

const resting = (view, seat, ui) => {
  const can = ui.live && !ui.sending;
  if (seat.leaving) return dock(ui, html`<p class="say">${gettext("You leave when this game is over.")}</p>`);
  if (seat.sitting_out) {
    return dock(ui, html`<p class="say">${gettext("You are not dealt in.")}</p>
      <div class="acts">${button({ words: gettext("Deal me in again"), kind: "btn--go", can, press: () => ui.acts.sitOut(false), hook: "sit_out" })}</div>`);
  }
  if (seat.waiting && view.game !== null) return dock(ui, html`<p class="say">${gettext("You are in from the next game on.")}</p>`);
  return ui.error ? dock(ui) : nothing;
};

/** The dock for this view, or nothing where the viewer has nothing to decide. */
export function decide(view, ui) {
  const seat = mySeat(view);
  if (!seat) return watching(view, ui);
  const looks = view.legal.includes("L");
  if (view.phase === "bid" && seat.in && (isAsked(view) || seat.stack > 0)) return bidding(view, seat, ui);
  if (view.phase === "discard" && seat.in && (isAsked(view) || looks)) return discarding(view, seat, ui);
  return resting(view, seat, ui);
}
