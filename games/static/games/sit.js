// The form that takes a seat: how many chips to bring, within the table's limits and the purse.

import { html } from "../vendor/lit-html/lit-html.js";
import { amountFields, typedAmount } from "./amount.js";
import { clamp } from "./bidding.js";
import { fill, rich, sentence } from "./sentence.js";
import { closeButton, sendButton, sheet } from "./sheet.js";

/** What may be brought: {min, max} as the table and the purse allow; max < min when the purse is too small. */
function bounds(view, purse) {
  const [min, most] = view.buy_in;
  return { min, max: purse === null ? most : Math.min(most, purse) };
}

/** A sensible first offer: half of what the table allows. */
const offer = (view, { min, max }) => Math.max(min, Math.min(max, Math.round(view.buy_in[1] / 2)));

const tooPoor = (open, purse) => {
  const values = { min: open.min, purse };
  const format = gettext("This table asks for at least %(min)s chips. You have %(purse)s.");
  return html`<p class="msg"><span>${rich(sentence(format, values))}</span></p>`;
};

/** The form that takes a seat with some chips. */
export function sitForm(view, ui, seat) {
  const open = bounds(view, ui.purse);
  const enough = open.max >= open.min;
  const value = clamp(ui.amount ?? offer(view, open), open);
  const can = ui.live && !ui.sending && enough;
  const buttons = [
    closeButton(ui, gettext("Not now")),
    enough || !ui.pages.wallet
      ? sendButton(ui, fill(gettext("Sit with %(amount)s"), value), can)
      : html`<a class="btn btn--go" href=${ui.pages.wallet}>${gettext("To my wallet")}</a>`,
  ];
  return sheet(
    view,
    ui,
    fill(gettext("Sit down at seat %(amount)s"), seat),
    enough
      ? amountFields(gettext("Chips to bring"), open, ui.amount, value, ui.acts.amount)
      : tooPoor(open, ui.purse),
    (elements) => can && ui.acts.sit(seat, typedAmount(elements, open, value)),
    buttons,
  );
}
