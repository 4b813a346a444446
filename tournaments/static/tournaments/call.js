// On every page of somebody who has entered a tournament: when a chair at a table is theirs, a banner says so, and the
// tab's title, and two knocks. A tournament's own page goes to the table by itself; a table's page never does, because
// somebody plays there (its own tournament's moves are at_table.js's).

import { wait } from "../games/backoff.js";
import { kept } from "../games/settings.js";

const LATER = "azi.call-later"; // the table whose banner was put away in this tab
const KNOWN = "azi.call-known"; // the tables that this tab has been told of, also on its pages before
const HEARD_MS = 700;

const box = document.getElementById("call");
const title = document.title;
const root = document.documentElement;
const atTable = document.getElementById("table");
let isFirst = true; // what a page is told at first is how things were already
let tries = 0;

/** What this tab keeps under that key; null for nothing. */
function remembered(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key, text) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Then it lasts as long as the page.
  }
}

let known = new Set(remembered(KNOWN)?.split(" "));

function putAway(href) {
  keep(LATER, href);
  show(null);
  entitle("");
}

const isPutAway = (href) => remembered(LATER) === href;

function show(table) {
  const shown = box.querySelector("a");
  if (shown?.getAttribute("href") === table?.href) return;
  box.querySelector(".call__note")?.remove();
  if (!table) return;
  const note = box.querySelector("template").content.cloneNode(true);
  note.querySelector("bdi").textContent = table.name;
  note.querySelector("a").href = table.href;
  note.querySelector("button").onclick = () => putAway(table.href);
  box.append(note);
}

/** In the tab's title: a table's page draws its own (attention.js). */
function entitle(words) {
  if (words) root.dataset.call = words;
  else delete root.dataset.call;
  if (!atTable) document.title = words || title;
}

function knock() {
  if (kept("sound") === "on") import("../games/sound.js").then(({ wanted }) => wanted(), () => {});
}

const isOfThisPage = ({ tournament, page }) =>
  atTable ? atTable.dataset.tournament === tournament : location.pathname === page;

function heard(tables) {
  const elsewhere = tables.filter(({ href }) => href !== location.pathname);
  const fresh = elsewhere.filter(({ href }) => !known.has(href));
  known = new Set(tables.map(({ href }) => href));
  keep(KNOWN, [...known].join(" "));
  const here = fresh.find(isOfThisPage);
  const isMove = here && atTable && !isFirst;
  isFirst = false;
  if (isMove) return;
  // A tournament's own page has a button for who is seated already.
  const offered = elsewhere.find((one) => !isPutAway(one.href) && (atTable || !isOfThisPage(one))) ?? null;
  if (fresh.length) knock();
  if (here && !atTable) {
    setTimeout(() => location.assign(here.href), HEARD_MS);
    return;
  }
  show(offered);
  entitle(offered && (fresh.includes(offered) || root.dataset.call) ? box.dataset.ready : "");
}

function listen() {
  const socket = new WebSocket(new URL(box.dataset.ws, location.href.replace(/^http/, "ws")));
  socket.onmessage = ({ data }) => {
    tries = 0;
    const frame = JSON.parse(data);
    if (frame.type === "call") heard(frame.tables);
  };
  socket.onclose = ({ code }) => {
    if (code === 4001 || code === 4003) return;
    setTimeout(listen, wait(tries, code));
    tries += 1;
  };
}

listen();
