// The list of tournaments: when its bell rings, or a filter changes, htmx fetches it anew. All of it works without.

import { keepChoice, keepFresh } from "../games/fresh.js";
import { isHeld, onRelease } from "../games/held_rows.js";
import { showTimes } from "../games/local_times.js";
import { heardNow, start, tickAll } from "./countdown.js";

const list = document.getElementById("events");
const found = document.getElementById("found");
const { ring, fetchAnew, heard } = keepFresh(list, document.getElementById("link"));
let filtering = false; // a filter was changed
let telling = false; // and what is being fetched is its result
let owed = false; // news waits until nobody is about to press a row

keepChoice(document.getElementById("filters"), () => {
  filtering = true;
  fetchAnew();
});

list.addEventListener("htmx:beforeRequest", () => {
  telling = filtering;
  filtering = false;
});

list.addEventListener("htmx:beforeSwap", ({ detail }) => {
  owed = !telling && isHeld(list);
  if (owed) detail.shouldSwap = false;
  heard();
});
onRelease(list, () => owed && ring());

list.addEventListener("htmx:afterSwap", () => {
  heardNow(list.querySelector("[data-now]"));
  showTimes(list);
  tickAll();
  if (telling) found.textContent = list.querySelector("[data-found]")?.textContent.trim() ?? "";
});

heardNow(list.querySelector("[data-now]"));
start();
