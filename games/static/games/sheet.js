// The frame of a form over the table: a title, what is asked, what was refused, and its buttons. The game goes on
// behind it, so it says when it is the reader's turn.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { errorNote } from "./parts.js";
import { fill } from "./sentence.js";
import { secondsLeft } from "./server_clock.js";
import { isAsked } from "./words.js";

const turnNote = (view, ui) => {
  if (!isAsked(view)) return nothing;
  const left = view.deadline === null ? "" : fill(gettext("%(amount)s s left"), secondsLeft(view.deadline, ui.now));
  return html`<p class="msg msg--wait">${gettext("It is your turn in the game.")} ${left}</p>`;
};

export const closeButton = (ui, words) =>
  html`<button type="button" class="btn" data-do="close" @click=${ui.acts.closeSheet}>${words}</button>`;

/** The button that sends the form; `can` says whether it may. */
export const sendButton = (ui, words, can) =>
  html`<button type="submit" class="btn btn--go ${ui.sending ? "is-busy" : ""}" data-do="send"
    aria-disabled=${String(!can)}>${words}</button>`;

/** A form over the table; `send` hears its elements when it is sent, `buttons` stand below `inside`. */
export function sheet(view, ui, title, inside, send, buttons) {
  const submit = (event) => {
    event.preventDefault();
    send(event.target.elements);
  };
  return html`<form class="sheet sheet--form" aria-labelledby="sheet-title" novalidate @submit=${submit}
    @keydown=${({ key }) => key === "Escape" && ui.acts.closeSheet()}>
    <h2 id="sheet-title">${title}</h2>${turnNote(view, ui)}${inside}${errorNote(ui)}
    <div class="acts">${buttons}</div></form>`;
}
