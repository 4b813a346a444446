// The table page: a socket's views into the felt, presses into frames. What the page knows besides the view is `ui`;
// page.js draws it.

import "./english.js";
import { render } from "../vendor/lit-html/lit-html.js";
import { attend, call, turnVibration } from "./attention.js";
import { choose, goesOut, Replier, reply, review } from "./beforehand.js";
import { keepHeard, wasHeard } from "./blind_word.js";
import { happened } from "./happened.js";
import { hearKeys, keysNews, letKeysWork, markKeys, toggleKeys } from "./keys.js";
import { Motion } from "./motion.js";
import { hurry, news, ranOut } from "./news.js";
import { BLIP_MS, errorWords, isBlip, isClosed, isLong } from "./notices.js";
import { tookPart } from "./outcome.js";
import { page } from "./page.js";
import { rename } from "./rename.js";
import { isBroke, mySeat } from "./seats.js";
import { text } from "./sentence.js";
import { sign } from "./signs.js";
import { TableSocket } from "./socket.js";
import { sound, turn as turnSound } from "./sound.js";
import { wholeState } from "./state.js";
import { pictures, sprite } from "./sprite.js";
import { Steady } from "./steady.js";
import { Voice } from "./voice.js";

const ERROR_MS = 8_000;

const root = document.getElementById("table");
const voice = new Voice(document.getElementById("voice"));
const renaming = document.getElementById("rename"); // the form with the token; there for guests only
const steady = new Steady(root);
const motion = new Motion(root);
let notes = null; // the guide and the hints, once they are here: who only watches does without
// Where the raise panel opens by itself, because nothing has to move for it, and where also beside the offer to look.
const roomy = matchMedia("(min-width: 960px)");
const ample = matchMedia("(min-width: 960px) and (min-height: 780px)");

let view = null;
let toldUpTo = { game: null, n: 0 };

const acts = {
  act: (word) => answer(word),
  explain: (words) => complain(words),
  pick: (card) => change({ picked: ui.picked === card ? null : card }),
  ahead: (kind) => {
    change({ ahead: ui.ahead?.kind === kind ? null : choose(view, kind), dropped: null });
    replyAhead();
  },
  draft: (value, said = null) => {
    change({ draft: value });
    if (said) voice.tell(said);
  },
  stepBack: () => {
    if (view && notes?.advice.isShown(view)) {
      notes.advice.close();
      return;
    }
    change({ ahead: null, raising: false });
    replyAhead();
  },
  openRaise: () => change({ raising: true }, () => document.getElementById("raise-to")?.focus()),
  openSit: (seat) => openSheet({ kind: "sit", seat }),
  openTopUp: () => openSheet({ kind: "top_up" }),
  openRename: () => openSheet({ kind: "rename" }),
  invite: () => openSheet({ kind: "invite" }, copyLink),
  openSeal: () => openSheet({ kind: "fair" }),
  closeSheet: () => closeSheet(),
  amount: (value) => change({ amount: value }),
  sit: (seat, amount) => send({ type: "sit", seat, buy_in: amount }, "sit"),
  topUp: (to) => send({ type: "top_up", to }, "top_up"),
  leave: () => send({ type: "leave" }, "leave"),
  sitOut: (value) => send({ type: "sit_out", value }, "sit_out"),
  showAtOnce: (value) => send({ type: "show_at_once", value }, null) && acts.dismissBlindWord(),
  turnSound(on) {
    turnSound(on);
    draw();
  },
  turnVibration(on) {
    turnVibration(on);
    draw();
  },
  openKeys: () => setTimeout(toggleKeys), // when the menu is closed
  usedKeys: () => ui.keyed || change({ keyed: true }),
  letKeysWork(on) {
    letKeysWork(on);
    draw();
  },
  sayAgain: () => voice.again(),
  sayAll: () => view && voice.tell(wholeState(view, socket.clock.now())),
  dismissBlindWord: () => {
    keepHeard();
    change({ blindWord: false });
  },
  copy: () => copyLink(),
  rename: (name) => takeName(name),
  advise: () => view && notes?.advice.toggle(view),
  showAround: () => notes?.showAround(),
  reconnect: () => socket.open(),
  next: (gameNo) => send({ type: "next", game_no: gameNo }, null) && change({ readied: gameNo }),
};

const ui = {
  now: Date.now(),
  you: undefined,
  live: false, // a view of this connection has come: buttons may act
  link: { state: "opening" },
  sending: null, // the word that waits for its answer
  ref: null, // and its frame's reference
  ask: null, // the question that was answered last
  error: null,
  draft: null, // the value chosen in the raise panel
  raising: false,
  ahead: null, // the answer chosen before the question (beforehand.js)
  dropped: null, // why it fell, a sentence
  calm: null, // what happened without anybody's fault, said for a while
  keyed: false, // keys were used: the buttons show theirs
  roomy: roomy.matches,
  ample: ample.matches,
  picked: null,
  sheet: null, // the form over the table: {kind: "sit" | "top_up" | "rename" | "invite", seat}
  amount: null, // the chips chosen in it
  copied: false, // the link of an invitation
  nameError: null,
  readied: null,
  left: null, // the chips that went to the wallet, for a while after leaving
  blindWord: !wasHeard(),
  advice: null,
  seal: null, // of the deals' fairness, once what checks them is here
  tournament: null, // what is known of it besides the table, where it is a tournament's
  purse: root.dataset.purse ? Number(root.dataset.purse) : null,
  pages: { here: location.origin + location.pathname, ...root.dataset },
  playNow: document.getElementById("play-now") ? "play-now" : null,
  mayRename: renaming !== null,
  acts,
};

// --- sending -------------------------------------------------------------------------------------------------------

/** Send a frame if the view is fresh and nothing else is on its way; `word` (if any) shows as busy until answered. */
function send(frame, word) {
  if (!ui.live || ui.sending) return false;
  const ref = socket.send(frame);
  if (ref === null) return false;
  change({ sending: word, ref: word && ref, ask: frame.ask ?? ui.ask, error: null });
  return true;
}

function answer(word) {
  const frame = { type: "act", do: word };
  if (word !== "L") frame.ask = view.ask;
  return send(frame, word);
}

const replier = new Replier();
/** Answer as it was chosen beforehand, once. */
function replyAhead() {
  replier.plan(ui.ahead, view, () => {
    const word = reply(ui.ahead, view);
    if (word && answer(word)) change({ ahead: null });
  });
}

// --- forms over the table ------------------------------------------------------------------------------------------

function openSheet(sheet, then = null) {
  change({ sheet, amount: null, error: null, copied: false, nameError: null }, focusSheet);
  if (sheet.kind === "sit" || sheet.kind === "top_up") recount();
  then?.();
}

const OPENERS = { sit: null, fair: "seal" };

function closeSheet() {
  const opener = ui.sheet && (OPENERS[ui.sheet.kind] === undefined ? "menu" : OPENERS[ui.sheet.kind]);
  change({ sheet: null, error: null }, () => opener && document.getElementById(opener)?.focus());
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

let fading = 0;
function complain(words) {
  noteForAWhile({ error: words, calm: null });
}

function noteForAWhile(note) {
  clearTimeout(fading);
  fading = setTimeout(() => change({ error: null, calm: null }), ERROR_MS);
  change(note);
}

let noted = null;
/** Bring the guide and the hints, once; with the next view again if they did not come. */
function bringNotes() {
  noted ??= import("./notes.js").then(
    ({ Notes }) => {
      notes = new Notes((frame) => socket.send(frame), () => draw());
      change({ advice: notes.advice });
    },
    () => {
      noted = null;
    },
  );
}

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
        changed: () => draw(),
        open: acts.openSeal,
        alarm: complain,
        calm: (words) => noteForAWhile({ error: null, calm: words }),
      });
      change({ seal });
      seal.see(view, socket.you);
      unheard.forEach((frame) => seal.hear(frame));
      unheard = [];
    },
    () => {
      sealed = null;
    },
  );
}
const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

let leaving = 0;
/** Say for a while where the chips of a seat that was left are. */
function acknowledge(chips) {
  clearTimeout(leaving);
  leaving = setTimeout(() => change({ left: null }), ERROR_MS);
  change({ left: chips });
}

// --- hearing -------------------------------------------------------------------------------------------------------

/** What of the page's own knowledge a new view makes stale. */
function settled(old, fresh) {
  const asked = fresh.ask !== old?.ask || fresh.game !== old?.game || fresh.deal !== old?.deal;
  const gone = asked ? { draft: null, picked: null, raising: false, error: null, calm: null } : {};
  const { ahead, dropped } = review(ui.ahead, fresh);
  const kept = dropped ?? (fresh.phase === "bid" && fresh.deal === old?.deal ? ui.dropped : null);
  return { ...gone, ahead, dropped: kept, ...(isDone(ui.sheet, fresh) ? { sheet: null } : {}) };
}

/** Whether the form over the table has got what it asked for, or nobody can ask for it any more. */
function isDone(sheet, fresh) {
  if (sheet?.kind === "sit") return fresh.my_seat !== null;
  return sheet?.kind === "top_up" && (fresh.my_seat === null || ui.sending === "top_up");
}

const socket = new TableSocket(new URL(root.dataset.ws, location.href.replace(/^http/, "ws")), {
  view(fresh) {
    const old = view;
    const held = ui.dropped;
    view = fresh;
    if (ui.pages.format === "arena") view.arena = true;
    const known = { live: true, sending: null, ref: null, you: socket.you, ...settled(old, fresh) };
    const what = happened(old, fresh);
    motion.through(what, fresh, () => steady.through(() => change(known)));
    sound(what, fresh);
    call(what);
    if (isBroke(fresh) && !(old && isBroke(old))) recount();
    if (mySeat(fresh)) bringNotes();
    if (ui.seal) ui.seal.see(fresh, socket.you);
    else if (!sealed) whenIdle(bringSeal);
    if (ui.blindWord && tookPart(fresh)) acts.dismissBlindWord();
    speak(old, fresh, known.dropped === held ? null : known.dropped);
    replyAhead();
    if (fresh.my_seat === null && old && mySeat(old) && fresh.stakes === "cash") acknowledge(mySeat(old).stack);
    // A result is read from its top, wherever the felt was scrolled to.
    if (fresh.result && !old?.result) scrollTo(0, 0);
  },
  link(state) {
    if (state.why === "done") voice.tell(gettext("This table is closed."));
    if (state.state === "lost" && ui.link.state !== "lost") setTimeout(tellLost, BLIP_MS);
    cameBack = state.state === "open" && isLong(state.was);
    if (state.state === "open") ui.seal?.linked();
    change(state.state === "open" ? { link: state } : { link: state, live: false, sending: null, ref: null });
  },
  hint: (frame) => notes?.advice.heard(frame, view),
  shuffle: (frame) => (ui.seal ? ui.seal.hear(frame) : unheard.push(frame)),
  error({ code, message, ref }) {
    if (ui.seal?.refused(ref, code)) return; // of what the browser sent by itself
    const mine = ref !== undefined && ref === ui.ref;
    complain(errorWords(code, message));
    notes?.advice.refused(ref);
    if (mine) change({ sending: null, ref: null });
  },
});

/** A link that is lost for longer than a blip is told once, and once that it is back. */
let cameBack = false;
function tellLost() {
  if (ui.link.state !== "lost" || isBlip(ui.link)) return;
  voice.tell(gettext("The link is lost. Trying again."));
  draw();
}

function speak(old, fresh, fell) {
  const first = toldUpTo.game !== fresh.game;
  const last = fresh.events.at(-1)?.n ?? 0;
  const unheard = first ? (old === null ? [] : fresh.events) : fresh.events.filter(({ n }) => n > toldUpTo.n);
  toldUpTo = { game: fresh.game, n: first ? last : Math.max(last, toldUpTo.n) };
  const late = ui.ask === old?.ask ? null : ranOut(old, fresh, unheard, socket.clock.now());
  if (late) noteForAWhile({ error: null, calm: text(late) });
  const told = [late && gettext("Time ran out."), fell && text(fell), news(old, fresh, unheard)];
  if (cameBack) told.unshift(gettext("Connected again."));
  if (fresh.ask !== old?.ask) told.push(goesOut(ui.ahead, fresh));
  if (mySeat(fresh)) told.push(keysNews());
  const said = told.filter(Boolean).join(" ");
  cameBack = false;
  // What was said of a game or a phase that is past is not left standing for whoever reads the page later.
  if (said || fresh.phase !== old?.phase || fresh.game !== old.game) voice.tell(said);
}

// --- drawing -------------------------------------------------------------------------------------------------------

/** Draw; and when what had the focus is gone, give it to what comes next instead of losing it. */
function draw() {
  const held = document.activeElement;
  const had = root.contains(held);
  ui.now = socket.clock.now();
  render(page(view, ui), root);
  sign(root);
  markKeys(root);
  if (had && document.activeElement !== held) nextFocus()?.focus({ preventScroll: view?.phase === "over" });
  const name = root.dataset.name ?? view?.name;
  attend(view, name);
  notes?.draw(ui.live && !ui.sheet && !isClosed(ui) ? view : null, ui.now);
}

const nextFocus = () =>
  root.querySelector(".sheet .btn--go, .result .btn--go") ??
  root.querySelector(".dock .btn[aria-disabled=false]") ??
  root.querySelector(".hand__card[aria-disabled=false]") ??
  root.querySelector(".hand__card") ??
  document.getElementById("main");

const focusSheet = () => root.querySelector(".sheet [data-first], .sheet input")?.focus({ preventScroll: true });

function change(what, then = null) {
  Object.assign(ui, what);
  draw();
  then?.();
}

// The second click of a double click, or a key held down, must not answer the question that came in between.
root.addEventListener(
  "click",
  (event) => {
    if (event.detail > 1 && event.target.closest("[data-do], .hand__card")) event.stopPropagation();
  },
  { capture: true },
);
root.addEventListener("keydown", (event) => {
  if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest("button, .raise"))
    event.preventDefault();
});
hearKeys(root, acts);

// --- time ----------------------------------------------------------------------------------------------------------

const ticking = () =>
  ui.tournament?.ticks || (view && (view.deadline !== null || view.next !== null || ui.link.state === "lost"));
setInterval(() => {
  if (ui.link.state === "open" && !ui.live) socket.refresh();
  if (ticking()) draw();
  if (view) warn();
}, 1000);

let warned = null;
/** Say once a question that its time runs out. */
function warn() {
  const words = warned === view.ask ? null : hurry(view, socket.clock.now());
  if (!words) return;
  warned = view.ask;
  voice.mention(words);
}

for (const query of [roomy, ample]) {
  query.addEventListener("change", () => change({ roomy: roomy.matches, ample: ample.matches }));
}

// After sleep or in a restored page nothing drawn before may act until a fresh view has come.
function wake() {
  if (document.hidden || ui.link.state !== "open") return;
  change({ live: false });
  if (!socket.refresh()) socket.open();
}
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", ({ persisted }) => persisted && socket.open());

draw();
root.querySelector(".loading")?.remove(); // only now: where no script runs, it stays
sprite.then(draw);
pictures.then(draw);
socket.open();
if (ui.pages.tournament) {
  import(ui.pages.tournamentModule).then(
    ({ AtTable }) => {
      const changed = () => steady.through(draw); // no press meant for the game falls on what comes over it
      change({ tournament: new AtTable(ui.pages, () => socket.clock.now(), changed) });
    },
    () => {}, // the table plays without its strip
  );
}
