// In place of the server, for the style guide: a link over which one made-up state comes, to the real table's page. It
// comes again each second, so that its clocks stand. What the page sends is answered with nothing.
// `?state=` names the state; a name behind a `#` shows another one in the same page. `data-shown` says which is there.

import { isPlain, STATES } from "./sample_views.js";

const RENEW_MS = 1_000;
const SETTLED_MS = 450; // a page's buttons rest for a moment after a view

let name = new URLSearchParams(location.search).get("state");
if (!Object.hasOwn(STATES, name)) name = Object.keys(STATES)[0];
let socket = null;
let version = 1;
let renewing = 0;

const root = document.documentElement;
const state = () => STATES[name];

document.getElementById("table").dataset.purse = state().purse;

// What this browser's reader has chosen and heard must not change a state, nor a state that.
const kept = new Map([["azi.guide", "done"], ...(state().blindWord ? [] : [["azi.blind-word", "heard"]])]);
for (const [key, value] of Object.entries(state().kept?.() ?? {})) kept.set(key, value);
if (state().http) Object.defineProperty(crypto, "subtle", { value: undefined });
Object.defineProperty(globalThis, "localStorage", {
  value: {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  },
});

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function found(selector) {
  while (!document.querySelector(selector)) await pause(20);
  return document.querySelector(selector);
}

/** Press what the state wants pressed. */
async function press() {
  if (!state().press.length) return;
  await pause(SETTLED_MS);
  for (const selector of state().press) (await found(selector)).click();
}

class SampleSocket {
  static OPEN = 1;
  readyState = 1;
  onmessage = null;
  onclose = null;

  constructor() {
    socket = this;
    // Who tries to come back after the end of a link finds it ended.
    setTimeout(() => ("shown" in root.dataset && state().close ? this.end() : begin()));
  }

  send(text) {
    const { type, deal_no, commit } = JSON.parse(text);
    if (type === "ping") this.say({ type: "pong", version, server_ms: Date.now() });
    if (type !== "commit" || !state().late) return;
    this.say({ type: "shuffle", step: "commit", deal_no, seat: 2, commit });
    prove();
  }

  close() {
    this.readyState = 3;
  }

  say(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  end() {
    this.readyState = 3;
    this.onclose?.({ code: state().close });
  }
}

/** The state's view as of now; its question is another one than that of the state before. */
function tell() {
  const { view, error } = state();
  const now = view?.(Date.now());
  if (now) socket.say({ ...now, version, ask: now.ask && now.ask + version });
  if (error) socket.say({ type: "error", ...error });
}

/** What is told of the deal. */
const prove = () => state().frames?.().forEach((frame) => socket.say(frame));

async function begin() {
  socket.say({ type: "hello", protocol: 1, you: state().you, server_ms: Date.now() });
  tell();
  if (!state().late) prove();
  await press();
  if (state().close) socket.end();
  else if (!state().press.length) renewing = setInterval(tell, RENEW_MS);
  root.dataset.shown = name;
}

/** What the page remembers of the state before: forms, what was chosen and refused. */
function forget() {
  clearInterval(renewing);
  delete root.dataset.shown;
  document.querySelector("[data-do=close]")?.click();
  for (const open of document.querySelectorAll(":popover-open")) open.hidePopover();
  version += 1;
  socket.say({ ...state().view(Date.now()), version, ask: -version });
  version += 1;
}

addEventListener("hashchange", () => {
  const wanted = location.hash.slice(1);
  if (!isPlain(wanted) || !isPlain(name)) return;
  forget();
  name = wanted;
  begin();
});

globalThis.WebSocket = SampleSocket;
