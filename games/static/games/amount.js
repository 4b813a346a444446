// How many chips: a field to type in and a slider, kept within what the table and the purse allow.

import { html, noChange } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { clamp } from "./bidding.js";
import { rich, sentence } from "./sentence.js";

/** What a field shows: `value`, but never over what somebody is typing there while the page is drawn anew. */
export const shownIn = (id, value) => (document.activeElement?.id === id ? noChange : live(String(value)));

const digits = (field) => Number(field.value.replace(/\D/g, ""));

/** The amount typed in a form made of `amountFields`. */
export const typedAmount = (elements, open) => clamp(digits(elements.amount), open);

/** The fields that choose an amount from `open.min` to `open.max`; `set` hears each choice. */
export const amountFields = (label, open, value, set) => {
  const choose = ({ target }) => {
    target.value = String(clamp(digits(target), open));
    set(Number(target.value));
  };
  return html`<label class="field" for="amount">${label}
    <input id="amount" name="amount" class="num" inputmode="numeric" autocomplete="off" aria-describedby="amount-limits"
      .value=${shownIn("amount", value)} @change=${choose}></label>
  <input class="range" type="range" aria-label=${label} min=${open.min} max=${open.max}
    .value=${live(String(value))} @input=${choose}>
  <p class="fine" id="amount-limits">${rich(sentence(gettext("From %(min)s to %(max)s."), open))}</p>`;
};
