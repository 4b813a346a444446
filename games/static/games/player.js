// Who sits at a felt, at a table or in practice: what the page knows besides the view (`ui`), what pressing does, what a
// new view changes, and what is said of it. Where the views come from is the link's: a socket or a worker.

import { render } from "../vendor/lit-html/lit-html.js";
import { attend, call, turnVibration } from "./attention.js";
import { choose, goesOut, Replier, reply, review } from "./beforehand.js";
import { keepHeard, wasHeard } from "./blind_word.js";
import { happened } from "./happened.js";
import { hearKeys, keysNews, letKeysWork, markKeys, toggleKeys } from "./keys.js";
import { Motion } from "./motion.js";
import { hurry, news, ranOut } from "./news.js";
import { errorWords, isClosed } from "./notices.js";
import { tookPart } from "./outcome.js";
import { page } from "./page.js";
import { mySeat } from "./seats.js";
import { text } from "./sentence.js";
import { sign } from "./signs.js";
import { sound, turn as turnSound } from "./sound.js";
import { wholeState } from "./state.js";
import { pictures, sprite } from "./sprite.js";
import { Steady } from "./steady.js";
import { Voice } from "./voice.js";

export const NOTE_MS = 8_000; // how long what was said stays

// Where the raise panel opens by itself, because nothing has to move for it, and where also beside the offer to look.
const roomy = matchMedia("(min-width: 960px)");
const ample = matchMedia("(min-width: 960px) and (min-height: 780px)");

export class Player {
  view = null;
  ui;
  voice = new Voice(document.getElementById("voice"));
  steady;
  notes = null; // the guide and the hints, once they are here: who only watches does without
  said = []; // what a page of its own has to say with the next view
  #root;
  #link;
  #motion;
  #noted = null;
  #fading = 0;
  #replier = new Replier();
  #toldUpTo = { game: null, n: 0 };
  #warned = null;

  /** `ui` and its `acts` are what the page knows and does besides; the felt is drawn into `root`. */
  constructor(root, { acts = {}, ...ui }) {
    this.#root = root;
    this.steady = new Steady(root);
    this.#motion = new Motion(root);
    this.ui = {
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
      sheet: null, // the form over the table: {kind, …}
      readied: null,
      blindWord: !wasHeard(),
      advice: null,
      ...ui,
      acts: { ...this.#acts(), ...acts },
    };
    this.#hearPresses();
    this.#hearDevice();
  }

  /** Play over this link: {clock, send(frame), refresh(), open()}. */
  playOver(link) {
    this.#link = link;
    this.draw();
    sprite.then(() => this.draw());
    pictures.then(() => this.draw());
    setInterval(() => this.#tick(), 1000);
    link.open();
  }

  #acts() {
    return {
      act: (word) => this.#answer(word),
      explain: (words) => this.complain(words),
      pick: (card) => this.change({ picked: this.ui.picked === card ? null : card }),
      ahead: (kind) => {
        this.change({ ahead: this.ui.ahead?.kind === kind ? null : choose(this.view, kind), dropped: null });
        this.#replyAhead();
      },
      draft: (value, said = null) => {
        this.change({ draft: value });
        if (said) this.voice.tell(said);
      },
      stepBack: () => {
        if (this.view && this.notes?.advice.isShown(this.view)) {
          this.notes.advice.close();
          return;
        }
        this.change({ ahead: null, raising: false });
        this.#replyAhead();
      },
      openRaise: () => this.change({ raising: true }, () => document.getElementById("raise-to")?.focus()),
      showAtOnce: (value) => this.send({ type: "show_at_once", value }, null) && this.ui.acts.dismissBlindWord(),
      turnSound: (on) => {
        turnSound(on);
        this.draw();
      },
      turnVibration: (on) => {
        turnVibration(on);
        this.draw();
      },
      openKeys: () => setTimeout(toggleKeys), // when the menu is closed
      usedKeys: () => this.ui.keyed || this.change({ keyed: true }),
      letKeysWork: (on) => {
        letKeysWork(on);
        this.draw();
      },
      sayAgain: () => this.voice.again(),
      sayAll: () => this.view && this.voice.tell(wholeState(this.view, this.#link.clock.now())),
      dismissBlindWord: () => {
        keepHeard();
        this.change({ blindWord: false });
      },
      advise: () => this.view && this.notes?.advice.toggle(this.view),
      showAround: () => this.notes?.showAround(),
      reconnect: () => this.#link.open(),
      next: (gameNo) => this.send({ type: "next", game_no: gameNo }, null) && this.change({ readied: gameNo }),
    };
  }

  // --- sending -----------------------------------------------------------------------------------------------------

  /** Send a frame if the view is fresh and nothing else is on its way; `word` (if any) shows as busy until answered. */
  send(frame, word) {
    if (!this.ui.live || this.ui.sending) return false;
    const ref = this.#link.send(frame);
    if (ref === null) return false;
    this.change({ sending: word, ref: word && ref, ask: frame.ask ?? this.ui.ask, error: null });
    return true;
  }

  #answer(word) {
    const frame = { type: "act", do: word };
    if (word !== "L") frame.ask = this.view.ask;
    return this.send(frame, word);
  }

  /** Answer as it was chosen beforehand, once. */
  #replyAhead() {
    this.#replier.plan(this.ui.ahead, this.view, () => {
      const word = reply(this.ui.ahead, this.view);
      if (word && this.#answer(word)) this.change({ ahead: null });
    });
  }

  // --- hearing -----------------------------------------------------------------------------------------------------

  /** A new view has come; `known` is what the page has learnt with it. */
  see(fresh, known) {
    const old = this.view;
    const held = this.ui.dropped;
    this.view = fresh;
    const now = { live: true, sending: null, ref: null, ...this.#settled(old, fresh), ...known };
    const what = happened(old, fresh);
    this.#motion.through(what, fresh, () => this.steady.through(() => this.change(now)));
    sound(what, fresh);
    call(what);
    if (mySeat(fresh)) this.#bringNotes();
    if (this.ui.blindWord && tookPart(fresh)) this.ui.acts.dismissBlindWord();
    this.#speak(old, fresh, now.dropped === held ? null : now.dropped);
    this.#replyAhead();
    // A result is read from its top, wherever the felt was scrolled to.
    if (fresh.result && !old?.result) scrollTo(0, 0);
  }

  /** How the link stands. */
  linked(state) {
    this.change(state.state === "open" ? { link: state } : { link: state, live: false, sending: null, ref: null });
  }

  hint(frame) {
    this.notes?.advice.heard(frame, this.view);
  }

  /** A frame was refused. */
  refused({ code, message, ref }) {
    const mine = ref !== undefined && ref === this.ui.ref;
    this.complain(errorWords(code, message));
    this.notes?.advice.refused(ref);
    if (mine) this.change({ sending: null, ref: null });
  }

  /** What of the page's own knowledge a new view makes stale. */
  #settled(old, fresh) {
    const asked = fresh.ask !== old?.ask || fresh.game !== old?.game || fresh.deal !== old?.deal;
    const gone = asked ? { draft: null, picked: null, raising: false, error: null, calm: null } : {};
    const { ahead, dropped } = review(this.ui.ahead, fresh);
    const kept = dropped ?? (fresh.phase === "bid" && fresh.deal === old?.deal ? this.ui.dropped : null);
    return { ...gone, ahead, dropped: kept };
  }

  // --- saying ------------------------------------------------------------------------------------------------------

  complain(words) {
    this.noteForAWhile({ error: words, calm: null });
  }

  noteForAWhile(note) {
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => this.change({ error: null, calm: null }), NOTE_MS);
    this.change(note);
  }

  #speak(old, fresh, fell) {
    const { voice, ui } = this;
    const unheard = this.#unheard(old, fresh);
    const late = ui.ask === old?.ask ? null : ranOut(old, fresh, unheard, this.#link.clock.now());
    if (late) this.noteForAWhile({ error: null, calm: text(late) });
    const told = [...this.said, late && gettext("Time ran out."), fell && text(fell), news(old, fresh, unheard)];
    this.said = [];
    if (fresh.ask !== old?.ask) told.push(goesOut(ui.ahead, fresh));
    if (mySeat(fresh)) told.push(keysNews());
    const words = told.filter(Boolean).join(" ");
    // What was said of a game or a phase that is past is not left standing for whoever reads the page later.
    if (words || fresh.phase !== old?.phase || fresh.game !== old.game) voice.tell(words);
  }

  /** Its events that were not told yet. Who arrives, or goes back, hears how things stand, not how they came about. */
  #unheard(old, fresh) {
    const { game, n } = this.#toldUpTo;
    const last = fresh.events.at(-1)?.n ?? 0;
    const anew = game !== fresh.game || old?.epoch !== fresh.epoch;
    this.#toldUpTo = { game: fresh.game, n: anew ? last : Math.max(last, n) };
    if (anew) return old?.epoch === fresh.epoch ? fresh.events : [];
    return fresh.events.filter((event) => event.n > n);
  }

  /** Bring the guide and the hints, once; with the next view again if they did not come. */
  #bringNotes() {
    this.#noted ??= import("./notes.js").then(
      ({ Notes }) => {
        this.notes = new Notes(this.#root, (frame) => this.#link.send(frame), () => this.draw());
        this.change({ advice: this.notes.advice });
      },
      () => {
        this.#noted = null;
      },
    );
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  /** Draw; and when what had the focus is gone, give it to what comes next instead of losing it. */
  draw() {
    const { ui, view } = this;
    const root = this.#root;
    if (!root.isConnected) return;
    const held = document.activeElement;
    const had = root.contains(held);
    ui.now = this.#link.clock.now();
    render(page(view, ui), root);
    sign(root);
    markKeys(root, ui.practice?.keys ?? []);
    if (had && document.activeElement !== held) this.#nextFocus()?.focus({ preventScroll: view?.phase === "over" });
    attend(view, root.dataset.name ?? view?.name);
    this.notes?.draw(ui.live && !ui.sheet && !isClosed(ui) ? view : null, ui.now);
  }

  #nextFocus() {
    const root = this.#root;
    return (
      root.querySelector(".sheet .btn--go, .result .btn--go") ??
      root.querySelector(".dock .btn[aria-disabled=false]") ??
      root.querySelector(".hand__card[aria-disabled=false]") ??
      root.querySelector(".hand__card") ??
      root.querySelector("#main")
    );
  }

  change(what, then = null) {
    Object.assign(this.ui, what);
    this.draw();
    then?.();
  }

  // --- the page's own events ---------------------------------------------------------------------------------------

  #hearPresses() {
    // The second click of a double click, or a key held down, must not answer the question that came in between.
    this.#root.addEventListener(
      "click",
      (event) => {
        if (event.detail > 1 && event.target.closest("[data-do], .hand__card")) event.stopPropagation();
      },
      { capture: true },
    );
    this.#root.addEventListener("keydown", (event) => {
      if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest("button, .raise"))
        event.preventDefault();
    });
    hearKeys(this.#root, this.ui.acts, this.ui.practice?.keys ?? []);
  }

  #hearDevice() {
    for (const query of [roomy, ample]) {
      query.addEventListener("change", () => this.change({ roomy: roomy.matches, ample: ample.matches }));
    }
    document.addEventListener("visibilitychange", () => this.#wake());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#link.open());
  }

  // After sleep or in a restored page nothing drawn before may act until a fresh view has come.
  #wake() {
    if (document.hidden || this.ui.link.state !== "open") return;
    this.change({ live: false });
    if (!this.#link.refresh()) this.#link.open();
  }

  #tick() {
    const { ui, view } = this;
    if (ui.link.state === "open" && !ui.live) this.#link.refresh();
    const timed = view && (view.deadline !== null || view.next !== null || ui.link.state === "lost");
    if (ui.tournament?.ticks || timed) this.draw();
    if (view) this.#warn();
  }

  /** Say once a question that its time runs out. */
  #warn() {
    const words = this.#warned === this.view.ask ? null : hurry(this.view, this.#link.clock.now());
    if (!words) return;
    this.#warned = this.view.ask;
    this.voice.mention(words);
  }
}
