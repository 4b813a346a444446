// The table page: a socket's views to who plays there, presses into frames; and what a table has that practice has not:
// forms over it, a purse, an account's name, the seal, a tournament.

import "./english.js";
import { BLIP_MS, isBlip, isLong } from "./notices.js";
import { NOTE_MS, Player } from "./player.js";
import { rename } from "./rename.js";
import { isBroke, mySeat } from "./seats.js";
import { TableSocket } from "./socket.js";

const root = document.getElementById("table");
const renaming = document.getElementById("rename"); // the form with the token; there for guests only

const player = new Player(root, {
  amount: null, // the chips chosen in a form
  copied: false, // the link of an invitation
  nameError: null,
  left: null, // the chips that went to the wallet, for a while after leaving
  seal: null, // of the deals' fairness, once what checks them is here
  tournament: null, // what is known of it besides the table, where it is a tournament's
  purse: root.dataset.purse ? Number(root.dataset.purse) : null,
  pages: { here: location.origin + location.pathname, ...root.dataset },
  playNow: document.getElementById("play-now") ? "play-now" : null,
  mayRename: renaming !== null,
  acts: {
    openSit: (seat) => openSheet({ kind: "sit", seat }),
    openTopUp: () => openSheet({ kind: "top_up" }),
    openRename: () => openSheet({ kind: "rename" }),
    invite: () => openSheet({ kind: "invite" }, copyLink),
    openSeal: () => openSheet({ kind: "fair" }),
    closeSheet: () => closeSheet(),
    amount: (value) => player.change({ amount: value }),
    sit: (seat, amount) => player.send({ type: "sit", seat, buy_in: amount }, "sit"),
    topUp: (to) => player.send({ type: "top_up", to }, "top_up"),
    leave: () => player.send({ type: "leave" }, "leave"),
    sitOut: (value) => player.send({ type: "sit_out", value }, "sit_out"),
    copy: () => copyLink(),
    rename: (name) => takeName(name),
  },
});
const { ui, voice } = player;
const change = (what, then = null) => player.change(what, then);
const draw = () => player.draw();

// --- forms over the table ------------------------------------------------------------------------------------------

function openSheet(sheet, then = null) {
  change({ sheet, amount: null, error: null, copied: false, nameError: null }, focusSheet);
  if (sheet.kind === "sit" || sheet.kind === "top_up") recount();
  then?.();
}

const focusSheet = () => root.querySelector(".sheet [data-first], .sheet input")?.focus({ preventScroll: true });

const OPENERS = { sit: null, fair: "seal" };

function closeSheet() {
  const opener = ui.sheet && (OPENERS[ui.sheet.kind] === undefined ? "menu" : OPENERS[ui.sheet.kind]);
  change({ sheet: null, error: null }, () => opener && document.getElementById(opener)?.focus());
}

/** Whether the form over the table has got what it asked for, or nobody can ask for it any more. */
function isDone(sheet, fresh) {
  if (sheet?.kind === "sit") return fresh.my_seat !== null;
  return sheet?.kind === "top_up" && (fresh.my_seat === null || ui.sending === "top_up");
}

/** What the purse holds now: this page was loaded before chips went to a seat or came back. */
async function recount() {
  if (ui.purse === null) return;
  try {
    const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    const { purse } = fresh.getElementById("table").dataset;
    if (purse) change({ purse: Number(purse) });
  } catch {
    // The number from before has to do: whoever asks for too much is told so.
  }
}

async function copyLink() {
  document.getElementById("link")?.select();
  try {
    await navigator.clipboard.writeText(ui.pages.here);
    change({ copied: true });
  } catch {
    change({ copied: false }); // not allowed to: the field with the link is selected
  }
}

async function takeName(name) {
  change({ sending: "rename", nameError: null });
  const { name: taken, wrong } = await rename(renaming, name);
  change({ sending: null, nameError: wrong ?? null });
  if (wrong) {
    document.getElementById("name")?.focus();
    return;
  }
  ui.you.name = taken;
  closeSheet();
  voice.tell(interpolate(gettext("Your name is %(name)s now."), { name: taken }, true));
}

let leaving = 0;
/** Say for a while where the chips of a seat that was left are. */
function acknowledge(chips) {
  clearTimeout(leaving);
  leaving = setTimeout(() => change({ left: null }), NOTE_MS);
  change({ left: chips });
}

// --- the seal ------------------------------------------------------------------------------------------------------

let sealed = null;
let unheard = []; // of the deals, until what checks them is here
/** Bring what checks the deals, once, when the page has nothing else to do. Nothing of the game waits for it. */
function bringSeal() {
  sealed ??= import("./seal.js").then(
    ({ Seal }) => {
      const seal = new Seal(ui.pages.table, {
        deals: ui.pages.deals,
        send: (frame) => socket.send(frame),
        now: () => socket.clock.now(),
        changed: draw,
        open: ui.acts.openSeal,
        alarm: (words) => player.complain(words),
        calm: (words) => player.noteForAWhile({ error: null, calm: words }),
      });
      change({ seal });
      seal.see(player.view, socket.you);
      unheard.forEach((frame) => seal.hear(frame));
      unheard = [];
    },
    () => {
      sealed = null;
    },
  );
}
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

// --- hearing -------------------------------------------------------------------------------------------------------

const socket = new TableSocket(new URL(root.dataset.ws, location.href.replace(/^http/, "ws")), {
  view(fresh) {
    const old = player.view;
    if (ui.pages.format === "arena") fresh.arena = true;
    player.see(fresh, { you: socket.you, ...(isDone(ui.sheet, fresh) ? { sheet: null } : {}) });
    if (isBroke(fresh) && !(old && isBroke(old))) recount();
    if (ui.seal) ui.seal.see(fresh, socket.you);
    else if (!sealed) whenIdle(bringSeal);
    if (fresh.my_seat === null && old && mySeat(old) && fresh.stakes === "cash") acknowledge(mySeat(old).stack);
  },
  link(state) {
    if (state.why === "done") voice.tell(gettext("This table is closed."));
    if (state.state === "lost" && ui.link.state !== "lost") setTimeout(tellLost, BLIP_MS);
    player.said = state.state === "open" && isLong(state.was) ? [gettext("Connected again.")] : [];
    if (state.state === "open") ui.seal?.linked();
    player.linked(state);
  },
  hint: (frame) => player.hint(frame),
  shuffle: (frame) => (ui.seal ? ui.seal.hear(frame) : unheard.push(frame)),
  error(frame) {
    if (ui.seal?.refused(frame.ref, frame.code)) return; // of what the browser sent by itself
    player.refused(frame);
  },
});

/** A link that is lost for longer than a blip is told once, and once that it is back. */
function tellLost() {
  if (ui.link.state !== "lost" || isBlip(ui.link)) return;
  voice.tell(gettext("The link is lost. Trying again."));
  draw();
}

player.playOver(socket);
root.querySelector(".loading")?.remove(); // only now: where no script runs, it stays
if (ui.pages.tournament) {
  import(ui.pages.tournamentModule).then(
    ({ AtTable }) => {
      const changed = () => player.steady.through(draw); // no press meant for the game falls on what comes over it
      change({ tournament: new AtTable(ui.pages, () => socket.clock.now(), changed) });
    },
    () => {}, // the table plays without its strip
  );
}
