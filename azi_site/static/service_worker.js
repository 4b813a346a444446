// Practice without a network: keeps what its pages need, and nothing else; what comes from the network comes first.
// The server sends this with two lines in front (azi_site/offline.py): VERSION, and LIST of [address, hash of the
// content, size in bytes, language of a page or ""].

const CACHE = "azi-offline";
const NOTE = "azi-language"; // in which the reader's last page was: the kept one is shown in the same
const SLOW_MS = 3_000; // then a page that is kept does not wait for the network any longer
const LANES = 4; // what is fetched at once: whoever is about to play wants something of the network too
const ADMIN = "/admin/";
const OFFLINE = "/offline/";

/** Where a copy lies. Each content has a place of its own: versions share what they have in common, and mix nothing. */
const place = ([url, content, , language]) => `${url}?${language}.${content}`;

const files = new Map(LIST.filter((one) => !one[3]).map((one) => [one[0], place(one)]));
const pages = new Map(LIST.filter((one) => one[3]).map(([url]) => [url, new Map()]));
for (const one of LIST) if (one[3]) pages.get(one[0]).set(one[3], place(one));

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith(ADMIN)) return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (files.has(pathname + search)) event.respondWith(file(request, files.get(pathname + search)));
});
addEventListener("message", (event) => {
  if (event.data.type === "take over") skipWaiting();
  if (event.data.type === "state") event.waitUntil(state().then((said) => event.ports[0].postMessage(said)));
});

// --- keeping -------------------------------------------------------------------------------------------------------

/** Those of the list of which there is no copy. */
async function missing() {
  const there = new Set();
  for (const { url } of await (await caches.open(CACHE)).keys()) there.add(url.slice(location.origin.length));
  return LIST.filter((one) => !there.has(place(one)));
}

/** Fetch what is missing; rejects when a part of it can't be had. */
async function fill() {
  const wanted = await missing();
  const lane = async () => {
    while (wanted.length) await keep(wanted.shift());
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function keep(one) {
  // The browser may have an older one at hand.
  const response = (await fetched(one, "default")) ?? (await fetched(one, "reload"));
  if (!response) throw new Error(`${one[0]} is not what it was said to be.`);
  await (await caches.open(CACHE)).put(place(one), response);
}

/** What a stranger gets at the address, or null if it isn't what the list says: no name, nothing private is kept. */
async function fetched([url, content, , language], cache) {
  const headers = language ? { "Accept-Language": language } : {};
  const response = await fetch(url, { cache, headers, credentials: "omit", redirect: "error" });
  if (!response.ok) return null;
  const policy = language ? inOrder(response.headers.get("Content-Security-Policy") ?? "") : "";
  return (await hash([policy, await response.clone().arrayBuffer()])) === content ? response : null;
}

/** A policy as azi_site/offline.py orders it. */
const inOrder = (policy) => policy.split(";").map((part) => part.trim().split(/\s+/).sort().join(" ")).sort().join(";");

async function hash(parts) {
  const sum = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return [...new Uint8Array(sum, 0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Forget what only older versions kept, and answer the pages that are open too. */
async function tidy() {
  const cache = await caches.open(CACHE);
  const places = new Set(LIST.map((one) => location.origin + place(one)));
  const old = (await cache.keys()).filter(({ url }) => !places.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
  await clients.claim();
}

/** Whether everything is there, now: browsers may forget, and then it is fetched again. */
async function state() {
  await fill().catch(() => {});
  const bytes = LIST.reduce((sum, one) => sum + one[2], 0);
  return { version: VERSION, ready: (await missing()).length === 0, bytes };
}

// --- answering -----------------------------------------------------------------------------------------------------

/** What a hash in the address names never changes; anything else is fetched while there is a network. */
async function file(request, where) {
  const copy = await (await caches.open(CACHE)).match(where);
  if (copy?.headers.get("Cache-Control")?.includes("immutable")) return copy;
  return fetch(request).catch((error) => copy ?? Promise.reject(error));
}

async function page(event, path) {
  const live = fetch(event.request);
  event.waitUntil(live.then(note).catch(() => {}));
  if (!pages.has(path)) return live.catch((error) => copyOf(OFFLINE, error));
  const copy = await copyOf(path).catch(() => null);
  if (!copy) return live.catch((error) => copyOf(OFFLINE, error));
  const answer = await Promise.race([live.catch(() => null), later(SLOW_MS)]);
  return answer?.ok || answer?.type === "opaqueredirect" ? answer : copy;
}

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms, null));

/** The copy of a page in the reader's language, or else the error. */
async function copyOf(path, error = null) {
  const kept = pages.get(path);
  const copy = await (await caches.open(CACHE)).match(kept.get(await language()) ?? [...kept.values()][0]);
  return copy ?? Promise.reject(error);
}

let noted = null;

async function note(response) {
  const said = response.headers.get("Content-Language");
  if (!said || said === (await language())) return;
  noted = said;
  await (await caches.open(NOTE)).put("/language", new Response(said));
}

/** The language last read here, or the browser's. */
async function language() {
  noted ??= await (await caches.open(NOTE)).match("/language").then((kept) => kept?.text() ?? null);
  const known = pages.get(OFFLINE);
  return noted ?? navigator.languages.map((one) => one.slice(0, 2)).find((one) => known.has(one));
}
