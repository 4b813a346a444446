// How many chips: a field to type in and a slider, kept within what the table and the purse allow.

import { html, noChange, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { clamp } from "./bidding.js";
import { rich, sentence } from "./sentence.js";

/** What a field shows: `value`, but never over what somebody is typing there while the page is drawn anew. */
export const shownIn = (id, value) => (document.activeElement?.id === id ? noChange : live(String(value)));

const GROUPED = /^\D*(\d{1,3}(?:[\s.,'’]\d{3})+)(?!\d)/;

/** What a field says, in whole chips, or null: groups of three may be set apart, any other point ends the number. */
export function typed({ value }) {
  const found = GROUPED.exec(value) ?? /(\d+)/.exec(value);
  return found ? Number(found[1].replace(/\D/g, "")) : null;
}

/** The amount typed in a form made of `amountFields`. */
export const typedAmount = (elements, open, value) => clamp(typed(elements.amount) ?? value, open);

/** Why the typed amount isn't the one that counts, as a sentence, or null when it is. */
export function correction(wanted, { min, max }) {
  if (wanted === null || (wanted >= min && wanted <= max)) return null;
  return wanted > max
    ? sentence(gettext("%(wanted)s is too much: the most is %(max)s."), { wanted, max })
    : sentence(gettext("%(wanted)s is too little: the least is %(min)s."), { wanted, min });
}

/** On leaving the field it shows what counts; `value` where nothing was typed. */
export const settle = (field, open, value) => {
  field.value = String(clamp(typed(field) ?? value, open));
};

/**
 * The fields that choose from `open.min` to `open.max`: of `wanted`, as typed, `value` counts; `set` hears each choice.
 */
export const amountFields = (label, open, wanted, value, set) => {
  const wrong = correction(wanted, open);
  return html`<label class="field" for="amount">${label}
    <input id="amount" name="amount" class="num" inputmode="numeric" autocomplete="off" maxlength="12"
      aria-invalid=${wrong ? "true" : nothing} aria-describedby="amount-limits" .value=${shownIn("amount", value)}
      @input=${({ target }) => set(typed(target))} @change=${({ target }) => settle(target, open, value)}></label>
  <input class="range" type="range" aria-label=${label} min=${open.min} max=${open.max}
    .value=${live(String(value))} @input=${({ target }) => set(Number(target.value))}>
  <p class="fine ${wrong ? "field__bad" : ""}" id="amount-limits" role="status"><span>${rich(
    wrong ?? sentence(gettext("From %(min)s to %(max)s."), open),
  )}</span></p>`;
};
