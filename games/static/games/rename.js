// A guest's own name: the form at the table. Who has signed up keeps the name they chose.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mySeat } from "./seats.js";
import { closeButton, sendButton, sheet } from "./sheet.js";

const LONGEST = 24; // accounts.names.LONGEST

/** The form that gives a guest another name; `ui.nameError` is what was wrong with the last one. */
export function renameForm(view, ui) {
  const wrong = ui.nameError;
  const name = mySeat(view)?.name ?? ui.you?.name ?? "";
  const inside = html`<label class="field" for="name">${gettext("Name at the table")}
    <input id="name" name="name" maxlength=${LONGEST} autocomplete="nickname" value=${name}
      aria-invalid=${wrong ? "true" : nothing} aria-describedby=${wrong ? "name-error" : nothing}>
    ${wrong ? html`<span class="field__bad" id="name-error" role="alert">${wrong}</span>` : nothing}</label>`;
  const can = !ui.sending;
  return sheet(view, ui, gettext("Rename"), inside, ({ name }) => can && ui.acts.rename(name.value), [
    closeButton(ui, gettext("Not now")),
    sendButton(ui, gettext("Save the name"), can),
  ]);
}

/** Ask the server for another name: the name as it is kept, or {wrong: a sentence}. */
export async function rename(form, name) {
  const body = new FormData(form);
  body.set("name", name);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const said = await answer.json();
    return answer.ok ? { name: said.name } : { wrong: said.message };
  } catch {
    return { wrong: gettext("That did not work. Try again.") };
  }
}
