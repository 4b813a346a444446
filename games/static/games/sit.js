// The form that takes a seat: how many chips to bring, within the table's limits and the purse.

import { html } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { clamp } from "./bidding.js";
import { errorNote } from "./parts.js";
import { fill, rich, sentence } from "./sentence.js";

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

const tooPoor = (open, purse) =>
  html`<p class="msg">${rich(
    sentence(gettext("This table asks for at least %(min)s chips; you have %(purse)s."), { min: open.min, purse }),
  )}</p>`;

/** The form that takes a seat with some chips. */
export function sitForm(view, ui, seat) {
  const open = bounds(view, ui.purse);
  const enough = open.max >= open.min;
  const value = clamp(ui.bring ?? offer(view, open), open);
  const can = ui.live && !ui.sending && enough;
  const set = ({ target }) => ui.acts.bring(clamp(digits(target), open));
  const submit = (event) => {
    event.preventDefault();
    if (can) ui.acts.sit(seat, clamp(digits(event.target.elements.bring), open));
  };
  return html`<form class="sheet sheet--form" aria-labelledby="bring-title" @submit=${submit}
    @keydown=${({ key }) => key === "Escape" && ui.acts.closeSheet()}>
    <h2 id="bring-title">${fill(gettext("Sit down at seat %(amount)s"), seat)}</h2>
    ${enough ? amountFields(open, value, set) : tooPoor(open, ui.purse)}
    ${errorNote(ui)}
    <div class="acts"><button type="button" class="btn" @click=${ui.acts.closeSheet}>${gettext("Not now")}</button>
      <button type="submit" class="btn btn--go ${ui.sending ? "is-busy" : ""}" aria-disabled=${String(!can)}
        >${fill(gettext("Sit with %(amount)s"), value)}</button></div>
  </form>`;
}
