// Steps through a finished game: its views after each deal and action, drawn on the felt as at the live table.
// Keys: ← → one step, Home and End, space plays on. Drawing a finger over the felt goes one step.

import { html, nothing, render, svg } from "../vendor/lit-html/lit-html.js";
import { bareFelt, felt } from "./felt.js";
import { happened } from "./happened.js";
import { read } from "./history.js";
import { Motion } from "./motion.js";
import { news } from "./news.js";
import { pictures, sprite } from "./sprite.js";
import { kept, keep } from "./settings.js";
import { rowOf, wordsOf } from "./steps.js";

const PACE_MS = 1_400;
const FAST_MS = 600;
const LOOK_MS = 500; // nothing to see there for the others
const [LEAST_MS, MOST_MS] = [300, 8_000]; // of the pace at which it was played
const SWIPE_PX = 40;

// What the felt asks of a live page: here nothing can be answered.
const acts = { explain() {}, openSit() {} };
const still = { now: 0, live: false, sending: null, error: null, you: null, picked: null, acts };

/** What a view adds to the one before it: its last event, or null where it is a new deal or the calling off. */
const eventOf = (view, before) => {
  const last = view.events.at(-1);
  return last && last.n !== before?.events.at(-1)?.n ? read(last) : null;
};

/**
 * A view as it is looked back on: nobody asks the viewer, and the card that ended a deal still lies on the table.
 * [view, whether the deal is over]
 */
const lookedBack = (view, before) => {
  const asked = { ...view, to_act: view.to_act.filter((seat) => seat !== view.my_seat), legal: [], cost: {} };
  if (["discard", "bid", "play"].includes(view.phase)) return [asked, false];
  if (view.phase !== "over" && eventOf(view, before)?.word !== "card") return [asked, false];
  const phase = view.last_trick.length || view.trick.length ? "play" : "bid";
  return [{ ...asked, phase, bank: view.result?.bank || view.bank || (before?.bank ?? 0), to_act: [] }, true];
};

const PACES = {
  steady: { sign: "1×", words: () => gettext("Steady"), wait: (isLook) => (isLook ? LOOK_MS : PACE_MS) },
  fast: { sign: "2×", words: () => gettext("Fast"), wait: (isLook) => (isLook ? LEAST_MS : FAST_MS) },
  real: {
    sign: null,
    words: () => gettext("As it was played"),
    wait: (_isLook, ms) => Math.min(MOST_MS, Math.max(LEAST_MS, ms ?? PACE_MS)),
  },
};

const LINES = {
  first: "M6 5v14M19 6l-8 6 8 6z",
  back: "M15 6l-8 6 8 6",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  forward: "M9 6l8 6-8 6",
  last: "M18 5v14M5 6l8 6-8 6z",
};
const key = (name, words, press, can = true, kind = "") => html`<button type="button" class="btn ${kind}"
  aria-label=${words} aria-disabled=${String(!can)} data-key=${name} @click=${() => can && press()}
  ><svg viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${LINES[name]}/>`}</svg></button>`;

const CLOCK = svg`<path d="M12 7v5l3 2M12 4a8 8 0 100 16 8 8 0 000-16z"/>`;

const waiting = () => html`<div class="stage">${bareFelt(gettext("Still loading…"))}</div>`;

export class ReplayPlayer {
  views = [];
  at = 0; // the step shown, from 0
  #root;
  #page;
  #motion;
  #waits = []; // ms before each, as it was played
  #pace = "steady"; // of PACES
  #playing = 0; // the timer of the step to come
  #trouble = null; // why there is nothing to show
  #finger = null; // where it came down on the felt

  /**
   * `page` is {load() → promise of {views, waits}, trouble(error) → a template in place of the felt,
   * momentOf(step) → the "#…" of a step from 1, stepOf(hash) → that step or null,
   * voice: the element that says each step, copyMoment(moment, button) or null,
   * isMain: whether playing on is what the page is for}.
   */
  constructor(root, page) {
    this.#root = root;
    this.#page = page;
    this.#motion = new Motion(root);
    if (Object.hasOwn(PACES, kept("pace") ?? "")) this.#pace = kept("pace");
    this.#listen();
    this.draw();
    pictures.then(() => this.draw());
  }

  /** Fetch the game, and show the step that the address says. */
  async load() {
    this.#trouble = null;
    this.draw();
    try {
      const found = await this.#page.load();
      await sprite;
      this.#take(found);
    } catch (error) {
      this.#trouble = error;
      this.draw();
      return;
    }
    this.#go(this.#asked() ?? 0, false);
  }

  /** The game's views from now on; the step stays. */
  see(found) {
    this.#take(found);
    this.draw();
  }

  #take({ views, waits }) {
    [this.views, this.#waits] = [views, waits];
  }

  // --- going to a step -----------------------------------------------------------------------------------------------

  #go(step, tell = true) {
    const next = Math.min(this.views.length - 1, Math.max(0, step));
    if (next === this.at && tell) return;
    const what = happened(next === this.at + 1 && tell ? this.views[this.at] : null, this.views[next]);
    this.at = next;
    if (tell) history.replaceState(null, "", this.#page.momentOf(next + 1));
    this.#motion.through(what, this.views[next], () => this.draw());
    this.#page.voice.textContent = this.#spoken(next);
  }

  #spoken(step) {
    const [before, view] = [this.views[step - 1] ?? null, this.views[step]];
    const fresh = eventOf(view, before) ? [view.events.at(-1)] : [];
    return news(before, { ...view, to_act: view.to_act.filter((seat) => seat !== view.my_seat) }, fresh);
  }

  #asked() {
    const step = this.#page.stepOf(location.hash);
    return step === null ? null : step - 1;
  }

  /** A step that somebody asks for also ends the playing on. */
  #step(to) {
    if (this.#playing) this.#stop();
    this.#go(to);
  }

  // --- playing on ----------------------------------------------------------------------------------------------------

  #stop() {
    clearTimeout(this.#playing);
    this.#playing = 0;
    this.draw();
  }

  #play() {
    if (this.at === this.views.length - 1) this.#go(0);
    this.#later();
    this.draw();
  }

  #later() {
    const next = this.at + 1;
    const coming = this.views[next] && eventOf(this.views[next], this.views[this.at]);
    this.#playing = setTimeout(() => {
      this.#go(this.at + 1);
      if (this.at < this.views.length - 1) this.#later();
      else this.#stop();
    }, PACES[this.#pace].wait(coming?.word === "L", this.#waits[next]));
  }

  #setPace(name) {
    this.#pace = name;
    keep("pace", name);
    if (this.#playing) {
      clearTimeout(this.#playing);
      this.#later();
    }
    this.draw();
  }

  // --- drawing -------------------------------------------------------------------------------------------------------

  draw() {
    const shown = this.#trouble ? this.#page.trouble(this.#trouble) : this.views.length ? this.#whole() : waiting();
    render(shown, this.#root);
    // The list keeps to its current line by itself, without moving the page.
    const [list, current] = [".steps-list", "[aria-current=step]"].map((one) => this.#root.querySelector(one));
    if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  #whole() {
    const [view, isOver] = lookedBack(this.views[this.at], this.views[this.at - 1]);
    return html`<div class="stage ${view.phase === "play" ? "has-trick" : ""} ${isOver ? "is-looked-back" : ""}"
      data-step=${this.at + 1}>${felt(view, still)}${this.#dock()}</div>${this.#rail()}`;
  }

  #dock() {
    const { shown } = wordsOf(this.views, this.at);
    const values = { step: this.at + 1, all: this.views.length };
    const count = interpolate(gettext("step %(step)s of %(all)s"), values, true);
    return html`<section class="dock scrub" aria-label=${gettext("Replay")}>
      <p class="scrub__now"><b>${shown}</b><span class="num scrub__step">${count}</span></p>
      <div class="scrub__line">${this.#bar()}${this.#paceKey()}</div>${this.#keys()}</section>`;
  }

  #keys() {
    const { at } = this;
    const [isFirst, isLast] = [at === 0, at === this.views.length - 1];
    const main = this.#page.isMain ? "btn--go" : "";
    const [stop, play] = [() => this.#stop(), () => this.#play()];
    return html`<div class="scrub__keys">
      ${key("first", gettext("First step"), () => this.#step(0), !isFirst)}
      ${key("back", gettext("Step back"), () => this.#step(at - 1), !isFirst)}
      ${
        this.#playing
          ? key("pause", pgettext("a replay", "Pause"), stop, true, main)
          : key("play", pgettext("a replay", "Play"), play, true, main)
      }
      ${key("forward", gettext("Step forward"), () => this.#step(at + 1), !isLast)}
      ${key("last", gettext("Last step"), () => this.#step(this.views.length - 1), !isLast)}</div>`;
  }

  #paceKey() {
    const pace = this.#pace;
    const option = ([name, { words }]) => html`<option value=${name} ?selected=${name === pace}>${words()}</option>`;
    return html`<label class="btn scrub__pace"><span aria-hidden="true">${
      PACES[pace].sign ?? html`<svg viewBox="0 0 24 24">${CLOCK}</svg>`
    }</span><select aria-label=${gettext("Pace")} .value=${pace} @change=${({ target }) => this.#setPace(target.value)}
      >${Object.entries(PACES).map(option)}</select></label>`;
  }

  #isDeal(index) {
    return index === 0 || this.views[index].deal !== this.views[index - 1].deal;
  }

  /** Where the replay is cut: at a new deal, at the first card of a trick. */
  #isCut(index) {
    if (this.#isDeal(index)) return true;
    const [view, before] = [this.views[index], this.views[index - 1]];
    return eventOf(view, before)?.word === "card" && !before.trick.length;
  }

  #bar() {
    const { at, views } = this;
    const state = (index) => (index === at ? "is-now" : index < at ? "is-past" : "");
    const cut = (index) => (index && this.#isCut(index) ? "is-cut" : "");
    const crowd = views.length > 120 ? "is-dense" : views.length > 40 ? "is-many" : "";
    return html`<div class="scrub__bar"><div class="scrub__steps ${crowd}" aria-hidden="true">
      ${views.map((_, index) => html`<i class="${state(index)} ${cut(index)}"></i>`)}</div>
      <input type="range" min="1" max=${views.length} .value=${String(at + 1)}
        aria-label=${pgettext("of a replay", "Step")} aria-valuetext=${`${at + 1}: ${wordsOf(views, at).told}`}
        @input=${({ target }) => this.#step(Number(target.value) - 1)}></div>`;
  }

  #line(index) {
    const [said, end] = rowOf(this.views, index);
    const current = index === this.at ? "step" : nothing;
    return html`<li class=${this.#isDeal(index) ? "is-deal" : ""}><a href=${this.#page.momentOf(index + 1)}
      aria-current=${current}><span>${said}</span><span class="num">${end}</span></a></li>`;
  }

  #rail() {
    const copy = ({ target }) => this.#page.copyMoment(this.#page.momentOf(this.at + 1), target);
    return html`<aside class="rail"><section class="panel log" aria-labelledby="steps-title">
      <div class="head2"><h2 id="steps-title">${gettext("Every step")}</h2></div>
      <ol class="rows steps-list" role="list" tabindex="0" aria-labelledby="steps-title">${
        this.views.map((_, index) => this.#line(index))
      }</ol>
      ${
        this.#page.copyMoment
          ? html`<button type="button" class="btn btn--s" @click=${copy}>${gettext("Copy link to this moment")}</button>`
          : nothing
      }</section></aside>`;
  }

  // --- keys, fingers and addresses -----------------------------------------------------------------------------------

  #listen() {
    addEventListener("keydown", (event) => this.#pressed(event));
    this.#root.addEventListener("pointerdown", (event) => {
      const isOurs = event.pointerType === "touch" && event.isPrimary && event.target.closest(".felt");
      this.#finger = isOurs ? event : null;
    });
    this.#root.addEventListener("pointerup", (event) => this.#lifted(event));
    this.#root.addEventListener("pointercancel", () => (this.#finger = null));
    addEventListener("hashchange", () => {
      const asked = this.#asked();
      if (asked !== null && this.views.length) this.#step(asked);
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.#playing && this.#stop());
  }

  #does = {
    ArrowLeft: () => this.#step(this.at - 1),
    ArrowRight: () => this.#step(this.at + 1),
    Home: () => this.#step(0),
    End: () => this.#step(this.views.length - 1),
    " ": () => (this.#playing ? this.#stop() : this.#play()),
  };

  #pressed(event) {
    const does = this.#does[event.key];
    if (!does || !this.views.length || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The slider, the record and a button have keys of their own.
    if (event.target.closest("input, textarea, select, .record")) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    event.preventDefault();
    does();
  }

  #lifted(event) {
    const finger = this.#finger;
    if (!finger || event.pointerId !== finger.pointerId) return;
    this.#finger = null;
    const [across, down] = [event.clientX - finger.clientX, event.clientY - finger.clientY];
    const isSwipe = Math.abs(across) > SWIPE_PX && Math.abs(across) > 2 * Math.abs(down);
    if (this.views.length && isSwipe) this.#step(across < 0 ? this.at + 1 : this.at - 1);
  }
}
