// Practice's server, in the browser: hears and speaks the frames of docs/protocol.md to its page. Each frame, and each
// timer, is done to its end before the next one begins.

import { below, deck } from "./practice_decks.js";
import { Sitting, trouble } from "./practice_sitting.js";
import * as store from "./practice_store.js";
import { replayed } from "./practice_frames.js";
import { loadRules } from "./rules_runtime.js";

const LOCK = "azi-practice"; // held by the tab that plays
const AGAIN_MS = 3_000;
const LOCK_MS = 1_000; // a page that was just left may still hold it

let known = null; // {answer, cast, you, pace}
let sitting = null;
let release = null; // ends the lock, while it is held
let version = 0;
let timer = 0;
let moved = Date.now(); // when the last move was made
let standing = ""; // the record as of then
let unkept = []; // games that are over and not yet in the store
let troubled = false; // the store doesn't take what it is given

// --- saying ----------------------------------------------------------------------------------------------------------

const FACTS = ["message", "line", "column", "reason", "params"];

function refuse(ref, error) {
  const facts = FACTS.filter((name) => error[name] !== undefined).map((name) => [name, error[name]]);
  postMessage({ type: "error", ref, code: error.code ?? "broken", ...Object.fromEntries(facts) });
}

function show() {
  const id = sitting.finished;
  const kept = id && !unkept.some((game) => game.id === id) ? id : null;
  postMessage(sitting.view({ version, kept, troubled }));
}

// --- keeping ---------------------------------------------------------------------------------------------------------

async function save() {
  try {
    for (const game of [...unkept]) {
      await store.keep(game);
      unkept = unkept.filter((one) => one !== game);
    }
    await store.setNow(sitting.kept(Date.now()));
    troubled = false;
  } catch {
    troubled = true; // nothing is lost while this page is open, and with the next action it is tried again
  }
}

async function forget(id) {
  unkept = unkept.filter((game) => game.id !== id);
  await store.remove(id).catch(() => (troubled = true));
}

/** After everything that changes the game: it is kept, then shown, then goes on by itself. */
async function settled() {
  noteMove();
  const game = sitting.take(Date.now());
  if (game) unkept.push(game);
  const saving = save();
  if (!troubled) await saving;
  version += 1;
  show();
  goOn();
}

/** Opening the hands, say, is no move: the time runs on. */
function noteMove() {
  if (sitting.state.record === standing) return;
  standing = sitting.state.record;
  moved = Date.now();
}

// --- what happens by itself ------------------------------------------------------------------------------------------

/** Tenths of a second since the move before. */
const tenths = () => Math.max(0, Math.round((Date.now() - moved) / 100));

function botsPace() {
  const [least, most] = known.pace.bots;
  return sitting.state.watched ? least + below(most - least + 1) : known.pace.alone;
}

function goOn() {
  clearTimeout(timer);
  const { due } = sitting.state;
  if (due === "bots") later(botsPace(), () => sitting.bot(tenths()));
  if (due === "deck") later(known.pace.azi, () => sitting.deal());
}

/** In so many ms, unless something else is done by then. */
function later(ms, does) {
  const was = sitting.state;
  const work = async () => {
    if (sitting?.state !== was) return;
    timer = setTimeout(() => queue(work), AGAIN_MS); // if it fails; else what comes next takes its place
    does();
    await settled();
  };
  timer = setTimeout(() => queue(work), ms);
}

// --- one tab plays ---------------------------------------------------------------------------------------------------

/** Hold the lock; with `here` it is taken from the tab that has it. Throws "elsewhere". */
async function hold(here) {
  if (release || !navigator.locks) return;
  const patience = new AbortController();
  const waiting = setTimeout(() => patience.abort(), LOCK_MS);
  const how = here ? { steal: true } : { signal: patience.signal };
  await new Promise((resolve, reject) => {
    const held = () =>
      new Promise((done) => {
        release = done;
        resolve();
      });
    navigator.locks.request(LOCK, how, held).catch(() => {
      if (release) queue(lost);
      else reject(trouble("elsewhere", "Practice is open in another tab."));
    });
  }).finally(() => clearTimeout(waiting));
}

/** Another tab plays now, from what was kept. */
function lost() {
  end();
  postMessage({ type: "ended", why: "elsewhere" });
}

function end() {
  clearTimeout(timer);
  sitting = null;
  release?.();
  release = null;
}

// --- frames ----------------------------------------------------------------------------------------------------------

const playing = () => sitting ?? refused("gone", "Nothing is played.");
function refused(code, message) {
  throw trouble(code, message);
}

async function resume({ here }) {
  if (!sitting) {
    await hold(here === true);
    const it = await store.now().catch(() => refused("storage", "What this browser keeps can't be read."));
    if (!it?.game) refused("gone", "Nothing is played.");
    sitting = Sitting.resume(it, known.answer);
    noteMove();
  }
  version += 1;
  show();
  goOn();
}

/** Frames that change the game, which is then kept and shown. */
const CHANGES = {
  async start({ setup, here }) {
    await hold(here === true);
    sitting = Sitting.start(setup, known);
  },
  next({ game_no }) {
    // The second click of a double click asks for the game that is there already.
    if (playing().isOver && (game_no === undefined || game_no === sitting.gameNo)) sitting.next();
  },
  again: () => playing().again(),
  act: (frame) => playing().act(frame.do, frame.ask ?? null, tenths()),
  async take_back() {
    const id = playing().finished;
    sitting.takeBack();
    if (!id) return;
    await save(); // first: the game must be somewhere at any moment
    await forget(id);
  },
  open: ({ value }) => playing().open(value === true),
  show_at_once: ({ value }) => playing().showAtOnce(value === true),
};

const OTHERS = {
  resume,
  view: () => sitting && show(),
  ping: () => postMessage({ type: "pong" }),
  hint: ({ ref }) => postMessage({ type: "hint", ref, ...playing().hint() }),
  ask({ ref, question }) {
    const answer = known.answer(question);
    postMessage({ type: "answer", ref, answer: question.do === "steps" ? replayed(answer, question) : answer });
  },
};

async function hear(frame) {
  const { type, ref } = frame;
  try {
    if (Object.hasOwn(CHANGES, type)) {
      await CHANGES[type](frame);
      await settled();
    } else if (Object.hasOwn(OTHERS, type)) {
      await OTHERS[type](frame);
    } else {
      refused("malformed", "There is no such frame.");
    }
  } catch (error) {
    if (!sitting) end();
    refuse(ref, error);
  }
}

// --- one after the other ---------------------------------------------------------------------------------------------

let last = Promise.resolve();

function queue(work) {
  last = last.then(work).catch((error) => refuse(undefined, error));
}

const PACE = { bots: [400, 900], alone: 150, azi: 2_000 }; // ms

async function load({ program, wasm, rules, cast, you, pace }) {
  const [{ answer }] = await Promise.all([loadRules({ program, wasm, rules }), store.now().catch(() => {})]);
  known = { answer, cast, you, pace: { ...PACE, ...pace } };
  postMessage({ type: "hello", protocol: 1, you: { id: "you", name: you, guest: false }, server_ms: Date.now() });
}

addEventListener("message", ({ data }) => {
  if (data.type === "load") {
    queue(() => load(data).catch((error) => postMessage({ type: "failed", why: String(error.message ?? error) })));
  } else {
    queue(() => known && hear(data));
  }
});
