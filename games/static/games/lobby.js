// The lobby: when its bell rings, or a filter changes, htmx fetches the list of tables anew. All of it works without.

import { keepChoice, keepFresh, showPurse } from "./fresh.js";
import { isHeld, onRelease, renewInPlace } from "./held_rows.js";

const list = document.getElementById("tables");
const found = document.getElementById("found");
const { ring, fetchAnew, heard } = keepFresh(list, document.getElementById("link"));
let filtering = false; // a filter was changed
let telling = false; // and what is being fetched is its result

keepChoice(document.getElementById("filters"), () => {
  filtering = true;
  fetchAnew();
});

list.addEventListener("htmx:beforeRequest", () => {
  telling = filtering;
  filtering = false;
});

// A row that somebody is about to press stays where it is: its new order is shown when they have let go.
let owed = false;
list.addEventListener("htmx:beforeSwap", ({ detail }) => {
  owed = detail.shouldSwap && !telling && isHeld(list);
  if (!owed) return;
  detail.shouldSwap = false;
  renewInPlace(list, new DOMParser().parseFromString(detail.serverResponse, "text/html"));
  shown();
});
onRelease(list, () => owed && ring());

function shown() {
  heard();
  showPurse(list.querySelector("[data-purse]")?.dataset.purse);
}

list.addEventListener("htmx:afterSwap", () => {
  shown();
  if (telling) found.textContent = list.querySelector("[data-found]")?.textContent.trim() ?? "";
});
