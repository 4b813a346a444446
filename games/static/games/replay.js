// The page of a finished game: its replay, with views from the server, and what is done with it besides.
// Step n of N is the address's #n.

import "./english.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { copyFrom, copyText } from "./copying.js";
import { ReplayPlayer } from "./replay_player.js";

const root = document.getElementById("replay");

async function load() {
  const answer = await fetch(root.dataset.views, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

const trouble = () => html`<div class="blank about"><b>${gettext("The game didn't come")}</b>
  ${gettext("The server didn't answer as it should.")}
  <button type="button" class="btn btn--go" @click=${() => player.load()}>${gettext("Try again")}</button></div>`;

const stepOf = (hash) => {
  const found = /^#(\d{1,6})$/.exec(hash);
  return found ? Number(found[1]) : null;
};

// As anybody may open it: a way of looking at it is no part of the link.
const linkTo = (moment) => location.origin + location.pathname + moment;

const player = new ReplayPlayer(root, {
  load,
  trouble,
  momentOf: (step) => `#${step}`,
  stepOf,
  voice: document.getElementById("voice"),
  copyMoment: (moment, button) => copyText(linkTo(moment), button),
  isMain: !("stranger" in root.dataset), // whoever isn't signed in has a next step below
});

/** Shares the game by what the device offers; else its link is copied. */
async function share(button) {
  if (!navigator.share) return copyText(linkTo(""), button);
  try {
    await navigator.share({ title: document.title, url: linkTo("") });
  } catch (error) {
    if (error.name !== "AbortError") await copyText(linkTo(""), button);
  }
}

for (const button of document.querySelectorAll("[data-share]")) button.addEventListener("click", () => share(button));
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copyFrom(document.getElementById(button.dataset.copy), button));
}
player.load();
