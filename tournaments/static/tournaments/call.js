// On every page of somebody who has entered a tournament: when a chair at a table is theirs, a banner says so, and the
// tab's title, and two knocks. A tournament's own page goes to the table by itself; a table's page never does, because
// somebody plays there (its own tournament's moves are at_table.js's).

import { wait } from "../games/backoff.js";
import { kept } from "../games/settings.js";

const LATER = "azi.call-later"; // the table whose banner was put away in this tab
const HEARD_MS = 700;

const box = document.getElementById("call");
const title = document.title;
const root = document.documentElement;
const atTable = document.getElementById("table");
let known = null; // the tables that this page has been told of
let tries = 0;

function putAway(href) {
  try {
    sessionStorage.setItem(LATER, href);
  } catch {
    // Then it lasts as long as the page.
  }
  show(null);
}

function isPutAway(href) {
  try {
    return sessionStorage.getItem(LATER) === href;
  } catch {
    return false;
  }
}

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
  const fresh = elsewhere.filter(({ href }) => known !== null && !known.has(href));
  known = new Set(tables.map(({ href }) => href));
  const here = fresh.find(isOfThisPage);
  if (here && atTable) return;
  // A tournament's own page has a button for who is seated already.
  const offered = elsewhere.find((one) => !isPutAway(one.href) && (atTable || !isOfThisPage(one))) ?? null;
  if (fresh.length) knock();
  if (here) {
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
