// How much: the panel that chooses a bet's value by typing, sliding, stepping, or one of the usual amounts.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { correction, settle, shownIn, typed } from "./amount.js";
import { clamp, fromSlider, presets } from "./bidding.js";
import { fill, rich, text } from "./sentence.js";
import { presetName, presetWords, raiseNote, raiseWords } from "./words.js";

const slider = (open, value, step, set, slide) => html`<div class="raise__slide">
  <button type="button" class="step" aria-label=${fill(gettext("%(amount)s less"), step)}
    ?disabled=${value <= open.min} @click=${() => set(value - step)}>−</button>
  <input class="range" type="range" aria-label=${gettext("Amount")} min=${open.min} max=${open.max} step=${step}
    .value=${live(String(value))} @input=${({ target }) => slide(fromSlider(Number(target.value), open, step))}>
  <button type="button" class="step" aria-label=${fill(gettext("%(amount)s more"), step)}
    ?disabled=${value >= open.max} @click=${() => set(value + step)}>+</button></div>`;

const usual = (view, open, value, set) => {
  const one = ([name, amount]) => html`<button type="button" class="preset num" aria-pressed=${String(amount === value)}
    aria-label=${presetName(name, amount)} @click=${() => set(amount)}
    >${presetWords(name, amount)}</button>`;
  return html`<div class="presets">${presets(view, open).map(one)}</div>`;
};

const told = (seat, open, value) => ({ bid: raiseWords(open.word, value), note: text(raiseNote(seat, value)) });

/** The panel for the range `open`: of `wanted`, as typed, `value` counts; `ready` says whether Enter may answer. */
export function raisePanel(view, seat, open, value, { wanted, ready, acts }) {
  const slide = (amount) => acts.draft(clamp(amount, open));
  // Where a field is being typed in, drawing leaves it alone; whoever steps away from it hears where to.
  const set = (amount) => {
    const next = clamp(amount, open);
    const field = document.getElementById("raise-to");
    if (field) field.value = String(next);
    acts.draft(next, interpolate(gettext("%(bid)s: %(note)s"), told(seat, open, next), true));
  };
  const wrong = correction(wanted, open);
  const enter = (event) => {
    event.preventDefault();
    // What was typed isn't open: the field shows what is, and only the next Enter bets it.
    if (wrong) {
      settle(event.target.elements.amount, open, value);
      set(value);
    } else if (ready) acts.act(`${open.word}${clamp(typed(event.target.elements.amount) ?? value, open)}`);
  };
  const choice = open.max > open.min;
  return html`<form class="raise" @submit=${enter}>
    <div class="raise__head"><label for="raise-to">${open.word === "b" ? gettext("Bet") : gettext("Raise to")}</label>
      <input id="raise-to" name="amount" class="raise__value num" size=${String(open.max).length + 1}
        inputmode="numeric" autocomplete="off" maxlength="12" aria-invalid=${wrong ? "true" : nothing}
        aria-describedby="raise-note" enterkeyhint="go" .value=${shownIn("raise-to", value)}
        @input=${({ target }) => acts.draft(typed(target))} @change=${({ target }) => settle(target, open, value)}>
      <span class="raise__note ${wrong ? "is-wrong" : ""}" id="raise-note" role=${wrong ? "status" : nothing}>${rich(
        wrong ?? raiseNote(seat, value),
      )}</span></div>
    ${choice ? slider(open, value, view.ruleset.bet, set, slide) : nothing}
    ${choice ? usual(view, open, value, set) : nothing}</form>`;
}
