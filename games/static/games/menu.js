// The table's menu: what one does with a seat besides playing.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./parts.js";
import { mySeat } from "./seats.js";
import { rich, sentence } from "./sentence.js";

const choice = (words, on, set, ui) => html`<button type="button" class="btn btn--quiet menu__row" role="switch"
  aria-checked=${String(on)} ?disabled=${!ui.live} @click=${() => set(!on)}
  ><span>${words}</span><span class="switch" aria-hidden="true"></span></button>`;

const leaveButton = (view, seat, ui) => {
  const playing = seat.in && !["over", "waiting"].includes(view.phase);
  return html`<button type="button" class="btn menu__row" data-do="leave" ?disabled=${!ui.live || seat.leaving}
    popovertarget="seat-menu" popovertargetaction="hide" @click=${ui.acts.leave}
    >${playing ? gettext("Fold and leave the table") : gettext("Leave the table")}</button>`;
};

/** What one does with a seat besides playing: in the menu at the top. */
export function menu(view, ui) {
  const seat = mySeat(view);
  if (!seat) return nothing;
  const { showAtOnce, sitOut } = ui.acts;
  const where = sentence(gettext("Seat %(seat)s, %(chips)s chips"), { seat: seat.seat, chips: seat.stack });
  return html`<button class="icon" type="button" popovertarget="seat-menu" aria-label=${gettext("My seat")}
    >${icon("menu")}</button>
    <div id="seat-menu" class="panel pop pop--menu" popover>
      <p class="eyebrow">${rich(where)}</p>
      ${view.ruleset.blind ? choice(gettext("Show my cards at once"), ui.showAtOnce, showAtOnce, ui) : nothing}
      ${choice(gettext("Sit out from the next game on"), seat.sitting_out, sitOut, ui)}
      ${view.stakes === "cash" ? leaveButton(view, seat, ui) : nothing}
    </div>`;
}
