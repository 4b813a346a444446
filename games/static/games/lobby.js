// The lobby: when its bell rings, or a filter changes, htmx fetches the list of tables anew. All of it works without.

import { wait } from "./backoff.js";
import { isHeld, onRelease, renewInPlace } from "./held_rows.js";

const list = document.getElementById("tables");
const filters = document.getElementById("filters");
const found = document.getElementById("found");
const GATHER_MS = 400;
const REST_MS = 2_000; // a lively lobby rings all the time
let tries = 0;
let gathering = 0;
let fetchedAt = -REST_MS;
let filtering = false; // a filter was changed
let telling = false; // and what is being fetched is its result

function fetchAnew() {
  fetchedAt = performance.now();
  htmx.trigger(list, "ring");
}

// Many rings at once are one fetch, and a hidden page waits until it is seen.
function ring() {
  if (document.hidden || gathering) return;
  gathering = setTimeout(
    () => {
      gathering = 0;
      fetchAnew();
    },
    Math.max(GATHER_MS, fetchedAt + REST_MS - performance.now()),
  );
}

// A list that isn't live says so, beside its heading; not for a blip.
const line = document.getElementById("link");
const BLIP_MS = 2_000;
let lostAt = null;
let trying = 0;

function tellLine() {
  const isTold = lostAt !== null && performance.now() - lostAt >= BLIP_MS;
  const words = isTold ? line.dataset[navigator.onLine === false ? "offline" : "lost"] : "";
  if (line.textContent !== words) line.textContent = words;
}

function lost() {
  lostAt ??= performance.now();
  setTimeout(tellLine, BLIP_MS + 50);
  tellLine();
}

function back() {
  lostAt = null;
  tellLine();
}

function listen() {
  trying = 0;
  const socket = new WebSocket(new URL(list.dataset.ws, location.href.replace(/^http/, "ws")));
  socket.onopen = () => {
    if (tries) ring();
    tries = 0;
    back();
  };
  socket.onmessage = ({ data }) => JSON.parse(data).type === "ring" && ring();
  socket.onclose = ({ code }) => {
    const delay = wait(tries, code);
    tries += 1;
    if (code === 4003) return;
    trying = setTimeout(listen, delay);
    lost();
  };
}

// What a device believes of its network is no proof: asking is.
addEventListener("offline", fetchAnew);
list.addEventListener("htmx:sendError", lost);
addEventListener("online", () => {
  if (!trying) return fetchAnew();
  clearTimeout(trying);
  listen();
});

// The address keeps what was chosen, for a reload, a bookmark or a friend.
filters.addEventListener("change", () => {
  const chosen = new URLSearchParams([...new FormData(filters)].filter(([, value]) => value));
  history.replaceState(null, "", `${location.pathname}${String(chosen) && `?${chosen}`}`);
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
  owed = !telling && isHeld(list);
  if (!owed) return;
  detail.shouldSwap = false;
  renewInPlace(list, new DOMParser().parseFromString(detail.serverResponse, "text/html"));
  heard();
});
onRelease(list, () => owed && ring());

function heard() {
  if (!trying) back();
  showPurse(list.querySelector("[data-purse]")?.dataset.purse);
}

list.addEventListener("htmx:afterSwap", () => {
  heard();
  if (telling) found.textContent = list.querySelector("[data-found]")?.textContent.trim() ?? "";
});

// Chips come back to the purse while the page is open: whoever gets up from a table sees it here.
function showPurse(chips) {
  const shown = document.querySelector(".bar .chips");
  if (!chips || !shown || shown.textContent === chips) return;
  const label = shown.closest("[aria-label]");
  label?.setAttribute("aria-label", label.getAttribute("aria-label").replace(shown.textContent, chips));
  shown.textContent = chips;
}

// A page that is come back to shows what was true when it was left.
const cameBack = () => performance.getEntriesByType("navigation")[0]?.type === "back_forward";
addEventListener("pageshow", ({ persisted }) => (persisted || cameBack()) && fetchAnew());
document.addEventListener("visibilitychange", () => document.hidden || fetchAnew());
listen();
