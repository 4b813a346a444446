// The link to this table, to be passed on.

import { html } from "../vendor/lit-html/lit-html.js";
import { isTournament } from "./seats.js";
import { closeButton, sheet } from "./sheet.js";

/** The form that shows the link, selected, and whether it was copied. */
export function inviteForm(view, ui) {
  const words = view.private
    ? gettext("This table is in no list: only who has the link finds it.")
    : isTournament(view)
      ? gettext("Whoever opens the link can watch this table.")
      : gettext("Whoever opens the link comes to this table.");
  const inside = html`<p class="fine">${words}</p>
    <label class="field" for="link">${gettext("The link to this table")}
      <input id="link" name="link" readonly .value=${ui.pages.here} @focus=${({ target }) => target.select()}></label>
    <p class="fine" role="status">${ui.copied ? gettext("The link is copied.") : gettext("Select and copy it.")}</p>`;
  const copy = html`<button type="submit" class="btn btn--go" data-do="copy">${
    ui.copied ? gettext("Copy again") : gettext("Copy the link")
  }</button>`;
  return sheet(view, ui, gettext("Invite"), inside, ui.acts.copy, [closeButton(ui, gettext("Done")), copy]);
}
