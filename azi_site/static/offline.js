// Says on a practice page whether it would work without a network: has the service worker keep what that takes, asks it
// whether all of it is there, and offers a new version of it, which comes when somebody asks for it and never by itself.

import { begun } from "./games/practice_link.js";
import { keep, kept } from "./games/settings.js";
import { fill } from "./games/sentence.js";

const WORKER = "/service-worker.js";
const OFTEN_MS = 10 * 60_000; // between two looks for a new version
const PATIENCE_MS = 4_000; // with a new worker that is asked to take over
const ASKED = "stay-asked";

const workers = navigator.serviceWorker;

const SAID = {
  loading: () => gettext("Getting ready for offline…"),
  ready: ({ bytes }) => fill(gettext("Ready for offline: %(amount)s kB are kept in this browser."), Math.ceil(bytes / 1000)),
  old: () => gettext("A new version of Azi is there."),
  insecure: () => gettext("Only at an address with https could practice work without a network."),
  unable: () => gettext("This browser keeps no pages: practice works only while there is a network."),
  failed: () => gettext("Not ready for offline."),
};
const DOES = {
  old: () => [gettext("Use the new version"), takeOver],
  failed: () => [gettext("Try again"), begin],
};

const box = document.querySelector("[data-offline]");
let registration = null;
let looks = 0;
let updated = 0;
let isTaking = false; // somebody asked for the new version

/** Show a state; `why` tells those of one look from one another. */
function say(state, why = state, facts = {}) {
  box.dataset.state = state;
  const words = document.createElement("span");
  words.textContent = SAID[why](facts);
  box.replaceChildren(words);
  if (!DOES[state]) return;
  const [name, act] = DOES[state]();
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn--s btn--line";
  button.textContent = name;
  button.addEventListener("click", act);
  box.append(" ", button);
}

async function begin() {
  say("loading");
  try {
    registration = await workers.register(WORKER, { updateViaCache: "none" });
    registration.onupdatefound = () => follow(registration.installing);
    if (registration.installing) follow(registration.installing);
    if (registration.active) freshen(); // browsers look by themselves too, but some only later
    await look();
  } catch {
    say("failed");
  }
}

/** Look again whenever a worker that comes is a step further. */
const follow = (worker) => worker.addEventListener("statechange", () => look());

async function look() {
  const { active, waiting, installing } = registration;
  if (active && waiting) return say("old");
  if (!active || active.state === "activating") return say(waiting || installing || active ? "loading" : "failed");
  const now = (looks += 1);
  const { ready, bytes } = await ask(active);
  if (now !== looks || registration.waiting) return; // there is a newer answer
  say(ready ? "ready" : "failed", undefined, { bytes });
  if (ready) stay();
}

const ask = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ type: "state" }, [port2]);
  });

function takeOver() {
  isTaking = true;
  registration.waiting?.postMessage({ type: "take over" });
  // Another page may have asked for it already; and Chromium holds an old worker for minutes when requests of a page
  // that was left hang in it. The page comes from the network anyway, and the worker follows when it may.
  setTimeout(() => location.reload(), registration.waiting ? PATIENCE_MS : 0);
}

/** A new version took over: by a press on this page, or on another one, and then this one goes on as it is. */
function changed() {
  if (isTaking) location.reload();
  else say("old");
}

/** Now and then a page that is open for days looks for a new version. */
function freshen() {
  if (document.hidden || Date.now() - updated < OFTEN_MS) return;
  updated = Date.now();
  registration?.update().catch(() => {}); // no network: then later
}

/** Ask once that it be kept for good; on a press, for there are browsers which ask the reader. */
async function stay() {
  if (kept(ASKED) || !navigator.storage?.persist || (await navigator.storage.persisted())) return;
  keep(ASKED, "asked");
  addEventListener("click", () => navigator.storage.persist().catch(() => {}), { once: true });
}

function start() {
  if (!workers) return say("none", isSecureContext ? "unable" : "insecure");
  let isOurs = workers.controller !== null;
  workers.addEventListener("controllerchange", () => (isOurs ? changed() : (isOurs = true)));
  document.addEventListener("visibilitychange", freshen);
  addEventListener("online", () => (box.dataset.state === "failed" ? begin() : freshen()));
  return begin();
}

if (box) {
  box.role = "status";
  // What the page itself needs comes first, and what its worker needs.
  const last = () => begun.then(start);
  if (document.readyState === "complete") last();
  else addEventListener("load", last);
}
