// The list of tournaments: when its bell rings, or a filter changes, htmx fetches it anew. All of it works without.

import { keepListed } from "../games/fresh.js";
import { showTimes } from "../games/local_times.js";
import { heardNow, start, tickAll } from "./countdown.js";

const list = document.getElementById("events");

keepListed(list, {
  shown() {
    heardNow(list.querySelector("[data-now]"));
    showTimes(list);
    tickAll();
  },
});

heardNow(list.querySelector("[data-now]"));
start();
