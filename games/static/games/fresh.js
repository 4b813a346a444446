// A part of a page that stays fresh: when the bell of its socket rings, htmx fetches it anew. All of it works without.

import { wait } from "./backoff.js";
import { isHeld, onRelease } from "./held_rows.js";

const GATHER_MS = 400;
const REST_MS = 2_000; // a lively page rings all the time
const BLIP_MS = 2_000;
const BELLS = new Set(["ring", "news"]);

/**
 * Keeps `part` (with data-ws and hx-trigger="ring") fresh; `line` says when it isn't live. What comes back is told with
 * `heard`; `ring` and `fetchAnew` ask for it, soon or at once.
 */
export function keepFresh(part, line) {
  let tries = 0;
  let gathering = 0;
  let fetchedAt = -REST_MS;
  let lostAt = null;
  let trying = 0;

  function fetchAnew() {
    fetchedAt = performance.now();
    htmx.trigger(part, "ring");
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

  // What isn't live says so, beside its heading; not for a blip.
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
    const socket = new WebSocket(new URL(part.dataset.ws, location.href.replace(/^http/, "ws")));
    socket.onopen = () => {
      if (tries) ring();
      tries = 0;
      back();
    };
    socket.onmessage = ({ data }) => BELLS.has(JSON.parse(data).type) && ring();
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
  part.addEventListener("htmx:sendError", lost);
  addEventListener("online", () => {
    if (!trying) return fetchAnew();
    clearTimeout(trying);
    listen();
  });

  // A page that is come back to shows what was true when it was left.
  const cameBack = () => performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  addEventListener("pageshow", ({ persisted }) => (persisted || cameBack()) && fetchAnew());
  document.addEventListener("visibilitychange", () => document.hidden || fetchAnew());
  listen();

  return { ring, fetchAnew, heard: () => trying || back() };
}

/** The address keeps what was chosen in these filters, for a reload, a bookmark or a friend. */
function keepChoice(filters, then) {
  filters.addEventListener("change", () => {
    const chosen = new URLSearchParams([...new FormData(filters)].filter(([, value]) => value));
    history.replaceState(null, "", `${location.pathname}${String(chosen) && `?${chosen}`}`);
    then();
  });
}

/**
 * Keeps a list with filters fresh. While somebody is about to press a row, news of others waits until they have let
 * go: `held` shows meanwhile what may be shown of it. `shown` hears that something has been.
 */
export function keepListed(list, { held = () => {}, shown }) {
  const found = document.getElementById("found");
  const { ring, fetchAnew, heard } = keepFresh(list, document.getElementById("link"));
  let filtering = false; // a filter was changed
  let telling = false; // and what is being fetched is its result
  let owed = false;

  keepChoice(document.getElementById("filters"), () => {
    filtering = true;
    fetchAnew();
  });
  list.addEventListener("htmx:beforeRequest", () => {
    telling = filtering;
    filtering = false;
  });
  list.addEventListener("htmx:beforeSwap", ({ detail }) => {
    owed = detail.shouldSwap && !telling && isHeld(list);
    if (!owed) return;
    detail.shouldSwap = false;
    held(detail.serverResponse);
    heard();
    shown();
  });
  onRelease(list, () => owed && ring());
  list.addEventListener("htmx:afterSwap", () => {
    heard();
    shown();
    if (telling) found.textContent = list.querySelector("[data-found]")?.textContent.trim() ?? "";
  });
}

/** Chips come back to the purse while the page is open: whoever gets up from a table sees it here. */
export function showPurse(chips) {
  const shown = document.querySelector(".bar .chips");
  if (!chips || !shown || shown.textContent === chips) return;
  const label = shown.closest("[aria-label]");
  label?.setAttribute("aria-label", label.getAttribute("aria-label").replace(shown.textContent, chips));
  shown.textContent = chips;
}
