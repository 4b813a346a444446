// A tournament's page: when its bell rings, htmx fetches its news, and of its parts those that differ are replaced, so
// that a button which stays the same isn't taken away from under a finger. All of it works without.

import { copyFrom } from "../games/copying.js";
import { keepFresh, showPurse } from "../games/fresh.js";
import { showTimes } from "../games/local_times.js";
import { heardNow, start, tickAll } from "./countdown.js";

const news = document.getElementById("news");
const told = document.getElementById("told");
const { heard } = keepFresh(news, document.getElementById("link"));
const came = new Map(); // of each part, how it came: times in it look otherwise since

const headline = () => document.querySelector("h1").textContent.replace(/\s+/g, " ").trim();

/** A password that is asked for stays as it was typed, with what was said about it, as long as it is asked for. */
function keepPassword(part, fresh) {
  const typed = part.querySelector("#password")?.closest(".field");
  const asked = fresh.querySelector("#password")?.closest(".field");
  if (typed && asked) asked.replaceWith(typed.cloneNode(true));
}

function renew(part, fresh) {
  keepPassword(part, fresh);
  const before = came.get(part.id) ?? part.innerHTML;
  came.set(part.id, fresh.innerHTML);
  if (before === fresh.innerHTML) return;
  const { id, value } = document.activeElement;
  const open = [...part.querySelectorAll("details[open][id]")].map((details) => details.id);
  part.replaceChildren(...fresh.childNodes);
  for (const one of open) document.getElementById(one)?.setAttribute("open", "");
  if (id && value !== undefined && document.activeElement.id !== id) document.getElementById(id)?.focus();
  showTimes(part);
}

news.addEventListener("htmx:beforeSwap", ({ detail }) => {
  detail.shouldSwap = false;
  if (detail.xhr.status !== 200) return;
  const page = new DOMParser().parseFromString(detail.serverResponse, "text/html");
  const before = headline();
  heardNow(page.getElementById("cup-head"));
  for (const part of document.querySelectorAll("[data-part]")) {
    const fresh = page.getElementById(part.id);
    if (fresh) renew(part, fresh);
  }
  showPurse(page.getElementById("cup-acts")?.dataset.purse);
  tickAll();
  if (headline() !== before) told.textContent = headline();
  heard();
});

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copyFrom(document.getElementById(button.dataset.copy), button));
}
heardNow(document.getElementById("cup-head"));
start();
