// In place of the server, for the style guide: a link over which one made-up state comes, to the real table's page. It
// comes again each second, so that its clocks stand. What the page sends is answered with nothing.

import { STATES } from "./sample_views.js";

const RENEW_MS = 1_000;
const SETTLED_MS = 450; // a page's buttons rest for a moment after a view
const state = STATES[new URLSearchParams(location.search).get("state")] ?? STATES["bid-mine"];

// What this browser's reader has chosen and heard must not change a state, nor a state that.
const kept = new Map([["azi.guide", "done"], ...(state.hint ? [] : [["azi.blind-hint", "heard"]])]);
Object.defineProperty(globalThis, "localStorage", {
  value: {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  },
});

document.getElementById("table").dataset.purse = state.purse;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function found(selector) {
  while (!document.querySelector(selector)) await pause(20);
  return document.querySelector(selector);
}

async function act() {
  if (!state.press.length) return;
  await pause(SETTLED_MS);
  for (const selector of state.press) (await found(selector)).click();
}

let shown = false; // for tests and pictures, which wait until a state is complete
const complete = () => {
  shown = true;
  document.documentElement.dataset.shown = "";
};

class SampleSocket {
  static OPEN = 1;
  readyState = 1;
  onmessage = null;
  onclose = null;

  constructor() {
    setTimeout(() => (shown && state.close ? this.#end() : this.#begin()));
  }

  send(text) {
    if (JSON.parse(text).type === "ping") this.#say({ type: "pong", version: 1, server_ms: Date.now() });
  }

  close() {
    this.readyState = 3;
  }

  #say(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  #show() {
    if (this.readyState !== 1) return;
    if (state.view) this.#say(state.view(Date.now()));
    if (state.error) this.#say({ type: "error", ...state.error });
  }

  async #begin() {
    this.#say({ type: "hello", protocol: 1, you: state.you, server_ms: Date.now() });
    this.#show();
    await act();
    if (state.close) this.#end();
    else if (!state.press.length) setInterval(() => this.#show(), RENEW_MS);
    complete();
  }

  #end() {
    this.readyState = 3;
    this.onclose?.({ code: state.close });
  }
}

globalThis.WebSocket = SampleSocket;
