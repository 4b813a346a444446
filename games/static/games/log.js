// This deal as a list of what happened, where there is room for it.

import { html } from "../vendor/lit-html/lit-html.js";
import { eventRow } from "./acts.js";
import { events } from "./history.js";
import { cardName } from "./names.js";
import { rich, sentence } from "./sentence.js";

const row = ([said, end]) => html`<li><span>${rich(said)}</span><span class="num">${end}</span></li>`;

export function log(view) {
  const turned = view.turn_up ? [[sentence(gettext("Trump turned")), cardName(view.turn_up)]] : [];
  const rows = [...turned, ...events(view).map((event) => eventRow(view, event)).filter(Boolean)];
  return html`<section class="panel log" aria-labelledby="log-title"><h2 id="log-title">${gettext("This deal")}</h2>
    <div class="log__lines" tabindex="0" role="group" aria-labelledby="log-title">${
      rows.length
        ? html`<ol class="rows">${rows.map(row)}</ol>`
        : html`<p class="fine">${gettext("What happens in a deal is written here.")}</p>`
    }</div></section>`;
}
